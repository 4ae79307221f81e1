"""Stories between windows over a real server that is killed on the way."""

from selenium.webdriver.common.keys import Keys

from harness import until

LOST = ("ERR_CONNECTION", "ERR_INCOMPLETE_CHUNKED", "ERR_EMPTY_RESPONSE", "ERR_SOCKET", "503")
REFUSED = ("422", "409")


def start_story(window, server, seats=3, options=None):
    """Begins a story from the first page, and returns the link to send."""
    window.open(server.url)
    window.js("document.querySelector('#story-setup select').value = arguments[0]", str(seats))
    if options:
        window.js("""
          const input = document.createElement('input');
          [input.type, input.name, input.value] = ['hidden', 'options', arguments[0]];
          document.getElementById('story-setup').append(input);
        """, options)
    window.press("#story-setup button")
    window.wait("return location.pathname.startsWith('/m/') && document.body.dataset.ready")
    return window.js("return document.getElementById('link').value")


def join_story(window, link):
    """Takes an open seat by opening the link, as somebody who was never here before."""
    window.open(link, ready=False)
    window.wait("return document.querySelector('.name') && document.getElementById('write')"
                " && document.body.dataset.ready")


def told(windows, server, seats=3, options=None):
    """So many windows with one story."""
    all_of_them = [windows("desktop", number) for number in range(seats)]
    link = start_story(all_of_them[0], server, seats, options)
    for window in all_of_them[1:]:
        join_story(window, link)
    for window in all_of_them:
        window.wait("return [...document.querySelectorAll('#seats bdi')].every((it) => it.textContent !== 'open seat')")
    return all_of_them


def words(window):
    return window.texts("#story .words")


def can_write(window):
    return window.js("return !document.getElementById('draft')?.disabled")


def draft(window):
    return window.js("return document.getElementById('draft').value")


def wait_words(window, expected):
    until(lambda: words(window) == expected, lambda: f"{expected}, but {words(window)}")


def wait_turn(window, seat, you=False):
    line = f"Player {seat}'s Turn" + (" (that's you)" if you else "")
    until(lambda: window.text("#status") == line and can_write(window) == you,
          lambda: f"{line}, but {window.text('#status')}, {can_write(window)}")


def type_in(window, text):
    window.element("#draft").send_keys(text)


def write(window, text):
    type_in(window, text)
    window.press("#send")


def test_a_story_goes_round_and_ends_when_it_is_full(windows, server, figure):
    ann, bob, cleo = told(windows, server, options="turn=20 total=45")
    assert ann.is_shown("#write") and not ann.is_shown("#invite")
    wait_turn(ann, 1, you=True)
    for other in (bob, cleo):
        wait_turn(other, 1)

    # The counter counts what the server counts: code points, blank lines at the ends aside.
    assert ann.text("#counter") == "20 characters left"
    type_in(ann, "Es war ä")
    assert ann.text("#counter") == "12 characters left"
    for value, counter, over in (("🙂🙂", "18 characters left", False), ("\n\na\n \n", "19 characters left", False),
                                 ("x" * 20, "0 characters left", False), ("x" * 23, "3 characters too many", True)):
        ann.js("""
          const draft = document.getElementById('draft');
          draft.value = arguments[0];
          draft.dispatchEvent(new Event('input'));
        """, value)
        assert ann.text("#counter") == counter
        assert ann.js("return document.getElementById('send').disabled") is over
        assert draft(ann) == value, "nothing is cut"
    ann.js("document.getElementById('draft').value = ''")
    write(ann, "Once" + Keys.ENTER + "<b>upon</b>")
    for window in (ann, bob, cleo):
        wait_words(window, ["Once\n<b>upon</b>"])
    assert draft(ann) == "" and ann.js("return document.querySelector('#story b')") is None
    assert ann.js("return getComputedStyle(document.querySelector('.words')).whiteSpace") == "pre-wrap"
    wait_turn(bob, 2, you=True)
    for other in (ann, cleo):
        wait_turn(other, 2)
    assert bob.js("return document.title").startswith("● Player 2")
    write(bob, "a time שלום")
    wait_turn(cleo, 3, you=True)
    # 18 are left, fewer than a turn may have.
    assert cleo.text("#left") == "18" or until(lambda: cleo.text("#left") == "18", "the rest")
    assert cleo.text("#counter") == "18 characters left"
    write(cleo, "x" * 18)
    for window in (ann, bob, cleo):
        until(lambda: window.text("#status") == "Match Ended", "the story is full")
        assert words(window) == ["Once\n<b>upon</b>", "a time שלום", "x" * 18]
        assert window.texts("#seats .state") == ["finished"] * 3
        assert not window.is_shown("#write") and not window.is_shown("#quit")
        assert window.is_shown("#rematch")
    ann.press("#rematch-form button")
    ann.wait("return document.body.dataset.ready && !document.querySelector('#story .words')")
    until(lambda: bob.is_shown("#to-rematch"), "the others are shown the way to the rematch")


def test_a_draft_outlives_errors_reloads_and_a_dead_server(windows, own_server):
    server = own_server
    ann, bob, cleo = told(windows, server)
    for window in (ann, bob, cleo):
        window.expect(*LOST, *REFUSED)
    # A draft that was not sent survives a reload.
    type_in(ann, "Not yet")
    ann.reload()
    assert draft(ann) == "Not yet" and ann.text("#counter") == "243 characters left"
    # A refused one stays, with the reason.
    ann.js("document.getElementById('draft').value = ''")
    write(ann, "a\u2028b")
    until(lambda: "control character" in ann.text("#problem"), lambda: ann.text("#problem"))
    assert draft(ann) == "a\u2028b" and can_write(ann)
    assert words(ann) == []
    ann.reload()
    assert draft(ann) == "a\u2028b"

    # The server dies; the turn is sent meanwhile and waits.
    ann.js("document.getElementById('draft').value = ''")
    server.kill()
    write(ann, "Written in the dark")
    until(lambda: ann.text("#link-state") == "Not confirmed yet. Trying again…", "it says so")
    assert ann.text("#status") == "Your turn is over." and not can_write(ann)
    assert draft(ann) == "Written in the dark"
    ann.press("#end") if ann.js("return !document.getElementById('end').disabled") else None
    server.start()
    for window in (ann, bob, cleo):
        wait_words(window, ["Written in the dark"])
    until(lambda: draft(ann) == "", "the draft goes when the turn is acknowledged")

    # Stored, but the answer is lost, and the page goes away: the same turn is not made twice.
    wait_turn(bob, 2, you=True)
    bob.js("""
      const real = window.fetch;
      window.fetch = (...all) => real(...all).then((answer) => {
        if (!String(all[0]).endsWith('/moves')) return answer;
        window.lost = true;
        throw new TypeError('the answer is lost');
      });
    """)
    write(bob, "only once")
    bob.wait("return window.lost")
    wait_words(cleo, ["Written in the dark", "only once"])
    assert bob.js("return Object.values(sessionStorage).some((it) => it.includes('only once'))")
    bob.reload()
    until(lambda: draft(bob) == "" and not bob.text("#problem"), "the turn is known to be stored")
    wait_turn(cleo, 3, you=True)
    assert words(bob) == words(cleo) == ["Written in the dark", "only once"]

    # Sent while nobody listens, and the page reloaded when the server is back: it is sent, once.
    server.kill()
    write(cleo, "and again")
    until(lambda: cleo.text("#link-state") == "Not confirmed yet. Trying again…", "it says so")
    server.start()
    cleo.reload()
    for window in (ann, bob, cleo):
        wait_words(window, ["Written in the dark", "only once", "and again"])
    wait_turn(ann, 1, you=True)
    until(lambda: draft(cleo) == "", "the draft goes")


def test_quitting_in_turn_hands_on_and_agreeing_ends(windows, server):
    ann, bob, cleo = told(windows, server)
    write(ann, "One")
    wait_turn(bob, 2, you=True)
    bob.press("#quit summary")
    bob.press("#quit-form button")
    for window, you in ((cleo, True), (ann, False)):
        wait_turn(window, 3, you)
        assert words(window) == ["One"]
        assert window.texts("#seats .state") == ["", "quit", ""]
    write(cleo, "two")
    wait_turn(ann, 1, you=True)
    type_in(ann, "three")
    ann.press("#end")
    ann.press("#send")
    wait_turn(cleo, 3, you=True)
    until(lambda: cleo.text("#agreed") == "1 of 2 agree that the story ends here.", "it says so")
    assert cleo.is_shown("#agreed")
    # Nothing written and no word of the end is no turn.
    cleo.press("#send")
    cleo.after_paint()
    assert can_write(cleo)
    cleo.press("#end")
    cleo.press("#send")
    for window in (ann, bob, cleo):
        until(lambda: window.text("#status") == "Match Ended", "all who stay agree")
        assert words(window) == ["One", "two", "three"]
        assert window.texts("#seats .state") == ["finished", "quit", "finished"]


def test_a_turn_elsewhere_is_announced_and_lists_name_the_game(windows, server):
    ann, bob = told(windows, server, seats=2)
    first = ann.js("return location.href")
    second = start_story(ann, server, 2)
    join_story(bob, second)
    write(ann, "Here")
    wait_turn(bob, 2, you=True)
    bob.open(first)
    wait_turn(bob, 1)
    assert bob.texts("#matches .game") == ["Story", "Story"]
    # In the other story nothing has happened yet for Ann; now Bob, who looks at this one, hears of it.
    ann.open(first)
    write(ann, "There")
    wait_turn(bob, 2, you=True)
    until(lambda: bob.texts("#matches .state") == ["Your turn", "Your turn"], lambda: bob.texts("#matches .state"))


def test_the_page_loads_no_board(windows, server):
    window = windows()
    start_story(window, server, 2)
    window.drain()
    window.requests = []
    window.reload()
    window.drain()
    names = [url.rsplit("/", 1)[1].split(".")[0] for url in window.requests if "/assets/" in url]
    assert sorted(set(names)) == ["baton", "icon", "play", "story", "talk"]
    assert not [url for url in window.requests if ".wasm" in url]


def test_a_story_works_on_a_phone(windows, server):
    phone = windows("phone")
    start_story(phone, server, 2)
    write(phone, "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww")
    until(lambda: len(words(phone)) == 1, "it is told")
    assert phone.js("return document.documentElement.scrollWidth <= innerWidth")


def test_a_story_without_script(windows, server):
    ann, bob = windows("plain", 0), windows("plain", 1)
    ann.open(server.url, ready=False)
    ann.js("document.querySelector('#story-setup select').value = '2'")
    ann.press("#story-setup button")
    until(lambda: ann.is_shown("#invite"), "the link to send is shown")
    link = ann.js("return document.getElementById('link').value")
    write(ann, "x" * 251 + Keys.ENTER + "y")
    until(lambda: "3 characters too long" in ann.text("#problem"), lambda: ann.text("#problem"))
    assert draft(ann) == "x" * 251 + "\ny", "what was too long is still there"
    ann.expect("422")
    ann.element("#draft").clear()
    write(ann, "Once" + Keys.ENTER + "<b>upon</b>")
    until(lambda: words(ann) == ["Once\n<b>upon</b>"], "the turn is told")
    assert not can_write(ann)
    bob.open(link, ready=False)
    bob.press("#join-form button")
    until(lambda: bob.is_shown("#send"), "who has come may write")
    bob.press("#end")
    bob.press("#send")
    until(lambda: bob.text("#agreed") == "1 of 2 agree that the story ends here.", "it says so")
    # The page of who waits comes up to date by itself.
    until(lambda: ann.text("#status") == "Player 1's Turn (that's you)" and can_write(ann), "it is Ann's turn")
    ann.press("#end")
    ann.press("#send")
    until(lambda: ann.text("#status") == "Match Ended", "both agree")
    assert words(ann) == ["Once\n<b>upon</b>"] and not ann.is_shown("#write")

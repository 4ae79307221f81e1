"""Finding a match and keeping several: invitations, strangers, watching, and word from elsewhere."""

from harness import until
from talk import ask, become_somebody, is_gone, make, matched, shows
from test_match import settle


def groups(window):
    """The headings of the list, each with the states of its matches."""
    return window.js("""
      return Object.fromEntries([...document.querySelectorAll('#matches section')].map((part) => [
        part.querySelector('h3').textContent,
        [...part.querySelectorAll('.state')].map((it) => it.textContent)]))""")


def test_invitations_are_accepted_and_declined(windows, server):
    first, second = windows("desktop", 0), windows("desktop", 1)
    guest = become_somebody(second, server)
    link = make(first, server, invited=[guest])
    assert "invited" in first.texts("#seats .state")
    # The first page hears of it without being loaded again.
    until(lambda: "Invitations" in groups(second), lambda: groups(second))
    assert second.text("#notice a").startswith("Invited · Reversi")
    second.open(link)
    assert second.text("#asked p") == "You are invited to this match."
    assert second.state()["playable"] == [] and not second.is_shown("#quit")
    second.press("#accept-form button")
    second.wait("return !document.querySelector('#accept-form') && document.body.dataset.ready")
    is_gone(first, "#seat-2 .state:not(:empty)")
    first.play("d3")
    settle(second, "d3", 2)

    # One more is declined, from the list.
    make(first, server, invited=[guest])
    until(lambda: "Invitations" in groups(second), lambda: groups(second))
    second.press("#matches form[action$=decline] button")
    until(lambda: "Invitations" not in groups(second), lambda: groups(second))
    first.wait("return document.querySelector('#seats').textContent.includes('open seat')")
    assert second.js("return location.href") == link
    # And one on its own page, which leads to the list.
    other = make(first, server, invited=[guest], decline="end")
    second.open(other)
    second.press("#decline-form button")
    second.wait("return location.pathname === '/' && document.body.dataset.ready")
    first.wait_state(lambda state: state["status"] == "Match Ended")
    assert first.state()["said"] == "The match did not take place."


def test_two_who_take_anybody_meet(windows, server):
    first, second = windows("desktop", 0), windows("desktop", 1)
    for window in (first, second):
        window.open(server.url)
        window.press('#match-setup [value="anyone"]')
        window.js("document.querySelector('#match-setup [name=clock]').value = 'fischer 300000 3000 600000'")
        window.press("#match-setup .main")
        window.wait("return location.pathname.startsWith('/m/') && document.body.dataset.ready")
    assert first.js("return location.href") == second.js("return location.href")
    settle(first, "", 1)
    settle(second, "", 2)
    shows(first, "#seat-1 [data-until]")
    assert first.text("#seat-1 .clock")[:2] in ("5:", "4:")


def test_public_matches_are_listed_and_watched(windows, own_server):
    server = own_server
    first = windows("desktop", 0)
    first.open(server.url)
    assert "No public match" in first.js("return document.querySelector('main').textContent")
    first.press('#match-setup [name="public"]')
    first.press("#match-setup .main")
    first.wait("return location.pathname.startsWith('/m/') && document.body.dataset.ready")
    assert "anybody may watch" in first.text("#terms")
    third = windows("desktop", 1)
    third.open(server.url)
    assert third.texts("#public .state") == ["Watch"]
    third.press("#public a")
    third.wait("return location.pathname.startsWith('/m/') && document.body.dataset.ready")
    # Looking is not joining; the seat can be taken.
    third.stay(300)
    assert third.text("#seat-2 bdi") == "open seat" and third.is_shown("#join-form button")
    first.play("d3")
    settle(third, "d3", 0)
    third.press("#join-form button")
    third.wait("return document.querySelector('.name') && document.body.dataset.ready")
    settle(third, "d3", 2)


def test_a_turn_elsewhere_is_told_once_and_takes_nobody_away(windows, server):
    first, second, link = matched(windows, server)
    other = make(first, server, seat=2)
    second.open(other)
    second.wait("return document.querySelectorAll('#seats bdi')[0].textContent !== 'open seat'")
    # The first player reads the second match, where it is not its turn.
    first.open(other)
    settle(first, "", 2)
    before = first.js("return document.title")
    assert before.startswith("(1) "), before
    assert first.text("#notice") == ""
    ask(first, "POST", f"/matches/{link.rsplit('/', 1)[1]}/moves", {"move": "d3", "version": 3})
    until(lambda: not first.js("return document.title").startswith("("), "nothing waits elsewhere")
    first.js("document.querySelector('#board [tabindex=\"0\"]').focus()")
    focused = first.focused()
    first.js("window.notices = []; new MutationObserver(() => notices.push(notice.textContent))"
             ".observe(document.getElementById('notice'), { childList: true })")
    ask(second, "POST", f"/matches/{link.rsplit('/', 1)[1]}/moves", {"move": "c3", "version": 4})
    shows(first, "#notice a")
    assert first.text("#notice a").startswith("Your turn · Reversi · ")
    assert first.js("return document.title").startswith("(1) ")
    assert first.js("return location.href") == other and first.focused() == focused
    assert first.js("return document.getElementById('notice').getAttribute('role')") == "status"
    # Other news do not tell it again.
    second.play("d3")
    settle(first, "d3", 2)
    first.stay(300)
    assert len(first.js("return notices")) == 1
    assert first.js("return document.title").startswith("(1) ● ")
    first.press("#notice a")
    first.wait("return location.href === arguments[0] && document.body.dataset.ready", link)
    settle(first, "d3c3", 1)
    # The first page tells of it too, while a game on the device goes on.
    first.open(server.url)
    assert first.js("return document.title").startswith("(") or first.wait(
        "return document.title.startsWith('(2)')")
    assert groups(first)["Your turn"] == ["Your turn", "Your turn"]


def test_kinds_of_matches_are_told_apart_and_ended_ones_go(windows, own_server):
    server = own_server
    first, second, link = matched(windows, server)
    first.open(server.url)
    assert groups(first) == {"Your turn": ["Your turn"]}
    assert first.texts("#matches .new") == ["New"]
    assert first.text("#matches .how .clock") in ("7 d 0 h", "6 d 23 h")
    second.open(server.url)
    assert groups(second) == {"Somebody else’s turn": ["Their turn"]}
    ask(first, "POST", f"/matches/{link.rsplit('/', 1)[1]}/moves", {"move": "d3", "version": 3})
    until(lambda: groups(second) == {"Your turn": ["Your turn"]}, lambda: groups(second))
    assert second.texts("#matches .new") == []
    ask(second, "POST", f"/matches/{link.rsplit('/', 1)[1]}/quit", {"version": 4})
    for window in (first, second):
        until(lambda: groups(window) == {"Ended": ["Match Ended"]}, lambda: groups(window))
    first.press("#matches form[action$=remove] button")
    until(lambda: groups(first) == {}, lambda: groups(first))
    assert groups(second) == {"Ended": ["Match Ended"]}
    # On the match's own page, too.
    second.open(link)
    second.press("#remove-form button")
    second.wait("return location.pathname === '/' && document.body.dataset.ready")
    assert groups(second) == {} and second.is_shown("#no-matches")


def test_all_of_it_without_script(windows, server):
    first, second = windows("plain", 0), windows("plain", 1)
    for window in (first, second):
        # Without script nobody uses the module that the page announces.
        window.expect("preload")
    first.open(server.url, ready=False)
    first.press('#match-setup [value="anyone"]')
    first.element('#match-setup [name="public"]').click()
    first.press("#match-setup .main")
    until(lambda: first.is_shown("#match"), "the match is shown")
    link = first.js("return location.href")
    second.open(server.url, ready=False)
    second.press(f'#public a[href^="{link[len(server.url) - 1:]}"]')
    until(lambda: second.is_shown("#join-form button"), "the match is shown")
    second.press("#join-form button")
    until(lambda: second.is_shown("#seats .clock"), "the clocks run")
    assert second.texts("#seats .clock")[0] in ("7 d 0 h", "6 d 23 h")
    assert not second.is_shown("#notice")
    first.open(link, ready=False)
    first.press("#offer-draw button")
    until(lambda: first.text("#asked p") == "You offer a draw.", "the offer is shown")
    second.open(link, ready=False)
    second.press("#no-form button")
    is_gone(second, ".panel")
    # What is refused is told on the match's page.
    version = "return document.querySelector('#remind-form [name=version]')?.value"
    before = second.js(version)
    second.press("#remind-form button")
    until(lambda: second.js(version) not in (None, before), "the reminder is sent")
    second.press("#remind-form button")
    until(lambda: second.text("#problem").startswith("Oops, there was a problem. Try that again."), "it is told")
    assert second.js("return location.pathname").endswith("/remind") and second.is_shown("#seats")
    second.expect("429")
    second.open(link, ready=False)
    second.press("#quit summary")
    second.press("#quit-form button")
    until(lambda: second.text("#status") == "Match Ended", "the match has ended")
    assert second.text("#said").endswith(" has resigned.")
    second.press("#remove-form button")
    until(lambda: second.js("return location.pathname") == "/" and groups(second) == {}, "it is off the list")
    first.open(server.url, ready=False)
    first.press("#matches form[action$=remove] button")
    until(lambda: first.js("return location.pathname") == "/" and groups(first) == {}, "it is off the list")

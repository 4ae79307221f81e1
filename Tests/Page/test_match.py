"""Matches between windows over a real server that is killed on the way."""

import time

import pytest
from selenium.webdriver.common.keys import Keys

from harness import LIMIT, moves_of, rules, until

GAME = (
    "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2"
    "C1H2H1G2B8A8G7H8H7H6")

YOURS = "Player {}'s Turn (that's you)"
THEIRS = "Player {}'s Turn"
LOST = ("ERR_CONNECTION", "ERR_INCOMPLETE_CHUNKED", "ERR_EMPTY_RESPONSE", "ERR_SOCKET", "503")


def make_match(window, server, seat="black"):
    """Makes a match as a player does, and returns the link to send."""
    window.open(server.url)
    window.press(f'#match-setup input[value="{seat}"]')
    window.press("#match-setup .main")
    window.wait("return location.pathname.startsWith('/m/') && document.body.dataset.ready")
    return window.js("return document.getElementById('link').value")


def join_match(window, link):
    """Takes the open seat by opening the link, as somebody who was never here before."""
    window.open(link)
    window.wait("return document.querySelector('.name') && document.body.dataset.ready")
    assert window.text(".name bdi") == window.texts("#seats bdi")[1]


def matched(windows, server):
    """Two windows with one match, the first with the black discs; returns them and the link."""
    first, second = windows("desktop", 0), windows("desktop", 1)
    link = make_match(first, server)
    join_match(second, link)
    first.wait("return [...document.querySelectorAll('#seats bdi')].every((it) => it.textContent !== 'open seat')")
    return first, second, link


def assert_idle(window, because):
    state = window.state()
    assert state["playable"] == [], f"{because}: {state}"


def settle(window, transcript, seat, limit=LIMIT):
    """Waits until a window shows all that it should of a running match, and returns its state."""
    word = rules(transcript)
    acting = 1 if word["toMove"] == "black" else 2
    line = (YOURS if acting == seat else THEIRS).format(acting)
    if word["over"]:
        line = "Match Ended"
    playable = word["legal"] if acting == seat else []

    def is_right(state):
        return (state["board"] == word["board"] and state["status"] == line
                and (state["black"], state["white"]) == (word["black"], word["white"])
                and sorted(state["playable"]) == sorted(playable)
                and state["moves"] == word["moves"] and not state["problem"])

    return window.wait_state(is_right, f"seat {seat}: {line}, {word}", limit)


def test_sixty_moves_between_two_windows_with_kills(windows, own_server, figure):
    server = own_server
    first, second = windows("desktop", 0), windows("desktop", 1)
    for window in (first, second):
        window.expect(*LOST)
    link = make_match(first, server)
    assert first.is_shown("#invite") and link == server.url + first.js("return location.pathname.slice(1)")
    assert first.text("#status") == "Player 1's Turn (that's you)"
    join_match(second, link)
    until(lambda: not first.is_shown("#invite"), "the invitation goes when the seat is taken")
    assert first.texts("#seats bdi") == second.texts("#seats bdi")
    assert len(set(first.texts("#seats bdi"))) == 2
    assert [" (you)" in who for who in second.texts("#seats .who")] == [False, True]
    for window in (first, second):
        window.watch()

    done = ""
    times = []
    for number, move in enumerate(moves_of(GAME)):
        seat = 1 if rules(done)["toMove"] == "black" else 2
        mover, other = (first, second) if seat == 1 else (second, first)
        settle(mover, done, seat)
        settle(other, done, 3 - seat)
        # Not their turn: a press on the very square that the other side may take does nothing.
        before = other.watched()["boards"]
        other.play(move)
        state = other.state()
        assert state["board"] == rules(done)["board"] and state["playable"] == []
        assert state["problem"] == "" and state["status"] == THEIRS.format(seat)
        # The press moves the tab stop, as focus does, and nothing else.
        assert other.watched()["boards"] - before <= 4

        # After these the windows come back to the server, each in its own time; they are not measured.
        is_disturbed = number in (20, 30, 31, 40, 41)
        if number == 20:
            server.kill()
            for window in (first, second):
                window.wait_state(lambda state: state["link"] == "The connection was lost. Coming back…")
            server.start()
            for window in (first, second):
                window.wait_state(lambda state: state["link"] == "")
        if number == 30:
            server.kill()
        said = len(mover.watched()["status"])
        mover.play(move)
        if number == 30:
            # Sent while nobody listens: the board shows the move, takes no second one, and tells.
            mover.wait_state(lambda state: state["link"] == "Not confirmed yet. Trying again…")
            state = mover.state()
            assert state["status"] == "Your turn is over." and state["playable"] == []
            assert state["board"] == rules(done + move)["board"]
            server.start()
        if number == 40:
            server.restart()
        done += move
        for window in (mover, other):
            window.wait_position(done)
        assert "Your turn is over." in mover.watched()["status"][said:]
        if not is_disturbed:
            times.append(other.watched()["seen"][move] - mover.watched()["pressed"])
    figure("press to the other window's board", times, "ms")
    assert max(times) < 5000

    for window, seat in ((first, 1), (second, 2)):
        state = settle(window, done, seat)
        assert (state["black"], state["white"]) == (32, 32)
        assert state["said"] == "Draw, 32–32."
        assert_idle(window, "the match has ended")
        until(lambda: window.texts("#seats .state") == ["draw", "draw"], "the seats say how it ended")
        assert not window.is_shown("#quit") and window.is_shown("#rematch")
    # A reload tells the same story.
    second.reload()
    settle(second, done, 2)

    rematch_by_both_at_once(first, second)
    third = windows("desktop", 2)
    spectate_quit_and_rematch(first, second, third)


def rematch_by_both_at_once(first, second):
    old = first.js("return location.pathname")
    # Both press at the same instant of the clock that they share, before either can hear of the other.
    at = 1000 * time.time() + 500
    for window in (first, second):
        assert window.is_shown("#rematch-form button")
        window.js("""
          const button = document.querySelector('#rematch-form button');
          setTimeout(() => button.click(), arguments[0] - Date.now());
        """, at)
    for window in (first, second):
        window.wait("return location.pathname !== arguments[0] && document.body.dataset.ready", old)
    assert first.js("return location.href") == second.js("return location.href")
    # The seats have changed sides.
    settle(first, "", 2)
    settle(second, "", 1)
    assert ["(you)" in who for who in first.texts("#seats .who")] == [False, True]
    until(lambda: len(first.texts("#matches li")) == 2, "one new match is in the list, not two")
    assert len(second.texts("#matches li")) == 2


def spectate_quit_and_rematch(first, second, third):
    """`second` has the black discs now; `third` only looks on."""
    third.open(first.js("return location.href"))
    settle(third, "", 0)
    third.watch()
    for part in ("#join", "#quit", "#rematch", "#invite"):
        assert not third.is_shown(part), part
    third.play("d3")
    assert third.state()["board"] == rules()["board"]
    second.play("d3")
    for window, seat in ((first, 2), (second, 1), (third, 0)):
        settle(window, "d3", seat)
    assert third.watched()["said"][-1] == "Black plays d3."
    # Out of turn, too, a player may resign.
    name = second.texts("#seats bdi")[0]
    second.press("#quit summary")
    second.press("#quit-form button")
    for window in (first, second, third):
        state = window.wait_state(lambda state: state["status"] == "Match Ended")
        assert state["playable"] == []
        until(lambda: window.texts("#seats .state") == ["lost", "won"], "the seats say how it ended")
        assert not window.is_shown(".score.turn")
    assert first.state()["said"] == f"{name} has resigned."
    assert not third.is_shown("#rematch")
    old = first.js("return location.pathname")
    first.press("#rematch-form button")
    first.wait("return location.pathname !== arguments[0] && document.body.dataset.ready", old)
    until(lambda: second.is_shown("#to-rematch"), "the other is shown the way to the rematch")
    second.press("#to-rematch")
    second.wait("return location.pathname !== arguments[0] && document.body.dataset.ready", old)
    assert first.js("return location.href") == second.js("return location.href")
    settle(first, "", 1)
    settle(second, "", 2)


def test_keyboard_plays_on_a_turned_board(windows, server):
    first, second, _ = matched(windows, server)
    first.press('[data-do="flip"]')
    first.wait("return document.querySelector('.board').classList.contains('flipped')")
    # The first square that is seen is h8 now; arrows follow the eye.
    assert first.js("return document.querySelector('#board [data-i]').value") == "h8"
    first.js("document.querySelector('#board [tabindex=\"0\"]').focus()")
    first.chord(Keys.CONTROL, Keys.HOME)
    assert first.focused() == "h8"
    # From h8 to e6: three to the right, two down, as the turned board shows them.
    first.keys(Keys.RIGHT, Keys.RIGHT, Keys.RIGHT, Keys.DOWN, Keys.DOWN)
    assert first.focused() == "e6"
    assert "e6" in first.state()["playable"]
    first.keys(Keys.ENTER)
    settle(first, "e6", 1)
    settle(second, "e6", 2)
    assert first.focused() == "e6"
    # Turned back, the same position stands with its squares where they belong.
    first.press('[data-do="flip"]')
    settle(first, "e6", 1)
    assert first.js("return document.querySelector('#board [data-i]').value") == "a1"


def test_a_repeated_model_writes_nothing(windows, server):
    first, second, _ = matched(windows, server)
    first.play("d3")
    settle(second, "d3", 2)
    second.wait("return document.querySelector('#quit-form [name=version]').value === '4'")
    second.watch()
    # The page loads the match again when it comes back to sight, and the same events may come once more.
    second.js("""
      window.writes = [];
      new MutationObserver((records) => writes.push(...records.map((it) => it.target.outerHTML ?? it.target.data)))
        .observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      window.loads = 0;
      const real = window.fetch;
      window.fetch = (...all) => real(...all).finally(() => window.loads++);
      document.dispatchEvent(new Event('visibilitychange'));
    """)
    second.wait("return loads > 0")
    second.after_paint()
    watched = second.watched()
    assert second.js("return writes") == []
    assert watched["boards"] == 0 and watched["said"] == [] and watched["status"] == []
    # The watch does see a change when there is one.
    second.play("c3")
    settle(first, "d3c3", 1)
    assert second.watched()["boards"] > 0


@pytest.mark.parametrize("name", ["<img src=x onerror=a()>", "\"><b>'&amp;&", "שלום 'עולם' <i>", "مرحبا"])
def test_names_are_text_everywhere(windows, server, name):
    first, second, link = matched(windows, server)
    for window in (first, second):
        window.js("window.bad = 0; window.a = () => window.bad++")
    first.press(".name summary")
    field = first.element(".name input")
    field.clear()
    field.send_keys(name)
    first.press(".name button")
    first.wait("return location.pathname === '/' && document.body.dataset.ready")
    assert first.text(".name summary bdi") == name
    first.open(link)
    assert name in first.texts("#seats bdi")[0]
    second.open(link)
    assert name in second.texts("#seats bdi")[0]
    assert second.texts("#matches bdi") == [name]
    # The script draws list and seats anew when something happens; they are text then, too.
    first.play("d3")
    settle(second, "d3", 2)
    assert second.texts("#seats bdi")[0] == name
    second.open(server.url)
    assert second.texts("#matches bdi") == [name]
    first.press("#quit summary")
    first.press("#quit-form button")
    until(lambda: second.texts("#matches .state") == ["Match Ended"], "the list is told of the end")
    assert second.texts("#matches bdi") == [name]
    for window in (first, second):
        assert window.js(
            "return document.querySelectorAll('main img, header img, main b, main i').length") == 0
        assert not window.js("return window.bad")


def test_refused_names_are_told(windows, server):
    first = windows()
    make_match(first, server)
    old = first.text(".name summary bdi")
    first.expect("400")
    first.press(".name summary")
    field = first.element(".name input")
    for name in ("<img src=x onerror=alert(1)>", "\u202eevil"):
        field.clear()
        field.send_keys(name)
        first.press(".name button")
        first.wait("return location.pathname === '/name' && document.body.dataset.page === 'error'")
        assert "name" in first.text("main p")
        first.open(server.url)
        assert first.text(".name summary bdi") == old
        first.press(".name summary")
        field = first.element(".name input")

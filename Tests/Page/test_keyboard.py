"""The keyboard alone."""

from selenium.webdriver.common.keys import Keys

from harness import index_of, rules

WATCH_FOCUS = """
window.lost = 0;
addEventListener('focusout', () => setTimeout(() => {
  if (document.activeElement === document.body || !document.activeElement) lost++;
}), true);
"""


def tab_to_board(window, key=Keys.TAB, limit=40):
    for _ in range(limit):
        window.keys(key)
        if window.focused():
            return window.focused()
    raise AssertionError("Tab does not reach the board")


def way(start, goal):
    """The arrows from one square to another, on a board that is not turned."""
    columns = ord(goal[0]) - ord(start[0])
    rows = int(goal[1]) - int(start[1])
    return [Keys.RIGHT if columns > 0 else Keys.LEFT] * abs(columns) + [
        Keys.DOWN if rows > 0 else Keys.UP] * abs(rows)


def test_a_whole_game_against_level_one(window, server):
    window.open(server.url)
    # The pause is for the eye; a test needs none.
    window.js("localStorage.setItem('baton.pause', 'false')")
    window.open(server.url + "?level=1")
    window.js(WATCH_FOCUS)
    at = tab_to_board(window)
    for chord, goal in (
        ((Keys.CONTROL, Keys.HOME), "a1"), ((None, Keys.END), "h1"), ((Keys.CONTROL, Keys.END), "h8"),
        ((None, Keys.HOME), "a8"), ((None, Keys.LEFT), "a8"), ((None, Keys.DOWN), "a8"),
        ((None, Keys.UP), "a7"), ((None, Keys.RIGHT), "b7"),
    ):
        window.chord(*chord) if chord[0] else window.keys(chord[1])
        at = window.focused()
        assert at == goal
        assert window.js("return document.querySelectorAll('#board [tabindex=\"0\"]').length") == 1

    plays = 0
    while True:
        state = window.wait_state(
            lambda state: state["playable"] or "wins" in state["status"] or "Draw" in state["status"])
        if not state["playable"]:
            break
        # What the focus is on is not taken away by the computer's move.
        assert window.focused() == at
        # Keys that mean nothing here do nothing: this square cannot be played any more.
        goal = sorted(state["playable"], key=index_of)[plays % len(state["playable"])]
        window.keys(*way(at, goal), Keys.ENTER if plays % 2 else Keys.SPACE)
        plays += 1
        at = window.focused()
        assert at == goal
        window.wait_state(lambda state: state["board"][index_of(goal)] != "-")
    transcript = window.js("return document.getElementById('download').href").split("/")[-1][:-4]
    word = rules(transcript)
    assert word["over"] and word["board"] == state["board"]
    assert state["status"].startswith(word["result"].split(" (")[0])
    assert plays > 10
    assert window.focused() == at
    assert window.js("return lost") == 0

    # Tab always leaves, in both directions, and comes back to the same square.
    window.keys(Keys.TAB)
    assert window.focused() is None
    assert window.js("return document.activeElement !== document.body")
    window.chord(Keys.SHIFT, Keys.TAB)
    assert window.focused() == at
    window.chord(Keys.SHIFT, Keys.TAB)
    assert window.focused() is None
    assert window.js("return lost") == 0


def test_typing_in_a_field_is_not_the_boards(window, server):
    window.open(server.url + "?mode=two")
    window.press("#files summary")
    window.press("#open-text")
    window.watch()
    before = window.state()
    window.keys("e4 d3 ", Keys.LEFT, Keys.LEFT, Keys.UP, Keys.HOME, Keys.END, Keys.ENTER, Keys.SPACE)
    assert window.js("return document.activeElement.id") == "open-text"
    assert window.js("return document.activeElement.value") == "e4 d3 \n "
    assert window.state() == before
    assert window.watched()["boards"] == 0


def test_focus_survives_undo_and_steps(window, server):
    window.open(server.url + "?mode=two&game=F5D6C3")
    window.js(WATCH_FOCUS)
    window.js("document.querySelector('#board [tabindex=\"0\"]').focus()")
    at = window.focused()
    # By program, so that the focus stays on the board.
    for action in ("undo", "first", "next", "last"):
        window.js(f"document.querySelector('[data-do=\"{action}\"]').click()")
        assert window.focused() == at
    window.js("""
      const themes = document.getElementById('theme');
      themes.value = 'slate';
      themes.dispatchEvent(new Event('change'));
    """)
    assert window.focused() == at
    assert window.js("return lost") == 0

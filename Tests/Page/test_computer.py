"""Games against the computer and on one device: what the browser plays by itself."""

import pytest

from harness import moves_of, rules
from test_match import LOST

# Black's choice, white's reply, black passes, white again: black to choose.
PASSING = "D3C3F5D2D1E1B2C1D6"

# Notes when a search begins and when it is ended.
WATCH_WORKERS = """
window.searches = [];
const Real = window.Worker;
window.Worker = class extends Real {
  constructor(...all) { super(...all); searches.push('start'); }
  terminate() { searches.push('stop'); super.terminate(); }
};
"""


def without_pause(window, server, address=""):
    """Opens the page with the computer answering at once."""
    window.open(server.url)
    window.js("localStorage.setItem('baton.pause', 'false')")
    window.open(server.url + address)


def wait_turn(window, plies=None, limit=60):
    """Waits until a person may move, after so many plies, and returns the state."""
    return window.wait_state(
        lambda state: state["playable"] and (plies is None or len(state["moves"]) == plies),
        "a person's turn", limit)


def assert_lawful(window):
    """The board is what the rules say of the moves in the list."""
    state = window.state()
    word = rules("".join(move for move in state["moves"] if move != "pass").upper())
    assert state["board"] == word["board"] and state["moves"] == word["moves"]
    assert (state["black"], state["white"]) == (word["black"], word["white"])
    if not word["over"]:
        assert sorted(state["playable"]) == sorted(word["legal"])


def test_goes_on_without_the_server(window, own_server):
    window.expect(*LOST)
    without_pause(window, own_server, "?level=3")
    own_server.kill()
    for ply in range(0, 8, 2):
        state = wait_turn(window, ply)
        window.play(state["playable"][0])
    state = wait_turn(window, 8)
    assert_lawful(window)
    window.press('[data-do="undo"]')
    wait_turn(window, 6)
    assert_lawful(window)
    window.press('#setup input[value="white"]')
    window.press('[data-do="new"]')
    state = wait_turn(window, 1)
    window.play(state["playable"][0])
    wait_turn(window, 3)
    assert_lawful(window)
    window.press('#level [value="4"]')
    window.press("#pause")
    state = window.state()
    window.play(state["playable"][0])
    window.wait_state(lambda state: "level 4" in state["status"])
    wait_turn(window, 5)
    assert_lawful(window)


def test_undo_while_it_thinks_ends_the_search(window, server):
    window.open(server.url + "?level=3")
    window.watch()
    window.js(WATCH_WORKERS)
    window.play("d3")
    window.wait_state(lambda state: state["status"] == "White (level 3) is thinking")
    assert window.state()["playable"] == []
    window.press('[data-do="undo"]')
    state = window.wait_position("")
    assert state["status"] == "Your turn, Black" and state["moves"] == []
    assert window.js("return searches") == ["start", "stop"]
    # Longer than the search and its pause would have taken.
    window.stay(1600)
    state = window.state()
    assert state["board"] == rules()["board"] and state["moves"] == []
    assert not [said for said in window.watched()["said"] if "White" in said]
    window.play("c4")
    wait_turn(window, 2)
    assert_lawful(window)
    assert window.state()["moves"][0] == "c4"


def test_a_new_game_while_it_thinks_gets_no_stale_move(window, server):
    window.open(server.url + "?level=3")
    window.watch()
    window.play("d3")
    window.wait_state(lambda state: "is thinking" in state["status"])
    window.press('[data-do="new"]')
    window.wait_position("")
    window.stay(1600)
    assert window.state()["board"] == rules()["board"]
    window.play("f5")
    state = wait_turn(window, 2)
    assert state["moves"][0] == "f5"
    assert_lawful(window)
    # As white, the computer begins; another new game while it thinks still brings one first move.
    window.press('#setup input[value="white"]')
    window.press('[data-do="new"]')
    window.wait_state(lambda state: "Black (level 3) is thinking" == state["status"])
    window.press('[data-do="new"]')
    wait_turn(window, 1)
    window.stay(1200)
    assert len(window.state()["moves"]) == 1
    assert_lawful(window)


def test_the_pause_is_about_a_second(window, server):
    window.open(server.url + "?level=1")
    window.watch()
    window.play("d3")
    state = wait_turn(window, 2)
    reply = state["moves"][1]
    watched = window.watched()
    assert 900 < watched["seen"][reply] - watched["pressed"] < 10_000


def test_undo_goes_back_over_a_pass(window, server):
    word = rules(PASSING)
    assert word["moves"][-2] == "pass" and word["toMove"] == "black"
    window.open(server.url + f"?level=1&colour=black&game={PASSING}")
    state = wait_turn(window, len(word["moves"]))
    assert state["board"] == word["board"] and "pass" in state["moves"]
    window.press('[data-do="undo"]')
    before = PASSING[:-6]
    state = window.wait_position(before)
    assert rules(before)["toMove"] == "black"
    assert state["moves"] == rules(before)["moves"]
    assert state["status"] == "Your turn, Black"


def test_a_pass_is_announced(window, server):
    before = PASSING[:-2]
    last = PASSING[-4:-2].lower()
    assert rules(before)["moves"][-1] == "pass"
    window.open(server.url + f"?mode=two&game={before[:-2]}")
    assert window.js("return document.getElementById('said').getAttribute('aria-live')") == "polite"
    window.watch()
    window.play(last)
    window.wait_position(before)
    assert window.watched()["said"] == [f"White plays {last}. Black has no move and passes."]
    assert window.state()["status"] == "White to move"


@pytest.mark.parametrize("address", ["mode=two", "colour=black&level=1"])
def test_an_early_end_tells_both_counts(window, server, address):
    game = "E6F4E3F6G5D6E7F5C5"
    word = rules(game)
    assert (word["black"], word["white"]) == (13, 0)
    assert word["tournament"] == {"black": 64, "white": 0}
    window.open(server.url + f"?{address}&game={game[:-2]}")
    window.play("c5")
    state = window.wait_position(game)
    line = "Black wins 13–0 (64–0 with the empty squares)"
    assert state["status"] == line
    assert state["said"] == f"Black plays c5. {line}."
    assert state["playable"] == []


def test_each_move_is_said_once(window, server):
    window.open(server.url + "?mode=two")
    window.watch()
    for move in moves_of("F5D6C3"):
        window.play(move)
    window.wait_position("F5D6C3")
    assert window.watched()["said"] == ["Black plays f5.", "White plays d6.", "Black plays c3."]

"""The strong engine in the browser: high levels, what each move is worth, and the review of a game."""

import pytest

from harness import rules, until
from test_computer import assert_lawful, wait_turn, without_pause
from test_match import LOST, matched

# Black gives away a corner on the way; the last 18 squares are played from here.
GAME = ("F5F6F7D6C3D3C4G5F4B5E3E7B4E2F3G6C5D2C6B6C7D7E6A3E8F8D8C8C2B3G4D1H5H6G3H4B7H3F2E1A6A5A4B8A2G2A7B2F1G1A8"
        "H1H2A1B1C1G7G8H7H8")
# Five squares are left.
LATE = GAME[:-10]

COUNT_WORKERS = """
window.workers = { made: 0, ended: 0 };
const Real = window.Worker;
window.Worker = class extends Real {
  constructor(...all) { super(...all); workers.made++; }
  terminate() { workers.ended++; super.terminate(); }
};
"""

VALUES = """
return [...document.querySelectorAll('.overlay-above text')].map((it) => it.textContent);
"""


def loaded(window, part):
    return window.js(
        "return performance.getEntriesByType('resource').some((it) => it.name.includes(arguments[0]))", part)


def test_the_first_page_loads_no_engine(window, server):
    window.open(server.url)
    window.play("d3")
    wait_turn(window, 2)
    for part in ("engine", "weights", "study.", "files."):
        assert not loaded(window, "/" + part) and not loaded(window, part), part


def test_a_high_level_plays_and_goes_on_without_the_server(window, own_server):
    window.expect(*LOST)
    without_pause(window, own_server)
    window.press('#level [value="8"]')
    window.wait("return performance.getEntriesByType('resource').some((it) => it.name.includes('.weights'))")
    window.play("d3")
    state = wait_turn(window, 2)
    own_server.kill()
    for ply in range(2, 8, 2):
        window.play(state["playable"][0])
        state = wait_turn(window, ply + 2)
    assert_lawful(window)


def test_an_engine_that_cannot_be_had_is_told_and_a_lower_level_goes_on(window, own_server):
    window.expect(*LOST)
    without_pause(window, own_server)
    own_server.kill()
    window.press('#level [value="9"]')
    window.play("d3")
    until(lambda: "did not load" in window.state()["problem"], "the page tells of it")
    window.press('#level [value="2"]')
    state = wait_turn(window, 2)
    assert state["problem"] == ""
    assert_lawful(window)


def test_a_browser_without_vectors_gets_the_other_module(window, server):
    identifier = window.cdp("Page.addScriptToEvaluateOnNewDocument", source="WebAssembly.validate = () => false;")
    try:
        without_pause(window, server, "?level=7")
        window.play("d3")
        wait_turn(window, 2)
        assert loaded(window, "/engine.") and not loaded(window, "/engine-simd.")
        assert_lawful(window)
    finally:
        window.cdp("Page.removeScriptToEvaluateOnNewDocument", **identifier)


def test_every_move_has_a_value_and_late_ones_are_exact(window, server):
    window.open(server.url + f"?mode=two&game={LATE}")
    window.press("#study")
    until(lambda: window.text("#verdict").endswith("exact"), lambda: window.text("#verdict"))
    legal = rules(LATE)["legal"]
    values = window.js(VALUES)
    assert len(values) == len(legal)
    # The value of the best one is the end of the game under perfect play: the engine and the rules agree on it.
    best = max(int(value.replace("−", "-")) for value in values)
    verdict = window.text("#verdict")
    assert str(abs(best)) in verdict or best == 0 and "draws" in verdict
    assert window.text("#line").split()[0] in [move.lower() for move in legal]
    # Back to the position before, and on again: the values follow.
    window.press('[data-do="previous"]')
    until(lambda: window.text("#verdict").endswith("exact")
          and len(window.js(VALUES)) == len(rules(LATE[:-2])["legal"]), "values of the position before")
    window.press("#study")
    until(lambda: not window.js(VALUES) and window.text("#verdict") == "", "nothing is written any more")


def test_it_stops_at_once_and_nothing_late_is_written(window, server):
    window.open(server.url + "?mode=two&game=F5D6C3D3C4")
    window.js(COUNT_WORKERS)
    window.press("#study")
    until(lambda: window.js(VALUES), "values")
    begun = window.js("return performance.now()")
    window.press("#study")
    assert window.js("return workers") == {"made": 1, "ended": 1}
    assert window.js("return performance.now()") - begun < 1000
    assert not window.js(VALUES)
    window.stay(300)
    assert not window.js(VALUES) and window.text("#verdict") == ""
    # Moving about quickly leaves the values of the last position only.
    window.press("#study")
    for action in ("previous", "previous", "next", "previous", "first"):
        window.press(f'[data-do="{action}"]')
    until(lambda: len(window.js(VALUES)) == 4, "the values of the first position")
    window.stay(300)
    assert len(window.js(VALUES)) == 4
    workers = window.js("return workers")
    assert workers["made"] - workers["ended"] == 1


@pytest.mark.parametrize("kind", ["desktop", "phone"])
def test_a_review_shows_the_mistakes_and_leads_to_them(pool, server, kind):
    window = pool.get(kind, 0)
    window.open(server.url + f"?mode=two&game={GAME}")
    window.press("#review")
    window.wait("return document.querySelector('#review-result svg.graph') !== null", limit=120)
    result = window.text("#review-result")
    assert "Discs lost by mistakes" in result
    mistakes = window.texts("#review-result .mistakes button")
    assert any(mistake.startswith("10. b5") for mistake in mistakes)
    assert window.js("return document.querySelectorAll('#moves .blunder').length") >= 1
    # The graph is read without moving the page sideways.
    assert window.js("return document.documentElement.scrollWidth <= innerWidth")
    window.press("#review-result .mistakes li:first-child button")
    number = int(mistakes[0].split(".")[0])
    until(lambda: window.state()["ply"].startswith(f"{number - 1} /"), "the position before the mistake")
    assert window.js("return document.querySelector('.graph .now') !== null")
    # Another game is not the one that was reviewed.
    window.press('[data-do="two"]')
    until(lambda: window.text("#review-result") == "", "the review is gone")


def test_a_review_can_be_stopped(window, server):
    window.open(server.url + f"?mode=two&game={GAME}")
    window.js(COUNT_WORKERS)
    window.press("#review")
    window.wait("return document.querySelector('#review-result progress') !== null")
    window.press("#review-stop")
    assert window.text("#review-result") == ""
    assert window.js("return workers.made === workers.ended")
    assert window.is_shown("#review") and not window.is_shown("#review-stop")



def test_a_match_that_has_ended_leads_to_its_analysis(windows, server):
    first, second, _ = matched(windows, server)
    for window, move in ((first, "f5"), (second, "d6"), (first, "c3")):
        window.wait_state(lambda state: move in state["playable"])
        window.play(move)
    second.wait_state(lambda state: len(state["moves"]) == 3)
    # Not while it is played: that would be help.
    assert not first.js("return document.getElementById('analyse')")
    second.press("#quit summary")
    second.press("#quit-form button")
    first.wait("return document.getElementById('analyse')")
    first.press("#analyse")
    first.wait_position("F5D6C3")
    first.press("#study")
    until(lambda: len(first.js(VALUES)) == len(rules("F5D6C3")["legal"]), "values")

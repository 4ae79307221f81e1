"""The pages without script: forms and links alone."""

import pytest

from harness import moves_of, rules, until


@pytest.fixture
def plain(windows):
    def open_window(number=0):
        window = windows("plain", number)
        # The module is fetched ahead for the script, which does not come here.
        window.expect("preloaded")
        return window

    return open_window


def game_of(window):
    """The transcript that the next form would send."""
    return window.js("return document.querySelector('.board-form [name=game]').value")


def test_a_whole_game_by_pressing_squares(plain, server):
    window = plain()
    window.open(server.url, ready=False)
    assert not window.js("return 'ready' in document.body.dataset"), "the script must not run here"
    assert not window.is_shown("#pause")
    window.press('#level [value="1"]')
    window.press('[data-do="new"]')
    state = window.wait_state(lambda state: state["status"] == "Your turn, Black")
    plays = 0
    while not rules(game_of(window))["over"]:
        word = rules(game_of(window))
        assert state["board"] == word["board"]
        assert sorted(state["playable"]) == sorted(word["legal"])
        before = len(game_of(window))
        window.play(state["playable"][plays % len(state["playable"])])
        plays += 1
        # Each press loads a page; the answer of the computer is on it.
        until(lambda: len(game_of(window)) > before, "the move was played")
        state = window.state()
    word = rules(game_of(window))
    assert state["status"] == word["result"]
    assert (state["black"], state["white"]) == (word["black"], word["white"])
    assert state["playable"] == []
    assert plays > 10

    # Back and forth by the links.
    window.press('[aria-label="First position"]')
    state = window.wait_state(lambda state: state["ply"].startswith("0 /"))
    assert state["board"] == rules()["board"] and state["playable"] == []
    window.press('[aria-label="One move on"]')
    first = word["moves"][0]
    state = window.wait_state(lambda state: state["ply"].startswith("1 /"))
    assert state["board"] == rules(first)["board"]
    window.press('[aria-label="Last position"]')
    state = window.wait_state(lambda state: state["ply"] == f"{len(word['moves'])} / {len(word['moves'])}")
    assert state["board"] == word["board"]


def test_undo_and_a_transcript_with_a_mistake(plain, server):
    window = plain()
    window.open(server.url + "?level=2", ready=False)
    window.play("d3")
    until(lambda: len(game_of(window)) == 4, "the computer has answered")
    window.press('[name="undo"]')
    state = window.wait_state(lambda state: state["board"] == rules()["board"])
    assert state["status"] == "Your turn, Black"
    assert not window.element('[name="undo"]').is_enabled()

    window.open(server.url + "?mode=two&game=F5D6", ready=False)
    window.press("#files summary")
    window.element("#open-text").send_keys("F5D4")
    window.press("#open .button")
    state = window.wait_state(lambda state: state["problem"])
    assert "d4 is occupied at ply 2" in state["problem"]
    assert state["board"] == rules("F5D6")["board"] and game_of(window) == "F5D6"
    window.press("#files summary")
    window.element("#open-text").send_keys("1. f5 d6 2. c3 d3")
    window.press("#open .button")
    state = window.wait_state(lambda state: state["board"] == rules("F5D6C3D3")["board"])
    assert state["problem"] == ""


def test_a_match_by_forms(plain, server):
    first, second = plain(0), plain(1)
    first.open(server.url, ready=False)
    first.press("#match-setup .main")
    state = first.wait_state(lambda state: state["status"] == "Player 1's Turn (that's you)")
    link = first.js("return document.getElementById('link').value")
    second.open(link, ready=False)
    state = second.state()
    assert state["status"] == "Player 1's Turn" and state["playable"] == []
    second.press("#join-form button")
    second.wait("return document.querySelectorAll('#seats bdi').length === 2"
                " && !document.querySelector('#seats').textContent.includes('open seat')")
    assert not second.is_shown("#join")
    done = ""
    for number, move in enumerate(moves_of("F5D6C3D3C4")):
        mover, other = (first, second) if number % 2 == 0 else (second, first)
        seat = number % 2 + 1
        # The page asks again by itself while it waits.
        state = mover.wait_state(
            lambda state: state["status"] == f"Player {seat}'s Turn (that's you)" and state["playable"])
        assert state["board"] == rules(done)["board"]
        assert sorted(state["playable"]) == sorted(rules(done)["legal"])
        mover.play(move)
        done += move
        state = mover.wait_state(lambda state: state["status"] == f"Player {3 - seat}'s Turn")
        assert state["board"] == rules(done)["board"] and state["playable"] == []
        if number > 0:
            # Waiting five seconds once is enough; then the reader is quicker than the page.
            other.driver.refresh()
    first.press("#quit summary")
    first.press("#quit-form button")
    first.wait_state(lambda state: state["status"] == "Match Ended")
    second.driver.refresh()
    second.wait_state(lambda state: state["status"] == "Match Ended")
    assert second.texts("#seats .state") == ["lost", "won"]

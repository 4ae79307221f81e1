"""Games that are kept: in this browser, in files, in addresses."""

from harness import moves_of, rules, until
from test_match import GAME
from test_computer import wait_turn, without_pause


def shown(window):
    """The parts of the state that a saved game brings back."""
    state = window.state()
    return {key: state[key] for key in ("board", "moves", "playable", "status")}


def saved(window):
    return window.js("return JSON.parse(localStorage.getItem('baton.games') ?? '[]')")


def test_a_reload_comes_back_to_the_same_game(window, server):
    without_pause(window, server)
    window.press('#level [value="2"]')
    window.press('[data-do="new"]')
    for ply in (0, 2, 4):
        window.play(wait_turn(window, ply)["playable"][0])
    wait_turn(window, 6)
    before = shown(window)
    window.reload()
    assert shown(window) == before
    assert window.js("return document.getElementById('level').value") == "2"
    assert len(saved(window)) == 1
    # It goes on from there.
    window.play(before["playable"][0])
    wait_turn(window, 8)


def test_a_reload_keeps_what_was_played_from_an_address(window, server):
    window.open(server.url + "?mode=two&game=F5D6")
    window.play("c3")
    window.wait_position("F5D6C3")
    window.reload()
    window.wait_position("F5D6C3")
    assert [game["game"] for game in saved(window)] == ["F5D6C3"]


def test_a_mistake_in_the_address_is_told(window, server):
    window.open(server.url + "?mode=two&game=F5D4")
    state = window.state()
    assert state["problem"] == "The game has a mistake: d4 is occupied at ply 2"
    assert state["board"] == rules()["board"]
    window.play("d3")
    window.wait_position("d3")


def test_an_address_alone_is_kept_once(window, server):
    for _ in range(3):
        window.open(server.url + "?mode=two&game=F5D6C3")
    assert len(saved(window)) == 1


def test_two_games_are_kept_and_opened_again(window, server):
    window.open(server.url)
    window.press('[data-do="two"]')
    for move in moves_of("F5D6"):
        window.play(move)
    window.wait_position("F5D6")
    window.press('[data-do="two"]')
    for move in moves_of("D3C3C4"):
        window.play(move)
    window.wait_position("D3C3C4")
    window.press("#files summary")
    until(lambda: [label.split(" · ")[1:] for label in window.texts("#saved span")] == [
        ["two players", "3 moves"], ["two players", "2 moves"]], "both games are listed")
    window.press("#saved li:nth-child(2) .button")
    window.wait_position("F5D6")
    window.play("c3")
    window.wait_position("F5D6C3")
    # The one that was played last is first now.
    assert [game["game"] for game in saved(window)] == ["F5D6C3", "D3C3C4"]
    window.press("#saved li:nth-child(2) .button:last-child")
    assert [game["game"] for game in saved(window)] == ["F5D6C3"]
    window.reload()
    window.wait_position("F5D6C3")


def test_the_download_is_the_transcript(window, server, tmp_path):
    window.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    window.open(server.url + "?mode=two&game=F5D6C3")
    window.play("d3")
    window.wait_position("F5D6C3D3")
    window.press("#files summary")
    window.press("#download")
    until(lambda: (tmp_path / "reversi.txt").exists(), "the file is there")
    assert (tmp_path / "reversi.txt").read_text() == "F5D6C3D3\n"


def test_pasting_and_files(window, server, tmp_path):
    window.open(server.url)
    window.press("#files summary")
    window.element("#open-text").send_keys("1. f5 d6\n2. c3 d3")
    window.press("#open .buttons .button")
    window.wait_position("F5D6C3D3")
    assert window.js("return document.getElementById('open-text').value") == ""
    file = tmp_path / "game.txt"
    file.write_text("D3C3C4\n")
    window.element("#open-file").send_keys(str(file))
    window.wait_position("D3C3C4")

    # Old programs write other encodings.
    file.write_bytes("D3C3C4E3".encode("utf-16"))
    window.element("#open-file").send_keys(str(file))
    window.wait_position("D3C3C4E3")

    # What cannot be read is told and changes nothing, here and in the store.
    before, kept = shown(window), saved(window)
    window.element("#open-text").send_keys("F5D4")
    window.press("#open .buttons .button")
    message = "This cannot be opened: d4 is occupied at ply 2."
    until(lambda: window.text("#open-error") == message, message)
    assert window.is_shown("#open-error")
    assert window.js("return document.getElementById('open-error').getAttribute('role')") == "alert"
    file.write_text("Dear diary")
    window.element("#open-file").send_keys(str(file))
    until(lambda: window.text("#open-error") == (
        "This cannot be opened: expected a square from a1 to h8 at ply 1."), "the reason")
    file.write_text("F5" * 40_000)
    window.element("#open-file").send_keys(str(file))
    until(lambda: window.text("#open-error").endswith("the file is too large."), "the reason")
    assert shown(window) == before and saved(window) == kept
    # A good one takes the message away.
    file.write_text("f5")
    window.element("#open-file").send_keys(str(file))
    window.wait_position("F5")
    assert window.text("#open-error") == ""


def test_what_a_file_brings_is_no_news(window, server):
    window.open(server.url)
    window.press("#files summary")
    window.watch()
    window.element("#open-text").send_keys(GAME)
    window.press("#open .buttons .button")
    state = window.wait_position(GAME)
    assert state["status"] == "Draw, 32–32"
    assert window.watched()["said"] == []


def test_stepping_through(window, server):
    game = "F5D6C3D3C4"
    window.open(server.url + f"?mode=two&game={game}")
    end = shown(window)

    def at(ply):
        state = window.wait_state(lambda state: state["ply"] == f"{ply} / 5")
        word = rules(game[:2 * ply])
        assert state["board"] == word["board"]
        assert (state["black"], state["white"]) == (word["black"], word["white"])
        current = window.texts("#moves [aria-current]")
        assert current == ([moves_of(game)[ply - 1]] if ply else [])
        if ply < 5:
            # Looking back is no place to move.
            assert state["playable"] == [] and state["status"] == f"Move {ply} of 5"

    at(5)
    for action, ply in (
        ("previous", 4), ("first", 0), ("previous", 0), ("next", 1), ("last", 5), ("next", 5),
    ):
        window.press(f'[data-do="{action}"]')
        at(ply)
    window.press("#moves li:nth-child(3) button")
    at(3)
    window.press('[data-do="last"]')
    at(5)
    assert shown(window) == end


def test_storage_that_refuses_does_no_harm(window, server):
    window.open(server.url + "?mode=two")
    window.js("Storage.prototype.setItem = () => { throw new Error('full') }")
    window.play("d3")
    window.wait_position("d3")
    window.js("localStorage.clear(); Storage.prototype.getItem = () => '{broken'")
    window.play("c3")
    window.wait_position("d3c3")

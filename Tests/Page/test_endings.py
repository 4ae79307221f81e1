"""Puzzles of Reversi, positions that are set up, and games that begin with them."""

import json
import subprocess

from harness import TOOL, until

START = "-" * 27 + "OX------XO" + "-" * 27


def values(position):
    """The exact score of each move, by the tool."""
    out = subprocess.run(
        [TOOL, "solve", "--position", position, "--lines", "60", "--json"], capture_output=True, text=True, check=True)
    return {line["move"]: line["score"] for line in json.loads(out.stdout)["lines"]}


def moves(window):
    return window.texts("#moves li")


def puzzle(window, number):
    score, position = window.js("return document.body.dataset.puzzles").split("|")[number].split("~")
    return int(score), position


def test_an_ending_is_solved_move_by_move(window, server):
    window.open(server.url + "reversi/puzzles?number=0")
    score, position = puzzle(window, 0)
    worth = values(position)
    best = max(worth, key=worth.get)
    assert worth[best] == score
    side = "White" if position[-1] == "O" else "Black"
    assert window.text("#task") == f"{side} to move wins by {score}."
    # A move that gives discs away is taken back, and what it would have led to is told.
    wrong = min(worth, key=worth.get)
    window.play(wrong)
    window.wait("return document.getElementById('verdict').textContent.includes('Try another move')")
    assert moves(window) == [] and not window.text("#progress").startswith("1")
    window.play(best)
    window.wait("return document.querySelectorAll('#moves li').length >= 2")
    assert moves(window)[0] == best
    assert window.text("#verdict") == f"Right: {side} still wins by {score}."
    window.press("#hint")
    window.wait("return document.querySelector('#board .overlay-above').children.length > 0")
    window.press("#give-up")
    window.wait("return document.getElementById('verdict').textContent === 'That was the best play.'", limit=30)
    black, white = int(window.text("#black")), int(window.text("#white"))
    left = 64 - black - white
    margin = (white - black) * (1 if side == "White" else -1)
    assert margin + (left if margin > 0 else -left) == score
    assert window.text("#progress").startswith("0 of")
    window.press("#next")
    assert window.js("return document.getElementById('puzzle-number').value") == "1" and moves(window) == []


def test_whoever_keeps_the_result_to_the_end_has_solved_it(window, server):
    window.open(server.url + "reversi/puzzles?number=1")
    side = puzzle(window, 1)[1][-1]

    def over():
        return window.text("#verdict") == "Solved!"

    def position():
        """What is on the board with the puzzle's side to move."""
        squares = window.js(
            "return [...document.querySelectorAll('#board [data-i]')].map((it) => "
            "it.querySelector('.piece use')?.getAttribute('href') ?? '')")
        return "".join("X" if "black" in it else "O" if "white" in it else "-" for it in squares) + " " + side

    def may_move():
        return window.js("return document.querySelector('#board .is-target')") and not window.text("#verdict") == "…"

    for _ in range(8):
        until(lambda: over() or may_move(), "a move or the end", 30)
        if over():
            break
        worth = values(position())
        best = max(worth, key=worth.get)
        count = len(moves(window))
        window.play(best)
        window.wait(f"return document.querySelectorAll('#moves li').length > {count}")
    assert over() and window.text("#progress").startswith("1 of")
    window.reload()
    assert "✓" in window.texts("#puzzle-number option")[1]


def test_a_position_is_set_up_and_played(window, server):
    window.open(server.url)
    window.press("#files summary")
    window.wait("return document.querySelector('#set-up')")
    window.wait("return document.querySelector('#saved')")
    until(lambda: window.press("#set-up") or window.js("return document.querySelector('#editing')"), "the editor")
    press = "[...document.querySelectorAll('#editing button')].find((it) => it.textContent === arguments[0]).click()"
    window.js(press, "Empty board")
    assert window.text("#status") == "Not yet: there is no disc on the board"
    window.play("a1")
    assert window.text("#status") == "Not yet: neither side can move in this position"
    window.play("b1")
    window.play("b1")
    assert window.text("#status") == "Set up a position"
    text = window.js("return document.querySelector('#editing .fen input').value")
    assert text == "XO" + "-" * 62 + " X"
    assert (window.text("#black"), window.text("#white")) == ("1", "1")
    # The level may be chosen meanwhile.
    window.js("const level = document.getElementById('level'); level.value = 2; level.dispatchEvent(new Event('change'))")
    assert window.js("return !!document.querySelector('#editing')") and window.text("#status") == "Set up a position"
    window.js(press, "Two players")
    assert not window.js("return document.querySelector('#editing')")
    window.play("c1")
    assert moves(window) == ["c1"]
    window.wait("return document.getElementById('status').textContent.includes('wins')")
    assert window.js("return document.getElementById('download').href").endswith("%20X%20C1.txt")
    # A position that is pasted may have its moves behind it.
    window.press('[data-do="undo"]')
    window.js("document.getElementById('open-text').value = arguments[0]", START[:-1] + "- X f5 d6")
    window.press("#open .button")
    window.wait("return document.querySelectorAll('#moves li').length === 2")
    assert window.text("#open-error") == ""


def test_a_new_game_puts_a_position_away(window, server):
    window.open(server.url)
    window.press("#files summary")
    until(lambda: window.press("#set-up") or window.js("return document.querySelector('#editing')"), "the editor")
    window.press('[data-do="new"]')
    window.wait("return !document.querySelector('#editing')")
    assert window.text("#status") == "Your turn, Black"


def test_an_ending_without_script(windows, server):
    window = windows("plain")
    window.open(server.url + "reversi/puzzles?number=0", ready=False)
    score, position = puzzle(window, 0)
    window.press("noscript .button[href]")
    until(lambda: "mode=two" in window.js("return location.href"), "the first page")
    worth = values(position)
    best = max(worth, key=worth.get)
    window.press(f'#board [value="{best}"]')
    until(lambda: best in moves(window), "the move is there")

"""Makes balanced openings of Reversi: random games of ten plies that the engine finds worth at most a disc.

    python3 Benchmarks/openings.py [COUNT] [SEED] > openings.txt

No two are the same up to the symmetries of the board, and none is in a file that `BATON_OTHER_OPENINGS` names.
`BATON_TOOL` names the program, the checkout's release build if nothing is said. A hundred take about five minutes.
"""

import json
import os
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = os.environ.get("BATON_TOOL", str(ROOT / ".build/release/baton"))
PLIES = 10
DEPTH = 16
DIRECTIONS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]


def turned(board, side, x, y):
    """The discs that a move turns, nothing for no move."""
    if (x, y) in board:
        return []
    result = []
    for dx, dy in DIRECTIONS:
        run, a, b = [], x + dx, y + dy
        while board.get((a, b)) == 1 - side:
            run.append((a, b))
            a, b = a + dx, b + dy
        if run and board.get((a, b)) == side:
            result += run
    return result


def play(board, side, x, y):
    board.update({square: side for square in turned(board, side, x, y) + [(x, y)]})


def start():
    return {(3, 3): 1, (4, 4): 1, (4, 3): 0, (3, 4): 0}


def random_game(choices):
    board, moves = start(), []
    for ply in range(PLIES):
        legal = [(x, y) for x in range(8) for y in range(8) if turned(board, ply % 2, x, y)]
        if not legal:
            return None
        move = choices.choice(legal)
        play(board, ply % 2, *move)
        moves.append(move)
    return board, "".join("abcdefgh"[x] + str(y + 1) for x, y in moves)


def name(board):
    """The same for all eight images of a board."""
    images = []
    for turn in range(8):
        cells = []
        for (x, y), side in board.items():
            for _ in range(turn % 4):
                x, y = y, 7 - x
            cells.append((7 - x if turn > 3 else x, y, side))
        images.append(tuple(sorted(cells)))
    return min(images)


def known(path):
    names = set()
    for line in pathlib.Path(path).read_text().splitlines():
        text = line.split("#")[0].strip().lower()
        if text:
            board = start()
            for ply in range(len(text) // 2):
                play(board, ply % 2, "abcdefgh".index(text[2 * ply]), int(text[2 * ply + 1]) - 1)
            names.add(name(board))
    return names


def value(text, depth):
    """What the engine expects of a game for Black."""
    run = subprocess.run([TOOL, "analyse", text, "--depth", str(depth), "--json"],
                         capture_output=True, text=True, check=True)
    last = json.loads(run.stdout.strip().splitlines()[-1])
    return last["value"]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    choices = random.Random(seed)
    seen = known(os.environ["BATON_OTHER_OPENINGS"]) if "BATON_OTHER_OPENINGS" in os.environ else set()
    print(f"# {count} openings of Reversi, {PLIES} plies at random, worth at most a disc to a search of {DEPTH} plies.")
    print(f"# Made by Benchmarks/openings.py {count} {seed}.")
    found = 0
    while found < count:
        game = random_game(choices)
        if not game or name(game[0]) in seen:
            continue
        seen.add(name(game[0]))
        # Most are far from even, which a glance shows.
        if abs(value(game[1], 6)) <= 4 and abs(value(game[1], DEPTH)) <= 1:
            print(game[1], flush=True)
            found += 1


if __name__ == "__main__":
    main()

"""UCI engines as opponents: watched, started again when they die, and never trusted."""

import shutil
import sys

import pytest

from harness import until
from load import Player

# An engine that knows the answers to three moves, and how to misbehave on its first questions.
ENGINE = r"""
import os, pathlib, sys, time
way, count = sys.argv[1], pathlib.Path(sys.argv[2])
moves = []
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "uci":
        print("id name Fake\noption name UCI_Chess960 type check default false\nuciok", flush=True)
    elif words[0] == "setoption":
        print("info string", *words, flush=True)
        with open(str(count) + ".options", "a") as options:
            options.write(line)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        moves = words[words.index("moves") + 1:] if "moves" in words else []
        placement = words[2] if words[1] == "fen" else ""
    elif words[0] == "go":
        asked = int(count.read_text()) + 1 if count.exists() else 1
        count.write_text(str(asked))
        answer = "e7e5" if placement.startswith("rnbqkbnr/pppppppp") else "b8c6"
        if way == "dies" and asked == 1:
            os._exit(3)
        if way == "hangs" and asked == 1:
            time.sleep(600)
        if way == "illegal":
            answer = ["e7e4", "(none)", "nonsense"][asked % 3]
        if way == "floods" and asked == 1:
            while True:
                print("info string " + "x" * 1000)
        print("info depth 1 score cp 0\nbestmove", answer, "ponder a2a3", flush=True)
    elif words[0] == "quit":
        break
"""


def engine(folder, way):
    script = folder / "engine.py"
    script.write_text(ENGINE)
    return f"{sys.executable} {script} {way} {folder / 'count'}"


def play(server, moves, bot):
    """Plays moves of white against a player of the server, and returns the moves of both."""
    person = Player(server.port)
    status, made = person.ask("POST", "/v1/matches", {"game": "chess", "bots": [bot]}, "make")
    assert status == 201, made
    match = made["match"]

    def view():
        return person.ask("GET", f"/v1/matches/{match}")[1]

    for number, move in enumerate(moves):
        seen = view()
        status, answer = person.ask(
            "POST", f"/v1/matches/{match}/moves", {"move": move, "version": seen["version"]},
            f"move-{number}")
        assert status == 200, answer
        until(lambda: len(view()["moves"]) == 2 * (number + 1), "the engine's answer", 60)
    return [entry["move"] for entry in view()["moves"]]


@pytest.mark.parametrize("way", ["plays", "dies"])
def test_an_engine_answers_even_after_it_has_died(serve, tmp_path, way):
    server = serve("--uci", engine(tmp_path, way), "--uci-options", "Hash=16; UCI_Elo=1500",
                   "--bot-time", "100")
    name = f"uci-{sys.executable.rsplit('/', 1)[1].lower().replace('.', '-')}"
    assert play(server, ["e2e4", "g1f3"], name) == ["e2e4", "e7e5", "g1f3", "b8c6"]
    options = (tmp_path / "count.options").read_text()
    assert "setoption name Hash value 16" in options and "setoption name UCI_Elo value 1500" in options
    assert ("exit code 3" in server.log()) == (way == "dies")


@pytest.mark.parametrize("way", ["illegal", "hangs", "floods"])
def test_whatever_an_engine_does_the_match_goes_on(serve, tmp_path, way):
    server = serve("--uci", engine(tmp_path, way), "--bot-time", "100")
    name = f"uci-{sys.executable.rsplit('/', 1)[1].lower().replace('.', '-')}"
    moves = play(server, ["e2e4"], name)
    assert len(moves) == 2
    if way != "illegal":
        assert moves[1] == "e7e5"
    assert ("no legal move" if way == "illegal" else "no move within its time") in server.log()


def test_an_engine_that_is_not_there_does_not_hold_a_match_up(serve):
    server = serve("--uci", "no-such-program --quietly", "--bot-time", "100")
    assert len(play(server, ["e2e4"], "uci-no-such-program")) == 2
    assert "could not be started" in server.log()


@pytest.mark.skipif(not shutil.which("stockfish", path="/usr/games:/usr/bin:/usr/local/bin"),
                    reason="stockfish is not installed (Debian package stockfish)")
def test_stockfish_plays(serve):
    program = shutil.which("stockfish", path="/usr/games:/usr/bin:/usr/local/bin")
    server = serve("--uci", program, "--uci-options", "Hash=16", "--bot-time", "100")
    assert len(play(server, ["e2e4", "g1f3", "f1b5"], "uci-stockfish")) == 6
    assert "engines" not in server.log()

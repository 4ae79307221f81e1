"""How fast legal moves of chess are counted, against Stockfish in alternation on one core, by processor time.

    python3 Benchmarks/perft_chess.py [--rounds 5] [--stockfish PATH] [--tool PATH]

Both count the last ply without playing it. Stockfish is the Debian package of that name; without it, ours is timed alone.
"""

import argparse
import os
import pathlib
import re
import shutil
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PARTS = [("start, 6 plies", None, 6, 119_060_324), ("Kiwipete, 5 plies", KIWIPETE, 5, 193_690_690)]


def timed(command, text=None):
    """Runs a program pinned to one core, and returns what it wrote and its user time in seconds."""
    before = os.times().children_user
    done = subprocess.run(["taskset", "-c", "1", *command], input=text, capture_output=True, text=True, check=True)
    return done.stdout, os.times().children_user - before


def ours(tool, fen, depth):
    words = [tool, "perft", "chess", str(depth), "--json"] + (["--fen", fen] if fen else [])
    text, seconds = timed(words)
    return int(re.findall(r'"nodes":(\d+)', text)[-1]), seconds


def theirs(program, fen, depth):
    place = f"position fen {fen}" if fen else "position startpos"
    text, seconds = timed([program], f"{place}\ngo perft {depth}\nquit\n")
    return int(re.search(r"Nodes searched: (\d+)", text)[1]), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tool", default=str(ROOT / ".build/release/baton"))
    parser.add_argument("--stockfish", default=shutil.which("stockfish", path="/usr/games:/usr/bin:/usr/local/bin"))
    chosen = parser.parse_args()
    for name, fen, depth, leaves in PARTS:
        pairs = []
        for _ in range(chosen.rounds):
            # Ours counts every smaller depth as well, a few hundredths more.
            count, own = ours(chosen.tool, fen, depth)
            assert count == leaves, f"{count} leaves instead of {leaves}"
            other = None
            if chosen.stockfish:
                count, other = theirs(chosen.stockfish, fen, depth)
                assert count == leaves
            pairs.append((own, other))
        own = statistics.median(pair[0] for pair in pairs)
        line = f"{name}: {leaves / own / 1e6:.0f} M/s"
        if chosen.stockfish:
            other = statistics.median(pair[1] for pair in pairs)
            ratio = statistics.median(pair[1] / pair[0] for pair in pairs)
            line += f", Stockfish {leaves / other / 1e6:.0f} M/s, ratio {ratio:.2f}"
        print(line)


if __name__ == "__main__":
    main()

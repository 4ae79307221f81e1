#!/usr/bin/env python3
"""Counts how many positions of an EPD file with `bm` an engine solves within a number of nodes.

  chess_tactics.py tactics.epd 250000 "baton uci"
"""
import shlex
import sys

import chess
import chess.engine

path, nodes, command = sys.argv[1], int(sys.argv[2]), sys.argv[3]
engine = chess.engine.SimpleEngine.popen_uci(shlex.split(command))
solved, missed = 0, []
for line in open(path):
    if not line.strip() or line.startswith("#"):
        continue
    board, operations = chess.Board.from_epd(line.strip())
    result = engine.play(board, chess.engine.Limit(nodes=nodes), game=object())
    if result.move in operations.get("bm", []):
        solved += 1
    else:
        missed.append(f"{operations.get('id')}: {board.san(result.move)}")
engine.quit()
print(f"{solved} solved, {len(missed)} missed at {nodes} nodes")
if "-v" in sys.argv:
    print("\n".join(missed))

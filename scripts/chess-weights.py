#!/usr/bin/env python3
"""Writes weights that `baton train chess` fitted as the Swift source that the engine is built with.

  scripts/chess-weights.py FOLDER/chess.weights > Sources/ChessEngine/Evaluation/ShippedWeights.swift
"""
import sys

values = [int(v) for v in open(sys.argv[1]).read().replace("\n", ",").split(",") if v.strip()]
print("// Written by scripts/chess-weights.py; docs/chess.md says from which games.")
print()
print("extension ChessWeights {")
print("  /// The weights that the engine plays with.")
print("  public static let shipped = ChessWeights(values: fitted) ?? .handMade")
print()
print("  private static let fitted: [Int16] = [")
line = "   "
for value in values:
    if len(line) + len(f" {value},") > 100:
        print(line)
        line = "   "
    line += f" {value},"
print(line)
print("  ]")
print("}")

#!/usr/bin/env python3
"""Prints Sources/ReversiEngine/Kernel/Rays.swift: the rays from each square, as literals.

Literals become read-only data; a table that is computed at run time would be asked for its start at every access.
"""


def ray(square, right, down):
    """The squares from `square` on in one direction, as a bitboard."""
    column, row, mask = square % 8 + right, square // 8 + down, 0
    while 0 <= column < 8 and 0 <= row < 8:
        mask |= 1 << (row * 8 + column)
        column, row = column + right, row + down
    return mask


def table(name, meaning, directions):
    print(f"  /// {meaning}")
    print(f"  static let {name}: InlineArray<64, InlineArray<4, UInt64>> = [")
    for square in range(64):
        lanes = ", ".join(f"0x{ray(square, right, down):016x}" for right, down in directions)
        print(f"    [{lanes}],")
    print("  ]")


UP = [(1, 0), (0, 1), (-1, 1), (1, 1)]
print("""// Made by scripts/reversi-tables.py; the tests compare it with its definition.

/// The squares in each of the eight directions from a square, without the square itself.
///
/// A row of a table holds the lanes of ``Lanes``: along the row, the column, the diagonal to a8, the one to h8.
enum Rays {""")
table("up", "Towards greater squares: east, south, south-west, south-east.", UP)
print()
table("down", "Towards smaller squares: west, north, north-east, north-west.",
      [(-right, -down) for right, down in UP])
print("}")

/// Random numbers for pieces on squares and the other parts of a position, the same in every run.
package enum ZobristKeys {
  /// The number of black's turn.
  package static let blackToMove = mixed(1023)

  /// The number of a piece on a square.
  @inline(__always)
  package static func piece(_ side: ChessSide, _ kind: ChessPieceKind, _ square: Int) -> UInt64 {
    mixed(Int(side.rawValue) &* 384 &+ Int(kind.rawValue) &* 64 &+ square)
  }

  /// The number of the right to castle with the rook on a square.
  package static func castling(_ square: Int) -> UInt64 { mixed(768 &+ square) }

  /// The number of a pawn that has just leapt on a file.
  package static func enPassant(_ file: Int) -> UInt64 { mixed(900 &+ file) }

  /// The output of SplitMix64 (Steele, Lea, Flood 2014) at a place of its sequence.
  @inline(__always)
  private static func mixed(_ place: Int) -> UInt64 {
    var z =
      0x5EED_0FC4_E55B_A704 &+ UInt64(truncatingIfNeeded: place &+ 1) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

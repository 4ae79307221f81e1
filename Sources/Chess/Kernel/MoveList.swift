/// Gathers moves in a list.
struct MoveList: MoveSink {
  var moves: [ChessMove] = []

  @inline(__always)
  private mutating func add(_ from: Int, _ to: Int, _ promotion: ChessPieceKind? = nil) {
    moves.append(
      ChessMove(from: ChessSquare(known: from), to: ChessSquare(known: to), promotion: promotion))
  }

  mutating func moves(of kind: ChessPieceKind, from: Int, to targets: UInt64) {
    var rest = targets
    while rest != 0 {
      add(from, rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }

  mutating func pawnMoves(to targets: UInt64, offset: Int) {
    var rest = targets
    while rest != 0 {
      let to = rest.trailingZeroBitCount
      add(to &- offset, to)
      rest &= rest &- 1
    }
  }

  mutating func pawnLeaps(to targets: UInt64) {
    var rest = targets
    while rest != 0 {
      let to = rest.trailingZeroBitCount
      add(to < 32 ? to &- 16 : to &+ 16, to)
      rest &= rest &- 1
    }
  }

  mutating func promotions(to targets: UInt64, offset: Int) {
    var rest = targets
    while rest != 0 {
      let to = rest.trailingZeroBitCount
      for kind in ChessPieceKind.promotions { add(to &- offset, to, kind) }
      rest &= rest &- 1
    }
  }

  mutating func enPassant(from: Int, to: Int) { add(from, to) }

  mutating func castling(king: Int, rook: Int) { add(king, rook) }
}

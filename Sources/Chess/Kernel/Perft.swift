/// Counts legal moves without listing them.
struct MoveCount: MoveSink {
  var count = 0

  @inline(__always)
  mutating func moves(of kind: ChessPieceKind, from: Int, to targets: UInt64) {
    count &+= targets.nonzeroBitCount
  }
  @inline(__always)
  mutating func pawnMoves(to targets: UInt64, offset: Int) { count &+= targets.nonzeroBitCount }
  @inline(__always)
  mutating func pawnLeaps(to targets: UInt64) { count &+= targets.nonzeroBitCount }
  @inline(__always)
  mutating func promotions(to targets: UInt64, offset: Int) {
    count &+= 4 &* targets.nonzeroBitCount
  }
  @inline(__always)
  mutating func enPassant(from: Int, to: Int) { count &+= 1 }
  @inline(__always)
  mutating func castling(king: Int, rook: Int) { count &+= 1 }
}

/// Plays each move and counts the leaves below it.
struct LeafCount<Us: SideTag>: MoveSink {
  let board: ChessBoard
  let depth: Int
  let tables: AttackTables
  var count: UInt64 = 0

  /// The number of leaves `depth` plies below a board, at least 1 ply.
  static func count(_ board: ChessBoard, _ depth: Int, _ tables: AttackTables) -> UInt64 {
    if depth == 1 { return UInt64(truncatingIfNeeded: moves(board, tables)) }
    var sink = LeafCount(board: board, depth: depth, tables: tables)
    MoveGeneration.generate(for: Us.self, on: board, tables, into: &sink)
    return sink.count
  }

  /// The number of legal moves.
  static func moves(_ board: ChessBoard, _ tables: AttackTables) -> Int {
    var sink = MoveCount()
    MoveGeneration.generate(for: Us.self, on: board, tables, into: &sink)
    return sink.count
  }

  @inline(__always)
  private mutating func descend(_ next: ChessBoard) {
    count &+= LeafCount<Us.Opponent>.count(next, depth &- 1, tables)
  }

  @inline(__always)
  mutating func moves(of kind: ChessPieceKind, from: Int, to targets: UInt64) {
    let fromBit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: from)
    var rest = targets
    while rest != 0 {
      descend(board.moving(Us.self, kind, fromBit, rest & (0 &- rest)))
      rest &= rest &- 1
    }
  }

  @inline(__always)
  mutating func pawnMoves(to targets: UInt64, offset: Int) {
    var rest = targets
    while rest != 0 {
      let to = rest & (0 &- rest)
      descend(board.moving(Us.self, .pawn, origin(of: to, offset), to))
      rest &= rest &- 1
    }
  }

  @inline(__always)
  private func origin(of to: UInt64, _ offset: Int) -> UInt64 {
    offset > 0
      ? to &>> UInt64(truncatingIfNeeded: offset) : to &<< UInt64(truncatingIfNeeded: 0 &- offset)
  }

  @inline(__always)
  mutating func pawnLeaps(to targets: UInt64) {
    var rest = targets
    while rest != 0 {
      descend(board.leaping(Us.self, to: rest & (0 &- rest)))
      rest &= rest &- 1
    }
  }

  @inline(__always)
  mutating func promotions(to targets: UInt64, offset: Int) {
    var rest = targets
    while rest != 0 {
      let to = rest & (0 &- rest)
      let from = origin(of: to, offset)
      descend(board.promoting(Us.self, from, to, .queen))
      descend(board.promoting(Us.self, from, to, .rook))
      descend(board.promoting(Us.self, from, to, .bishop))
      descend(board.promoting(Us.self, from, to, .knight))
      rest &= rest &- 1
    }
  }

  @inline(__always)
  mutating func enPassant(from: Int, to: Int) {
    descend(
      board.takingEnPassant(
        Us.self, 1 &<< UInt64(truncatingIfNeeded: from), 1 &<< UInt64(truncatingIfNeeded: to)))
  }

  @inline(__always)
  mutating func castling(king: Int, rook: Int) {
    descend(board.castling(Us.self, king: king, rook: rook))
  }
}

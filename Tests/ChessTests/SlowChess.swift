import Chess

/// Chess by the letter of its rules, one square at a time, without castling: nothing shared with the fast generator.
enum SlowChess {
  static func moves(in position: ChessPosition) -> Set<ChessMove> {
    var found: Set<ChessMove> = []
    let side = position.sideToMove
    for from in ChessSquare.all {
      guard let piece = position[from], piece.side == side else { continue }
      for to in ChessSquare.all where to != from {
        guard reaches(piece, from, to, position) else { continue }
        guard !exposesKing(from, to, position) else { continue }
        if piece.kind == .pawn, to.rank == 0 || to.rank == 7 {
          for kind in [ChessPieceKind.queen, .rook, .bishop, .knight] {
            found.insert(ChessMove(from: from, to: to, promotion: kind))
          }
        } else {
          found.insert(ChessMove(from: from, to: to))
        }
      }
    }
    return found
  }

  private static func reaches(
    _ piece: ChessPiece, _ from: ChessSquare, _ to: ChessSquare, _ position: ChessPosition
  ) -> Bool {
    if let other = position[to], other.side == piece.side { return false }
    guard piece.kind == .pawn else {
      return attacks(piece, from, to) { position[$0] }
    }
    let step = piece.side == .white ? 1 : -1
    let isEmpty = position[to] == nil
    if to.file == from.file {
      if to.rank == from.rank + step { return isEmpty }
      guard from.rank == (piece.side == .white ? 1 : 6), to.rank == from.rank + 2 * step,
        let between = ChessSquare(file: from.file, rank: from.rank + step)
      else { return false }
      return isEmpty && position[between] == nil
    }
    return attacks(piece, from, to) { position[$0] } && (!isEmpty || position.enPassant == to)
  }

  private static func attacks(
    _ piece: ChessPiece, _ from: ChessSquare, _ to: ChessSquare,
    _ at: (ChessSquare) -> ChessPiece?
  ) -> Bool {
    let across = to.file - from.file
    let up = to.rank - from.rank
    switch piece.kind {
    case .pawn: return abs(across) == 1 && up == (piece.side == .white ? 1 : -1)
    case .knight: return abs(across * up) == 2
    case .king: return max(abs(across), abs(up)) == 1
    case .bishop: if abs(across) != abs(up) { return false }
    case .rook: if across != 0 && up != 0 { return false }
    case .queen: if across != 0 && up != 0 && abs(across) != abs(up) { return false }
    }
    var (file, rank) = (from.file + across.signum(), from.rank + up.signum())
    while let square = ChessSquare(file: file, rank: rank), square != to {
      if at(square) != nil { return false }
      file += across.signum()
      rank += up.signum()
    }
    return true
  }

  private static func exposesKing(
    _ from: ChessSquare, _ to: ChessSquare, _ position: ChessPosition
  ) -> Bool {
    guard let piece = position[from] else { return true }
    var board: [ChessSquare: ChessPiece] = [:]
    for square in ChessSquare.all { board[square] = position[square] }
    if piece.kind == .pawn, to.file != from.file, position[to] == nil,
      let passed = ChessSquare(file: to.file, rank: from.rank)
    {
      board[passed] = nil
    }
    board[from] = nil
    board[to] = piece
    guard let king = board.first(where: { $0.value == ChessPiece(piece.side, .king) })?.key else {
      return true
    }
    return board.contains { square, other in
      other.side != piece.side && attacks(other, square, king) { board[$0] }
    }
  }
}

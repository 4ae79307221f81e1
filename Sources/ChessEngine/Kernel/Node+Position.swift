internal import Chess

extension Node {
  /// Takes over a position.
  init(_ position: ChessPosition, _ tables: Tables) {
    let board = position.board
    for square in 0..<64 {
      guard let piece = board.piece(at: Squares.bit(square)) else { continue }
      put(Int(piece.side.rawValue) << 3 | Int(piece.kind.rawValue), square, tables)
    }
    side = Int(position.sideToMove.rawValue)
    castlingRooks = board.castlingRooks
    if board.enPassant != 0 { enPassant = board.enPassant.lowest }
    quietPlies = Int32(clamping: position.halfmoveClock)
    finish(tables)
  }

  /// The step that is a legal move of the rules.
  func step(_ move: ChessMove) -> Step {
    let from = move.from.index
    let to = move.to.index
    if let kind = move.promotion { return Step(from, to, Int(kind.rawValue) + Step.promotionBase) }
    let kind = kind(at: from)
    if kind == Kind.king, sides[side].has(to) { return Step(from, to, Step.castling) }
    if kind == Kind.pawn, to == enPassant { return Step(from, to, Step.enPassant) }
    return Step(from, to)
  }
}

extension Step {
  /// The same as a move of the rules.
  var move: ChessMove? {
    guard let from = ChessSquare(from), let to = ChessSquare(to) else { return nil }
    let kind = isPromotion ? ChessPieceKind(rawValue: UInt8(promotion)) : nil
    return ChessMove(from: from, to: to, promotion: kind)
  }
}

public import Games

extension ChessPosition {
  /// The legal moves, in a fixed order.
  public var legalMoves: [ChessMove] {
    var list = MoveList()
    list.moves.reserveCapacity(48)
    let tables = AttackTables.shared
    if sideToMove == .white {
      MoveGeneration.generate(for: White.self, on: board, tables, into: &list)
    } else {
      MoveGeneration.generate(for: Black.self, on: board, tables, into: &list)
    }
    return list.moves
  }

  /// The number of legal moves; 0 in checkmate and stalemate.
  public var legalMoveCount: Int {
    let tables = AttackTables.shared
    return sideToMove == .white
      ? LeafCount<White>.moves(board, tables) : LeafCount<Black>.moves(board, tables)
  }

  /// The legal moves of the piece on a square.
  public func legalMoves(from square: ChessSquare) -> [ChessMove] {
    legalMoves.filter { $0.from == square }
  }

  /// Whether a move is legal, in the form in which ``legalMoves`` gives it.
  public func isLegal(_ move: ChessMove) -> Bool { legalMoves.contains(move) }

  /// The legal move that is meant, or `nil` if there is none.
  ///
  /// Castling may be written as the king's move to its rook or, if it can mean nothing else, to the square where the
  /// king ends.
  public func resolve(_ move: ChessMove) -> ChessMove? {
    let legal = legalMoves
    if legal.contains(move) { return move }
    guard move.promotion == nil, board.kings & board.pieces(of: sideToMove) & move.from.bit != 0
    else { return nil }
    return legal.first { candidate in
      candidate.from == move.from && isCastling(candidate)
        && CastlingEnd(king: candidate.from.index, rook: candidate.to.index).king == move.to.index
    }
  }

  /// Whether a move is castling: the king goes to a piece of its own.
  public func isCastling(_ move: ChessMove) -> Bool {
    let own = board.pieces(of: sideToMove)
    return board.kings & own & move.from.bit != 0 && own & move.to.bit != 0
  }

  /// Whether a move captures something, also en passant.
  public func isCapture(_ move: ChessMove) -> Bool {
    board.pieces(of: sideToMove.opponent) & move.to.bit != 0 || isEnPassant(move)
  }

  /// Whether a move captures a pawn that has just leapt over the square it goes to.
  public func isEnPassant(_ move: ChessMove) -> Bool {
    board.enPassant & move.to.bit != 0 && board.pawns & move.from.bit != 0
      && move.from.file != move.to.file
  }

  /// Where the king comes to stand when it castles; for any other move, where the piece goes.
  public func destination(of move: ChessMove) -> ChessSquare {
    guard isCastling(move) else { return move.to }
    return ChessSquare(known: CastlingEnd(king: move.from.index, rook: move.to.index).king)
  }

  /// Plays a move.
  ///
  /// - Throws: `IllegalMove` with the reason; the position is then unchanged.
  public mutating func play(_ move: ChessMove) throws(IllegalMove) {
    guard let legal = resolve(move) else { throw IllegalMove(reason(against: move)) }
    play(known: legal)
  }

  /// Returns the position after a move, leaving this one as it is.
  ///
  /// - Throws: `IllegalMove` with the reason.
  public func playing(_ move: ChessMove) throws(IllegalMove) -> ChessPosition {
    var copy = self
    try copy.play(move)
    return copy
  }

  /// Why a move that is not legal is refused.
  private func reason(against move: ChessMove) -> String {
    guard let piece = self[move.from] else { return "there is no piece on \(move.from.text)" }
    guard piece.side == sideToMove else {
      return "the \(piece.kind.name) on \(move.from.text) is \(piece.side.name)'s"
    }
    let isAtEnd = piece.kind == .pawn && move.to.rank == 7 - sideToMove.homeRank
    if isAtEnd, move.promotion == nil,
      resolve(ChessMove(from: move.from, to: move.to, promotion: .queen)) != nil
    {
      return "the pawn must become another piece on \(move.to.text)"
    }
    if move.promotion != nil, !isAtEnd {
      return piece.kind == .pawn
        ? "a pawn becomes another piece on the last rank only" : "only a pawn can be promoted"
    }
    if reaches(move, piece) {
      if piece.kind == .king { return "the king would be in check on \(move.to.text)" }
      return isCheck ? "the king would still be in check" : "the king would be in check"
    }
    if let other = self[move.to], other.side == sideToMove {
      return "\(move.to.text) is occupied by a piece of its own side"
    }
    return "the \(piece.kind.name) on \(move.from.text) cannot move to \(move.to.text)"
  }

  /// Whether a piece could make a move if its king's safety did not matter.
  private func reaches(_ move: ChessMove, _ piece: ChessPiece) -> Bool {
    let tables = AttackTables.shared
    let from = move.from.index
    let own = board.pieces(of: sideToMove)
    let enemy = board.pieces(of: sideToMove.opponent)
    let targets: UInt64
    switch piece.kind {
    case .pawn:
      let isWhite = sideToMove == .white
      let step = isWhite ? move.from.bit << 8 : move.from.bit >> 8
      let single = step & ~board.occupied
      let isHome = move.from.rank == (isWhite ? 1 : 6)
      let leap = isHome ? (isWhite ? single << 8 : single >> 8) & ~board.occupied : 0
      let attacks = isWhite ? White.attacks(move.from.bit) : Black.attacks(move.from.bit)
      targets = single | leap | (attacks & (enemy | board.enPassant))
    case .knight: targets = tables.knight(from)
    case .bishop: targets = tables.bishop(from, board.occupied)
    case .rook: targets = tables.rook(from, board.occupied)
    case .queen: targets = tables.bishop(from, board.occupied) | tables.rook(from, board.occupied)
    case .king: targets = tables.king(from)
    }
    return targets & ~own & move.to.bit != 0
  }
}

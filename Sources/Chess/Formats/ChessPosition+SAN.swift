extension ChessPosition {
  /// A move in Standard Algebraic Notation, such as `Nbd7`, `exd6`, `O-O`, `e8=Q+` or `Qh7#`.
  ///
  /// A piece is told from others of its kind by file, rank or both, whichever is the least that tells it; a piece
  /// that may not move there because its king would be in check counts for none.
  ///
  /// - Parameters:
  ///   - move: a legal move of this position, castling in either form. Any other move is written as UCI would.
  ///   - figurine: whether the piece is a picture (♘) instead of an English letter.
  /// - Returns: the text.
  public func san(_ move: ChessMove, figurine: Bool = false) -> String {
    guard let legal = resolve(move) else { return move.text }
    var bytes: [UInt8] = []
    writeSAN(legal, figurine: figurine, to: &bytes)
    return bytes.string
  }

  /// Appends a legal move, and returns the position after it.
  @discardableResult
  func writeSAN(
    _ move: ChessMove, figurine: Bool = false, to bytes: inout [UInt8]
  ) -> ChessPosition {
    let to = move.to
    let kind = board.kind(at: move.from.bit) ?? .pawn
    if isCastling(move) {
      bytes += to.index > move.from.index ? "O-O".utf8 : "O-O-O".utf8
    } else if kind == .pawn {
      if move.from.file != to.file {
        bytes.append(move.from.fileLetter)
        bytes.append(UInt8(ascii: "x"))
      }
      bytes.append(to.fileLetter)
      bytes.append(to.rankDigit)
      if let promotion = move.promotion {
        bytes.append(UInt8(ascii: "="))
        ChessPosition.write(promotion, figurine, to: &bytes)
      }
    } else {
      ChessPosition.write(kind, figurine, to: &bytes)
      if kind != .king { writeOrigin(of: move, kind, to: &bytes) }
      if board.occupied & to.bit != 0 { bytes.append(UInt8(ascii: "x")) }
      bytes.append(to.fileLetter)
      bytes.append(to.rankDigit)
    }
    var next = self
    next.play(known: move)
    if next.isCheck {
      bytes.append(next.legalMoveCount == 0 ? UInt8(ascii: "#") : UInt8(ascii: "+"))
    }
    return next
  }

  private static func write(_ kind: ChessPieceKind, _ figurine: Bool, to bytes: inout [UInt8]) {
    guard figurine else {
      bytes.append(kind.letter)
      return
    }
    // From U+2654 on: king, queen, rook, bishop, knight, pawn.
    bytes += [0xe2, 0x99, 0x94 + ChessPieceKind.king.rawValue - kind.rawValue]
  }

  private func writeOrigin(of move: ChessMove, _ kind: ChessPieceKind, to bytes: inout [UInt8]) {
    var others = origins(of: kind, to: move.to.index) & ~move.from.bit
    var sharesFile = false
    var sharesRank = false
    var isAlone = true
    while others != 0 {
      let other = ChessSquare(known: others.trailingZeroBitCount)
      others &= others &- 1
      guard isSafe(ChessMove(from: other, to: move.to)) else { continue }
      isAlone = false
      if other.file == move.from.file { sharesFile = true }
      if other.rank == move.from.rank { sharesRank = true }
    }
    if isAlone { return }
    if !sharesFile || sharesRank { bytes.append(move.from.fileLetter) }
    if sharesFile { bytes.append(move.from.rankDigit) }
  }

  /// The pieces of a kind other than a pawn of the side to move that attack a square.
  func origins(of kind: ChessPieceKind, to square: Int) -> UInt64 {
    let tables = AttackTables.shared
    let own = board.pieces(of: sideToMove)
    switch kind {
    case .pawn: return 0
    case .knight: return tables.knight(square) & board.knights & own
    case .bishop:
      return tables.bishop(square, board.occupied) & board.diagonals & ~board.straights & own
    case .rook:
      return tables.rook(square, board.occupied) & board.straights & ~board.diagonals & own
    case .queen:
      let lines = tables.bishop(square, board.occupied) | tables.rook(square, board.occupied)
      return lines & board.diagonals & board.straights & own
    case .king: return tables.king(square) & board.kings & own
    }
  }

  /// Whether the king is not in check after a move that the piece can make otherwise.
  func isSafe(_ move: ChessMove) -> Bool {
    let (from, to) = (move.from.bit, move.to.bit)
    var occupied = (board.occupied & ~from) | to
    var enemy = board.pieces(of: sideToMove.opponent) & ~to
    let king = board.kings & board.pieces(of: sideToMove)
    if king == from {
      return board.attackers(of: move.to.index, by: sideToMove.opponent, occupied: occupied)
        & enemy == 0
    }
    let isWhite = sideToMove == .white
    if to == board.enPassant, from & board.pawns != 0 {
      let captured = isWhite ? to >> 8 : to << 8
      occupied &= ~captured
      enemy &= ~captured
    }
    let tables = AttackTables.shared
    let square = king.trailingZeroBitCount
    let origins = isWhite ? Black.attackOrigins(king) : White.attackOrigins(king)
    let leapers = (tables.knight(square) & board.knights) | (origins & board.pawns)
    let sliders =
      (tables.bishop(square, occupied) & board.diagonals)
      | (tables.rook(square, occupied) & board.straights)
    return (leapers | sliders) & enemy == 0
  }
}

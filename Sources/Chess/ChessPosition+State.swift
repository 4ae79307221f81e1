extension ChessPosition {
  /// Whether the king of the side to move is attacked.
  public var isCheck: Bool { board.checkers(of: sideToMove) != 0 }

  /// The squares of the pieces that give check.
  public var checkers: [ChessSquare] { ChessSetup.squares(board.checkers(of: sideToMove)) }

  /// Whether the side to move is in check and has no move: it has lost.
  public var isCheckmate: Bool { isCheck && legalMoveCount == 0 }

  /// Whether the side to move is not in check and has no move: a draw.
  public var isStalemate: Bool { !isCheck && legalMoveCount == 0 }

  /// Whether neither side can mate, however badly the other plays: a draw at once (FIDE Laws of Chess, 5.2.2).
  ///
  /// A king alone, a king and a minor piece, and any number of bishops that all stand on squares of one colour against
  /// the like; and walls of pawns that block each other for ever, behind which kings and bishops find nothing to
  /// capture and no way to the enemy's king. Never `true` where mate is possible; other blocked positions are not seen.
  public var isDead: Bool { (!canMate(.white) && !canMate(.black)) || isBlocked }

  /// Whether a side has the pieces to mate if the other helps.
  ///
  /// If a player's time runs out against a side that cannot, the game is drawn (FIDE Laws of Chess, 6.9).
  public func canMate(_ side: ChessSide) -> Bool {
    let own = board.pieces(of: side)
    let enemy = board.pieces(of: side.opponent)
    if own & (board.pawns | board.straights) != 0 { return true }
    if own & board.knights != 0 {
      // A lone knight needs a piece of the enemy's that takes a square from its king; a queen cannot but guard it.
      return own.nonzeroBitCount > 2 || enemy & ~board.kings & ~board.pieces(.queen) != 0
    }
    let bishops = board.pieces(.bishop)
    guard own & bishops != 0 else { return false }
    let light: UInt64 = 0x55AA_55AA_55AA_55AA
    let isOneColour = bishops & light == 0 || bishops & ~light == 0
    return !isOneColour || board.pawns | board.knights != 0
  }

  /// A number that is the same for positions that the rules call the same: the same pieces on the same squares, the
  /// same side to move, the same possible moves.
  ///
  /// A pawn's leap counts only if it can legally be captured en passant (FIDE Laws of Chess, 9.2.3). Zobrist keys from
  /// a fixed seed, so the number is the same in each run and release; that two positions share one by chance is a
  /// matter of 1 in 2⁶⁴.
  public var repetitionKey: UInt64 {
    var key = sideToMove == .white ? 0 : ZobristKeys.blackToMove
    for side in ChessSide.allCases {
      var pieces = board.pieces(of: side)
      while pieces != 0 {
        let bit = pieces & (0 &- pieces)
        if let kind = board.kind(at: bit) {
          key ^= ZobristKeys.piece(side, kind, pieces.trailingZeroBitCount)
        }
        pieces &= pieces &- 1
      }
    }
    var rooks = board.castlingRooks
    while rooks != 0 {
      key ^= ZobristKeys.castling(rooks.trailingZeroBitCount)
      rooks &= rooks &- 1
    }
    if hasLegalEnPassant {
      key ^= ZobristKeys.enPassant(board.enPassant.trailingZeroBitCount & 7)
    }
    return key
  }

  /// Whether the pawn that has just leapt can legally be captured in passing.
  public var hasLegalEnPassant: Bool {
    guard board.enPassant != 0 else { return false }
    let origins =
      sideToMove == .white
      ? White.attackOrigins(board.enPassant) : Black.attackOrigins(board.enPassant)
    guard origins & board.pawns & board.pieces(of: sideToMove) != 0 else { return false }
    return legalMoves.contains { isEnPassant($0) }
  }
}

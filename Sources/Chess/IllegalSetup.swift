/// Why no game can go on from a set-up.
public enum IllegalSetup: Error, Hashable, Sendable {
  /// A side has no king.
  case noKing(ChessSide)
  /// A side has more than one king.
  case severalKings(ChessSide)
  /// A pawn stands on the first or the last rank.
  case pawnOnLastRank(ChessSquare)
  /// A side has more than eight pawns.
  case tooManyPawns(ChessSide)
  /// A side has more than sixteen pieces.
  case tooManyPieces(ChessSide)
  /// A side may castle although its king has left the home rank.
  case castlingWithoutKing(ChessSide)
  /// A side may castle with a rook that does not stand on this square.
  case castlingWithoutRook(ChessSide, ChessSquare)
  /// A side may castle with more than one rook on the same wing.
  case castlingWithSeveralRooks(ChessSide)
  /// No pawn can just have leapt over this square.
  case impossibleEnPassant(ChessSquare)
  /// The side that has just moved left its king in check.
  case opponentInCheck(ChessSide)

  /// What is wrong, as an English sentence without a full stop.
  public var reason: String {
    switch self {
    case .noKing(let side): "\(side.name) has no king"
    case .severalKings(let side): "\(side.name) has more than one king"
    case .pawnOnLastRank(let square): "a pawn cannot stand on \(square.text)"
    case .tooManyPawns(let side): "\(side.name) has more than eight pawns"
    case .tooManyPieces(let side): "\(side.name) has more than sixteen pieces"
    case .castlingWithoutKing(let side):
      "\(side.name) cannot castle: its king is not on its first rank"
    case .castlingWithoutRook(let side, let square):
      "\(side.name) cannot castle: it has no rook on \(square.text)"
    case .castlingWithSeveralRooks(let side):
      "\(side.name) cannot have the right to castle with two rooks on one wing"
    case .impossibleEnPassant(let square): "no pawn can just have leapt over \(square.text)"
    case .opponentInCheck(let side):
      "\(side.name) is in check although it is not its turn"
    }
  }
}

extension ChessSetup {
  /// Why no game can go on from here, the plainest reason first; `nil` if one can.
  public var illegality: IllegalSetup? {
    for side in ChessSide.allCases {
      let kings = board.kings & board.pieces(of: side)
      if kings == 0 { return .noKing(side) }
      if kings & (kings &- 1) != 0 { return .severalKings(side) }
    }
    let misplaced = board.pawns & 0xFF00_0000_0000_00FF
    if misplaced != 0 {
      return .pawnOnLastRank(ChessSquare(known: misplaced.trailingZeroBitCount))
    }
    for side in ChessSide.allCases {
      let pieces = board.pieces(of: side)
      if (pieces & board.pawns).nonzeroBitCount > 8 { return .tooManyPawns(side) }
      if pieces.nonzeroBitCount > 16 { return .tooManyPieces(side) }
    }
    if let reason = castlingProblem ?? enPassantProblem { return reason }
    let waiting = sideToMove.opponent
    return board.checkers(of: waiting) == 0 ? nil : .opponentInCheck(waiting)
  }

  private var castlingProblem: IllegalSetup? {
    for square in castlingRooks {
      // The right belongs to the side on whose half of the board it is.
      let side: ChessSide = square.rank < 4 ? .white : .black
      let rooks = board.pieces(.rook) & board.pieces(of: side)
      guard rooks & square.bit != 0, square.rank == side.homeRank else {
        return .castlingWithoutRook(side, square)
      }
      let king = board.kings & board.pieces(of: side)
      guard king.trailingZeroBitCount >> 3 == side.homeRank else {
        return .castlingWithoutKing(side)
      }
      let others = board.castlingRooks & board.pieces(of: side)
      let shortWing = others & ~(king | (king &- 1))
      let longWing = others & (king &- 1)
      if shortWing.nonzeroBitCount > 1 || longWing.nonzeroBitCount > 1 {
        return .castlingWithSeveralRooks(side)
      }
    }
    return nil
  }

  private var enPassantProblem: IllegalSetup? {
    guard let square = enPassant else { return nil }
    let mover = sideToMove.opponent
    let origin = mover == .white ? square.bit >> 8 : square.bit << 8
    let pawn = mover == .white ? square.bit << 8 : square.bit >> 8
    let isPossible =
      square.rank == (mover == .white ? 2 : 5) && (origin | square.bit) & board.occupied == 0
      && pawn & board.pawns & board.pieces(of: mover) != 0
    return isPossible ? nil : .impossibleEnPassant(square)
  }
}

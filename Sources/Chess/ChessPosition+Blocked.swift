extension ChessPosition {
  /// Whether a wall of pawns that can never move or be captured keeps the sides apart for ever.
  ///
  /// It answers `true` only where it is certain; other positions in which no mate can arise it does not see. Only where
  /// nothing but kings, pawns and bishops is left and every pawn stands before another does it take more than a
  /// comparison.
  var isBlocked: Bool {
    let pawns = board.pawns
    guard board.knights | board.straights == 0, pawns != 0 else { return false }
    let (white, black) = (board.white & pawns, board.black & pawns)
    // A king or bishop before a pawn may step aside.
    guard (White.forward(white) | Black.forward(black)) & ~pawns == 0 else { return false }
    let (whiteAttacks, blackAttacks) = (White.attacks(white), Black.attacks(black))
    // Where one pawn attacks another, that one attacks it too.
    guard whiteAttacks & black == 0,
      board.enPassant & (sideToMove == .white ? whiteAttacks : blackAttacks) == 0
    else { return false }
    // As far as a king or bishop could ever go if all other pieces were out of its way. What is then out of reach stays
    // so, also after a bishop is captured, which opens nothing.
    let whiteKing = ChessPosition.spread(
      board.kings & board.white, over: ~(white | blackAttacks), ChessPosition.kingSteps)
    let blackKing = ChessPosition.spread(
      board.kings & board.black, over: ~(black | whiteAttacks), ChessPosition.kingSteps)
    guard whiteKing & black == 0, blackKing & white == 0 else { return false }
    let bishops = board.pieces(.bishop)
    if bishops != 0 {
      // A bishop that no pawn can capture and that never reaches where the enemy's king may be gives no check: every
      // square that it attacks it can go to, or its own pawn stands there.
      let whiteReach = ChessPosition.spread(
        bishops & board.white, over: ~white, ChessPosition.bishopSteps)
      let blackReach = ChessPosition.spread(
        bishops & board.black, over: ~black, ChessPosition.bishopSteps)
      guard whiteReach & (black | blackAttacks | blackKing) == 0,
        blackReach & (white | whiteAttacks | whiteKing) == 0
      else { return false }
    }
    // A pawn may have given check with the last move, and even mate; never again, since no king steps before one.
    return !isCheck || legalMoveCount > 0
  }

  /// All squares that can be reached by steps over free squares.
  private static func spread(
    _ start: UInt64, over free: UInt64, _ steps: (UInt64) -> UInt64
  ) -> UInt64 {
    var reached = start
    while true {
      let next = reached | (steps(reached) & free)
      if next == reached { return reached }
      reached = next
    }
  }

  private static func bishopSteps(_ squares: UInt64) -> UInt64 {
    White.attacks(squares) | Black.attacks(squares)
  }

  private static func kingSteps(_ squares: UInt64) -> UInt64 {
    let (notA, notH): (UInt64, UInt64) = (0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F)
    let row = squares | (squares & notH) << 1 | (squares & notA) >> 1
    return row | row << 8 | row >> 8
  }
}

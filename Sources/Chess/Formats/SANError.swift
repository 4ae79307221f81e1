/// Why the text of a move could not be read as a legal move of a position.
public enum SANError: Error, Hashable, Sendable {
  /// The text is no move in any spelling.
  case notAMove
  /// No piece of the side to move can go there as the text says.
  case noSuchMove
  /// The piece can go there, but its king would then be in check.
  case leavesKingInCheck
  /// The king cannot castle to this side now.
  case castlingNotAllowed
  /// Several legal moves fit the text; these, in the order of their squares.
  case ambiguous([ChessMove])
  /// A pawn reaches the last rank, and the text does not say what it becomes.
  case needsPromotion
  /// The text says what a piece becomes that does not become anything.
  case promotesNothing
  /// The text is a move of nobody, which games have only in their variations.
  case nullMove

  /// What is wrong, as part of an English sentence; the candidates are named by their squares.
  public var reason: String {
    switch self {
    case .notAMove: return "not the text of a move"
    case .noSuchMove: return "no legal move fits"
    case .leavesKingInCheck: return "the move leaves the king in check"
    case .castlingNotAllowed: return "castling is not possible"
    case .ambiguous(let moves):
      var text = "ambiguous between "
      for (place, move) in moves.enumerated() {
        if place > 0 { text += place == moves.count - 1 ? " and " : ", " }
        text += move.text
      }
      return text
    case .needsPromotion: return "a promotion needs the piece that the pawn becomes"
    case .promotesNothing: return "only a pawn on the last rank becomes another piece"
    case .nullMove: return "a move of nobody is allowed only in a variation"
    }
  }
}

public import Games

/// What a player does in a game of chess: a move, or the claim of a draw that the rules grant.
public enum ChessAction: Hashable, Sendable, TextRepresentable {
  /// Moves a piece.
  case move(ChessMove)
  /// Claims the draw because the position has occurred three times, or because fifty moves have led to nothing.
  case claimDraw

  /// The move as UCI writes it, or `draw`.
  public var text: String {
    switch self {
    case .move(let move): move.text
    case .claimDraw: "draw"
    }
  }

  /// Reads a move as UCI writes it, or `draw`.
  public init(text: String) throws(TextError) {
    if text.hasSameBytes(as: "draw") {
      self = .claimDraw
    } else {
      self = .move(try ChessMove(text: text))
    }
  }
}

/// By what rule a game of chess has ended.
public enum ChessEnding: UInt8, Hashable, Sendable, CaseIterable {
  /// The king is attacked and cannot be saved.
  case checkmate
  /// The side to move has no move and is not in check.
  case stalemate
  /// Neither side has the pieces to mate.
  case deadPosition
  /// The position has occurred five times.
  case fivefoldRepetition
  /// Seventy-five moves of both sides without a capture or a move of a pawn.
  case seventyFiveMoves
  /// A player claimed the draw because the position has occurred three times.
  case claimedRepetition
  /// A player claimed the draw because of fifty moves without a capture or a move of a pawn.
  case claimedFiftyMoves

  /// The rule as part of an English sentence: `threefold repetition`.
  public var name: String {
    switch self {
    case .checkmate: "checkmate"
    case .stalemate: "stalemate"
    case .deadPosition: "neither side can mate"
    case .fivefoldRepetition: "fivefold repetition"
    case .seventyFiveMoves: "the 75-move rule"
    case .claimedRepetition: "threefold repetition"
    case .claimedFiftyMoves: "the 50-move rule"
    }
  }
}

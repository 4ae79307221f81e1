public import Chess

/// What a screen says of a game of chess, in English.
public enum ChessWords {
  /// The side as a name: `White` or `Black`.
  public static func name(_ side: ChessSide) -> String { side == .white ? "White" : "Black" }

  /// How the game ended, as a sentence without a full stop; `nil` while it goes on.
  public static func result(of game: ChessGame) -> String? {
    guard let ending = game.ending else { return nil }
    switch ending {
    case .checkmate:
      return "Checkmate, \(name(game.position.sideToMove.opponent)) wins"
    case .stalemate: return "Draw by stalemate"
    case .fivefoldRepetition: return "Draw: the position came five times"
    case .seventyFiveMoves: return "Draw: 75 moves without a capture or a pawn's move"
    case .deadPosition: return "Draw: neither side can mate any more"
    case .claimedRepetition: return "Draw by repetition"
    case .claimedFiftyMoves: return "Draw by the 50-move rule"
    }
  }

  /// What is announced of a move that was made in `before`: `White's knight goes to f3, check`.
  public static func announcement(
    of action: ChessAction, in before: ChessGame, leadingTo after: ChessGame
  ) -> String {
    let position = before.position
    let side = name(position.sideToMove)
    guard case .move(let wanted) = action, let move = position.resolve(wanted) else {
      return "\(side) claims a draw"
    }
    var words: String
    if position.isCastling(move) {
      words = "\(side) castles \(move.to.file > move.from.file ? "kingside" : "queenside")"
    } else {
      let kind = position[move.from]?.kind ?? .pawn
      words = "\(side)’s \(kind.name) "
      if position.isEnPassant(move) {
        words += "takes en passant on \(move.to.text)"
      } else if let taken = position[move.to] {
        words += "takes the \(taken.kind.name) on \(move.to.text)"
      } else {
        words += "goes to \(move.to.text)"
      }
      if let promotion = move.promotion { words += " and becomes a \(promotion.name)" }
    }
    if after.position.isCheck, after.ending == nil { words += ", check" }
    return words
  }
}

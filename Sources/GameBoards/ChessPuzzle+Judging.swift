public import Chess

// Whether a short mate stands, by looking at every move: no program's opinion.

extension ChessPuzzle {
  /// The most moves of a mate that ``defence(in:left:)`` looks for within a second or so in a browser.
  public static let longestExact = 2

  /// The answer that puts off the mate of a side that is to mate in at most `left` moves more.
  ///
  /// - Parameters:
  ///   - position: The position in which the side that is to be mated moves.
  ///   - left: How many moves the other side has, 1 or more.
  /// - Returns: the move, or `nil` if there is none or the mate does not stand.
  /// - Complexity: grows by a factor of about a thousand with each move.
  public static func defence(in position: ChessPosition, left: Int) -> ChessMove? {
    var best: ChessMove?
    var longest = 0
    for move in position.legalMoves {
      var next = position
      next.play(known: move)
      var needed = 1
      while needed <= left, !mates(next, in: needed) { needed += 1 }
      if needed > left { return nil }
      if needed > longest {
        longest = needed
        best = move
      }
    }
    return best
  }

  /// Whether the side to move mates in at most `moves` moves.
  private static func mates(_ position: ChessPosition, in moves: Int) -> Bool {
    for move in position.legalMoves {
      var next = position
      next.play(known: move)
      // Without a check only a longer mate is possible.
      if next.isCheck || moves > 1, isMated(next, in: moves - 1) { return true }
    }
    return false
  }

  /// Whether the side to move is mated, or will be in so many moves of the other side.
  private static func isMated(_ position: ChessPosition, in moves: Int) -> Bool {
    let answers = position.legalMoves
    if answers.isEmpty { return position.isCheck }
    guard moves > 0 else { return false }
    for answer in answers {
      var next = position
      next.play(known: answer)
      if !mates(next, in: moves) { return false }
    }
    return true
  }
}

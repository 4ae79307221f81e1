public import Games

/// What the screen says of a match, in the default English words.
public enum MatchWords {
  /// On the first screen, before any match.
  public static let welcome = "Welcome. Press Play to get started"
  /// After a turn was sent.
  public static let turnOver = "Your turn is over."
  /// After an end.
  public static let ended = "Match Ended"
  /// When a command failed in a way that trying again may mend.
  public static let problem = "Oops, there was a problem. Try that again."

  /// Whose turn it is: `Player 2's Turn`, with `(that's you)` for the reader.
  public static func turn(of seat: Seat, reader: Seat?) -> String {
    seat == reader ? "Player \(seat.number)'s Turn (that's you)" : "Player \(seat.number)'s Turn"
  }
}

extension Match {
  /// The status line for a reader at `seat`, or for a spectator.
  public func statusLine(for reader: Seat?) -> String {
    guard status != .ended else { return MatchWords.ended }
    let toAct = seatsToAct
    // Where several may act and the reader is among them, it is the reader's turn that counts.
    if let reader, toAct.contains(reader) { return MatchWords.turn(of: reader, reader: reader) }
    guard let first = toAct.first else { return MatchWords.ended }
    return MatchWords.turn(of: first, reader: reader)
  }
}

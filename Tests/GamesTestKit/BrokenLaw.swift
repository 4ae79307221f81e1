/// A law of games that a game broke, with all that is needed to see it happen again.
public struct BrokenLaw: Error, Hashable, Sendable, CustomStringConvertible {
  /// The law, as a sentence without a full stop.
  public let law: String
  /// What was seen instead.
  public let found: String
  /// The identifier of the game.
  public let game: String
  /// The number of seats.
  public let seats: Int
  /// The options of the set-up.
  public let options: String
  /// The seed of the random game; ``checkLaws(of:setups:games:seed:longestGame:isComplete:)`` plays the
  /// same game again when asked for one game from this seed.
  public let seed: UInt64
  /// What was played, each as `seat number: move`.
  public let moves: [String]
  /// The text of the position in which it happened.
  public let position: String

  /// Everything about the break on a few lines.
  public var description: String {
    """
    \(game) breaks a law: \(law)
    found: \(found)
    seats \(seats), options "\(options)", seed \(seed), after \(moves.count) moves
    position: \(position)
    moves: \(moves.joined(separator: ", "))
    """
  }
}

/// What a check of laws went through.
public struct LawReport: Hashable, Sendable, CustomStringConvertible {
  /// The identifier of the game.
  public internal(set) var game: String
  /// The seed of the first random game; each further one has the next number.
  public internal(set) var seed: UInt64
  /// The number of random games.
  public internal(set) var games = 0
  /// The number of games given up because they grew too long.
  public internal(set) var unfinished = 0
  /// The number of positions in which the laws were checked.
  public internal(set) var positions = 0
  /// The number of moves that were tried and had to be accepted.
  public internal(set) var accepted = 0
  /// The number of moves that were tried and had to be refused.
  public internal(set) var refused = 0
  /// The number of moves that the rules forced.
  public internal(set) var forced = 0
  /// The number of seats that left a game.
  public internal(set) var withdrawals = 0

  /// The counts on one line.
  public var description: String {
    "\(game): \(games) games from seed \(seed) (\(unfinished) unfinished), \(positions) positions, "
      + "\(accepted) moves accepted, \(refused) refused, \(forced) forced, "
      + "\(withdrawals) withdrawals"
  }
}

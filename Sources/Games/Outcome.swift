/// What a game came to for one seat.
///
/// The vocabulary is that of Apple's turn-based matches, so that a game which used it keeps its words.
public enum SeatOutcome: Hashable, Sendable {
  /// Nothing is decided for this seat yet.
  case none
  /// The seat left before the end.
  case quit
  /// The seat won.
  case won
  /// The seat lost.
  case lost
  /// The seat shares the result with others.
  case tied
  /// The seat ran out of time.
  case timeExpired
  /// The seat came in at a place from 1 (first) to 4 (fourth).
  case place(Int)
  /// A result that only the game understands.
  case custom(Int)
}

extension SeatOutcome: TextRepresentable {
  /// The word for the outcome: `won`, `place-2`, `custom-7`.
  public var text: String {
    switch self {
    case .none: "none"
    case .quit: "quit"
    case .won: "won"
    case .lost: "lost"
    case .tied: "tied"
    case .timeExpired: "timeExpired"
    case .place(let number): "place-\(number)"
    case .custom(let value): "custom-\(value)"
    }
  }

  /// Reads an outcome from its word.
  public init(text: String) throws(TextError) {
    for word in [SeatOutcome.none, .quit, .won, .lost, .tied, .timeExpired]
    where text.hasSameBytes(as: word.text) {
      self = word
      return
    }
    if let number = text.integer(after: "place-"), (1...4).contains(number) {
      self = .place(number)
    } else if let number = text.integer(after: "custom-") {
      self = .custom(number)
    } else {
      throw TextError("not an outcome of a seat", at: 0)
    }
  }
}

/// How a game ended, seat by seat.
public struct Outcome: Hashable, Sendable {
  /// The result of each seat, in seat order.
  public var seats: [SeatOutcome]
  /// The score of each seat in the game's own unit, or empty where the game keeps none.
  public var scores: [Int]

  /// Creates an outcome from the result of each seat and, where the game keeps them, the scores.
  public init(seats: [SeatOutcome], scores: [Int] = []) {
    self.seats = seats
    self.scores = scores
  }

  /// The result of one seat; `.none` for a seat that the game does not have.
  public subscript(seat: Seat) -> SeatOutcome {
    seat.index < seats.count ? seats[seat.index] : .none
  }

  /// Creates the outcome in which one seat of `count` wins and all others lose.
  public static func won(by winner: Seat, of count: Int, scores: [Int] = []) -> Outcome {
    var seats = [SeatOutcome](repeating: .lost, count: count)
    if winner.index < count { seats[winner.index] = .won }
    return Outcome(seats: seats, scores: scores)
  }

  /// Creates the outcome in which `count` seats share the result.
  public static func tied(of count: Int, scores: [Int] = []) -> Outcome {
    Outcome(seats: .init(repeating: .tied, count: count), scores: scores)
  }
}

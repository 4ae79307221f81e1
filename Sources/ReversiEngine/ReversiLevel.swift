public import Games
public import Opponents
public import Reversi

/// A strength of the computer at Reversi, each a fixed amount of work.
public struct ReversiLevel: Hashable, Comparable, Sendable {
  /// The number, 1 for the weakest.
  public let number: Int

  /// The numbers that exist.
  public static let numbers = 1...6
  /// Every level, weakest first.
  public static var all: [ReversiLevel] { numbers.map { ReversiLevel(unchecked: $0) } }
  /// The level that a new player meets first.
  public static let usual = ReversiLevel(unchecked: 3)

  /// Creates a level from its number; `nil` if there is none.
  public init?(_ number: Int) {
    guard ReversiLevel.numbers.contains(number) else { return nil }
    self.number = number
  }

  private init(unchecked number: Int) { self.number = number }

  /// What people call the level.
  public var name: String {
    switch number {
    case 1: "Greedy"
    case 2: "Beginner"
    case 3: "Casual"
    case 4: "Club"
    case 5: "Strong"
    default: "Expert"
    }
  }

  /// What the level does, in a sentence without a full stop.
  public var summary: String {
    switch number {
    case 1: "takes the move that wins most discs at once"
    case 2: "likes corners, looks one move ahead and is often careless"
    case 3: "looks two moves ahead"
    case 4: "looks four moves ahead and plays the last 8 squares perfectly"
    case 5: "looks six moves ahead and plays the last 10 squares perfectly"
    default: "looks eight moves ahead and plays the last 12 squares perfectly"
    }
  }

  /// How many plies the level looks ahead.
  public var depth: Int { number <= 2 ? 1 : 2 * (number - 2) }

  /// With this many empty squares or fewer it searches to the end of the game.
  public var perfectEmpties: Int {
    switch number {
    case ...3: 0
    case 4: 8
    case 5: 10
    default: 12
    }
  }

  /// The most positions that it visits for one move.
  public var nodeLimit: Int { 4_000_000 }

  /// Returns whether `a` is weaker than `b`.
  public static func < (a: ReversiLevel, b: ReversiLevel) -> Bool { a.number < b.number }
}

/// The computer player of Reversi at one level.
public struct ReversiOpponent: Opponent {
  /// How strong it plays.
  public let level: ReversiLevel

  /// Creates a player of this level.
  public init(level: ReversiLevel) { self.level = level }

  /// Chooses a move by the work that the level allows.
  ///
  /// Level 1 always plays the first best move in reading order; the others vary by chance.
  public func choose(
    in position: ReversiPosition, for seat: Seat, chance: inout Chance, limits: SearchLimits
  ) -> Choice<ReversiMove>? {
    if level.number == 1 {
      return GreedyOpponent(evaluation: DiscDifference())
        .choose(in: position, for: seat, chance: &chance, limits: limits)
    }
    var limits = limits
    limits.nodes = min(limits.nodes, level.nodeLimit)
    let isEnd = position.emptyCount <= level.perfectEmpties
    return AlphaBetaOpponent(
      evaluation: PositionalEvaluation(),
      depth: isEnd ? position.emptyCount : level.depth,
      carelessness: isEnd ? 0 : carelessness
    ).choose(in: position, for: seat, chance: &chance, limits: limits)
  }

  private var carelessness: Int {
    switch level.number {
    case 2: 250
    case 3: 60
    default: 15
    }
  }
}

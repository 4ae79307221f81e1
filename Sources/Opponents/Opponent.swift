public import Games

/// What an opponent decided, and what it knows about it.
public struct Choice<Move: Hashable & Sendable>: Hashable, Sendable {
  /// The move to play.
  public var move: Move
  /// What the position is worth to the mover in the units of the evaluation, or `nil` if it does not say.
  public var value: Int?
  /// How many plies ahead the choice looks; 0 when it does not look.
  public var depth: Int
  /// How many positions were visited.
  public var nodes: Int

  /// Creates a choice.
  public init(move: Move, value: Int? = nil, depth: Int = 0, nodes: Int = 0) {
    self.move = move
    self.value = value
    self.depth = depth
    self.nodes = nodes
  }
}

/// How much an opponent may work, and how it is told to stop.
///
/// The core has no clock: who wants a time limit gives a `shouldStop` that looks at one.
public struct SearchLimits {
  /// The most positions to visit.
  public var nodes: Int
  /// Asked every 1,024 positions; `true` ends the search with the best move so far.
  public var shouldStop: () -> Bool

  /// Creates limits; by default there are none.
  public init(nodes: Int = .max, shouldStop: @escaping () -> Bool = { false }) {
    self.nodes = nodes
    self.shouldStop = shouldStop
  }
}

/// A computer player of one game.
///
/// It is handed a position and says what it would play. It knows no clock, waits for nothing and changes
/// nothing; the pause that makes it look thoughtful is the screen's business.
public protocol Opponent<Position> {
  /// The game that it plays.
  associatedtype Position: EnumerableGame

  /// Chooses a move of `seat`.
  ///
  /// The same position, chance and limits in nodes give the same choice.
  ///
  /// - Returns: `nil` if the seat has no move. A search that is stopped at once still returns a legal move.
  func choose(
    in position: Position, for seat: Seat, chance: inout Chance, limits: SearchLimits
  ) -> Choice<Position.Move>?
}

/// A judgement of positions by looking at them.
public protocol Evaluation<Position>: Sendable {
  /// The game that it judges.
  associatedtype Position: EnumerableGame

  /// What a position that goes on is worth to `seat`; the other seat's value is its negative.
  ///
  /// It stays within ±``finalValueBound`` so that a decided game always counts more.
  func value(of position: Position, for seat: Seat) -> Int

  /// What a finished position is worth to `seat`.
  func finalValue(of position: Position, outcome: Outcome, for seat: Seat) -> Int
}

/// The largest value that an evaluation gives a position whose game goes on.
public let finalValueBound = 1_000_000

extension Evaluation {
  /// A win is worth more than any position, by more with a higher score; a tie is worth nothing.
  public func finalValue(of position: Position, outcome: Outcome, for seat: Seat) -> Int {
    var margin = 0
    if outcome.scores.count > seat.index {
      let others = outcome.scores.indices.filter { $0 != seat.index }.map { outcome.scores[$0] }
      margin = outcome.scores[seat.index] - (others.max() ?? 0)
    }
    switch outcome[seat] {
    case .won, .place(1): return finalValueBound + 1000 * max(margin, 0)
    case .lost, .quit, .timeExpired: return -finalValueBound + 1000 * min(margin, 0)
    default: return 0
    }
  }
}

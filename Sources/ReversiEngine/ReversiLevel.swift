public import Games
public import Opponents
public import Reversi

/// A strength of the computer at Reversi, each a fixed amount of work.
///
/// The first four need nothing but the rules; from the fifth on the engine plays, with its fitted weights. How strong
/// each is was measured by games, see `docs/reversi.md`.
public struct ReversiLevel: Hashable, Comparable, Sendable {
  /// The number, 1 for the weakest.
  public let number: Int

  /// The numbers that exist.
  public static let numbers = 1...10
  /// Every level, weakest first.
  public static var all: [ReversiLevel] { numbers.map { ReversiLevel(unchecked: $0) } }
  /// The level that a new player meets first.
  public static let usual = ReversiLevel(unchecked: 3)
  /// The best that there is.
  public static let strongest = ReversiLevel(unchecked: 10)

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
    case 4: "Keen"
    case 5: "Club"
    case 6: "Skilled"
    case 7: "Strong"
    case 8: "Expert"
    case 9: "Master"
    default: "Champion"
    }
  }

  /// What the level does, in a sentence without a full stop.
  public var summary: String {
    switch number {
    case 1: "takes the move that wins most discs at once"
    case 2: "likes corners and often overlooks your reply"
    case 3: "looks two moves ahead and overlooks a reply now and then"
    case 4: "looks three moves ahead, overlooks little, and plays the last 8 squares perfectly"
    default:
      "has learnt from its games, looks \(Words.number(depth)) moves ahead, and plays the last \(perfectEmpties) squares perfectly"
    }
  }

  /// How many plies the level looks ahead.
  public var depth: Int {
    switch number {
    case 1: 1
    case 2, 3, 5: 2
    case 4: 3
    case 6: 4
    case 7: 6
    case 8: 8
    case 9: 12
    default: 16
    }
  }

  /// With this many empty squares or fewer it searches to the end of the game.
  public var perfectEmpties: Int {
    switch number {
    case ...3: 0
    case 4: 8
    case 5, 6: 10
    case 7: 14
    case 8: 16
    case 9: 20
    default: 22
    }
  }

  /// The chance in percent that it overlooks what follows a move.
  public var oversight: Int {
    switch number {
    case 2: 70
    case 3: 25
    case 4: 8
    case 5: 3
    default: 0
    }
  }

  /// Whether it plays by the engine's weights.
  public var needsWeights: Bool { self > ReversiLevel.lastPlain }

  /// The first level that knows openings by heart.
  static let firstWithBook = 8

  /// The strongest level that plays without weights.
  public static let lastPlain = ReversiLevel(unchecked: 4)

  /// The most positions that it visits for one move.
  public var nodeLimit: Int { number < 5 ? 4_000_000 : 60_000_000 }

  /// The size of its table, in bytes.
  var memory: Int { number < 8 ? 1 << 20 : number == 8 ? 1 << 22 : 1 << 24 }

  /// Returns whether `a` is weaker than `b`.
  public static func < (a: ReversiLevel, b: ReversiLevel) -> Bool { a.number < b.number }
}

/// Numbers in sentences.
private enum Words {
  static func number(_ number: Int) -> String {
    switch number {
    case 2: "two"
    case 4: "four"
    case 6: "six"
    case 8: "eight"
    case 12: "twelve"
    default: "\(number)"
    }
  }
}

/// The computer player of Reversi at one level.
///
/// ```swift
/// let strong = ReversiOpponent(level: .strongest, weights: .shipped)
/// let choice = strong.choose(in: .start, for: .first, chance: &chance, limits: SearchLimits())
/// ```
public struct ReversiOpponent: Opponent {
  /// How strong it plays.
  public let level: ReversiLevel
  private let weights: PatternWeights
  private let book: ReversiBook

  /// Creates a player of this level.
  ///
  /// - Parameters:
  ///   - level: how strong it plays.
  ///   - weights: what it judges positions by, from level 5 on.
  ///   - book: the openings that it knows by heart, from level 8 on.
  public init(level: ReversiLevel, weights: PatternWeights, book: ReversiBook = ReversiBook()) {
    self.level = level
    self.weights = weights
    self.book = book
  }

  /// Chooses a move by the work that the level allows.
  ///
  /// Level 1 always plays the first best move in reading order; the others vary by chance, the best ones only in the
  /// first moves, among those that are as good. The value of the choice is in discs from level 5 on. From there on
  /// the limit of positions is kept to within 16,384.
  public func choose(
    in position: ReversiPosition, for seat: Seat, chance: inout Chance, limits: SearchLimits
  ) -> Choice<ReversiMove>? {
    if let plain = PlainReversiOpponent(level: level) {
      return plain.choose(in: position, for: seat, chance: &chance, limits: limits)
    }
    var limits = limits
    limits.nodes = min(limits.nodes, level.nodeLimit)
    if level.number >= ReversiLevel.firstWithBook, position.sideToMove.seat == seat,
      let known = book.choose(in: position, margin: 0, chance: &chance)
    {
      return Choice(
        move: known.move, value: known.value, depth: book.depth(of: position) ?? 0, nodes: 0)
    }
    return EngineChoice(level: level, weights: weights, limits: limits)
      .choose(in: position, for: seat, chance: &chance)
  }
}

/// The computer player of the levels that play without weights, for where those are not at hand.
public struct PlainReversiOpponent: Opponent {
  /// How strong it plays.
  public let level: ReversiLevel

  /// Creates a player of a level; `nil` if the level needs weights.
  public init?(level: ReversiLevel) {
    if level.needsWeights { return nil }
    self.level = level
  }

  /// Chooses a move by the work that the level allows.
  public func choose(
    in position: ReversiPosition, for seat: Seat, chance: inout Chance, limits: SearchLimits
  ) -> Choice<ReversiMove>? {
    var limits = limits
    limits.nodes = min(limits.nodes, level.nodeLimit)
    if level.number == 1 {
      return GreedyOpponent(evaluation: DiscDifference())
        .choose(in: position, for: seat, chance: &chance, limits: limits)
    }
    let isEnd = position.emptyCount <= level.perfectEmpties
    return AlphaBetaOpponent(
      evaluation: PositionalEvaluation(),
      depth: isEnd ? position.emptyCount : level.depth,
      carelessness: isEnd ? 0 : carelessness, oversight: isEnd ? 0 : level.oversight
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

/// A choice of the engine at a level.
private struct EngineChoice {
  let level: ReversiLevel
  let weights: PatternWeights
  let limits: SearchLimits

  /// So long, in discs on the board, the best levels vary their play; after that games differ by themselves.
  private static let variedDiscs = 16
  /// How deep they look meanwhile, at most: all moves have to be judged alike.
  private static let variedDepth = 10

  func choose(
    in position: ReversiPosition, for seat: Seat, chance: inout Chance
  ) -> Choice<ReversiMove>? {
    guard position.seatsToAct.contains(seat) else { return nil }
    let moves = position.legalMoves(for: seat)
    guard moves.count > 1 else { return moves.first.map { Choice(move: $0) } }
    let isEnd = position.emptyCount <= level.perfectEmpties
    let isVaried =
      !isEnd && (level.number < 8 || 64 - position.emptyCount < EngineChoice.variedDiscs)
    let depth = isVaried ? min(level.depth, EngineChoice.variedDepth) : level.depth
    let search = ReversiSearch(weights: weights, memory: level.memory)
    let report = run(
      search, position, isEnd ? .score : .depth(depth), lines: isVaried ? moves.count : 1)
    guard let top = report.lines.first else { return nil }
    var choice = Choice(
      move: top.move, value: report.value, depth: report.depth,
      nodes: Int(truncatingIfNeeded: report.nodes))
    guard isVaried, report.lines.count == moves.count else { return choice }
    var values = report.lines.map { $0.value }
    if level.oversight > 0 {
      let glance = run(search, position, .depth(1), lines: moves.count)
      for line in glance.lines where chance.below(100) < level.oversight {
        for index in report.lines.indices where report.lines[index].move == line.move {
          values[index] = line.value
        }
      }
    }
    let margin = level.number < 8 ? 1 : 0
    let best = values.max() ?? 0
    let near = values.indices.filter { values[$0] >= best - margin }
    if let picked = near.isEmpty ? nil : near[chance.below(near.count)] {
      choice.move = report.lines[picked].move
      choice.value = values[picked]
    }
    return choice
  }

  private func run(
    _ search: ReversiSearch, _ position: ReversiPosition, _ goal: ReversiGoal, lines: Int
  ) -> ReversiReport {
    var looks = 0
    let limits = limits
    return search.run(
      position, goal: goal, lines: lines,
      shouldStop: {
        looks += 1
        return looks * Int(Searcher.questionInterval) >= limits.nodes || limits.shouldStop()
      },
      progress: { $0.nodes < UInt64(clamping: limits.nodes) })
  }
}

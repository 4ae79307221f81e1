/// A strength of the computer at chess, each a fixed amount of work and a chance to overlook moves.
///
/// How strong each is was measured by games, see `docs/chess.md`.
public struct ChessLevel: Hashable, Comparable, Sendable {
  /// The number, 1 for the weakest.
  public let number: Int

  /// The numbers that exist.
  public static let numbers = 1...10
  /// Every level, weakest first.
  public static var all: [ChessLevel] { numbers.map { ChessLevel(unchecked: $0) } }
  /// The level that a new player meets first.
  public static let usual = ChessLevel(unchecked: 3)
  /// The best that there is.
  public static let strongest = ChessLevel(unchecked: 10)

  /// Creates a level from its number; `nil` if there is none.
  public init?(_ number: Int) {
    guard ChessLevel.numbers.contains(number) else { return nil }
    self.number = number
  }

  private init(unchecked number: Int) { self.number = number }

  /// What people call the level.
  public var name: String {
    switch number {
    case 1: "Newcomer"
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
    case 1: "has just learnt how the pieces move and overlooks more than half of them"
    case 2: "takes what it sees and often overlooks your reply"
    case 3: "looks a little ahead and overlooks nearly one move in three"
    case 4: "sees simple threats and overlooks one move in five"
    case 5: "plays sound moves and overlooks something now and then"
    case 6: "seldom overlooks a move"
    case 7: "sees nearly all there is, some moves ahead"
    case 8: "overlooks next to nothing"
    case 9: "overlooks nothing and looks at 30,000 positions"
    default: "overlooks nothing and looks at a million positions"
    }
  }

  /// How much the level works and what it overlooks.
  public var strength: ChessStrength {
    let (nodes, oversight) = ChessLevel.table[number - 1]
    return ChessStrength(nodes: UInt64(nodes), oversight: oversight)
  }

  private static let table: [(Int, Int)] = [
    (30, 55), (100, 42), (300, 30), (1_000, 20), (2_500, 12), (5_000, 4), (10_000, 2), (15_000, 1),
    (30_000, 0), (1_000_000, 0),
  ]

  /// The strength in Elo, about on the scale of Stockfish's `UCI_Elo`, and the error of two standard deviations.
  public var estimate: ChessEstimate { ChessLevel.estimates[number - 1] }

  private static let estimates: [ChessEstimate] = [
    ChessEstimate(elo: 255, error: 110), ChessEstimate(elo: 495, error: 100),
    ChessEstimate(elo: 705, error: 90), ChessEstimate(elo: 915, error: 80),
    ChessEstimate(elo: 1230, error: 60), ChessEstimate(elo: 1630, error: 45),
    ChessEstimate(elo: 1830, error: 45), ChessEstimate(elo: 1975, error: 60),
    ChessEstimate(elo: 2145, error: 125), ChessEstimate(elo: 2720, error: 260),
  ]

  /// The size of its table, in bytes.
  var memory: Int { number < 8 ? 1 << 18 : number < 10 ? 1 << 23 : 1 << 24 }

  /// Returns whether `a` is weaker than `b`.
  public static func < (a: ChessLevel, b: ChessLevel) -> Bool { a.number < b.number }
}

/// A measured strength.
public struct ChessEstimate: Hashable, Sendable {
  /// The strength in Elo.
  public let elo: Int
  /// The error of two standard deviations.
  public let error: Int
}

/// How much a player works for a move, and how much it overlooks.
public struct ChessStrength: Hashable, Sendable {
  /// The positions that it visits for a move.
  public let nodes: UInt64
  /// The chance in percent that it overlooks a move, wherever it looks.
  public let oversight: Int

  /// Creates a strength.
  public init(nodes: UInt64, oversight: Int) {
    self.nodes = max(nodes, 1)
    self.oversight = min(max(oversight, 0), 100)
  }

  /// The strengths in Elo that there are.
  public static var eloRange: ClosedRange<Int> {
    ChessLevel.all[0].estimate.elo...ChessLevel.strongest.estimate.elo
  }

  /// The strength that is about so many Elo, between those of the levels; held to ``eloRange``.
  public init(elo: Int) {
    let levels = ChessLevel.all
    var upper = 1
    while upper < levels.count - 1, levels[upper].estimate.elo < elo { upper += 1 }
    let (low, high) = (levels[upper - 1], levels[upper])
    let span = high.estimate.elo - low.estimate.elo
    let part = min(max(elo - low.estimate.elo, 0), span)
    let (from, to) = (low.strength, high.strength)
    // Work grows by factors, so the square of the way comes nearer than the way.
    let more = (to.nodes - from.nodes) * UInt64(part * part) / UInt64(max(span * span, 1))
    self.init(
      nodes: from.nodes + more,
      oversight: from.oversight + (to.oversight - from.oversight) * part / max(span, 1))
  }

  /// Holds limits to this strength.
  public func limit(_ limits: inout ChessLimits, seed: UInt64) {
    limits.nodes = min(limits.nodes, nodes)
    limits.oversight = oversight
    limits.seed = seed
  }
}

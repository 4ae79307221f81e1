public import Chess

/// What a position is worth to the side to move.
public enum ChessScore: Hashable, Sendable {
  /// Hundredths of a pawn.
  case centipawns(Int)
  /// Mate in so many moves of the side to move; negative when it is mated, 0 when it is mated now.
  case mate(in: Int)

  init(value: Int) {
    if value >= Value.mateBound {
      self = .mate(in: (Value.mate - value + 1) / 2)
    } else if value <= -Value.mateBound {
      self = .mate(in: -((Value.mate + value) / 2))
    } else {
      self = .centipawns(value)
    }
  }

  /// The same as one number, in hundredths of a pawn: a mate is worth 32,000 less 1 for each ply.
  public var value: Int {
    switch self {
    case .centipawns(let value): value
    case .mate(let moves): moves > 0 ? Value.mate - 2 * moves + 1 : -Value.mate - 2 * moves
    }
  }
}

/// On which side of the true score a score is.
public enum ChessBound: Hashable, Sendable {
  /// It is the score.
  case exact
  /// The true score is at least that.
  case lower
  /// The true score is at most that.
  case upper
}

/// One line of play that a search found.
public struct ChessLine: Hashable, Sendable {
  /// The moves, the first one from the position that was searched; never empty.
  public var moves: [ChessMove]
  /// What the line is worth to the side to move.
  public var score: ChessScore
  /// How sure that is.
  public var bound: ChessBound
  /// How many plies were searched in full.
  public var depth: Int
  /// How many plies the longest line had that was looked at.
  public var selectiveDepth: Int

  /// The move to play.
  public var move: ChessMove { moves[0] }
}

/// What a search knows at some time.
public struct ChessReport: Hashable, Sendable {
  /// The lines, best first; none if there is no move.
  public var lines: [ChessLine]
  /// The depth that was finished last.
  public var depth: Int
  /// The positions visited, by all threads.
  public var nodes: UInt64
  /// How full the table is with what this search found, in thousandths.
  public var fullness: Int
  /// Whether a depth was finished; otherwise a line just fell out of its window.
  public var isWhole: Bool
  /// For how many depths the best move has been the same.
  public var stability: Int
  /// By how much the score fell since the depth before, in hundredths of a pawn.
  public var fall: Int
  /// How much of the work went into the best move, in thousandths.
  public var effort: Int

  /// The move to play, or `nil` if there is none.
  public var best: ChessMove? { lines.first?.move }

  /// What is known where nothing was searched.
  public static let none = ChessReport(
    lines: [], depth: 0, nodes: 0, fullness: 0, isWhole: true, stability: 0, fall: 0, effort: 0)
}

/// How much a search may do; by default there are no limits.
public struct ChessLimits: Hashable, Sendable {
  /// The plies to look ahead.
  public var depth = Value.maxPly
  /// The positions to visit; kept exactly on one thread.
  public var nodes = UInt64.max
  /// The search ends when it knows a mate in so many moves.
  public var mate: Int?
  /// The only moves to look at, or all when it is empty.
  public var moves: [ChessMove] = []
  /// How many lines are wanted.
  public var lines = 1
  /// The chance in percent that a move is overlooked, own or the opponent's, wherever the search looks.
  public var oversight = 0
  /// Another seed overlooks others.
  public var seed: UInt64 = 0

  /// Creates limits that limit nothing.
  public init() {}

  /// Creates limits of depth and positions.
  public init(depth: Int = 120, nodes: UInt64 = .max, lines: Int = 1) {
    self.depth = depth
    self.nodes = nodes
    self.lines = lines
  }
}

public import Chess
public import Games
public import Opponents

/// The computer player of chess at one level.
///
/// ```swift
/// let strong = ChessOpponent(level: .strongest)
/// let choice = strong.choose(in: ChessGame(), for: .first, chance: &chance, limits: SearchLimits())
/// ```
public struct ChessOpponent: Opponent {
  /// How strong it plays.
  public let level: ChessLevel
  private let weights: ChessWeights

  /// Creates a player of a level.
  public init(level: ChessLevel, weights: ChessWeights = .shipped) {
    self.level = level
    self.weights = weights
  }

  /// Up to this move of the game the levels that overlook nothing vary their play.
  private static let variedMoves = 5
  /// What a varied move may be worth less than the best, in hundredths of a pawn.
  private static let variety = 15

  /// Chooses a move by the work that the level allows.
  ///
  /// A weak level does not see some moves, its own or replies, by chance; it plays the best of what it sees. The value of
  /// the choice is in hundredths of a pawn. It claims a draw that it may unless it
  /// is ahead.
  public func choose(
    in position: ChessGame, for seat: Seat, chance: inout Chance, limits: SearchLimits
  ) -> Choice<ChessAction>? {
    guard position.seatsToAct.contains(seat) else { return nil }
    let moves = position.position.legalMoves
    guard let first = moves.first else { return nil }
    let seed = chance.next()
    if moves.count == 1, !position.canClaimDraw { return Choice(move: .move(first)) }
    var own = ChessLimits()
    level.strength.limit(&own, seed: seed)
    own.nodes = min(own.nodes, UInt64(clamping: limits.nodes))
    let isVaried =
      own.oversight == 0 && position.position.fullmoveNumber <= ChessOpponent.variedMoves
    if isVaried { own.lines = 4 }
    let search = ChessSearch(weights: weights, memory: level.memory)
    let report = search.run(position, limits: own, shouldStop: limits.shouldStop)
    guard var line = report.lines.first else { return Choice(move: .move(first)) }
    let best = line.score.value
    if isVaried {
      let near = report.lines.filter {
        $0.depth == line.depth && $0.score.value >= best - ChessOpponent.variety
      }
      if near.count > 1 { line = near[chance.below(near.count)] }
    }
    var choice = Choice<ChessAction>(
      move: .move(line.move), value: line.score.value, depth: line.depth,
      nodes: Int(clamping: report.nodes))
    if position.canClaimDraw, best <= 0 {
      choice.move = .claimDraw
      choice.value = 0
    }
    return choice
  }
}

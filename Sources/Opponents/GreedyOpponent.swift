public import Games

/// Looks at each move one ply ahead and takes the first of those that are worth most.
public struct GreedyOpponent<E: Evaluation>: Opponent {
  /// How it judges the positions after its moves.
  public let evaluation: E

  /// Creates a greedy player with this judgement.
  public init(evaluation: E) { self.evaluation = evaluation }

  /// Chooses the first best move in the order of the game's legal moves.
  public func choose(
    in position: E.Position, for seat: Seat, chance: inout Chance, limits: SearchLimits
  ) -> Choice<E.Position.Move>? {
    var best: Choice<E.Position.Move>?
    var nodes = 0
    for move in position.legalMoves(for: seat) {
      var luck = chance
      guard let next = try? position.playing(move, by: seat, chance: &luck) else { continue }
      nodes += 1
      let value =
        next.outcome.map { evaluation.finalValue(of: next, outcome: $0, for: seat) }
        ?? evaluation.value(of: next, for: seat)
      if value > best?.value ?? .min { best = Choice(move: move, value: value, depth: 1) }
    }
    best?.nodes = nodes
    return best
  }
}

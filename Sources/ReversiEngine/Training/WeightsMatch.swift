/// Plays two sets of weights against each other, for the trainer.
package enum WeightsMatch {
  /// The result for the first weights: games won, tied and lost, and the sum of disc differences.
  package struct Result: Hashable, Sendable {
    package var wins = 0
    package var ties = 0
    package var losses = 0
    package var discs = 0

    /// Creates the result of no games.
    package init() {}

    /// Adds another result.
    package mutating func add(_ other: Result) {
      wins += other.wins
      ties += other.ties
      losses += other.losses
      discs += other.discs
    }
  }

  /// Plays one random opening twice with colours exchanged.
  package static func playPair(
    _ first: PatternWeights, _ second: PatternWeights, depth: Int, seed: UInt64
  ) -> Result {
    var random = SplitMix(state: seed)
    var opening: [Int] = []
    var game = TrainingGame()
    while opening.count < 10, !game.isOver {
      var moves = game.moves
      for _ in 0..<random.below(moves.nonzeroBitCount) { moves &= moves &- 1 }
      opening.append(moves.trailingZeroBitCount)
      game.play(moves.trailingZeroBitCount)
    }
    let searchers = [first, second].map {
      Searcher(table: SearchTable(bits: 16), weights: $0)
    }
    var result = Result()
    for black in 0..<2 {
      var game = TrainingGame()
      for square in opening { game.play(square) }
      for searcher in searchers { searcher.table.clear() }
      while !game.isOver {
        let searcher = searchers[game.isBlack ? black : 1 - black]
        searcher.prepare(game.own, game.opponent)
        var moves = searcher.rootMoves(game.own, game.opponent)
        let solves = game.empties <= depth + 6
        _ = searcher.deepen(
          game.own, game.opponent, &moves,
          steps: Searcher.steps(
            empties: game.empties, depth: solves ? game.empties : depth,
            certainty: Certainty.exact)
        ) { _, _, _ in true }
        game.play(moves[0].square)
      }
      let final = LastSquares.final(game.own, game.opponent)
      let score = game.isBlack == (black == 0) ? final : -final
      result.discs += score
      if score > 0 {
        result.wins += 1
      } else if score < 0 {
        result.losses += 1
      } else {
        result.ties += 1
      }
    }
    return result
  }
}

internal import Chess
internal import Games

/// Games between two sets of weights.
public enum ChessWeightsMatch {
  /// Plays two games from one random opening, colours reversed.
  ///
  /// - Returns: the half points of the first, 0 to 4.
  public static func playPair(
    _ first: ChessWeights, _ second: ChessWeights, nodes: UInt64, seed: UInt64
  ) -> Int {
    var chance = Chance(seed: seed)
    let searches = [
      ChessSearch(weights: first, memory: 1 << 20), ChessSearch(weights: second, memory: 1 << 20),
    ]
    let opening = opening(searches[0], &chance)
    var points = 0
    for firstSide in ChessSide.allCases {
      searches[0].forget()
      searches[1].forget()
      let result = play(opening, nodes: nodes) { $0 == firstSide ? searches[0] : searches[1] }
      points += firstSide == .white ? result : 2 - result
    }
    return points
  }

  private static func opening(_ search: ChessSearch, _ chance: inout Chance) -> ChessGame {
    while true {
      var game = ChessGame()
      for _ in 0..<8 {
        let moves = game.position.legalMoves
        if moves.isEmpty { break }
        _ = try? game.play(moves[chance.below(moves.count)])
      }
      if game.isOver { continue }
      let report = search.run(game, limits: ChessLimits(nodes: 5_000))
      if let line = report.lines.first, abs(line.score.value) <= 70 { return game }
    }
  }

  /// The half points of White.
  private static func play(
    _ opening: ChessGame, nodes: UInt64, _ search: (ChessSide) -> ChessSearch
  ) -> Int {
    var game = opening
    var agreed = 0
    for _ in 0..<300 {
      if let ending = game.ending {
        guard ending == .checkmate else { return 1 }
        return game.position.sideToMove == .white ? 0 : 2
      }
      if game.canClaimDraw { return 1 }
      let side = game.position.sideToMove
      let report = search(side).run(game, limits: ChessLimits(nodes: nodes))
      guard let line = report.lines.first, (try? game.play(line.move)) != nil else { return 1 }
      let value = line.score.value * (side == .white ? 1 : -1)
      agreed = value > 1000 ? max(agreed, 0) + 1 : value < -1000 ? min(agreed, 0) - 1 : 0
      if abs(agreed) >= 6 { return agreed > 0 ? 2 : 0 }
    }
    return 1
  }
}

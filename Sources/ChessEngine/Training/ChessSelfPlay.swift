public import Chess
internal import Games

/// A position of a game that was played to its end.
public struct ChessTrainingPosition: Hashable, Sendable {
  /// The position; its best move takes nothing, and nobody is in check.
  public let position: ChessPosition
  /// What the game came to for White: 0 lost, 1 drawn, 2 won.
  public let result: Int
  /// What the search said of the position, in hundredths of a pawn for White.
  public let value: Int

  /// Creates a position with what is known of it.
  public init(position: ChessPosition, result: Int, value: Int) {
    self.position = position
    self.result = min(max(result, 0), 2)
    self.value = value
  }
}

/// Plays games against itself for positions to learn from.
///
/// The same weights, settings and seed play the same games.
public final class ChessSelfPlay {
  private let search: ChessSearch
  private let nodes: UInt64
  private var chance: Chance

  /// Creates a player.
  ///
  /// - Parameters:
  ///   - weights: what it plays with.
  ///   - nodes: the positions that it visits for each move.
  ///   - seed: another seed begins other games.
  public init(weights: ChessWeights, nodes: UInt64, seed: UInt64) {
    search = ChessSearch(weights: weights, memory: 1 << 20)
    self.nodes = nodes
    chance = Chance(seed: seed)
  }

  /// Random moves at the beginning, at least; half of the games have one more.
  private static let openingPlies = 8
  /// Openings that are decided teach nothing.
  private static let openingBound = 250

  /// Plays one game.
  ///
  /// - Returns: its quiet positions with what it came to.
  public func playGame() -> [ChessTrainingPosition] {
    search.forget()
    var game = opening()
    var seen: [(ChessPosition, Int)] = []
    var agreed = 0
    var even = 0
    var result = 1
    var plies = 0
    while true {
      if let outcome = finalResult(of: game) {
        result = outcome
        break
      }
      let report = search.run(game, limits: ChessLimits(nodes: nodes))
      guard let line = report.lines.first else { break }
      let sign = game.position.sideToMove == .white ? 1 : -1
      let value = line.score.value * sign
      // Both sides have to see it for some moves.
      agreed = value > 900 ? max(agreed, 0) + 1 : value < -900 ? min(agreed, 0) - 1 : 0
      even = abs(value) <= 10 && plies > 70 ? even + 1 : 0
      if abs(agreed) >= 6 {
        result = agreed > 0 ? 2 : 0
        break
      }
      if even >= 16 || plies > 300 { break }
      let position = game.position
      if abs(value) < 900, !position.isCheck, !position.isCapture(line.move),
        line.move.promotion == nil
      {
        seen.append((position, value))
      }
      guard (try? game.play(line.move)) != nil else { break }
      plies += 1
    }
    return seen.map { ChessTrainingPosition(position: $0.0, result: result, value: $0.1) }
  }

  private func opening() -> ChessGame {
    while true {
      var game = ChessGame()
      for _ in 0..<ChessSelfPlay.openingPlies + chance.below(2) {
        let moves = game.position.legalMoves
        if moves.isEmpty { break }
        _ = try? game.play(moves[chance.below(moves.count)])
      }
      if game.isOver { continue }
      let report = search.run(game, limits: ChessLimits(nodes: 1_000))
      if let line = report.lines.first, abs(line.score.value) <= ChessSelfPlay.openingBound {
        return game
      }
    }
  }

  private func finalResult(of game: ChessGame) -> Int? {
    if let ending = game.ending {
      guard ending == .checkmate else { return 1 }
      return game.position.sideToMove == .white ? 0 : 2
    }
    return game.canClaimDraw ? 1 : nil
  }
}

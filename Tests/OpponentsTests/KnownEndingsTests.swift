import Games
import Opponents
import Reversi
import ReversiEngine
import Testing

@Suite("Known endings")
struct KnownEndingsTests {
  /// Position 20 of the FFO test suite, and the score of each of its moves as published.
  static let ffo20 = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"

  @Test("The score of each move of FFO 20 is the published one, and the best is played")
  func ffo20() throws {
    let position = try ReversiPosition(text: KnownEndingsTests.ffo20)
    #expect(position.emptyCount == 6)
    #expect(bruteForce(position) == 6)
    var chance = Chance(seed: 1)
    let choice = AlphaBetaOpponent(evaluation: PositionalEvaluation(), depth: 6)
      .choose(in: position, for: .first, chance: &chance, limits: SearchLimits())
    #expect(choice?.move.text == "h5")
    #expect(choice?.value == finalValueBound + 600)
    var scores: [String: Int] = [:]
    for move in position.legalMoves(for: .first) {
      var next = position
      try next.play(move, by: .first)
      scores[move.text] = -bruteForce(next)
    }
    #expect(scores == ["h5": 6, "g6": -2, "f6": -4, "h6": -10])
  }
}

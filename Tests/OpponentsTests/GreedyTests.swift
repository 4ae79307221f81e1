import Games
import Opponents
import Reversi
import ReversiEngine
import Testing

@Suite("The greedy opponent")
struct GreedyTests {
  /// The first square in reading order after which black's discs less white's, or the reverse, are most.
  private func naive(_ position: ReversiPosition) -> (move: ReversiMove, value: Int)? {
    var best: (move: ReversiMove, value: Int)?
    for square in Square.all {
      var next = position
      guard (try? next.place(at: square)) != nil else { continue }
      let black = Square.all.count { next[$0] == .black }
      let white = Square.all.count { next[$0] == .white }
      let value = position.sideToMove == .black ? black - white : white - black
      if best == nil || value > best?.value ?? 0 { best = (.place(square), value) }
    }
    return best
  }

  @Test("It plays the first of the moves that win most discs, through whole games")
  func whole() throws {
    let greedy = GreedyOpponent(evaluation: DiscDifference())
    for plies in 0...9 {
      var record = Record(start: randomPosition(seed: 6, plies: plies))
      while let seat = record.position.seatsToAct.first {
        var chance = Chance(seed: 1)
        let before = chance
        let choice = try #require(
          greedy.choose(
            in: record.position, for: seat, chance: &chance, limits: SearchLimits()))
        let expected = try #require(naive(record.position))
        #expect(choice.move == expected.move, "\(record.position.text)")
        #expect(choice.value == expected.value)
        #expect(choice.nodes == record.position.legalMoves(for: seat).count)
        #expect(chance == before)
        try record.play(choice.move, by: seat)
      }
    }
  }

  @Test("Of equal moves it plays the first, d3 at the start")
  func firstOfEqual() throws {
    let greedy = try #require(ReversiLevel(1).flatMap { PlainReversiOpponent(level: $0) })
    for seed in 0..<5 as Range<UInt64> {
      var chance = Chance(seed: seed)
      let choice =
        greedy
        .choose(in: .start, for: .first, chance: &chance, limits: SearchLimits())
      #expect(choice?.move.text == "d3")
      #expect(choice?.value == 3)
      #expect(choice?.depth == 1)
    }
  }

  @Test("It has no move for a seat that may not act, and passes when it must")
  func noMove() throws {
    let greedy = GreedyOpponent(evaluation: DiscDifference())
    var chance = Chance(seed: 1)
    let limits = SearchLimits()
    #expect(greedy.choose(in: .start, for: .second, chance: &chance, limits: limits) == nil)
    let over = try #require(ReversiPosition(black: 1, white: 0, sideToMove: .black))
    #expect(greedy.choose(in: over, for: .first, chance: &chance, limits: limits) == nil)
    let pass = greedy.choose(
      in: try #require(ReversiPosition(black: 1, white: 2, sideToMove: .white)), for: .second,
      chance: &chance, limits: limits)
    #expect(pass?.move == .pass)
  }
}

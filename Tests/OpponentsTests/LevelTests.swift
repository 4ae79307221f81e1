import Games
import Opponents
import Reversi
import ReversiEngine
import ReversiWeights
import Testing

@Suite("Levels of Reversi")
struct LevelTests {
  @Test("There are ten levels, each stronger than the one before, with a name and a summary")
  func levels() {
    #expect(ReversiLevel.all.map(\.number) == Array(1...10))
    #expect(ReversiLevel.all == ReversiLevel.all.sorted())
    #expect(Set(ReversiLevel.all.map(\.name)).count == 10)
    #expect(Set(ReversiLevel.all.map(\.summary)).count == 10)
    #expect(ReversiLevel(0) == nil && ReversiLevel(11) == nil)
    #expect(ReversiLevel(3) == .usual && ReversiLevel(10) == .strongest)
    for level in ReversiLevel.all {
      #expect((PlainReversiOpponent(level: level) == nil) == level.needsWeights)
    }
  }

  @Test("Each level plays legal moves only, early, late and at once", arguments: ReversiLevel.all)
  func legal(level: ReversiLevel) throws {
    let opponent = ReversiOpponent(level: level, weights: .shipped)
    for seed in 1...12 as ClosedRange<UInt64> {
      let position = randomPosition(seed: seed, plies: Int(seed * 7 % 59))
      let seat = position.sideToMove.seat
      for nodes in [0, 300] {
        var chance = Chance(seed: seed)
        let limits = SearchLimits(nodes: nodes)
        let choice = opponent.choose(in: position, for: seat, chance: &chance, limits: limits)
        #expect(position.legalMoves(for: seat).contains(try #require(choice).move))
        let other = position.sideToMove.opponent.seat
        #expect(opponent.choose(in: position, for: other, chance: &chance, limits: limits) == nil)
      }
    }
    let stuck = try #require(ReversiPosition(black: 1, white: 2, sideToMove: .white))
    var chance = Chance(seed: 1)
    let pass = opponent.choose(in: stuck, for: .second, chance: &chance, limits: SearchLimits())
    #expect(pass?.move == .pass)
  }

  @Test("The best levels play the openings that they know, and any of the equally good ones")
  func book() throws {
    let opponent = ReversiOpponent(level: .strongest, weights: .shipped, book: .shipped)
    var seen: Set<ReversiMove> = []
    for seed in 1...20 as ClosedRange<UInt64> {
      var record = Record(start: ReversiPosition.start)
      try record.play(ReversiMove(text: "f5"), by: .first)
      var chance = Chance(seed: seed)
      let choice = try #require(
        opponent.choose(in: record.position, for: .second, chance: &chance, limits: SearchLimits()))
      let known = ReversiBook.shipped.moves(in: record.position)
      #expect(choice.nodes == 0)
      #expect(known.contains { $0.move == choice.move && $0.value == known[0].value })
      seen.insert(choice.move)
    }
    #expect(!seen.isEmpty)
  }

  @Test("Levels 4 and up play their last squares perfectly", arguments: 4...10)
  func perfect(number: Int) throws {
    let level = try #require(ReversiLevel(number))
    let opponent = ReversiOpponent(level: level, weights: .shipped)
    for seed in 1...10 as ClosedRange<UInt64> {
      let position = randomPosition(seed: seed, plies: 54)
      var chance = Chance(seed: seed)
      let choice = opponent.choose(
        in: position, for: position.sideToMove.seat, chance: &chance, limits: SearchLimits())
      var next = position
      try next.play(try #require(choice).move, by: position.sideToMove.seat)
      #expect(-bruteForce(next) == bruteForce(position), "\(position.text)")
    }
  }

  #if DEBUG
    static let pairs = [(stronger: 2, openings: 8), (3, 4)]
  #else
    static let pairs = [
      (stronger: 2, openings: 20), (3, 20), (4, 20), (5, 12), (6, 12), (7, 12), (8, 12), (9, 4),
      (10, 6),
    ]
  #endif

  @Test(
    "Each level beats the one below, from openings that each plays with both colours",
    arguments: pairs)
  func beatsTheOneBelow(stronger: Int, openings: Int) throws {
    let strong = ReversiOpponent(
      level: try #require(ReversiLevel(stronger)), weights: .shipped)
    let weak = ReversiOpponent(
      level: try #require(ReversiLevel(stronger - 1)), weights: .shipped)
    var (won, lost, tied, margin) = (0, 0, 0, 0)
    for seed in 1...UInt64(openings) {
      let opening = randomPosition(seed: 700 + seed, plies: 8)
      for score in [
        try playGame(from: opening, black: strong, white: weak, seed: seed),
        try -playGame(from: opening, black: weak, white: strong, seed: seed),
      ] {
        margin += score
        if score > 0 { won += 1 } else if score < 0 { lost += 1 } else { tied += 1 }
      }
    }
    print(
      "level \(stronger) against \(stronger - 1): \(won) won, \(tied) tied, \(lost) lost, by \(margin)"
    )
    #expect(won > lost)
    #expect(margin > 0)
  }
}

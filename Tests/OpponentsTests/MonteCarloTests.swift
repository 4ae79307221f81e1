import Games
import GamesTestKit
import Opponents
import Reversi
import Testing

@Suite("The Monte Carlo opponent")
struct MonteCarloTests {
  @Test("The games made up for its tests keep the laws")
  func laws() throws {
    try checkLaws(of: Duel.self)
    try checkLaws(of: HighestNumber.self)
    try checkLaws(of: Nim.self)
    try checkLaws(of: Climb.self)
  }

  @Test("It takes a sure win rather than a lucky one, whatever its own luck is")
  func sureWin() {
    let position = Duel(steps: [5, 0], left: 12)
    for seed in 1...30 as ClosedRange<UInt64> {
      var chance = Chance(seed: seed)
      let choice = MonteCarloOpponent<Duel>(playouts: 60)
        .choose(in: position, for: .first, chance: &chance, limits: SearchLimits())
      #expect(choice?.move == .sure, "seed \(seed)")
    }
  }

  @Test("It takes the risk when only luck can win, whatever its own luck is")
  func lastChance() {
    // The last turn of the first seat: a sure step ties, a six wins; losing is not possible any more.
    let position = Duel(steps: [0, 0], left: 2)
    let lost = Duel(steps: [0, 5], left: 2)
    for seed in 1...15 as ClosedRange<UInt64> {
      for position in [position, lost] {
        var chance = Chance(seed: seed)
        let choice = MonteCarloOpponent<Duel>(playouts: 2000)
          .choose(in: position, for: .first, chance: &chance, limits: SearchLimits())
        #expect(choice?.move == .risk, "seed \(seed)")
      }
    }
  }

  @Test("In a simultaneous game of several seats it finds the number that always wins")
  func simultaneous() throws {
    for seats in 2...4 {
      let position = HighestNumber(seats: seats)
      for seat in position.seatsToAct.seats {
        var chance = Chance(seed: UInt64(seats))
        let choice = MonteCarloOpponent<HighestNumber>(playouts: 400)
          .choose(in: position, for: seat, chance: &chance, limits: SearchLimits())
        #expect(choice?.move.number == 4)
      }
    }
  }

  @Test("It wins Nim against random play from either seat")
  func beatsRandomAtNim() throws {
    var wins = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      let own: Seat = seed % 2 == 0 ? .first : .second
      var position = Nim(left: 21)
      while let seat = position.seatsToAct.first {
        var chance = Chance(seed: seed, move: position.left)
        let choice =
          seat == own
          ? MonteCarloOpponent<Nim>(playouts: 200)
            .choose(in: position, for: seat, chance: &chance, limits: SearchLimits())
          : RandomOpponent<Nim>()
            .choose(in: position, for: seat, chance: &chance, limits: SearchLimits())
        try position.play(try #require(choice).move, by: seat, chance: &chance)
      }
      if position.outcome?[own] == .won { wins += 1 }
    }
    print("Monte Carlo against random play at Nim: \(wins) of 20")
    #expect(wins >= 17)
  }

  #if !DEBUG
    @Test("It beats random play at Reversi")
    func beatsRandomAtReversi() throws {
      var wins = 0
      for seed in 1...6 as ClosedRange<UInt64> {
        let player = MonteCarloOpponent<ReversiPosition>(playouts: 100)
        let other = RandomOpponent<ReversiPosition>()
        let score =
          seed % 2 == 0
          ? try playGame(from: .start, black: player, white: other, seed: seed)
          : try -playGame(from: .start, black: other, white: player, seed: seed)
        if score > 0 { wins += 1 }
      }
      print("Monte Carlo against random play at Reversi: \(wins) of 6")
      #expect(wins >= 5)
    }
  #endif

  @Test("Limits are kept, the choice is legal and the same again")
  func limits() throws {
    let position = ReversiPosition.start
    for nodes in [0, 1, 50, 2000] {
      var (chance, again) = (Chance(seed: 4), Chance(seed: 4))
      let player = MonteCarloOpponent<ReversiPosition>(playouts: 20)
      let limits = SearchLimits(nodes: nodes)
      let choice = try #require(
        player.choose(in: position, for: .first, chance: &chance, limits: limits))
      #expect(position.legalMoves(for: .first).contains(choice.move))
      #expect(
        choice == player.choose(in: position, for: .first, chance: &again, limits: limits))
    }
    var chance = Chance(seed: 4)
    let player = MonteCarloOpponent<ReversiPosition>(playouts: .max)
    let stopped = player.choose(
      in: position, for: .first, chance: &chance, limits: SearchLimits { true })
    #expect(stopped != nil)
    #expect(stopped?.nodes == 0)
    #expect(
      player.choose(in: position, for: .second, chance: &chance, limits: SearchLimits()) == nil)
    let short = MonteCarloOpponent<ReversiPosition>(playouts: 8, longestPlayout: 3)
    let choice = short.choose(in: position, for: .first, chance: &chance, limits: SearchLimits())
    #expect(try #require(choice).nodes <= 8 * 3)
  }
}

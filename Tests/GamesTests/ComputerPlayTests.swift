import Games
import Opponents
import Testing

@Suite("Computers at games that they were never taught")
struct ComputerPlayTests {
  /// Plays a game in which one seat thinks and the others play anything.
  private func play<G: EnumerableGame>(
    _ start: G, thinker: Seat, playouts: Int, seed: UInt64
  ) throws -> G {
    var record = Record(start: start, seed: seed)
    let computer = MonteCarloOpponent<G>(playouts: playouts)
    // The computer's own chance must not be that of the game, or it would know the dice.
    var chance = Chance(seed: seed ^ 0x5EED)
    while let seat = record.position.seatsToAct.first {
      let moves = record.position.legalMoves(for: seat)
      if seat == thinker {
        let choice = computer.choose(
          in: record.position, for: seat, chance: &chance, limits: SearchLimits())
        let move = try #require(choice).move
        #expect(moves.contains(move))
        try record.play(move, by: seat)
      } else {
        try record.play(moves[chance.below(moves.count)], by: seat)
      }
    }
    return record.position
  }

  @Test("Monte Carlo races dice better than chance, with 2 to 4 at the table")
  func diceRace() throws {
    var (wins, fair) = (0, 0.0)
    for seed in 1...60 as ClosedRange<UInt64> {
      let seats = 2 + Int(seed % 3)
      var chance = Chance(seed: seed)
      let start = try DiceRace(setup: GameSetup(seats: seats), chance: &chance)
      let thinker = try #require(Seat(Int(seed / 3) % seats))
      let end = try play(start, thinker: thinker, playouts: 60, seed: seed)
      wins += end.outcome?[thinker] == .won ? 1 : 0
      fair += 1 / Double(seats)
    }
    print("Monte Carlo at the dice race: \(wins) wins of 60, \(Int(fair)) by chance")
    #expect(Double(wins) > fair + 6)
  }

  @Test("Monte Carlo bids well when it is shown everything")
  func secretBids() throws {
    var (first, fair) = (0, 0)
    for seed in 1...40 as ClosedRange<UInt64> {
      var chance = Chance(seed: seed)
      let start = try SecretBids(setup: GameSetup(seats: 3), chance: &chance)
      // The last to bid sees what the others bid, as in a full position.
      let thinker = try #require(Seat(2))
      let end = try play(start, thinker: thinker, playouts: 60, seed: seed)
      let random = try play(start, thinker: #require(Seat(9)), playouts: 1, seed: seed)
      first += end.outcome?[thinker] == .place(1) ? 1 : 0
      fair += random.outcome?[thinker] == .place(1) ? 1 : 0
    }
    print("Monte Carlo at secret bids: first \(first) times of 40, \(fair) by random play")
    #expect(first > fair + 4)
  }
}

import Games
import GamesTestKit
import Testing

@Suite("Games made up for the tests")
struct MadeUpGamesTests {
  @Test("Secret bids keep the laws of games with 2 to 16 seats")
  func secretBidsLaws() throws {
    let setups = [2, 3, 5, 16].map { GameSetup(seats: $0) }
    let report = try checkLaws(of: SecretBids.self, setups: setups, games: 8)
    #expect(report.games == 4 * 8)
    #expect(report.unfinished == 0)
    #expect(report.withdrawals > 0)
    #expect(report.refused > 1000)
  }

  @Test("The dice race keeps the laws of games with 2 to 6 seats")
  func diceRaceLaws() throws {
    let report = try checkLaws(of: DiceRace.self)
    #expect(report.games == 100)
    #expect(report.unfinished == 0)
    #expect(report.withdrawals > 0)
  }

  @Test("A secret never leaks into a view of another seat", arguments: [2, 3, 7, 16])
  func noLeak(seats: Int) throws {
    var secretsSeen = 0
    for seed in 1...30 as ClosedRange<UInt64> {
      var chance = Chance(seed: seed)
      var game = try SecretBids(setup: GameSetup(seats: seats), chance: &chance)
      while true {
        let words = (0..<seats).map { index in
          Seat(index).map { visibleWords(in: game.view(for: .seat($0)).text) } ?? []
        }
        let watched = visibleWords(in: game.view(for: .spectator).text)
        let all = visibleWords(in: game.view(for: .referee).text)
        for owner in game.places.indices {
          for card in game.places[owner].hand + [game.places[owner].bid] {
            guard case .number = card else { continue }
            secretsSeen += 1
            // The owner and the referee see it, so the canary can be seen where it should be.
            #expect(words[owner].contains(card.text))
            #expect(all.contains(card.text))
            #expect(!watched.contains(card.text), "seed \(seed): a spectator sees \(card.text)")
            for other in game.places.indices where other != owner {
              #expect(!words[other].contains(card.text), "seed \(seed): \(other) sees \(card.text)")
            }
          }
        }
        guard let seat = game.seatsToAct.seats.randomElement(using: &chance),
          let bid = game.legalMoves(for: seat).randomElement(using: &chance)
        else { break }
        for index in 0..<seats where index != seat.index {
          let other = try #require(Seat(index))
          #expect(game.text(of: bid, by: seat, for: .seat(other)) == nil)
        }
        #expect(game.text(of: bid, by: seat, for: .spectator) == nil)
        #expect(game.text(of: bid, by: seat, for: .seat(seat)) == bid.text)
        try game.play(bid, by: seat, chance: &chance)
      }
      #expect(game.isOver)
    }
    #expect(secretsSeen > 30 * seats)
  }

  @Test("A view does not change when only hidden things change")
  func viewIgnoresHidden() throws {
    let game = try SecretBids(text: "10.13:15:0:- 12.14:-:0:- 11.16.17:-:0:-")
    let other = try SecretBids(text: "10.15:13:0:- 12.14:-:0:- 11.16.18:-:0:-")
    #expect(game.view(for: .seat(.second)) == other.view(for: .seat(.second)))
    #expect(game.view(for: .spectator) == other.view(for: .spectator))
    #expect(game.view(for: .seat(.first)) != other.view(for: .seat(.first)))
    #expect(game.view(for: .seat(.second)).text == "?.?:?:0:- 12.14:-:0:- ?.?.?:-:0:-")
  }

  @Test("Bids are shown when the last seat has bid, and the highest gets the point")
  func roundEnds() throws {
    var chance = Chance(seed: 0)
    var game = try SecretBids(text: "10.13:-:0:- 12.14:-:0:- 11.15:-:0:-")
    try game.play(SecretBid(card: 13), by: .first, chance: &chance)
    try game.play(SecretBid(card: 11), by: #require(Seat(2)), chance: &chance)
    #expect(game.seatsToAct == SeatSet(.second))
    #expect(game.view(for: .spectator).text == "?:?:0:- ?.?:-:0:- ?:?:0:-")
    try game.play(SecretBid(card: 12), by: .second, chance: &chance)
    #expect(game.view(for: .spectator).text == "?:-:1:13 ?:-:0:12 ?:-:0:11")
    #expect(game.seatsToAct == SeatSet(first: 3))
  }

  @Test("Who leaves during a round ends it when all others have bid")
  func withdrawEndsRound() throws {
    var chance = Chance(seed: 0)
    var game = try SecretBids(text: "10:13:0:- 12.14:-:0:- 11:15:0:-")
    game.withdraw(.second, chance: &chance)
    #expect(game.text == "10:-:0:13 :x:0:x 11:-:1:15")
    #expect(game.seatsToAct.seats.map(\.index) == [0, 2])
    game.withdraw(.first, chance: &chance)
    #expect(game.outcome == Outcome(seats: [.quit, .quit, .place(1)], scores: [0, 0, 1]))
    let before = game
    game.withdraw(.first, chance: &chance)
    #expect(game == before)
  }

  @Test("Equal points share a place, and only four places have a number")
  func places() throws {
    let game = try SecretBids(text: ":-:0:- :-:2:- :-:2:- :-:1:- :x:9:- :-:0:-")
    #expect(
      game.outcome?.seats == [.place(4), .place(1), .place(1), .place(3), .quit, .place(4)])
  }

  @Test("A six lets the same seat act again")
  func sixActsAgain() throws {
    var sixes = 0
    for seed in 0..<60 as Range<UInt64> {
      var chance = Chance(seed: seed)
      var game = try DiceRace(text: "0 0 0 @2")
      try game.play(.roll, by: .second, chance: &chance)
      let isSix = game.ways[1] == 6
      #expect(game.turn.index == (isSix ? 1 : 2))
      sixes += isSix ? 1 : 0
    }
    #expect((1..<30).contains(sixes))
  }

  @Test("A seat that left is skipped, also when it left while it was to act")
  func withdrawSkips() throws {
    var chance = Chance(seed: 1)
    var game = try DiceRace(text: "4 5 6 7 @1")
    game.withdraw(.second, chance: &chance)
    #expect(game.text == "4 x 6 7 @1")
    try game.play(.walk, by: .first, chance: &chance)
    #expect(game.text == "6 x 6 7 @3")
    game.withdraw(try #require(Seat(2)), chance: &chance)
    #expect(game.text == "6 x x 7 @4")
    game.withdraw(.first, chance: &chance)
    #expect(game.outcome == Outcome(seats: [.quit, .quit, .quit, .won], scores: [0, 0, 0, 7]))
  }

  @Test("Perft expands every seat that may act, and counts a finished game once")
  func perft() throws {
    // Three cards each: 6 first bids, then 3 second bids of the other seat, then 4 and 2, then 2 and 1.
    var chance = Chance(seed: 3)
    let two = try SecretBids(setup: GameSetup(seats: 2), chance: &chance)
    #expect((0...8).map { two.perft($0) } == [1, 6, 18, 72, 144, 288, 288, 288, 288])
    let race = try DiceRace(text: "18 0 @1")
    // Both walking and rolling two or more win at once.
    #expect(race.perft(1) == 2)
    let walked = try DiceRace(text: "20 0 @2")
    #expect(walked.perft(5) == 1)
  }
}

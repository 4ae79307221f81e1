import Games
import Matches
import Reversi
import Testing

@Suite("What a command leads to")
struct DecideTests {
  @Test("The maker sits where it chose and may act before anybody has joined")
  func making() throws {
    var played = try Played(ReversiPosition.self, seats: 2)
    #expect(played.match.status == .matching)
    #expect(played.match.version == 2)
    #expect(played.match.seat(of: alice) == .first)
    #expect(
      try played.perform(.move("d3"), by: alice) == [.moved(.first, move: "d3", isForced: false)])
    #expect(played.match.seatsToAct == SeatSet(.second))
    #expect(try played.perform(.join, by: bob) == [.seated(.second, bob)])
    #expect(played.match.status == .open)
    #expect(played.match.seats.map(\.status) == [.active, .active])
  }

  @Test("A match cannot be made with wrong terms or a seat that it does not have")
  func wrongTerms() throws {
    #expect(throws: Refusal.invalidState("Reversi is played by two")) {
      try Played(ReversiPosition.self, seats: 3)
    }
    #expect(throws: Refusal.invalidState("there is no such seat")) {
      try Played(ReversiPosition.self, seats: 2, at: try #require(Seat(2)))
    }
    #expect(throws: Refusal.invalidState("expected a goal")) {
      try Played(Relay.self, seats: 2, options: "goal of my own")
    }
    let foreign = MatchTerms(game: "chess", rulesVersion: 1, seatCount: 2, seed: 0)
    #expect(throws: Refusal.invalidState("the match is of another game")) {
      try Match<ReversiPosition>.making(foreign, by: alice, at: .first)
    }
    let old = MatchTerms(game: "relay", rulesVersion: 2, seatCount: 2, seed: 0)
    #expect(throws: Refusal.invalidState("the match keeps another version of the rules")) {
      try Match<Relay>.making(old, by: alice, at: .first)
    }
  }

  @Test("A third player finds the seats taken, and who sits may ask again")
  func joining() throws {
    var played = try Played(ReversiPosition.self, seats: 2)
    #expect(try played.perform(.join, by: alice) == [])
    try played.perform(.join, by: bob)
    #expect(try played.perform(.join, by: bob) == [])
    #expect(throws: Refusal.seatTaken) { try played.match.decide(.join, by: carol) }
  }

  @Test("Only a seat whose turn it is moves, and only as the rules allow")
  func refusals() throws {
    var played = try Played(ReversiPosition.self, seats: 2)
    try played.perform(.join, by: bob)
    let before = played.match
    #expect(throws: Refusal.notMember) { try played.match.decide(.move("d3"), by: carol) }
    #expect(throws: Refusal.notMember) { try played.match.decide(.quit, by: carol) }
    #expect(throws: Refusal.notYourTurn) { try played.match.decide(.move("d3"), by: bob) }
    #expect(throws: Refusal.illegalMove(IllegalMove("d4 is occupied"))) {
      try played.match.decide(.move("d4"), by: alice)
    }
    for text in ["", "d9", "d3d3", "d3 ", "\0", String(repeating: "\u{301}", count: 2048)] {
      #expect(throws: Refusal.self) { try played.match.decide(.move(text), by: alice) }
    }
    #expect(throws: Refusal.illegalMove(IllegalMove("a pass is not allowed while a move exists"))) {
      try played.match.decide(.move("pass"), by: alice)
    }
    #expect(throws: Refusal.invalidState("the match has not ended")) {
      try played.match.decide(.rematch(MatchID(1), seed: 1), by: alice)
    }
    #expect(played.match == before)
  }

  @Test("A move is written in the game's own form, however the client spelt it")
  func spelling() throws {
    var played = try Played(ReversiPosition.self, seats: 2)
    let events = try played.perform(.move("D3"), by: alice)
    #expect(events == [.moved(.first, move: "d3", isForced: false)])
  }

  @Test("Who quits before anybody has joined ends the match silently: nobody has won")
  func quitAlone() throws {
    var played = try Played(ReversiPosition.self, seats: 2)
    let events = try played.perform(.quit, by: alice)
    #expect(
      events == [
        .left(.first, .quit), .ended(Outcome(seats: [.quit, .none])), .removed(.first),
      ])
    #expect(played.match.status == .ended)
    #expect(played.match.seatsToAct.isEmpty)
    #expect(throws: Refusal.invalidState("the match has ended")) {
      try played.match.decide(.join, by: bob)
    }
    #expect(throws: Refusal.invalidState("the match was never full")) {
      try played.match.decide(.rematch(MatchID(1), seed: 1), by: alice)
    }
  }

  @Test("Who quits one of two seats, in turn or not, leaves a walk-over", arguments: [alice, bob])
  func walkOver(quitter: PlayerID) throws {
    var played = try Played(ReversiPosition.self, seats: 2)
    try played.perform(.join, by: bob)
    let seat = try #require(played.match.seat(of: quitter))
    let events = try played.perform(.quit, by: quitter)
    let outcomes: [SeatOutcome] = quitter == alice ? [.quit, .won] : [.won, .quit]
    #expect(events == [.left(seat, .quit), .ended(Outcome(seats: outcomes))])
    #expect(played.match.seats.map(\.outcome) == outcomes)
    #expect(played.match.seats.map(\.status) == [.done, .done])
    for command in [MatchCommand.quit, .move("d3"), .join] {
      for player in [alice, bob] {
        guard case .join = command else {
          #expect(throws: Refusal.invalidState("the match has ended")) {
            try played.match.decide(command, by: player)
          }
          continue
        }
        #expect(try played.match.decide(command, by: player) == [])
      }
    }
  }

  @Test("A pass that the rules force is an event of its own, right after the move that led to it")
  func forcedPass() throws {
    var passes = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      var chance = Chance(seed: seed)
      var played = try Played(ReversiPosition.self, seats: 2, seed: seed)
      try played.perform(.join, by: bob)
      while let seat = played.match.seatsToAct.first {
        let moves = played.match.position.legalMoves(for: seat)
        #expect(moves != [.pass], "seed \(seed): somebody was asked to pass")
        let move = moves[chance.below(moves.count)]
        let events = try played.perform(
          .move(move.text), by: seat == .first ? alice : bob)
        for (index, event) in events.enumerated() {
          guard case .moved(let mover, let text, let isForced) = event else { continue }
          #expect(isForced == (index > 0))
          #expect(isForced == (text == "pass"))
          if isForced {
            passes += 1
            #expect(mover != seat)
            #expect(played.match.seatsToAct == (played.match.status == .ended ? [] : SeatSet(seat)))
          }
        }
      }
      #expect(
        played.match.moves.filter(\.isForced).count
          == played.log.count { $0.text.hasPrefix("forced") })
    }
    #expect(passes > 0)
  }

  @Test("The end carries the outcome and the scores of the rules, empty squares to the winner")
  func ending() throws {
    var played = try Played(ReversiPosition.self, seats: 2)
    try played.perform(.join, by: bob)
    var last: [MatchEvent] = []
    for (index, move) in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"].enumerated() {
      last = try played.perform(.move(move), by: index % 2 == 0 ? alice : bob)
    }
    #expect(last.count == 2)
    #expect(last.last == .ended(Outcome(seats: [.won, .lost], scores: [64, 0])))
    #expect(played.match.outcome?.scores == [64, 0])
    #expect(played.match.seats.map(\.outcome) == [.won, .lost])
    #expect(throws: Refusal.invalidState("the match has ended")) {
      try played.match.decide(.move("a1"), by: bob)
    }
  }
}

@Suite("Three seats")
struct ThreeSeatTests {
  private func threeSeats(goal: Int = 40) throws -> Played<Relay> {
    var played = try Played(Relay.self, seats: 3, options: "goal \(goal)")
    try played.perform(.join, by: bob)
    try played.perform(.join, by: carol)
    return played
  }

  @Test("Who quits in turn hands the baton on, the story stays, and the seat is passed over")
  func quitInTurn() throws {
    var played = try threeSeats()
    try played.perform(.move("add-3"), by: alice)
    #expect(try played.perform(.quit, by: bob) == [.left(.second, .quit)])
    #expect(played.match.status == .open)
    #expect(played.match.position.sum == 3)
    #expect(played.match.seatsToAct.seats.map(\.number) == [3])
    #expect(throws: Refusal.invalidState("you have left this match")) {
      try played.match.decide(.quit, by: bob)
    }
    #expect(throws: Refusal.notYourTurn) { try played.match.decide(.move("add-1"), by: bob) }
    try played.perform(.move("add-1"), by: carol)
    try played.perform(.move("add-1"), by: alice)
    #expect(played.match.seatsToAct.seats.map(\.number) == [3])
    let end = try played.perform(.quit, by: carol)
    #expect(end.last == .ended(Outcome(seats: [.won, .quit, .quit])))
  }

  @Test("Who quits out of turn leaves the baton where it is")
  func quitOutOfTurn() throws {
    var played = try threeSeats()
    #expect(try played.perform(.quit, by: carol) == [.left(try #require(Seat(2)), .quit)])
    #expect(played.match.seatsToAct == SeatSet(.first))
    try played.perform(.move("add-1"), by: alice)
    try played.perform(.move("add-1"), by: bob)
    #expect(played.match.seatsToAct == SeatSet(.first))
  }

  @Test("Who left keeps the outcome of having left when the others play to the end")
  func outcomeOfLeaver() throws {
    var played = try threeSeats(goal: 4)
    try played.perform(.quit, by: alice)
    try played.perform(.move("add-3"), by: bob)
    let end = try played.perform(.move("add-3"), by: carol)
    #expect(end.last == .ended(Outcome(seats: [.quit, .lost, .won], scores: [0, 0, 6])))
  }

  @Test("Somebody who left before all seats were filled holds nobody up")
  func leaverBeforeFull() throws {
    var played = try Played(Relay.self, seats: 3)
    try played.perform(.join, by: bob)
    try played.perform(.quit, by: alice)
    #expect(played.match.status == .matching)
    #expect(played.match.seatsToAct == SeatSet(.second))
    try played.perform(.join, by: carol)
    #expect(played.match.status == .open)
    // Only now that the match is open, leaving it makes the last one win.
    let end = try played.perform(.quit, by: bob)
    #expect(end.last == .ended(Outcome(seats: [.quit, .quit, .won])))
  }
}

@Suite("Playing again")
struct RematchTests {
  @Test("The rematch has the same players, each one seat further on, and its own seed")
  func seats() throws {
    var played = try Played(Relay.self, seats: 3, options: "goal 2")
    try played.perform(.join, by: bob)
    try played.perform(.join, by: carol)
    try played.perform(.move("add-2"), by: alice)
    #expect(played.match.status == .ended)
    #expect(played.match.makingRematch() == nil)
    #expect(
      try played.perform(.rematch(MatchID(4), seed: .max), by: bob)
        == [.rematched(MatchID(4), seed: .max)])
    let making = try #require(played.match.makingRematch())
    #expect(making.match == MatchID(4))
    let again = try Played<Relay>(log: making.events)
    #expect(again.match.seats.map(\.player) == [carol, alice, bob])
    #expect(again.match.terms.seed == .max)
    #expect(again.match.terms.options == "goal 2")
    #expect(again.match.status == .open)
    #expect(again.match.version == 4)
  }

  @Test("Both asking lead to the same match: the first made it")
  func both() throws {
    var played = try Played(ReversiPosition.self, seats: 2)
    try played.perform(.join, by: bob)
    try played.perform(.quit, by: bob)
    try played.perform(.rematch(MatchID(4), seed: 1), by: alice)
    #expect(try played.perform(.rematch(MatchID(5), seed: 2), by: bob) == [])
    #expect(played.match.makingRematch()?.match == MatchID(4))
    #expect(throws: Refusal.notMember) {
      try played.match.decide(.rematch(MatchID(6), seed: 3), by: carol)
    }
  }
}

@Suite("What the screen says of a match")
struct WordsTests {
  @Test("The line names whose turn it is and the reader")
  func turns() throws {
    var played = try Played(ReversiPosition.self, seats: 2)
    #expect(played.match.statusLine(for: .first) == "Player 1's Turn (that's you)")
    #expect(played.match.statusLine(for: nil) == "Player 1's Turn")
    try played.perform(.join, by: bob)
    try played.perform(.move("d3"), by: alice)
    #expect(played.match.statusLine(for: .first) == "Player 2's Turn")
    #expect(played.match.statusLine(for: .second) == "Player 2's Turn (that's you)")
    try played.perform(.quit, by: alice)
    for reader in [Seat.first, .second, nil] {
      #expect(played.match.statusLine(for: reader) == "Match Ended")
    }
  }

  @Test("The fixed words are those of the contract")
  func words() {
    #expect(MatchWords.welcome == "Welcome. Press Play to get started")
    #expect(MatchWords.turnOver == "Your turn is over.")
    #expect(MatchWords.problem == "Oops, there was a problem. Try that again.")
  }

  @Test("Each refusal has its stable code and a reason")
  func refusals() {
    let codes = [
      Refusal.notMember: "notMember", .notYourTurn: "notYourTurn", .seatTaken: "seatTaken",
      .illegalMove(.gameOver): "illegalMove", .invalidState("x"): "invalidState",
      .staleVersion(current: 7): "staleVersion",
    ]
    for (refusal, code) in codes {
      #expect(refusal.code == code)
      #expect(!refusal.reason.isEmpty)
    }
    #expect(Refusal.staleVersion(current: 7).reason.contains("version 7"))
    #expect(Refusal.staleVersion(current: 7) != .staleVersion(current: 8))
  }
}

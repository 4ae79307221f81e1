import Games
import Matches
import Reversi
import Story
import Testing

@Suite("Offers and questions beside the turns")
struct AgreementTests {
  // MARK: Offers

  @Test("A draw needs everybody; a no, a move or its maker takes it off the table")
  func draw() throws {
    var play = try TimedPlay(Relay.self, seats: 3)
    try play.perform(.offer(.draw), by: bob)
    let number = try #require(play.match.offer?.number)
    #expect(try play.perform(.offer(.draw), by: bob) == [], "it stands already")
    #expect(play.refusal(.offer(.pause), by: carol)?.code == "invalidState")
    #expect(play.refusal(.answer(number + 1, accepts: true), by: carol)?.code == "invalidState")
    #expect(play.refusal(.answer(number, accepts: true), by: bob)?.code == "invalidState")
    #expect(play.refusal(.answer(number, accepts: true), by: crowd[6]) == .notMember)
    #expect(
      try play.perform(.answer(number, accepts: true), by: carol)
        == [.answered(seat(3), accepts: true)])
    #expect(try play.perform(.answer(number, accepts: true), by: carol) == [])
    try play.perform(.answer(number, accepts: false), by: bob)
    #expect(play.match.offer == nil)
    try play.perform(.offer(.draw), by: bob)
    try play.perform(.move("add-1"), by: alice)
    #expect(play.match.offer == nil)
    // Who offers the same accepts.
    try play.perform(.offer(.draw), by: alice)
    try play.perform(.offer(.draw), by: bob)
    let end = try play.perform(.offer(.draw), by: carol)
    #expect(end.last == .ended(Outcome(seats: [.tied, .tied, .tied])))
    #expect(play.refusal(.offer(.draw), by: alice)?.code == "invalidState")
    try play.checkReplay()
  }

  @Test(
    "When the last who was asked leaves, what was offered happens, or is taken back if it cannot")
  func leavingTheAsked() throws {
    var play = try TimedPlay(
      Relay.self, seats: 3,
      policies: MatchPolicies(clock: try #require(TimeControl(.perTurn(hour)))))
    try play.perform(.offer(.pause), by: alice)
    let number = try #require(play.match.offer?.number)
    try play.perform(.answer(number, accepts: true), by: bob)
    #expect(play.match.offer?.number == number)
    let events = try play.perform(.quit, by: carol)
    #expect(events.last == .paused)
    #expect(play.match.offer == nil)
    #expect(play.match.clock?.pausedSince != nil)
    try play.checkReplay()

    var draw = try TimedPlay(Relay.self, seats: 3)
    try draw.perform(.offer(.draw), by: alice)
    try draw.perform(.offer(.draw), by: bob)
    let end = try draw.perform(.quit, by: carol)
    #expect(end.last == .ended(Outcome(seats: [.tied, .tied, .quit])))
    try draw.checkReplay()

    // Nothing before somebody left can be taken back.
    var back = try TimedPlay(Relay.self, seats: 3)
    try back.perform(.move("add-1"), by: alice)
    try back.perform(.offer(.takeback), by: alice)
    let offer = try #require(back.match.offer)
    try back.perform(.answer(offer.number, accepts: true), by: bob)
    let left = try back.perform(.quit, by: carol)
    #expect(left.contains(.answered(offer.seat, accepts: false)))
    #expect(back.match.offer == nil)
    try back.checkReplay()

    // As long as somebody else is asked, the offer stands.
    var four = try TimedPlay(Relay.self, seats: 4)
    try four.perform(.offer(.draw), by: alice)
    try four.perform(.quit, by: carol)
    #expect(four.match.offer != nil)
  }

  @Test("Nothing is offered while seats are filled, and no pause without a clock")
  func early() throws {
    let play = try TimedPlay(Relay.self, seats: 3, joined: 1)
    #expect(play.refusal(.offer(.draw), by: alice)?.code == "invalidState")
    let open = try TimedPlay(Relay.self, seats: 2)
    #expect(open.refusal(.offer(.pause), by: alice)?.code == "invalidState")
    #expect(open.refusal(.offer(.takeback), by: alice)?.code == "invalidState")
  }

  @Test("A takeback restores position and clocks, and the dice fall anew")
  func takeback() throws {
    let policies = MatchPolicies(
      clock: try #require(TimeControl(.fischer(initial: hour, increment: minute, cap: 2 * hour))),
      timeout: .lose)
    var play = try TimedPlay(Relay.self, policies: policies, options: "goal 1000000")
    let start = play.match.position
    let clock = try #require(play.match.clock)
    var sums: Set<Int> = []
    for _ in 0..<24 {
      try play.pass(minute)
      try play.perform(.move("roll"), by: alice)
      sums.insert(play.match.position.sum)
      try play.pass(minute)
      try play.perform(.move("add-1"), by: bob)
      try play.perform(.offer(.takeback), by: alice)
      let number = try #require(play.match.offer?.number)
      let events = try play.perform(.answer(number, accepts: true), by: bob)
      #expect(events.last == .tookBack(to: 0))
      #expect(play.match.position == start)
      #expect(play.match.moveCount == 0)
      for seat in [Seat.first, .second] {
        #expect(
          play.match.clock?.remaining(of: seat, at: play.now) == clock.remaining(of: seat, at: noon)
        )
      }
      #expect(play.match.clock?.running == SeatSet(.first))
    }
    #expect(sums.count > 2, "a takeback must not tell how the dice will fall")
    try play.checkReplay()
  }

  @Test("Nobody takes back what came before somebody left or was passed over")
  func takebackBorder() throws {
    var play = try TimedPlay(StoryPosition.self, seats: 3, policies: perTurn(hour, .pass))
    try play.perform(.move("write \"a\""), by: alice)
    try play.perform(.quit, by: bob)
    #expect(play.refusal(.offer(.takeback), by: alice)?.code == "invalidState")
    try play.perform(.move("write \"b\""), by: carol)
    try play.perform(.offer(.takeback), by: carol)
    let number = try #require(play.match.offer?.number)
    #expect(
      try play.perform(.answer(number, accepts: true), by: alice).last == .tookBack(to: 1))
    #expect(play.match.seats[1].status == .done)
    try play.checkReplay()
  }

  @Test("A computer accepts a takeback and a pause at once, and no draw")
  func computers() throws {
    var play = try TimedPlay(
      ReversiPosition.self, joined: 0, policies: perTurn(hour, .lose))
    try play.perform(.seatBot("random", nil), by: alice)
    try play.perform(.move("d3"), by: alice)
    #expect(play.match.seatsForServer == SeatSet(.second))
    try play.serve("c3", .second)
    #expect(try play.perform(.offer(.takeback), by: alice).last == .tookBack(to: 0))
    #expect(try play.perform(.offer(.draw), by: alice) == [.offered(.first, .draw)])
    #expect(
      play.refusal(.ask(to: SeatSet(.second), payload: "", time: 0), by: alice)?.code
        == "invalidParticipant")
    try play.checkReplay()
  }

  @Test("Offers to take back different moves do not answer each other")
  func crossingTakebacks() throws {
    var play = try TimedPlay(Relay.self, options: "goal 1000000")
    try play.perform(.move("add-1"), by: alice)
    try play.perform(.move("add-1"), by: bob)
    try play.perform(.offer(.takeback), by: bob)
    #expect(play.refusal(.offer(.takeback), by: alice)?.code == "invalidState")
    let number = try #require(play.match.offer?.number)
    try play.perform(.answer(number, accepts: true), by: alice)
    #expect(play.match.moveCount == 1)
    // Who has no move to take back can only mean the other's.
    try play.perform(.offer(.takeback), by: alice)
    #expect(try play.perform(.offer(.takeback), by: bob).last == .tookBack(to: 0))
    try play.checkReplay()
  }

  @Test("A pause stops all clocks until somebody goes on or moves")
  func pause() throws {
    var play = try TimedPlay(ReversiPosition.self, policies: perTurn(hour, .lose))
    try play.perform(.offer(.pause), by: alice)
    try play.perform(.offer(.pause), by: bob)
    #expect(try play.pass(50 * day) == [])
    #expect(play.refusal(.offer(.pause), by: alice)?.code == "invalidState")
    #expect(try play.perform(.resume, by: bob) == [.resumed(.second)])
    #expect(try play.perform(.resume, by: bob) == [])
    #expect(play.match.clock?.remaining(of: .first, at: play.now) == hour)
    try play.perform(.offer(.pause), by: alice)
    try play.perform(.offer(.pause), by: bob)
    try play.pass(day)
    try play.perform(.move("d3"), by: alice)
    #expect(play.match.clock?.pausedSince == nil)
    try play.checkReplay()
  }

  // MARK: Exchanges

  @Test("A question goes to others who play, each replies once, and the baton holder resolves")
  func exchange() throws {
    var play = try TimedPlay(Carried.self, seats: 4)
    let others = SeatSet(seat(1)).union(SeatSet(seat(3)))
    for (to, code) in [
      (SeatSet(), "invalidParticipant"), (SeatSet(seat(2)), "invalidParticipant"),
      (SeatSet(seat(9)), "invalidParticipant"),
    ] {
      #expect(play.refusal(.ask(to: to, payload: "", time: 0), by: bob)?.code == code)
    }
    let long = String(repeating: "x", count: Exchange.payloadLimit + 1)
    #expect(
      play.refusal(.ask(to: others, payload: long, time: 0), by: bob)
        == .dataTooLarge(limit: 1024))
    for span in [1, 999, TimeControl.longest + 1, -1] {
      #expect(
        play.refusal(.ask(to: others, payload: "", time: span), by: bob)?.code == "invalidState")
    }
    try play.perform(.ask(to: others, payload: "a\n\"b", time: 0), by: bob)
    #expect(play.refusal(.reply(2, payload: ""), by: alice)?.code == "invalidState")
    #expect(play.refusal(.reply(1, payload: ""), by: bob)?.code == "invalidParticipant")
    #expect(play.refusal(.reply(1, payload: long), by: alice) == .dataTooLarge(limit: 1024))
    try play.perform(.reply(1, payload: "yes"), by: alice)
    #expect(play.refusal(.reply(1, payload: "no"), by: alice)?.code == "invalidState")
    #expect(play.match.exchanges[0].status == .active)
    #expect(play.refusal(.resolve([1], move: nil), by: alice)?.code == "invalidState")
    // Whoever has not to wait for the answer may end the turn.
    try play.perform(
      .move(CarriedMove.end(next: [seat(4)], results: [], data: "").text), by: alice)
    try play.perform(.reply(1, payload: "no"), by: carol)
    #expect(play.match.exchanges[0].status == .complete)
    #expect(play.refusal(.resolve([1], move: nil), by: alice) == .notYourTurn)
    #expect(play.refusal(.resolve([], move: nil), by: crowd[3])?.code == "invalidState")
    #expect(play.refusal(.resolve([1, 1], move: nil), by: crowd[3])?.code == "invalidState")
    let end = CarriedMove.end(next: [seat(1)], results: [], data: "").text
    #expect(play.refusal(.move(end), by: crowd[3]) == .exchangeUnresolved([1]))
    #expect(play.refusal(.quit, by: crowd[3]) == .exchangeUnresolved([1]))
    #expect(play.refusal(.resolve([1], move: end), by: crowd[3])?.code == "invalidState")
    #expect(
      play.refusal(.move(CarriedMove.save("over it").text), by: crowd[3])
        == .exchangeUnresolved([1]))
    let save = CarriedMove.save("merged").text
    #expect(
      try play.perform(.resolve([1], move: save), by: crowd[3])
        == [.moved(seat(4), move: save, isForced: false), .resolved([1])])
    #expect(play.refusal(.cancel(1), by: bob)?.code == "invalidState")
    try play.perform(.move(end), by: crowd[3])
    try play.checkReplay()
  }

  @Test(
    "An exchange ends when its time is over, all have left, or who asked takes it back or leaves")
  func exchangeEnds() throws {
    var play = try TimedPlay(Carried.self, seats: 4)
    try play.perform(.ask(to: SeatSet(seat(3)), payload: "?", time: hour), by: bob)
    #expect(try play.pass(hour) == [.lapsed(1)])
    #expect(play.refusal(.reply(1, payload: ""), by: carol)?.code == "invalidState")
    #expect(play.match.unresolvedExchanges == [1])
    try play.perform(.ask(to: SeatSet(seat(3)), payload: "?", time: 0), by: bob)
    try play.perform(.ask(to: SeatSet(seat(2)), payload: "?", time: 0), by: carol)
    try play.perform(.ask(to: SeatSet(seat(4)), payload: "?", time: 0), by: bob)
    #expect(play.refusal(.cancel(4), by: carol)?.code == "invalidParticipant")
    #expect(try play.perform(.cancel(4), by: bob) == [.cancelled(4)])
    #expect(try play.perform(.cancel(4), by: bob) == [])
    try play.perform(.quit, by: carol)
    #expect(play.match.exchanges.map(\.status) == [.complete, .complete, .cancelled, .cancelled])
    #expect(
      play.refusal(.ask(to: SeatSet(seat(3)), payload: "", time: 0), by: bob)?.code
        == "invalidParticipant")
    try play.checkReplay()
  }

  @Test("No more than sixteen are open at once, and old ones are forgotten")
  func exchangeLimit() throws {
    var play = try TimedPlay(Carried.self, seats: 2)
    for _ in 0..<Exchange.openLimit {
      try play.perform(.ask(to: SeatSet(.second), payload: "", time: 0), by: alice)
    }
    #expect(
      play.refusal(.ask(to: SeatSet(.second), payload: "", time: 0), by: alice)?.code
        == "invalidState")
    for id in 1...16 { try play.perform(.cancel(id), by: alice) }
    for _ in 0..<40 {
      try play.perform(.ask(to: SeatSet(.first), payload: "", time: 0), by: bob)
      try play.perform(.cancel(try #require(play.match.exchanges.last?.id)), by: bob)
    }
    #expect(play.match.exchanges.count <= 2 * Exchange.openLimit)
    #expect(play.match.exchanges.last?.id == 56)
    try play.checkReplay()
  }
}

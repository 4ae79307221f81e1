import Games
import Matches
import Reversi
import Story
import Testing

@Suite("Who sits where")
struct SeatingTests {
  @Test("Who is invited takes that seat and no other, and nobody else gets it")
  func inviting() throws {
    var play = try TimedPlay(Relay.self, seats: 3, joined: 0)
    #expect(try play.perform(.invite(bob, seat(3)), by: alice) == [.invited(seat(3), bob)])
    #expect(try play.perform(.invite(bob, nil), by: alice) == [], "it is so already")
    #expect(play.refusal(.invite(carol, seat(3)), by: alice) == .seatTaken)
    #expect(play.refusal(.invite(carol, seat(9)), by: alice)?.code == "invalidParticipant")
    #expect(play.refusal(.invite(carol, nil), by: carol) == .notMember)
    #expect(
      play.refusal(.move("add-1"), by: bob) == .notYourTurn, "who is invited may not act yet")
    for command in [MatchCommand.quit, .offer(.draw), .claim] {
      #expect(play.refusal(command, by: bob)?.code == "invalidState")
    }
    #expect(try play.perform(.join, by: carol) == [.seated(seat(2), carol)])
    #expect(play.refusal(.join, by: crowd[3]) == .seatTaken)
    #expect(play.match.status == .matching)
    #expect(try play.perform(.join, by: bob) == [.seated(seat(3), bob)])
    #expect(play.match.status == .open)
    #expect(play.refusal(.decline, by: bob)?.code == "invalidState")
    #expect(play.refusal(.decline, by: crowd[5]) == .notMember)
    try play.checkReplay()
  }

  @Test("Declining opens the seat, ends the match or goes on without it, as agreed")
  func declining() throws {
    func play(_ policy: DeclinePolicy) throws -> TimedPlay<Relay> {
      var play = try TimedPlay(
        Relay.self, seats: 3, joined: 0, policies: MatchPolicies(decline: policy))
      try play.perform(.invite(bob, nil), by: alice)
      try play.perform(.join, by: carol)
      return play
    }
    var reopening = try play(.reopen)
    #expect(
      try reopening.perform(.decline, by: bob) == [.declined(seat(2)), .opened(seat(2))])
    #expect(reopening.match.seat(of: bob) == nil)
    try reopening.perform(.join, by: crowd[4])
    #expect(reopening.match.status == .open)

    var ending = try play(.end)
    #expect(
      try ending.perform(.decline, by: bob)
        == [.declined(seat(2)), .ended(Outcome(seats: [.none, .none, .none]))])
    #expect(ending.match.seats[1].status == .declined)

    var proceeding = try play(.proceed)
    #expect(try proceeding.perform(.decline, by: bob) == [.declined(seat(2))])
    #expect(proceeding.match.status == .open, "nobody is waited for any more")
    #expect(try proceeding.perform(.decline, by: bob) == [], "it is so already")
    #expect(proceeding.refusal(.join, by: bob)?.code == "invalidState")
    #expect(proceeding.refusal(.invite(bob, nil), by: alice)?.code == "invalidParticipant")
    try proceeding.perform(.move("add-1"), by: alice)
    #expect(proceeding.match.seatsToAct == SeatSet(seat(3)), "who declined is passed over")
    try proceeding.perform(.remove, by: bob)
    try proceeding.checkReplay()

    var alone = try TimedPlay(
      Relay.self, seats: 2, joined: 0, policies: MatchPolicies(decline: .proceed))
    try alone.perform(.invite(bob, nil), by: alice)
    #expect(try alone.perform(.decline, by: bob).last == .ended(Outcome(seats: [.none, .none])))
  }

  @Test("The maker takes a seat back while seats are filled, and nobody else")
  func opening() throws {
    var play = try TimedPlay(Relay.self, seats: 3, joined: 1)
    #expect(play.refusal(.open(seat(1)), by: alice)?.code == "invalidParticipant")
    #expect(play.refusal(.open(seat(9)), by: alice)?.code == "invalidParticipant")
    #expect(play.refusal(.open(seat(1)), by: bob)?.code == "invalidState")
    #expect(play.refusal(.open(seat(2)), by: carol) == .notMember)
    #expect(try play.perform(.open(seat(3)), by: alice) == [], "it is open already")
    #expect(try play.perform(.open(seat(2)), by: alice) == [.opened(seat(2))])
    #expect(play.match.seat(of: bob) == nil)
    #expect(play.refusal(.quit, by: bob) == .notMember)
    try play.perform(.join, by: carol)
    try play.perform(.move("add-1"), by: alice)
    try play.perform(.move("add-1"), by: carol)
    #expect(play.refusal(.open(seat(2)), by: alice)?.code == "invalidParticipant", "it has moved")
    try play.perform(.join, by: bob)
    #expect(play.refusal(.open(seat(3)), by: alice)?.code == "invalidState", "it has begun")
    try play.checkReplay()
  }

  @Test("Who comes to a seat that was opened finds no question to whoever sat there before")
  func openedExchange() throws {
    var play = try TimedPlay(Carried.self, seats: 3, joined: 1)
    try play.perform(.ask(to: SeatSet(seat(2)), payload: "for bob alone", time: 0), by: alice)
    try play.perform(.open(seat(2)), by: alice)
    try play.perform(.join, by: carol)
    #expect(play.match.seat(of: carol) == seat(2))
    #expect(play.refusal(.reply(1, payload: "mine"), by: carol)?.code == "invalidState")
    #expect(play.match.exchanges.first?.status == .complete)
  }

  @Test("Who declined is asked again for a rematch, and not seated without a word")
  func rematchOfDecliner() throws {
    var play = try TimedPlay(
      Relay.self, seats: 3, joined: 0, policies: MatchPolicies(decline: .proceed))
    try play.perform(.invite(bob, nil), by: alice)
    try play.perform(.join, by: carol)
    try play.perform(.decline, by: bob)
    try play.perform(.quit, by: carol)
    try play.perform(.rematch(MatchID(7), seed: 1), by: carol)
    let events = try #require(play.match.makingRematch()?.events)
    #expect(
      events.suffix(3) == [
        .seated(seat(1), carol), .seated(seat(2), alice), .invited(seat(3), bob),
      ]
    )
  }

  @Test("Roles fill all 32 bits between them, each bit once")
  func roles() throws {
    var play = try TimedPlay(
      Relay.self, seats: 3, joined: 0, policies: MatchPolicies(hasRoles: true), role: 0xFF)
    for role in [0, 0xFF, 0x1FF, UInt32.max, ~UInt32(0xFF)] as [UInt32] {
      #expect(play.refusal(.joinAs(role: role), by: bob)?.code == "invalidParticipant", "\(role)")
    }
    #expect(play.refusal(.join, by: bob)?.code == "invalidParticipant")
    #expect(play.refusal(.seatBot("any", nil), by: alice)?.code == "invalidParticipant")
    try play.perform(.joinAs(role: 0xFF00), by: bob)
    #expect(play.refusal(.joinAs(role: 0xFF_0000), by: carol)?.code == "invalidParticipant")
    #expect(
      try play.perform(.joinAs(role: 0xFFFF_0000), by: carol)
        == [.seated(seat(3), carol, role: 0xFFFF_0000)])
    #expect(play.match.status == .open)
    try play.checkReplay()
  }

  @Test("A match that nobody comes to ends after 90 days, and tells so")
  func patience() throws {
    var play = try TimedPlay(Relay.self, seats: 2, joined: 0)
    #expect(try play.pass(90 * day - 1) == [])
    #expect(try play.pass(1) == [.expired, .ended(Outcome(seats: [.none, .none]))])
    #expect(play.refusal(.join, by: bob)?.code == "invalidState")
    try play.checkReplay()
  }

  @Test("When one stays it has won; when only computers stay nobody has")
  func walkOver() throws {
    var play = try TimedPlay(Relay.self, seats: 3, joined: 1)
    try play.perform(.seatBot("random", nil), by: alice)
    #expect(play.match.status == .open)
    #expect(try play.perform(.quit, by: bob) == [.left(seat(2), .quit)])
    #expect(
      try play.perform(.quit, by: alice)
        == [.left(seat(1), .quit), .ended(Outcome(seats: [.quit, .quit, .won]))])

    var bots = try TimedPlay(Relay.self, seats: 3, joined: 0)
    try bots.perform(.seatBot("random", nil), by: alice)
    try bots.perform(.seatBot("random", nil), by: alice)
    #expect(
      try bots.perform(.quit, by: alice).last == .ended(Outcome(seats: [.quit, .none, .none])))
  }

  @Test("Abandoning leaves whatever is open, declines what one is invited to, and never fails")
  func abandoning() throws {
    var play = try TimedPlay(Carried.self, seats: 3, joined: 1)
    try play.perform(.ask(to: SeatSet(.first), payload: "?", time: 0), by: bob)
    try play.perform(.reply(1, payload: "!"), by: alice)
    #expect(play.refusal(.quit, by: alice) == .exchangeUnresolved([1]))
    #expect(
      try play.perform(.abandon, by: alice)
        == [.resolved([1]), .left(seat(1), .quit)])
    #expect(try play.perform(.abandon, by: alice) == [], "it has left already")
    #expect(play.refusal(.abandon, by: carol) == .notMember)
    var invited = try TimedPlay(Carried.self, seats: 2, joined: 0)
    try invited.perform(.invite(bob, nil), by: alice)
    #expect(try invited.perform(.abandon, by: bob).first == .declined(seat(2)))
  }

  @Test("A result of one's own is believed only where nobody else knows the rules")
  func quitAs() throws {
    let relay = try TimedPlay(Relay.self, seats: 3)
    for outcome in [SeatOutcome.won, .tied, .place(1), .custom(3), .timeExpired, .none] {
      #expect(
        relay.refusal(.quitAs(outcome, handingOver: nil), by: bob)?.code == "invalidState")
    }
    var carried = try TimedPlay(Carried.self, seats: 3)
    #expect(
      carried.refusal(.quitAs(.none, handingOver: nil), by: bob)?.code == "invalidState")
    #expect(
      carried.refusal(
        .quitAs(.lost, handingOver: CarriedMove.save("x").text), by: bob) == .notYourTurn)
    let last = CarriedMove.end(next: [seat(3), seat(2)], results: [], data: "bye").text
    #expect(
      try carried.perform(.quitAs(.custom(7), handingOver: last), by: alice)
        == [.moved(seat(1), move: last, isForced: false), .left(seat(1), .custom(7))])
    #expect(carried.match.seatsToAct == SeatSet(seat(3)))
    #expect(carried.match.position.data == "bye")
  }

  @Test("Only who is through with a match takes it off the list, once")
  func removing() throws {
    var play = try TimedPlay(Relay.self, seats: 3)
    #expect(play.refusal(.remove, by: alice)?.code == "invalidState")
    #expect(play.refusal(.remove, by: crowd[7]) == .notMember)
    try play.perform(.quit, by: alice)
    #expect(try play.perform(.remove, by: alice) == [.removed(seat(1))])
    #expect(try play.perform(.remove, by: alice) == [])
    try play.perform(.quit, by: bob)
    #expect(try play.perform(.remove, by: carol) == [.removed(seat(3))])
    try play.checkReplay()
  }
}

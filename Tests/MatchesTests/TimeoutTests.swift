import Games
import Matches
import Reversi
import Story
import Testing

@Suite("When the time of a seat is over")
struct TimeoutTests {
  private let words = "write \"and\""

  @Test("It is told before, then loses, at the stored instants, however late somebody looks")
  func lose() throws {
    var play = try TimedPlay(ReversiPosition.self, policies: perTurn(6 * hour, .lose))
    #expect(play.match.nextWake()?.milliseconds == noon.milliseconds + 5 * hour)
    #expect(
      try play.pass(400 * day)
        == [
          .warned(.first), .timedOut(.first, .lost), .left(.first, .timeExpired),
          .ended(Outcome(seats: [.timeExpired, .won])),
        ])
    #expect(
      play.log.suffix(4).map(\.at.milliseconds).map { $0 - noon.milliseconds }
        == [5 * hour, 6 * hour, 6 * hour, 6 * hour])
    try play.checkReplay()
  }

  @Test("It is passed over, and who is passed over twice by everybody ends the match")
  func pass() throws {
    var play = try TimedPlay(StoryPosition.self, seats: 3, policies: perTurn(hour, .pass))
    #expect(try play.pass(hour).last == .timedOut(seat(1), .passed))
    #expect(play.match.seatsToAct == SeatSet(seat(2)))
    try play.perform(.move(words), by: bob)
    #expect(play.match.seatsToAct == SeatSet(seat(3)))
    let rest = try play.pass(100 * hour)
    #expect(rest.last == .ended(Outcome(seats: [.timeExpired, .timeExpired, .timeExpired])))
    #expect(rest.filter { if case .timedOut = $0 { true } else { false } }.count == 6)
    try play.checkReplay()
  }

  @Test("Where the game cannot go on without a move, who would be passed over loses")
  func passLoses() throws {
    var play = try TimedPlay(ReversiPosition.self, policies: perTurn(hour, .pass))
    #expect(try play.pass(hour).contains(.timedOut(.first, .lost)))
    let policies = MatchPolicies(
      clock: try #require(TimeControl(.absolute(hour))), timeout: .pass)
    var story = try TimedPlay(StoryPosition.self, policies: policies)
    #expect(try story.pass(hour).contains(.timedOut(.first, .lost)))
  }

  @Test("A seat that its own list names again begins a whole turn when it is passed over")
  func passToItself() throws {
    var play = try TimedPlay(Carried.self, policies: perTurn(hour, .pass))
    try play.perform(
      .move(CarriedMove.end(next: [seat(1), seat(1), seat(2)], results: [], data: "").text),
      by: alice)
    #expect(try play.pass(hour) == [.warned(seat(1)), .timedOut(seat(1), .passed)])
    #expect(play.match.seatsToAct == SeatSet(seat(1)))
    #expect(play.match.clock?.remaining(of: seat(1), at: play.now) == hour)
    #expect(try play.pass(hour - 1) == [.warned(seat(1))])
    #expect(try play.pass(1).contains(.timedOut(seat(1), .passed)))
    #expect(play.match.seatsToAct == SeatSet(seat(2)))
    #expect(play.match.nextWake() == nil, "the last of a list has as long as it likes")
  }

  @Test("The server moves once in its place, and its own turn begins whole again")
  func standIn() throws {
    var play = try TimedPlay(ReversiPosition.self, policies: perTurn(hour, .standIn))
    #expect(try play.pass(hour) == [.warned(.first), .timedOut(.first, .standIn)])
    #expect(play.match.seatsForServer == SeatSet(.first))
    #expect(play.match.nextWake() == play.match.updatedAt)
    #expect(throws: Refusal.notYourTurn) {
      try play.match.decideForServer("d3", by: .second, at: play.now)
    }
    try play.serve("d3", .first)
    #expect(play.match.seatsForServer.isEmpty)
    try play.perform(.move("c3"), by: bob)
    #expect(play.match.clock?.remaining(of: .first, at: play.now) == hour)
    // Who is late may still move before the server does.
    try play.pass(hour)
    try play.perform(.move("c4"), by: alice)
    #expect(play.match.seatsForServer.isEmpty)
    try play.checkReplay()
  }

  @Test("It may still move until somebody else claims that it has lost")
  func claim() throws {
    var play = try TimedPlay(Relay.self, seats: 3, policies: perTurn(hour, .claim))
    #expect(play.refusal(.claim, by: bob)?.code == "invalidState")
    #expect(try play.pass(9 * hour) == [.warned(seat(1)), .timedOut(seat(1), .claimable)])
    #expect(play.match.overdue == SeatSet(seat(1)))
    #expect(play.refusal(.claim, by: alice)?.code == "invalidState")
    #expect(play.refusal(.claim, by: crowd[6]) == .notMember)
    try play.perform(.move("add-1"), by: alice)
    #expect(play.match.overdue.isEmpty)
    try play.pass(2 * hour)
    #expect(try play.perform(.claim, by: alice) == [.left(seat(2), .timeExpired)])
    #expect(play.match.seatsToAct == SeatSet(seat(3)))
    try play.checkReplay()
  }

  @Test("Where the game says that nobody has won by it, the match ends as the game says")
  func endsAsTheGameSays() throws {
    let tie = MatchEvent.ended(.tied(of: 2))
    var play = try TimedPlay(
      Relay.self, policies: perTurn(6 * hour, .lose), options: "goal 1000")
    #expect(try play.pass(day) == [.warned(seat(1)), .timedOut(seat(1), .lost), tie])
    #expect(play.match.lateSeats == SeatSet(seat(1)))
    try play.checkReplay()

    play = try TimedPlay(Relay.self, policies: perTurn(6 * hour, .claim), options: "goal 1000")
    #expect(try play.pass(day) == [.warned(seat(1)), .timedOut(seat(1), .claimable)])
    #expect(try play.perform(.claim, by: bob) == [tie])
    try play.checkReplay()
  }

  @Test("When the time of the whole match is over it ends for all, whoever is to act")
  func overall() throws {
    let policies = MatchPolicies(
      clock: try #require(TimeControl(.none, overall: day)), timeout: .lose)
    var play = try TimedPlay(Relay.self, seats: 3, policies: policies)
    try play.pass(hour)
    try play.perform(.quit, by: bob)
    #expect(
      try play.pass(23 * hour)
        == [.expired, .ended(Outcome(seats: [.timeExpired, .quit, .timeExpired]))])
  }

  @Test("A clock that runs backwards fires nothing, and nothing twice")
  func backwards() throws {
    var play = try TimedPlay(ReversiPosition.self, policies: perTurn(day, .lose))
    try play.pass(hour)
    try play.perform(.move("d3"), by: alice)
    play.clock -= 30 * day
    #expect(try play.pass(0) == [])
    try play.perform(.move("c3"), by: bob)
    #expect(play.match.clock?.remaining(of: .first, at: play.now) == day)
    #expect(try play.pass(31 * day - 1).contains { $0 == .timedOut(.first, .lost) } == false)
    #expect(try play.pass(day).contains(.timedOut(.first, .lost)))
    try play.checkReplay()
  }

  @Test("Every seat that acts at the same time is told that its time is short")
  func warnings() throws {
    let control = try #require(TimeControl(.perTurn(6 * hour)))
    var clock = MatchClock(control, seatCount: 3, at: noon)
    clock.run(SeatSet(first: 3), at: noon)
    #expect(clock.warning()?.seat == .first)
    #expect(clock.warning(except: SeatSet(.first))?.seat == .second)
    #expect(clock.warning(except: SeatSet(first: 3)) == nil)
    #expect(clock.warning()?.at.milliseconds == noon.milliseconds + 5 * hour)
    clock.pause(at: noon)
    #expect(clock.warning() == nil)
  }

  @Test("A reminder may be repeated after a day, goes to people alone, and ends with the turn")
  func reminding() throws {
    var play = try TimedPlay(Relay.self, seats: 3)
    #expect(play.refusal(.remind, by: alice)?.code == "invalidState")
    #expect(play.refusal(.remind, by: crowd[6]) == .notMember)
    #expect(try play.perform(.remind, by: bob) == [.reminded(seat(1), by: seat(2))])
    let next = Timestamp(milliseconds: noon.milliseconds + day)
    #expect(play.refusal(.remind, by: carol) == .tooSoon(until: next))
    try play.pass(day)
    #expect(try play.perform(.remind, by: carol) == [.reminded(seat(1), by: seat(3))])
    try play.perform(.move("add-1"), by: alice)
    #expect(try play.perform(.remind, by: alice) == [.reminded(seat(2), by: seat(1))])
  }

  @Test("A vacation spends what was agreed on, and no more")
  func vacation() throws {
    #expect(
      try TimedPlay(ReversiPosition.self).refusal(.vacation(begins: true), by: alice)?.code
        == "invalidState")
    var play = try TimedPlay(
      ReversiPosition.self, policies: perTurn(day, .lose, vacation: 2 * day))
    #expect(try play.perform(.vacation(begins: false), by: alice) == [])
    #expect(
      try play.perform(.vacation(begins: true), by: alice) == [.vacation(.first, begins: true)])
    #expect(try play.perform(.vacation(begins: true), by: alice) == [])
    try play.pass(day)
    try play.perform(.vacation(begins: false), by: alice)
    try play.perform(.vacation(begins: true), by: alice)
    #expect(try play.pass(2 * day - 1).contains(.timedOut(.first, .lost)) == false)
    #expect(play.refusal(.vacation(begins: true), by: alice)?.code == "invalidState")
    #expect(try play.pass(1).contains(.timedOut(.first, .lost)))
    try play.checkReplay()
  }

  @Test("An outage that a deadline fell into is given back, and one that none fell into is not")
  func crediting() throws {
    var play = try TimedPlay(ReversiPosition.self, policies: perTurn(2 * hour, .lose))
    #expect(play.match.crediting(minute, at: play.now) == [])
    // An outage counts from a tenth of what is left on, and not only when the deadline fell into it.
    #expect(play.match.crediting(12 * minute - 1, at: play.now) == [])
    #expect(play.match.crediting(12 * minute, at: play.now) == [.credited(12 * minute)])
    // Ten minutes are left when the server goes down for three hours.
    play.clock = 2 * hour - 10 * minute + 3 * hour
    #expect(play.match.crediting(3 * hour, at: play.now) == [.credited(3 * hour)])
    #expect(play.match.crediting(0, at: play.now) == [])
    #expect(play.match.crediting(-5, at: play.now) == [])
    try play.match.apply(.credited(3 * hour), at: play.now)
    #expect(play.match.clock?.remaining(of: .first, at: play.now) == 10 * minute)
  }
}

import Games
import Matches
import Testing

let minute: Int64 = 60_000
let hour = 60 * minute
let day = 24 * hour

/// Some players, in the order in which they join.
let crowd = (1...8).map { PlayerID($0) }

func seat(_ number: Int) -> Seat { Seat(number - 1) ?? .first }

/// A match that is played at instants which a test names, in milliseconds after noon.
struct TimedPlay<G: Game> {
  var match: Match<G>
  var log: [(event: MatchEvent, at: Timestamp)] = []
  var clock: Int64 = 0

  /// Makes a match; `joined` others take the next seats.
  init(
    _ game: G.Type, seats: Int = 2, joined: Int? = nil,
    policies: MatchPolicies = MatchPolicies(), role: UInt32 = 0, options: String = ""
  ) throws {
    let events = try Match<G>.making(
      MatchTerms(for: game, seatCount: seats, seed: 11, options: options), policies, by: crowd[0],
      at: .first, role: role)
    match = try Match(first: try #require(events.first), at: noon)
    log = [(events[0], noon)]
    for event in events.dropFirst() { try take(event) }
    for player in crowd.dropFirst().prefix(joined ?? seats - 1) { try perform(.join, by: player) }
  }

  var now: Timestamp { Timestamp(milliseconds: noon.milliseconds + clock) }

  private mutating func take(_ event: MatchEvent, at time: Timestamp? = nil) throws {
    let line = event.text
    #expect(try MatchEvent(text: line).text == line)
    try match.apply(event, at: time ?? now)
    log.append((event, time ?? now))
  }

  /// Takes in what is due, then decides a command and takes in what it leads to.
  @discardableResult
  mutating func perform(_ command: MatchCommand, by player: PlayerID) throws -> [MatchEvent] {
    try settle()
    let events = try match.decide(command, by: player, at: now)
    for event in events { try take(event) }
    checkNeverStuck()
    return events
  }

  /// Lets time pass and takes in what it leads to.
  @discardableResult
  mutating func pass(_ span: Int64) throws -> [MatchEvent] {
    clock += span
    return try settle()
  }

  @discardableResult
  private mutating func settle() throws -> [MatchEvent] {
    var all: [MatchEvent] = []
    while let due = match.nextDue(by: now) {
      #expect(due.at <= now)
      for event in due.events {
        try take(event, at: due.at)
        all.append(event)
      }
      checkNeverStuck()
      if all.count > 500 {
        Issue.record("time does not come to an end")
        break
      }
    }
    return all
  }

  /// Lets the server move for a seat.
  mutating func serve(_ move: String, _ seat: Seat) throws {
    for event in try match.decideForServer(move, by: seat, at: now) { try take(event) }
  }

  /// What a command is refused for, if it is.
  func refusal(_ command: MatchCommand, by player: PlayerID) -> Refusal? {
    do {
      _ = try match.decide(command, by: player, at: now)
      return nil
    } catch {
      return error
    }
  }

  private func checkNeverStuck() {
    guard match.status != .ended else {
      #expect(match.nextWake() == nil)
      #expect(match.seatsToAct.isEmpty)
      return
    }
    #expect(
      !match.seatsToAct.intersection(match.activeSeats).isEmpty || match.nextWake() != nil)
  }

  /// Checks that the log leads to the same match.
  func checkReplay() throws {
    var again = try Match<G>(first: log[0].event, at: log[0].at)
    for (event, at) in log.dropFirst() { try again.apply(try MatchEvent(text: event.text), at: at) }
    #expect(again == match)
    #expect(again.clock == match.clock)
    #expect(again.exchanges == match.exchanges)
    #expect(again.nextWake() == match.nextWake())
  }
}

func perTurn(_ span: Int64, _ timeout: TimeoutPolicy, vacation: Int64 = 0) throws -> MatchPolicies {
  MatchPolicies(
    clock: try #require(TimeControl(.perTurn(span))), vacation: vacation, timeout: timeout)
}

internal import Games
internal import Matches
internal import Service
internal import Testing

private let hour: Int64 = 3_600_000
/// Longer than servers wait with a deadline for moves that others received before it.
private let grace: Int64 = 1000

extension Scenario {
  private static func timed(
    _ venue: any Venue, _ timeout: TimeoutPolicy = .lose,
    _ system: TimeControl.System = .perTurn(hour)
  ) async throws -> Round {
    var policies = MatchPolicies(timeout: timeout)
    policies.clock = try #require(TimeControl(system))
    return try await Round(venue, "reversi", policies: policies)
  }

  static let deadlines = [
    Scenario(10, "of a move just before the deadline and the sweeper, one wins by receive time") {
      for isEarly in [true, false, true, false] {
        let round = try await timed($0)
        let (a, match, venue) = (round.a, round.match, round.venue)
        // In time by a millisecond, or when servers may act on the deadline.
        try await venue.pass(isEarly ? hour - 1 : hour + grace)
        async let move = outcome {
          try await a.perform(.move("d3"), on: match, key: "d3", version: nil)
        }
        async let sweep: Void = venue.sweep(1)
        let (answer, _) = try await (move, sweep)
        #expect((answer != nil) == isEarly)
        try await venue.sweep(0)
        let view = try await round.b.view(match)
        #expect(view.moves?.count == (isEarly ? 1 : 0))
        #expect(view.status == (isEarly ? "open" : "ended"))
        #expect(try await round.reasons().count { $0 == "timedOut" } == (isEarly ? 0 : 1))
      }
    },
    Scenario(11, "of resigning and running out of time at once comes one result") {
      for _ in 0..<4 {
        let round = try await timed($0)
        let (a, match, venue) = (round.a, round.match, round.venue)
        try await venue.pass(hour + grace)
        async let quit = outcome {
          try await a.perform(.quit, on: match, key: "quit", version: nil)
        }
        async let sweep: Void = venue.sweep(1)
        _ = try await (quit, sweep)
        let reasons = try await round.reasons()
        #expect(reasons.count { $0 == "ended" } == 1)
        #expect(reasons.count { $0 == "seatLeft" } == 1)
        let view = try await round.b.view(match)
        #expect(view.seats.map(\.outcome) == ["timeExpired", "won"])
      }
    },
    Scenario(13, "both are offline past the deadline, and the result is there on time") {
      let round = try await timed($0)
      let deadline = try #require(try await round.a.view(round.match).clock?.deadline)
      try await round.venue.pass(40 * hour)
      try await round.venue.sweep(1)
      let lists = [try await round.a.list(), try await round.b.through(1).list()]
      #expect(lists.map { $0.first?.status } == ["ended", "ended"])
      #expect(lists.map { $0.first?.updatedAt } == [deadline, deadline])
      #expect(lists[0].first?.version == lists[1].first?.version)
      #expect(try await round.b.view(round.match).seats.map(\.outcome) == ["timeExpired", "won"])
    },
    Scenario(14, "a takeback brings back the position, both clocks, and a fresh deadline") {
      let round = try await timed(
        $0, .lose, .fischer(initial: 2 * hour, increment: 60_000, cap: 4 * hour))
      let before = try await round.a.view(round.match)
      try await round.venue.pass(600_000)
      _ = try await round.a.perform(.move("d3"), on: round.match, key: "d3", version: nil)
      try await round.venue.pass(300_000)
      _ = try await round.b.perform(.move("c3"), on: round.match, key: "c3", version: nil)
      try await round.venue.pass(100_000)
      let offered = try await round.a.perform(
        .offer(.takeback), on: round.match, key: "offer", version: nil)
      #expect(try await round.b.view(round.match).offer?.number == offered.version)
      _ = try await round.b.through(1).perform(
        .answer(offered.version, accepts: true), on: round.match, key: "yes", version: nil)
      let after = try await round.a.view(round.match)
      #expect(after.position == before.position)
      #expect(after.moves == [])
      #expect(after.yourTurn)
      #expect(after.clock?.remaining == before.clock?.remaining)
      #expect(after.clock?.running == [1])
      let at = try #require(after.clock?.at)
      #expect(after.clock?.deadline == at + 2 * hour)
      _ = try await round.a.perform(.move("c4"), on: round.match, key: "c4", version: nil)
    },
  ]

  static let agreements: [Scenario] = [
    Scenario(12, "a server that was down past a deadline gives back the time, or settles it once") {
      for credits in [true, false] {
        let round = try await timed($0)
        try await round.venue.pass(600_000)
        try await round.venue.restart(downFor: 2 * hour, creditsOutages: credits)
        let view = try await round.a.view(round.match)
        let reasons = try await round.reasons()
        if credits {
          #expect(view.status == "open")
          let clock = try #require(view.clock)
          #expect(clock.deadline == clock.at + hour - 600_000)
          #expect(reasons.count { $0 == "credited" } == 1)
          _ = try await round.a.perform(.move("d3"), on: round.match, key: "d3", version: nil)
        } else {
          #expect(view.status == "ended")
          #expect(view.seats.map(\.outcome) == ["timeExpired", "won"])
          #expect(reasons.count { $0 == "timedOut" } == 1)
        }
        #expect(view.clock?.remaining.allSatisfy { ($0 ?? 0) >= 0 } == true)
      }
    }
  ]

  static let outages = [
    Scenario(19, "when storing fails nobody sees the move, and the sender gets an error") {
      let round = try await Round($0, "reversi")
      let before = try await round.b.view(round.match)
      let ear = try await round.b.listen(to: round.match, after: before.version)
      try await round.venue.breakWrites(ofPlayers: true, ofServers: true)
      _ = try await refusal("storageFull") {
        try await round.a.perform(.move("d3"), on: round.match, key: "d3", version: nil)
      }
      #expect(try await round.b.view(round.match) == before)
      #expect(try await round.b.through(1).view(round.match) == before)
      #expect(ear.events.isEmpty)
      try await round.venue.breakWrites(ofPlayers: false, ofServers: false)
      _ = try await round.a.perform(.move("d3"), on: round.match, key: "d3", version: nil)
      try await ear.wait(for: 1)
      #expect(ear.events.map(\.number) == [before.version + 1])
      ear.stop()
    },
    Scenario(20, "a computer that is to move after a restart moves exactly once") {
      let venue = $0
      let a = try await venue.newPlayer()
      let match = try await a.make(NewMatch(game: "reversi", bots: ["random"]), key: "make").match
      try await venue.breakWrites(ofPlayers: false, ofServers: true)
      _ = try await a.perform(.move("d3"), on: match, key: "d3", version: nil)
      try await venue.quiet()
      #expect(try await a.view(match).moves?.count == 1)
      try await venue.restart(downFor: 5000, creditsOutages: true)
      try await venue.quiet()
      try await venue.sweep(0)
      try await venue.sweep(1)
      try await venue.quiet()
      let view = try await a.view(match)
      #expect(view.moves?.map(\.seat) == [1, 2])
      #expect(view.yourTurn)
    },
  ]
}

import Games
import Hosting
import MatchStore
import Matches
import SQLiteStore
import Service
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Deadlines without anybody there")
struct DeadlineTests {
  private static let hour: Int64 = 3_600_000

  @Test("10,000 deadlines in one second fire once each on two servers")
  func manyDeadlines() async throws {
    let pair = RaceTests.Pair(
      settings: ServiceSettings(openMatchLimit: 100_000, creditsOutages: false))
    let players = try await pair.guests(2)
    let clock = try #require(TimeControl(.perTurn(Self.hour)))
    let start = pair.now.milliseconds
    var matches: [MatchID] = []
    for number in 0..<10_000 {
      // Spread over a second.
      if number % 10 == 0, number > 0 { pair.time.advance(milliseconds: 1) }
      matches.append(
        try await putMatch(pair.store, number, players.map(\.id), clock, at: pair.now))
    }
    pair.time.setWall(milliseconds: start + Self.hour + 2000)
    await withTaskGroup(of: Void.self) { group in
      for node in pair.nodes { group.addTask { await node.sweep() } }
    }
    for (number, match) in matches.enumerated() {
      let log = try await pair.log(match)
      let deadline = start + Int64(number / 10) + Self.hour
      #expect(
        log.suffix(3).map(\.line) == [
          "timedOut 1 lost", "left 1 timeExpired", "ended timeExpired,won",
        ])
      #expect(log.suffix(3).allSatisfy { $0.at == deadline })
      #expect(log.count == 7)
    }
    #expect(try await pair.store.due(at: pair.now, limit: 1) == [])
  }

  @Test(
    "Down for two hours across 1,000 deadlines, all are settled by the declared policy at the start",
    arguments: StoreKind.allCases, [true, false])
  func outage(kind: StoreKind, credits: Bool) async throws {
    try await withBench(kind) { bench in
      let time = bench.time
      let settings = ServiceSettings(openMatchLimit: 100_000, creditsOutages: credits)
      let start = Timestamp(milliseconds: time.wallMilliseconds)
      let clock = try #require(TimeControl(.perTurn(2 * Self.hour)))
      let first = MatchService(
        store: await bench.store, registry: .forTests, time: time, settings: settings)
      try await first.start()
      let players = [try await Person(first).record.id, try await Person(first).record.id]
      var matches: [MatchID] = []
      for number in 0..<1000 {
        matches.append(try await putMatch(await bench.store, number, players, clock, at: start))
      }
      time.advance(milliseconds: Self.hour)
      _ = try await bench.store.beat(at: Timestamp(milliseconds: time.wallMilliseconds))
      try await bench.restart()
      time.advance(milliseconds: 2 * Self.hour)
      let second = MatchService(
        store: await bench.store, registry: .forTests, time: time, settings: settings)
      try await second.start()
      for match in matches {
        let view = try await second.view(of: match, for: players[0])
        let lines = try await bench.store.events(of: match, after: 0, limit: .max).map {
          String(decoding: $0.body, as: UTF8.self)
        }
        #expect(lines.count { $0.hasPrefix("timedOut") } == (credits ? 0 : 1))
        #expect(lines.count { $0.hasPrefix("credited") } == (credits ? 1 : 0))
        #expect(view.status == (credits ? "open" : "ended"))
        if credits { #expect(view.clock?.remaining[0] == Self.hour) }
      }
      if credits { #expect(await second.figures.credited == 1000) }
      #expect(
        try await bench.store.due(
          at: Timestamp(milliseconds: time.wallMilliseconds - 500), limit: 1) == [])
    }
  }

  @Test(
    "A start that dies while it gives an outage back does not end it, and nobody is given time twice",
    arguments: StoreKind.allCases)
  func interruptedCredit(kind: StoreKind) async throws {
    try await withBench(kind) { bench in
      let time = bench.time
      let clock = try #require(TimeControl(.perTurn(2 * Self.hour)))
      let service = await bench.service()
      try await service.start()
      let players = [try await Person(service).record.id, try await Person(service).record.id]
      let now = Timestamp(milliseconds: time.wallMilliseconds)
      let matches = [
        try await putMatch(await bench.store, 1, players, clock, at: now),
        try await putMatch(await bench.store, 2, players, clock, at: now),
      ]
      _ = try await bench.store.beat(at: now)
      try await bench.restart()
      time.advance(milliseconds: 3 * Self.hour)
      // The first start gets as far as the first match, a second one finishes a minute later.
      let dying = await bench.service()
      let up = Timestamp(milliseconds: time.wallMilliseconds)
      #expect(try await dying.credit(matches[0], since: now, at: up))
      try await bench.restart()
      time.advance(milliseconds: 60_000)
      let last = await bench.service()
      try await last.start()
      // The first has its hours back already, and no deadline near enough to the minute that followed.
      for (match, span) in zip(matches, [3 * Self.hour, 3 * Self.hour + 60_000]) {
        let lines = try await bench.store.events(of: match, after: 0, limit: .max).map {
          String(decoding: $0.body, as: UTF8.self)
        }
        #expect(lines.filter { $0.hasPrefix("credited") } == ["credited \(span)"])
        let view = try await last.view(of: match, for: players[0])
        #expect(view.clock?.remaining[0] == 2 * Self.hour)
      }
      // Said only now.
      let beat = try await bench.store.beat(at: Timestamp(milliseconds: 0))
      #expect(beat == Timestamp(milliseconds: time.wallMilliseconds))
    }
  }

  @Test(
    "A job that was running at two crashes is left alone at the third start, and can be released",
    arguments: StoreKind.allCases)
  func quarantine(kind: StoreKind) async throws {
    try await withBench(kind) { bench in
      let time = bench.time
      let clock = try #require(TimeControl(.perTurn(Self.hour)))
      let service = await bench.service()
      try await service.start()
      let players = [try await Person(service).record.id, try await Person(service).record.id]
      let now = Timestamp(milliseconds: time.wallMilliseconds)
      let (bad, good) = (
        try await putMatch(await bench.store, 1, players, clock, at: now),
        try await putMatch(await bench.store, 2, players, clock, at: now)
      )
      time.advance(milliseconds: 2 * Self.hour)
      for crash in 1...2 {
        // The process dies in the work on one of them.
        try await bench.store.jobBegan(bad, at: now)
        try await bench.restart()
        let interrupted = try await bench.store.interruptedJobs()
        #expect(interrupted == [InterruptedJob(match: bad, interruptions: crash)])
      }
      let third = MatchService(
        store: await bench.store, registry: .forTests, time: time,
        settings: ServiceSettings(creditsOutages: false))
      try await third.start()
      #expect(await third.quarantinedMatches == [bad])
      #expect(await third.figures.quarantined == 1)
      #expect(try await third.view(of: good, for: nil).status == "ended")
      #expect(try await third.view(of: bad, for: nil).status == "open")
      try await third.release(bad)
      await third.sweep()
      #expect(try await third.view(of: bad, for: nil).status == "ended")
      #expect(await third.quarantinedMatches.isEmpty)
    }
  }

  @Test("More matches that cannot be settled than a sweep takes at once hold nobody up")
  func unsettled() async throws {
    let pair = RaceTests.Pair(settings: ServiceSettings(creditsOutages: false))
    let players = try await pair.guests(2).map(\.id)
    let clock = try #require(TimeControl(.perTurn(Self.hour)))
    for number in 0..<600 {
      let match = try await putMatch(pair.store, number, players, clock, at: pair.now)
      await pair.store.damage(match, number: 2)
    }
    let good = try await putMatch(
      pair.store, 1000, players, clock,
      at: Timestamp(milliseconds: pair.now.milliseconds + 60_000))
    pair.time.advance(milliseconds: 3 * Self.hour)
    await pair.nodes[0].sweep()
    #expect(try await pair.log(good).last?.line == "ended timeExpired,won")
  }

  @Test(
    "Deadlines are the same wherever the server stands, up to the year 9999",
    arguments: ["UTC", "Pacific/Apia", "Europe/Berlin"])
  func zones(zone: String) async throws {
    let before = getenv("TZ").map { String(cString: $0) }
    setenv("TZ", zone, 1)
    tzset()
    defer {
      if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
      tzset()
    }
    // The skipped day of Samoa, a change to summer time, and the end of the year 9999.
    var logs: [String] = []
    for start in [1_325_203_200_000, 1_774_742_400_000, 253_402_300_799_000 - 90 * 86_400_000]
      as [Int64]
    {
      let time = ManualTime(wallMilliseconds: start)
      let store = InMemoryStore()
      let service = MatchService(
        store: store, registry: .forTests, time: time,
        settings: ServiceSettings(creditsOutages: false))
      let clock = try #require(
        TimeControl(.perTurn(89 * 86_400_000), weekend: Weekend(offsetMinutes: 780)))
      let players = [
        PlayerID(Identifier128(high: 1, low: 1)), PlayerID(Identifier128(high: 1, low: 2)),
      ]
      let match = try await putMatch(
        store, 1, players, clock, at: Timestamp(milliseconds: start))
      time.advance(milliseconds: 200 * 86_400_000)
      await service.sweep()
      logs += try await store.events(of: match, after: 0, limit: .max).map {
        "\($0.receivedAt.milliseconds - start) \(String(decoding: $0.body, as: UTF8.self))"
      }
    }
    #expect(logs.count == 3 * 7)
    #expect(logs.filter { $0.hasSuffix("timedOut 1 lost") }.count == 3)
    // 89 days that count, and the weekends between.
    let instants = logs.filter { $0.hasSuffix("timedOut 1 lost") }.compactMap {
      Int64($0.split(separator: " ")[0])
    }
    #expect(instants.allSatisfy { (120...127).contains($0 / 86_400_000) })
    #expect(instants == Self.instants)
  }

  /// What every zone comes to, in milliseconds after the start.
  private static let instants: [Int64] = [
    10_800_000_000, 10_666_800_000, 10_666_801_000,
  ]
}

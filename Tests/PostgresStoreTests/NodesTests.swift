internal import Hosting
internal import MatchStore
internal import Matches
internal import PostgresStore
internal import StoreTestKit
internal import Testing

extension PostgresTests {
  @Suite("Several stores on one database")
  struct NodesTests {
    @Test(
      "Of 64 appends at once on two nodes, one is stored", arguments: Server.Isolation.allCases)
    func oneWinner(isolation: Server.Isolation) async throws {
      try await withTwoStores(isolation) { first, second in
        for version in 0..<4 {
          let results = await outcomes(64) { index in
            try await (index % 2 == 0 ? first : second).append(
              Sample.append(1, after: version, bodies: [[UInt8(index)]]))
          }
          let winners = results.indices.filter { results[$0] == .success(version + 1) }
          #expect(winners.count == 1)
          #expect(
            results.filter { $0 == .failure(.staleVersion(current: version + 1)) }.count == 63)
          for store in [first, second] {
            let events = try await store.events(of: Sample.match(1), after: version, limit: 9)
            #expect(events.map(\.body) == winners.map { [UInt8($0)] })
          }
        }
      }
    }

    @Test(
      "Of 64 appends at once with one key on two nodes, one is stored and all learn its answer",
      arguments: Server.Isolation.allCases, [true, false])
    func oneKey(isolation: Server.Isolation, inOneMatch: Bool) async throws {
      try await withTwoStores(isolation) { first, second in
        let key = Sample.key(1, "once")
        let results = await outcomes(64) { index in
          try await (index % 2 == 0 ? first : second).append(
            Sample.append(inOneMatch ? 7 : index, after: 0, key: key))
        }
        let answer = try #require(try await second.answer(for: key))
        #expect(results.filter { $0 == .success(1) }.count == 1)
        #expect(results.filter { $0 == .failure(.keyUsed(answer)) }.count == 63)
        let list = try await first.matches(of: Sample.player(1), limit: 99)
        #expect(list.map(\.match) == [answer.match])
      }
    }

    @Test("A new store migrates once, however many start at once")
    func concurrentMigrations() async throws {
      try await Server.withSchema(.serializable) { url in
        let starts = (0..<6).map { _ in
          Task { try await PostgresStore.patient(url, connections: 1) }
        }
        for (index, start) in starts.enumerated() {
          let store = try await start.value
          _ = try await store.append(Sample.append(index, after: 0))
          await store.close()
        }
        let names = try Server.connect(to: url).run(
          unsafeSQL: "SELECT name FROM baton_migrations ORDER BY position")
        #expect((0..<names.count).map { names.text($0, 0) } == Schema.migrations.map(\.name))
      }
    }

    @Test(
      "Of matches begun through two nodes at once no more are stored than a player may have",
      arguments: Server.Isolation.allCases)
    func limitAcrossNodes(isolation: Server.Isolation) async throws {
      try await withTwoStores(isolation) { first, second in
        try await first.addPlayer(Sample.record(1), session: Sample.session(1))
        let limit = MatchLimit(player: Sample.player(1), most: 7)
        let stored = await withTaskGroup(of: Int.self) { group in
          for index in 0..<30 {
            group.addTask {
              var append = Sample.append(index, after: 0, key: Sample.key(1, "\(index)"))
              append.limit = limit
              do {
                return try await (index % 2 == 0 ? first : second).append(append)
              } catch {
                #expect(error as? StoreError == .tooMany(limit: 7))
                return 0
              }
            }
          }
          return await group.reduce(0, +)
        }
        #expect(stored == 7)
        #expect(try await second.matches(of: Sample.player(1), limit: 99).count == 7)
      }
    }

    @Test("A node hears of what others append, of the newest version, and not of its own")
    func changes() async throws {
      try await withTwoStores(.readCommitted) { first, second in
        let (heardByFirst, heardBySecond) = (Collected<String>(), Collected<String>())
        first.changes { heardByFirst.add("\($0.raw.low) \($1)") }
        second.changes { heardBySecond.add("\($0.raw.low) \($1)") }
        try await eventually { first.isListening && second.isListening }
        for version in 0..<20 { _ = try await first.append(Sample.append(1, after: version)) }
        _ = try await second.append(Sample.append(2, after: 0))
        try await eventually {
          heardBySecond.all.contains("1 20") && heardByFirst.all.contains("2 1")
        }
        #expect(heardByFirst.all == ["2 1"])
        #expect(heardBySecond.all.allSatisfy { $0.hasPrefix("1 ") })
        // Notices come in order, so that a flood may become fewer of them but never goes back.
        let versions = heardBySecond.all.compactMap { Int($0.dropFirst(2)) }
        #expect(versions == versions.sorted())
      }
    }

    @Test("Work of a node that lives is no interruption; that of one whose connections end is")
    func jobs() async throws {
      try await withTwoStores(.readCommitted) { first, second in
        try await eventually { first.isListening && second.isListening }
        let now = Timestamp(milliseconds: 1)
        for match in 1...3 { try await first.jobBegan(Sample.match(match), at: now) }
        try await second.jobBegan(Sample.match(2), at: now)
        #expect(try await second.interruptedJobs().isEmpty)
        // What the other one ends or forgets is its own work only.
        try await second.jobEnded(Sample.match(2))
        try await second.forgetInterruptedJob(Sample.match(3))
        try await second.jobBegan(Sample.match(3), at: now)
        await first.close()
        // Where the second one works now, it may not be told of an interruption.
        let left = [1, 2].map { InterruptedJob(match: Sample.match($0), interruptions: 1) }
        #expect(try await second.interruptedJobs() == left.sorted { $0.match < $1.match })
        try await second.jobEnded(Sample.match(3))
        try await second.forgetInterruptedJob(Sample.match(1))
        #expect(try await second.interruptedJobs().map(\.match) == [Sample.match(2)])
      }
    }

    @Test("The first of two nodes that start at once is told how long all were away")
    func beats() async throws {
      try await withTwoStores(.serializable) { first, second in
        #expect(try await first.beat(at: Timestamp(milliseconds: 10)) == nil)
        #expect(
          try await second.beat(at: Timestamp(milliseconds: 50)) == Timestamp(milliseconds: 10))
        let tasks = [first, second].map { store in
          Task { try await store.beat(at: Timestamp(milliseconds: 90)) }
        }
        var before: [Timestamp?] = []
        for task in tasks { before.append(try await task.value) }
        #expect(Set(before) == [Timestamp(milliseconds: 50), Timestamp(milliseconds: 90)])
      }
    }

    @Test("A clock that is wrong is found out by that of the database", arguments: [-90_000, 5000])
    func clocks(shift: Int64) async throws {
      try await Server.withSchema { url in
        let store = try await PostgresStore.patient(url, time: ShiftedTime(milliseconds: shift))
        let offset = try await store.clockOffset()
        // The database has the same clock here, and its answer takes far less than this.
        #expect(abs(offset + shift) < 1000)
        await store.close()
      }
    }

    @Test("Many changes at once are told in full, and other schemas hear nothing of them")
    func manyChanges() async throws {
      try await Server.withSchema { elsewhere in
        let stranger = try await PostgresStore.patient(elsewhere, connections: 1)
        let heardElsewhere = Collected<MatchID>()
        stranger.changes { match, _ in heardElsewhere.add(match) }
        try await withTwoStores(.readCommitted) { first, second in
          let heard = Collected<MatchID>()
          second.changes { match, _ in heard.add(match) }
          try await eventually { second.isListening && stranger.isListening }
          _ = await outcomes(400) { try await first.append(Sample.append($0, after: 0)) }
          try await eventually { Set(heard.all).count == 400 }
        }
        #expect(heardElsewhere.all.isEmpty)
        await stranger.close()
      }
    }

    @Test("After its connection was cut a node hears of changes again")
    func listensAgain() async throws {
      try await withTwoStores(.readCommitted) { first, second in
        let heard = Collected<Int>()
        second.changes { heard.add($1) }
        try await eventually { second.isListening }
        try Server.endBackends(on: Server.connect())
        // Notices of the time without a connection are lost, so it goes on until one arrives.
        var version = 0
        try await eventually {
          version = try await first.append(Sample.append(1, after: version))
          return heard.all.contains { $0 > 1 }
        }
        #expect(
          try await second.events(of: Sample.match(1), after: 0, limit: .max).count == version)
      }
    }
  }
}

/// The system's time, with a wall clock that is wrong.
private struct ShiftedTime: TimeSource {
  let milliseconds: Int64
  private let base = SystemTime()

  init(milliseconds: Int64) { self.milliseconds = milliseconds }

  var wallMilliseconds: Int64 { base.wallMilliseconds + milliseconds }
  var monotonicNanoseconds: UInt64 { base.monotonicNanoseconds }
  func sleep(nanoseconds: UInt64) async throws { try await base.sleep(nanoseconds: nanoseconds) }
}

/// Runs `body` with two stores on one new schema.
private func withTwoStores(
  _ isolation: Server.Isolation, _ body: (PostgresStore, PostgresStore) async throws -> Void
) async throws {
  try await Server.withSchema(isolation) { url in
    let first = try await PostgresStore.patient(url)
    let second = try await PostgresStore.patient(url)
    do {
      try await body(first, second)
    } catch {
      await first.close()
      await second.close()
      throw error
    }
    await first.close()
    await second.close()
  }
}

/// Runs `count` calls at once and returns what came of each.
func outcomes(
  _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Int
) async -> [Result<Int, StoreError>] {
  let tasks = (0..<count).map { index in
    Task {
      do {
        return Result<Int, StoreError>.success(try await body(index))
      } catch {
        return .failure(error as? StoreError ?? .unavailable("\(error)"))
      }
    }
  }
  var results: [Result<Int, StoreError>] = []
  for task in tasks { results.append(await task.value) }
  return results
}

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Hosting
internal import MatchStore
internal import Matches
internal import PostgresStore
internal import StoreTestKit
internal import Testing

extension PostgresTests {
  @Suite("Losses")
  struct LossTests {
    /// A player of one match: what was acknowledged, and what was left open.
    private struct Played: Sendable {
      var acknowledged: [Int] = []
      var open = 0
    }

    /// Ends all connections of stores at once, one time after the other.
    private actor Killer {
      private let connection: Connection
      private(set) var kills = 0

      init() throws { connection = try Server.connect() }

      func killAll() {
        do {
          kills += try Server.endBackends(on: connection)
        } catch {
          Issue.record(error)
        }
      }
    }

    @Test("Connections are killed all the time, and nothing acknowledged is lost or doubled")
    func killedBackends() async throws {
      try await Server.withSchema { url in
        let store = try await PostgresStore.patient(url)
        let killer = try Killer()
        let players = (1...8).map { match in
          Task {
            await LossTests.play(store, match: match, turns: 30, keyed: match % 2 == 0) { turn in
              // While the others are somewhere in their turns.
              if turn % 5 == 4 { await killer.killAll() }
            }
          }
        }
        var played: [Played] = []
        for player in players { played.append(await player.value) }
        #expect(await killer.kills > 0)
        #expect(store.connectionCount > 4)

        try await LossTests.check(played, in: store)
        await store.close()
      }
    }

    private static func check(_ played: [Played], in store: PostgresStore) async throws {
      for (index, player) in played.enumerated() {
        let match = Sample.match(index + 1)
        let events = try await readBack(match, from: store)
        let bodies = events.map { Int($0.body[0]) }
        // Each turn wrote its number: in order, none twice, and what was acknowledged among them.
        #expect(bodies == bodies.sorted() && Set(bodies).count == bodies.count)
        #expect(Set(player.acknowledged).isSubset(of: bodies))
        #expect(bodies.count <= player.acknowledged.count + player.open)
        #expect(!player.acknowledged.isEmpty)
      }
    }

    /// Reads a match, waiting until the store has its connections again.
    ///
    /// The last kill may have met a connection that was just being made; until the next attempt the store rightly says
    /// that it cannot be reached.
    private static func readBack(
      _ match: MatchID, from store: PostgresStore
    ) async throws -> [StoredEvent] {
      let end = SystemTime().monotonicNanoseconds + 20_000_000_000
      var events = try? await store.events(of: match, after: 0, limit: .max)
      while events == nil, SystemTime().monotonicNanoseconds < end {
        await Task.yield()
        events = try? await store.events(of: match, after: 0, limit: .max)
      }
      return try #require(events, "the store did not come back")
    }

    private static func play(
      _ store: PostgresStore, match: Int, turns: Int, keyed: Bool,
      afterTurn: @Sendable (Int) async -> Void
    ) async -> Played {
      var played = Played()
      for turn in 0..<turns {
        var version: Int?
        while version == nil {
          version = try? await store.summary(of: Sample.match(match))?.version ?? 0
        }
        let append = Sample.append(
          match, after: version ?? 0, bodies: [[UInt8(turn)]],
          key: keyed ? Sample.key(match, "\(turn)") : nil)
        do {
          _ = try await store.append(append)
          played.acknowledged.append(turn)
          await afterTurn(turn)
        } catch {
          // Nobody else plays here: a stale version or a used key would be a false answer.
          guard case .unavailable = error else {
            Issue.record("turn \(turn) of match \(match): \(error)")
            continue
          }
          played.open += 1
        }
      }
      return played
    }

    @Test(
      "A commit whose answer was lost is told as what it was",
      arguments: [Proxy.Cut.beforeCommit, .afterCommit], Server.Isolation.allCases)
    func answerLost(cut: Proxy.Cut, isolation: Server.Isolation) async throws {
      try await Server.withSchema(isolation) { url in
        let proxy = try Proxy(to: url)
        let store = try await PostgresStore.patient(proxy.url, connections: 1)
        try await eventually { store.isListening }
        for (version, key) in [nil, Sample.key(1, "k"), nil].enumerated() {
          proxy.arm(cut, times: 2)
          #expect(
            try await store.append(Sample.append(1, after: version, key: key)) == version + 1)
          // Twice, if the first time left nothing to find.
          #expect(proxy.cuts == (cut == .beforeCommit ? 2 : 1))
        }
        proxy.arm(cut, times: 1)
        try await store.addPlayer(Sample.record(1), session: Sample.session(1))
        #expect(proxy.cuts == 1)
        #expect(try await store.player(session: Sample.session(1).digest) == Sample.record(1))
        #expect(try await store.events(of: Sample.match(1), after: 0, limit: 9).count == 3)
        await store.close()
        proxy.stop()
      }
    }

    @Test(
      "Who lost the answer and then the race is told that, and not the other's success as its own",
      arguments: [true, false])
    func answerAndRaceLost(keyed: Bool) async throws {
      try await Server.withSchema { url in
        let proxy = try Proxy(to: url)
        let unlucky = try await PostgresStore.patient(proxy.url, connections: 1)
        let other = try await PostgresStore.patient(url, connections: 1)
        try await eventually { unlucky.isListening }
        // The very same append, so that nothing but who wrote it tells the two apart.
        let append = Sample.append(1, after: 0, key: keyed ? Sample.key(1, "k") : nil)
        proxy.arm(.beforeCommit, times: 1, thenRefuse: true)
        let outcome = Task { try await unlucky.append(append) }
        try await eventually { proxy.cuts == 1 }
        #expect(try await other.append(append) == 1)
        proxy.reconnect()
        let error = await #expect(throws: StoreError.self) { try await outcome.value }
        let answer = StoredAnswer(
          match: append.match, version: 1, digest: append.digest, answer: append.answer)
        #expect(error == (keyed ? .keyUsed(answer) : .staleVersion(current: 1)))
        await unlucky.close()
        await other.close()
        proxy.stop()
      }
    }

    @Test("When nothing can be found out in time, the outcome is left open")
    func outcomeOpen() async throws {
      try await Server.withSchema { url in
        let proxy = try Proxy(to: url)
        let store = try await PostgresStore(
          url: proxy.url, connections: 1, patience: 1_000_000_000)
        try await eventually { store.isListening }
        proxy.arm(.afterCommit, times: 1, thenRefuse: true)
        await expectUnavailable {
          _ = try await store.append(Sample.append(1, after: 0, key: Sample.key(1, "k")))
        }
        proxy.reconnect()
        try await eventually { (try? await store.checkReady()) != nil }
        #expect(try await store.answer(for: Sample.key(1, "k"))?.version == 1)
        await store.close()
        proxy.stop()
      }
    }

    @Test("The store comes back with the server, and tells that it was away")
    func restart() async throws {
      try await Server.withSchema { url in
        let reasons = Collected<String>()
        let store = try await PostgresStore.patient(url) { reasons.add($0) }
        for version in 0..<10 { _ = try await store.append(Sample.append(1, after: version)) }
        try await store.checkReady()

        try Server.control("stop", "-m", "immediate")
        do {
          for _ in 0..<3 {
            await expectUnavailable { try await store.checkReady() }
            await expectUnavailable { _ = try await store.summary(of: Sample.match(1)) }
            await expectUnavailable { _ = try await store.append(Sample.append(2, after: 0)) }
          }
          #expect(reasons.all.count == 1)
          await #expect(throws: PostgresStoreError.self) { try await PostgresStore(url: url) }
        }
        try Server.control("start")

        try await eventually { (try? await store.checkReady()) != nil }
        #expect(try await store.events(of: Sample.match(1), after: 0, limit: 99).count == 10)
        #expect(try await store.append(Sample.append(1, after: 10)) == 11)
        #expect(try await store.summary(of: Sample.match(2)) == nil)
        await store.close()
      }
    }

    @Test("A server that crashes and starts again under load loses nothing that was acknowledged")
    func restartUnderLoad() async throws {
      try await Server.withSchema { url in
        let store = try await PostgresStore.patient(url)
        let turns = Collected<Int>()
        let players = (1...8).map { match in
          Task {
            await LossTests.play(store, match: match, turns: 30, keyed: match % 2 == 0) {
              turns.add($0)
            }
          }
        }
        for crash in 1...2 {
          try await eventually { turns.all.count >= crash * 60 }
          try Server.control("stop", "-m", "immediate")
          try Server.control("start")
        }
        var played: [Played] = []
        for player in players { played.append(await player.value) }
        try await LossTests.check(played, in: store)
        await store.close()
      }
    }

    @Test(
      "A server that gives no answer is noticed by the deadline, and used again afterwards",
      arguments: [true, false])
    func silence(ofNetwork: Bool) async throws {
      try await Server.withSchema { url in
        let proxy = try Proxy(to: url)
        let store = try await PostgresStore(
          url: proxy.url, connections: 1, patience: 500_000_000)
        try await eventually { (try? await store.checkReady()) != nil }
        let admin = try Server.connect(to: url)
        if ofNetwork {
          proxy.arm(.everything, times: .max)
        } else {
          _ = try admin.run(unsafeSQL: "BEGIN")
          _ = try admin.run(unsafeSQL: "LOCK TABLE readiness, matches IN ACCESS EXCLUSIVE MODE")
        }
        await expectUnavailable { try await store.checkReady() }
        await expectUnavailable { _ = try await store.append(Sample.append(1, after: 0)) }
        await expectUnavailable { _ = try await store.summary(of: Sample.match(1)) }
        if ofNetwork {
          proxy.arm(.nothing, times: 0)
        } else {
          _ = try admin.run(unsafeSQL: "ROLLBACK")
        }
        try await eventually { (try? await store.checkReady()) != nil }
        #expect(try await store.summary(of: Sample.match(1)) == nil)
        await store.close()
        proxy.stop()
      }
    }

    @Test("When all connections have died unnoticed, one call finds out for all")
    func oneLossForAll() async throws {
      try await Server.withSchema { url in
        let proxy = try Proxy(to: url)
        let store = try await PostgresStore(
          url: proxy.url, connections: 4, patience: 1_000_000_000)
        try await eventually {
          _ = await LossTests.summaries(of: store, count: 16)
          return store.connectionCount == 4
        }
        proxy.freeze()
        #expect(await LossTests.summaries(of: store, count: 1) == 1)
        for _ in 0..<4 { #expect(await LossTests.summaries(of: store, count: 16) == 0) }
        #expect(store.connectionCount <= 8)
        await store.close()
        proxy.stop()
      }
    }

    /// Asks for something so many times at once; returns how many calls were told that the database is away.
    private static func summaries(of store: PostgresStore, count: Int) async -> Int {
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<count {
          group.addTask {
            do {
              _ = try await store.summary(of: Sample.match(1))
              return false
            } catch { return true }
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
    }

    @Test("A request that has waited long waits a last short time for each thing it asks")
    func oneWaitForARequest() async throws {
      try await Server.withSchema { url in
        let proxy = try Proxy(to: url)
        let store = try await PostgresStore(url: proxy.url, patience: 3_000_000_000)
        try await eventually { (try? await store.checkReady()) != nil }
        try await StoreWait.$current.withValue(StoreWait(ago: .seconds(10))) { () async throws in
          // Who was held up by something else is answered by a database that is well.
          #expect(try await store.append(Sample.append(1, after: 0)) == 1)
          proxy.arm(.everything, times: .max)
          let begun = ContinuousClock.now
          for _ in 0..<5 {
            await expectUnavailable { _ = try await store.summary(of: Sample.match(1)) }
          }
          #expect(ContinuousClock.now - begun < .seconds(5), "each waited for itself")
        }
        proxy.arm(.nothing, times: 0)
        try await eventually { (try? await store.checkReady()) != nil }
        await store.close()
        proxy.stop()
      }
    }

    private func expectUnavailable(
      sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
    ) async {
      let error = await #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
        try await body()
      }
      guard case .unavailable = error else {
        Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
        return
      }
    }
  }
}

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Hosting
internal import MatchStore
internal import Matches
internal import SQLiteStore
internal import StoreTestKit
internal import Testing

@Suite("Crashes", .serialized, .timeLimit(.minutes(5)))
struct CrashTests {
  /// The matches that the child plays at once.
  private static let matches = 8

  @Test("Killed at random instants, what was acknowledged is there, once")
  func kills() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      let log = directory + "/acknowledged"
      // On one file, so that each round also starts from what the one before left behind.
      for round in 1...5 {
        let target = Int.random(in: 1...300)
        let spins = Int.random(in: 0...200_000)
        await #expect(processExitsWith: .signal(SIGKILL), "round \(round)") {
          [
            path = path as String, log = log as String, round = round as Int,
            target = target as Int, spins = spins as Int
          ] in
          let child = try CrashChild(path: path, log: log, round: round)
          await child.play(matches: 8, killAfter: target, spins: spins)
        }
        try await Self.check(path: path, log: log, "round \(round): \(target), \(spins)")
      }
    }
  }

  private static func check(path: String, log: String, _ comment: Comment) async throws {
    let store = try SQLiteStore(path: path)
    var events: [Int: [StoredEvent]] = [:]
    for match in 1...matches {
      // Reading verifies numbers and chain.
      events[match] = try await store.events(of: Sample.match(match), after: 0, limit: .max)
      let bodies = events[match, default: []].map(\.body)
      #expect(Set(bodies).count == bodies.count, "something is there twice; \(comment)")
      let version = try await store.summary(of: Sample.match(match))?.version ?? 0
      #expect(version == bodies.count, comment)
    }
    var acknowledged = 0
    for line in try CrashLog(path: log).lines() {
      let stored = events[line.match, default: []]
      #expect(stored.count >= line.version, "a reader saw more than is there; \(comment)")
      guard !line.key.isEmpty else { continue }
      acknowledged += 1
      let answer = try await store.answer(for: Sample.key(line.match, line.key))
      #expect(answer?.version == line.version, "an acknowledged append is lost; \(comment)")
      #expect(
        stored.filter { String(decoding: $0.body, as: UTF8.self) == line.key }.map(\.number)
          == [line.version], comment)
    }
    #expect(acknowledged > 0)
    await store.close()
  }

  #if canImport(Glibc)
    @Test("After an I/O error nothing is acknowledged until the store is opened again")
    func failedWrite() async throws {
      try await withTemporaryDirectory { directory in
        await #expect(processExitsWith: .success) {
          [path = directory + "/baton.sqlite" as String] in
          let reasons = Reasons()
          let store = try SQLiteStore(path: path, onFailure: { reasons.add($0) })
          _ = try await store.append(Sample.append(1, after: 0))

          // The system refuses to let files grow, which to SQLite is a failed write and not a full disk.
          signal(SIGXFSZ, SIG_IGN)
          let body = [UInt8](repeating: 7, count: 65_536)
          try limitFiles(to: fileSize(path + "-wal") + 10_000)
          let key = Sample.key(1, "k")
          await #expect(throws: StoreError.self) {
            try await store.append(Sample.append(1, after: 1, bodies: [body], key: key))
          }
          try limitFiles(to: nil)

          #expect(reasons.all.count == 1)
          let calls: [@Sendable () async throws -> Void] = [
            { _ = try await store.append(Sample.append(2, after: 0)) },
            { _ = try await store.events(of: Sample.match(1), after: 0, limit: 9) },
            { try await store.checkReady() },
          ]
          for call in calls {
            await #expect(throws: StoreError.unavailable(reasons.all.first ?? "")) {
              try await call()
            }
          }
          await store.close()

          let again = try SQLiteStore(path: path)
          #expect(try await again.events(of: Sample.match(1), after: 0, limit: 9).count == 1)
          #expect(try await again.answer(for: key) == nil)
          #expect(try await again.append(Sample.append(1, after: 1, key: key)) == 2)
          await again.close()
        }
      }
    }
  #endif
}

#if canImport(Glibc)
  /// Sets how large the files of this process may become.
  private func limitFiles(to size: Int?) throws {
    var limit = rlimit()
    try #require(getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
    limit.rlim_cur = size.map { rlim_t($0) } ?? limit.rlim_max
    try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
  }
#endif

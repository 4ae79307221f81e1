internal import MatchStore
internal import Matches
internal import SQLiteStore
internal import StoreTestKit
internal import Testing

@Suite("SQLiteStore", .timeLimit(.minutes(2)))
struct SQLiteStoreTests {
  @Test("In a file it keeps the promises of a store", arguments: StoreContract.checks)
  func contractInFile(check: StoreCheck) async throws {
    try await withTemporaryDirectory { directory in
      try await check.run(
        on: StoreFixture { try SQLiteStore(path: directory + "/baton.sqlite") })
    }
  }

  @Test(
    "In memory it keeps the promises of a store", arguments: StoreContract.checksWithoutReopening)
  func contractInMemory(check: StoreCheck) async throws {
    try await check.run(on: StoreFixture { try SQLiteStore(path: ":memory:") })
  }

  @Test("Writes that wait together are committed together, and read while they wait")
  func groupCommit() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      let store = try SQLiteStore(path: path)
      _ = try await store.append(Sample.append(1, after: 0))
      let (commits, writes) = (store.commitCount, store.writeCount)

      // Another connection holds the write lock until all of them wait.
      let other = try Connection(path: path, role: .writer)
      try other.execute("BEGIN IMMEDIATE")
      try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask { try await store.append(Sample.append(1, after: 1)) }
        for match in 2...100 {
          group.addTask { try await store.append(Sample.append(match, after: 0)) }
        }
        while store.writeCount < writes + 100 { await Task.yield() }

        #expect(try await store.events(of: Sample.match(1), after: 0, limit: 9).count == 1)
        #expect(try await store.matches(of: Sample.player(1), limit: 999).count == 1)
        try other.execute("ROLLBACK")
        try await group.waitForAll()
      }
      // One for those that were there when the writer first looked, and a few for all that came while it waited.
      #expect((1...5).contains(store.commitCount - commits))
      #expect(try await store.matches(of: Sample.player(1), limit: 999).count == 100)
      await store.close()
    }
  }

  @Test("A full database refuses to write, still reads, and writes again when there is room")
  func storageFull() async throws {
    try await withTemporaryDirectory { directory in
      let store = try SQLiteStore(path: directory + "/baton.sqlite")
      _ = try await store.append(Sample.append(1, after: 0))
      try await store.limit(pages: 1)
      let large = [[UInt8]](repeating: [UInt8](repeating: 7, count: 65_536), count: 3)
      let key = Sample.key(1, "k")
      for _ in 0..<3 {
        await #expect(throws: StoreError.storageFull) {
          try await store.append(Sample.append(1, after: 1, bodies: large, key: key, at: 99))
        }
      }
      // Those that fail and those that need no new page run side by side.
      await withTaskGroup(of: Void.self) { group in
        for match in 0..<20 {
          group.addTask {
            await #expect(throws: StoreError.storageFull) {
              try await store.append(Sample.append(100 + match, after: 0, bodies: large))
            }
          }
          group.addTask {
            await #expect(throws: Never.self) { try await store.checkReady() }
          }
        }
      }
      #expect(try await store.events(of: Sample.match(1), after: 0, limit: 9).count == 1)
      #expect(try await store.summary(of: Sample.match(1)) == Sample.summary(1, version: 1))
      #expect(try await store.answer(for: key) == nil)
      #expect(try await store.matches(of: Sample.player(1), limit: 99).count == 1)

      try await store.limit(pages: nil)
      #expect(
        try await store.append(Sample.append(1, after: 1, bodies: large, key: key)) == 4)
      #expect(try await store.events(of: Sample.match(1), after: 0, limit: 9).count == 4)
      await store.close()
    }
  }

  @Test("A log that grows past the checkpoint is moved while others read")
  func checkpoints() async throws {
    try await withTemporaryDirectory { directory in
      let store = try SQLiteStore(path: directory + "/baton.sqlite")
      let body = [UInt8](repeating: 3, count: 65_536)
      for version in 0..<450 {
        _ = try await store.append(Sample.append(1, after: version, bodies: [body]))
        async let first = store.events(of: Sample.match(1), after: 0, limit: 3)
        #expect(try await first.count == min(version + 1, 3))
      }
      // 450 bodies take more than 7200 pages; moved every 6000, the log starts anew in between.
      #expect(try fileSize(directory + "/baton.sqlite-wal") < 450 * 65_536)
      #expect(try fileSize(directory + "/baton.sqlite") > 65_536 * 200)
      await store.close()
      #expect(try fileSize(directory + "/baton.sqlite-wal") == 0)
      let again = try SQLiteStore(path: directory + "/baton.sqlite")
      #expect(try await again.events(of: Sample.match(1), after: 0, limit: 999).count == 450)
      await again.close()
    }
  }

  @Test("Every query walks along a key and sorts nothing", arguments: 0..<Query.all.count)
  func plans(index: Int) throws {
    let connection = try Connection(path: ":memory:", role: .writer)
    try Migrator().run(on: connection)
    let plan = try connection.rows(unsafeSQL: "EXPLAIN QUERY PLAN \(Query.all[index])")
    #expect(!plan.isEmpty)
    for step in plan {
      let detail = try #require(step.last)
      // The list of all is the first part of its own index.
      #expect(
        detail.hasPrefix("SEARCH") || detail == "SCAN matches USING INDEX matches_in_public",
        "\(detail)")
    }
  }

  @Test("A plan that scans or sorts would be noticed")
  func plansThatFail() throws {
    let connection = try Connection(path: ":memory:", role: .writer)
    try Migrator().run(on: connection)
    let scan = try connection.rows(
      unsafeSQL: "EXPLAIN QUERY PLAN SELECT * FROM events WHERE body = 1")
    #expect(scan.contains { $0.last?.hasPrefix("SCAN") == true })
    let sort = try connection.rows(
      unsafeSQL: "EXPLAIN QUERY PLAN SELECT * FROM lists WHERE player = 1 ORDER BY match")
    #expect(sort.contains { $0.last?.contains("TEMP B-TREE") == true })
  }

  @Test("The writer flushes every commit; readers neither write nor checkpoint")
  func settings() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      let store = try SQLiteStore(path: path)
      _ = try await store.append(Sample.append(1, after: 0))
      let writer = try Connection(path: path, role: .writer)
      let reader = try Connection(path: path, role: .reader)
      func value(_ connection: Connection, _ pragma: String) throws -> String? {
        try connection.rows(unsafeSQL: "PRAGMA \(pragma)").first?.first
      }
      #expect(try value(writer, "journal_mode") == "wal")
      #expect(try value(writer, "synchronous") == "2")
      #expect(try value(writer, "foreign_keys") == "1")
      #expect(try value(writer, "mmap_size") == "0")
      #expect(try value(reader, "mmap_size") == "0")
      #expect(try value(reader, "query_only") == "1")
      #expect(try value(reader, "wal_autocheckpoint") == "0")
      #expect(try value(reader, "busy_timeout") == "5000")
      #expect(throws: SQLiteFailure.self) { try reader.execute("DELETE FROM matches") }
      #expect(throws: SQLiteFailure.self) { try reader.checkpoint(emptying: true) }
      await store.close()
    }
  }
}

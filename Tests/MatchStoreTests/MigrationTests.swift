#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import MatchStore
internal import Matches
internal import SQLiteStore
internal import StoreTestKit
internal import Testing

@Suite("Migrations", .timeLimit(.minutes(5)))
struct MigrationTests {
  @Test("A file of every older state is brought up to date", arguments: 0...Schema.migrations.count)
  func olderStates(count: Int) async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      do {
        let connection = try Connection(path: path, role: .writer)
        try Migrator(Array(Schema.migrations.prefix(count))).run(on: connection)
      }
      let store = try SQLiteStore(path: path)
      _ = try await store.append(Sample.append(1, after: 0))
      try await store.addPlayer(Sample.record(1), session: Sample.session(1))
      await store.close()
      #expect(try schema(of: path) == freshSchema())
    }
  }

  @Test("A match that was stored before timers came in reads as it was, and goes on")
  func rowsBeforeTimers() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      let old = Sample.summary(1, version: 1)
      do {
        let connection = try Connection(path: path, role: .writer)
        try Migrator(Array(Schema.migrations.prefix(2))).run(on: connection)
        let id = SQLiteValue.bytes(old.match.raw.bytes)
        let (ada, bob) = (Sample.player(1), Sample.player(2))
        try connection.execute(
          "INSERT INTO matches VALUES (?, 'sample', 'open', 1, ?, 1000)", id,
          .text("active 1 \(ada.text),active 0 \(bob.text)"))
        let checksum = Checksum.next(after: .start, match: old.match, number: 1, body: [5])
        try connection.execute(
          "INSERT INTO events VALUES (?, 1, x'05', ?, 1000)", id, .bytes(checksum.bytes))
        try connection.execute(
          "INSERT INTO lists VALUES (?, 0, 1000, ?)", .bytes(ada.raw.bytes), id)
        try connection.execute(
          "INSERT INTO lists VALUES (?, 1, 1000, ?)", .bytes(bob.raw.bytes), id)
      }
      let store = try SQLiteStore(path: path)
      #expect(try await store.summary(of: old.match) == old)
      #expect(try await store.matches(of: Sample.player(2), limit: 9) == [old])
      #expect(try await store.matches(after: nil, limit: 9) == [old])
      #expect(try await store.nextWake() == nil)
      #expect(try await store.beat(at: Timestamp(milliseconds: 1)) == nil)
      var next = Sample.append(1, after: 1)
      next.summary.wakeAt = Timestamp(milliseconds: 9)
      _ = try await store.append(next)
      #expect(try await store.due(at: Timestamp(milliseconds: 9), limit: 9) == [old.match])
      #expect(try await store.events(of: old.match, after: 0, limit: 9).count == 2)
      await store.close()
    }
  }

  @Test("Names sort in their order and are told apart")
  func names() {
    let names = Schema.migrations.map(\.name)
    #expect(names == names.sorted())
    #expect(Set(names).count == names.count)
  }

  @Test("A database of a newer version is refused, by name, and left alone")
  func newer() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      do {
        let connection = try Connection(path: path, role: .writer)
        try Migrator(
          Schema.migrations + [
            Migration("9998-future", ["CREATE TABLE future (x)"]), Migration("9999-later", []),
          ]
        ).run(on: connection)
      }
      let before = try schema(of: path)
      let error = #expect(
        throws: SQLiteStoreError.newerDatabase(migrations: ["9998-future", "9999-later"])
      ) { try SQLiteStore(path: path) }
      #expect(error?.description.contains("9998-future, 9999-later") == true)
      #expect(try schema(of: path) == before)
    }
  }

  @Test("A migration that was changed after it was applied is refused")
  func changed() throws {
    let connection = try Connection(path: ":memory:", role: .writer)
    try Migrator([Migration("1", ["CREATE TABLE a (x)"])]).run(on: connection)
    #expect(throws: SQLiteStoreError.changedMigration("1")) {
      try Migrator([Migration("1", ["CREATE TABLE a (y)"])]).run(on: connection)
    }
    #expect(throws: SQLiteStoreError.changedMigration("1")) {
      try Migrator([Migration("0", []), Migration("1", ["CREATE TABLE a (x)"])])
        .run(on: connection)
    }
  }

  @Test("A migration that fails leaves the state before it, and the next try goes on from there")
  func failing() throws {
    let connection = try Connection(path: ":memory:", role: .writer)
    let first = Migration("1", ["CREATE TABLE a (x)"])
    let second = Migration("2", ["CREATE TABLE b (x)", "CREATE TABLE a (x)"])
    let error = #expect(throws: SQLiteStoreError.self) {
      try Migrator([first, second]).run(on: connection)
    }
    guard case .migrationFailed("2", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try tables(of: connection) == ["a", "migrations"])
    try Migrator([first, Migration("2", ["CREATE TABLE b (x)"])]).run(on: connection)
    #expect(try tables(of: connection) == ["a", "b", "migrations"])
  }

  @Test("A kill before every statement leaves a state from which the next start goes on")
  func kills() async throws {
    // One place more than statements: after the last, before the commit.
    for migration in 0..<Schema.migrations.count {
      for place in 0...Schema.migrations[migration].statements.count {
        try await withTemporaryDirectory { directory in
          let path = directory + "/baton.sqlite"
          await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, migration = migration as Int, place = place as Int] in
            let connection = try Connection(path: path, role: .writer)
            try Migrator { current, index in
              guard current.name == Schema.migrations[migration].name, index == place else {
                return
              }
              kill(getpid(), SIGKILL)
            }.run(on: connection)
          }
          let left = try Connection(path: path, role: .writer)
          #expect(
            try left.rows(unsafeSQL: "SELECT count(*) FROM migrations") == [["\(migration)"]])
          let store = try SQLiteStore(path: path)
          _ = try await store.append(Sample.append(1, after: 0))
          await store.close()
          #expect(try schema(of: path) == freshSchema())
        }
      }
    }
  }

  private func tables(of connection: Connection) throws -> [String] {
    try connection.rows(
      unsafeSQL: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    ).flatMap { $0 }
  }

  private func schema(of path: String) throws -> [[String]] {
    try schema(of: Connection(path: path, role: .writer))
  }

  private func freshSchema() throws -> [[String]] {
    let connection = try Connection(path: ":memory:", role: .writer)
    try Migrator().run(on: connection)
    return try schema(of: connection)
  }

  private func schema(of connection: Connection) throws -> [[String]] {
    try connection.rows(unsafeSQL: "SELECT name, sql FROM sqlite_schema ORDER BY name")
      + connection.rows(unsafeSQL: "SELECT name, hex(checksum) FROM migrations ORDER BY position")
  }
}

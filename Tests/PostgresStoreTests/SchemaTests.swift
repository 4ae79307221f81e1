internal import Hosting
internal import MatchStore
internal import Matches
internal import PostgresStore
internal import StoreTestKit
internal import Testing

extension PostgresTests {
  @Suite("Layout")
  struct SchemaTests {
    @Test(
      "A database of every older state is brought up to date",
      arguments: 0...Schema.migrations.count)
    func olderStates(count: Int) async throws {
      try await Server.withSchema { url in
        try Migrator(Array(Schema.migrations.prefix(count))).run(
          on: Server.connect(to: url), until: .max)
        let store = try await PostgresStore.patient(url)
        _ = try await store.append(Sample.append(1, after: 0))
        try await store.addPlayer(Sample.record(1), session: Sample.session(1))
        await store.close()
      }
    }

    @Test("A match that was stored before timers came in reads as it was, and goes on")
    func rowsBeforeTimers() async throws {
      try await Server.withSchema { url in
        let connection = try Server.connect(to: url)
        try Migrator(Array(Schema.migrations.prefix(2))).run(on: connection, until: .max)
        let old = Sample.summary(1, version: 1)
        let seats = "active 1 \(Sample.player(1).text),active 0 \(Sample.player(2).text)"
        let checksum = Checksum.next(after: .start, match: old.match, number: 1, body: [5])
        let id = PostgresValue.bytes(old.match.raw.bytes)
        _ = try connection.run(
          unsafeSQL: "INSERT INTO matches VALUES ($1, 'sample', 'open', 1, $2, 1000)",
          [id, .text(seats)])
        _ = try connection.run(
          unsafeSQL: "INSERT INTO events VALUES ($1, 1, '\\x05', $2, 1000, 7)",
          [id, .bytes(checksum.bytes)])
        let store = try await PostgresStore.patient(url)
        #expect(try await store.summary(of: old.match) == old)
        #expect(try await store.matches(after: nil, limit: 9) == [old])
        #expect(try await store.nextWake() == nil)
        var next = Sample.append(1, after: 1)
        next.summary.wakeAt = Timestamp(milliseconds: 9)
        _ = try await store.append(next)
        #expect(try await store.due(at: Timestamp(milliseconds: 9), limit: 9) == [old.match])
        #expect(try await store.events(of: old.match, after: 0, limit: 9).count == 2)
        await store.close()
      }
    }

    @Test("A turn that changes no time and no list of all costs the indexes of matches nothing")
    func hotUpdates() async throws {
      try await Server.withSchema { url in
        let store = try await PostgresStore.patient(url, connections: 1)
        for version in 0..<40 {
          var append = Sample.append(1, after: version, at: Int64(version))
          append.summary.wakeAt = Timestamp(milliseconds: 5)
          _ = try await store.append(append)
        }
        await store.close()
        let connection = try Server.connect(to: url)
        // The counts arrive when the store's connection has ended.
        try await eventually {
          let rows = try connection.run(
            unsafeSQL: """
              SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables
              WHERE schemaname = current_schema() AND relname = 'matches'
              """)
          return rows.integer(0, 0) == 39 && rows.integer(0, 1) == 39
        }
      }
    }

    @Test("A database of a newer version is refused, by name, and left alone")
    func newer() async throws {
      try await Server.withSchema { url in
        let connection = try Server.connect(to: url)
        try Migrator(Schema.migrations + [Migration("9999-later", ["CREATE TABLE later (x int)"])])
          .run(on: connection, until: .max)
        let error = await #expect(
          throws: PostgresStoreError.newerDatabase(migrations: ["9999-later"])
        ) { try await PostgresStore.patient(url) }
        #expect(error?.description.contains("9999-later") == true)
        #expect(try applied(connection) == Schema.migrations.map(\.name) + ["9999-later"])
      }
    }

    @Test("A migration that was changed after it was applied is refused")
    func changed() async throws {
      try await Server.withSchema { url in
        let connection = try Server.connect(to: url)
        try Migrator([Migration("0001-matches", ["CREATE TABLE matches (x int)"])]).run(
          on: connection, until: .max)
        await #expect(throws: PostgresStoreError.changedMigration("0001-matches")) {
          try await PostgresStore.patient(url)
        }
      }
    }

    @Test("A migration that fails leaves nothing, and the next try goes on from there")
    func failing() async throws {
      try await Server.withSchema { url in
        let connection = try Server.connect(to: url)
        let first = Migration("1", ["CREATE TABLE a (x int)"])
        let error = #expect(throws: PostgresStoreError.self) {
          try Migrator([
            first, Migration("2", ["CREATE TABLE b (x int)", "CREATE TABLE a (x int)"]),
          ])
          .run(on: connection, until: .max)
        }
        guard case .migrationFailed("2", _) = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        try Migrator([first, Migration("2", ["CREATE TABLE b (x int)"])]).run(
          on: connection, until: .max)
        #expect(try applied(connection) == ["1", "2"])
      }
    }

    private func applied(_ connection: Connection) throws -> [String] {
      let rows = try connection.run(
        unsafeSQL: "SELECT name FROM baton_migrations ORDER BY position")
      return (0..<rows.count).map { rows.text($0, 0) }
    }

    @Test("With 10,000 matches every query walks along a key, and none scans or sorts them")
    func plans() async throws {
      try await Server.withSchema { url in
        let store = try await PostgresStore.patient(url, connections: 1)
        await store.close()
        let connection = try Server.connect(to: url)
        for sql in SchemaTests.manyRows { _ = try connection.run(unsafeSQL: sql) }
        // Its absence is what makes the plans below mean something.
        let scan = try SchemaTests.plan("SELECT * FROM events WHERE body = ''", [], connection)
        #expect(scan.contains("Seq Scan"))
        for query in Query.all {
          let plan = try SchemaTests.plan("\(query.sql)", query.values, connection)
          #expect(plan.contains("Index"), "\(query.sql)\n\(plan)")
          #expect(!plan.contains("Seq Scan"), "\(query.sql)\n\(plan)")
          #expect(!plan.contains("Bitmap"), "\(query.sql)\n\(plan)")
        }
        // A list is sorted again after the join, but only as much of it as was asked for.
        let list = try SchemaTests.plan(
          """
          SELECT rank, updated_at, match FROM lists
          WHERE player = $1 ORDER BY rank, updated_at DESC, match LIMIT $2
          """, [.bytes([UInt8](repeating: 1, count: 16)), .integer(20)], connection)
        #expect(list.contains("lists_in_order") && !list.contains("Sort"), "\(list)")
      }
    }

    private static let manyRows = [
      "CREATE FUNCTION id(n bigint) RETURNS bytea LANGUAGE sql AS $$ SELECT decode(md5(n::text), 'hex') $$",
      """
      INSERT INTO matches (id, game, status, version, seats, updated_at, wake_at, queue, queued_at,
        is_public, public_at)
      SELECT id(n), 'sample', 'open', 3, 'active 1 -', n, CASE WHEN n % 4 = 0 THEN n END,
        (n % 50)::text, n, n % 2 = 0, CASE WHEN n % 2 = 0 THEN n END
      FROM generate_series(1, 10000) AS n
      """,
      """
      INSERT INTO events SELECT id(n), k, 'body', id(0), n, n
      FROM generate_series(1, 10000) AS n, generate_series(1, 3) AS k
      """,
      """
      INSERT INTO commands SELECT id(n % 100), n::text, id(n), 1, '', ''
      FROM generate_series(1, 10000) AS n
      """,
      """
      INSERT INTO lists SELECT id(n % 100), id(n), n % 3, n FROM generate_series(1, 10000) AS n
      """,
      "INSERT INTO players SELECT id(n), 'name', n FROM generate_series(1, 10000) AS n",
      """
      INSERT INTO sessions SELECT id(n) || id(-n), id(n), n FROM generate_series(1, 10000) AS n
      """,
      "ANALYZE matches, events, commands, lists, players, sessions",
    ]

    private static func plan(
      _ sql: String, _ values: [PostgresValue], _ connection: Connection
    ) throws -> String {
      let rows = try connection.run(unsafeSQL: "EXPLAIN (COSTS OFF) " + sql, values)
      return (0..<rows.count).map { rows.text($0, 0) }.joined(separator: "\n")
    }
  }

  @Suite("Damage")
  struct DamageTests {
    @Test(
      "Damage by hand is named by match and number, and other matches are well",
      arguments: [
        ("UPDATE events SET body = '\\x00' WHERE match = $1 AND number = 3", 3),
        ("UPDATE events SET checksum = decode(md5(''), 'hex') WHERE match = $1 AND number = 2", 2),
        ("DELETE FROM events WHERE match = $1 AND number = 4", 4),
        ("DELETE FROM events WHERE match = $1 AND number = 5", 5),
        ("UPDATE matches SET version = 7 WHERE id = $1", 6),
        ("UPDATE matches SET version = 4 WHERE id = $1", 5),
        ("UPDATE matches SET seats = 'x' WHERE id = $1", 5),
      ])
    func damage(sql: String, number: Int) async throws {
      try await Server.withSchema { url in
        let store = try await PostgresStore.patient(url, connections: 1)
        for match in 1...2 {
          _ = try await store.append(
            Sample.append(match, after: 0, bodies: (1...5).map { [UInt8($0)] }))
        }
        let id = PostgresValue.bytes(Sample.match(1).raw.bytes)
        _ = try Server.connect(to: url).run(unsafeSQL: sql, [id])
        let expected = StoreError.corrupt(match: Sample.match(1), number: number)
        if sql.contains("seats") {
          await #expect(throws: expected) { try await store.summary(of: Sample.match(1)) }
        } else {
          await #expect(throws: expected) {
            try await store.events(of: Sample.match(1), after: 0, limit: 99)
          }
        }
        #expect(try await store.events(of: Sample.match(2), after: 0, limit: 99).count == 5)
        #expect(try await store.append(Sample.append(2, after: 5)) == 6)
        await store.close()
      }
    }

    @Test("An append does not stand on what is damaged, nor take the place of what was put there")
    func appends() async throws {
      try await Server.withSchema { url in
        let store = try await PostgresStore.patient(url)
        for match in 1...2 { _ = try await store.append(Sample.append(match, after: 0)) }
        let connection = try Server.connect(to: url)
        _ = try connection.run(
          unsafeSQL: "DELETE FROM events WHERE match = $1", [.bytes(Sample.match(1).raw.bytes)])
        _ = try connection.run(
          unsafeSQL: "INSERT INTO events SELECT match, 3, body, checksum, 0, 0 FROM events")
        await #expect(throws: StoreError.corrupt(match: Sample.match(1), number: 1)) {
          try await store.append(Sample.append(1, after: 1))
        }
        await #expect(throws: StoreError.corrupt(match: Sample.match(2), number: 3)) {
          try await store.append(Sample.append(2, after: 1, bodies: [[1], [2]]))
        }
        #expect(try await store.summary(of: Sample.match(2))?.version == 1)
        await store.close()
      }
    }
  }
}

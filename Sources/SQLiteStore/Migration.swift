internal import MatchStore

/// A named step of the database's layout, run once, in one transaction.
///
/// A released migration never changes; a new layout is a new migration at the end of the list.
package struct Migration: Sendable {
  /// The name, which sorts after all earlier ones.
  package let name: String
  /// The statements, in order.
  package let statements: [StaticString]

  /// Creates a migration.
  package init(_ name: String, _ statements: [StaticString]) {
    self.name = name
    self.statements = statements
  }

  /// The checksum over the SQL, by which a changed migration is noticed.
  var checksum: [UInt8] {
    var input: [UInt8] = []
    for statement in statements {
      statement.withUTF8Buffer { input += $0 }
      input.append(0)
    }
    return Checksum.of(input).bytes
  }
}

/// Brings a database to the layout that this program knows.
package struct Migrator {
  /// Marks a SQLite file as ours: "BATN".
  static let applicationID = 0x4241_544e

  private let migrations: [Migration]
  private let beforeStatement: (Migration, Int) -> Void

  /// Creates a migrator.
  ///
  /// - Parameters:
  ///   - migrations: All migrations, oldest first.
  ///   - beforeStatement: Called before each statement of a migration, and once after its last with the
  ///     number of statements; tests crash here.
  package init(
    _ migrations: [Migration] = Schema.migrations,
    beforeStatement: @escaping (Migration, Int) -> Void = { _, _ in }
  ) {
    self.migrations = migrations
    self.beforeStatement = beforeStatement
  }

  /// Applies what is missing.
  ///
  /// - Throws: ``SQLiteStoreError`` if the file is not ours, or was written by a newer or another program.
  package func run(on connection: Connection) throws(SQLiteStoreError) {
    do throws(SQLiteFailure) {
      let isNew = try checkOwner(of: connection)
      try connection.startWriteAheadLog()
      if isNew { try prepareTable(on: connection) }
    } catch {
      throw SQLiteStoreError(opening: error)
    }
    let applied = try checkApplied(on: connection)
    for migration in migrations.dropFirst(applied) {
      do throws(SQLiteFailure) {
        try apply(migration, on: connection)
      } catch {
        throw .migrationFailed(migration.name, error.description)
      }
    }
  }

  /// Checks that the database is ours, before anything is written to it.
  ///
  /// - Returns: whether it is still empty.
  private func checkOwner(of connection: Connection) throws(SQLiteFailure) -> Bool {
    let id = try connection.first("PRAGMA application_id") { row throws(SQLiteFailure) in
      row.integer(0)
    }
    if id == Migrator.applicationID { return false }
    let tables = try connection.first("SELECT count(*) FROM sqlite_schema") {
      row throws(SQLiteFailure) in row.integer(0)
    }
    guard id == 0, tables == 0 else {
      throw .filesChanged("the file is not a database of this program")
    }
    return true
  }

  private func prepareTable(on connection: Connection) throws(SQLiteFailure) {
    try connection.execute("BEGIN IMMEDIATE")
    do throws(SQLiteFailure) {
      try connection.execute("PRAGMA application_id = 0x4241544e")
      try connection.execute(
        """
        CREATE TABLE migrations (
          position INTEGER PRIMARY KEY,
          name TEXT NOT NULL UNIQUE,
          checksum BLOB NOT NULL
        ) STRICT
        """)
      try connection.execute("COMMIT")
    } catch {
      try connection.rollBackIfNeeded()
      throw error
    }
  }

  /// Returns how many migrations were applied, after holding each against this program's.
  private func checkApplied(on connection: Connection) throws(SQLiteStoreError) -> Int {
    var applied: [(name: String, checksum: [UInt8])] = []
    do throws(SQLiteFailure) {
      let rows = try connection.prepare(
        "SELECT name, checksum FROM migrations ORDER BY position")
      while try rows.step() { applied.append((rows.text(0), rows.bytes(1))) }
    } catch {
      throw SQLiteStoreError(opening: error)
    }
    let known = Set(migrations.map(\.name))
    let unknown = applied.map(\.name).filter { !known.contains($0) }
    guard unknown.isEmpty else { throw .newerDatabase(migrations: unknown) }
    for (migration, row) in zip(migrations, applied)
    where migration.name != row.name || migration.checksum != row.checksum {
      throw .changedMigration(row.name)
    }
    return applied.count
  }

  private func apply(_ migration: Migration, on connection: Connection) throws(SQLiteFailure) {
    try connection.execute("BEGIN IMMEDIATE")
    do throws(SQLiteFailure) {
      for (index, statement) in migration.statements.enumerated() {
        beforeStatement(migration, index)
        try connection.execute(statement)
      }
      try connection.execute(
        "INSERT INTO migrations (name, checksum) VALUES (?, ?)", .text(migration.name),
        .bytes(migration.checksum))
      beforeStatement(migration, migration.statements.count)
      try connection.execute("COMMIT")
    } catch {
      try connection.rollBackIfNeeded()
      throw error
    }
  }
}

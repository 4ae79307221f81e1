package import MatchStore

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
    for migration in try pending(on: connection) {
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

  /// Returns what is missing, after holding what was applied against this program's migrations.
  private func pending(
    on connection: Connection
  ) throws(SQLiteStoreError) -> ArraySlice<Migration> {
    var applied: [(name: String, checksum: [UInt8])] = []
    do throws(SQLiteFailure) {
      let rows = try connection.prepare(
        "SELECT name, checksum FROM migrations ORDER BY position")
      while try rows.step() { applied.append((rows.text(0), rows.bytes(1))) }
    } catch {
      throw SQLiteStoreError(opening: error)
    }
    do throws(MigrationMismatch) {
      return try migrations.pending(after: applied)
    } catch {
      switch error {
      case .newer(let names): throw .newerDatabase(migrations: names)
      case .changed(let name): throw .changedMigration(name)
      }
    }
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

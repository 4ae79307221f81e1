package import MatchStore

/// Brings a database to the layout that this program knows.
///
/// All that is missing is applied in one transaction under a lock, so that of several nodes that start at
/// once one migrates and the others wait for it.
package struct Migrator: Sendable {
  private let migrations: [Migration]

  /// Creates a migrator of these migrations, oldest first.
  package init(_ migrations: [Migration] = Schema.migrations) { self.migrations = migrations }

  /// Applies what is missing.
  ///
  /// - Throws: ``PostgresStoreError`` if the database was written by a newer or another program, or cannot
  ///   be changed; it is then as it was.
  package func run(
    on connection: Connection, until deadline: UInt64
  ) throws(PostgresStoreError) {
    do throws(PostgresStoreError) {
      for migration in try begin(on: connection, until: deadline) {
        try apply(migration, on: connection, until: deadline)
      }
      do throws(PostgresFailure) {
        _ = try connection.run(Command("COMMIT"), until: deadline)
      } catch {
        throw .cannotConnect(error.reason)
      }
    } catch {
      // If this fails too, the connection is gone and the transaction with it.
      try? connection.rollBackIfNeeded(until: deadline)
      throw error
    }
  }

  /// Takes the lock and returns what is missing, after holding what was applied against this program's
  /// migrations.
  private func begin(
    on connection: Connection, until deadline: UInt64
  ) throws(PostgresStoreError) -> ArraySlice<Migration> {
    let rows: Rows
    do throws(PostgresFailure) {
      // At this level, whatever the default, what comes after the lock sees what was done under it. The
      // first number of the lock is "BATN".
      let schema = try connection.run(
        [
          Command("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"),
          Command("SELECT pg_advisory_xact_lock(1111577678, hashtext(current_schema()))"),
          Command("SELECT to_regclass(format('%I.baton_migrations', current_schema())) IS NULL"),
        ], until: deadline)
      if schema.last?.bytes(0, 0) == [1] {
        _ = try connection.run(
          Command(
            """
            CREATE TABLE baton_migrations (
              position bigint PRIMARY KEY,
              name text NOT NULL UNIQUE,
              checksum bytea NOT NULL
            )
            """), until: deadline)
      }
      rows = try connection.run(
        Command("SELECT name, checksum FROM baton_migrations ORDER BY position"), until: deadline)
    } catch {
      throw .cannotConnect(error.reason)
    }
    let applied = rows.indices.map { (name: rows.text($0, 0), checksum: rows.bytes($0, 1)) }
    do throws(MigrationMismatch) {
      return try migrations.pending(after: applied)
    } catch {
      switch error {
      case .newer(let names): throw .newerDatabase(migrations: names)
      case .changed(let name): throw .changedMigration(name)
      }
    }
  }

  private func apply(
    _ migration: Migration, on connection: Connection, until deadline: UInt64
  ) throws(PostgresStoreError) {
    do throws(PostgresFailure) {
      for statement in migration.statements {
        _ = try connection.run(Command(statement), until: deadline)
      }
      _ = try connection.run(
        Command(
          """
          INSERT INTO baton_migrations (position, name, checksum)
          SELECT count(*) + 1, $1, $2 FROM baton_migrations
          """, .text(migration.name), .bytes(migration.checksum)), until: deadline)
    } catch {
      if case .lost = error.meaning { throw .cannotConnect(error.reason) }
      throw .migrationFailed(migration.name, error.description)
    }
  }
}

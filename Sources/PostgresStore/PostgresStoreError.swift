/// Why a database could not be opened.
public enum PostgresStoreError: Error, Hashable, Sendable {
  /// The URL is none of PostgreSQL's.
  case invalidURL
  /// The server cannot be reached, or does not let us in; trying again later may help.
  case cannotConnect(String)
  /// The database was written by a newer version of this program, which applied these migrations.
  case newerDatabase(migrations: [String])
  /// A migration was applied in another form than this program knows.
  case changedMigration(String)
  /// A migration could not be applied; the database is as it was before it.
  case migrationFailed(String, String)
}

extension PostgresStoreError: CustomStringConvertible {
  /// What happened, in a sentence for the person who starts the server.
  public var description: String {
    switch self {
    case .invalidURL:
      "the URL of the database must read like postgres://user:password@host:port/database"
    case .cannotConnect(let reason): "the database cannot be reached: \(reason)"
    case .newerDatabase(let names):
      "the database was written by a newer version, with \(names.joined(separator: ", "));"
        + " start that version, or restore a backup from before it"
    case .changedMigration(let name):
      "the database has another form of migration \(name) than this version"
    case .migrationFailed(let name, let reason): "migration \(name) failed: \(reason)"
    }
  }
}

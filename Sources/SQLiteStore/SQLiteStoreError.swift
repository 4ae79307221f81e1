/// Why a database could not be opened.
public enum SQLiteStoreError: Error, Hashable, Sendable {
  /// Another server uses the database; its process id, if it could be read.
  case inUse(processID: Int32?)
  /// The database was written by a newer version of this program, which applied these migrations.
  case newerDatabase(migrations: [String])
  /// A migration was applied in another form than this program knows.
  case changedMigration(String)
  /// A migration could not be applied; the database is as it was before it.
  case migrationFailed(String, String)
  /// The file is a database of something else, or no database.
  case foreignFile
  /// The file or its directory cannot be made, opened or read.
  case cannotOpen(String)

  init(opening failure: SQLiteFailure) {
    switch failure {
    case .filesChanged: self = .foreignFile
    // SQLITE_NOTADB
    case .database(let code, _) where code & 0xff == 26: self = .foreignFile
    default: self = .cannotOpen(failure.description)
    }
  }
}

extension SQLiteStoreError: CustomStringConvertible {
  /// What happened, in a sentence for the person who starts the server.
  public var description: String {
    switch self {
    case .inUse(let processID?): "the database is in use by process \(processID)"
    case .inUse(nil): "the database is in use by another process"
    case .newerDatabase(let names):
      "the database was written by a newer version, with \(names.joined(separator: ", "));"
        + " start that version, or restore a backup from before it"
    case .changedMigration(let name):
      "the database has another form of migration \(name) than this version"
    case .migrationFailed(let name, let reason): "migration \(name) failed: \(reason)"
    case .foreignFile: "the file is not a database of this program"
    case .cannotOpen(let reason): "the database cannot be opened: \(reason)"
    }
  }
}

internal import CSQLite
package import MatchStore

/// Why a statement or a job on the database failed.
package enum SQLiteFailure: Error, Hashable {
  /// SQLite refused, with its extended result code and its words.
  case database(code: Int32, message: String)
  /// The store's own rules refused; the database is well.
  case refused(StoreError)
  /// The database's files are no longer those that were opened.
  case filesChanged(String)

  /// What a failure means for whoever asked, and for the store.
  enum Meaning {
    /// Only this job is refused.
    case refusal(StoreError)
    /// There is no room; reading goes on.
    case full
    /// Somebody else holds the database for too long.
    case busy
    /// Nothing can be relied on until the store is opened again.
    case fatal
  }

  var meaning: Meaning {
    switch self {
    case .refused(let error): .refusal(error)
    case .filesChanged: .fatal
    case .database(let code, let message):
      switch code & 0xff {
      case SQLITE_FULL: .full
      case SQLITE_BUSY: .busy
      case SQLITE_CONSTRAINT: .refusal(.invalid(message))
      case SQLITE_TOOBIG: .refusal(.invalid("a value is too large"))
      default: .fatal
      }
    }
  }

  /// What the caller of a read or write is told.
  var storeError: StoreError {
    switch meaning {
    case .refusal(let error): error
    case .full: .storageFull
    case .busy: .unavailable("the database is busy")
    case .fatal: .unavailable(description)
    }
  }

  /// Whether a row contradicts a key or a rule of the tables.
  var isConstraint: Bool {
    guard case .database(let code, _) = self else { return false }
    return code & 0xff == SQLITE_CONSTRAINT
  }

  /// Whether a failed read shows that the disk, and not only one page, is in trouble.
  var isReadFatal: Bool {
    switch self {
    case .database(let code, _): code & 0xff == SQLITE_IOERR
    case .filesChanged: true
    case .refused: false
    }
  }
}

extension SQLiteFailure: CustomStringConvertible {
  /// The code and words of SQLite, for the log.
  package var description: String {
    switch self {
    case .database(let code, let message): "SQLite error \(code): \(message)"
    case .refused(let error): "refused: \(error)"
    case .filesChanged(let what): what
    }
  }
}

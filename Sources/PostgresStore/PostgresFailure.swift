package import MatchStore

/// Why a statement or a job on the database failed.
package enum PostgresFailure: Error, Hashable {
  /// The server refused a statement: its SQLSTATE, its words and the constraint, if one was broken.
  case database(state: String, message: String, constraint: String)
  /// The connection ended or gave no answer in time, so that what was sent may or may not have happened.
  case lost(String)
  /// No connection can be made now.
  case away(String)
  /// The store's own rules refused; the database is well.
  case refused(StoreError)

  /// What a failure means for the job that met it.
  enum Meaning {
    /// The job is refused; nothing of it was stored.
    case refusal(StoreError)
    /// Another transaction was in the way; the job is to run again and will see what that one did.
    case conflict
    /// The connection is of no more use.
    case lost
    /// There is no connection to be had.
    case away
  }

  var meaning: Meaning {
    switch self {
    case .refused(let error): .refusal(error)
    case .lost: .lost
    case .away: .away
    case .database(let state, let message, _):
      switch state {
      // Serialization failure, deadlock, and a key that somebody else was first to store.
      case "40001", "40P01", "23505": .conflict
      case "53100": .refusal(.storageFull)
      // The server became a standby: another connection may find the one that can write.
      case "25006": .lost
      case _ where state.hasPrefix("57P") || state.hasPrefix("08"): .lost
      case _ where state.hasPrefix("22") || state.hasPrefix("54"): .refusal(.invalid(message))
      default: .refusal(.unavailable(description))
      }
    }
  }

  /// Why no connection can be made, without the words that say so.
  var reason: String {
    if case .away(let reason) = self { reason } else { description }
  }

  /// Whether a row with the same key is there.
  func isDuplicate(of constraint: String) -> Bool {
    guard case .database("23505", _, constraint) = self else { return false }
    return true
  }
}

extension PostgresFailure: CustomStringConvertible {
  /// The server's words, for the log.
  package var description: String {
    switch self {
    case .database(let state, let message, _): "PostgreSQL error \(state): \(message)"
    case .lost(let reason): "the connection to the database was lost: \(reason)"
    case .away(let reason): "the database cannot be reached: \(reason)"
    case .refused(let error): "refused: \(error)"
    }
  }
}

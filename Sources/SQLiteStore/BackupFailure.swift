/// Why a copy of a database was not made or not put in place; no part of it is then left.
public enum BackupFailure: Error, Hashable, Sendable {
  /// There is a file of this name already.
  case exists(String)
  /// A server uses the database; its process id, if it could be read.
  case inUse(processID: Int32?)
  /// The disk is full.
  case full
  /// The copy is no sound database of this program.
  case damaged(String)
  /// The server is about to stop.
  case cancelled
  /// Something else, as the system or SQLite tells it.
  case failed(String)
}

extension BackupFailure: CustomStringConvertible {
  /// What happened, in a sentence for the person who asked.
  public var description: String {
    switch self {
    case .exists(let path): "\(path) exists already"
    case .inUse(let processID?): "the database is in use by process \(processID)"
    case .inUse(nil): "the database is in use by another process"
    case .full: "the disk is full; nothing was left behind"
    case .damaged(let reason): "not a sound database of this program: \(reason)"
    case .cancelled: "the server stops; nothing was left behind"
    case .failed(let reason): reason
    }
  }
}

/// What a whole and verified copy of a database holds.
public struct BackupReport: Hashable, Sendable {
  /// The number of matches, each with a sound chain.
  public let matches: Int
  /// The number of their events.
  public let events: Int
  /// The size of the file in bytes.
  public let bytes: Int
}

public import Matches

extension PostgresStore {
  /// Calls `onChange` when another store on the same database, perhaps in another process, has appended to a
  /// match, with the match's version there.
  ///
  /// What is told while the database or the connection is away is lost.
  public func changes(_ onChange: @escaping @Sendable (MatchID, Int) -> Void) {
    bulletin.add(onChange)
  }

  /// Other servers may use the same database.
  public var isShared: Bool { true }

  /// Whether notices of other stores arrive now.
  package var isListening: Bool { bulletin.isListening }
}

public import Matches

extension PostgresStore {
  /// Calls `onChange` when another store on the same database, perhaps in another process, has appended to a
  /// match, with the match's version there.
  ///
  /// This is a speed-up and nothing to rely on: a notice may be missing, late or doubled, several appends to
  /// one match may come as one, and what is told while the database or the connection is away is lost. Whoever
  /// needs every event reads from a cursor. `onChange` runs on a thread of the store and must not wait.
  public func changes(_ onChange: @escaping @Sendable (MatchID, Int) -> Void) {
    bulletin.add(onChange)
  }

  /// Whether notices of other stores arrive now.
  package var isListening: Bool { bulletin.isListening }
}

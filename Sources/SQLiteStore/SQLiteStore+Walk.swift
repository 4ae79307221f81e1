public import MatchStore
public import Matches

extension SQLiteStore: MatchWalk {
  /// Returns the identifiers of matches after `match` in their order, at most `limit`.
  public func matchIdentifiers(
    after match: MatchID?, limit: Int
  ) async throws(StoreError) -> [MatchID] {
    guard limit > 0 else { return [] }
    return try await read { (connection) throws(SQLiteFailure) in
      // No bytes at all come before every identifier.
      let rows = try connection.prepare(
        "SELECT id FROM matches WHERE id > ? ORDER BY id LIMIT ?",
        .bytes(match?.raw.bytes ?? []), .integer(limit))
      var matches: [MatchID] = []
      while try rows.step() {
        guard let id = Identifier128(bytes: rows.bytes(0)) else {
          throw .refused(.unavailable("the identifier of a match is damaged"))
        }
        matches.append(MatchID(id))
      }
      return matches
    }
  }
}

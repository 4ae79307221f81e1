public import MatchStore
public import Matches

extension PostgresStore: MatchWalk {
  /// Returns the identifiers of matches after `match` in their order, at most `limit`.
  public func matchIdentifiers(
    after match: MatchID?, limit: Int
  ) async throws(StoreError) -> [MatchID] {
    guard limit > 0 else { return [] }
    return try await perform { (attempt) throws(PostgresFailure) in
      // No bytes at all come before every identifier.
      let rows = try attempt.run(
        Command(
          "SELECT id FROM matches WHERE id > $1 ORDER BY id LIMIT $2",
          .bytes(match?.raw.bytes ?? []), .integer(limit)))
      var matches: [MatchID] = []
      for row in rows.indices {
        guard let id = Identifier128(bytes: rows.bytes(row, 0)) else {
          throw .refused(.unavailable("the identifier of a match is damaged"))
        }
        matches.append(MatchID(id))
      }
      return matches
    }
  }
}

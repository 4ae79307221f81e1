public import MatchStore
public import Matches

extension PostgresStore {
  /// Returns the events of a match after number `version`, in order, at most `limit`.
  public func events(
    of match: MatchID, after version: Int, limit: Int
  ) async throws(StoreError) -> [StoredEvent] {
    guard version >= 0 else { throw .invalid("the version is negative") }
    guard limit > 0 else { return [] }
    return try await perform { (attempt) throws(PostgresFailure) in
      try PostgresStore.events(of: match, after: version, limit: limit, in: attempt)
    }
  }

  private static func events(
    of match: MatchID, after version: Int, limit: Int, in attempt: Session.Attempt
  ) throws(PostgresFailure) -> [StoredEvent] {
    let id = PostgresValue.bytes(match.raw.bytes)
    // Version and events must be of one state, whatever the default level is. The event before the first one
    // is read too, for its checksum.
    let results = try attempt.run([
      Command("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
      Command(Query.version, id),
      Command(
        Query.events, id, .integer(version),
        .integer(limit == .max ? limit : limit + (version == 0 ? 0 : 1))),
      Command("COMMIT"),
    ])
    let current = results[1].count == 0 ? 0 : Int(results[1].integer(0, 0))
    guard version <= current else { return [] }
    let rows = results[2]
    var events: [StoredEvent] = []
    for row in rows.indices {
      let number = Int(rows.integer(row, 0))
      guard let checksum = Checksum(bytes: rows.bytes(row, 2)) else {
        throw .refused(.corrupt(match: match, number: number))
      }
      events.append(
        StoredEvent(
          number: number, body: rows.bytes(row, 1), checksum: checksum,
          receivedAt: Timestamp(milliseconds: rows.integer(row, 3))))
    }
    var anchor: Checksum?
    if version > 0, let first = events.first, first.number == version {
      anchor = first.checksum
      events.removeFirst()
    }
    do throws(StoreError) {
      var reader = try ChainReader(
        match: match, version: current, after: version, checksum: anchor)
      for event in events { try reader.admit(event) }
      return try reader.finish(limit: limit)
    } catch {
      throw .refused(error)
    }
  }

  /// Returns what was answered to a command, or `nil` if the key was never used.
  public func answer(for key: CommandKey) async throws(StoreError) -> StoredAnswer? {
    try await perform { (attempt) throws(PostgresFailure) in
      try PostgresStore.answer(
        in: attempt.run(Command(Query.answer, .bytes(key.player.raw.bytes), .text(key.key))))
    }
  }

  static func answer(in rows: Rows, _ row: Int = 0) throws(PostgresFailure) -> StoredAnswer? {
    guard rows.count > row else { return nil }
    guard let match = Identifier128(bytes: rows.bytes(row, 0)) else {
      throw .refused(.unavailable("a stored answer is damaged"))
    }
    return StoredAnswer(
      match: MatchID(match), version: Int(rows.integer(row, 1)), digest: rows.bytes(row, 2),
      answer: rows.bytes(row, 3))
  }

  /// Returns the summary of a match, or `nil` if there is no such match.
  public func summary(of match: MatchID) async throws(StoreError) -> MatchSummary? {
    try await perform { (attempt) throws(PostgresFailure) in
      let rows = try attempt.run(Command(Query.summary, .bytes(match.raw.bytes)))
      return rows.count == 0 ? nil : try PostgresStore.summary(in: rows, 0)
    }
  }

  static func summary(in rows: Rows, _ row: Int) throws(PostgresFailure) -> MatchSummary {
    do throws(StoreError) {
      return try SummaryRow(
        id: rows.bytes(row, 0), game: rows.text(row, 1), status: rows.text(row, 2),
        version: Int(rows.integer(row, 3)), seats: rows.text(row, 4),
        updatedAt: rows.integer(row, 5),
        wakeAt: rows.isNull(row, 6) ? nil : rows.integer(row, 6),
        queue: rows.isNull(row, 7) ? nil : rows.text(row, 7), isPublic: rows.bytes(row, 8) == [1]
      ).summary()
    } catch {
      throw .refused(error)
    }
  }

  /// Returns all summaries among the rows.
  static func summaries(in rows: Rows) throws(PostgresFailure) -> [MatchSummary] {
    var summaries: [MatchSummary] = []
    for row in rows.indices { summaries.append(try summary(in: rows, row)) }
    return summaries
  }

  /// Returns the matches in which `player` has a seat, in the order of the protocol.
  ///
  /// - Complexity: O(*limit*) and the logarithm of the number of matches.
  public func matches(
    of player: PlayerID, limit: Int
  ) async throws(StoreError) -> [MatchSummary] {
    guard limit > 0 else { return [] }
    return try await perform { (attempt) throws(PostgresFailure) in
      try PostgresStore.summaries(
        in: attempt.run(Command(Query.list, .bytes(player.raw.bytes), .integer(limit))))
    }
  }
}

public import MatchStore
public import Matches

extension SQLiteStore {
  /// Returns the events of a match after number `version`, in order, at most `limit`.
  public func events(
    of match: MatchID, after version: Int, limit: Int
  ) async throws(StoreError) -> [StoredEvent] {
    guard version >= 0 else { throw .invalid("the version is negative") }
    guard limit > 0 else { return [] }
    return try await read { (connection) throws(SQLiteFailure) in
      try SQLiteStore.events(of: match, after: version, limit: limit, on: connection)
    }
  }

  private static func events(
    of match: MatchID, after version: Int, limit: Int, on connection: Connection
  ) throws(SQLiteFailure) -> [StoredEvent] {
    let id = SQLiteValue.bytes(match.raw.bytes)
    let current =
      try connection.first(Query.version, id) {
        row throws(SQLiteFailure) in row.integer(0)
      } ?? 0
    guard version <= current else { return [] }
    // The event before the first one is read too, for its checksum.
    let rows = try connection.prepare(
      Query.events,
      id, .integer(version), .integer(limit == .max ? limit : limit + (version == 0 ? 0 : 1)))
    var events: [StoredEvent] = []
    while try rows.step() {
      let number = rows.integer(0)
      guard let checksum = Checksum(bytes: rows.bytes(2)) else {
        throw .refused(.corrupt(match: match, number: number))
      }
      events.append(
        StoredEvent(
          number: number, body: rows.bytes(1), checksum: checksum,
          receivedAt: Timestamp(milliseconds: Int64(rows.integer(3)))))
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
    try await read { (connection) throws(SQLiteFailure) in
      try SQLiteStore.answer(for: key, on: connection)
    }
  }

  static func answer(
    for key: CommandKey, on connection: Connection
  ) throws(SQLiteFailure) -> StoredAnswer? {
    let row = try connection.prepare(
      Query.answer,
      .bytes(key.player.raw.bytes), .text(key.key))
    guard try row.step() else { return nil }
    guard let match = Identifier128(bytes: row.bytes(0)) else {
      throw .refused(.unavailable("a stored answer is damaged"))
    }
    return StoredAnswer(
      match: MatchID(match), version: row.integer(1), digest: row.bytes(2), answer: row.bytes(3))
  }

  /// Returns the summary of a match, or `nil` if there is no such match.
  public func summary(of match: MatchID) async throws(StoreError) -> MatchSummary? {
    try await read { (connection) throws(SQLiteFailure) in
      try SQLiteStore.summary(of: match, on: connection)
    }
  }

  static func summary(
    of match: MatchID, on connection: Connection
  ) throws(SQLiteFailure) -> MatchSummary? {
    let row = try connection.prepare(
      Query.summary,
      .bytes(match.raw.bytes))
    return try row.step() ? summary(in: row) : nil
  }

  private static func summary(
    in row: borrowing Statement
  ) throws(SQLiteFailure) -> MatchSummary {
    do throws(StoreError) {
      return try SummaryRow(
        id: row.bytes(0), game: row.text(1), status: row.text(2), version: row.integer(3),
        seats: row.text(4), updatedAt: Int64(row.integer(5)),
        wakeAt: row.isNull(6) ? nil : Int64(row.integer(6)),
        queue: row.isNull(7) ? nil : row.text(7), isPublic: row.integer(8) != 0
      ).summary()
    } catch {
      throw .refused(error)
    }
  }

  /// Returns all summaries that a statement finds.
  static func summaries(
    in rows: consuming Statement
  ) throws(SQLiteFailure) -> [MatchSummary] {
    var summaries: [MatchSummary] = []
    while try rows.step() { summaries.append(try summary(in: rows)) }
    return summaries
  }

  /// Returns the matches in which `player` has a seat, in the order of the protocol.
  ///
  /// - Complexity: O(*limit*) and the logarithm of the number of matches.
  public func matches(
    of player: PlayerID, limit: Int
  ) async throws(StoreError) -> [MatchSummary] {
    guard limit > 0 else { return [] }
    return try await read { (connection) throws(SQLiteFailure) in
      try SQLiteStore.summaries(
        in: connection.prepare(Query.list, .bytes(player.raw.bytes), .integer(limit)))
    }
  }
}

public import MatchStore
internal import Matches

extension SQLiteStore {
  /// Adds events to a match; see ``MatchStore/append(_:)``.
  ///
  /// A caller whose task is cancelled still waits: what was handed over is finished.
  public func append(_ append: Append) async throws(StoreError) -> Int {
    try append.validate()
    return try await write { (connection) throws(SQLiteFailure) in
      try SQLiteStore.store(append, on: connection)
    }
  }

  private static func store(
    _ append: Append, on connection: Connection
  ) throws(SQLiteFailure) -> Int {
    if let key = append.key, let earlier = try answer(for: key, on: connection) {
      throw .refused(.keyUsed(earlier))
    }
    let old = try summary(of: append.match, on: connection)
    let version = old?.version ?? 0
    guard version == append.expectedVersion else {
      throw .refused(.staleVersion(current: version))
    }
    let previous = try lastChecksum(of: append.match, version: version, on: connection)
    try storeSummary(append.summary, replacing: old, on: connection)
    try storeEvents(of: append, after: previous, on: connection)
    if let key = append.key {
      try connection.execute(
        """
        INSERT INTO commands (player, key, match, version, digest, answer)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        .bytes(key.player.raw.bytes), .text(key.key), .bytes(append.match.raw.bytes),
        .integer(append.newVersion), .bytes(append.digest), .bytes(append.answer))
    }
    return append.newVersion
  }

  /// Returns the checksum that the next event stands on.
  private static func lastChecksum(
    of match: MatchID, version: Int, on connection: Connection
  ) throws(SQLiteFailure) -> Checksum {
    if version == 0 { return .start }
    let bytes = try connection.first(
      Query.lastChecksum, .bytes(match.raw.bytes),
      .integer(version)
    ) { row throws(SQLiteFailure) in row.bytes(0) }
    guard let checksum = bytes.flatMap(Checksum.init(bytes:)) else {
      throw .refused(.corrupt(match: match, number: version))
    }
    return checksum
  }

  private static func storeEvents(
    of append: Append, after previous: Checksum, on connection: Connection
  ) throws(SQLiteFailure) {
    let id = append.match.raw.bytes
    var checksum = previous
    var number = append.expectedVersion
    for body in append.bodies {
      number += 1
      checksum = Checksum.next(after: checksum, match: append.match, number: number, body: body)
      do throws(SQLiteFailure) {
        try connection.execute(
          """
          INSERT INTO events (match, number, body, checksum, received_at) VALUES (?, ?, ?, ?, ?)
          """,
          .bytes(id), .integer(number), .bytes(body), .bytes(checksum.bytes),
          .integer(append.receivedAt.milliseconds))
      } catch {
        // The version allowed it, so an event in this place was not stored by us.
        guard error.isConstraint else { throw error }
        throw .refused(.corrupt(match: append.match, number: number))
      }
    }
  }

  private static func storeSummary(
    _ summary: MatchSummary, replacing old: MatchSummary?, on connection: Connection
  ) throws(SQLiteFailure) {
    let id = SQLiteValue.bytes(summary.match.raw.bytes)
    try connection.execute(
      """
      INSERT INTO matches (id, game, status, version, seats, updated_at) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET game = excluded.game, status = excluded.status,
        version = excluded.version, seats = excluded.seats, updated_at = excluded.updated_at
      """,
      id, .text(summary.game), .text(summary.status.rawValue), .integer(summary.version),
      .text(SeatText.text(of: summary.seats)), .integer(summary.updatedAt.milliseconds))

    for player in old?.players.union(summary.players) ?? summary.players {
      let before = old.flatMap { ListPlace(of: player, in: $0) }
      let after = ListPlace(of: player, in: summary)
      if before == after { continue }
      let name = SQLiteValue.bytes(player.raw.bytes)
      if let before {
        try connection.execute(
          "DELETE FROM lists WHERE player = ? AND rank = ? AND updated_at = ? AND match = ?",
          name, .integer(before.group.rawValue), .integer(before.updatedAt.milliseconds), id)
      }
      if let after {
        try connection.execute(
          "INSERT INTO lists (player, rank, updated_at, match) VALUES (?, ?, ?, ?)",
          name, .integer(after.group.rawValue), .integer(after.updatedAt.milliseconds), id)
      }
    }
  }

  /// Where a match stands in a player's list.
  private struct ListPlace: Equatable {
    let group: ListGroup
    let updatedAt: Timestamp

    init?(of player: PlayerID, in summary: MatchSummary) {
      guard summary.seats.contains(where: { $0.player == player }) else { return nil }
      group = summary.group(for: player)
      updatedAt = summary.updatedAt
    }
  }
}

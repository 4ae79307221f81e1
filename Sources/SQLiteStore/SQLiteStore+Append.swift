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

  /// Keeps the answer to a command that changed nothing; see ``MatchStore/remember(_:for:)``.
  public func remember(_ answer: StoredAnswer, for key: CommandKey) async throws(StoreError) {
    try await write { (connection) throws(SQLiteFailure) in
      if let earlier = try SQLiteStore.answer(for: key, on: connection) {
        throw .refused(.keyUsed(earlier))
      }
      guard try SQLiteStore.summary(of: answer.match, on: connection) != nil else {
        throw .refused(.invalid("there is no such match"))
      }
      try SQLiteStore.store(answer, for: key, on: connection)
    }
  }

  private static func store(
    _ answer: StoredAnswer, for key: CommandKey, on connection: Connection
  ) throws(SQLiteFailure) {
    try connection.execute(
      """
      INSERT INTO commands (player, key, match, version, digest, answer)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      .bytes(key.player.raw.bytes), .text(key.key), .bytes(answer.match.raw.bytes),
      .integer(answer.version), .bytes(answer.digest), .bytes(answer.answer))
  }

  private static func store(
    _ append: Append, on connection: Connection
  ) throws(SQLiteFailure) -> Int {
    if let key = append.key, let earlier = try answer(for: key, on: connection) {
      throw .refused(.keyUsed(earlier))
    }
    let head = connection.heads.head(of: append.match)
    let old: MatchSummary? =
      if let head { head.summary } else { try summary(of: append.match, on: connection) }
    let version = old?.version ?? 0
    guard version == append.expectedVersion else {
      throw .refused(.staleVersion(current: version))
    }
    if let limit = append.limit {
      let listed = try summaries(
        in: connection.prepare(
          Query.list, .bytes(limit.player.raw.bytes), .integer(limit.looks)))
      guard limit.allows(append, beside: listed) else {
        throw .refused(.tooMany(limit: limit.most))
      }
    }
    let previous =
      if let head {
        head.checksum
      } else {
        try lastChecksum(of: append.match, version: version, on: connection)
      }
    try storeSummary(append.summary, replacing: old, on: connection)
    let last = try storeEvents(of: append, after: previous, on: connection)
    if let key = append.key {
      let answer = StoredAnswer(
        match: append.match, version: append.newVersion, digest: append.digest,
        answer: append.answer)
      try store(answer, for: key, on: connection)
    }
    // A refusal from here on would undo this; there is none, and the writer forgets whatever is undone.
    connection.heads.note(HeadCache.Head(summary: append.summary, checksum: last))
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

  /// - Returns: the checksum of the last event.
  private static func storeEvents(
    of append: Append, after previous: Checksum, on connection: Connection
  ) throws(SQLiteFailure) -> Checksum {
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
    return checksum
  }

  private static func storeSummary(
    _ summary: MatchSummary, replacing old: MatchSummary?, on connection: Connection
  ) throws(SQLiteFailure) {
    let id = SQLiteValue.bytes(summary.match.raw.bytes)
    try storeRow(of: summary, replacing: old, on: connection)
    for player in old?.listedPlayers.union(summary.listedPlayers) ?? summary.listedPlayers {
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

  private static func storeRow(
    of summary: MatchSummary, replacing old: MatchSummary?, on connection: Connection
  ) throws(SQLiteFailure) {
    let id = SQLiteValue.bytes(summary.match.raw.bytes)
    let (game, status) = (
      SQLiteValue.text(summary.game), SQLiteValue.text(summary.status.rawValue)
    )
    let (version, updatedAt) = (
      SQLiteValue.integer(summary.version), SQLiteValue.integer(summary.updatedAt.milliseconds)
    )
    let seats = SQLiteValue.text(SeatText.text(of: summary.seats))
    let wakeAt = summary.wakeAt.map { SQLiteValue.integer($0.milliseconds) } ?? .null
    let queue = summary.queue.map { SQLiteValue.text($0) } ?? .null
    let isPublic = SQLiteValue.integer(summary.isPublic ? 1 : 0)
    // A column that is named in an update costs its index a write, changed or not.
    if let old, old.wakeAt == summary.wakeAt, old.queue == summary.queue,
      old.isPublic == summary.isPublic
    {
      try connection.execute(
        """
        UPDATE matches SET game = ?, status = ?, version = ?, seats = ?, updated_at = ?
        WHERE id = ?
        """, game, status, version, seats, updatedAt, id)
    } else if old != nil {
      try connection.execute(
        """
        UPDATE matches SET game = ?, status = ?, version = ?, seats = ?, updated_at = ?,
          wake_at = ?, queue = ?, is_public = ? WHERE id = ?
        """, game, status, version, seats, updatedAt, wakeAt, queue, isPublic, id)
    } else {
      try connection.execute(
        """
        INSERT INTO matches
          (id, game, status, version, seats, updated_at, wake_at, queue, is_public)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, id, game, status, version, seats, updatedAt, wakeAt, queue, isPublic)
    }
  }

  /// Where a match stands in a player's list.
  private struct ListPlace: Equatable {
    let group: ListGroup
    let updatedAt: Timestamp

    init?(of player: PlayerID, in summary: MatchSummary) {
      guard summary.seats.contains(where: { $0.player == player && $0.isListed }) else {
        return nil
      }
      group = summary.group(for: player)
      updatedAt = summary.updatedAt
    }
  }
}

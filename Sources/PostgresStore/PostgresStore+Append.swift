public import MatchStore
internal import Matches

extension PostgresStore {
  /// Adds events to a match; see ``MatchStore/append(_:)``.
  ///
  /// A caller whose task is cancelled still waits: what was handed over is finished.
  public func append(_ append: Append) async throws(StoreError) -> Int {
    try append.validate()
    // By it the append knows its own events again after a commit whose answer was lost.
    let writer = Int64.random(in: .min ... .max)
    let version = try await perform { (attempt) throws(PostgresFailure) in
      do throws(PostgresFailure) {
        return try PostgresStore.store(append, writer: writer, in: &attempt)
      } catch {
        guard attempt.isInDoubt, case .refusal = error.meaning,
          try PostgresStore.isStored(append, writer: writer, in: attempt)
        else { throw error }
        return append.newVersion
      }
    }
    bulletin.post(append.match, version: version)
    return version
  }

  /// Returns whether the append's own events are there.
  private static func isStored(
    _ append: Append, writer: Int64, in attempt: Session.Attempt
  ) throws(PostgresFailure) -> Bool {
    // The refused run's transaction may see an old state.
    try attempt.connection.rollBackIfNeeded(until: attempt.deadline)
    let rows = try attempt.run(
      Command(
        Query.writer, .bytes(append.match.raw.bytes), .integer(append.expectedVersion + 1)))
    return rows.count == 1 && rows.integer(0, 0) == writer
  }

  private static func store(
    _ append: Append, writer: Int64, in attempt: inout Session.Attempt
  ) throws(PostgresFailure) -> Int {
    let old = try begin(append, in: attempt)
    var commands = summaryCommands(append.summary, replacing: old.summary)
    commands.append(eventsCommand(append, writer: writer, after: old.checksum))
    if let key = append.key {
      commands.append(
        Command(
          """
          INSERT INTO commands (player, key, match, version, digest, answer)
          VALUES ($1, $2, $3, $4, $5, $6)
          """,
          .bytes(key.player.raw.bytes), .text(key.key), .bytes(append.match.raw.bytes),
          .integer(append.newVersion), .bytes(append.digest), .bytes(append.answer)))
    }
    commands.append(Command("COMMIT"))
    do throws(PostgresFailure) {
      try attempt.commit(commands)
    } catch {
      guard error.isDuplicate(of: "events_pkey") else { throw error }
      throw try misplaced(append, in: attempt) ?? error
    }
    return append.newVersion
  }

  /// Opens a transaction, looks at the key and the version, and keeps others from appending to the match.
  ///
  /// - Returns: what the append stands on.
  private static func begin(
    _ append: Append, in attempt: Session.Attempt
  ) throws(PostgresFailure) -> (summary: MatchSummary?, checksum: Checksum) {
    let id = PostgresValue.bytes(append.match.raw.bytes)
    // The lock comes first: what is read after it is what its last holder left.
    var commands = [
      Command("BEGIN"), Command(Query.lockedSummary, id),
      Command(Query.lastChecksum, id, .integer(append.expectedVersion)),
    ]
    if let key = append.key {
      commands.append(Command(Query.answer, .bytes(key.player.raw.bytes), .text(key.key)))
    }
    let rows = try attempt.run(commands)
    if append.key != nil, let earlier = try answer(in: rows[3]) {
      throw .refused(.keyUsed(earlier))
    }
    let old = rows[1].count == 0 ? nil : try summary(in: rows[1], 0)
    let version = old?.version ?? 0
    guard version == append.expectedVersion else {
      throw .refused(.staleVersion(current: version))
    }
    if version == 0 { return (old, .start) }
    guard rows[2].count == 1, let checksum = Checksum(bytes: rows[2].bytes(0, 0)) else {
      throw .refused(.corrupt(match: append.match, number: version))
    }
    return (old, checksum)
  }

  private static func eventsCommand(
    _ append: Append, writer: Int64, after previous: Checksum
  ) -> Command {
    var checksums: [[UInt8]] = []
    var checksum = previous
    for (index, body) in append.bodies.enumerated() {
      checksum = Checksum.next(
        after: checksum, match: append.match, number: append.expectedVersion + index + 1,
        body: body)
      checksums.append(checksum.bytes)
    }
    return Command(
      """
      INSERT INTO events (match, number, body, checksum, received_at, writer)
      SELECT $1, $2 + place, body, checksum, $3, $4
      FROM unnest($5::bytea[], $6::bytea[]) WITH ORDINALITY AS new (body, checksum, place)
      """,
      .bytes(append.match.raw.bytes), .integer(append.expectedVersion),
      .integer(append.receivedAt.milliseconds), .integer(writer), .byteStrings(append.bodies),
      .byteStrings(checksums))
  }

  /// Returns the error for an event in a place that the version says is free, or `nil` if it is gone.
  ///
  /// The match's row was locked and allowed the append, so it was not stored by us.
  private static func misplaced(
    _ append: Append, in attempt: Session.Attempt
  ) throws(PostgresFailure) -> PostgresFailure? {
    try attempt.connection.rollBackIfNeeded(until: attempt.deadline)
    let id = PostgresValue.bytes(append.match.raw.bytes)
    let version = try attempt.run(Command(Query.version, id))
    guard version.count == 0 || version.integer(0, 0) == append.expectedVersion else { return nil }
    let rows = try attempt.run(Command(Query.firstAfter, id, .integer(append.expectedVersion)))
    guard rows.count == 1 else { return nil }
    return .refused(.corrupt(match: append.match, number: Int(rows.integer(0, 0))))
  }

  private static func summaryCommands(
    _ summary: MatchSummary, replacing old: MatchSummary?
  ) -> [Command] {
    let id = PostgresValue.bytes(summary.match.raw.bytes)
    let values: [PostgresValue] = [
      id, .bytes(Array(summary.game.utf8)), .text(summary.status.rawValue),
      .integer(summary.version), .text(SeatText.text(of: summary.seats)),
      .integer(summary.updatedAt.milliseconds),
      summary.wakeAt.map { .integer($0.milliseconds) } ?? .null,
      summary.queue.map { .text($0) } ?? .null, .integer(summary.isPublic ? 1 : 0),
      summary.queue == nil ? .null : .integer(summary.updatedAt.milliseconds),
      summary.isInPublicList ? .integer(summary.updatedAt.milliseconds) : .null,
    ]
    var commands: [Command] = []
    if old == nil {
      // Of two that make the match at once, the second one breaks its key and runs again.
      commands.append(
        Command(
          """
          INSERT INTO matches (id, game, status, version, seats, updated_at, wake_at, queue,
            is_public, queued_at, public_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9 <> 0, $10, $11)
          """, values: values))
    } else {
      commands.append(
        Command(
          """
          UPDATE matches SET game = $2, status = $3, version = $4, seats = $5, updated_at = $6,
            wake_at = $7, queue = $8, is_public = $9 <> 0, queued_at = $10, public_at = $11
          WHERE id = $1
          """, values: values))
    }
    let gone = (old?.listedPlayers ?? []).subtracting(summary.listedPlayers)
    if !gone.isEmpty {
      commands.append(
        Command(
          "DELETE FROM lists WHERE player = ANY ($1) AND match = $2",
          .byteStrings(gone.map(\.raw.bytes)), id))
    }
    let players = summary.listedPlayers.sorted { $0.raw < $1.raw }
    if !players.isEmpty {
      commands.append(
        Command(
          """
          INSERT INTO lists (player, match, rank, updated_at)
          SELECT player, $1, rank, $2 FROM unnest($3::bytea[], $4::bigint[]) AS new (player, rank)
          ON CONFLICT (player, match) DO UPDATE
          SET rank = excluded.rank, updated_at = excluded.updated_at
          """,
          id, .integer(summary.updatedAt.milliseconds), .byteStrings(players.map(\.raw.bytes)),
          .integers(players.map { Int64(summary.group(for: $0).rawValue) })))
    }
    return commands
  }
}

internal import MatchStore
internal import Matches

/// Several appends to different matches, with different keys, in one transaction.
extension PostgresStore {
  /// Stores those of the appends that may be stored, and commits.
  ///
  /// - Returns: what came of each: its version, or why it was refused.
  /// - Throws: ``PostgresFailure`` when the transaction failed, and so all of them.
  static func store(
    _ jobs: [AppendJob], in attempt: inout Session.Attempt
  ) throws(PostgresFailure) -> [Result<Int, StoreError>] {
    let found = try begin(jobs, in: attempt)
    var results: [Result<Int, StoreError>] = []
    var bases: [AppendBase] = []
    for job in jobs {
      do throws(StoreError) {
        let base = try found.base(of: job)
        bases.append(base)
        results.append(.success(job.append.newVersion))
      } catch {
        results.append(.failure(error))
      }
    }
    // An append with a limit comes alone.
    if let append = bases.first?.job.append, let limit = append.limit {
      precondition(jobs.count == 1, "a limit is for one append")
      guard try allows(append, limit, in: attempt) else {
        throw .refused(.tooMany(limit: limit.most))
      }
    }
    if bases.isEmpty {
      try attempt.connection.rollBackIfNeeded(until: attempt.deadline)
      return results
    }
    var commands = summaryCommands(bases) + listCommands(bases)
    commands.append(eventsCommand(bases))
    if let keys = keysCommand(bases) { commands.append(keys) }
    commands.append(Command("COMMIT"))
    try attempt.commit(commands)
    return results
  }

  /// Counts a player's matches, with everybody else kept from counting them until the transaction has ended.
  private static func allows(
    _ append: Append, _ limit: MatchLimit, in attempt: Session.Attempt
  ) throws(PostgresFailure) -> Bool {
    let player = PostgresValue.bytes(limit.player.raw.bytes)
    // A change and no mere lock: where a transaction sees the state in which it began, whoever comes second fails here,
    // and runs again with a new view.
    let rows = try attempt.run([
      Command("UPDATE players SET created_at = created_at WHERE id = $1", player),
      Command(Query.list, player, .integer(limit.looks)),
    ])[1]
    var listed: [MatchSummary] = []
    for row in rows.indices { listed.append(try summary(in: rows, row)) }
    return limit.allows(append, beside: listed)
  }

  /// What was read under the locks.
  private struct Found {
    var summaries: [MatchID: Result<MatchSummary, StoreError>] = [:]
    var checksums: [MatchID: Checksum] = [:]
    var answers: [CommandKey: StoredAnswer] = [:]

    /// Looks at the key and then the version.
    func base(of job: AppendJob) throws(StoreError) -> AppendBase {
      let append = job.append
      if let key = append.key, let earlier = answers[key] { throw .keyUsed(earlier) }
      let old = try summaries[append.match]?.get()
      let version = old?.version ?? 0
      guard version == append.expectedVersion else { throw .staleVersion(current: version) }
      if version == 0 { return AppendBase(job: job, old: old, checksum: .start) }
      guard let checksum = checksums[append.match] else {
        throw .corrupt(match: append.match, number: version)
      }
      return AppendBase(job: job, old: old, checksum: checksum)
    }
  }

  /// Opens a transaction, keeps others from appending to the matches, and reads what the appends stand on.
  private static func begin(
    _ jobs: [AppendJob], in attempt: Session.Attempt
  ) throws(PostgresFailure) -> Found {
    let matches = PostgresValue.byteStrings(jobs.map(\.append.match.raw.bytes))
    let keys = jobs.compactMap(\.append.key)
    // The locks come first: what is read after them is what their last holders left.
    var commands = [
      Command("BEGIN"), Command(Query.lockedSummaries, matches),
      Command(
        Query.checksums, matches, .integers(jobs.map { Int64($0.append.expectedVersion) })),
    ]
    if !keys.isEmpty {
      commands.append(
        Command(
          Query.answers, .byteStrings(keys.map(\.player.raw.bytes)), .texts(keys.map(\.key))))
    }
    let rows = try attempt.run(commands)
    var found = Found()
    for row in rows[1].indices {
      guard let id = Identifier128(bytes: rows[1].bytes(row, 0)) else { continue }
      do throws(PostgresFailure) {
        found.summaries[MatchID(id)] = .success(try summary(in: rows[1], row))
      } catch {
        // A damaged summary refuses its own append only.
        guard case .refusal(let refusal) = error.meaning else { throw error }
        found.summaries[MatchID(id)] = .failure(refusal)
      }
    }
    for row in rows[2].indices {
      guard let id = Identifier128(bytes: rows[2].bytes(row, 0)) else { continue }
      found.checksums[MatchID(id)] = Checksum(bytes: rows[2].bytes(row, 1))
    }
    for row in keys.isEmpty ? 0..<0 : rows[3].indices {
      guard let id = Identifier128(bytes: rows[3].bytes(row, 4)),
        let key = CommandKey(player: PlayerID(id), key: rows[3].text(row, 5))
      else { continue }
      found.answers[key] = try answer(in: rows[3], row)
    }
    return found
  }

  private static func summaryCommands(_ bases: [AppendBase]) -> [Command] {
    var commands: [Command] = []
    let new = bases.filter { $0.old == nil }
    if !new.isEmpty {
      // Of two that make a match at once, the second one breaks its key and runs again.
      commands.append(
        Command(
          """
          INSERT INTO matches (id, game, status, version, seats, updated_at, wake_at, queue,
            is_public, queued_at, public_at)
          SELECT id, game, status, version, seats, updated_at, wake_at, queue, is_public <> 0,
            queued_at, public_at
          FROM unnest($1::bytea[], $2::bytea[], $3::text[], $4::bigint[], $5::text[],
            $6::bigint[], $7::bigint[], $8::text[], $9::bigint[], $10::bigint[], $11::bigint[])
            AS new (id, game, status, version, seats, updated_at, wake_at, queue, is_public,
              queued_at, public_at)
          """, values: columns(of: new)))
    }
    let changed = bases.filter { $0.old != nil }
    if !changed.isEmpty {
      commands.append(
        Command(
          """
          UPDATE matches AS m
          SET game = new.game, status = new.status, version = new.version, seats = new.seats,
            updated_at = new.updated_at, wake_at = new.wake_at, queue = new.queue,
            is_public = new.is_public <> 0, queued_at = new.queued_at, public_at = new.public_at
          FROM unnest($1::bytea[], $2::bytea[], $3::text[], $4::bigint[], $5::text[],
            $6::bigint[], $7::bigint[], $8::text[], $9::bigint[], $10::bigint[], $11::bigint[])
            AS new (id, game, status, version, seats, updated_at, wake_at, queue, is_public,
              queued_at, public_at)
          WHERE m.id = new.id
          """, values: columns(of: changed)))
    }
    return commands
  }

  private static func columns(of bases: [AppendBase]) -> [PostgresValue] {
    let summaries = bases.map(\.job.append.summary)
    return [
      .byteStrings(summaries.map(\.match.raw.bytes)),
      .byteStrings(summaries.map { Array($0.game.utf8) }),
      .texts(summaries.map(\.status.rawValue)), .integers(summaries.map { Int64($0.version) }),
      .texts(summaries.map { SeatText.text(of: $0.seats) }),
      .integers(summaries.map(\.updatedAt.milliseconds)),
      .optionalIntegers(summaries.map { $0.wakeAt?.milliseconds }),
      .optionalTexts(summaries.map(\.queue)), .integers(summaries.map { $0.isPublic ? 1 : 0 }),
      .optionalIntegers(summaries.map { $0.queue == nil ? nil : $0.updatedAt.milliseconds }),
      .optionalIntegers(summaries.map { $0.isInPublicList ? $0.updatedAt.milliseconds : nil }),
    ]
  }

  private static func listCommands(_ bases: [AppendBase]) -> [Command] {
    var commands: [Command] = []
    var gone: [(player: PlayerID, match: MatchID)] = []
    var listed: [(player: PlayerID, summary: MatchSummary)] = []
    for base in bases {
      let summary = base.job.append.summary
      for player in base.old?.listedPlayers.subtracting(summary.listedPlayers) ?? [] {
        gone.append((player, summary.match))
      }
      for player in summary.listedPlayers.sorted() { listed.append((player, summary)) }
    }
    if !gone.isEmpty {
      commands.append(
        Command(
          """
          DELETE FROM lists USING unnest($1::bytea[], $2::bytea[]) AS gone (player, match)
          WHERE lists.player = gone.player AND lists.match = gone.match
          """, .byteStrings(gone.map(\.player.raw.bytes)),
          .byteStrings(gone.map(\.match.raw.bytes))))
    }
    if !listed.isEmpty {
      commands.append(
        Command(
          """
          INSERT INTO lists (player, match, rank, updated_at)
          SELECT player, match, rank, updated_at
          FROM unnest($1::bytea[], $2::bytea[], $3::bigint[], $4::bigint[])
            AS new (player, match, rank, updated_at)
          ON CONFLICT (player, match) DO UPDATE
          SET rank = excluded.rank, updated_at = excluded.updated_at
          """,
          .byteStrings(listed.map(\.player.raw.bytes)),
          .byteStrings(listed.map(\.summary.match.raw.bytes)),
          .integers(listed.map { Int64($0.summary.group(for: $0.player).rawValue) }),
          .integers(listed.map(\.summary.updatedAt.milliseconds))))
    }
    return commands
  }

  private static func eventsCommand(_ bases: [AppendBase]) -> Command {
    var (matches, bodies, checksums): ([[UInt8]], [[UInt8]], [[UInt8]]) = ([], [], [])
    var (numbers, times, writers): ([Int64], [Int64], [Int64]) = ([], [], [])
    for base in bases {
      let append = base.job.append
      var checksum = base.checksum
      for (index, body) in append.bodies.enumerated() {
        let number = append.expectedVersion + index + 1
        checksum = Checksum.next(
          after: checksum, match: append.match, number: number, body: body)
        matches.append(append.match.raw.bytes)
        numbers.append(Int64(number))
        bodies.append(body)
        checksums.append(checksum.bytes)
        times.append(append.receivedAt.milliseconds)
        writers.append(base.job.writer)
      }
    }
    return Command(
      """
      INSERT INTO events (match, number, body, checksum, received_at, writer)
      SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::bytea[], $4::bytea[], $5::bigint[],
        $6::bigint[])
      """,
      .byteStrings(matches), .integers(numbers), .byteStrings(bodies), .byteStrings(checksums),
      .integers(times), .integers(writers))
  }

  private static func keysCommand(_ bases: [AppendBase]) -> Command? {
    let appends = bases.map(\.job.append).filter { $0.key != nil }
    let keys = appends.compactMap(\.key)
    if keys.isEmpty { return nil }
    return Command(
      """
      INSERT INTO commands (player, key, match, version, digest, answer)
      SELECT * FROM unnest($1::bytea[], $2::text[], $3::bytea[], $4::bigint[], $5::bytea[],
        $6::bytea[])
      """,
      .byteStrings(keys.map(\.player.raw.bytes)), .texts(keys.map(\.key)),
      .byteStrings(appends.map(\.match.raw.bytes)),
      .integers(appends.map { Int64($0.newVersion) }), .byteStrings(appends.map(\.digest)),
      .byteStrings(appends.map(\.answer)))
  }
}

internal import Hosting
public import MatchStore
public import Matches

extension PostgresStore {
  /// Returns the matches that need the server by `now`, earliest first.
  ///
  /// - Complexity: O(*limit*) and the logarithm of the number of matches.
  public func due(at now: Timestamp, limit: Int) async throws(StoreError) -> [MatchID] {
    guard limit > 0 else { return [] }
    return try await perform { (attempt) throws(PostgresFailure) in
      let rows = try attempt.run(
        Command(Query.due, .integer(now.milliseconds), .integer(limit)))
      var matches: [MatchID] = []
      for row in rows.indices { matches.append(try PostgresStore.match(in: rows, row)) }
      return matches
    }
  }

  private static func match(in rows: Rows, _ row: Int) throws(PostgresFailure) -> MatchID {
    do throws(StoreError) {
      return try MatchID(stored: rows.bytes(row, 0))
    } catch {
      throw .refused(error)
    }
  }

  /// Returns when a match needs the server next.
  public func nextWake() async throws(StoreError) -> Timestamp? {
    try await perform { (attempt) throws(PostgresFailure) in
      let rows = try attempt.run(Command(Query.nextWake))
      return rows.count == 0 ? nil : Timestamp(milliseconds: rows.integer(0, 0))
    }
  }

  /// Returns the matches that have open seats in a queue.
  ///
  /// - Complexity: O(*limit*) and the logarithm of the number of matches.
  public func openMatches(
    in queue: String, limit: Int
  ) async throws(StoreError) -> [MatchSummary] {
    // A text with NUL would be an error of the server; no match has such a queue.
    guard limit > 0, !queue.utf8.contains(0) else { return [] }
    return try await perform { (attempt) throws(PostgresFailure) in
      try PostgresStore.summaries(
        in: attempt.run(Command(Query.openMatches, .text(queue), .integer(limit))))
    }
  }

  /// Returns the public matches that have not ended.
  ///
  /// - Complexity: O(*limit*) and the logarithm of the number of matches.
  public func publicMatches(limit: Int) async throws(StoreError) -> [MatchSummary] {
    guard limit > 0 else { return [] }
    return try await perform { (attempt) throws(PostgresFailure) in
      try PostgresStore.summaries(in: attempt.run(Command(Query.publicMatches, .integer(limit))))
    }
  }

  /// Returns matches by ascending identifier.
  ///
  /// - Complexity: O(*limit*) and the logarithm of the number of matches.
  public func matches(
    after match: MatchID?, limit: Int
  ) async throws(StoreError) -> [MatchSummary] {
    guard limit > 0 else { return [] }
    return try await perform { (attempt) throws(PostgresFailure) in
      // No bytes at all come before every identifier.
      try PostgresStore.summaries(
        in: attempt.run(Command(Query.page, .bytes(match?.raw.bytes ?? []), .integer(limit))))
    }
  }
}

extension PostgresStore {
  /// Says that a server lives at this instant, and returns what any server said before.
  ///
  /// The commit is not flushed: the last beats may be missing after a crash of the database.
  public func beat(at now: Timestamp) async throws(StoreError) -> Timestamp? {
    // What the first run saw: the next one after a lost answer may see the beat of the first.
    let seen = Lock<[Int64?]>([])
    return try await perform { (attempt) throws(PostgresFailure) in
      let rows = try attempt.run([
        Command("BEGIN"), Command("SET LOCAL synchronous_commit = off"),
        Command("SELECT beaten_at FROM heartbeat WHERE id = 1 FOR UPDATE"),
      ])[2]
      guard rows.count == 1 else {
        throw .refused(.unavailable("the row of the heartbeat is missing"))
      }
      let current = rows.isNull(0, 0) ? nil : rows.integer(0, 0)
      let isInDoubt = attempt.isInDoubt
      let before = seen.withLock { seen in
        if !isInDoubt || seen.isEmpty { seen = [current] }
        return seen[0]
      }
      try attempt.commit([
        Command(
          "UPDATE heartbeat SET beaten_at = greatest(beaten_at, $1) WHERE id = 1",
          .integer(now.milliseconds)),
        Command("COMMIT"),
      ])
      return before.map { Timestamp(milliseconds: $0) }
    }
  }

  /// Returns the milliseconds by which the database's clock is ahead of this server's.
  ///
  /// It asks a few times and believes the quickest answer, taken for the clock at half the way there and back; so it
  /// is off by at most half of that time.
  public func clockOffset() async throws(StoreError) -> Int64 {
    let time = time
    return try await perform { (attempt) throws(PostgresFailure) in
      var best: (span: UInt64, offset: Int64)?
      for _ in 0..<3 {
        let (wall, start) = (time.wallMilliseconds, time.monotonicNanoseconds)
        let rows = try attempt.run(
          Command("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"))
        let span = time.monotonicNanoseconds - start
        let offset = rows.integer(0, 0) - wall - Int64(span / 2_000_000)
        if span < best?.span ?? .max { best = (span, offset) }
      }
      return best?.offset ?? 0
    }
  }
}

/// Each node has a row of its own for its work on a match, so several may work on one match. A node lives as long
/// as its listening connection, on which it holds the lock that carries its number; what is left of a node without
/// was interrupted. A node whose connection is cut is taken for gone until it has another one, for a moment.
extension PostgresStore {
  /// Notes that work on a match begins here.
  ///
  /// It waits for no disk: the note is gone if the database crashes.
  public func jobBegan(_ match: MatchID, at now: Timestamp) async throws(StoreError) {
    let node = node
    try await perform { (attempt) throws(PostgresFailure) in
      _ = try attempt.run(
        Command(
          """
          INSERT INTO jobs (match, node, began_at) VALUES ($1, $2, $3)
          ON CONFLICT (match, node) DO NOTHING
          """, .bytes(match.raw.bytes), .integer(node), .integer(now.milliseconds)))
    }
  }

  /// Notes that the work on a match is done, and forgets what earlier nodes left of it.
  public func jobEnded(_ match: MatchID) async throws(StoreError) {
    try await forgetInterruptedJob(match)
  }

  /// Returns the matches on which a node that is gone was at work.
  public func interruptedJobs() async throws(StoreError) -> [InterruptedJob] {
    let node = node
    return try await perform { (attempt) throws(PostgresFailure) in
      let rows = try attempt.run(
        Command(
          """
          SELECT match, count(*) FROM (
            SELECT match, node <> $1 AND node NOT IN (SELECT node FROM living_nodes) AS is_gone
            FROM jobs
          ) AS job GROUP BY match HAVING bool_and(is_gone) ORDER BY match
          """, .integer(node)))
      var jobs: [InterruptedJob] = []
      for row in rows.indices {
        jobs.append(
          InterruptedJob(
            match: try PostgresStore.match(in: rows, row),
            interruptions: Int(rows.integer(row, 1))))
      }
      return jobs
    }
  }

  /// Forgets that work on a match was interrupted, and that this node works on it.
  public func forgetInterruptedJob(_ match: MatchID) async throws(StoreError) {
    let node = node
    try await perform { (attempt) throws(PostgresFailure) in
      _ = try attempt.run(
        Command(
          """
          DELETE FROM jobs
          WHERE match = $1 AND (node = $2 OR node NOT IN (SELECT node FROM living_nodes))
          """, .bytes(match.raw.bytes), .integer(node)))
    }
  }
}

public import MatchStore
public import Matches

extension SQLiteStore {
  /// Returns the matches that need the server by `now`, earliest first.
  ///
  /// - Complexity: O(*limit*) and the logarithm of the number of matches.
  public func due(at now: Timestamp, limit: Int) async throws(StoreError) -> [MatchID] {
    guard limit > 0 else { return [] }
    return try await read { (connection) throws(SQLiteFailure) in
      let rows = try connection.prepare(
        Query.due, .integer(now.milliseconds), .integer(limit))
      var matches: [MatchID] = []
      while try rows.step() {
        do throws(StoreError) {
          matches.append(try MatchID(stored: rows.bytes(0)))
        } catch {
          throw .refused(error)
        }
      }
      return matches
    }
  }

  /// Returns when a match needs the server next.
  public func nextWake() async throws(StoreError) -> Timestamp? {
    try await read { (connection) throws(SQLiteFailure) in
      try SQLiteStore.timestamp(in: connection.prepare(Query.nextWake))
    }
  }

  private static func timestamp(
    in row: consuming Statement
  ) throws(SQLiteFailure) -> Timestamp? {
    guard try row.step(), !row.isNull(0) else { return nil }
    return Timestamp(milliseconds: Int64(row.integer(0)))
  }

  /// Returns the matches that have open seats in a queue.
  ///
  /// - Complexity: O(*limit*) and the logarithm of the number of matches.
  public func openMatches(
    in queue: String, limit: Int
  ) async throws(StoreError) -> [MatchSummary] {
    guard limit > 0 else { return [] }
    return try await read { (connection) throws(SQLiteFailure) in
      try SQLiteStore.summaries(
        in: connection.prepare(Query.openMatches, .text(queue), .integer(limit)))
    }
  }

  /// Returns the public matches that have not ended.
  ///
  /// - Complexity: O(*limit*) and the logarithm of the number of matches.
  public func publicMatches(limit: Int) async throws(StoreError) -> [MatchSummary] {
    guard limit > 0 else { return [] }
    return try await read { (connection) throws(SQLiteFailure) in
      try SQLiteStore.summaries(in: connection.prepare(Query.publicMatches, .integer(limit)))
    }
  }

  /// Returns matches by ascending identifier.
  ///
  /// - Complexity: O(*limit*) and the logarithm of the number of matches.
  public func matches(
    after match: MatchID?, limit: Int
  ) async throws(StoreError) -> [MatchSummary] {
    guard limit > 0 else { return [] }
    return try await read { (connection) throws(SQLiteFailure) in
      // No bytes at all come before every identifier.
      try SQLiteStore.summaries(
        in: connection.prepare(
          Query.page, .bytes(match?.raw.bytes ?? []), .integer(limit)))
    }
  }
}

extension SQLiteStore {
  /// Says that a server lives at this instant, and returns what was said before.
  ///
  /// It is in the database, and so in a backup, too: a restored server knows how long it was away. It shares the
  /// commit of what else is written at the time.
  public func beat(at now: Timestamp) async throws(StoreError) -> Timestamp? {
    try await write { (connection) throws(SQLiteFailure) in
      let before = try SQLiteStore.timestamp(in: connection.prepare(Query.heartbeat))
      if let before, before >= now { return before }
      try connection.execute(
        "UPDATE heartbeat SET beaten_at = ? WHERE id = 1", .integer(now.milliseconds))
      return before
    }
  }

  /// Notes that work on a match begins.
  public func jobBegan(_ match: MatchID, at now: Timestamp) async throws(StoreError) {
    let jobs = jobs
    try await read { (_) throws(SQLiteFailure) in try jobs.begin(match, at: now) }
  }

  /// Notes that the work on a match is done.
  public func jobEnded(_ match: MatchID) async throws(StoreError) {
    try await forgetInterruptedJob(match)
  }

  /// Returns the matches on which a process that has ended was at work.
  public func interruptedJobs() async throws(StoreError) -> [InterruptedJob] {
    let jobs = jobs
    return try await read { (_) throws(SQLiteFailure) in jobs.interrupted }
  }

  /// Forgets that work on a match was interrupted.
  public func forgetInterruptedJob(_ match: MatchID) async throws(StoreError) {
    let jobs = jobs
    try await read { (_) throws(SQLiteFailure) in try jobs.forget(match) }
  }
}

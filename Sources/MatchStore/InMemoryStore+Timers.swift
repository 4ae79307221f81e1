public import Matches

extension InMemoryStore {
  /// Returns the matches that need the server by `now`, earliest first.
  ///
  /// - Complexity: O(*n* log *n*) in the number of matches that will need it at some time.
  public func due(at now: Timestamp, limit: Int) async throws(StoreError) -> [MatchID] {
    try checkOpen()
    let due = contents.wakes.filter { $0.value <= now }
    return due.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(max(limit, 0)).map(\.key)
  }

  /// Returns when a match needs the server next.
  ///
  /// - Complexity: O(*n*) in the number of matches that will need it at some time.
  public func nextWake() async throws(StoreError) -> Timestamp? {
    try checkOpen()
    return contents.wakes.values.min()
  }

  /// Returns the matches that have open seats in a queue.
  ///
  /// - Complexity: O(*n*) in the number of matches.
  public func openMatches(
    in queue: String, limit: Int
  ) async throws(StoreError) -> [MatchSummary] {
    try checkOpen()
    let open = contents.logs.values.lazy.map(\.summary).filter { $0.queue == queue }
    let sorted = open.sorted { ($0.updatedAt, $0.match) < ($1.updatedAt, $1.match) }
    return Array(sorted.prefix(max(limit, 0)))
  }

  /// Returns the public matches that have not ended.
  ///
  /// - Complexity: O(*n*) in the number of matches.
  public func publicMatches(limit: Int) async throws(StoreError) -> [MatchSummary] {
    try checkOpen()
    let listed = contents.logs.values.lazy.map(\.summary).filter(\.isInPublicList)
    let sorted = listed.sorted { ($1.updatedAt, $0.match) < ($0.updatedAt, $1.match) }
    return Array(sorted.prefix(max(limit, 0)))
  }

  /// Returns matches by ascending identifier.
  ///
  /// - Complexity: O(*n* log *n*) in the number of matches.
  public func matches(
    after match: MatchID?, limit: Int
  ) async throws(StoreError) -> [MatchSummary] {
    try checkOpen()
    let matches = contents.logs.keys.filter { id in match.map { $0 < id } ?? true }
    return matches.sorted().prefix(max(limit, 0)).compactMap { contents.logs[$0]?.summary }
  }
}

extension InMemoryStore {
  /// Says that a server lives at this instant, and returns what was said before.
  public func beat(at now: Timestamp) async throws(StoreError) -> Timestamp? {
    try checkOpen()
    try beforeWrite(.beat(now))
    let before = contents.lastBeat
    contents.lastBeat = before.map { max($0, now) } ?? now
    try afterWrite(.beat(now))
    return before
  }

  /// Notes that work on a match begins.
  public func jobBegan(_ match: MatchID, at now: Timestamp) async throws(StoreError) {
    try checkOpen()
    try beforeWrite(.job(match))
    // Begun again by the same process, the work was not interrupted.
    if running.insert(match).inserted { contents.jobs[match, default: 0] += 1 }
    try afterWrite(.job(match))
  }

  /// Notes that the work on a match is done.
  public func jobEnded(_ match: MatchID) async throws(StoreError) { try await forget(match) }

  /// Returns the matches on which a process that has ended was at work.
  public func interruptedJobs() async throws(StoreError) -> [InterruptedJob] {
    try checkOpen()
    let jobs = contents.jobs.filter { !running.contains($0.key) }
    return jobs.sorted { $0.key < $1.key }.map {
      InterruptedJob(match: $0.key, interruptions: $0.value)
    }
  }

  /// Forgets that work on a match was interrupted.
  public func forgetInterruptedJob(_ match: MatchID) async throws(StoreError) {
    try await forget(match)
  }

  private func forget(_ match: MatchID) async throws(StoreError) {
    try checkOpen()
    try beforeWrite(.job(match))
    contents.jobs[match] = nil
    running.remove(match)
    try afterWrite(.job(match))
  }
}

internal import Hosting
internal import MatchStore
internal import Matches

/// A store that tells how long appending takes, and logs when it fails.
struct MeteredStore: MatchStore, AccountForwarding {
  private let store: any MatchStore
  var accountBase: any AccountStore { store }
  private let time: any TimeSource
  private let log: Log
  private let appends: MetricHistogram
  private let failures: MetricCounter

  init(_ store: any MatchStore, time: any TimeSource, metrics: Metrics, log: Log) {
    self.store = store
    self.time = time
    self.log = log
    appends = metrics.histogram(
      "baton_append_duration_seconds", "Time until what was appended to a match is durable.")
    failures = metrics.counter(
      "baton_store_failures_total", "Calls of the store that failed, by reason.",
      labels: ["reason"])
  }

  func append(_ append: Append) async throws(StoreError) -> Int {
    let start = time.monotonicNanoseconds
    let version = try await noting { () throws(StoreError) in try await store.append(append) }
    appends.observe(nanoseconds: time.monotonicNanoseconds &- start)
    return version
  }

  func remember(_ answer: StoredAnswer, for key: CommandKey) async throws(StoreError) {
    try await noting { () throws(StoreError) in try await store.remember(answer, for: key) }
  }

  func events(
    of match: MatchID, after version: Int, limit: Int
  ) async throws(StoreError) -> [StoredEvent] {
    try await noting { () throws(StoreError) in
      try await store.events(of: match, after: version, limit: limit)
    }
  }

  func answer(for key: CommandKey) async throws(StoreError) -> StoredAnswer? {
    try await noting { () throws(StoreError) in try await store.answer(for: key) }
  }

  func summary(of match: MatchID) async throws(StoreError) -> MatchSummary? {
    try await noting { () throws(StoreError) in try await store.summary(of: match) }
  }

  func matches(of player: PlayerID, limit: Int) async throws(StoreError) -> [MatchSummary] {
    try await noting { () throws(StoreError) in
      try await store.matches(of: player, limit: limit)
    }
  }

  func addPlayer(_ player: PlayerRecord, session: SessionRecord) async throws(StoreError) {
    try await noting { () throws(StoreError) in
      try await store.addPlayer(player, session: session)
    }
  }

  func player(_ id: PlayerID) async throws(StoreError) -> PlayerRecord? {
    try await noting { () throws(StoreError) in try await store.player(id) }
  }

  func player(session digest: [UInt8]) async throws(StoreError) -> PlayerRecord? {
    try await noting { () throws(StoreError) in try await store.player(session: digest) }
  }

  func rename(_ id: PlayerID, to name: String) async throws(StoreError) {
    try await noting { () throws(StoreError) in try await store.rename(id, to: name) }
  }

  func checkReady() async throws(StoreError) {
    try await noting { () throws(StoreError) in try await store.checkReady() }
  }

  func close() async { await store.close() }

  // MARK: Timers, matchmaking and other servers

  var isShared: Bool { store.isShared }

  func changes(_ onChange: @escaping @Sendable (MatchID, Int) -> Void) { store.changes(onChange) }

  func due(at now: Timestamp, limit: Int) async throws(StoreError) -> [MatchID] {
    try await noting { () throws(StoreError) in try await store.due(at: now, limit: limit) }
  }

  func nextWake() async throws(StoreError) -> Timestamp? {
    try await noting { () throws(StoreError) in try await store.nextWake() }
  }

  func openMatches(in queue: String, limit: Int) async throws(StoreError) -> [MatchSummary] {
    try await noting { () throws(StoreError) in
      try await store.openMatches(in: queue, limit: limit)
    }
  }

  func publicMatches(limit: Int) async throws(StoreError) -> [MatchSummary] {
    try await noting { () throws(StoreError) in try await store.publicMatches(limit: limit) }
  }

  func matches(after match: MatchID?, limit: Int) async throws(StoreError) -> [MatchSummary] {
    try await noting { () throws(StoreError) in
      try await store.matches(after: match, limit: limit)
    }
  }

  func beat(at now: Timestamp) async throws(StoreError) -> Timestamp? {
    try await noting { () throws(StoreError) in try await store.beat(at: now) }
  }

  func clockOffset() async throws(StoreError) -> Int64 {
    try await noting { () throws(StoreError) in try await store.clockOffset() }
  }

  func jobBegan(_ match: MatchID, at now: Timestamp) async throws(StoreError) {
    try await noting { () throws(StoreError) in try await store.jobBegan(match, at: now) }
  }

  func jobEnded(_ match: MatchID) async throws(StoreError) {
    try await noting { () throws(StoreError) in try await store.jobEnded(match) }
  }

  func interruptedJobs() async throws(StoreError) -> [InterruptedJob] {
    try await noting { () throws(StoreError) in try await store.interruptedJobs() }
  }

  func forgetInterruptedJob(_ match: MatchID) async throws(StoreError) {
    try await noting { () throws(StoreError) in try await store.forgetInterruptedJob(match) }
  }

  /// Counts and logs what a host should know of; what only the asker did wrong passes in silence.
  private func noting<Value>(
    _ call: () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    do throws(StoreError) {
      return try await call()
    } catch {
      switch error {
      case .staleVersion, .keyUsed, .invalid, .nameTaken, .noSuchPlayer, .tooMany: break
      case .storageFull:
        failures.add(1, "full")
        log.warning("storeFull")
      case .corrupt(let match, let number):
        failures.add(1, "corrupt")
        log.error("matchCorrupt", ["match": .match(match.text), "event": .integer(number)])
      case .unavailable(let reason):
        failures.add(1, "unavailable")
        log.warning("storeUnavailable", ["reason": .text(reason)])
      }
      throw error
    }
  }
}

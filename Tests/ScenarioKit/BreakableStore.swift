internal import Hosting
internal import MatchStore
internal import Matches

/// What is broken now.
final class Breaker: Sendable {
  private let state = Lock((players: false, servers: false))
  func set(players: Bool, servers: Bool) { state.withLock { $0 = (players, servers) } }
  func isBroken(_ append: Append) -> Bool {
    state.withLock { append.key == nil ? $0.servers : $0.players }
  }
}

/// A store whose writes of events fail when somebody says so; the rest is that of another one.
struct BreakableStore: MatchStore, AccountForwarding {
  private let base: any MatchStore
  var accountBase: any AccountStore { base }
  private let breaker: Breaker

  init(_ base: any MatchStore, _ breaker: Breaker) {
    self.base = base
    self.breaker = breaker
  }

  func append(_ append: Append) async throws(StoreError) -> Int {
    if breaker.isBroken(append) { throw .storageFull }
    return try await base.append(append)
  }

  func remember(_ answer: StoredAnswer, for key: CommandKey) async throws(StoreError) {
    try await base.remember(answer, for: key)
  }

  /// The clock is the scenario's, whatever a database thinks.
  func clockOffset() async throws(StoreError) -> Int64 { 0 }

  func events(
    of match: MatchID, after version: Int, limit: Int
  ) async throws(StoreError) -> [StoredEvent] {
    try await base.events(of: match, after: version, limit: limit)
  }
  func answer(for key: CommandKey) async throws(StoreError) -> StoredAnswer? {
    try await base.answer(for: key)
  }
  func summary(of match: MatchID) async throws(StoreError) -> MatchSummary? {
    try await base.summary(of: match)
  }
  func matches(of player: PlayerID, limit: Int) async throws(StoreError) -> [MatchSummary] {
    try await base.matches(of: player, limit: limit)
  }
  func due(at now: Timestamp, limit: Int) async throws(StoreError) -> [MatchID] {
    try await base.due(at: now, limit: limit)
  }
  func nextWake() async throws(StoreError) -> Timestamp? { try await base.nextWake() }
  func openMatches(in queue: String, limit: Int) async throws(StoreError) -> [MatchSummary] {
    try await base.openMatches(in: queue, limit: limit)
  }
  func publicMatches(limit: Int) async throws(StoreError) -> [MatchSummary] {
    try await base.publicMatches(limit: limit)
  }
  func matches(after match: MatchID?, limit: Int) async throws(StoreError) -> [MatchSummary] {
    try await base.matches(after: match, limit: limit)
  }
  func beat(at now: Timestamp) async throws(StoreError) -> Timestamp? {
    try await base.beat(at: now)
  }
  func jobBegan(_ match: MatchID, at now: Timestamp) async throws(StoreError) {
    try await base.jobBegan(match, at: now)
  }
  func jobEnded(_ match: MatchID) async throws(StoreError) { try await base.jobEnded(match) }
  func interruptedJobs() async throws(StoreError) -> [InterruptedJob] {
    try await base.interruptedJobs()
  }
  func forgetInterruptedJob(_ match: MatchID) async throws(StoreError) {
    try await base.forgetInterruptedJob(match)
  }
  var isShared: Bool { base.isShared }
  func changes(_ onChange: @escaping @Sendable (MatchID, Int) -> Void) { base.changes(onChange) }
  func addPlayer(_ player: PlayerRecord, session: SessionRecord) async throws(StoreError) {
    try await base.addPlayer(player, session: session)
  }
  func player(_ id: PlayerID) async throws(StoreError) -> PlayerRecord? {
    try await base.player(id)
  }
  func player(session digest: [UInt8]) async throws(StoreError) -> PlayerRecord? {
    try await base.player(session: digest)
  }
  func rename(_ id: PlayerID, to name: String) async throws(StoreError) {
    try await base.rename(id, to: name)
  }
  func checkReady() async throws(StoreError) { try await base.checkReady() }
  func close() async { await base.close() }
}

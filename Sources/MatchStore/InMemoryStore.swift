public import Matches

/// A store without a disk, for tests and simulations.
///
/// It keeps every promise of ``MatchStore`` but durability. A simulated restart is ``reopened(beforeWrite:afterWrite:)``; a disk that
/// fails is a closure asked before and after each write:
///
/// ```swift
/// let store = InMemoryStore(beforeWrite: { write throws(StoreError) in
///   if case .append(let append) = write, append.expectedVersion == 3 { throw .storageFull }
/// })
/// ```
public actor InMemoryStore: MatchStore {
  /// A write that is about to happen, or has just happened.
  public enum Write: Sendable {
    /// Events are added to a match.
    case append(Append)
    /// The answer to a command that changed nothing.
    case remember(CommandKey)
    /// A player is stored.
    case addPlayer(PlayerRecord)
    /// A player gets another name.
    case rename(PlayerID)
    /// A server says that it lives.
    case beat(Timestamp)
    /// Work on a match begins, ends or is forgotten.
    case job(MatchID)
    /// A player's account or sessions change.
    case account(PlayerID)
    /// The store is asked whether it can write.
    case checkReady
  }

  /// What is asked about a write; by throwing it makes the write's call fail.
  public typealias Fault = @Sendable (Write) throws(StoreError) -> Void

  struct Log {
    var summary: MatchSummary
    var events: [StoredEvent]
  }

  struct Contents {
    var logs: [MatchID: Log] = [:]
    var answers: [CommandKey: StoredAnswer] = [:]
    var matches: [PlayerID: Set<MatchID>] = [:]
    var players: [PlayerID: PlayerRecord] = [:]
    var accounts = MemoryAccounts()
    var wakes: [MatchID: Timestamp] = [:]
    var lastBeat: Timestamp?
    /// How often work on a match was begun since it was last finished.
    var jobs: [MatchID: Int] = [:]
  }

  var contents: Contents
  /// The matches on which somebody works now, who will not after a restart.
  var running: Set<MatchID> = []
  private var isClosed = false
  let beforeWrite: Fault
  let afterWrite: Fault

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - beforeWrite: Asked before each write that would succeed. If it throws, nothing is stored and the
  ///     caller gets its error.
  ///   - afterWrite: Asked after each write. If it throws, the write stays although the caller gets an error,
  ///     as when a connection breaks in the commit.
  public init(
    beforeWrite: @escaping Fault = { _ in }, afterWrite: @escaping Fault = { _ in }
  ) {
    self.init(Contents(), beforeWrite: beforeWrite, afterWrite: afterWrite)
  }

  private init(
    _ contents: Contents, beforeWrite: @escaping Fault, afterWrite: @escaping Fault
  ) {
    self.contents = contents
    self.beforeWrite = beforeWrite
    self.afterWrite = afterWrite
  }

  /// Returns an open store with the same contents, as after a restart; the faults are not taken along.
  public func reopened(
    beforeWrite: @escaping Fault = { _ in }, afterWrite: @escaping Fault = { _ in }
  ) -> InMemoryStore {
    InMemoryStore(contents, beforeWrite: beforeWrite, afterWrite: afterWrite)
  }

  /// Flips a bit in the body of an event, as a failing disk might; does nothing without such an event.
  public func damage(_ match: MatchID, number: Int) {
    guard var log = contents.logs[match], log.events.indices.contains(number - 1) else { return }
    let event = log.events[number - 1]
    var body = event.body
    if body.isEmpty { body = [0] } else { body[0] ^= 1 }
    log.events[number - 1] = StoredEvent(
      number: number, body: body, checksum: event.checksum, receivedAt: event.receivedAt)
    contents.logs[match] = log
  }

  func checkOpen() throws(StoreError) {
    guard !isClosed else { throw .unavailable("the store is closed") }
  }
}

extension InMemoryStore {
  /// Several services of a test may use the same store.
  public nonisolated var isShared: Bool { true }

  /// Adds events to a match.
  public func append(_ append: Append) async throws(StoreError) -> Int {
    try checkOpen()
    try append.validate()
    if let key = append.key, let earlier = contents.answers[key] { throw .keyUsed(earlier) }
    let old = contents.logs[append.match]
    let version = old?.events.count ?? 0
    guard version == append.expectedVersion else { throw .staleVersion(current: version) }
    if let limit = append.limit {
      let listed = (contents.matches[limit.player] ?? []).compactMap { contents.logs[$0]?.summary }
      guard limit.allows(append, beside: listed) else { throw .tooMany(limit: limit.most) }
    }
    try beforeWrite(.append(append))

    var log = old ?? Log(summary: append.summary, events: [])
    for player in log.summary.listedPlayers.subtracting(append.summary.listedPlayers) {
      contents.matches[player]?.remove(append.match)
    }
    for player in append.summary.listedPlayers {
      contents.matches[player, default: []].insert(append.match)
    }
    log.summary = append.summary
    contents.wakes[append.match] = append.summary.wakeAt
    for body in append.bodies {
      let number = log.events.count + 1
      let checksum = Checksum.next(
        after: log.events.last?.checksum ?? .start, match: append.match, number: number, body: body)
      log.events.append(
        StoredEvent(
          number: number, body: body, checksum: checksum, receivedAt: append.receivedAt))
    }
    contents.logs[append.match] = log
    if let key = append.key {
      contents.answers[key] = StoredAnswer(
        match: append.match, version: append.newVersion, digest: append.digest,
        answer: append.answer)
    }
    try afterWrite(.append(append))
    return append.newVersion
  }

  /// Keeps the answer to a command that changed nothing.
  public func remember(_ answer: StoredAnswer, for key: CommandKey) async throws(StoreError) {
    try checkOpen()
    if let earlier = contents.answers[key] { throw .keyUsed(earlier) }
    guard contents.logs[answer.match] != nil else { throw .invalid("there is no such match") }
    try beforeWrite(.remember(key))
    contents.answers[key] = answer
    try afterWrite(.remember(key))
  }

  /// Returns the events of a match after number `version`, in order, at most `limit`.
  public func events(
    of match: MatchID, after version: Int, limit: Int
  ) async throws(StoreError) -> [StoredEvent] {
    try checkOpen()
    guard version >= 0 else { throw .invalid("the version is negative") }
    guard let log = contents.logs[match], version <= log.events.count, limit > 0 else { return [] }
    let last = version == 0 ? nil : log.events[version - 1].checksum
    var reader = try ChainReader(
      match: match, version: log.summary.version, after: version, checksum: last)
    for event in log.events.dropFirst(version).prefix(limit) { try reader.admit(event) }
    return try reader.finish(limit: limit)
  }

  /// Returns what was answered to a command, or `nil` if the key was never used.
  public func answer(for key: CommandKey) async throws(StoreError) -> StoredAnswer? {
    try checkOpen()
    return contents.answers[key]
  }

  /// Returns the summary of a match, or `nil` if there is no such match.
  public func summary(of match: MatchID) async throws(StoreError) -> MatchSummary? {
    try checkOpen()
    return contents.logs[match]?.summary
  }

  /// Returns the matches in which `player` has a seat, in the order of the protocol.
  ///
  /// - Complexity: O(*n* log *n*) in the number of the player's matches.
  public func matches(
    of player: PlayerID, limit: Int
  ) async throws(StoreError) -> [MatchSummary] {
    try checkOpen()
    let summaries = contents.matches[player, default: []].compactMap { contents.logs[$0]?.summary }
    return Array(summaries.sorted { $0.precedes($1, for: player) }.prefix(max(limit, 0)))
  }
}

extension InMemoryStore {
  /// Stores a new player with a first session.
  public func addPlayer(
    _ player: PlayerRecord, session: SessionRecord
  ) async throws(StoreError) {
    try checkOpen()
    try session.validate()
    guard contents.players[player.id] == nil else { throw .invalid("the player exists") }
    guard contents.accounts.sessions[session.digest] == nil else {
      throw .invalid("the session exists")
    }
    try beforeWrite(.addPlayer(player))
    contents.players[player.id] = player
    contents.accounts.sessions[session.digest] = .init(player: player.id, record: session)
    try afterWrite(.addPlayer(player))
  }

  /// Returns a player, or `nil` if there is none.
  public func player(_ id: PlayerID) async throws(StoreError) -> PlayerRecord? {
    try checkOpen()
    return contents.players[id]
  }

  /// Returns the player whose session token has this digest, or `nil`.
  public func player(session digest: [UInt8]) async throws(StoreError) -> PlayerRecord? {
    try checkOpen()
    return contents.accounts.sessions[digest].flatMap { contents.players[$0.player] }
  }

  /// Changes the name of a player; does nothing for an unknown one.
  public func rename(_ id: PlayerID, to name: String) async throws(StoreError) {
    try checkOpen()
    guard contents.players[id] != nil else { return }
    try beforeWrite(.rename(id))
    contents.players[id]?.name = name
    try afterWrite(.rename(id))
  }

  /// Checks that the store can be read and written.
  public func checkReady() async throws(StoreError) {
    try checkOpen()
    try beforeWrite(.checkReady)
    try afterWrite(.checkReady)
  }

  /// Closes the store; its contents stay for ``reopened(beforeWrite:afterWrite:)``.
  public func close() async { isClosed = true }
}

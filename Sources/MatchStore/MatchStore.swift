public import Matches

/// Where matches and players are kept: a log of events for each match, and what the lists need.
///
/// Every implementation passes `StoreTestKit`'s contract suite. The guarantees:
/// - An append is there whole or not at all, and is durable when the call returns.
/// - Of several appends to one match with the same expected version, exactly one succeeds.
/// - Event numbers run from 1 without gaps, and are the same for every reader.
/// - Of appends with a limit at once, through however many servers, no more succeed than it allows.
/// - A command key is stored with its events, and found as long as the match is.
/// - The checksum chain is verified whenever events are read.
public protocol MatchStore: AccountStore {
  /// Adds events to a match.
  ///
  /// The key is looked at before the version, so that a repetition gets its first answer also when the
  /// match has moved on since.
  ///
  /// - Returns: the new version.
  /// A caller whose task is cancelled still waits: what was handed over is finished.
  ///
  /// - Throws: ``StoreError/keyUsed(_:)``, ``StoreError/staleVersion(current:)``, ``StoreError/tooMany(limit:)`` for
  ///   what its limit does not allow, or a failure of the store, after which nothing of this append is visible to anybody. After
  ///   ``StoreError/unavailable(_:)`` alone the outcome may be unknown until the store is opened again: look
  ///   up the key then.
  func append(_ append: Append) async throws(StoreError) -> Int

  /// Keeps the answer to a command that changed nothing, so that a repetition gets it again and does nothing, too.
  ///
  /// It is durable when the call returns, and is found as long as the match is.
  ///
  /// - Throws: ``StoreError/keyUsed(_:)`` if there is an answer already, ``StoreError/invalid(_:)`` if there is no
  ///   such match, or a failure of the store, of which the same is true as of one of ``append(_:)``.
  func remember(_ answer: StoredAnswer, for key: CommandKey) async throws(StoreError)

  /// Returns the events of a match after number `version`, in order, at most `limit`.
  ///
  /// An unknown match has no events, and nothing is after a version that the match has not reached.
  ///
  /// - Throws: ``StoreError/corrupt(match:number:)`` if the checksum chain does not hold from event `version`
  ///   on, or if an event is missing; ``StoreError/invalid(_:)`` for a negative version.
  func events(
    of match: MatchID, after version: Int, limit: Int
  ) async throws(StoreError) -> [StoredEvent]

  /// Returns what was answered to a command, or `nil` if the key was never used.
  func answer(for key: CommandKey) async throws(StoreError) -> StoredAnswer?

  /// Returns the summary of a match, or `nil` if there is no such match.
  func summary(of match: MatchID) async throws(StoreError) -> MatchSummary?

  /// Returns the matches in which `player` has a seat: those where it may act first, then open and
  /// matching ones, then ended ones, each newest first; at the same time the lower identifier first.
  ///
  /// - Complexity: O(*limit*) and the logarithm of the number of matches.
  func matches(of player: PlayerID, limit: Int) async throws(StoreError) -> [MatchSummary]

  /// Returns the matches with a ``MatchSummary/wakeAt`` up to `now`, earliest first, at most `limit`; of the
  /// same time the lower identifier first.
  func due(at now: Timestamp, limit: Int) async throws(StoreError) -> [MatchID]

  /// Returns the earliest ``MatchSummary/wakeAt`` of all matches, or `nil` if none waits for the server.
  func nextWake() async throws(StoreError) -> Timestamp?

  /// Returns the matches that have open seats in a queue, at most `limit`: the one that has changed last
  /// comes last, at the same time the lower identifier first.
  func openMatches(in queue: String, limit: Int) async throws(StoreError) -> [MatchSummary]

  /// Returns the public matches that have not ended, at most `limit`: the one that has changed last comes
  /// first, at the same time the lower identifier first.
  func publicMatches(limit: Int) async throws(StoreError) -> [MatchSummary]

  /// Returns matches by ascending identifier, at most `limit`, beginning after `match` or with the first.
  ///
  /// Checks and backups go through all matches this way, a page at a time.
  func matches(after match: MatchID?, limit: Int) async throws(StoreError) -> [MatchSummary]

  /// Says that a server lives at this instant; what the store keeps of it never goes back.
  ///
  /// A start learns by it how long all servers were away. It is cheap, and the last beats before a power cut may
  /// be missing.
  ///
  /// - Returns: the latest instant that any server had said before, or `nil` if none ever did.
  func beat(at now: Timestamp) async throws(StoreError) -> Timestamp?

  /// Returns the milliseconds to add to this server's clock to get that of the store, which all servers share.
  func clockOffset() async throws(StoreError) -> Int64

  /// Notes that a bot or timer begins to work on a match, so that it is known should this end the process.
  ///
  /// It is cheap: the note survives the end of the process, but perhaps not a power cut.
  func jobBegan(_ match: MatchID, at now: Timestamp) async throws(StoreError)

  /// Notes that the work on a match is done, and forgets its interruptions.
  func jobEnded(_ match: MatchID) async throws(StoreError)

  /// Returns the matches on which a process that has ended was at work, by ascending identifier.
  ///
  /// A match on which a living server works now is not among them.
  func interruptedJobs() async throws(StoreError) -> [InterruptedJob]

  /// Forgets that work on a match was interrupted, so that it may be tried again.
  func forgetInterruptedJob(_ match: MatchID) async throws(StoreError)

  /// Whether other nodes may write to the same store, so that what is in memory can be behind it.
  var isShared: Bool { get }

  /// Calls `onChange` when another server on the same store has appended to a match, with the match's version
  /// there.
  ///
  /// This is a speed-up and nothing to rely on: a notice may be missing, late or doubled, several appends to
  /// one match may come as one, and a store that only one server can use never calls. Whoever needs every event
  /// reads from a cursor. `onChange` runs on a thread of the store and must not wait.
  func changes(_ onChange: @escaping @Sendable (MatchID, Int) -> Void)

  /// Stores a new player with a first session.
  ///
  /// - Throws: ``StoreError/invalid(_:)`` if the player or the session exists, or if the digest has not 32
  ///   bytes.
  func addPlayer(_ player: PlayerRecord, session: SessionRecord) async throws(StoreError)

  /// Returns a player, or `nil` if there is none.
  func player(_ id: PlayerID) async throws(StoreError) -> PlayerRecord?

  /// Returns the player whose session token has this digest, or `nil`.
  func player(session digest: [UInt8]) async throws(StoreError) -> PlayerRecord?

  /// Changes the name of a player; does nothing for an unknown one.
  func rename(_ id: PlayerID, to name: String) async throws(StoreError)

  /// Checks that the store can be read and written, for readiness; it writes a little.
  func checkReady() async throws(StoreError)

  /// Finishes what was accepted, and closes. Later calls throw ``StoreError/unavailable(_:)``.
  func close() async
}

extension MatchStore {
  /// Returns 0: the store has no clock but that of the one server that uses it.
  public func clockOffset() async throws(StoreError) -> Int64 { 0 }

  /// Nobody else writes.
  public var isShared: Bool { false }

  /// Does nothing: no other server can use the store.
  public func changes(_ onChange: @escaping @Sendable (MatchID, Int) -> Void) {}
}

/// A bot's or timer's work on a match that a process did not live to finish.
public struct InterruptedJob: Hashable, Sendable {
  /// The match.
  public var match: MatchID
  /// How often the work was begun since it was last finished, each time by a process that ended in it.
  public var interruptions: Int

  /// Creates an interrupted job.
  public init(match: MatchID, interruptions: Int) {
    self.match = match
    self.interruptions = interruptions
  }
}

/// A player as the store keeps it.
public struct PlayerRecord: Hashable, Sendable {
  /// The player's identifier.
  public var id: PlayerID
  /// The name that others see, checked by the service.
  public var name: String
  /// When the player first came.
  public var createdAt: Timestamp
  /// Whether there is an account.
  public var kind: PlayerKind

  /// Creates a player.
  public init(id: PlayerID, name: String, createdAt: Timestamp, kind: PlayerKind = .guest) {
    self.id = id
    self.name = name
    self.createdAt = createdAt
    self.kind = kind
  }
}

/// Why a store could not do what was asked.
public enum StoreError: Error, Hashable, Sendable {
  /// The match has moved on; nothing was stored.
  case staleVersion(current: Int)
  /// The key was used before; here is what was answered then.
  case keyUsed(StoredAnswer)
  /// There is no room left; nothing was stored, and reading still works.
  case storageFull
  /// The checksum of an event does not fit: the log was changed or damaged.
  case corrupt(match: MatchID, number: Int)
  /// The name, or one that looks like it, belongs to somebody else; nothing was stored.
  case nameTaken
  /// There are as many as there may be; nothing was stored.
  case tooMany(limit: Int)
  /// There is no such player, or it is not in the state that the call is for; nothing was stored.
  case noSuchPlayer
  /// The append or call does not make sense, such as no events or a wrong version in the summary.
  case invalid(String)
  /// The store cannot be used now, for a reason that only the log of the server shows.
  case unavailable(String)
}

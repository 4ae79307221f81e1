internal import Games
public import Matches

/// What the store in memory keeps of accounts.
struct MemoryAccounts {
  var sessions: [[UInt8]: Session] = [:]
  /// Whose a skeleton is, by its bytes: texts compare more than bytes, and slowly.
  var names: [[UInt8]: PlayerID] = [:]
  var passwords: [PlayerID: String] = [:]

  struct Session {
    var player: PlayerID
    var record: SessionRecord
  }

  func sessions(of player: PlayerID) -> [SessionRecord] {
    sessions.values.filter { $0.player == player }.map(\.record)
  }

  mutating func endSessions(of player: PlayerID, except digest: [UInt8]? = nil) {
    sessions = sessions.filter { $0.value.player != player || $0.key == digest }
  }

  mutating func forgetNames(of player: PlayerID) {
    names = names.filter { $0.value != player }
  }

  func checkFree(_ skeletons: [String], for player: PlayerID) throws(StoreError) {
    for skeleton in skeletons {
      if let owner = names[Array(skeleton.utf8)], owner != player { throw .nameTaken }
    }
  }

  mutating func claim(_ skeletons: [String], for player: PlayerID) {
    forgetNames(of: player)
    for skeleton in skeletons { names[Array(skeleton.utf8)] = player }
  }
}

extension InMemoryStore {
  /// Makes a guest a registered player.
  public func register(
    _ player: PlayerID, as credentials: Credentials, session: SessionRecord
  ) async throws(StoreError) {
    try checkOpen()
    try credentials.validate()
    try session.validate()
    guard contents.players[player]?.kind == .guest else { throw .noSuchPlayer }
    try contents.accounts.checkFree(credentials.skeletons, for: player)
    try beforeWrite(.account(player))
    contents.players[player]?.kind = .registered
    contents.players[player]?.name = credentials.name
    contents.accounts.claim(credentials.skeletons, for: player)
    contents.accounts.passwords[player] = credentials.passwordHash
    contents.accounts.endSessions(of: player)
    contents.accounts.sessions[session.digest] = .init(player: player, record: session)
    try afterWrite(.account(player))
  }

  /// Stores a new registered player with a first session.
  public func addAccount(
    _ player: PlayerRecord, credentials: Credentials, session: SessionRecord
  ) async throws(StoreError) {
    try checkOpen()
    try credentials.validate()
    try session.validate()
    guard contents.players[player.id] == nil else { throw .invalid("the player exists") }
    guard contents.accounts.sessions[session.digest] == nil else {
      throw .invalid("the session exists")
    }
    try contents.accounts.checkFree(credentials.skeletons, for: player.id)
    try beforeWrite(.account(player.id))
    contents.players[player.id] = player
    contents.accounts.claim(credentials.skeletons, for: player.id)
    contents.accounts.passwords[player.id] = credentials.passwordHash
    contents.accounts.sessions[session.digest] = .init(player: player.id, record: session)
    try afterWrite(.account(player.id))
  }

  /// Returns the account to which a skeleton belongs, or `nil`.
  public func account(skeleton: String) async throws(StoreError) -> AccountRecord? {
    try checkOpen()
    return contents.accounts.names[Array(skeleton.utf8)].flatMap(account)
  }

  /// Returns the account of a registered player, or `nil`.
  public func account(of player: PlayerID) async throws(StoreError) -> AccountRecord? {
    try checkOpen()
    return account(player)
  }

  private func account(_ player: PlayerID) -> AccountRecord? {
    guard let record = contents.players[player],
      let password = contents.accounts.passwords[player]
    else { return nil }
    return AccountRecord(player: record, passwordHash: password)
  }

  /// Gives a player another name.
  public func rename(
    _ player: PlayerID, to name: String, skeletons: [String]
  ) async throws(StoreError) {
    try checkOpen()
    try Credentials.validate(skeletons)
    guard let record = contents.players[player], record.kind != .deleted else {
      throw .noSuchPlayer
    }
    try contents.accounts.checkFree(skeletons, for: player)
    try beforeWrite(.rename(player))
    contents.players[player]?.name = name
    if record.kind == .registered { contents.accounts.claim(skeletons, for: player) }
    try afterWrite(.rename(player))
  }

  /// Replaces the password, ends all sessions, and stores a new one.
  public func setPassword(
    of player: PlayerID, from old: String, to new: String, session: SessionRecord
  ) async throws(StoreError) {
    try checkOpen()
    try session.validate()
    guard contents.accounts.passwords[player]?.hasSameBytes(as: old) == true else {
      throw .noSuchPlayer
    }
    try beforeWrite(.account(player))
    contents.accounts.passwords[player] = new
    contents.accounts.endSessions(of: player)
    contents.accounts.sessions[session.digest] = .init(player: player, record: session)
    try afterWrite(.account(player))
  }

  /// Erases what belongs to a person.
  public func deleteAccount(_ player: PlayerID) async throws(StoreError) {
    try checkOpen()
    guard let record = contents.players[player], record.kind != .deleted else {
      throw .noSuchPlayer
    }
    try beforeWrite(.account(player))
    contents.players[player]?.kind = .deleted
    contents.players[player]?.name = deletedPlayerName
    contents.accounts.forgetNames(of: player)
    contents.accounts.passwords[player] = nil
    contents.accounts.endSessions(of: player)
    try afterWrite(.account(player))
  }
}

extension InMemoryStore {
  /// Adds a session.
  public func addSession(
    _ session: SessionRecord, of player: PlayerID, ifPassword password: String?
  ) async throws(StoreError) {
    try checkOpen()
    try session.validate()
    guard let record = contents.players[player], record.kind != .deleted else {
      throw .noSuchPlayer
    }
    if let password {
      guard contents.accounts.passwords[player]?.hasSameBytes(as: password) == true else {
        throw .noSuchPlayer
      }
    }
    guard contents.accounts.sessions[session.digest] == nil else {
      throw .invalid("the session exists")
    }
    let gone = try contents.accounts.sessions(of: player).making(roomFor: session)
    try beforeWrite(.account(player))
    for digest in gone { contents.accounts.sessions[digest] = nil }
    contents.accounts.sessions[session.digest] = .init(player: player, record: session)
    try afterWrite(.account(player))
  }

  /// Returns the session with a digest together with its player, or `nil`.
  public func session(_ digest: [UInt8]) async throws(StoreError) -> SignedIn? {
    try checkOpen()
    guard let session = contents.accounts.sessions[digest],
      let player = contents.players[session.player]
    else { return nil }
    return SignedIn(player: player, session: session.record)
  }

  /// Returns a player's sessions, the newest first.
  public func sessions(of player: PlayerID) async throws(StoreError) -> [SessionRecord] {
    try checkOpen()
    return contents.accounts.sessions(of: player).newestFirst
  }

  /// Returns those of some digests whose sessions are there.
  public func presentSessions(among digests: [[UInt8]]) async throws(StoreError) -> [[UInt8]] {
    try checkOpen()
    return digests.filter { contents.accounts.sessions[$0] != nil }
  }

  /// Notes when a session was used.
  public func touchSession(_ digest: [UInt8], at time: Timestamp) async throws(StoreError) {
    try checkOpen()
    contents.accounts.sessions[digest]?.record.lastUsedAt = time
  }

  /// Ends a session of a player; does nothing if it is not there.
  public func endSession(_ digest: [UInt8], of player: PlayerID) async throws(StoreError) {
    try checkOpen()
    guard contents.accounts.sessions[digest]?.player == player else { return }
    try beforeWrite(.account(player))
    contents.accounts.sessions[digest] = nil
    try afterWrite(.account(player))
  }

  /// Ends all sessions of a player but one, or all.
  public func endSessions(
    of player: PlayerID, except digest: [UInt8]?
  ) async throws(StoreError) {
    try checkOpen()
    try beforeWrite(.account(player))
    contents.accounts.endSessions(of: player, except: digest)
    try afterWrite(.account(player))
  }
}

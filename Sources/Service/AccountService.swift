internal import Hosting
public import MatchStore
public import Matches

/// The one authority over accounts: who somebody is, how one comes back, and what a session may do.
///
/// A guest who registers stays the same player, so its matches stay its own. Every way in costs one hash of a
/// password, whether the name is known or not.
public final class AccountService: Sendable {
  /// What a newly made session is handed out with, once.
  public struct Entry: Sendable {
    /// The player.
    public let player: PlayerRecord
    /// The session's secret.
    public let token: SessionToken
    /// What a browser shows from now on to be known for this account, even while others guess at its password.
    public let device: String
  }

  let store: any MatchStore
  let time: any TimeSource
  private let matches: MatchService
  private let passwords = Passwords()
  private let leaveAllMatches: @Sendable (PlayerRecord) async throws -> Void
  /// The streams that are open, by session.
  public let streams: SessionStreams
  /// The buckets of everything that is limited.
  public let limiter: RateLimiter
  /// What may be asked.
  public let limits: RateLimits

  /// Creates a service over the store of a service of matches.
  ///
  /// - Parameters:
  ///   - matches: The authority over matches, which is told of other names.
  ///   - limits: What may be asked by an address or a player.
  ///   - leaveAllMatches: Takes a player out of all matches before the account is deleted; by default it quits
  ///     each of them.
  public init(
    matches: MatchService, limits: RateLimits = RateLimits(),
    leaveAllMatches: (@Sendable (PlayerRecord) async throws -> Void)? = nil
  ) {
    self.matches = matches
    store = matches.store
    time = matches.time
    self.limits = limits
    limiter = RateLimiter(time: matches.time)
    streams = SessionStreams(store: matches.store, time: matches.time)
    self.leaveAllMatches = leaveAllMatches ?? { try await matches.leaveAllMatches(of: $0) }
  }

  /// How many passwords are being checked, or wait for it.
  public nonisolated var passwordsWaiting: Int { passwords.count }

  private var now: Timestamp { Timestamp(milliseconds: time.wallMilliseconds) }

  // MARK: Coming in

  /// Makes an account, of a guest or of nobody yet.
  ///
  /// - Parameters:
  ///   - raw: The name, which must not look like another account's.
  ///   - password: 8 to 256 bytes.
  ///   - guest: The guest to become the account's player, if there is one.
  ///   - address: What the limits count by, or `nil` for no limit.
  /// - Returns: the new session, in place of all of the guest's.
  /// - Throws: ``ServiceError``; nothing was then made.
  public func register(
    name raw: String, password: String, guest: PlayerRecord?, address: String?
  ) async throws -> Entry {
    if let address { try limiter.take(limits.registrations, for: .init("register", address)) }
    guard guest?.kind != .registered else { throw ServiceError.hasAccount }
    let name = try AccountService.ownName(raw)
    try AccountService.checkNew(password)
    // Before the store is asked, so that it takes as long for a name that is taken.
    let hash = try await passwords.hash(password)
    let credentials = Credentials(
      name: name.text, skeletons: LookAlikes(of: name).skeletons, passwordHash: hash)
    let token = SessionToken.make()
    let session = SessionRecord(digest: token.digest, createdAt: now)
    var player =
      guest
      ?? PlayerRecord(
        id: PlayerID(Secrets.makeIdentifier()), name: "", createdAt: session.createdAt)
    player.name = name.text
    player.kind = .registered
    let made = player
    try await storing { () throws(StoreError) in
      if guest != nil {
        matches.sessions.forget(made.id)
        try await store.register(made.id, as: credentials, session: session)
      } else {
        try await store.addAccount(made, credentials: credentials, session: session)
      }
    }
    if guest != nil {
      streams.end(of: made.id, except: session.digest)
      await matches.renameInRooms(made.id, to: made.name)
    }
    return Entry(player: made, token: token, device: Device.make(made.id, hash: hash).text)
  }

  /// Returns the player whose account has a name, in any spelling that looks the same, or `nil`.
  public func player(named raw: String) async throws -> PlayerID? {
    guard let name = try? PlayerName(raw) else { return nil }
    return try await storing { () throws(StoreError) in
      try await store.account(skeleton: LookAlikes(of: name).key)
    }?.player.id
  }

  /// Begins a session by name and password.
  ///
  /// - Parameters:
  ///   - raw: The name, in any spelling that looks the same.
  ///   - password: The password.
  ///   - device: What the browser was given when it last came in, if it has it still.
  ///   - address: What the limits count by, or `nil` for no limit.
  /// - Returns: the new session.
  /// - Throws: ``ServiceError/wrongPassword``, for unknown names too, or ``ServiceError/rateLimited(seconds:)``.
  public func signIn(
    name raw: String, password: String, device: String?, address: String?
  ) async throws -> Entry {
    if let address { try limiter.take(limits.signIns, for: .init("signIn", address)) }
    let skeleton = (try? PlayerName(raw)).map { LookAlikes(of: $0).key }
    let account = try await storing { () throws(StoreError) in
      try await store.account(skeleton: skeleton ?? "")
    }
    var bucket = RateLimiter.Key(
      "password", skeleton.map { Array($0.utf8) } ?? Array(raw.utf8.prefix(400)))
    if let account, let device = device.flatMap(Device.init),
      device.belongs(to: account.player.id, hash: account.passwordHash)
    {
      // Who was here before is not kept out by others who guess.
      bucket = RateLimiter.Key("device", device.nonce + account.player.id.raw.bytes)
    }
    // Taken before it is known whether the password is right, or many at once would all pass.
    try limiter.take(limits.wrongPasswords, for: bucket)
    let isRight = try await passwords.verify(password, against: account?.passwordHash)
    guard isRight, let account else { throw ServiceError.wrongPassword }
    limiter.giveBack(limits.wrongPasswords, for: bucket)
    let token = SessionToken.make()
    let session = SessionRecord(digest: token.digest, createdAt: now)
    do throws(StoreError) {
      try await store.addSession(
        session, of: account.player.id, ifPassword: account.passwordHash)
    } catch .noSuchPlayer {
      // The password was changed, or the account deleted, while it was being held against the old one.
      throw ServiceError.wrongPassword
    } catch {
      throw ServiceError(error)
    }
    return Entry(
      player: account.player, token: token,
      device: Device.make(account.player.id, hash: account.passwordHash).text)
  }

  /// Returns the player and session of a secret, or `nil` if it opens nothing.
  ///
  /// The secret of a browser is none for programs, nor the other way round.
  public func session(
    for token: SessionToken, kind: SessionRecord.Kind
  ) async throws -> SignedIn? {
    let digest = token.digest
    let (known, age) = matches.sessions.signedIn(digest)
    var found = known
    if found == nil {
      found = try await storing { () throws(StoreError) in try await store.session(digest) }
      if let found { matches.sessions.remember(found, for: digest, asOf: age) }
    }
    let time = now
    guard let found, found.session.kind == kind, found.player.kind != .deleted,
      !found.session.isOver(at: time)
    else { return nil }
    if time.milliseconds - found.session.lastUsedAt.milliseconds >= AccountService.useSpan {
      // Only for show, so a store that cannot write now must not keep anybody out.
      try? await store.touchSession(found.session.digest, at: time)
      // Noted once an hour, not once for each request until the store is asked again.
      var noted = found
      noted.session.lastUsedAt = time
      matches.sessions.remember(noted, for: digest, asOf: age)
    }
    return found
  }

  /// How coarsely it is noted when a session was used, in milliseconds.
  public static let useSpan: Int64 = 3_600_000

  // MARK: Going out

  /// Ends the session.
  public func signOut(_ signedIn: SignedIn) async throws {
    try await end(signedIn.session.digest, of: signedIn.player.id)
  }

  /// Ends all sessions of a player, tokens too.
  public func signOutEverywhere(_ player: PlayerID) async throws {
    try await storing { () throws(StoreError) in
      try await store.endSessions(of: player, except: nil)
    }
    matches.sessions.forget(player)
    streams.end(of: player, except: nil)
  }

  /// Returns a player's sessions that are not over, the newest first.
  public func sessions(of player: PlayerID) async throws -> [SessionRecord] {
    let time = now
    return try await storing { () throws(StoreError) in
      try await store.sessions(of: player)
    }.filter { !$0.isOver(at: time) }
  }

  /// Ends one session of a player by its public identifier; does nothing if it is not there.
  ///
  /// - Returns: whether there was one.
  public func endSession(
    _ id: Identifier128, kind: SessionRecord.Kind, of player: PlayerID
  ) async throws -> Bool {
    let found = try await sessions(of: player).first { $0.id == id && $0.kind == kind }
    guard let found else { return false }
    try await end(found.digest, of: player)
    return true
  }

  private func end(_ digest: [UInt8], of player: PlayerID) async throws {
    try await storing { () throws(StoreError) in
      try await store.endSession(digest, of: player)
    }
    matches.sessions.forget(player)
    streams.end([digest])
  }

  // MARK: Changing

  /// Gives a program a way in.
  ///
  /// - Parameters:
  ///   - label: Words to tell it from others, checked as a name is.
  ///   - scopes: What it may do, no more than who makes it.
  ///   - days: How long it lasts, 1 to 366 days.
  ///   - maker: Who makes it.
  /// - Returns: the secret, which is nowhere else, and what the store keeps of the token.
  /// - Throws: ``ServiceError/tooMany(limit:)`` beyond the limit, or another ``ServiceError``.
  public func makeToken(
    label: String, scopes: AccessScopes, days: Int, by maker: SignedIn
  ) async throws -> (token: SessionToken, session: SessionRecord) {
    let label = try AccountService.checked(label, field: "label")
    guard !scopes.isEmpty else {
      throw ServiceError.malformed(field: "scopes", reason: "choose at least one")
    }
    guard maker.session.scopes.isSuperset(of: scopes) else { throw ServiceError.notAllowed }
    guard (1...366).contains(days) else {
      throw ServiceError.malformed(field: "days", reason: "a token lasts 1 to 366 days")
    }
    try limiter.take(limits.changes, for: .init("change", maker.player.id.raw.bytes))
    let token = SessionToken.make()
    let start = now
    let session = SessionRecord(
      digest: token.digest, createdAt: start, kind: .token, label: label.text, scopes: scopes,
      expiresAt: Timestamp(milliseconds: start.milliseconds + Int64(days) * 86_400_000))
    try await storing { () throws(StoreError) in
      try await store.addSession(session, of: maker.player.id, ifPassword: nil)
    }
    return (token, session)
  }

  /// Replaces the password; all sessions end, and a new one begins.
  ///
  /// - Throws: ``ServiceError/wrongPassword`` unless `old` is the present one.
  public func changePassword(
    of player: PlayerRecord, from old: String, to new: String
  ) async throws -> Entry {
    try AccountService.checkNew(new)
    let account = try await checked(old, of: player)
    let hash = try await passwords.hash(new)
    let token = SessionToken.make()
    let session = SessionRecord(digest: token.digest, createdAt: now)
    do throws(StoreError) {
      try await store.setPassword(
        of: player.id, from: account.passwordHash, to: hash, session: session)
    } catch .noSuchPlayer {
      throw ServiceError.wrongPassword
    } catch {
      throw ServiceError(error)
    }
    matches.sessions.forget(player.id)
    streams.end(of: player.id, except: session.digest)
    return Entry(
      player: account.player, token: token, device: Device.make(player.id, hash: hash).text)
  }

  /// Leaves all matches and erases name, password and sessions; what was played stays readable.
  ///
  /// - Throws: ``ServiceError/wrongPassword`` if a registered player's password is another; guests need none.
  public func deleteAccount(of player: PlayerRecord, password: String) async throws {
    if player.kind == .registered { _ = try await checked(password, of: player) }
    try await leaveAllMatches(player)
    do throws(StoreError) {
      try await store.deleteAccount(player.id)
    } catch .noSuchPlayer {
      // Somebody was quicker; it is gone.
    } catch {
      throw ServiceError(error)
    }
    matches.sessions.forget(player.id)
    streams.end(of: player.id, except: nil)
    await matches.renameInRooms(player.id, to: PlayerName.deleted)
  }

  /// Returns the player's account if the password is right.
  private func checked(
    _ password: String, of player: PlayerRecord
  ) async throws -> AccountRecord {
    let bucket = RateLimiter.Key("own", player.id.raw.bytes)
    try limiter.take(limits.wrongPasswords, for: bucket)
    let account = try await storing { () throws(StoreError) in
      try await store.account(of: player.id)
    }
    let isRight = try await passwords.verify(password, against: account?.passwordHash)
    guard isRight, let account else { throw ServiceError.wrongPassword }
    limiter.giveBack(limits.wrongPasswords, for: bucket)
    return account
  }

  // MARK: Checks

  private static func ownName(_ raw: String) throws(ServiceError) -> PlayerName {
    let name = try checked(raw, field: "name")
    do throws(PlayerName.Problem) {
      try name.checkFree(isOwn: true)
    } catch {
      throw .malformed(field: "name", reason: error.reason)
    }
    return name
  }

  private static func checked(
    _ raw: String, field: String
  ) throws(ServiceError) -> PlayerName {
    do throws(PlayerName.Problem) {
      return try PlayerName(raw)
    } catch {
      throw .malformed(field: field, reason: error.reason)
    }
  }

  private static func checkNew(_ password: String) throws(ServiceError) {
    guard Passwords.lengths.contains(password.utf8.count) else {
      throw .malformed(field: "password", reason: "a password has 8 to 256 bytes")
    }
  }

  private func storing<Result>(
    _ call: () async throws(StoreError) -> Result
  ) async throws(ServiceError) -> Result {
    do throws(StoreError) {
      return try await call()
    } catch {
      throw ServiceError(error)
    }
  }
}

extension SessionRecord {
  /// The name by which a session is shown and ended; its secret cannot be found from it.
  public var id: Identifier128 {
    Identifier128(bytes: digest.prefix(16)) ?? Identifier128(high: 0, low: 0)
  }
}

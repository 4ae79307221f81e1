public import Matches

/// Where accounts and sessions are kept: the part of a store that says who somebody is.
///
/// Names are held apart by skeletons, strings that the service makes so that names which look alike share one: a
/// constraint of the store lets each belong to one player only, so of two who want one at once, one gets it.
public protocol AccountStore: Sendable {
  /// Makes a guest a registered player, who keeps identifier and matches; its earlier sessions end.
  ///
  /// - Throws: ``StoreError/nameTaken``, ``StoreError/noSuchPlayer`` unless it is a guest, or a failure.
  func register(
    _ player: PlayerID, as credentials: Credentials, session: SessionRecord
  ) async throws(StoreError)

  /// Stores a new registered player with a first session; the name and kind are those of the record.
  ///
  /// - Throws: ``StoreError/nameTaken``, ``StoreError/invalid(_:)``, or a failure.
  func addAccount(
    _ player: PlayerRecord, credentials: Credentials, session: SessionRecord
  ) async throws(StoreError)

  /// Returns the account to which a skeleton belongs, or `nil`.
  func account(skeleton: String) async throws(StoreError) -> AccountRecord?

  /// Returns the account of a registered player, or `nil`.
  func account(of player: PlayerID) async throws(StoreError) -> AccountRecord?

  /// Gives a player another name: a registered one gets its skeletons, a guest only must not share one.
  ///
  /// - Throws: ``StoreError/nameTaken``, ``StoreError/noSuchPlayer``, or a failure.
  func rename(
    _ player: PlayerID, to name: String, skeletons: [String]
  ) async throws(StoreError)

  /// Replaces the password, ends all sessions, and stores a new one.
  ///
  /// - Throws: ``StoreError/noSuchPlayer`` unless the player's password is `old`, or a failure.
  func setPassword(
    of player: PlayerID, from old: String, to new: String, session: SessionRecord
  ) async throws(StoreError)

  /// Erases what belongs to a person: name, password, sessions; the identifier stays for the matches' sake.
  ///
  /// - Throws: ``StoreError/noSuchPlayer``, or a failure.
  func deleteAccount(_ player: PlayerID) async throws(StoreError)

  /// Adds a session; those that are over go, and so does the oldest browser beyond the limit.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - player: Whose it is.
  ///   - password: What the player's password must be, if that is how the player came.
  /// - Throws: ``StoreError/tooMany(limit:)`` for a token beyond the limit, ``StoreError/noSuchPlayer``, or a
  ///   failure.
  func addSession(
    _ session: SessionRecord, of player: PlayerID, ifPassword password: String?
  ) async throws(StoreError)

  /// Returns the session with a digest together with its player, or `nil`.
  func session(_ digest: [UInt8]) async throws(StoreError) -> SignedIn?

  /// Returns a player's sessions, the newest first, whether they are over or not.
  func sessions(of player: PlayerID) async throws(StoreError) -> [SessionRecord]

  /// Returns those of some digests whose sessions are there, in any order.
  func presentSessions(among digests: [[UInt8]]) async throws(StoreError) -> [[UInt8]]

  /// Notes when a session was used.
  func touchSession(_ digest: [UInt8], at time: Timestamp) async throws(StoreError)

  /// Ends a session of a player; does nothing if it is not there.
  func endSession(_ digest: [UInt8], of player: PlayerID) async throws(StoreError)

  /// Ends all sessions of a player but one, or all.
  func endSessions(of player: PlayerID, except digest: [UInt8]?) async throws(StoreError)
}

/// How far a player has come: without an account, with one, or gone.
public enum PlayerKind: String, Hashable, Sendable {
  /// Somebody who plays without an account.
  case guest
  /// Somebody who comes back by name and password.
  case registered
  /// A player whose account was deleted.
  case deleted
}

/// What a session may do.
public struct AccessScopes: OptionSet, Hashable, Sendable {
  /// The bits, as they are stored.
  public let rawValue: Int

  /// Creates scopes from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Looking at what the player may see.
  public static let read = AccessScopes(rawValue: 1)
  /// Making matches and playing.
  public static let play = AccessScopes(rawValue: 2)
  /// Changing the account.
  public static let account = AccessScopes(rawValue: 4)
  /// Everything, as a browser has it.
  public static let all: AccessScopes = [.read, .play, .account]
}

/// How a player comes back.
public struct Credentials: Hashable, Sendable {
  /// The name that others see and that one signs in with.
  public var name: String
  /// The skeletons of the name, each once.
  public var skeletons: [String]
  /// The hash of the password, in the form of the function that made it.
  public var passwordHash: String

  /// Creates credentials.
  public init(name: String, skeletons: [String], passwordHash: String) {
    self.name = name
    self.skeletons = skeletons
    self.passwordHash = passwordHash
  }
}

/// A registered player with the hash of its password.
public struct AccountRecord: Hashable, Sendable {
  /// The player.
  public var player: PlayerRecord
  /// The hash of the password.
  public var passwordHash: String

  /// Creates an account.
  public init(player: PlayerRecord, passwordHash: String) {
    self.player = player
    self.passwordHash = passwordHash
  }
}

/// A player together with the session that shows who it is.
public struct SignedIn: Hashable, Sendable {
  /// The player.
  public var player: PlayerRecord
  /// The session.
  public var session: SessionRecord

  /// Creates a pair.
  public init(player: PlayerRecord, session: SessionRecord) {
    self.player = player
    self.session = session
  }
}

/// A signed-in browser or program.
///
/// The token itself is never stored, only its digest.
public struct SessionRecord: Hashable, Sendable {
  /// What holds the session's secret.
  public enum Kind: String, Hashable, Sendable {
    /// A browser, in a cookie.
    case browser
    /// A program, which shows it with each request.
    case token
  }

  /// The most browsers of one player; the oldest gives way.
  public static let browserLimit = 20
  /// The most tokens of one player; more are refused.
  public static let tokenLimit = 20

  /// The digest of the token, 32 bytes.
  public var digest: [UInt8]
  /// When the session began.
  public var createdAt: Timestamp
  /// What holds its secret.
  public var kind: Kind
  /// The words by which its player tells it from others.
  public var label: String
  /// What it may do.
  public var scopes: AccessScopes
  /// When it was last used, to the hour.
  public var lastUsedAt: Timestamp
  /// When it is over, or `nil` if it lasts until somebody ends it.
  public var expiresAt: Timestamp?

  /// Creates a session.
  public init(
    digest: [UInt8], createdAt: Timestamp, kind: Kind = .browser, label: String = "",
    scopes: AccessScopes = .all, lastUsedAt: Timestamp? = nil, expiresAt: Timestamp? = nil
  ) {
    self.digest = digest
    self.createdAt = createdAt
    self.kind = kind
    self.label = label
    self.scopes = scopes
    self.lastUsedAt = lastUsedAt ?? createdAt
    self.expiresAt = expiresAt
  }

  /// Whether the session is over at a time.
  public func isOver(at time: Timestamp) -> Bool { expiresAt.map { $0 <= time } ?? false }
}

/// What is left of a player's name after the account was deleted.
package let deletedPlayerName = "Deleted player"

extension [SessionRecord] {
  /// The sessions with the newest first; of the same time, the lower digest first.
  package var newestFirst: [SessionRecord] {
    sorted { a, b in
      a.createdAt == b.createdAt
        ? a.digest.lexicographicallyPrecedes(b.digest) : a.createdAt > b.createdAt
    }
  }

  /// Decides what must go for one more session to come.
  ///
  /// - Throws: ``StoreError/tooMany(limit:)`` for a token beyond the limit.
  package func making(roomFor session: SessionRecord) throws(StoreError) -> [[UInt8]] {
    var gone = filter { $0.isOver(at: session.createdAt) }.map(\.digest)
    let others = filter { !$0.isOver(at: session.createdAt) && $0.kind == session.kind }
    switch session.kind {
    case .browser:
      gone += others.newestFirst.dropFirst(SessionRecord.browserLimit - 1).map(\.digest)
    case .token:
      guard others.count < SessionRecord.tokenLimit else {
        throw .tooMany(limit: SessionRecord.tokenLimit)
      }
    }
    return gone
  }
}

extension Credentials {
  /// Checks that there are one to a few skeletons, each once.
  package func validate() throws(StoreError) {
    try Credentials.validate(skeletons)
  }

  package static func validate(_ skeletons: [String]) throws(StoreError) {
    guard (1...4).contains(skeletons.count),
      Set(skeletons.map { Array($0.utf8) }).count == skeletons.count
    else { throw .invalid("a name has one to four skeletons, each once") }
  }
}

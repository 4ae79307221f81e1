public import MatchStore
public import Matches

extension SQLiteStore {
  /// Makes a guest a registered player.
  public func register(
    _ player: PlayerID, as credentials: Credentials, session: SessionRecord
  ) async throws(StoreError) {
    try credentials.validate()
    try session.validate()
    try await write { (connection) throws(SQLiteFailure) in
      let id = SQLiteValue.bytes(player.raw.bytes)
      try connection.execute(
        "UPDATE players SET kind = 'registered', name = ? WHERE id = ? AND kind = 'guest'",
        .text(credentials.name), id)
      guard connection.changes == 1 else { throw .refused(.noSuchPlayer) }
      try SQLiteStore.claim(credentials.skeletons, for: player, on: connection)
      try connection.execute(
        "INSERT INTO passwords (player, hash) VALUES (?, ?)", id, .text(credentials.passwordHash))
      try connection.execute("DELETE FROM sessions WHERE player = ?", id)
      try SQLiteStore.insert(session, of: player, on: connection)
    }
  }

  /// Stores a new registered player with a first session.
  public func addAccount(
    _ player: PlayerRecord, credentials: Credentials, session: SessionRecord
  ) async throws(StoreError) {
    try credentials.validate()
    try session.validate()
    try await write { (connection) throws(SQLiteFailure) in
      let id = SQLiteValue.bytes(player.id.raw.bytes)
      do throws(SQLiteFailure) {
        try connection.execute(
          "INSERT INTO players (id, name, created_at, kind) VALUES (?, ?, ?, ?)", id,
          .text(player.name), .integer(player.createdAt.milliseconds), .text(player.kind.rawValue))
      } catch {
        guard error.isConstraint else { throw error }
        throw .refused(.invalid("the player exists"))
      }
      try SQLiteStore.claim(credentials.skeletons, for: player.id, on: connection)
      try connection.execute(
        "INSERT INTO passwords (player, hash) VALUES (?, ?)", id, .text(credentials.passwordHash))
      try SQLiteStore.insert(session, of: player.id, on: connection)
    }
  }

  /// Gives the skeletons to a player, who loses earlier ones; the key of the table refuses those of others.
  private static func claim(
    _ skeletons: [String], for player: PlayerID, on connection: Connection
  ) throws(SQLiteFailure) {
    let id = SQLiteValue.bytes(player.raw.bytes)
    try connection.execute("DELETE FROM names WHERE player = ?", id)
    for skeleton in skeletons {
      do throws(SQLiteFailure) {
        try connection.execute(
          "INSERT INTO names (skeleton, player) VALUES (?, ?)", .bytes(Array(skeleton.utf8)), id)
      } catch {
        guard error.isConstraint else { throw error }
        throw .refused(.nameTaken)
      }
    }
  }

  private static func insert(
    _ session: SessionRecord, of player: PlayerID, on connection: Connection
  ) throws(SQLiteFailure) {
    do throws(SQLiteFailure) {
      try connection.execute(
        """
        INSERT INTO sessions
          (digest, player, created_at, kind, label, scopes, last_used_at, expires_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        .bytes(session.digest), .bytes(player.raw.bytes),
        .integer(session.createdAt.milliseconds), .text(session.kind.rawValue),
        .text(session.label), .integer(session.scopes.rawValue),
        .integer(session.lastUsedAt.milliseconds),
        session.expiresAt.map { .integer($0.milliseconds) } ?? .null)
    } catch {
      guard error.isConstraint else { throw error }
      throw .refused(.invalid("the session exists"))
    }
  }

  /// Returns the account to which a skeleton belongs, or `nil`.
  public func account(skeleton: String) async throws(StoreError) -> AccountRecord? {
    try await read { (connection) throws(SQLiteFailure) in
      try SQLiteStore.account(
        in: connection.prepare(Query.accountOfSkeleton, .bytes(Array(skeleton.utf8))))
    }
  }

  /// Returns the account of a registered player, or `nil`.
  public func account(of player: PlayerID) async throws(StoreError) -> AccountRecord? {
    try await read { (connection) throws(SQLiteFailure) in
      try SQLiteStore.account(in: connection.prepare(Query.account, .bytes(player.raw.bytes)))
    }
  }

  private static func account(
    in row: consuming Statement
  ) throws(SQLiteFailure) -> AccountRecord? {
    guard try row.step() else { return nil }
    return AccountRecord(player: try player(in: row), passwordHash: row.text(4))
  }

  /// Gives a player another name.
  public func rename(
    _ player: PlayerID, to name: String, skeletons: [String]
  ) async throws(StoreError) {
    try Credentials.validate(skeletons)
    try await write { (connection) throws(SQLiteFailure) in
      let id = SQLiteValue.bytes(player.raw.bytes)
      let kind = try SQLiteStore.kind(of: player, on: connection)
      if kind == .registered {
        try SQLiteStore.claim(skeletons, for: player, on: connection)
      } else {
        for skeleton in skeletons {
          let owner = try connection.first(
            Query.ownerOfSkeleton, .bytes(Array(skeleton.utf8))
          ) { row throws(SQLiteFailure) in row.bytes(0) }
          guard owner == nil else { throw .refused(.nameTaken) }
        }
      }
      try connection.execute("UPDATE players SET name = ? WHERE id = ?", .text(name), id)
    }
  }

  /// Returns the kind of a player who is not deleted.
  private static func kind(
    of player: PlayerID, on connection: Connection
  ) throws(SQLiteFailure) -> PlayerKind {
    let record = try SQLiteStore.firstPlayer(
      in: connection.prepare(Query.player, .bytes(player.raw.bytes)))
    guard let record, record.kind != .deleted else { throw .refused(.noSuchPlayer) }
    return record.kind
  }

  /// Replaces the password, ends all sessions, and stores a new one.
  public func setPassword(
    of player: PlayerID, from old: String, to new: String, session: SessionRecord
  ) async throws(StoreError) {
    try session.validate()
    try await write { (connection) throws(SQLiteFailure) in
      let id = SQLiteValue.bytes(player.raw.bytes)
      try connection.execute(
        "UPDATE passwords SET hash = ? WHERE player = ? AND hash = ?", .text(new), id, .text(old))
      guard connection.changes == 1 else { throw .refused(.noSuchPlayer) }
      try connection.execute("DELETE FROM sessions WHERE player = ?", id)
      try SQLiteStore.insert(session, of: player, on: connection)
    }
  }

  /// Erases what belongs to a person.
  public func deleteAccount(_ player: PlayerID) async throws(StoreError) {
    try await write { (connection) throws(SQLiteFailure) in
      let id = SQLiteValue.bytes(player.raw.bytes)
      try connection.execute(
        "UPDATE players SET kind = 'deleted', name = ? WHERE id = ? AND kind <> 'deleted'",
        .text(SQLiteStore.deletedName), id)
      guard connection.changes == 1 else { throw .refused(.noSuchPlayer) }
      try connection.execute("DELETE FROM names WHERE player = ?", id)
      try connection.execute("DELETE FROM passwords WHERE player = ?", id)
      try connection.execute("DELETE FROM sessions WHERE player = ?", id)
    }
  }

  private static var deletedName: String { deletedPlayerName }
}

extension SQLiteStore {
  /// Adds a session.
  public func addSession(
    _ session: SessionRecord, of player: PlayerID, ifPassword password: String?
  ) async throws(StoreError) {
    try session.validate()
    try await write { (connection) throws(SQLiteFailure) in
      let id = SQLiteValue.bytes(player.raw.bytes)
      _ = try SQLiteStore.kind(of: player, on: connection)
      if let password {
        let stored = try connection.first(Query.password, id) { row throws(SQLiteFailure) in
          row.text(0)
        }
        guard stored.map({ $0.utf8.elementsEqual(password.utf8) }) == true else {
          throw .refused(.noSuchPlayer)
        }
      }
      let others = try SQLiteStore.sessions(of: player, on: connection)
      let gone: [[UInt8]]
      do throws(StoreError) {
        gone = try others.making(roomFor: session)
      } catch {
        throw .refused(error)
      }
      for digest in gone {
        try connection.execute("DELETE FROM sessions WHERE digest = ?", .bytes(digest))
      }
      try SQLiteStore.insert(session, of: player, on: connection)
    }
  }

  /// Returns the session with a digest together with its player, or `nil`.
  public func session(_ digest: [UInt8]) async throws(StoreError) -> SignedIn? {
    try await read { (connection) throws(SQLiteFailure) in
      let row = try connection.prepare(Query.session, .bytes(digest))
      guard try row.step() else { return nil }
      return SignedIn(
        player: try SQLiteStore.player(in: row),
        session: SQLiteStore.session(in: row, from: 4))
    }
  }

  private static func session(in row: borrowing Statement, from first: Int32) -> SessionRecord {
    SessionRecord(
      digest: row.bytes(first), createdAt: Timestamp(milliseconds: Int64(row.integer(first + 1))),
      kind: SessionRecord.Kind(rawValue: row.text(first + 2)) ?? .browser,
      label: row.text(first + 3), scopes: AccessScopes(rawValue: row.integer(first + 4)),
      lastUsedAt: Timestamp(milliseconds: Int64(row.integer(first + 5))),
      expiresAt: row.isNull(first + 6)
        ? nil : Timestamp(milliseconds: Int64(row.integer(first + 6))))
  }

  private static func sessions(
    of player: PlayerID, on connection: Connection
  ) throws(SQLiteFailure) -> [SessionRecord] {
    let rows = try connection.prepare(Query.sessionsOfPlayer, .bytes(player.raw.bytes))
    var sessions: [SessionRecord] = []
    while try rows.step() { sessions.append(session(in: rows, from: 0)) }
    return sessions.newestFirst
  }

  /// Returns a player's sessions, the newest first.
  public func sessions(of player: PlayerID) async throws(StoreError) -> [SessionRecord] {
    try await read { (connection) throws(SQLiteFailure) in
      try SQLiteStore.sessions(of: player, on: connection)
    }
  }

  /// Returns those of some digests whose sessions are there.
  public func presentSessions(among digests: [[UInt8]]) async throws(StoreError) -> [[UInt8]] {
    try await read { (connection) throws(SQLiteFailure) in
      var present: [[UInt8]] = []
      for digest in digests {
        let found = try connection.first(Query.isSession, .bytes(digest)) {
          row throws(SQLiteFailure) in row.integer(0)
        }
        if found != nil { present.append(digest) }
      }
      return present
    }
  }

  /// Notes when a session was used.
  public func touchSession(_ digest: [UInt8], at time: Timestamp) async throws(StoreError) {
    try await write { (connection) throws(SQLiteFailure) in
      try connection.execute(
        "UPDATE sessions SET last_used_at = ? WHERE digest = ?", .integer(time.milliseconds),
        .bytes(digest))
    }
  }

  /// Ends a session of a player; does nothing if it is not there.
  public func endSession(_ digest: [UInt8], of player: PlayerID) async throws(StoreError) {
    try await write { (connection) throws(SQLiteFailure) in
      try connection.execute(
        "DELETE FROM sessions WHERE digest = ? AND player = ?", .bytes(digest),
        .bytes(player.raw.bytes))
    }
  }

  /// Ends all sessions of a player but one, or all.
  public func endSessions(
    of player: PlayerID, except digest: [UInt8]?
  ) async throws(StoreError) {
    try await write { (connection) throws(SQLiteFailure) in
      // No digest is empty.
      try connection.execute(
        "DELETE FROM sessions WHERE player = ? AND digest <> ?", .bytes(player.raw.bytes),
        .bytes(digest ?? []))
    }
  }
}

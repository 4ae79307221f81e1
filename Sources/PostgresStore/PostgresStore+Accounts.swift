public import MatchStore
public import Matches

// Every change of an account first counts up a number in the player's row. That orders the changes of one player at
// every level of isolation: who waited for the row either sees what the one before left, or runs again.

extension PostgresStore {
  /// Makes a guest a registered player.
  public func register(
    _ player: PlayerID, as credentials: Credentials, session: SessionRecord
  ) async throws(StoreError) {
    try credentials.validate()
    try session.validate()
    try await changeAccount(storing: session, of: player) { (attempt) throws(PostgresFailure) in
      let record = try PostgresStore.hold(player, in: attempt)
      guard record.kind == .guest else { throw .refused(.noSuchPlayer) }
      let id = PostgresValue.bytes(player.raw.bytes)
      try attempt.commit(
        [
          Command(
            "UPDATE players SET kind = 'registered', name = $1 WHERE id = $2",
            .bytes(Array(credentials.name.utf8)), id),
          PostgresStore.claim(credentials.skeletons, for: id),
          Command(
            "INSERT INTO passwords (player, hash) VALUES ($1, $2)", id,
            .text(credentials.passwordHash)),
          Command("DELETE FROM sessions WHERE player = $1", id),
          PostgresStore.insert(session, of: id), Command("COMMIT"),
        ])
    }
  }

  /// Stores a new registered player with a first session.
  public func addAccount(
    _ player: PlayerRecord, credentials: Credentials, session: SessionRecord
  ) async throws(StoreError) {
    try credentials.validate()
    try session.validate()
    try await changeAccount(storing: session, of: player.id) { (attempt) throws(PostgresFailure) in
      let id = PostgresValue.bytes(player.id.raw.bytes)
      try attempt.commit(
        [
          Command("BEGIN"),
          Command(
            "INSERT INTO players (id, name, created_at, kind) VALUES ($1, $2, $3, $4)", id,
            .bytes(Array(player.name.utf8)), .integer(player.createdAt.milliseconds),
            .text(player.kind.rawValue)),
          PostgresStore.claim(credentials.skeletons, for: id),
          Command(
            "INSERT INTO passwords (player, hash) VALUES ($1, $2)", id,
            .text(credentials.passwordHash)),
          PostgresStore.insert(session, of: id), Command("COMMIT"),
        ])
    }
  }

  /// Runs a change that ends with a new session, by which it is known again if its answer was lost.
  private func changeAccount(
    storing session: SessionRecord, of player: PlayerID,
    _ body: @escaping @Sendable (inout Session.Attempt) throws(PostgresFailure) -> Void
  ) async throws(StoreError) {
    try await perform { (attempt) throws(PostgresFailure) in
      if attempt.isInDoubt {
        let rows = try attempt.run(Command(Query.session, .bytes(session.digest)))
        if rows.count == 1, rows.bytes(0, 0) == player.raw.bytes { return }
      }
      do throws(PostgresFailure) {
        try body(&attempt)
      } catch {
        if error.isDuplicate(of: "names_pkey") { throw .refused(.nameTaken) }
        if error.isDuplicate(of: "players_pkey") { throw .refused(.invalid("the player exists")) }
        if error.isDuplicate(of: "sessions_pkey") {
          throw .refused(.invalid("the session exists"))
        }
        throw error
      }
    }
  }

  /// Opens a transaction, holds the player's row, and returns the player, who must not be deleted.
  private static func hold(
    _ player: PlayerID, in attempt: Session.Attempt
  ) throws(PostgresFailure) -> PlayerRecord {
    let rows = try attempt.run([
      Command("BEGIN"), Command(Query.heldPlayer, .bytes(player.raw.bytes)),
    ])
    guard let record = try PostgresStore.player(in: rows[1]), record.kind != .deleted else {
      throw .refused(.noSuchPlayer)
    }
    return record
  }

  private static func claim(_ skeletons: [String], for id: PostgresValue) -> Command {
    // In the order of their bytes, so that two who want the same ones do not wait for each other.
    let bytes = skeletons.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    return Command(
      "INSERT INTO names (skeleton, player) SELECT skeleton, $1 FROM unnest($2::bytea[]) AS new (skeleton)",
      id, .byteStrings(bytes))
  }

  private static func insert(_ session: SessionRecord, of id: PostgresValue) -> Command {
    Command(
      """
      INSERT INTO sessions
        (digest, player, created_at, kind, label, scopes, last_used_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      .bytes(session.digest), id, .integer(session.createdAt.milliseconds),
      .text(session.kind.rawValue), .bytes(Array(session.label.utf8)),
      .integer(session.scopes.rawValue), .integer(session.lastUsedAt.milliseconds),
      .integer(session.expiresAt?.milliseconds ?? .max))
  }

  /// Returns the account to which a skeleton belongs, or `nil`.
  public func account(skeleton: String) async throws(StoreError) -> AccountRecord? {
    try await perform { (attempt) throws(PostgresFailure) in
      try PostgresStore.account(
        in: attempt.run(Command(Query.accountOfSkeleton, .bytes(Array(skeleton.utf8)))))
    }
  }

  /// Returns the account of a registered player, or `nil`.
  public func account(of player: PlayerID) async throws(StoreError) -> AccountRecord? {
    try await perform { (attempt) throws(PostgresFailure) in
      try PostgresStore.account(in: attempt.run(Command(Query.account, .bytes(player.raw.bytes))))
    }
  }

  private static func account(in rows: Rows) throws(PostgresFailure) -> AccountRecord? {
    guard let player = try PostgresStore.player(in: rows) else { return nil }
    return AccountRecord(player: player, passwordHash: rows.text(0, 4))
  }

  /// Gives a player another name.
  public func rename(
    _ player: PlayerID, to name: String, skeletons: [String]
  ) async throws(StoreError) {
    try Credentials.validate(skeletons)
    try await perform { (attempt) throws(PostgresFailure) in
      let record = try PostgresStore.hold(player, in: attempt)
      let id = PostgresValue.bytes(player.raw.bytes)
      var commands: [Command] = []
      if record.kind == .registered {
        commands.append(Command("DELETE FROM names WHERE player = $1", id))
        commands.append(PostgresStore.claim(skeletons, for: id))
      } else {
        let owners = try attempt.run(
          skeletons.map { Command(Query.ownerOfSkeleton, .bytes(Array($0.utf8))) })
        guard owners.allSatisfy({ $0.count == 0 }) else { throw .refused(.nameTaken) }
      }
      commands.append(
        Command("UPDATE players SET name = $1 WHERE id = $2", .bytes(Array(name.utf8)), id))
      commands.append(Command("COMMIT"))
      do throws(PostgresFailure) {
        // May as well happen twice, so there is no doubt to wait for.
        try attempt.commit(commands)
      } catch {
        guard error.isDuplicate(of: "names_pkey") else { throw error }
        throw .refused(.nameTaken)
      }
    }
  }

  /// Replaces the password, ends all sessions, and stores a new one.
  public func setPassword(
    of player: PlayerID, from old: String, to new: String, session: SessionRecord
  ) async throws(StoreError) {
    try session.validate()
    try await changeAccount(storing: session, of: player) { (attempt) throws(PostgresFailure) in
      _ = try PostgresStore.hold(player, in: attempt)
      let id = PostgresValue.bytes(player.raw.bytes)
      try PostgresStore.check(old, of: id, in: attempt)
      try attempt.commit([
        Command("UPDATE passwords SET hash = $1 WHERE player = $2", .text(new), id),
        Command("DELETE FROM sessions WHERE player = $1", id),
        PostgresStore.insert(session, of: id), Command("COMMIT"),
      ])
    }
  }

  private static func check(
    _ password: String, of id: PostgresValue, in attempt: Session.Attempt
  ) throws(PostgresFailure) {
    let rows = try attempt.run(Command(Query.password, id))
    guard rows.count == 1, rows.bytes(0, 0) == Array(password.utf8) else {
      throw .refused(.noSuchPlayer)
    }
  }

  /// Erases what belongs to a person.
  public func deleteAccount(_ player: PlayerID) async throws(StoreError) {
    try await perform { (attempt) throws(PostgresFailure) in
      let id = PostgresValue.bytes(player.raw.bytes)
      if attempt.isInDoubt,
        try PostgresStore.player(in: attempt.run(Command(Query.player, id)))?.kind == .deleted
      {
        return
      }
      _ = try PostgresStore.hold(player, in: attempt)
      try attempt.commit([
        Command(
          "UPDATE players SET kind = 'deleted', name = $1 WHERE id = $2",
          .bytes(Array(deletedPlayerName.utf8)), id),
        Command("DELETE FROM names WHERE player = $1", id),
        Command("DELETE FROM passwords WHERE player = $1", id),
        Command("DELETE FROM sessions WHERE player = $1", id), Command("COMMIT"),
      ])
    }
  }
}

extension PostgresStore {
  /// Adds a session.
  public func addSession(
    _ session: SessionRecord, of player: PlayerID, ifPassword password: String?
  ) async throws(StoreError) {
    try session.validate()
    try await changeAccount(storing: session, of: player) { (attempt) throws(PostgresFailure) in
      _ = try PostgresStore.hold(player, in: attempt)
      let id = PostgresValue.bytes(player.raw.bytes)
      if let password { try PostgresStore.check(password, of: id, in: attempt) }
      let others = PostgresStore.sessions(
        in: try attempt.run(Command(Query.sessionsOfPlayer, id)))
      let gone: [[UInt8]]
      do throws(StoreError) {
        gone = try others.making(roomFor: session)
      } catch {
        throw .refused(error)
      }
      try attempt.commit([
        Command("DELETE FROM sessions WHERE digest = ANY ($1)", .byteStrings(gone)),
        PostgresStore.insert(session, of: id), Command("COMMIT"),
      ])
    }
  }

  /// Returns the session with a digest together with its player, or `nil`.
  public func session(_ digest: [UInt8]) async throws(StoreError) -> SignedIn? {
    try await perform { (attempt) throws(PostgresFailure) in
      let rows = try attempt.run(Command(Query.session, .bytes(digest)))
      guard let player = try PostgresStore.player(in: rows) else { return nil }
      return SignedIn(player: player, session: PostgresStore.session(in: rows, 0, from: 4))
    }
  }

  private static func session(in rows: Rows, _ row: Int, from first: Int) -> SessionRecord {
    let end = rows.integer(row, first + 6)
    return SessionRecord(
      digest: rows.bytes(row, first),
      createdAt: Timestamp(milliseconds: rows.integer(row, first + 1)),
      kind: SessionRecord.Kind(rawValue: rows.text(row, first + 2)) ?? .browser,
      label: rows.text(row, first + 3),
      scopes: AccessScopes(rawValue: Int(rows.integer(row, first + 4))),
      lastUsedAt: Timestamp(milliseconds: rows.integer(row, first + 5)),
      expiresAt: end == .max ? nil : Timestamp(milliseconds: end))
  }

  private static func sessions(in rows: Rows) -> [SessionRecord] {
    rows.indices.map { session(in: rows, $0, from: 0) }.newestFirst
  }

  /// Returns a player's sessions, the newest first.
  public func sessions(of player: PlayerID) async throws(StoreError) -> [SessionRecord] {
    try await perform { (attempt) throws(PostgresFailure) in
      PostgresStore.sessions(
        in: try attempt.run(Command(Query.sessionsOfPlayer, .bytes(player.raw.bytes))))
    }
  }

  /// Returns those of some digests whose sessions are there.
  public func presentSessions(among digests: [[UInt8]]) async throws(StoreError) -> [[UInt8]] {
    try await perform { (attempt) throws(PostgresFailure) in
      let rows = try attempt.run(Command(Query.presentSessions, .byteStrings(digests)))
      return rows.indices.map { rows.bytes($0, 0) }
    }
  }

  /// Notes when a session was used.
  public func touchSession(_ digest: [UInt8], at time: Timestamp) async throws(StoreError) {
    try await perform { (attempt) throws(PostgresFailure) in
      _ = try attempt.run(
        Command(
          "UPDATE sessions SET last_used_at = $1 WHERE digest = $2", .integer(time.milliseconds),
          .bytes(digest)))
    }
  }

  /// Ends a session of a player; does nothing if it is not there.
  public func endSession(_ digest: [UInt8], of player: PlayerID) async throws(StoreError) {
    try await perform { (attempt) throws(PostgresFailure) in
      _ = try attempt.run(
        Command(
          "DELETE FROM sessions WHERE digest = $1 AND player = $2", .bytes(digest),
          .bytes(player.raw.bytes)))
    }
  }

  /// Ends all sessions of a player but one, or all.
  public func endSessions(
    of player: PlayerID, except digest: [UInt8]?
  ) async throws(StoreError) {
    try await perform { (attempt) throws(PostgresFailure) in
      let id = PostgresValue.bytes(player.raw.bytes)
      // Under the player's row, so that none that is being added slips through.
      try attempt.commit([
        Command("BEGIN"), Command(Query.heldPlayer, id),
        // No digest is empty.
        Command(
          "DELETE FROM sessions WHERE player = $1 AND digest <> $2", id, .bytes(digest ?? [])),
        Command("COMMIT"),
      ])
    }
  }
}

internal import Hosting
public import MatchStore
public import Matches

extension PostgresStore {
  /// Stores a new player with a first session.
  public func addPlayer(
    _ player: PlayerRecord, session: SessionRecord
  ) async throws(StoreError) {
    try session.validate()
    try await perform { (attempt) throws(PostgresFailure) in
      let id = PostgresValue.bytes(player.id.raw.bytes)
      do throws(PostgresFailure) {
        try attempt.commit([
          Command("BEGIN"),
          Command(
            "INSERT INTO players (id, name, created_at) VALUES ($1, $2, $3)", id,
            .bytes(Array(player.name.utf8)), .integer(player.createdAt.milliseconds)),
          Command(
            """
            INSERT INTO sessions (digest, player, created_at, last_used_at, expires_at)
            VALUES ($1, $2, $3, $4, $5)
            """,
            .bytes(session.digest), id, .integer(session.createdAt.milliseconds),
            .integer(session.lastUsedAt.milliseconds),
            .integer(session.expiresAt?.milliseconds ?? .max)),
          Command("COMMIT"),
        ])
      } catch {
        guard error.isDuplicate(of: "players_pkey") || error.isDuplicate(of: "sessions_pkey")
        else { throw error }
        // Both names are random, so whoever stored the same under both is an earlier run of this job.
        if attempt.isInDoubt {
          try attempt.connection.rollBackIfNeeded(until: attempt.deadline)
          let stored = try PostgresStore.player(
            in: attempt.run(Command(Query.playerOfSession, .bytes(session.digest))))
          if stored == player { return }
        }
        throw .refused(.invalid("the player or the session exists"))
      }
    }
  }

  /// Returns a player, or `nil` if there is none.
  public func player(_ id: PlayerID) async throws(StoreError) -> PlayerRecord? {
    try await perform { (attempt) throws(PostgresFailure) in
      try PostgresStore.player(in: attempt.run(Command(Query.player, .bytes(id.raw.bytes))))
    }
  }

  /// Returns the player whose session token has this digest, or `nil`.
  public func player(session digest: [UInt8]) async throws(StoreError) -> PlayerRecord? {
    try await perform { (attempt) throws(PostgresFailure) in
      try PostgresStore.player(in: attempt.run(Command(Query.playerOfSession, .bytes(digest))))
    }
  }

  static func player(in rows: Rows) throws(PostgresFailure) -> PlayerRecord? {
    guard rows.count > 0 else { return nil }
    guard let id = Identifier128(bytes: rows.bytes(0, 0)) else {
      throw .refused(.unavailable("the identifier of a player is damaged"))
    }
    return PlayerRecord(
      id: PlayerID(id), name: rows.text(0, 1),
      createdAt: Timestamp(milliseconds: rows.integer(0, 2)),
      kind: PlayerKind(rawValue: rows.text(0, 3)) ?? .guest)
  }

  /// Changes the name of a player; does nothing for an unknown one.
  public func rename(_ id: PlayerID, to name: String) async throws(StoreError) {
    try await perform { (attempt) throws(PostgresFailure) in
      // May as well happen twice, so there is no doubt to wait for.
      _ = try attempt.run(
        Command(
          "UPDATE players SET name = $1 WHERE id = $2", .bytes(Array(name.utf8)),
          .bytes(id.raw.bytes)))
    }
  }

  /// Checks that the store can be read and written, by doing both.
  ///
  /// It fails within 5 seconds, or half a second after the store's patience, when the database is away.
  public func checkReady() async throws(StoreError) {
    // Looking up a host's name may wait for longer than any deadline of ours.
    let answer = FirstAnswer()
    let check = Task {
      do throws(StoreError) {
        try await perform { (attempt) throws(PostgresFailure) in
          _ = try attempt.run(
            Command("UPDATE readiness SET checks = checks + 1 WHERE id = 1 RETURNING checks"))
        }
        answer.give(.success(()))
      } catch {
        answer.give(.failure(error))
      }
    }
    let alarm = Task {
      do {
        try await time.sleep(nanoseconds: patience + 400_000_000)
      } catch {
        return
      }
      answer.give(.failure(.unavailable("the database did not answer in time")))
    }
    let result = await answer.wait()
    alarm.cancel()
    check.cancel()
    try result.get()
  }
}

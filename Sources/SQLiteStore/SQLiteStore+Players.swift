public import MatchStore
public import Matches

extension SQLiteStore {
  /// Stores a new player with a first session.
  public func addPlayer(
    _ player: PlayerRecord, session: SessionRecord
  ) async throws(StoreError) {
    try session.validate()
    try await write { (connection) throws(SQLiteFailure) in
      let id = SQLiteValue.bytes(player.id.raw.bytes)
      do throws(SQLiteFailure) {
        try connection.execute(
          "INSERT INTO players (id, name, created_at) VALUES (?, ?, ?)", id, .text(player.name),
          .integer(player.createdAt.milliseconds))
        try connection.execute(
          """
          INSERT INTO sessions (digest, player, created_at, last_used_at, expires_at)
          VALUES (?, ?, ?, ?, ?)
          """,
          .bytes(session.digest), id, .integer(session.createdAt.milliseconds),
          .integer(session.lastUsedAt.milliseconds),
          session.expiresAt.map { .integer($0.milliseconds) } ?? .null)
      } catch {
        guard error.isConstraint else { throw error }
        throw .refused(.invalid("the player or the session exists"))
      }
    }
  }

  /// Returns a player, or `nil` if there is none.
  public func player(_ id: PlayerID) async throws(StoreError) -> PlayerRecord? {
    try await read { (connection) throws(SQLiteFailure) in
      try SQLiteStore.firstPlayer(
        in: connection.prepare(
          Query.player, .bytes(id.raw.bytes)))
    }
  }

  /// Returns the player whose session token has this digest, or `nil`.
  public func player(session digest: [UInt8]) async throws(StoreError) -> PlayerRecord? {
    try await read { (connection) throws(SQLiteFailure) in
      try SQLiteStore.firstPlayer(
        in: connection.prepare(
          Query.playerOfSession,
          .bytes(digest)))
    }
  }

  static func firstPlayer(
    in row: consuming Statement
  ) throws(SQLiteFailure) -> PlayerRecord? {
    guard try row.step() else { return nil }
    return try player(in: row)
  }

  /// Reads the player whose columns come first in the current row.
  static func player(in row: borrowing Statement) throws(SQLiteFailure) -> PlayerRecord {
    guard let id = Identifier128(bytes: row.bytes(0)) else {
      throw .refused(.unavailable("the identifier of a player is damaged"))
    }
    return PlayerRecord(
      id: PlayerID(id), name: row.text(1),
      createdAt: Timestamp(milliseconds: Int64(row.integer(2))),
      kind: PlayerKind(rawValue: row.text(3)) ?? .guest)
  }

  /// Changes the name of a player; does nothing for an unknown one.
  public func rename(_ id: PlayerID, to name: String) async throws(StoreError) {
    try await write { (connection) throws(SQLiteFailure) in
      try connection.execute(
        "UPDATE players SET name = ? WHERE id = ?", .text(name), .bytes(id.raw.bytes))
    }
  }

  /// Checks that the store can be read and written, by doing both.
  ///
  /// It also notices that the file was removed, replaced or made unwritable.
  public func checkReady() async throws(StoreError) {
    let files = files
    try await write { (connection) throws(SQLiteFailure) in
      try files?.checkAccess()
      try connection.execute("UPDATE readiness SET checks = checks + 1 WHERE id = 1")
    }
    _ = try await read { (connection) throws(SQLiteFailure) in
      try connection.first("SELECT checks FROM readiness WHERE id = 1") {
        row throws(SQLiteFailure) in row.integer(0)
      }
    }
  }
}

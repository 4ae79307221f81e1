/// What is read from the database; each walks along a key, which a test proves by the plans.
package enum Query {
  static let version: StaticString = "SELECT version FROM matches WHERE id = $1"

  static let events: StaticString = """
    SELECT number, body, checksum, received_at FROM events
    WHERE match = $1 AND number >= $2 ORDER BY number LIMIT $3
    """

  static let lastChecksum: StaticString = """
    SELECT checksum FROM events
    WHERE match = $1 AND number = $2
    """

  static let writer: StaticString = "SELECT writer FROM events WHERE match = $1 AND number = $2"

  static let firstAfter: StaticString = """
    SELECT number FROM events WHERE match = $1 AND number > $2 ORDER BY number LIMIT 1
    """

  static let answer: StaticString = """
    SELECT match, version, digest, answer FROM commands WHERE player = $1 AND key = $2
    """

  static let summary: StaticString = """
    SELECT id, game, status, version, seats, updated_at FROM matches WHERE id = $1
    """

  static let lockedSummary: StaticString = """
    SELECT id, game, status, version, seats, updated_at FROM matches WHERE id = $1
    FOR NO KEY UPDATE
    """

  static let list: StaticString = """
    SELECT m.id, m.game, m.status, m.version, m.seats, m.updated_at
    FROM (
      SELECT rank, updated_at, match FROM lists
      WHERE player = $1 ORDER BY rank, updated_at DESC, match LIMIT $2
    ) AS l JOIN matches AS m ON m.id = l.match
    ORDER BY l.rank, l.updated_at DESC, l.match
    """

  static let player: StaticString =
    "SELECT id, name, created_at, kind FROM players WHERE id = $1"

  static let playerOfSession: StaticString = """
    SELECT p.id, p.name, p.created_at, p.kind
    FROM sessions AS s JOIN players AS p ON p.id = s.player WHERE s.digest = $1
    """

  static let account: StaticString = """
    SELECT p.id, p.name, p.created_at, p.kind, w.hash
    FROM players AS p JOIN passwords AS w ON w.player = p.id WHERE p.id = $1
    """

  static let accountOfSkeleton: StaticString = """
    SELECT p.id, p.name, p.created_at, p.kind, w.hash
    FROM names AS n JOIN players AS p ON p.id = n.player
      JOIN passwords AS w ON w.player = p.id
    WHERE n.skeleton = $1
    """

  static let password: StaticString = "SELECT hash FROM passwords WHERE player = $1"

  static let session: StaticString = """
    SELECT p.id, p.name, p.created_at, p.kind,
      s.digest, s.created_at, s.kind, s.label, s.scopes, s.last_used_at, s.expires_at
    FROM sessions AS s JOIN players AS p ON p.id = s.player WHERE s.digest = $1
    """

  static let sessionsOfPlayer: StaticString = """
    SELECT digest, created_at, kind, label, scopes, last_used_at, expires_at
    FROM sessions WHERE player = $1
    """

  static let ownerOfSkeleton: StaticString = "SELECT player FROM names WHERE skeleton = $1"

  static let presentSessions: StaticString =
    "SELECT digest FROM sessions WHERE digest = ANY ($1)"

  /// Counts up a number of the player's row, which makes others who do the same wait or run again.
  static let heldPlayer: StaticString = """
    UPDATE players SET revision = revision + 1 WHERE id = $1
    RETURNING id, name, created_at, kind
    """

  private static let id = PostgresValue.bytes([UInt8](repeating: 1, count: 16))
  private static let digest = PostgresValue.bytes([UInt8](repeating: 1, count: 32))

  /// All of them, with values as they are asked with.
  package static let all: [(sql: StaticString, values: [PostgresValue])] = [
    (version, [id]), (events, [id, .integer(3), .integer(20)]),
    (lastChecksum, [id, .integer(3)]), (writer, [id, .integer(3)]),
    (firstAfter, [id, .integer(3)]), (answer, [id, .text("key")]), (summary, [id]),
    (lockedSummary, [id]), (list, [id, .integer(20)]), (player, [id]),
    (playerOfSession, [digest]), (account, [id]), (accountOfSkeleton, [.bytes([97])]),
    (password, [id]), (session, [digest]), (sessionsOfPlayer, [id]),
    (ownerOfSkeleton, [.bytes([97])]),
    (presentSessions, [.byteStrings([[UInt8](repeating: 1, count: 32)])]),
  ]
}

/// What is read from the database; each walks along a key, which a test proves by the plans.
package enum Query {
  static let version: StaticString = "SELECT version FROM matches WHERE id = $1"

  static let events: StaticString = """
    SELECT number, body, checksum, received_at FROM events
    WHERE match = $1 AND number >= $2 ORDER BY number LIMIT $3
    """

  static let checksums: StaticString = """
    SELECT e.match, e.checksum FROM unnest($1::bytea[], $2::bigint[]) AS place (match, number)
    JOIN events AS e ON e.match = place.match AND e.number = place.number
    """

  static let writer: StaticString = "SELECT writer FROM events WHERE match = $1 AND number = $2"

  static let firstAfter: StaticString = """
    SELECT number FROM events WHERE match = $1 AND number > $2 ORDER BY number LIMIT 1
    """

  static let answer: StaticString = """
    SELECT match, version, digest, answer FROM commands WHERE player = $1 AND key = $2
    """

  static let summary: StaticString = """
    SELECT id, game, status, version, seats, updated_at, wake_at, queue, is_public
    FROM matches WHERE id = $1
    """

  static let answers: StaticString = """
    SELECT c.match, c.version, c.digest, c.answer, c.player, c.key
    FROM unnest($1::bytea[], $2::text[]) AS asked (player, key)
    JOIN commands AS c ON c.player = asked.player AND c.key = asked.key
    """

  // In the order of the identifiers, so that of two nodes with the same matches one waits for the other.
  static let lockedSummaries: StaticString = """
    SELECT id, game, status, version, seats, updated_at, wake_at, queue, is_public
    FROM matches WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE
    """

  static let list: StaticString = """
    SELECT m.id, m.game, m.status, m.version, m.seats, m.updated_at, m.wake_at, m.queue,
      m.is_public
    FROM (
      SELECT rank, updated_at, match FROM lists
      WHERE player = $1 ORDER BY rank, updated_at DESC, match LIMIT $2
    ) AS l JOIN matches AS m ON m.id = l.match
    ORDER BY l.rank, l.updated_at DESC, l.match
    """

  static let due: StaticString =
    "SELECT id FROM matches WHERE wake_at <= $1 ORDER BY wake_at, id LIMIT $2"

  static let nextWake: StaticString =
    "SELECT wake_at FROM matches WHERE wake_at IS NOT NULL ORDER BY wake_at LIMIT 1"

  static let openMatches: StaticString = """
    SELECT id, game, status, version, seats, updated_at, wake_at, queue, is_public
    FROM matches WHERE queue = $1 ORDER BY queued_at, id LIMIT $2
    """

  static let publicMatches: StaticString = """
    SELECT id, game, status, version, seats, updated_at, wake_at, queue, is_public
    FROM matches WHERE public_at IS NOT NULL ORDER BY public_at DESC, id LIMIT $1
    """

  static let page: StaticString = """
    SELECT id, game, status, version, seats, updated_at, wake_at, queue, is_public
    FROM matches WHERE id > $1 ORDER BY id LIMIT $2
    """

  static let player: StaticString =
    "SELECT id, name, created_at, kind FROM players WHERE id = $1"

  static let playerOfSession: StaticString = """
    SELECT p.id, p.name, p.created_at, p.kind
    FROM sessions AS s JOIN players AS p ON p.id = s.player WHERE s.digest = $1
    """

  private static let id16 = [UInt8](repeating: 1, count: 16)
  private static let id = PostgresValue.bytes(id16)
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

  private static let digest = PostgresValue.bytes([UInt8](repeating: 1, count: 32))

  /// All of them, with values as they are asked with.
  package static let all: [(sql: StaticString, values: [PostgresValue])] = [
    (version, [id]), (events, [id, .integer(3), .integer(20)]),
    (checksums, [.byteStrings([id16]), .integers([3])]), (writer, [id, .integer(3)]),
    (firstAfter, [id, .integer(3)]), (answer, [id, .text("key")]), (summary, [id]),
    (lockedSummaries, [.byteStrings([id16])]),
    (answers, [.byteStrings([id16]), .texts(["key"])]), (list, [id, .integer(20)]),
    (due, [.integer(60), .integer(20)]),
    (nextWake, []), (openMatches, [.text("7"), .integer(20)]), (publicMatches, [.integer(20)]),
    (page, [id, .integer(20)]), (player, [id]),
    (playerOfSession, [digest]), (account, [id]), (accountOfSkeleton, [.bytes([97])]),
    (password, [id]), (session, [digest]), (sessionsOfPlayer, [id]),
    (ownerOfSkeleton, [.bytes([97])]),
    (presentSessions, [.byteStrings([[UInt8](repeating: 1, count: 32)])]),
  ]
}

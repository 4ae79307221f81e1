/// What is read from the database; each walks along a key, which a test proves by the plans.
package enum Query {
  static let version: StaticString = "SELECT version FROM matches WHERE id = ?"

  static let events: StaticString = """
    SELECT number, body, checksum, received_at FROM events
    WHERE match = ? AND number >= ? ORDER BY number LIMIT ?
    """

  static let lastChecksum: StaticString =
    "SELECT checksum FROM events WHERE match = ? AND number = ?"

  static let answer: StaticString =
    "SELECT match, version, digest, answer FROM commands WHERE player = ? AND key = ?"

  static let summary: StaticString = """
    SELECT id, game, status, version, seats, updated_at, wake_at, queue, is_public
    FROM matches WHERE id = ?
    """

  static let list: StaticString = """
    SELECT m.id, m.game, m.status, m.version, m.seats, m.updated_at, m.wake_at, m.queue,
      m.is_public
    FROM lists AS l CROSS JOIN matches AS m ON m.id = l.match
    WHERE l.player = ? ORDER BY l.rank, l.updated_at DESC, l.match LIMIT ?
    """

  static let due: StaticString =
    "SELECT id FROM matches WHERE wake_at <= ? ORDER BY wake_at, id LIMIT ?"

  static let nextWake: StaticString = "SELECT min(wake_at) FROM matches WHERE wake_at IS NOT NULL"

  static let openMatches: StaticString = """
    SELECT id, game, status, version, seats, updated_at, wake_at, queue, is_public
    FROM matches WHERE queue = ? ORDER BY updated_at, id LIMIT ?
    """

  static let publicMatches: StaticString = """
    SELECT id, game, status, version, seats, updated_at, wake_at, queue, is_public
    FROM matches WHERE is_public = 1 AND status <> 'ended' ORDER BY updated_at DESC, id LIMIT ?
    """

  static let page: StaticString = """
    SELECT id, game, status, version, seats, updated_at, wake_at, queue, is_public
    FROM matches WHERE id > ? ORDER BY id LIMIT ?
    """

  static let heartbeat: StaticString = "SELECT beaten_at FROM heartbeat WHERE id = 1"

  static let player: StaticString =
    "SELECT id, name, created_at, kind FROM players WHERE id = ?"

  static let playerOfSession: StaticString = """
    SELECT p.id, p.name, p.created_at, p.kind
    FROM sessions AS s CROSS JOIN players AS p ON p.id = s.player WHERE s.digest = ?
    """

  static let account: StaticString = """
    SELECT p.id, p.name, p.created_at, p.kind, w.hash
    FROM players AS p CROSS JOIN passwords AS w ON w.player = p.id WHERE p.id = ?
    """

  static let accountOfSkeleton: StaticString = """
    SELECT p.id, p.name, p.created_at, p.kind, w.hash
    FROM names AS n CROSS JOIN players AS p ON p.id = n.player
      CROSS JOIN passwords AS w ON w.player = p.id
    WHERE n.skeleton = ?
    """

  static let password: StaticString = "SELECT hash FROM passwords WHERE player = ?"

  static let session: StaticString = """
    SELECT p.id, p.name, p.created_at, p.kind,
      s.digest, s.created_at, s.kind, s.label, s.scopes, s.last_used_at, s.expires_at
    FROM sessions AS s CROSS JOIN players AS p ON p.id = s.player WHERE s.digest = ?
    """

  static let sessionsOfPlayer: StaticString = """
    SELECT digest, created_at, kind, label, scopes, last_used_at, expires_at
    FROM sessions WHERE player = ?
    """

  static let ownerOfSkeleton: StaticString = "SELECT player FROM names WHERE skeleton = ?"

  static let isSession: StaticString = "SELECT 1 FROM sessions WHERE digest = ?"

  /// All of them.
  package static let all: [StaticString] = [
    version, events, lastChecksum, answer, summary, list, due, nextWake, openMatches,
    publicMatches, page, heartbeat, player, playerOfSession,
    account, accountOfSkeleton, password, session, sessionsOfPlayer, ownerOfSkeleton, isSession,
  ]
}

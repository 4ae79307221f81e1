package import MatchStore

/// The layout of the database.
package enum Schema {
  /// All migrations, oldest first.
  ///
  /// Add at the end; never change one that was released.
  package static let migrations: [Migration] = [
    Migration(
      "0001-matches",
      [
        // `seats` is for reading back only: "active 1 <player>,matching 0 -"; see SeatText.
        """
        CREATE TABLE matches (
          id BLOB PRIMARY KEY CHECK (length(id) = 16),
          game TEXT NOT NULL,
          status TEXT NOT NULL,
          version INTEGER NOT NULL CHECK (version > 0),
          seats TEXT NOT NULL,
          updated_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE events (
          match BLOB NOT NULL REFERENCES matches (id),
          number INTEGER NOT NULL CHECK (number > 0),
          body BLOB NOT NULL,
          checksum BLOB NOT NULL CHECK (length(checksum) = 16),
          received_at INTEGER NOT NULL,
          PRIMARY KEY (match, number)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE commands (
          player BLOB NOT NULL CHECK (length(player) = 16),
          key TEXT NOT NULL,
          match BLOB NOT NULL REFERENCES matches (id),
          version INTEGER NOT NULL,
          digest BLOB NOT NULL,
          answer BLOB NOT NULL,
          PRIMARY KEY (player, key)
        ) STRICT, WITHOUT ROWID
        """,
        // The key is the order of the list, so that a list is one walk over neighbours.
        """
        CREATE TABLE lists (
          player BLOB NOT NULL CHECK (length(player) = 16),
          rank INTEGER NOT NULL,
          updated_at INTEGER NOT NULL,
          match BLOB NOT NULL REFERENCES matches (id),
          PRIMARY KEY (player, rank, updated_at DESC, match)
        ) STRICT, WITHOUT ROWID
        """,
      ]),
    Migration(
      "0002-players",
      [
        """
        CREATE TABLE players (
          id BLOB PRIMARY KEY CHECK (length(id) = 16),
          name TEXT NOT NULL,
          created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE sessions (
          digest BLOB PRIMARY KEY CHECK (length(digest) = 32),
          player BLOB NOT NULL REFERENCES players (id),
          created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX sessions_of_player ON sessions (player)",
        // One row that readiness writes, to know that writing works.
        """
        CREATE TABLE readiness (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          checks INTEGER NOT NULL
        ) STRICT
        """,
        "INSERT INTO readiness (id, checks) VALUES (1, 0)",
      ]),
    Migration(
      "0003-timers",
      [
        "ALTER TABLE matches ADD COLUMN wake_at INTEGER",
        "ALTER TABLE matches ADD COLUMN queue TEXT",
        "ALTER TABLE matches ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0",
        // Partial, so that a match that is in none of these lists costs them nothing.
        "CREATE INDEX matches_to_wake ON matches (wake_at, id) WHERE wake_at IS NOT NULL",
        """
        CREATE INDEX matches_in_queue ON matches (queue, updated_at, id) WHERE queue IS NOT NULL
        """,
        """
        CREATE INDEX matches_in_public ON matches (updated_at DESC, id)
        WHERE is_public = 1 AND status <> 'ended'
        """,
        // One row that says when a server was last known to live.
        """
        CREATE TABLE heartbeat (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          beaten_at INTEGER
        ) STRICT
        """,
        "INSERT INTO heartbeat (id, beaten_at) VALUES (1, NULL)",
      ]),
    Migration(
      "0004-accounts",
      [
        "ALTER TABLE players ADD COLUMN kind TEXT NOT NULL DEFAULT 'guest'",
        """
        CREATE TABLE passwords (
          player BLOB PRIMARY KEY REFERENCES players (id),
          hash TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        // The key is what keeps names apart that look alike; a name has a few skeletons.
        """
        CREATE TABLE names (
          skeleton BLOB PRIMARY KEY,
          player BLOB NOT NULL REFERENCES players (id)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX names_of_player ON names (player)",
        "ALTER TABLE sessions ADD COLUMN kind TEXT NOT NULL DEFAULT 'browser'",
        "ALTER TABLE sessions ADD COLUMN label TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE sessions ADD COLUMN scopes INTEGER NOT NULL DEFAULT 7",
        "ALTER TABLE sessions ADD COLUMN last_used_at INTEGER NOT NULL DEFAULT 0",
        "UPDATE sessions SET last_used_at = created_at",
        "ALTER TABLE sessions ADD COLUMN expires_at INTEGER",
      ]),
  ]
}

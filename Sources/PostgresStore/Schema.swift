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
        // `seats` is for reading back only, see SeatText. A game's identifier may hold any character, also
        // those that a text of PostgreSQL may not. Every turn changes a row of matches, beside the old one.
        """
        CREATE TABLE matches (
          id bytea PRIMARY KEY CHECK (length(id) = 16),
          game bytea NOT NULL,
          status text NOT NULL,
          version bigint NOT NULL CHECK (version > 0),
          seats text NOT NULL,
          updated_at bigint NOT NULL
        ) WITH (fillfactor = 80)
        """,
        // `writer` is a random number of the append, by which it is known again when its answer was lost.
        """
        CREATE TABLE events (
          match bytea NOT NULL REFERENCES matches (id),
          number bigint NOT NULL CHECK (number > 0),
          body bytea NOT NULL,
          checksum bytea NOT NULL CHECK (length(checksum) = 16),
          received_at bigint NOT NULL,
          writer bigint NOT NULL,
          PRIMARY KEY (match, number)
        )
        """,
        """
        CREATE TABLE commands (
          player bytea NOT NULL CHECK (length(player) = 16),
          key text COLLATE "C" NOT NULL,
          match bytea NOT NULL REFERENCES matches (id),
          version bigint NOT NULL,
          digest bytea NOT NULL,
          answer bytea NOT NULL,
          PRIMARY KEY (player, key)
        )
        """,
        """
        CREATE TABLE lists (
          player bytea NOT NULL CHECK (length(player) = 16),
          match bytea NOT NULL REFERENCES matches (id),
          rank bigint NOT NULL,
          updated_at bigint NOT NULL,
          PRIMARY KEY (player, match)
        )
        """,
        // In the order of the list, so that a list is one walk over neighbours.
        "CREATE INDEX lists_in_order ON lists (player, rank, updated_at DESC, match)",
      ]),
    Migration(
      "0002-players",
      [
        """
        CREATE TABLE players (
          id bytea PRIMARY KEY CHECK (length(id) = 16),
          name bytea NOT NULL,
          created_at bigint NOT NULL
        )
        """,
        """
        CREATE TABLE sessions (
          digest bytea PRIMARY KEY CHECK (length(digest) = 32),
          player bytea NOT NULL REFERENCES players (id),
          created_at bigint NOT NULL
        )
        """,
        "CREATE INDEX sessions_of_player ON sessions (player)",
        // One row that readiness writes, to know that writing works.
        """
        CREATE TABLE readiness (
          id bigint PRIMARY KEY CHECK (id = 1),
          checks bigint NOT NULL
        )
        """,
        "INSERT INTO readiness (id, checks) VALUES (1, 0)",
      ]),
    Migration(
      "0003-timers",
      [
        // The last two repeat `updated_at` while the match stands in the queue or the list of all. An index over
        // `updated_at` itself would cost every turn of every match a new entry in all indexes of the table.
        """
        ALTER TABLE matches
          ADD COLUMN wake_at bigint,
          ADD COLUMN queue text COLLATE "C",
          ADD COLUMN is_public boolean NOT NULL DEFAULT false,
          ADD COLUMN queued_at bigint,
          ADD COLUMN public_at bigint
        """,
        "CREATE INDEX matches_to_wake ON matches (wake_at, id) WHERE wake_at IS NOT NULL",
        "CREATE INDEX matches_in_queue ON matches (queue, queued_at, id) WHERE queue IS NOT NULL",
        """
        CREATE INDEX matches_in_public ON matches (public_at DESC, id) WHERE public_at IS NOT NULL
        """,
        // One row that says when a server was last known to live.
        """
        CREATE TABLE heartbeat (
          id bigint PRIMARY KEY CHECK (id = 1),
          beaten_at bigint
        )
        """,
        "INSERT INTO heartbeat (id, beaten_at) VALUES (1, NULL)",
        // What outlives a server of ours, but need not outlive a crash of the database, is not logged: its
        // commits wait for no disk.
        """
        CREATE UNLOGGED TABLE jobs (
          match bytea NOT NULL CHECK (length(match) = 16),
          node bigint NOT NULL,
          began_at bigint NOT NULL,
          PRIMARY KEY (match, node)
        )
        """,
        // A node holds a lock with its number for as long as it has a connection.
        """
        CREATE VIEW living_nodes AS
        SELECT classid::bigint << 32 | objid::bigint AS node FROM pg_locks
        WHERE locktype = 'advisory' AND objsubid = 1 AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        """,
      ]),
    Migration(
      "0004-accounts",
      [
        """
        ALTER TABLE players
          ADD COLUMN kind text NOT NULL DEFAULT 'guest',
          ADD COLUMN revision bigint NOT NULL DEFAULT 0
        """,
        """
        CREATE TABLE passwords (
          player bytea PRIMARY KEY REFERENCES players (id),
          hash text NOT NULL
        )
        """,
        // The key is what keeps names apart that look alike; a name has a few skeletons.
        """
        CREATE TABLE names (
          skeleton bytea PRIMARY KEY,
          player bytea NOT NULL REFERENCES players (id)
        )
        """,
        "CREATE INDEX names_of_player ON names (player)",
        // A session without an end has the largest number.
        """
        ALTER TABLE sessions
          ADD COLUMN kind text NOT NULL DEFAULT 'browser',
          ADD COLUMN label bytea NOT NULL DEFAULT '',
          ADD COLUMN scopes bigint NOT NULL DEFAULT 7,
          ADD COLUMN last_used_at bigint NOT NULL DEFAULT 0,
          ADD COLUMN expires_at bigint NOT NULL DEFAULT 9223372036854775807
        """,
        "UPDATE sessions SET last_used_at = created_at",
      ]),
  ]
}

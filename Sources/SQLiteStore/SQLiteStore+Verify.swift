internal import MatchStore
internal import Matches

extension SQLiteStore {
  /// Checks a whole database on a connection: its pages, its keys, and the chain of every match.
  static func verify(
    _ connection: Connection
  ) throws(SQLiteFailure) -> (matches: Int, events: Int) {
    let owner = try connection.first("PRAGMA application_id") { row throws(SQLiteFailure) in
      row.integer(0)
    }
    guard owner == Migrator.applicationID else { throw damage("it belongs to something else") }
    let pages = try connection.first("PRAGMA integrity_check(1)") { row throws(SQLiteFailure) in
      row.text(0)
    }
    guard pages == "ok" else { throw damage(pages ?? "the pages cannot be checked") }
    let orphan = try connection.first("PRAGMA foreign_key_check") { row throws(SQLiteFailure) in
      row.text(0)
    }
    if let orphan { throw damage("a row of \(orphan) belongs to nothing") }
    var matches = 0
    var events = 0
    let rows = try connection.prepare("SELECT id, version FROM matches ORDER BY id")
    while try rows.step() {
      guard let id = Identifier128(bytes: rows.bytes(0)) else {
        throw damage("the identifier of a match is damaged")
      }
      let version = rows.integer(1)
      try verify(MatchID(id), version: version, on: connection)
      matches += 1
      events += version
    }
    return (matches, events)
  }

  private static func damage(_ reason: String) -> SQLiteFailure {
    .refused(.unavailable(reason))
  }

  private static func verify(
    _ match: MatchID, version: Int, on connection: Connection
  ) throws(SQLiteFailure) {
    let rows = try connection.prepare(
      "SELECT number, body, checksum FROM events WHERE match = ? ORDER BY number",
      .bytes(match.raw.bytes))
    var next = 1
    var checksum = Checksum.start
    while try rows.step() {
      let body = rows.bytes(1)
      checksum = Checksum.next(after: checksum, match: match, number: next, body: body)
      guard rows.integer(0) == next, next <= version, rows.bytes(2) == checksum.bytes else {
        throw .refused(.corrupt(match: match, number: next))
      }
      next += 1
    }
    guard next == version + 1 else { throw .refused(.corrupt(match: match, number: next)) }
  }
}

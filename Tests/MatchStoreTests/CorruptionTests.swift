internal import MatchStore
internal import Matches
internal import SQLiteStore
internal import StoreTestKit
internal import Testing

/// A change that somebody makes by hand to match 1, which has three events.
struct HandEdit: Sendable, CustomTestStringConvertible {
  let sql: StaticString
  /// The number of the event that must be named.
  let number: Int
  var testDescription: String { sql.description }

  static let all = [
    HandEdit(sql: "UPDATE events SET body = x'00' WHERE match = ?1 AND number = 1", number: 1),
    HandEdit(sql: "UPDATE events SET body = x'00' WHERE match = ?1 AND number = 2", number: 2),
    HandEdit(sql: "UPDATE events SET body = x'00' WHERE match = ?1 AND number = 3", number: 3),
    HandEdit(sql: "UPDATE events SET body = x'' WHERE match = ?1", number: 1),
    HandEdit(
      sql: "UPDATE events SET checksum = zeroblob(16) WHERE match = ?1 AND number = 2", number: 2),
    HandEdit(sql: "UPDATE events SET number = 4 WHERE match = ?1 AND number = 2", number: 2),
    HandEdit(sql: "UPDATE events SET number = 4 WHERE match = ?1 AND number = 3", number: 3),
    HandEdit(sql: "DELETE FROM events WHERE match = ?1 AND number = 1", number: 1),
    HandEdit(sql: "DELETE FROM events WHERE match = ?1 AND number = 2", number: 2),
    HandEdit(sql: "DELETE FROM events WHERE match = ?1 AND number = 3", number: 3),
    HandEdit(sql: "DELETE FROM events WHERE match = ?1", number: 1),
    HandEdit(sql: "UPDATE matches SET version = 2 WHERE id = ?1", number: 3),
    HandEdit(sql: "UPDATE matches SET version = 4 WHERE id = ?1", number: 4),
    HandEdit(
      sql: """
        INSERT INTO events SELECT match, 4, body, checksum, received_at FROM events
        WHERE match = ?1 AND number = 3
        """, number: 4),
  ]
}

@Suite("Damage to a database")
struct CorruptionTests {
  @Test(
    "Events that were edited or deleted by hand are named; others are well", arguments: HandEdit.all
  )
  func handEdits(edit: HandEdit) async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      let match = Sample.match(1)
      let store = try SQLiteStore(path: path)
      for number in 1...2 {
        _ = try await store.append(Sample.append(number, after: 0, bodies: [[1], [2], [3]]))
      }
      await store.close()
      do {
        let connection = try Connection(path: path, role: .writer)
        try connection.execute(edit.sql, .bytes(match.raw.bytes))
        #expect(connection.changes > 0)
      }

      let again = try SQLiteStore(path: path)
      let expected = StoreError.corrupt(match: match, number: edit.number)
      await #expect(throws: expected) { try await again.events(of: match, after: 0, limit: 999) }
      let intact = try await again.events(of: match, after: 0, limit: edit.number - 1)
      #expect(intact.count == edit.number - 1)

      #expect(try await again.events(of: Sample.match(2), after: 0, limit: 9).count == 3)
      #expect(try await again.append(Sample.append(2, after: 3)) == 4)
      #expect(try await again.append(Sample.append(3, after: 0)) == 1)
      await again.close()
    }
  }

  @Test("Reading from a cursor notices that the event at the cursor is gone")
  func cursor() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      let match = Sample.match(1)
      let store = try SQLiteStore(path: path)
      _ = try await store.append(Sample.append(1, after: 0, bodies: [[1], [2], [3]]))
      let connection = try Connection(path: path, role: .writer)
      try connection.execute("DELETE FROM events WHERE number = 2")
      await #expect(throws: StoreError.corrupt(match: match, number: 2)) {
        try await store.events(of: match, after: 2, limit: 9)
      }
      await store.close()
    }
  }

  @Test("Nothing is added to a log whose end was cut off or which has an event too many")
  func appending() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      let store = try SQLiteStore(path: path)
      for number in 1...2 {
        _ = try await store.append(Sample.append(number, after: 0, bodies: [[1], [2], [3]]))
      }
      let connection = try Connection(path: path, role: .writer)
      try connection.execute(
        "DELETE FROM events WHERE match = ? AND number = 3", .bytes(Sample.match(1).raw.bytes))
      try connection.execute(
        "UPDATE matches SET version = 2 WHERE id = ?", .bytes(Sample.match(2).raw.bytes))
      await #expect(throws: StoreError.corrupt(match: Sample.match(1), number: 3)) {
        try await store.append(Sample.append(1, after: 3))
      }
      await #expect(throws: StoreError.corrupt(match: Sample.match(2), number: 3)) {
        try await store.append(Sample.append(2, after: 2))
      }
      #expect(try await store.append(Sample.append(3, after: 0)) == 1)
      await store.close()
    }
  }

  @Test("A summary that was damaged by hand is named, and its match can still be read")
  func summary() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      let match = Sample.match(1)
      let store = try SQLiteStore(path: path)
      _ = try await store.append(Sample.append(1, after: 0, bodies: [[1], [2]]))
      let connection = try Connection(path: path, role: .writer)
      for seats in ["", "active 1", "active 2 -", "asleep 0 -", "active 0 short", ","] {
        try connection.execute("UPDATE matches SET seats = ?", .text(seats))
        await #expect(throws: StoreError.corrupt(match: match, number: 2)) {
          try await store.summary(of: match)
        }
      }
      #expect(try await store.events(of: match, after: 0, limit: 9).count == 2)
      await store.close()
    }
  }
}

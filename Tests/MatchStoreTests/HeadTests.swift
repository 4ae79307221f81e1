internal import MatchStore
internal import Matches
internal import SQLiteStore
internal import StoreTestKit
internal import Testing

@Suite("What the writer remembers of matches")
struct HeadTests {
  @Test("A write that was undone, alone or with others, is not remembered")
  func forgetsWhatWasUndone() async throws {
    try await withTemporaryDirectory { directory in
      let store = try SQLiteStore(path: directory + "/baton.sqlite")
      let key = Sample.key(1, "first")
      var first = Sample.append(1, after: 0)
      first.key = key
      #expect(try await store.append(first) == 1)
      // Refused after others of its kind were noted.
      var repeated = Sample.append(1, after: 1)
      repeated.key = key
      await #expect(throws: StoreError.self) { try await store.append(repeated) }
      #expect(try await store.append(Sample.append(1, after: 1)) == 2)

      try await store.limit(pages: 1)
      let large = [UInt8](repeating: 7, count: 900_000)
      await #expect(throws: StoreError.storageFull) {
        try await store.append(Sample.append(1, after: 2, bodies: [large]))
      }
      try await store.limit(pages: nil)
      #expect(try await store.append(Sample.append(1, after: 2)) == 3)
      #expect(try await store.events(of: Sample.match(1), after: 0, limit: 9).count == 3)
      await store.close()
    }
  }
}

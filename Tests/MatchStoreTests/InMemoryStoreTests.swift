internal import MatchStore
internal import Matches
internal import StoreTestKit
internal import Testing

@Suite("InMemoryStore")
struct InMemoryStoreTests {
  /// Keeps the store that was opened last, whose contents the next one takes over.
  private actor Shelf {
    private var last: InMemoryStore?

    func open() async -> InMemoryStore {
      let store = await last?.reopened() ?? InMemoryStore()
      last = store
      return store
    }
  }

  @Test("It keeps the promises of a store", arguments: StoreContract.checks)
  func contract(check: StoreCheck) async throws {
    let shelf = Shelf()
    try await check.run(on: StoreFixture { await shelf.open() })
  }

  @Test("A fault before a write leaves nothing of it")
  func faultBefore() async throws {
    let store = InMemoryStore(beforeWrite: { write throws(StoreError) in
      if case .append(let append) = write, append.expectedVersion == 1 { throw .storageFull }
    })
    _ = try await store.append(Sample.append(1, after: 0))
    await #expect(throws: StoreError.storageFull) {
      try await store.append(Sample.append(1, after: 1, key: Sample.key(1, "k"), players: [1, 3]))
    }
    #expect(try await store.summary(of: Sample.match(1)) == Sample.summary(1, version: 1))
    #expect(try await store.events(of: Sample.match(1), after: 0, limit: 9).count == 1)
    #expect(try await store.matches(of: Sample.player(3), limit: 9).isEmpty)
    #expect(try await store.answer(for: Sample.key(1, "k")) == nil)
  }

  @Test("A fault after a write leaves all of it, to be found by its key")
  func faultAfter() async throws {
    let store = InMemoryStore(afterWrite: { write throws(StoreError) in
      throw .unavailable("the answer was lost")
    })
    let key = Sample.key(1, "k")
    await #expect(throws: StoreError.unavailable("the answer was lost")) {
      try await store.append(Sample.append(1, after: 0, key: key))
    }
    #expect(try await store.answer(for: key)?.version == 1)
    #expect(try await store.events(of: Sample.match(1), after: 0, limit: 9).count == 1)
  }

  @Test("Faults are asked about players, names and readiness too")
  func otherFaults() async throws {
    let store = InMemoryStore(beforeWrite: { write throws(StoreError) in
      if case .append = write { return }
      throw .storageFull
    })
    await #expect(throws: StoreError.storageFull) {
      try await store.addPlayer(Sample.record(1), session: Sample.session(1))
    }
    #expect(try await store.player(Sample.player(1)) == nil)
    await #expect(throws: StoreError.storageFull) { try await store.checkReady() }
  }

  @Test("A damaged event is named from it on, and other matches are well")
  func damage() async throws {
    let store = InMemoryStore()
    for match in [1, 2] {
      _ = try await store.append(Sample.append(match, after: 0, bodies: [[1], [2], [3]]))
    }
    await store.damage(Sample.match(1), number: 2)
    await #expect(throws: StoreError.corrupt(match: Sample.match(1), number: 2)) {
      try await store.events(of: Sample.match(1), after: 0, limit: 9)
    }
    #expect(try await store.events(of: Sample.match(1), after: 0, limit: 1).count == 1)
    #expect(try await store.events(of: Sample.match(2), after: 0, limit: 9).count == 3)
  }
}

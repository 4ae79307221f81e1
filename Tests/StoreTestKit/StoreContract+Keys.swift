internal import MatchStore
internal import Matches
internal import Testing

extension StoreContract {
  static let keys = [
    StoreCheck("A key that was used gives its first answer, whatever is sent with it") { fixture in
      try await fixture.withStore { store async throws in
        let key = Sample.key(1, "a")
        _ = try await store.append(Sample.append(1, after: 0, key: key))
        let first = StoredAnswer(
          match: Sample.match(1), version: 1, digest: [7, 0], answer: Array("answer 0".utf8))
        var other = Sample.append(1, after: 0, bodies: [[9]], key: key)
        other.digest = [8]
        await expect(.keyUsed(first)) { _ = try await store.append(other) }
        await expect(.keyUsed(first)) {
          _ = try await store.append(Sample.append(1, after: 0, key: key))
        }
        #expect(try await store.events(of: Sample.match(1), after: 0, limit: 9).count == 1)
      }
    },
    StoreCheck("A key is looked at before the version, also long after") { fixture in
      try await fixture.withStore { store async throws in
        let key = Sample.key(1, "first")
        _ = try await store.append(Sample.append(1, after: 0, bodies: [[1], [2]], key: key))
        for version in 2..<20 { _ = try await store.append(Sample.append(1, after: version)) }
        let first = StoredAnswer(
          match: Sample.match(1), version: 2, digest: [7, 0], answer: Array("answer 0".utf8))
        await expect(.keyUsed(first)) {
          _ = try await store.append(Sample.append(1, after: 0, key: key))
        }
        await expect(.keyUsed(first)) {
          _ = try await store.append(Sample.append(1, after: 20, key: key))
        }
        #expect(try await store.answer(for: key) == first)
      }
    },
    StoreCheck("A key holds across matches, so that creating one can be retried") { fixture in
      try await fixture.withStore { store async throws in
        let key = Sample.key(1, "create")
        _ = try await store.append(Sample.append(1, after: 0, key: key))
        let first = try #require(try await store.answer(for: key))
        #expect(first.match == Sample.match(1))
        await expect(.keyUsed(first)) {
          _ = try await store.append(Sample.append(2, after: 0, key: key))
        }
        #expect(try await store.summary(of: Sample.match(2)) == nil)
      }
    },
    StoreCheck("Keys of different players, and keys that differ in one letter, are apart") {
      fixture in
      try await fixture.withStore { store async throws in
        let keys = [
          Sample.key(1, "k"), Sample.key(2, "k"), Sample.key(1, "K"), Sample.key(1, "kk"),
          Sample.key(1, String(repeating: "k", count: CommandKey.maximumLength)),
        ]
        for (version, key) in keys.enumerated() {
          #expect(try await store.answer(for: key) == nil)
          _ = try await store.append(Sample.append(1, after: version, key: key))
        }
        for (version, key) in keys.enumerated() {
          #expect(try await store.answer(for: key)?.version == version + 1)
        }
      }
    },
    StoreCheck("Appends without a key are never taken for repetitions") { fixture in
      try await fixture.withStore { store async throws in
        _ = try await store.append(Sample.append(1, after: 0))
        #expect(try await store.append(Sample.append(1, after: 1)) == 2)
      }
    },
  ]
}

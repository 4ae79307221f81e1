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
    StoreCheck(
      "The answer to what changed nothing is kept, also when the match moves on", reopens: true
    ) {
      fixture in
      let (kept, used) = (Sample.key(1, "nothing"), Sample.key(1, "used"))
      let answer = StoredAnswer(
        match: Sample.match(1), version: 1, digest: [3], answer: Array("nothing".utf8))
      try await fixture.withStore { store async throws in
        _ = try await store.append(Sample.append(1, after: 0, key: used))
        try await store.remember(answer, for: kept)
        #expect(try await store.answer(for: kept) == answer)
        #expect(try await store.summary(of: Sample.match(1))?.version == 1)
        #expect(try await store.append(Sample.append(1, after: 1)) == 2)
      }
      try await fixture.withStore { store async throws in
        #expect(try await store.answer(for: kept) == answer)
        await expect(.keyUsed(answer)) {
          _ = try await store.append(Sample.append(1, after: 2, key: kept))
        }
        let other = StoredAnswer(match: Sample.match(1), version: 2, digest: [3], answer: [])
        await expect(.keyUsed(answer)) { try await store.remember(other, for: kept) }
        let first = try #require(try await store.answer(for: used))
        await expect(.keyUsed(first)) { try await store.remember(other, for: used) }
        #expect(try await store.events(of: Sample.match(1), after: 0, limit: 9).count == 2)
      }
    },
    StoreCheck("Nothing is kept of a match that is not there") { fixture in
      try await fixture.withStore { store async throws in
        let answer = StoredAnswer(match: Sample.match(1), version: 1, digest: [], answer: [])
        let error = await #expect(throws: StoreError.self) {
          try await store.remember(answer, for: Sample.key(1, "k"))
        }
        guard case .invalid = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(try await store.answer(for: Sample.key(1, "k")) == nil)
      }
    },
    StoreCheck("Of an effect and of nothing at once with one key, one is kept") { fixture in
      try await fixture.withStore { store async throws in
        _ = try await store.append(Sample.append(1, after: 0))
        for round in 1...10 {
          let key = Sample.key(1, "\(round)")
          let version = try #require(try await store.summary(of: Sample.match(1))).version
          let nothing = StoredAnswer(
            match: Sample.match(1), version: version, digest: [9], answer: [])
          async let effect = succeeds {
            _ = try await store.append(Sample.append(1, after: version, key: key))
          }
          async let note = succeeds { try await store.remember(nothing, for: key) }
          let (isStored, isKept) = (await effect, await note)
          #expect(isStored != isKept)
          #expect(try await store.answer(for: key)?.version == version + (isStored ? 1 : 0))
          #expect(
            try await store.summary(of: Sample.match(1))?.version == version + (isStored ? 1 : 0))
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

/// Returns whether a call succeeds; a key that was used already is the one refusal that is expected.
private func succeeds(_ body: @Sendable () async throws -> Void) async -> Bool {
  do {
    try await body()
    return true
  } catch StoreError.keyUsed {
    return false
  } catch {
    Issue.record("\(error)")
    return false
  }
}

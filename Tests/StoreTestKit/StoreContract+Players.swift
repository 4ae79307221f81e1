internal import MatchStore
internal import Matches
internal import Testing

extension StoreContract {
  static let players = [
    StoreCheck("A player is found by identifier and by session") { fixture in
      try await fixture.withStore { store async throws in
        let (ada, bob) = (Sample.record(1), Sample.record(2, name: "Bob"))
        try await store.addPlayer(ada, session: Sample.session(1))
        try await store.addPlayer(bob, session: Sample.session(2))
        #expect(try await store.player(ada.id) == ada)
        #expect(try await store.player(session: Sample.session(1).digest) == ada)
        #expect(try await store.player(session: Sample.session(2).digest) == bob)
        #expect(try await store.player(Sample.player(3)) == nil)
        #expect(try await store.player(session: Sample.session(3).digest) == nil)
        #expect(try await store.player(session: []) == nil)
      }
    },
    StoreCheck("A player or session that exists is refused, and changes nothing") { fixture in
      try await fixture.withStore { store async throws in
        let ada = Sample.record(1)
        try await store.addPlayer(ada, session: Sample.session(1))
        await expectInvalid {
          try await store.addPlayer(Sample.record(1, name: "Eve"), session: Sample.session(2))
        }
        await expectInvalid {
          try await store.addPlayer(Sample.record(2), session: Sample.session(1))
        }
        #expect(try await store.player(ada.id) == ada)
        #expect(try await store.player(Sample.player(2)) == nil)
        #expect(try await store.player(session: Sample.session(1).digest) == ada)
        #expect(try await store.player(session: Sample.session(2).digest) == nil)
      }
    },
    StoreCheck("A session needs a digest of 32 bytes") { fixture in
      try await fixture.withStore { store async throws in
        for count in [0, 31, 33] {
          await expectInvalid {
            try await store.addPlayer(
              Sample.record(1),
              session: SessionRecord(
                digest: .init(repeating: 1, count: count), createdAt: Timestamp(milliseconds: 0)))
          }
        }
        #expect(try await store.player(Sample.player(1)) == nil)
      }
    },
    StoreCheck("A name is changed, of an unknown player quietly not") { fixture in
      try await fixture.withStore { store async throws in
        try await store.addPlayer(Sample.record(1), session: Sample.session(1))
        for name in ["Zoë 棋 'x'; --", "", "a\u{0}b", "e\u{301}"] {
          try await store.rename(Sample.player(1), to: name)
          let stored = try await store.player(Sample.player(1))?.name
          // Strings that look alike are equal in Swift; the bytes must be too.
          #expect(stored.map { Array($0.utf8) } == Array(name.utf8))
        }
        try await store.rename(Sample.player(2), to: "Nobody")
        #expect(try await store.player(Sample.player(2)) == nil)
      }
    },
  ]

  static let endings = [
    StoreCheck("An open store is ready") { fixture in
      try await fixture.withStore { store async throws in
        try await store.checkReady()
        try await store.checkReady()
      }
    },
    StoreCheck("After closing, which may be done twice, every call is refused") { fixture in
      let store = try await fixture.open()
      _ = try await store.append(Sample.append(1, after: 0))
      await store.close()
      await store.close()
      let calls: [@Sendable () async throws -> Void] = [
        { _ = try await store.append(Sample.append(1, after: 1)) },
        { _ = try await store.events(of: Sample.match(1), after: 0, limit: 9) },
        { _ = try await store.answer(for: Sample.key(1, "k")) },
        { _ = try await store.summary(of: Sample.match(1)) },
        { _ = try await store.matches(of: Sample.player(1), limit: 9) },
        { _ = try await store.due(at: Timestamp(milliseconds: 9), limit: 9) },
        { _ = try await store.nextWake() },
        { _ = try await store.openMatches(in: "q", limit: 9) },
        { _ = try await store.publicMatches(limit: 9) },
        { _ = try await store.matches(after: nil, limit: 9) },
        { _ = try await store.beat(at: Timestamp(milliseconds: 9)) },
        { try await store.jobBegan(Sample.match(1), at: Timestamp(milliseconds: 9)) },
        { try await store.jobEnded(Sample.match(1)) },
        { _ = try await store.interruptedJobs() },
        { try await store.forgetInterruptedJob(Sample.match(1)) },
        { try await store.addPlayer(Sample.record(1), session: Sample.session(1)) },
        { _ = try await store.player(Sample.player(1)) },
        { _ = try await store.player(session: Sample.session(1).digest) },
        { try await store.rename(Sample.player(1), to: "x") },
        { _ = try await store.session(Sample.session(1).digest) },
        { try await store.deleteAccount(Sample.player(1)) },
        { try await store.checkReady() },
      ]
      for call in calls {
        let thrown = await #expect(throws: StoreError.self) { try await call() }
        guard case .unavailable = thrown else {
          Issue.record("not unavailable: \(String(describing: thrown))")
          continue
        }
      }
    },
    StoreCheck("Everything is still there after closing and opening again", reopens: true) {
      fixture in
      let key = Sample.key(1, "k")
      let before = try await fixture.withStore { store async throws in
        try await store.addPlayer(Sample.record(1), session: Sample.session(1))
        for version in 0..<10 {
          _ = try await store.append(
            Sample.append(1, after: version, key: version == 3 ? key : nil))
        }
        return try await store.events(of: Sample.match(1), after: 0, limit: 99)
      }
      try await fixture.withStore { store async throws in
        #expect(before.count == 10)
        #expect(try await store.events(of: Sample.match(1), after: 0, limit: 99) == before)
        #expect(try await store.summary(of: Sample.match(1)) == Sample.summary(1, version: 10))
        #expect(try await store.answer(for: key)?.version == 4)
        #expect(try await store.matches(of: Sample.player(2), limit: 9).count == 1)
        #expect(try await store.player(session: Sample.session(1).digest) == Sample.record(1))
        #expect(try await store.append(Sample.append(1, after: 10)) == 11)
      }
    },
    StoreCheck("Closing finishes the appends that were handed over before", reopens: true) {
      fixture in
      let store = try await fixture.open()
      let stored = await withTaskGroup(of: Int?.self) { group in
        for match in 0..<100 {
          group.addTask {
            (try? await store.append(Sample.append(match, after: 0))).map { _ in match }
          }
        }
        group.addTask {
          await store.close()
          return nil
        }
        return await group.reduce(into: Set<Int>()) { set, match in
          if let match { set.insert(match) }
        }
      }
      try await fixture.withStore { store async throws in
        for match in 0..<100 {
          let events = try await store.events(of: Sample.match(match), after: 0, limit: 9)
          #expect(events.count == (stored.contains(match) ? 1 : 0))
        }
      }
    },
  ]
}

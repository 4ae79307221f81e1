internal import MatchStore
internal import Matches
internal import Testing

extension StoreContract {
  static let races = [
    StoreCheck("Of 64 appends at once with one expected version, exactly one is stored") {
      fixture in
      try await fixture.withStore { store async throws in
        for version in 0..<4 {
          let results = await outcomes(64) { index in
            try await store.append(
              Sample.append(
                1, after: version, bodies: [[UInt8(index)]], key: Sample.key(index, "\(version)")))
          }
          let winners = results.indices.filter { results[$0] == .success(version + 1) }
          #expect(winners.count == 1)
          let losers = results.filter { $0 == .failure(.staleVersion(current: version + 1)) }
          #expect(losers.count == 63)
          let events = try await store.events(of: Sample.match(1), after: version, limit: 9)
          #expect(events.map(\.body) == winners.map { [UInt8($0)] })
        }
      }
    },
    StoreCheck("Of 64 appends at once with one key, one is stored and all learn its answer") {
      fixture in
      try await fixture.withStore { store async throws in
        let key = Sample.key(1, "once")
        let results = await outcomes(64) { index in
          try await store.append(Sample.append(index, after: 0, key: key))
        }
        #expect(results.filter { $0 == .success(1) }.count == 1)
        let answer = try #require(try await store.answer(for: key))
        #expect(results.filter { $0 == .failure(.keyUsed(answer)) }.count == 63)
        #expect(
          try await store.matches(of: Sample.player(1), limit: 99).map(\.match) == [answer.match])
      }
    },
    StoreCheck("Of appends with a limit at once no more are stored than it allows") { fixture in
      try await fixture.withStore { store async throws in
        try await store.addPlayer(Sample.record(1), session: Sample.session(1))
        // An ended match, and one of somebody else, count for nothing.
        _ = try await store.append(Sample.append(900, after: 0, status: .ended))
        _ = try await store.append(Sample.append(901, after: 0, players: [2, 3]))
        let limit = MatchLimit(player: Sample.player(1), most: 5)
        let results = await outcomes(24) { index in
          var append = Sample.append(index, after: 0, key: Sample.key(1, "\(index)"))
          append.limit = limit
          return try await store.append(append)
        }
        #expect(results.filter { $0 == .success(1) }.count == 5)
        #expect(results.filter { $0 == .failure(.tooMany(limit: 5)) }.count == 19)
        let stored = results.indices.filter { results[$0] == .success(1) }
        for index in results.indices where !stored.contains(index) {
          #expect(try await store.answer(for: Sample.key(1, "\(index)")) == nil)
          #expect(try await store.summary(of: Sample.match(index)) == nil)
        }
        // What goes on already is no new match, and an end makes room.
        var more = Sample.append(stored[0], after: 1)
        more.limit = limit
        #expect(try await store.append(more) == 2)
        _ = try await store.append(Sample.append(stored[0], after: 2, status: .ended))
        more = Sample.append(500, after: 0)
        more.limit = limit
        #expect(try await store.append(more) == 1)
      }
    },
    StoreCheck("200 appends at once to different matches are all stored") { fixture in
      try await fixture.withStore { store async throws in
        let results = await outcomes(200) { index in
          try await store.append(
            Sample.append(index, after: 0, bodies: [[UInt8(index)]], key: Sample.key(index, "k")))
        }
        #expect(results.allSatisfy { $0 == .success(1) })
        for index in 0..<200 {
          let events = try await store.events(of: Sample.match(index), after: 0, limit: 9)
          #expect(events.map(\.body) == [[UInt8(index)]])
        }
        #expect(try await store.matches(of: Sample.player(1), limit: 999).count == 200)
      }
    },
    StoreCheck("A refused append harms none that runs beside it") { fixture in
      try await fixture.withStore { store async throws in
        _ = try await store.append(Sample.append(0, after: 0, key: Sample.key(0, "used")))
        let results = await outcomes(120) { index in
          switch index % 3 {
          case 0: try await store.append(Sample.append(index + 1, after: 0))
          case 1: try await store.append(Sample.append(0, after: 7))
          default:
            try await store.append(Sample.append(index + 1, after: 0, key: Sample.key(0, "used")))
          }
        }
        for (index, result) in results.enumerated() {
          #expect((result == .success(1)) == (index % 3 == 0))
        }
        #expect(try await store.matches(of: Sample.player(1), limit: 999).count == 41)
      }
    },
    StoreCheck("A reader never sees a part of an append") { fixture in
      try await fixture.withStore { store async throws in
        let match = Sample.match(1)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<4 {
            group.addTask {
              var seen = 0
              while seen < 90 {
                let version = try await store.summary(of: match)?.version ?? 0
                let events = try await store.events(of: match, after: 0, limit: 999)
                #expect(version % 3 == 0)
                #expect(events.count % 3 == 0)
                #expect(version >= seen && events.count >= version)
                seen = events.count
              }
            }
          }
          for round in 0..<30 {
            _ = try await store.append(
              Sample.append(1, after: round * 3, bodies: [[1], [2], [3]]))
          }
          try await group.waitForAll()
        }
      }
    },
    StoreCheck("What was stored is seen by every read after the call returned") { fixture in
      try await fixture.withStore { store async throws in
        for version in 0..<50 {
          let key = Sample.key(1, "k\(version)")
          _ = try await store.append(Sample.append(1, after: version, key: key))
          async let summary = store.summary(of: Sample.match(1))
          async let events = store.events(of: Sample.match(1), after: version, limit: 9)
          async let answer = store.answer(for: key)
          async let list = store.matches(of: Sample.player(1), limit: 1)
          #expect(try await summary?.version == version + 1)
          #expect(try await events.count == 1)
          #expect(try await answer?.version == version + 1)
          #expect(try await list.first?.version == version + 1)
        }
      }
    },
  ]

  /// Runs `count` calls at once and returns what came of each.
  private static func outcomes(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Int
  ) async -> [Result<Int, StoreError>] {
    // Tasks and not a group: with a group of pairs of number and result, the release build of Swift 6.3.1
    // traps at the number, the debug build does not.
    let tasks = (0..<count).map { index in
      Task { await outcome { try await body(index) } }
    }
    var results: [Result<Int, StoreError>] = []
    for task in tasks { results.append(await task.value) }
    return results
  }

  private static func outcome(
    _ body: @Sendable () async throws -> Int
  ) async -> Result<Int, StoreError> {
    do {
      return .success(try await body())
    } catch {
      return .failure(error as? StoreError ?? .unavailable("\(error)"))
    }
  }
}

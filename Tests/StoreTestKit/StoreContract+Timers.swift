internal import MatchStore
internal import Matches
internal import Testing

extension StoreContract {
  static let timers = [
    StoreCheck("Matches are due in the order of their times, and each only from its own on") {
      fixture in
      try await fixture.withStore { store async throws in
        #expect(try await store.nextWake() == nil)
        for (match, wake) in [(1, 30), (2, 10), (3, nil), (4, 20)] as [(Int, Int64?)] {
          _ = try await store.append(append(match, after: 0) { $0.wakeAt = wake.map(time) })
        }
        #expect(try await due(store, at: 9).isEmpty)
        #expect(try await due(store, at: 10) == [2])
        #expect(try await due(store, at: 29) == [2, 4])
        #expect(try await due(store, at: .max) == [2, 4, 1])
        #expect(try await due(store, at: .max, limit: 2) == [2, 4])
        #expect(try await due(store, at: .max, limit: 0).isEmpty)
        #expect(try await due(store, at: .max, limit: -1).isEmpty)
        #expect(try await store.nextWake() == time(10))
      }
    },
    StoreCheck("What is due follows every append, also when it is all that changes") { fixture in
      try await fixture.withStore { store async throws in
        _ = try await store.append(append(1, after: 0) { $0.wakeAt = time(10) })
        _ = try await store.append(append(2, after: 0) { $0.wakeAt = time(20) })
        _ = try await store.append(append(1, after: 1) { $0.wakeAt = time(10) })
        #expect(try await due(store, at: 99) == [1, 2])
        _ = try await store.append(append(1, after: 2) { $0.wakeAt = time(30) })
        #expect(try await due(store, at: 99) == [2, 1])
        #expect(try await store.nextWake() == time(20))
        _ = try await store.append(append(2, after: 1) { _ in })
        #expect(try await due(store, at: 99) == [1])
        _ = try await store.append(append(1, after: 3) { $0.status = .ended })
        #expect(try await due(store, at: .max).isEmpty)
        #expect(try await store.nextWake() == nil)
        _ = try await store.append(append(2, after: 2) { $0.wakeAt = time(-5) })
        #expect(try await store.nextWake() == time(-5))
      }
    },
    StoreCheck("Matches due at the same time come by their identifiers") { fixture in
      try await fixture.withStore { store async throws in
        for match in 1...20 {
          _ = try await store.append(append(match, after: 0) { $0.wakeAt = time(7) })
        }
        #expect(
          try await store.due(at: time(7), limit: 15)
            == (1...20).map(Sample.match).sorted().prefix(15).map { $0 })
      }
    },
    StoreCheck("A refused append wakes nobody") { fixture in
      try await fixture.withStore { store async throws in
        _ = try await store.append(append(1, after: 0) { $0.wakeAt = time(10) })
        await expect(.staleVersion(current: 1)) {
          _ = try await store.append(append(1, after: 0) { $0.wakeAt = time(5) })
        }
        #expect(try await store.nextWake() == time(10))
      }
    },
    StoreCheck("A queue shows its open matches, the one that changed last at the end") { fixture in
      try await fixture.withStore { store async throws in
        for (match, queue, at) in [(1, "a", 30), (2, "a", 10), (3, "b", 20), (4, nil, 5)]
          as [(Int, String?, Int64)]
        {
          _ = try await store.append(append(match, after: 0, at: at) { $0.queue = queue })
        }
        #expect(try await queue(store, "a") == [2, 1])
        #expect(try await queue(store, "b") == [3])
        for unknown in ["A", "", "c", "a\u{0}"] {
          #expect(try await queue(store, unknown).isEmpty)
        }
        #expect(try await store.openMatches(in: "a", limit: 1).map(\.match) == [Sample.match(2)])
        #expect(try await store.openMatches(in: "a", limit: 0).isEmpty)
        #expect(try await store.openMatches(in: "b", limit: 1).first?.queue == "b")
        // Time goes on, the queue changes, the match leaves it.
        _ = try await store.append(append(2, after: 1, at: 40) { $0.queue = "a" })
        #expect(try await queue(store, "a") == [1, 2])
        _ = try await store.append(append(1, after: 1, at: 50) { $0.queue = "b" })
        #expect(try await queue(store, "b") == [3, 1])
        _ = try await store.append(append(2, after: 2, at: 60) { _ in })
        #expect(try await queue(store, "a").isEmpty)
      }
    },
    StoreCheck("The list of all shows public matches that have not ended, newest first") {
      fixture in
      try await fixture.withStore { store async throws in
        for (match, isPublic, at) in [(1, true, 10), (2, true, 30), (3, false, 20), (4, true, 20)]
          as [(Int, Bool, Int64)]
        {
          _ = try await store.append(append(match, after: 0, at: at) { $0.isPublic = isPublic })
        }
        #expect(try await publicMatches(store) == [2, 4, 1])
        #expect(try await store.publicMatches(limit: 2).map(\.match) == [2, 4].map(Sample.match))
        #expect(try await store.publicMatches(limit: 0).isEmpty)
        _ = try await store.append(append(1, after: 1, at: 40) { $0.isPublic = true })
        #expect(try await publicMatches(store) == [1, 2, 4])
        let ended = append(2, after: 1, at: 50) {
          $0.isPublic = true
          $0.status = .ended
        }
        _ = try await store.append(ended)
        #expect(try await store.summary(of: Sample.match(2)) == ended.summary)
        _ = try await store.append(append(4, after: 1, at: 60) { _ in })
        #expect(try await publicMatches(store) == [1])
      }
    },
    StoreCheck("All matches are read by ascending identifier, a page at a time") { fixture in
      try await fixture.withStore { store async throws in
        #expect(try await store.matches(after: nil, limit: 9).isEmpty)
        for match in 0..<25 { _ = try await store.append(Sample.append(match, after: 0)) }
        let all = (0..<25).map(Sample.match).sorted()
        var (read, last): ([MatchID], MatchID?) = ([], nil)
        while true {
          let page = try await store.matches(after: last, limit: 10)
          guard let end = page.last else { break }
          #expect(page.allSatisfy { $0 == Sample.summary(Int($0.match.raw.low), version: 1) })
          read += page.map(\.match)
          last = end.match
        }
        #expect(read == all)
        #expect(try await store.matches(after: nil, limit: 0).isEmpty)
        let between = MatchID(Identifier128(high: all[3].raw.high, low: all[3].raw.low + 1))
        #expect(try await store.matches(after: between, limit: 1).map(\.match) == [all[4]])
      }
    },
  ]

  private static func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds)
  }

  private static func append(
    _ match: Int, after version: Int, at milliseconds: Int64 = 1000,
    _ change: (inout MatchSummary) -> Void
  ) -> Append {
    var append = Sample.append(match, after: version, at: milliseconds)
    change(&append.summary)
    return append
  }

  /// Returns the numbers of the matches that are due, which are below 100 here.
  private static func due(
    _ store: any MatchStore, at milliseconds: Int64, limit: Int = 99
  ) async throws -> [Int] {
    try await store.due(at: time(milliseconds), limit: limit).map { Int($0.raw.low) }
  }

  private static func queue(_ store: any MatchStore, _ name: String) async throws -> [Int] {
    try await store.openMatches(in: name, limit: 99).map { Int($0.match.raw.low) }
  }

  private static func publicMatches(_ store: any MatchStore) async throws -> [Int] {
    try await store.publicMatches(limit: 99).map { Int($0.match.raw.low) }
  }
}

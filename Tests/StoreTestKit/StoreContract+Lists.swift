internal import MatchStore
internal import Matches
internal import Testing

extension StoreContract {
  static let lists = [
    StoreCheck("A list has first where one may act, then what goes on, then what ended") {
      fixture in
      try await fixture.withStore { store async throws in
        // Newest last, so that the order by time alone would be wrong.
        _ = try await store.append(Sample.append(1, after: 0, acting: 1, at: 10))
        _ = try await store.append(Sample.append(2, after: 0, acting: 1, at: 20))
        _ = try await store.append(Sample.append(3, after: 0, acting: 2, at: 30))
        _ = try await store.append(Sample.append(4, after: 0, status: .matching, acting: 9, at: 40))
        _ = try await store.append(Sample.append(5, after: 0, status: .ended, at: 50))
        _ = try await store.append(Sample.append(6, after: 0, status: .ended, at: 60))
        _ = try await store.append(Sample.append(7, after: 0, players: [2, 3], at: 70))
        #expect(try await numbers(store, 1, limit: 99) == [2, 1, 4, 3, 6, 5])
        #expect(try await numbers(store, 2, limit: 99) == [7, 3, 4, 2, 1, 6, 5])
        #expect(try await numbers(store, 3, limit: 99) == [7])
        #expect(try await numbers(store, 4, limit: 99).isEmpty)
        #expect(try await numbers(store, 1, limit: 3) == [2, 1, 4])
        #expect(try await numbers(store, 1, limit: 0).isEmpty)
        #expect(try await numbers(store, 1, limit: -1).isEmpty)
      }
    },
    StoreCheck("A list follows every append") { fixture in
      try await fixture.withStore { store async throws in
        _ = try await store.append(Sample.append(1, after: 0, acting: 1, at: 10))
        _ = try await store.append(Sample.append(2, after: 0, acting: 1, at: 20))
        _ = try await store.append(Sample.append(1, after: 1, acting: 1, at: 30))
        #expect(try await numbers(store, 1, limit: 99) == [1, 2])
        _ = try await store.append(Sample.append(1, after: 2, acting: 2, at: 40))
        #expect(try await numbers(store, 1, limit: 99) == [2, 1])
        _ = try await store.append(Sample.append(2, after: 1, status: .ended, at: 50))
        #expect(try await numbers(store, 1, limit: 99) == [1, 2])
        // Time may step back, and may stand still.
        _ = try await store.append(Sample.append(1, after: 3, acting: 2, at: 5))
        _ = try await store.append(Sample.append(1, after: 4, acting: 2, at: 5))
        #expect(try await numbers(store, 1, limit: 99) == [1, 2])
        #expect(try await store.matches(of: Sample.player(1), limit: 1).first?.version == 5)
      }
    },
    StoreCheck("Who leaves a seat leaves the list, and who takes one enters it") { fixture in
      try await fixture.withStore { store async throws in
        _ = try await store.append(Sample.append(1, after: 0, players: [1, 2]))
        _ = try await store.append(Sample.append(1, after: 1, players: [1, 3]))
        #expect(try await numbers(store, 2, limit: 9).isEmpty)
        #expect(try await numbers(store, 3, limit: 9) == [1])
      }
    },
    StoreCheck("A seat that is not listed leaves the match out of its player's list") { fixture in
      try await fixture.withStore { store async throws in
        func append(after version: Int, listed: [Bool], players: [Int] = [1, 2]) -> Append {
          var append = Sample.append(1, after: version, players: players)
          for seat in 0..<2 { append.summary.seats[seat].isListed = listed[seat] }
          return append
        }
        let first = append(after: 0, listed: [false, true])
        _ = try await store.append(first)
        #expect(try await numbers(store, 1, limit: 9).isEmpty)
        #expect(try await store.matches(of: Sample.player(2), limit: 9) == [first.summary])
        _ = try await store.append(append(after: 1, listed: [true, false]))
        #expect(try await numbers(store, 1, limit: 9) == [1])
        #expect(try await numbers(store, 2, limit: 9).isEmpty)
        // Who sits there twice sees the match for the seat that is listed.
        _ = try await store.append(append(after: 2, listed: [false, true], players: [1, 1]))
        #expect(try await numbers(store, 1, limit: 9) == [1])
      }
    },
    StoreCheck("Who has two seats of a match has it once in the list") { fixture in
      try await fixture.withStore { store async throws in
        _ = try await store.append(Sample.append(1, after: 0, players: [1, 1]))
        _ = try await store.append(Sample.append(1, after: 1, players: [1, 1], acting: 9))
        #expect(try await numbers(store, 1, limit: 9) == [1])
      }
    },
    StoreCheck("Of matches of the same time the lower identifier stands first") { fixture in
      try await fixture.withStore { store async throws in
        for match in 1...20 { _ = try await store.append(Sample.append(match, after: 0)) }
        let list = try await store.matches(of: Sample.player(1), limit: 99).map(\.match)
        #expect(list == (1...20).map(Sample.match).sorted())
        #expect(
          try await store.matches(of: Sample.player(1), limit: 5).map(\.match)
            == list.prefix(5).map { $0 })
      }
    },
  ]

  /// Returns the numbers of the matches in a player's list, which are below 100 here.
  private static func numbers(
    _ store: any MatchStore, _ player: Int, limit: Int
  ) async throws -> [Int] {
    try await store.matches(of: Sample.player(player), limit: limit).map { Int($0.match.raw.low) }
  }
}

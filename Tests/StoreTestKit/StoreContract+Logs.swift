internal import MatchStore
internal import Matches
internal import Testing

extension StoreContract {
  static let logs = [
    StoreCheck("What is appended is read back, numbered from 1 without gaps") { fixture in
      try await fixture.withStore { store async throws in
        #expect(
          try await store.append(Sample.append(1, after: 0, bodies: [[1], [2, 2]], at: 7)) == 2)
        #expect(try await store.append(Sample.append(1, after: 2, bodies: [[3]], at: 9)) == 3)
        let events = try await store.events(of: Sample.match(1), after: 0, limit: 100)
        #expect(events.map(\.number) == [1, 2, 3])
        #expect(events.map(\.body) == [[1], [2, 2], [3]])
        #expect(events.map(\.receivedAt.milliseconds) == [7, 7, 9])
        #expect(
          try await store.summary(of: Sample.match(1)) == Sample.summary(1, version: 3, at: 9))
      }
    },
    StoreCheck("The checksums are those of the chain") { fixture in
      try await fixture.withStore { store async throws in
        _ = try await store.append(Sample.append(1, after: 0, bodies: [[1], []]))
        _ = try await store.append(Sample.append(1, after: 2, bodies: [[9]]))
        var checksum = Checksum.start
        for event in try await store.events(of: Sample.match(1), after: 0, limit: 9) {
          checksum = Checksum.next(
            after: checksum, match: Sample.match(1), number: event.number, body: event.body)
          #expect(event.checksum == checksum)
        }
      }
    },
    StoreCheck("Events are read from a cursor on, and not more than asked for") { fixture in
      try await fixture.withStore { store async throws in
        _ = try await store.append(
          Sample.append(1, after: 0, bodies: (1...10).map { [UInt8($0)] }))
        let match = Sample.match(1)
        #expect(try await store.events(of: match, after: 4, limit: 3).map(\.number) == [5, 6, 7])
        #expect(try await store.events(of: match, after: 8, limit: 9).map(\.number) == [9, 10])
        #expect(try await store.events(of: match, after: 9, limit: .max).map(\.number) == [10])
        #expect(try await store.events(of: match, after: 10, limit: 9).isEmpty)
        #expect(try await store.events(of: match, after: 11, limit: 9).isEmpty)
        #expect(try await store.events(of: match, after: .max, limit: 9).isEmpty)
        #expect(try await store.events(of: match, after: 0, limit: 0).isEmpty)
        #expect(try await store.events(of: match, after: 0, limit: -1).isEmpty)
        await expect(.invalid("the version is negative")) {
          _ = try await store.events(of: match, after: -1, limit: 9)
        }
      }
    },
    StoreCheck("An unknown match has no events and no summary") { fixture in
      try await fixture.withStore { store async throws in
        _ = try await store.append(Sample.append(1, after: 0))
        #expect(try await store.events(of: Sample.match(2), after: 0, limit: 9).isEmpty)
        #expect(try await store.summary(of: Sample.match(2)) == nil)
      }
    },
    StoreCheck("A stale version is refused with the current one, and changes nothing") { fixture in
      try await fixture.withStore { store async throws in
        await expect(.staleVersion(current: 0)) {
          _ = try await store.append(Sample.append(1, after: 1))
        }
        #expect(try await store.summary(of: Sample.match(1)) == nil)
        _ = try await store.append(Sample.append(1, after: 0, bodies: [[1], [2]]))
        for version in [0, 1, 3] {
          await expect(.staleVersion(current: 2)) {
            _ = try await store.append(
              Sample.append(1, after: version, key: Sample.key(1, "stale"), at: 99))
          }
        }
        #expect(try await store.events(of: Sample.match(1), after: 0, limit: 9).count == 2)
        #expect(try await store.summary(of: Sample.match(1)) == Sample.summary(1, version: 2))
        #expect(try await store.answer(for: Sample.key(1, "stale")) == nil)
      }
    },
    StoreCheck("An append that makes no sense is refused, and changes nothing") { fixture in
      try await fixture.withStore { store async throws in
        _ = try await store.append(Sample.append(1, after: 0, at: 1))
        for bad in nonsense(key: Sample.key(1, "bad")) {
          await expectInvalid { _ = try await store.append(bad) }
        }
        #expect(try await store.events(of: Sample.match(1), after: 0, limit: 9).count == 1)
        #expect(
          try await store.summary(of: Sample.match(1)) == Sample.summary(1, version: 1, at: 1))
        #expect(try await store.matches(of: Sample.player(1), limit: 9).count == 1)
        #expect(try await store.matches(of: Sample.player(3), limit: 9).isEmpty)
        #expect(try await store.answer(for: Sample.key(1, "bad")) == nil)
      }
    },
    StoreCheck("Bodies of any bytes and of 64 KiB come back as they were") { fixture in
      try await fixture.withStore { store async throws in
        let large = (0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        let bodies: [[UInt8]] = [
          [], [0], [0, 0, 0], [0xff, 0xfe, 0xc0, 0x80], Array(0...255), Array("'; --".utf8), large,
        ]
        var append = Sample.append(1, after: 0, bodies: bodies, key: Sample.key(1, "k'\""))
        append.digest = [0xff, 0]
        append.answer = large
        _ = try await store.append(append)
        let events = try await store.events(of: Sample.match(1), after: 0, limit: 9)
        #expect(events.map(\.body) == bodies)
        let answer = try await store.answer(for: Sample.key(1, "k'\""))
        #expect(answer?.digest == [0xff, 0])
        #expect(answer?.answer == large)
      }
    },
    StoreCheck("A summary of every form comes back as it was") { fixture in
      try await fixture.withStore { store async throws in
        var append = Sample.append(1, after: 0)
        let statuses: [SeatStatus] = [.matching, .invited, .declined, .active, .done]
        append.summary.status = .matching
        append.summary.game = "Spiel \u{0} 'é' 棋"
        append.summary.updatedAt = Timestamp(milliseconds: -1)
        append.summary.wakeAt = Timestamp(milliseconds: .max)
        append.summary.queue = String(repeating: "q ~", count: 66)
        append.summary.isPublic = true
        append.summary.seats = (0..<16).map { seat in
          SeatSummary(
            player: seat % 3 == 0 ? nil : Sample.player(seat), status: statuses[seat % 5],
            mayAct: seat % 2 == 0, isListed: seat % 7 != 0)
        }
        _ = try await store.append(append)
        #expect(try await store.summary(of: Sample.match(1)) == append.summary)
        #expect(try await store.matches(of: Sample.player(4), limit: 1) == [append.summary])
      }
    },
  ]

  /// Returns appends to match 1 at version 1 that no store may take, with players 1 and 3.
  private static func nonsense(key: CommandKey) -> [Append] {
    let good = Sample.append(1, after: 1, key: key, players: [1, 3], at: 50)
    return [
      change(good) { $0.bodies = [] },
      change(good) { $0.summary.version = 1 },
      change(good) { $0.summary.version = 3 },
      change(good) { $0.summary.match = Sample.match(2) },
      change(good) { $0.summary.seats = [] },
      change(good) { $0.summary.seats = Array(repeating: $0.summary.seats[0], count: 17) },
      change(good) { $0.summary.game = "" },
      change(good) { $0.summary.queue = "" },
      change(good) { $0.summary.queue = "a\u{0}b" },
      change(good) { $0.summary.queue = "Zoë" },
      change(good) { $0.summary.queue = String(repeating: "q", count: 201) },
      change(good) { $0.expectedVersion = -1 },
      change(good) { $0.expectedVersion = .max },
    ]
  }

  private static func change(_ append: Append, _ body: (inout Append) -> Void) -> Append {
    var copy = append
    body(&copy)
    return copy
  }
}

/// Expects that `body` throws exactly this error.
func expect(
  _ error: StoreError, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async {
  await #expect(throws: error, sourceLocation: sourceLocation) { try await body() }
}

/// Expects that `body` throws ``StoreError/invalid(_:)``, with whatever words.
func expectInvalid(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async {
  let thrown = await #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
    try await body()
  }
  guard case .invalid = thrown else {
    Issue.record(
      "not refused as invalid: \(String(describing: thrown))", sourceLocation: sourceLocation)
    return
  }
}

import Games
import MatchStore
import Matches
import Reversi
import Service
import Testing

@Suite("Commands on a match")
struct CommandTests {
  @Test("Make, join, move and quit change what everybody sees", arguments: StoreKind.allCases)
  func walk(kind: StoreKind) async throws {
    try await withBench(kind) { bench in
      let service = await bench.service()
      let table = try await Table(service)
      try await table.play(["d3", "c3"])
      let view = try await service.view(of: table.match, for: table.white.record.id)
      #expect(view.version == 5)
      #expect(view.status == "open")
      #expect(view.you == 2)
      #expect(!view.yourTurn)
      #expect(view.statusLine == "Player 1's Turn")
      #expect(view.moves?.map(\.move) == ["d3", "c3"])
      #expect(view.seats.map(\.name) == [table.black.record.name, table.white.record.name])
      try await table.white.perform(.quit, on: table.match, service, key: "quit", version: 5)
      let end = try await service.view(of: table.match, for: nil)
      #expect(end.status == "ended")
      #expect(end.statusLine == "Match Ended")
      #expect(end.seats.map(\.outcome) == ["won", "quit"])
      #expect(end.you == nil)
      #expect(end.version == 7)
    }
  }

  @Test("What was played is there after a restart", arguments: StoreKind.allCases)
  func restart(kind: StoreKind) async throws {
    try await withBench(kind) { bench in
      let table = try await Table(await bench.service())
      try await table.play(shortGame)
      let before = try await table.service.view(of: table.match, for: table.black.record.id)
      #expect(before.scores == [64, 0])
      try await bench.restart()
      let after = await bench.service()
      #expect(try await after.view(of: table.match, for: table.black.record.id) == before)
      #expect(try await after.player(for: table.black.token) == table.black.record)
    }
  }

  @Test("Of two who want one seat at once, one is seated", arguments: StoreKind.allCases)
  func oneSeat(kind: StoreKind) async throws {
    try await withBench(kind) { bench in
      let service = await bench.service()
      for round in 0..<5 {
        let maker = try await Person(service)
        let match = try await maker.make(service, key: "make-\(round)")
        let people = [try await Person(service), try await Person(service)]
        let results = await withTaskGroup { group in
          for person in people {
            group.addTask { () -> ServiceError? in
              do {
                try await person.perform(.join, on: match, service, key: "join")
                return nil
              } catch {
                return error as? ServiceError
              }
            }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 == nil } == 1)
        #expect(results.contains(.refused(.seatTaken)))
        #expect(try await service.view(of: match, for: nil).version == 3)
      }
    }
  }

  @Test("A stale version is refused with the current one and overwrites nothing")
  func stale() async throws {
    try await withBench(.memory) { bench in
      let table = try await Table(await bench.service())
      try await table.play(["d3"])
      let late = ServiceError.refused(.staleVersion(current: 4))
      for version in [0, 3, 5, -1, Int.max] {
        await #expect(throws: late) {
          try await table.white.perform(
            .move("c3"), on: table.match, table.service, key: "late-\(version)", version: version)
        }
      }
      #expect(try await table.version() == 4)
      // A refusal is not stored: the same key may be used again.
      try await table.white.perform(
        .move("c3"), on: table.match, table.service, key: "late-3", version: 4)
    }
  }

  @Test("What is asked of nothing is refused")
  func unknown() async throws {
    try await withBench(.memory) { bench in
      let service = await bench.service()
      let person = try await Person(service)
      let nowhere = MatchID(Identifier128(high: 1, low: 2))
      await #expect(throws: ServiceError.unknownMatch) {
        try await service.view(of: nowhere, for: nil)
      }
      await #expect(throws: ServiceError.unknownMatch) {
        try await person.perform(.move("d3"), on: nowhere, service, key: "k")
      }
      await #expect(throws: ServiceError.unknownMatch) {
        _ = try await service.listen(to: nowhere, after: 0, as: nil, send: { _ in }, end: {})
      }
      let long = String(repeating: "\u{301}", count: 32_768)
      for game in ["", "go", "Reversi", "re\u{301}versi", long] {
        await #expect(throws: ServiceError.unknownGame) {
          try await person.make(service, game: game, key: "game")
        }
      }
      for (seats, seat, field) in [
        (3, 1, "seats"), (0, 1, "seats"), (2, 0, "seat"), (2, 3, "seat"),
      ] {
        await #expect {
          try await service.makeMatch(
            game: "reversi", seats: seats, seat: seat, by: person.record, key: person.key("k"),
            receivedAt: Timestamp(milliseconds: 0))
        } throws: { error in
          guard case .malformed(field, _)? = error as? ServiceError else { return false }
          return true
        }
      }
      #expect(try await service.matches(of: person.record.id).isEmpty)
    }
  }

  @Test("Nobody has more than a hundred matches that go on; ended ones do not count")
  func openMatchLimit() async throws {
    try await withBench(.memory) { bench in
      let service = await bench.service()
      let person = try await Person(service)
      var made: [MatchID] = []
      for index in 0..<MatchService.openMatchLimit - 1 {
        made.append(try await person.make(service, key: "make-\(index)"))
      }
      let other = try await Person(service)
      let another = try await other.make(service)
      let yetAnother = try await other.make(service, key: "second")
      try await person.perform(.join, on: another, service, key: "join-last")
      // The join that was the last allowed is answered again when it is repeated.
      let answer = try await person.perform(.join, on: another, service, key: "join-last")
      #expect(answer.version == 3)
      let full = ServiceError.tooManyMatches(limit: MatchService.openMatchLimit)
      await #expect(throws: full) { try await person.make(service, key: "one-more") }
      await #expect(throws: full) {
        try await person.perform(.join, on: yetAnother, service, key: "join-more")
      }
      // A repetition is no new match.
      #expect(try await person.make(service, key: "make-0") == made[0])
      try await person.perform(.quit, on: made[3], service, key: "quit")
      _ = try await person.make(service, key: "one-more")
      await #expect(throws: full) { try await person.make(service, key: "two-more") }
    }
  }
}

@Suite("Rematches and the limit of open matches")
struct RematchLimitTests {
  @Test(
    "A rematch counts as a match for who asks and for the others, and a repetition is no new one")
  func limit() async throws {
    try await withBench(.memory) { bench in
      let service = await bench.service()
      let table = try await Table(service)
      try await table.play(shortGame)
      let second = try await table.black.make(service, key: "second")
      try await table.white.perform(.join, on: second, service, key: "join-second")
      try await table.white.perform(.quit, on: second, service, key: "quit-second")
      for index in 0..<MatchService.openMatchLimit {
        _ = try await table.black.make(service, key: "fill-\(index)")
      }
      let full = ServiceError.tooManyMatches(limit: MatchService.openMatchLimit)
      await #expect(throws: full) {
        try await table.black.perform(.rematch, on: table.match, service, key: "again")
      }
      await #expect(
        throws: ServiceError.refused(
          .invalidParticipant("another player has too many matches that go on"))
      ) {
        try await table.white.perform(.rematch, on: table.match, service, key: "again")
      }
      let some = try #require(
        try await service.matches(of: table.black.record.id).last { $0.status != "ended" })
      try await table.black.perform(
        .quit, on: try MatchID(text: some.id), service, key: "room")
      let made = try await table.white.perform(.rematch, on: table.match, service, key: "again")
      // Full again: who asks for what is there already gets it.
      let same = try await table.black.perform(.rematch, on: table.match, service, key: "mine")
      #expect(same.match == made.match)
      #expect(
        try await table.white.perform(.rematch, on: table.match, service, key: "again").match
          == made.match)
      await #expect(throws: full) {
        try await table.black.perform(.rematch, on: second, service, key: "other")
      }
    }
  }
}

@Suite("A command happens once")
struct KeyTests {
  @Test(
    "The same key gets the first answer again and applies nothing", arguments: StoreKind.allCases)
  func again(kind: StoreKind) async throws {
    try await withBench(kind) { bench in
      let table = try await Table(await bench.service())
      let first = try await table.black.perform(
        .move("d3"), on: table.match, table.service, key: "one", version: 3)
      func repeats(_ service: MatchService) async throws {
        let answer = try await table.black.perform(
          .move("d3"), on: table.match, service, key: "one", version: 3)
        #expect(answer == first)
        #expect(try await table.black.make(service) == table.match)
        #expect(
          try await table.white.perform(.join, on: table.match, service, key: "join").version == 3)
      }
      try await repeats(table.service)
      #expect(try await table.version() == 4)
      // Also when the match has moved on since.
      try await table.white.perform(.move("c3"), on: table.match, table.service, key: "two")
      try await table.black.perform(.move("c4"), on: table.match, table.service, key: "three")
      try await repeats(table.service)
      #expect(try await table.version() == 6)
      // Also after a restart.
      try await bench.restart()
      let fresh = await bench.service()
      try await repeats(fresh)
      #expect(try await fresh.view(of: table.match, for: nil).version == 6)
    }
  }

  @Test("The same key for something else is a conflict", arguments: StoreKind.allCases)
  func reused(kind: StoreKind) async throws {
    try await withBench(kind) { bench in
      let table = try await Table(await bench.service())
      try await table.black.perform(.move("d3"), on: table.match, table.service, key: "one")
      let other = try await table.black.make(table.service, key: "other")
      for service in [table.service, await bench.service()] {
        await #expect(throws: ServiceError.keyReused) {
          try await table.black.perform(.move("c4"), on: table.match, service, key: "one")
        }
        await #expect(throws: ServiceError.keyReused) {
          try await table.black.perform(.quit, on: table.match, service, key: "one")
        }
        await #expect(throws: ServiceError.keyReused) {
          try await table.black.perform(.move("d3"), on: other, service, key: "one")
        }
        await #expect(throws: ServiceError.keyReused) {
          try await table.black.make(service, key: "one")
        }
        await #expect(throws: ServiceError.keyReused) {
          try await table.black.make(service, seat: 2, key: "make")
        }
      }
      // Keys are each player's own.
      try await table.white.perform(.move("c3"), on: table.match, table.service, key: "one")
      #expect(try await table.version() == 5)
    }
  }

  @Test("Fifty copies at once have one effect and equal answers", arguments: StoreKind.allCases)
  func copies(kind: StoreKind) async throws {
    try await withBench(kind) { bench in
      let table = try await Table(await bench.service())
      let nodes = [table.service, await bench.service()]
      func fifty(
        _ body: @escaping @Sendable (MatchService) async throws -> String
      ) async throws -> [String] {
        try await withThrowingTaskGroup { group in
          for index in 0..<50 { group.addTask { try await body(nodes[index % 2]) } }
          return try await group.reduce(into: []) { $0.append($1) }
        }
      }
      let moves = try await fifty { service in
        let answer = try await table.black.perform(
          .move("d3"), on: table.match, service, key: "copy")
        return "\(answer.match) \(answer.version)"
      }
      #expect(moves.count == 50)
      #expect(Set(moves) == ["\(table.match.text) 4"])
      let makings = try await fifty { service in
        try await table.black.make(service, key: "copied").text
      }
      #expect(Set(makings).count == 1)
      for service in nodes {
        #expect(try await service.matches(of: table.black.record.id).count == 2)
      }
      let fresh = await bench.service()
      #expect(try await fresh.view(of: table.match, for: nil).version == 4)
    }
  }
}

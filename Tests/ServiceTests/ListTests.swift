import Games
import Hosting
import MatchStore
import Matches
import Service
import Testing

@Suite("Lists and rooms")
struct ListTests {
  @Test(
    "What waits for the player comes first, then open, then ended", arguments: StoreKind.allCases)
  func order(kind: StoreKind) async throws {
    try await withBench(kind) { bench in
      let service = await bench.service()
      let (me, other) = (try await Person(service), try await Person(service, name: "Zoë <b>"))
      var matches: [MatchID] = []
      for index in 0..<4 {
        matches.append(
          try await me.make(service, key: "make-\(index)", at: Int64(100 + index)))
      }
      // 0 ends, 1 waits for the other, 2 waits for me and is full, 3 waits for me without anybody.
      for index in 0..<3 {
        try await other.perform(
          .join, on: matches[index], service, key: "join-\(index)", at: Int64(200 + index))
      }
      try await other.perform(.quit, on: matches[0], service, key: "quit", at: 300)
      try await me.perform(.move("d3"), on: matches[1], service, key: "move", at: 301)
      let list = try await service.matches(of: me.record.id)
      #expect(list.map(\.id) == [matches[2], matches[3], matches[1], matches[0]].map(\.text))
      #expect(list.map(\.yourTurn) == [true, true, false, false])
      #expect(list.map(\.others) == [["Zoë <b>"], [], ["Zoë <b>"], ["Zoë <b>"]])
      #expect(list.map(\.status) == ["open", "matching", "open", "ended"])
      #expect(list.map(\.updatedAt) == [202, 103, 301, 300])
      #expect(list.map(\.you) == [1, 1, 1, 1])
      let short = try await service.matches(of: me.record.id, limit: 2)
      #expect(short.map(\.id) == list.dropLast().map(\.id), "what goes on is there in any case")
      let others = try await service.matches(of: other.record.id)
      #expect(others.map(\.id) == [matches[1], matches[2], matches[0]].map(\.text))
      #expect(others.map(\.you) == [2, 2, 2])
    }
  }

  @Test("More matches than rooms: each is put away and comes back as it was", arguments: [1, 2])
  func roomLimit(limit: Int) async throws {
    try await withBench(.memory) { bench in
      let service = await bench.service(roomLimit: limit)
      var tables: [Table] = []
      for _ in 0..<8 { tables.append(try await Table(service)) }
      let listened = Journal<Int>()
      let listening = try await service.listen(
        to: tables[0].match, after: 3, as: nil, send: { listened.add($0.number) }, end: {})
      for (ply, move) in shortGame.enumerated() {
        for table in tables { try await table.play([move], from: ply) }
      }
      for table in tables {
        let view = try await service.view(of: table.match, for: nil)
        #expect(view.moves?.map(\.move) == shortGame)
        #expect(view.version == 13)
      }
      // A room with a listener stays, so the listener has heard everything.
      #expect(listened.entries == Array(4...13))
      listening.cancel()
    }
  }

  @Test("Many tasks on more matches than rooms: no event is lost and no listener left behind")
  func roomLimitUnderLoad() async throws {
    try await withBench(.memory) { bench in
      let service = await bench.service(roomLimit: 2)
      var tables: [Table] = []
      for _ in 0..<6 { tables.append(try await Table(service)) }
      try await withThrowingTaskGroup { group in
        for table in tables {
          group.addTask {
            var cursor = 3
            for (ply, move) in shortGame.enumerated() {
              let heard = Journal<Int>()
              let listening = try await service.listen(
                to: table.match, after: cursor, as: nil, send: { heard.add($0.number) },
                end: {})
              try await table.play([move], from: ply)
              let version = try await table.version()
              #expect(heard.entries == Array(cursor + 1...version))
              cursor = version
              listening.cancel()
            }
            #expect(cursor == 13)
          }
          group.addTask {
            for _ in 0..<30 {
              _ = try await service.view(of: table.match, for: nil)
              await Task.yield()
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test("A new name is seen in lists, in open rooms and in new ones")
  func renaming() async throws {
    try await withBench(.memory) { bench in
      let table = try await Table(await bench.service())
      _ = try await table.version()
      #expect(
        try await table.service.rename(table.white.record.id, to: "  Ann \n Lee ") == "Ann Lee")
      let views = [
        try await table.service.view(of: table.match, for: nil),
        try await bench.service().view(of: table.match, for: nil),
      ]
      for view in views { #expect(view.seats[1].name == "Ann Lee") }
      #expect(try await table.service.matches(of: table.black.record.id)[0].others == ["Ann Lee"])
      await #expect {
        try await table.service.rename(table.white.record.id, to: "\u{202E}evil")
      } throws: { error in
        guard case .malformed("name", _)? = error as? ServiceError else { return false }
        return true
      }
      #expect(try await table.service.player(for: table.white.token)?.name == "Ann Lee")
    }
  }
}

@Suite("Playing again")
struct RematchTests {
  @Test("A rematch seats both, one seat further on, however often it is asked for")
  func both() async throws {
    try await withBench(.memory) { bench in
      let table = try await Table(await bench.service())
      try await table.play(shortGame)
      let first = try await table.black.perform(
        .rematch, on: table.match, table.service, key: "again")
      let second = try await table.white.perform(
        .rematch, on: table.match, table.service, key: "again")
      #expect(first == second)
      #expect(first.match != table.match.text)
      let again = try MatchID(text: first.match)
      let view = try await table.service.view(of: again, for: table.white.record.id)
      #expect(view.you == 1)
      #expect(view.yourTurn)
      #expect(view.version == first.version)
      #expect(try await table.service.view(of: table.match, for: nil).rematch == first.match)
      try await table.white.perform(.move("d3"), on: again, table.service, key: "m")
      // The repetition gets the first answer, also when the new match has moved on.
      #expect(
        try await table.black.perform(.rematch, on: table.match, table.service, key: "again")
          == first)
      for person in [table.black, table.white] {
        #expect(try await table.service.matches(of: person.record.id).count == 2)
      }
    }
  }

  @Test("Fifty who ask at once, on two nodes, make one match")
  func atOnce() async throws {
    try await withBench(.memory) { bench in
      let table = try await Table(await bench.service())
      try await table.play(shortGame)
      let nodes = [table.service, await bench.service()]
      let answers = await withTaskGroup { group in
        for index in 0..<50 {
          group.addTask { () -> String? in
            let person = index % 2 == 0 ? table.black : table.white
            while true {
              do {
                return try await person.perform(
                  .rematch, on: table.match, nodes[index / 2 % 2], key: "again-\(index)"
                ).match
              } catch ServiceError.refused(.staleVersion) {
                continue
              } catch {
                return nil
              }
            }
          }
        }
        return await group.reduce(into: Set<String?>()) { $0.insert($1) }
      }
      #expect(answers.count == 1)
      #expect(!answers.contains(nil))
      #expect(try await table.service.matches(of: table.black.record.id).count == 2)
    }
  }

  @Test("A server that died between the promise and the match: whoever looks makes it")
  func healing() async throws {
    let trouble = Trouble()
    let service = MatchService(
      store: trouble.makeStore(), registry: .forTests, time: ManualTime())
    let table = try await Table(service)
    try await table.play(shortGame)
    trouble.fail(.storageFull, after: 1)
    await #expect(throws: ServiceError.storageFull) {
      try await table.black.perform(.rematch, on: table.match, service, key: "again")
    }
    #expect(try await service.matches(of: table.white.record.id).count == 1)
    let promised = try #require(try await service.view(of: table.match, for: nil).rematch)
    // The look has made it.
    #expect(try await service.matches(of: table.white.record.id).count == 2)
    let view = try await service.view(of: MatchID(text: promised), for: table.white.record.id)
    #expect(view.you == 1)
    let answer = try await table.black.perform(.rematch, on: table.match, service, key: "again")
    #expect(answer.match == promised)
  }
}

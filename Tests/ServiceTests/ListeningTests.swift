import Games
import Hosting
import MatchStore
import Matches
import Reversi
import Service
import Testing

@Suite("Listening to a match")
struct ListeningTests {
  @Test("Who has n gets n+1 and all that follows, in order", arguments: StoreKind.allCases)
  func cursor(kind: StoreKind) async throws {
    try await withBench(kind) { bench in
      let table = try await Table(await bench.service())
      try await table.play(Array(shortGame.prefix(4)))
      for cursor in [0, 1, 3, 6, 7, 1000] {
        let heard = Journal<EventView>()
        let listening = try await table.service.listen(
          to: table.match, after: cursor, as: nil, send: { heard.add($0) }, end: {})
        #expect(heard.entries.map(\.number) == Array(cursor..<max(cursor, 7)).map { $0 + 1 })
        listening.cancel()
      }
      let heard = Journal<EventView>()
      let listening = try await table.service.listen(
        to: table.match, after: 5, as: table.white.record.id, send: { heard.add($0) }, end: {})
      try await table.play(Array(shortGame.dropFirst(4)), from: 4)
      #expect(heard.entries.map(\.number) == Array(6...13))
      #expect(heard.entries.map { $0.move?.move } == shortGame.suffix(7) + [nil])
      #expect(heard.entries.last?.reason == "ended")
      #expect(heard.entries.last?.match.scores == [64, 0])
      #expect(heard.entries.map(\.match.version) == Array(6...13))
      #expect(heard.entries.allSatisfy { $0.match.moves == nil && $0.match.you == 2 })
      listening.cancel()
    }
  }

  @Test("Each event says why the reader is told, in the words of the contract")
  func reasons() async throws {
    try await withBench(.memory) { bench in
      let service = await bench.service()
      let table = try await Table(service)
      try await table.play(["d3"])
      try await table.black.perform(.quit, on: table.match, service, key: "quit")
      try await table.white.perform(.rematch, on: table.match, service, key: "again")
      var reasons: [[String]] = []
      for player in [table.black.record.id, table.white.record.id, nil] {
        let heard = Journal<String>()
        let listening = try await service.listen(
          to: table.match, after: 0, as: player, send: { heard.add($0.reason) }, end: {})
        reasons.append(heard.entries)
        listening.cancel()
      }
      let common = ["created", "seatFilled", "seatFilled"]
      let end = ["seatLeft", "ended", "rematch"]
      #expect(reasons[0] == common + ["turnPassed"] + end)
      #expect(reasons[1] == common + ["yourTurn"] + end)
      #expect(reasons[2] == common + ["turnPassed"] + end)
    }
  }

  @Test(
    "Listeners that come at any time while a game is played miss nothing and hear nothing twice")
  func noGaps() async throws {
    try await withBench(.memory) { bench in
      let table = try await Table(await bench.service())
      let listeners = 40
      let journals = (0..<listeners).map { _ in Journal<Int>() }
      let listenings = Journal<Listening>()
      try await withThrowingTaskGroup { group in
        group.addTask {
          for (ply, move) in shortGame.enumerated() {
            await Task.yield()
            try await table.play([move], from: ply)
          }
        }
        for journal in journals {
          group.addTask {
            for _ in 0..<Int.random(in: 0..<30) { await Task.yield() }
            // What a page does: it has read the match, and asks for what comes after.
            let version = try await table.version()
            for _ in 0..<Int.random(in: 0..<10) { await Task.yield() }
            listenings.add(
              try await table.service.listen(
                to: table.match, after: version, as: nil,
                send: { event in journal.add(event.number) }, end: {}))
            journal.add(-version)
          }
        }
        try await group.waitForAll()
      }
      let last = 3 + shortGame.count + 1
      #expect(try await table.version() == last)
      for journal in journals {
        let cursor = try #require(journal.entries.first { $0 < 0 })
        let heard = journal.entries.filter { $0 > 0 }
        #expect(heard == Array((-cursor)..<last).map { $0 + 1 })
      }
      for listening in listenings.entries { listening.cancel() }
    }
  }

  @Test("Many who move at once are put in one order, and every listener hears that order")
  func oneOrder() async throws {
    try await withBench(.memory) { bench in
      let table = try await Table(await bench.service())
      let heard = (0..<3).map { _ in Journal<EventView>() }
      var listenings: [Listening] = []
      for journal in heard {
        listenings.append(
          try await table.service.listen(
            to: table.match, after: 3, as: nil, send: { journal.add($0) }, end: {}))
      }
      // Several devices of both players move at once; the order of the match decides.
      try await withThrowingTaskGroup { group in
        for (person, name) in [(table.black, "b"), (table.white, "w")] {
          for device in 0..<3 {
            group.addTask {
              var round = 0
              while true {
                let view = try await table.service.view(of: table.match, for: nil)
                if view.status == "ended" { return }
                round += 1
                let position = try ReversiPosition(text: view.position)
                let moves = position.legalMoves(for: position.sideToMove.seat)
                guard let move = moves.randomElement() else { continue }
                _ = try? await person.perform(
                  .move(move.text), on: table.match, table.service,
                  key: "\(name)-\(device)-\(round)")
                await Task.yield()
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let version = try await table.version()
      let view = try await table.service.view(of: table.match, for: nil)
      for journal in heard {
        #expect(journal.entries.map(\.number) == Array(4...version))
        #expect(journal.entries.compactMap(\.move) == view.moves)
      }
      #expect(heard[0].entries == heard[1].entries)
      for listening in listenings { listening.cancel() }
    }
  }

  @Test("Who has cancelled hears nothing more; cancelling twice does no harm")
  func cancelling() async throws {
    try await withBench(.memory) { bench in
      let table = try await Table(await bench.service())
      let heard = Journal<Int>()
      let other = Journal<Int>()
      let listening = try await table.service.listen(
        to: table.match, after: 3, as: nil, send: { heard.add($0.number) }, end: {})
      let second = try await table.service.listen(
        to: table.match, after: 3, as: nil, send: { other.add($0.number) }, end: {})
      try await table.play(["d3"])
      listening.cancel()
      listening.cancel()
      // Cancelling is on its way: after some commands it has arrived.
      var ply = 1
      for move in ["c3", "c4"] {
        try await table.play([move], from: ply)
        ply += 1
      }
      try await eventually("the listener is gone") {
        let before = heard.entries.count
        let key = "quit-\(other.entries.count)"
        _ = try? await table.white.perform(.quit, on: table.match, table.service, key: key)
        return heard.entries.count == before
      }
      #expect(heard.entries.first == 4)
      #expect(other.entries.first == 4)
      #expect(other.entries.count >= 4)
      second.cancel()
    }
  }

  @Test("The lists of both players are told of every change, and of nothing else")
  func lists() async throws {
    try await withBench(.memory) { bench in
      let service = await bench.service()
      let people = [
        try await Person(service), try await Person(service), try await Person(service),
      ]
      let told = people.map { _ in Journal<Bool>() }
      var listenings: [Listening] = []
      for (person, journal) in zip(people, told) {
        listenings.append(
          await service.listenToList(of: person.record.id) { journal.add(true) })
      }
      func counts() -> [Int] { told.map(\.entries.count) }
      let match = try await people[0].make(service)
      #expect(counts() == [1, 0, 0])
      try await people[1].perform(.join, on: match, service, key: "join")
      #expect(counts() == [2, 1, 0])
      try await people[0].perform(.move("d3"), on: match, service, key: "m1")
      #expect(counts() == [3, 2, 0])
      // Neither a repetition nor a refusal is news.
      try await people[0].perform(.move("d3"), on: match, service, key: "m1")
      _ = try? await people[0].perform(.move("d3"), on: match, service, key: "m2")
      _ = try? await people[2].perform(.join, on: match, service, key: "join")
      #expect(counts() == [3, 2, 0])
      try await people[1].perform(.quit, on: match, service, key: "q")
      #expect(counts() == [4, 3, 0])
      for listening in listenings { listening.cancel() }
    }
  }
}

@Suite("Secrets stay")
struct SecretsTests {
  @Test("A hidden card is in no view, event, list, answer or error of anybody but its holder")
  func noLeak() async throws {
    try await withBench(.memory) { bench in
      let service = await bench.service()
      let table = try await Table(service, game: "secret-cards")
      let readers: [PlayerID?] = [table.black.record.id, table.white.record.id, nil]
      var seen = readers.map { _ in "" }
      func look() async throws {
        for (index, reader) in readers.enumerated() {
          seen[index] += "\(try await service.view(of: table.match, for: reader))\n"
          let heard = Journal<EventView>()
          let listening = try await service.listen(
            to: table.match, after: 0, as: reader, send: { heard.add($0) }, end: {})
          seen[index] += heard.entries.map { "\($0)\n" }.joined()
          listening.cancel()
          if let reader { seen[index] += "\(try await service.matches(of: reader))\n" }
        }
      }
      func hand(_ reader: PlayerID?, seat: Int) async throws -> [String] {
        let position = try await service.view(of: table.match, for: reader).position
        let word = position.split(separator: " ")[seat]
        return word.split(separator: ":")[0].split(separator: ",").map { String($0) }
      }
      try await look()
      let hands = [try await hand(readers[0], seat: 0), try await hand(readers[1], seat: 1)]
      #expect(Set(hands[0] + hands[1]).count == 6)
      // The last cards are shown as they are played: what is secret at each moment is asked before.
      for round in 0..<3 {
        // The second player bids first: the bid lies face down.
        let bid = hands[1][round]
        let live = readers.map { _ in Journal<EventView>() }
        var listenings: [Listening] = []
        for (reader, journal) in zip(readers, live) {
          let version = try await table.version()
          listenings.append(
            try await service.listen(
              to: table.match, after: version, as: reader, send: { journal.add($0) }, end: {}))
        }
        try await table.white.perform(
          .move(bid), on: table.match, service, key: "w\(round)")
        try await look()
        for (index, journal) in live.enumerated() {
          seen[index] += journal.entries.map { "\($0)\n" }.joined()
        }
        for index in [0, 2] {
          for card in hands[1].dropFirst(round) {
            #expect(!seen[index].contains(card), "reader \(index) sees \(card) in round \(round)")
          }
        }
        #expect(seen[1].contains(bid))
        // A guess is refused without telling whether the other holds the card.
        var reasons: [String] = []
        for guess in [hands[1][2], "canary-1"] {
          do {
            try await table.black.perform(
              .move(guess), on: table.match, service, key: "guess-\(round)")
          } catch {
            reasons.append("\(error)".replacing(guess, with: ""))
          }
        }
        #expect(Set(reasons).count == 1)
        try await table.black.perform(
          .move(hands[0][round]), on: table.match, service, key: "b\(round)")
        try await look()
        // Now the round is shown to everybody, so the canary can be seen where it should be.
        #expect(seen[2].contains(bid))
        if round < 2 {
          for index in [0, 2] {
            for card in hands[1].dropFirst(round + 1) { #expect(!seen[index].contains(card)) }
          }
          for index in [1, 2] {
            for card in hands[0].dropFirst(round + 1) { #expect(!seen[index].contains(card)) }
          }
        }
        for listening in listenings { listening.cancel() }
      }
      #expect(try await service.view(of: table.match, for: nil).status == "ended")
    }
  }

  @Test("The seed of a match leaves the service in no view or event")
  func seed() async throws {
    try await withBench(.memory) { bench in
      let service = await bench.service()
      let table = try await Table(service)
      try await table.black.perform(.quit, on: table.match, service, key: "q")
      let answer = try await table.white.perform(.rematch, on: table.match, service, key: "r")
      var seeds: [String] = []
      for match in [table.match.text, answer.match] {
        let stored = try await bench.store.events(
          of: MatchID(text: match), after: 0, limit: 100)
        for event in stored {
          let words = String(decoding: event.body, as: UTF8.self).split(separator: " ")
          if words[0] == "created" { seeds.append(String(words[4])) }
          if words[0] == "rematched" { seeds.append(String(words[2])) }
        }
      }
      #expect(seeds.count == 3)
      #expect(seeds[1] == seeds[2])
      let heard = Journal<EventView>()
      let listening = try await service.listen(
        to: table.match, after: 0, as: table.black.record.id, send: { heard.add($0) }, end: {})
      let everything =
        "\(heard.entries)\(try await service.view(of: table.match, for: table.black.record.id))"
      for seed in seeds { #expect(!everything.contains(seed)) }
      listening.cancel()
    }
  }

  @Test("A token is a secret: it is drawn anew, opens one door, and is nowhere in the file")
  func tokens() async throws {
    try await withBench(.sqlite) { bench in
      let service = await bench.service()
      let people = [try await Person(service), try await Person(service)]
      #expect(people[0].token != people[1].token)
      for person in people {
        #expect(try await service.player(for: person.token)?.id == person.record.id)
      }
      let stranger = try #require(SessionToken(String(repeating: "0", count: 64)))
      #expect(try await service.player(for: stranger) == nil)
      for text in ["", "x", people[0].token.text + "0", people[0].token.text.uppercased() + "g"] {
        #expect(SessionToken(text) == nil)
      }
      let bytes = await bench.bytesOnDisk()
      // The names are there, so the right files are looked at.
      #expect(bytes.firstRange(of: Array(people[0].record.name.utf8)) != nil)
      for person in people {
        let token = person.token.text
        #expect(bytes.firstRange(of: Array(token.utf8)) == nil)
        let raw = stride(from: 0, to: 64, by: 2).compactMap { offset in
          UInt8(token.dropFirst(offset).prefix(2), radix: 16)
        }
        #expect(raw.count == 32)
        #expect(bytes.firstRange(of: raw) == nil)
      }
    }
  }
}

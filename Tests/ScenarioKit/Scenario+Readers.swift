internal import Games
internal import Matches
internal import Service
internal import Testing

extension Scenario {
  static let readers = [
    Scenario(7, "after a turn exactly one seat holds the baton wherever somebody looks") {
      let round = try await Round($0, "carried", seats: 3)
      let ear = try await round.b.through(1).listen(to: round.match, after: 0)
      for (index, next) in [2, 3, 1, 3].enumerated() {
        let holder = try await round.holders(round.a)
        let player = round.players[(holder.first ?? 1) - 1]
        let answer = try await player.through(index).perform(
          .turn(.end(next: seats(next), results: [], data: "")), on: round.match,
          key: "turn-\(index)", version: nil)
        for reader in round.players {
          for server in 0..<2 {
            #expect(try await round.holders(reader.through(server)) == [next])
          }
        }
        var waiting: [Int] = []
        for (seat, reader) in round.players.enumerated() {
          let entry = try await reader.through(index + 1).list().first { $0.id == round.match }
          #expect(entry?.version == answer.version)
          if entry?.yourTurn == true { waiting.append(seat + 1) }
        }
        #expect(waiting == [next])
        _ = try await round.b.through(1).view(round.match)
        try await ear.wait(for: answer.version)
        #expect(ear.events.last?.match.seats.filter(\.mayAct).map(\.number) == [next])
      }
      #expect(ear.events.map(\.number) == Array(1...ear.events.count))
      ear.stop()
    },
    Scenario(8, "who reconnects with the last number gets what is missing, and the clock runs") {
      var policies = MatchPolicies()
      policies.clock = try #require(TimeControl(.perTurn(3_600_000)))
      let round = try await Round($0, "reversi", policies: policies)
      let ear = try await round.a.listen(to: round.match, after: 0)
      let moved = try await round.a.perform(.move("d3"), on: round.match, key: "d3", version: nil)
      try await ear.wait(for: moved.version)
      let last = try #require(ear.events.last?.number)
      ear.stop()
      try await round.venue.pass(60_000)
      _ = try await round.b.through(1).perform(
        .move("c3"), on: round.match, key: "c3", version: nil)
      let again = try await round.a.through(1).listen(to: round.match, after: last)
      try await again.wait(for: 1)
      #expect(again.events.map(\.number) == [last + 1])
      #expect(again.events.last?.move?.move == "c3")
      #expect(again.events.last?.reason == "yourTurn")
      #expect(again.events.last?.match.clock?.running == [1])
      again.stop()
    },
    Scenario(9, "what happened between the snapshot and the subscription is not missed") {
      let round = try await Round($0, "reversi")
      let snapshot = try await round.a.view(round.match)
      _ = try await round.a.through(1).perform(
        .move("d3"), on: round.match, key: "d3", version: nil)
      let ear = try await round.b.listen(to: round.match, after: snapshot.version)
      try await ear.wait(for: 1)
      #expect(ear.events.map(\.number) == [snapshot.version + 1])
      ear.stop()
    },
    Scenario(15, "both ask for a rematch at once, and one match has both") {
      for _ in 0..<4 {
        let round = try await Round($0, "reversi")
        _ = try await round.a.perform(.quit, on: round.match, key: "quit", version: nil)
        let (a, b, match) = (round.a, round.b.through(1), round.match)
        async let one = a.perform(.rematch, on: match, key: "again", version: nil)
        async let two = b.perform(.rematch, on: match, key: "again", version: nil)
        let answers = try await [one, two]
        #expect(answers[0].match == answers[1].match)
        let view = try await round.b.view(answers[0].match)
        #expect(view.status == "open")
        #expect(view.you == 1)
        #expect(try await round.a.view(answers[0].match).you == 2)
        #expect(try await round.a.list().count == 2)
      }
    },
    Scenario(17, "who declines is declined, the others are told, and the policy is applied") {
      for policy in DeclinePolicy.allCases {
        let (a, b) = (try await $0.newPlayer(), try await $0.newPlayer())
        var new = NewMatch(game: "story", seats: 3, invited: [b.id])
        new.policies.decline = policy
        let match = try await a.make(new, key: "make").match
        #expect(try await b.list().first?.isInvitation == true)
        let version = try await a.view(match).version
        let ear = try await a.listen(to: match, after: version)
        _ = try await b.through(1).perform(.decline, on: match, key: "no", version: nil)
        let view = try await a.view(match)
        try await ear.wait(for: 1)
        #expect(ear.events.first?.reason == "declined")
        ear.stop()
        switch policy {
        case .end: #expect(view.status == "ended")
        case .reopen:
          #expect(view.status == "matching")
          #expect(view.seats[1].status == "matching")
        case .proceed:
          #expect(view.status == "matching")
          #expect(view.seats[1].status == "declined")
        }
        #expect(try await b.list().contains { $0.yourTurn } == false)
      }
    },
    Scenario(18, "a complete exchange has to be resolved before the turn ends") {
      let round = try await Round($0, "carried", seats: 3)
      _ = try await round.b.perform(
        .ask(to: SeatSet(.first), payload: "a card?", time: 0), on: round.match, key: "ask",
        version: nil)
      _ = try await round.a.perform(
        .reply(1, payload: "here"), on: round.match, key: "reply", version: nil)
      let end = PlayerCommand.turn(.end(next: seats(2), results: [], data: "x"))
      let problem = try await refusal("exchangeUnresolved") {
        try await round.a.perform(end, on: round.match, key: "end", version: nil)
      }
      #expect(problem?.exchanges == [1])
      for command in [PlayerCommand.quit, .turn(.finish(results: [], data: ""))] {
        _ = try await refusal("exchangeUnresolved") {
          try await round.a.perform(command, on: round.match, key: command.kind, version: nil)
        }
      }
      #expect(try await round.holders(round.b) == [1])
      _ = try await round.a.perform(
        .resolve([1], data: "merged"), on: round.match, key: "resolve", version: nil)
      #expect(try await round.b.view(round.match).data == "merged")
      _ = try await round.a.perform(end, on: round.match, key: "end", version: nil)
      #expect(try await round.holders(round.b) == [2])
    },
  ]
}

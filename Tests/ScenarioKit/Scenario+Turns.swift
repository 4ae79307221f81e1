internal import Games
internal import Matches
internal import Service
internal import Testing

extension Scenario {
  static let turns = [
    Scenario(1, "who has quit is skipped and reported, and a list with nobody left is refused") {
      let round = try await Round($0, "carried", seats: 3)
      _ = try await round.b.perform(.quit, on: round.match, key: "quit", version: nil)
      let version = try await round.version()
      _ = try await refusal("invalidParticipant") {
        try await round.a.perform(
          .turn(.end(next: seats(2), results: [], data: "x")), on: round.match, key: "nobody",
          version: version)
      }
      #expect(try await round.version() == version)
      #expect(try await round.holders(round.a) == [1])
      _ = try await round.a.perform(
        .turn(.end(next: seats(2, 3), results: [], data: "x")), on: round.match, key: "end",
        version: version)
      #expect(try await round.holders(round.c) == [3])
      let view = try await round.c.view(round.match)
      #expect(view.skipped == [2])
      #expect(view.data == "x")
    },
    Scenario(2, "the same end of a turn twice at version 7 passes one turn") {
      let round = try await Round($0, "carried", seats: 3)
      for save in 1...3 {
        _ = try await round.a.perform(
          .turn(.save("\(save)")), on: round.match, key: "save-\(save)", version: nil)
      }
      #expect(try await round.version() == 7)
      let turn = PlayerCommand.turn(.end(next: seats(2), results: [], data: "mine"))
      let first = try await round.a.perform(turn, on: round.match, key: "end", version: 7)
      let second = try await round.a.through(1).perform(
        turn, on: round.match, key: "end", version: 7)
      #expect(first.version == 8)
      #expect(second == first)
      #expect(try await round.version() == 8)
      #expect(try await round.holders(round.b) == [2])
    },
    Scenario(3, "a retry after the others have moved on gets the original success") {
      let round = try await Round($0, "reversi")
      let first = try await round.a.perform(.move("d3"), on: round.match, key: "d3", version: 3)
      _ = try await round.b.through(1).perform(.move("c3"), on: round.match, key: "c3", version: 4)
      let again = try await round.a.through(1).perform(
        .move("d3"), on: round.match, key: "d3", version: 3)
      #expect(again == first)
      #expect(try await round.a.view(round.match).moves?.map(\.move) == ["d3", "c3"])
      try await round.venue.restart(downFor: 1000, creditsOutages: true)
      let late = try await round.a.perform(.move("d3"), on: round.match, key: "d3", version: 3)
      #expect(late == first)
      #expect(try await round.version() == 5)
      try await retryOfNothing(in: round.venue)
    },
    Scenario(4, "of two moves at once on two servers exactly one commits") {
      for _ in 0..<8 {
        let round = try await Round($0, "reversi")
        let (a, match) = (round.a, round.match)
        async let one = outcome {
          try await a.perform(.move("d3"), on: match, key: "one", version: 3)
        }
        async let two = outcome {
          try await a.through(1).perform(.move("c4"), on: match, key: "two", version: 3)
        }
        let answers = try await [one, two]
        #expect(answers.compactMap { $0 }.count == 1)
        #expect(answers.compactMap { $0?.version } == [4])
        #expect(try await round.b.view(round.match).moves?.count == 1)
      }
    },
    Scenario(21, "who quits in turn is skipped from then on, and the story stays") {
      let round = try await Round($0, "story", seats: 3)
      _ = try await round.a.perform(
        .move("write \"Once\""), on: round.match, key: "1", version: nil)
      let before = try await round.c.view(round.match).moves
      _ = try await round.b.perform(.quit, on: round.match, key: "quit", version: nil)
      #expect(try await round.holders(round.c) == [3])
      #expect(try await round.c.view(round.match).moves == before)
      _ = try await round.c.perform(
        .move("write \" upon\""), on: round.match, key: "1", version: nil)
      #expect(try await round.holders(round.c) == [1])
      _ = try await round.a.perform(
        .move("write \" a\""), on: round.match, key: "2", version: nil)
      #expect(try await round.holders(round.c) == [3])
      #expect(try await round.b.view(round.match).seats[1].outcome == "quit")
    },
  ]

  static let versions = [
    Scenario(5, "what a device holds of long ago is refused, and the match is intact") {
      let round = try await Round($0, "carried")
      for turn in 1...62 {
        _ = try await round.a.perform(
          .turn(.save("turn \(turn)")), on: round.match, key: "\(turn)", version: nil)
      }
      #expect(try await round.version() == 65)
      let problem = try await refusal("staleVersion") {
        try await round.a.perform(
          .turn(.end(next: seats(2), results: [], data: "turn 5")), on: round.match, key: "old",
          version: 5)
      }
      #expect(problem?.version == 65)
      let view = try await round.b.view(round.match)
      #expect(view.version == 65)
      #expect(view.data == "turn 62")
    },
    Scenario(6, "the answer to a save carries the version that the end of the turn needs") {
      let round = try await Round($0, "carried")
      let saved = try await round.a.perform(
        .turn(.save("half")), on: round.match, key: "save", version: 3)
      let end = PlayerCommand.turn(.end(next: seats(2), results: [], data: "whole"))
      let problem = try await refusal("staleVersion") {
        try await round.a.perform(end, on: round.match, key: "end", version: 3)
      }
      #expect(problem?.version == saved.version)
      _ = try await round.a.perform(end, on: round.match, key: "end", version: saved.version)
      #expect(try await round.b.view(round.match).data == "whole")
    },
    Scenario(16, "who is in the queue and asks again has the same ticket, and never plays itself") {
      let (a, b) = (try await $0.newPlayer(), try await $0.newPlayer())
      let wanted = NewMatch(game: "reversi")
      let first = try await a.find(wanted, key: "find")
      let again = try await a.through(1).find(wanted, key: "find-again")
      #expect(again == first)
      #expect(try await a.find(wanted, key: "find") == first)
      #expect(try await a.view(first.match).seats.compactMap(\.name).count == 1)
      #expect(try await a.list().count == 1)
      let other = try await b.through(1).find(wanted, key: "find")
      #expect(other.match == first.match)
      #expect(try await a.view(first.match).status == "open")
      let next = try await a.find(wanted, key: "find-once-more")
      #expect(next.match != first.match)
      // What changed nothing then changes nothing now, although another match waits.
      #expect(try await a.find(wanted, key: "find-again") == first)
      #expect(try await a.through(1).find(wanted, key: "find-again") == first)
    },
  ]
}

/// The answer, or `nil` for a refusal.
func outcome(_ body: @Sendable () async throws -> CommandAnswer) async throws -> CommandAnswer? {
  do {
    return try await body()
  } catch is Problem {
    return nil
  }
}

/// A retry of what changed nothing changes nothing later, also after a restart.
private func retryOfNothing(in venue: any Venue) async throws {
  let (a, b) = (try await venue.newPlayer(), try await venue.newPlayer())
  let match = try await a.make(NewMatch(game: "story", seats: 3), key: "make").match
  _ = try await b.perform(.join, on: match, key: "join", version: nil)
  let nothing = try await b.through(1).perform(.join, on: match, key: "again", version: nil)
  #expect(nothing.version == 3)
  _ = try await b.perform(.quit, on: match, key: "quit", version: nil)
  let left = try await a.view(match)
  #expect(try await b.perform(.join, on: match, key: "again", version: nil) == nothing)
  try await venue.restart(downFor: 1000, creditsOutages: true)
  #expect(
    try await b.through(1).perform(.join, on: match, key: "again", version: nil) == nothing)
  let view = try await a.view(match)
  #expect(view.version == left.version)
  #expect(view.seats.map(\.status) == left.seats.map(\.status))
  _ = try await refusal("keyReused") {
    try await b.perform(.quit, on: match, key: "again", version: nil)
  }
}

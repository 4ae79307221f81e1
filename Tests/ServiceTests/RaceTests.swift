import Games
import Hosting
import MatchStore
import Matches
import Reversi
import Service
import Testing

/// What several do at once, through two servers on one store.
@Suite("Races")
struct RaceTests {
  /// Two servers on one store in memory, at a time that the test moves.
  struct Pair: Sendable {
    let time = ManualTime(wallMilliseconds: 1_767_312_000_000)
    let store: InMemoryStore
    let nodes: [MatchService]

    init(
      store: InMemoryStore = InMemoryStore(), settings: ServiceSettings = ServiceSettings()
    ) {
      self.store = store
      let time = time
      nodes = (0..<2).map { _ in
        MatchService(
          store: store, registry: .forTests, time: time, settings: settings, roomLimit: 50_000)
      }
    }

    var now: Timestamp { Timestamp(milliseconds: time.wallMilliseconds) }

    func key(_ player: PlayerRecord, _ text: String) throws -> CommandKey {
      try #require(CommandKey(player: player.id, key: text))
    }

    /// Makes a match of Reversi with a clock and both seated.
    func table(
      _ players: [PlayerRecord], _ name: String, _ clock: TimeControl,
      _ timeout: TimeoutPolicy = .lose
    ) async throws -> MatchID {
      let policies = MatchPolicies(clock: clock, timeout: timeout)
      let made = try await nodes[0].makeMatch(
        NewMatch(game: "reversi", policies: policies), by: players[0],
        key: key(players[0], "make-\(name)"), receivedAt: now)
      let match = try MatchID(text: made.match)
      _ = try await nodes[1].perform(
        .join, on: match, by: players[1], key: key(players[1], "join-\(name)"),
        expectedVersion: nil, receivedAt: now)
      return match
    }

    func guests(_ count: Int) async throws -> [PlayerRecord] {
      var players: [PlayerRecord] = []
      for _ in 0..<count { players.append(try await nodes[0].makeGuest(receivedAt: now).player) }
      return players
    }

    /// The stored lines of a match, with when each happened.
    func log(_ match: MatchID) async throws -> [(line: String, at: Int64)] {
      try await store.events(of: match, after: 0, limit: .max).map {
        (String(decoding: $0.body.prefix { $0 != 0x1F }, as: UTF8.self), $0.receivedAt.milliseconds)
      }
    }
  }

  @Test("Of 50 copies of one request at once comes one effect, and 50 equal answers")
  func copies() async throws {
    let pair = Pair(settings: ServiceSettings(openMatchLimit: 1000))
    let players = try await pair.guests(2)
    for round in 0..<10 {
      let match = try await pair.table(players, "\(round)", .unlimited)
      let answers = try await withThrowingTaskGroup(of: CommandAnswer.self) { group in
        for copy in 0..<50 {
          group.addTask {
            try await pair.nodes[copy % 2].perform(
              .move("d3"), on: match, by: players[0], key: pair.key(players[0], "move-\(round)"),
              expectedVersion: copy % 3 == 0 ? nil : 3, receivedAt: pair.now)
          }
        }
        return try await group.reduce(into: Set<CommandAnswer>()) { _ = $0.insert($1) }
      }
      #expect(answers.map(\.match) == [match.text])
      #expect(answers.map(\.version) == [4])
      #expect(try await pair.log(match).count { $0.line.hasPrefix("moved") } == 1)
      await #expect(throws: ServiceError.keyReused) {
        try await pair.nodes[round % 2].perform(
          .move("c4"), on: match, by: players[0], key: pair.key(players[0], "move-\(round)"),
          expectedVersion: nil, receivedAt: pair.now)
      }
    }
  }

  @Test("Of 50 copies of one making at once comes one match")
  func makings() async throws {
    let pair = Pair()
    let players = try await pair.guests(1)
    for isFinding in [false, true] {
      let answers = try await withThrowingTaskGroup(of: CommandAnswer.self) { group in
        for copy in 0..<50 {
          group.addTask {
            let node = pair.nodes[copy % 2]
            let key = try pair.key(players[0], "make-\(isFinding)")
            let new = NewMatch(game: "reversi")
            return isFinding
              ? try await node.findMatch(new, by: players[0], key: key, receivedAt: pair.now)
              : try await node.makeMatch(new, by: players[0], key: key, receivedAt: pair.now)
          }
        }
        return try await group.reduce(into: Set<CommandAnswer>()) { _ = $0.insert($1) }
      }
      #expect(answers.count == 1)
    }
    #expect(try await pair.nodes[1].matches(of: players[0].id).count == 2)
  }

  @Test("In 5,000 races of a move just before its deadline against two sweepers, the move wins")
  func moveAgainstSweeper() async throws {
    let span: Int64 = 60_000
    let clock = try #require(TimeControl(.perTurn(span)))
    var (won, lost) = (0, 0)
    for round in 0..<100 {
      let pair = Pair(settings: ServiceSettings(creditsOutages: false))
      let players = try await pair.guests(2)
      var matches: [MatchID] = []
      for table in 0..<50 {
        matches.append(
          try await putMatch(pair.store, table, players.map(\.id), clock, at: pair.now))
      }
      let received = Timestamp(milliseconds: pair.now.milliseconds + span - 1)
      // The sweepers run when they may act on what was due before the moves came, and nothing later.
      pair.time.advance(milliseconds: span + 499)
      await withTaskGroup(of: Void.self) { group in
        for (table, match) in matches.enumerated() {
          group.addTask {
            // Every tenth came too late by its time of receipt, and never wins.
            let time =
              table % 10 == 0 ? Timestamp(milliseconds: received.milliseconds + 1) : received
            _ = try? await pair.nodes[table % 2].perform(
              .move("d3"), on: match, by: players[0],
              key: pair.key(players[0], "move-\(round)-\(table)"), expectedVersion: nil,
              receivedAt: time)
          }
        }
        for node in pair.nodes { group.addTask { await node.sweep() } }
      }
      for (table, match) in matches.enumerated() {
        let log = try await pair.log(match).map(\.line)
        let moves = log.count { $0.hasPrefix("moved") }
        let timeouts = log.count { $0.hasPrefix("timedOut") }
        #expect(moves + timeouts == 1)
        #expect((timeouts == 1) == (table % 10 == 0))
        won += moves
        lost += timeouts
      }
    }
    #expect(won == 4500)
    #expect(lost == 500)
  }

  @Test("Once servers may act on a deadline, a move and two sweepers come to one result")
  func lateRace() async throws {
    let pair = Pair(settings: ServiceSettings(openMatchLimit: 100_000, creditsOutages: false))
    let players = try await pair.guests(2)
    let clock = try #require(TimeControl(.perTurn(60_000)))
    var matches: [MatchID] = []
    for table in 0..<400 {
      matches.append(
        try await putMatch(pair.store, table, players.map(\.id), clock, at: pair.now))
    }
    let received = Timestamp(milliseconds: pair.now.milliseconds + 59_999)
    pair.time.advance(milliseconds: 61_000)
    await withTaskGroup(of: Void.self) { group in
      for (table, match) in matches.enumerated() {
        group.addTask {
          _ = try? await pair.nodes[table % 2].perform(
            .move("d3"), on: match, by: players[0], key: pair.key(players[0], "move-\(table)"),
            expectedVersion: nil, receivedAt: received)
        }
      }
      for node in pair.nodes { group.addTask { await node.sweep() } }
    }
    for match in matches {
      let log = try await pair.log(match).map(\.line)
      let moves = log.count { $0.hasPrefix("moved") }
      let timeouts = log.count { $0 == "timedOut 1 lost" }
      #expect(moves + timeouts == 1)
      #expect(log.count { $0.hasPrefix("ended") } == timeouts)
    }
  }

  @Test("At the limit of open matches, 50 tries at once take exactly the last places")
  func openMatchLimit() async throws {
    let pair = Pair()
    let players = try await pair.guests(1)
    for made in 0..<90 {
      _ = try await pair.nodes[0].makeMatch(
        game: "reversi", seats: 2, seat: 1, by: players[0], key: pair.key(players[0], "\(made)"),
        receivedAt: pair.now)
    }
    let refused: [ServiceError] = await withTaskGroup(of: ServiceError?.self) { group in
      for attempt in 0..<50 {
        group.addTask {
          do {
            _ = try await pair.nodes[0].makeMatch(
              game: "reversi", seats: 2, seat: 1, by: players[0],
              key: pair.key(players[0], "more-\(attempt)"), receivedAt: pair.now)
            return nil
          } catch {
            return error as? ServiceError
          }
        }
      }
      return await group.reduce(into: []) { if let error = $1 { $0.append(error) } }
    }
    #expect(refused.count == 40)
    #expect(refused.allSatisfy { $0 == .tooManyMatches(limit: 100) })
    #expect(try await pair.nodes[1].matches(of: players[0].id, limit: 500).count == 100)
  }
}

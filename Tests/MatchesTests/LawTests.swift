import Games
import Matches
import Reversi
import Testing

/// The laws of matches by random play: each run is named by its seed and replays from it.
@Suite("The laws of matches")
struct LawTests {
  /// Plays a random match of 1 to `seats` players to its end, and a rematch asked for by everybody.
  private func play<G: EnumerableGame>(_ game: G.Type, seats: Int, seed: UInt64) throws
    -> [MatchEvent]
  {
    var chance = Chance(seed: seed)
    let players = (0..<seats).map { PlayerID($0 + 1) }
    let strangers = [PlayerID(90), PlayerID(91)]
    let place = try #require(Seat(chance.below(seats)))
    var played = try Played(game, seats: seats, by: players[0], at: place, seed: seed)
    var steps = 0
    while played.match.rematch == nil || chance.below(4) > 0 {
      steps += 1
      // Nobody can play again who was never opposed.
      let wasFull = played.match.seats.allSatisfy { $0.player != nil }
      if played.match.status == .ended, !wasFull, chance.below(4) == 0 { break }
      guard steps < 2000 else {
        Issue.record("seed \(seed): the match does not end")
        break
      }
      let command = command(for: played.match, &chance)
      let everybody = players + (chance.below(8) == 0 ? strangers : [])
      let player = everybody[chance.below(everybody.count)]
      let before = played.match
      do {
        try played.perform(command, by: player)
      } catch {
        #expect(played.match == before, "seed \(seed): refused, yet changed")
      }
      check(played.match, seed: seed)
    }
    #expect(played.match.version == played.log.count)
    return played.log
  }

  private func command<G: EnumerableGame>(
    for match: Match<G>, _ chance: inout Chance
  ) -> MatchCommand {
    switch chance.below(40) {
    case 0: return .quit
    case 1...4: return .join
    case 5...6: return .rematch(MatchID(chance.below(100)), seed: chance.next())
    case 7: return .move(["", "d3", "add-9", "pass", "roll", "\u{301}"][chance.below(6)])
    default:
      if match.status == .ended { return .rematch(MatchID(chance.below(100)), seed: chance.next()) }
      let seats = match.seatsToAct.seats
      guard let seat = seats.first else { return .join }
      let moves = match.position.legalMoves(for: seat)
      guard !moves.isEmpty else { return .join }
      return .move(moves[chance.below(moves.count)].text)
    }
  }

  private func check<G: Game>(_ match: Match<G>, seed: UInt64) {
    switch match.status {
    case .ended:
      #expect(match.seatsToAct.isEmpty, "seed \(seed)")
      #expect(match.outcome != nil, "seed \(seed)")
      #expect(!match.seats.contains { $0.status == .active }, "seed \(seed)")
    case .open:
      // Never stuck: somebody who plays can act.
      let able = match.seatsToAct.seats.filter { match.seats[$0.index].status == .active }
      #expect(!able.isEmpty, "seed \(seed): an open match without a seat that can act")
      #expect(match.seats.allSatisfy { $0.player != nil }, "seed \(seed)")
      #expect(match.position.forcedMove == nil, "seed \(seed): a forced move was not made")
      #expect(match.seats.count { $0.status == .active } > 1, "seed \(seed)")
    case .matching:
      #expect(match.seats.contains { $0.player == nil }, "seed \(seed)")
      #expect(!match.seatsToAct.isEmpty, "seed \(seed)")
    }
    let players = match.seats.compactMap(\.player)
    #expect(Set(players).count == players.count, "seed \(seed): a player sits twice")
  }

  private func replays<G: Game>(_ game: G.Type, _ log: [MatchEvent], seed: UInt64) throws {
    let whole = try Played<G>(log: log).match
    let stored = try log.map { try MatchEvent(text: $0.text) }
    #expect(stored == log, "seed \(seed)")
    #expect(try Played<G>(log: stored).match == whole, "seed \(seed): it replays differently")
    #expect(whole.version == log.count)
    // An event that comes again, or is left out, does not fit or leads elsewhere.
    if let first = log.first {
      var copy = whole
      #expect(throws: Match<G>.ReplayError.self) { try copy.apply(first) }
      #expect(copy == whole)
    }
  }

  @Test("Reversi matches keep the laws", arguments: 1...25 as ClosedRange<UInt64>)
  func reversi(seed: UInt64) throws {
    let log = try play(ReversiPosition.self, seats: 2, seed: seed)
    try replays(ReversiPosition.self, log, seed: seed)
  }

  @Test("Relays of two to six seats keep the laws", arguments: 1...60 as ClosedRange<UInt64>)
  func relay(seed: UInt64) throws {
    let log = try play(Relay.self, seats: 2 + Int(seed % 5), seed: seed)
    try replays(Relay.self, log, seed: seed)
  }

  @Test("An event that does not fit is refused and changes nothing")
  func misfits() throws {
    var open = try Played(ReversiPosition.self, seats: 2)
    try open.perform(.join, by: bob)
    var ended = open
    try ended.perform(.quit, by: bob)
    try ended.perform(.rematch(MatchID(1), seed: 1), by: bob)
    let third = try #require(Seat(2))
    let misfits: [MatchEvent] = [
      open.log[0], .seated(.first, carol), .seated(third, carol),
      .moved(.second, move: "d3", isForced: false), .moved(.first, move: "a1", isForced: false),
      .moved(.first, move: "what", isForced: false), .left(third, .quit),
      .ended(Outcome(seats: [.won])), .rematched(MatchID(1), seed: 1),
    ]
    for event in misfits {
      var match = open.match
      #expect(throws: Match<ReversiPosition>.ReplayError.self, "\(event.text)") {
        try match.apply(event)
      }
      #expect(match == open.match)
    }
    let late: [MatchEvent] = [
      .left(.first, .quit), .ended(Outcome(seats: [.won, .lost])), .rematched(MatchID(2), seed: 1),
      .moved(.first, move: "d3", isForced: false),
    ]
    for event in late {
      var match = ended.match
      #expect(throws: Match<ReversiPosition>.ReplayError.self, "\(event.text)") {
        try match.apply(event)
      }
      #expect(match == ended.match)
    }
    #expect(throws: Match<ReversiPosition>.ReplayError.self) {
      try Match<ReversiPosition>(first: .left(.first, .quit))
    }
  }

  @Test("The seed decides the dice, and nothing else does")
  func chance() throws {
    func sums(_ seed: UInt64) throws -> [Int] {
      var played = try Played(Relay.self, seats: 2, seed: seed, options: "goal 1000")
      try played.perform(.join, by: bob)
      return try (0..<20).map { index in
        try played.perform(.move("roll"), by: index % 2 == 0 ? alice : bob)
        return played.match.position.sum
      }
    }
    #expect(try sums(.max) == sums(.max))
    #expect(try sums(.max) != sums(.max - 1))
  }
}

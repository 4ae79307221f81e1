import Games
import Matches
import Reversi
import Testing

extension PlayerID {
  /// A player for tests.
  init(_ number: Int) { self.init(Identifier128(high: 7, low: UInt64(number))) }
}

let alice = PlayerID(1)
let bob = PlayerID(2)
let carol = PlayerID(3)

extension MatchID {
  /// A match for tests.
  init(_ number: Int) { self.init(Identifier128(high: 9, low: UInt64(number))) }
}

/// The instant of everything in tests where time does not matter.
let noon = Timestamp(milliseconds: 1_700_000_000_000)

extension Match {
  /// Begins a match at noon.
  init(first event: MatchEvent) throws(ReplayError) { try self.init(first: event, at: noon) }

  /// Takes an event in at noon.
  mutating func apply(_ event: MatchEvent) throws(ReplayError) { try apply(event, at: noon) }

  /// Decides a command at noon.
  func decide(
    _ command: MatchCommand, by player: PlayerID
  ) throws(Refusal) -> [MatchEvent] { try decide(command, by: player, at: noon) }
}

/// A match together with all that happened in it.
struct Played<G: Game> {
  var match: Match<G>
  var log: [MatchEvent]

  /// Makes a match with its maker on the first seat.
  init(
    _ game: G.Type, seats: Int, by maker: PlayerID = alice, at seat: Seat = .first,
    seed: UInt64 = 5,
    options: String = ""
  ) throws {
    let terms = MatchTerms(for: game, seatCount: seats, seed: seed, options: options)
    try self.init(log: Match<G>.making(terms, by: maker, at: seat))
  }

  /// Replays a log.
  init(log: [MatchEvent]) throws {
    let first = try #require(log.first)
    match = try Match(first: first)
    for event in log.dropFirst() { try match.apply(event) }
    self.log = log
  }

  /// Decides a command and takes in what it leads to.
  @discardableResult
  mutating func perform(_ command: MatchCommand, by player: PlayerID) throws -> [MatchEvent] {
    let before = match
    let events = try match.decide(command, by: player)
    #expect(match == before, "deciding changed the match")
    for event in events {
      try match.apply(event)
      log.append(event)
    }
    #expect(match.version == log.count)
    return events
  }
}

/// Whether both are the same match in everything that can be seen of them.
func == <G: Game>(a: Match<G>, b: Match<G>) -> Bool {
  a.terms == b.terms && a.version == b.version && a.status == b.status && a.seats == b.seats
    && a.position == b.position && a.moves == b.moves && a.outcome == b.outcome
    && a.rematch?.match == b.rematch?.match && a.rematch?.seed == b.rematch?.seed
}

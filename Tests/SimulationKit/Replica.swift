internal import Games
internal import Matches
internal import Reversi
internal import Story

/// A match as somebody else makes it from the stored events alone, by which the service is judged.
protocol Replica: Sendable {
  var version: Int { get }
  var status: MatchStatus { get }
  var seats: [MatchSeat] { get }
  var seatsToAct: SeatSet { get }
  var activeSeats: SeatSet { get }
  var seatsForServer: SeatSet { get }
  var policies: MatchPolicies { get }
  var terms: MatchTerms { get }
  var offer: Offer? { get }
  var exchanges: [Exchange] { get }
  var unresolved: [Int] { get }
  var overdue: SeatSet { get }
  var isPaused: Bool { get }
  var updatedAt: Timestamp { get }
  var wholePosition: String { get }

  func seat(of player: PlayerID) -> Seat?
  func nextWake() -> Timestamp?
  func nextDue(by now: Timestamp) -> (events: [MatchEvent], at: Timestamp)?
  mutating func take(_ event: MatchEvent, at time: Timestamp) throws
  func position(for viewer: Viewer) -> String
  func moves(for viewer: Viewer) -> [String?]
  func secrets(from viewer: Viewer) -> [String]
  /// Some move of a seat, mostly a legal one.
  func someMove(for seat: Seat, _ chance: inout Chance) -> String
}

struct ReplicaOf<G: Game>: Replica {
  private var match: Match<G>
  private let pick: @Sendable (G, Seat, inout Chance) -> String
  private let hidden: @Sendable (G, Viewer) -> [String]

  init(
    _ first: MatchEvent, at time: Timestamp,
    pick: @escaping @Sendable (G, Seat, inout Chance) -> String,
    hidden: @escaping @Sendable (G, Viewer) -> [String] = { _, _ in [] }
  ) throws {
    match = try Match(first: first, at: time)
    self.pick = pick
    self.hidden = hidden
  }

  var version: Int { match.version }
  var status: MatchStatus { match.status }
  var seats: [MatchSeat] { match.seats }
  var seatsToAct: SeatSet { match.seatsToAct }
  var activeSeats: SeatSet { match.activeSeats }
  var seatsForServer: SeatSet { match.seatsForServer }
  var policies: MatchPolicies { match.policies }
  var terms: MatchTerms { match.terms }
  var offer: Offer? { match.offer }
  var exchanges: [Exchange] { match.exchanges }
  var unresolved: [Int] { match.unresolvedExchanges }
  var overdue: SeatSet { match.overdue }
  var isPaused: Bool { match.clock?.pausedSince != nil }
  var updatedAt: Timestamp { match.updatedAt }
  var wholePosition: String { match.position.text }

  func seat(of player: PlayerID) -> Seat? { match.seat(of: player) }
  func nextWake() -> Timestamp? { match.nextWake() }
  func nextDue(by now: Timestamp) -> (events: [MatchEvent], at: Timestamp)? {
    match.nextDue(by: now)
  }
  mutating func take(_ event: MatchEvent, at time: Timestamp) throws {
    try match.apply(event, at: time)
  }
  func position(for viewer: Viewer) -> String { match.position.view(for: viewer).text }
  func moves(for viewer: Viewer) -> [String?] {
    (0..<match.moveCount).map { index in
      let (entry, before) = match.move(at: index)
      return before.text(of: entry.move, by: entry.seat, for: viewer)
    }
  }
  func secrets(from viewer: Viewer) -> [String] { hidden(match.position, viewer) }
  func someMove(for seat: Seat, _ chance: inout Chance) -> String {
    pick(match.position, seat, &chance)
  }
}

/// The games of a simulation, and how each is played at random.
enum Table {
  static let games = ["dash", "reversi", "story", "carried", "sealed"]

  static func replica(_ first: MatchEvent, at time: Timestamp) throws -> any Replica {
    guard case .created(let terms) = first else { throw Broken("a log does not begin", "\(first)") }
    switch terms.game {
    case "dash": return try ReplicaOf<Dash>(first, at: time, pick: listed)
    case "reversi": return try ReplicaOf<ReversiPosition>(first, at: time, pick: listed)
    case "sealed":
      return try ReplicaOf<Sealed>(first, at: time, pick: listed) { $0.secrets(from: $1) }
    case "story": return try ReplicaOf<StoryPosition>(first, at: time, pick: writing)
    default: return try ReplicaOf<Carried>(first, at: time, pick: carrying)
    }
  }

  @Sendable
  private static func listed<G: EnumerableGame>(
    _ position: G, _ seat: Seat, _ chance: inout Chance
  ) -> String {
    let moves = position.legalMoves(for: seat)
    return moves.isEmpty ? "nonsense" : moves[chance.below(moves.count)].text
  }

  @Sendable
  private static func writing(
    _ position: StoryPosition, _ seat: Seat, _ chance: inout Chance
  ) -> String {
    switch chance.below(12) {
    case 0: "end"
    case 1: "write \"so it went\" end"
    case 2: "write \"" + String(repeating: "o", count: 400) + "\""
    default: "write \"once \\\"upon\\\" \(chance.below(1000))\\nand\""
    }
  }

  @Sendable
  private static func carrying(
    _ position: Carried, _ seat: Seat, _ chance: inout Chance
  ) -> String {
    let data = "turn \(chance.below(1000)) \"\\ \u{7}\n"
    func some() -> Seat { Seat(chance.below(position.seatCount)) ?? .first }
    switch chance.below(14) {
    case 0...2: return CarriedMove.save(data).text
    case 3:
      return CarriedMove.finish(
        results: position.playing.seats.map { .init($0, chance.below(2) == 0 ? .won : .custom(3)) },
        data: data
      ).text
    case 4: return CarriedMove.end(next: [some()], results: [.init(some(), .lost)], data: data).text
    case 5 where chance.below(20) == 0:
      return CarriedMove.save(String(repeating: "x", count: Carried.dataLimit + 1)).text
    default:
      return CarriedMove.end(
        next: (0...chance.below(4)).map { _ in some() }, results: [], data: data
      ).text
    }
  }
}

/// A guarantee that does not hold.
package struct Broken: Error, CustomStringConvertible {
  /// Which one.
  package let guarantee: String
  /// What was seen.
  package let found: String

  init(_ guarantee: String, _ found: String) {
    self.guarantee = guarantee
    self.found = found
  }

  package var description: String { "\(guarantee): \(found)" }
}

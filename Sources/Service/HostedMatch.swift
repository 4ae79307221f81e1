public import Games
internal import Matches

/// A match of any game, as the service holds it.
///
/// This is the one place where something of a match leaves: what goes out is asked for by a viewer.
protocol HostedMatch: Sendable {
  var terms: MatchTerms { get }
  var version: Int { get }
  var status: MatchStatus { get }
  var seats: [MatchSeat] { get }
  var seatsToAct: SeatSet { get }
  var outcome: Outcome? { get }
  var rematch: (match: MatchID, seed: UInt64)? { get }

  func seat(of player: PlayerID) -> Seat?
  func decide(_ command: MatchCommand, by player: PlayerID) throws(Refusal) -> [MatchEvent]
  func makingRematch() -> (match: MatchID, events: [MatchEvent])?
  mutating func apply(_ event: MatchEvent) throws(UnreadableMatch)

  /// The status line for a reader.
  func statusLine(for reader: Seat?) -> String
  /// The position as a viewer may see it, as text.
  func positionText(for viewer: Viewer) -> String
  /// The moves as a viewer may see them.
  func moves(for viewer: Viewer) -> [MoveView]
  /// The last move as a viewer may see it.
  func lastMove(for viewer: Viewer) -> MoveView?
}

/// Why stored events are no match of a hosted game.
struct UnreadableMatch: Error, Sendable {
  let reason: String
}

/// A match of one game together with the positions before each move, which say what a viewer may see of it.
struct HostedMatchOf<G: Game>: HostedMatch {
  private var match: Match<G>
  private var earlier: [G] = []

  init(first event: MatchEvent) throws(UnreadableMatch) {
    do throws(Match<G>.ReplayError) {
      match = try Match(first: event)
    } catch {
      throw UnreadableMatch(reason: error.reason)
    }
  }

  var terms: MatchTerms { match.terms }
  var version: Int { match.version }
  var status: MatchStatus { match.status }
  var seats: [MatchSeat] { match.seats }
  var seatsToAct: SeatSet { match.seatsToAct }
  var outcome: Outcome? { match.outcome }
  var rematch: (match: MatchID, seed: UInt64)? { match.rematch }

  func seat(of player: PlayerID) -> Seat? { match.seat(of: player) }

  func decide(_ command: MatchCommand, by player: PlayerID) throws(Refusal) -> [MatchEvent] {
    try match.decide(command, by: player)
  }

  func makingRematch() -> (match: MatchID, events: [MatchEvent])? { match.makingRematch() }

  mutating func apply(_ event: MatchEvent) throws(UnreadableMatch) {
    let before = match.position
    do throws(Match<G>.ReplayError) {
      try match.apply(event)
    } catch {
      throw UnreadableMatch(reason: error.reason)
    }
    if case .moved = event { earlier.append(before) }
  }

  func statusLine(for reader: Seat?) -> String { match.statusLine(for: reader) }

  func positionText(for viewer: Viewer) -> String { match.position.view(for: viewer).text }

  func moves(for viewer: Viewer) -> [MoveView] {
    match.moves.indices.map { moveView($0, for: viewer) }
  }

  func lastMove(for viewer: Viewer) -> MoveView? {
    match.moves.indices.last.map { moveView($0, for: viewer) }
  }

  private func moveView(_ index: Int, for viewer: Viewer) -> MoveView {
    let entry = match.moves[index]
    return MoveView(
      ply: index + 1, seat: entry.seat.number,
      move: earlier[index].text(of: entry.move, by: entry.seat, for: viewer),
      isForced: entry.isForced)
  }
}

/// The games that a service hosts.
public struct GameRegistry: Sendable {
  /// One game: what it is, and how a match of it begins.
  struct Entry: Sendable {
    let info: GameInfo
    let make: @Sendable (MatchTerms, PlayerID, Seat) throws(Refusal) -> [MatchEvent]
    let begin: @Sendable (MatchEvent) throws(UnreadableMatch) -> any HostedMatch
  }

  private var entries: [String: Entry] = [:]

  /// Creates a registry without games.
  public init() {}

  /// Adds a game; a second one of the same identifier replaces it.
  public mutating func add<G: Game>(_ game: G.Type) {
    entries[G.info.id] = Entry(
      info: G.info,
      make: { terms, player, seat throws(Refusal) in
        try Match<G>.making(terms, by: player, at: seat)
      },
      begin: { event throws(UnreadableMatch) in try HostedMatchOf<G>(first: event) })
  }

  /// Returns the registry with one more game.
  public func adding<G: Game>(_ game: G.Type) -> GameRegistry {
    var copy = self
    copy.add(game)
    return copy
  }

  /// The games in the order of their identifiers.
  public var games: [GameInfo] {
    entries.values.map { $0.info }.sorted { $0.id < $1.id }
  }

  /// The longest identifier of a game, in bytes.
  private static let longestIdentifier = 64

  func entry(_ id: String) -> Entry? {
    // A dictionary hashes what it looks up, and hashing a long run of combining marks takes seconds.
    id.utf8.count <= GameRegistry.longestIdentifier ? entries[id] : nil
  }
}

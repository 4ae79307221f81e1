internal import Games
internal import Matches

/// A match of any game, as the service holds it.
///
/// This is the one place where something of a match leaves: what goes out is asked for by a viewer.
protocol HostedMatch: Sendable {
  var terms: MatchTerms { get }
  var policies: MatchPolicies { get }
  var version: Int { get }
  var quietSince: Int { get }
  var status: MatchStatus { get }
  var seats: [MatchSeat] { get }
  var seatsToAct: SeatSet { get }
  var seatsForServer: SeatSet { get }
  var outcome: Outcome? { get }
  var rematch: (match: MatchID, seed: UInt64)? { get }
  var clock: MatchClock? { get }
  var exchanges: [Exchange] { get }
  var offer: Offer? { get }
  var overdue: SeatSet { get }
  var lateSeats: SeatSet { get }
  var updatedAt: Timestamp { get }
  var createdAt: Timestamp { get }
  var creditedAt: Timestamp? { get }
  var moveCount: Int { get }

  /// Whether the rules say that the game is over.
  var isOverByRules: Bool { get }

  func seat(of player: PlayerID) -> Seat?
  func possibleOffers(of seat: Seat) -> [OfferKind]
  func admits(role: UInt32) -> Bool
  func nextWake() -> Timestamp?
  func nextTimer() -> Timestamp?
  func nextDue(by now: Timestamp) -> (events: [MatchEvent], at: Timestamp)?
  func crediting(_ span: Int64, at now: Timestamp) -> [MatchEvent]
  func decide(
    _ command: MatchCommand, by player: PlayerID, at time: Timestamp
  ) throws(Refusal) -> [MatchEvent]
  func decideForServer(
    _ text: String, by seat: Seat, at time: Timestamp
  ) throws(Refusal) -> [MatchEvent]
  func resignForServer(_ seat: Seat, at time: Timestamp) throws(Refusal) -> [MatchEvent]
  func makingRematch() -> (match: MatchID, events: [MatchEvent])?
  mutating func apply(_ event: MatchEvent, at time: Timestamp) throws(UnreadableMatch)

  /// The status line for a reader.
  func statusLine(for reader: Seat?) -> String
  /// The position as a viewer may see it, as text.
  func positionText(for viewer: Viewer) -> String
  /// The first position as a viewer may see it, as text, where options set it up; `nil` for the usual one.
  func startText(for viewer: Viewer) -> String?
  /// The digest of the whole position, by which a replay is held against an earlier one.
  var positionDigest: [UInt8] { get }
  /// What a carried match carries, for who may see the match.
  var carried: Carried? { get }
  /// The moves as a viewer may see them.
  func moves(for viewer: Viewer) -> [MoveView]
  /// The last move as a viewer may see it.
  func lastMove(for viewer: Viewer) -> MoveView?
  /// Whether the last move ended a turn.
  var lastMoveEndedTurn: Bool { get }
  /// What the server's own player of this name would play; for a seat of a person, its strongest one.
  func choose(for seat: Seat, by bot: String?, limits: BotLimits) -> String?
}

/// Why stored events are no match of a hosted game.
struct UnreadableMatch: Error, Sendable {
  let reason: String
}

/// A match of one game, with the server's own players of that game.
struct HostedMatchOf<G: Game>: HostedMatch {
  private var match: Match<G>
  private let bots: [Bot<G>]

  init(first event: MatchEvent, at time: Timestamp, bots: [Bot<G>]) throws(UnreadableMatch) {
    self.bots = bots
    do throws(Match<G>.ReplayError) {
      match = try Match(first: event, at: time)
    } catch {
      throw UnreadableMatch(reason: error.reason)
    }
  }

  var terms: MatchTerms { match.terms }
  var policies: MatchPolicies { match.policies }
  var version: Int { match.version }
  var quietSince: Int { match.quietSince }
  var status: MatchStatus { match.status }
  var seats: [MatchSeat] { match.seats }
  var seatsToAct: SeatSet { match.seatsToAct }
  var seatsForServer: SeatSet { match.seatsForServer }
  var outcome: Outcome? { match.outcome }
  var rematch: (match: MatchID, seed: UInt64)? { match.rematch }
  var clock: MatchClock? { match.clock }
  var exchanges: [Exchange] { match.exchanges }
  var offer: Offer? { match.offer }
  var overdue: SeatSet { match.overdue }
  var lateSeats: SeatSet { match.lateSeats }
  var updatedAt: Timestamp { match.updatedAt }
  var createdAt: Timestamp { match.createdAt }
  var creditedAt: Timestamp? { match.creditedAt }
  var moveCount: Int { match.moveCount }
  var positionDigest: [UInt8] { Secrets.digest(Array(match.position.text.utf8)) }
  var carried: Carried? { match.position as? Carried }

  var isOverByRules: Bool { match.position.outcome != nil }

  func seat(of player: PlayerID) -> Seat? { match.seat(of: player) }
  func possibleOffers(of seat: Seat) -> [OfferKind] { match.possibleOffers(of: seat) }
  func admits(role: UInt32) -> Bool { match.admits(role: role) }
  func nextWake() -> Timestamp? { match.nextWake() }
  func nextTimer() -> Timestamp? { match.nextTimer() }
  func nextDue(by now: Timestamp) -> (events: [MatchEvent], at: Timestamp)? {
    match.nextDue(by: now)
  }
  func crediting(_ span: Int64, at now: Timestamp) -> [MatchEvent] {
    match.crediting(span, at: now)
  }

  func decide(
    _ command: MatchCommand, by player: PlayerID, at time: Timestamp
  ) throws(Refusal) -> [MatchEvent] {
    let events = try match.decide(command, by: player, at: time)
    // Afterwards, so that a stranger hears that the match is not for strangers.
    if case .seatBot(let name, _) = command,
      !bots.contains(where: { $0.name.hasSameBytes(as: name) })
    {
      throw .invalidParticipant("there is no such computer player for this game")
    }
    return events
  }

  func decideForServer(
    _ text: String, by seat: Seat, at time: Timestamp
  ) throws(Refusal) -> [MatchEvent] {
    try match.decideForServer(text, by: seat, at: time)
  }

  func resignForServer(_ seat: Seat, at time: Timestamp) throws(Refusal) -> [MatchEvent] {
    try match.resignForServer(seat, at: time)
  }

  func makingRematch() -> (match: MatchID, events: [MatchEvent])? { match.makingRematch() }

  mutating func apply(_ event: MatchEvent, at time: Timestamp) throws(UnreadableMatch) {
    do throws(Match<G>.ReplayError) {
      try match.apply(event, at: time)
    } catch {
      throw UnreadableMatch(reason: error.reason)
    }
  }

  func statusLine(for reader: Seat?) -> String { match.statusLine(for: reader) }

  func positionText(for viewer: Viewer) -> String { match.position.view(for: viewer).text }

  func startText(for viewer: Viewer) -> String? {
    guard !match.terms.options.utf8.isEmpty else { return nil }
    let start = match.moveCount == 0 ? match.position : match.move(at: 0).before
    return start.view(for: viewer).text
  }

  func moves(for viewer: Viewer) -> [MoveView] {
    (0..<match.moveCount).map { moveView($0, for: viewer) }
  }

  func lastMove(for viewer: Viewer) -> MoveView? {
    match.moveCount == 0 ? nil : moveView(match.moveCount - 1, for: viewer)
  }

  var lastMoveEndedTurn: Bool {
    guard match.moveCount > 0 else { return true }
    let last = match.move(at: match.moveCount - 1)
    return last.before.endsTurn(last.entry.move)
  }

  private func moveView(_ index: Int, for viewer: Viewer) -> MoveView {
    let (entry, before) = match.move(at: index)
    return MoveView(
      ply: index + 1, seat: entry.seat.number,
      move: before.text(of: entry.move, by: entry.seat, for: viewer), isForced: entry.isForced)
  }

  func choose(for seat: Seat, by bot: String?, limits: BotLimits) -> String? {
    let player =
      if let bot {
        bots.first { $0.name.hasSameBytes(as: bot) }
      } else {
        bots.last
      }
    // The chance of a computer's choice is its own: the same each time, and not that of the game's dice.
    var chance = Chance(seed: ~match.terms.seed, move: match.version)
    return player?.choose(match.position, seat, &chance, limits)?.text
  }
}

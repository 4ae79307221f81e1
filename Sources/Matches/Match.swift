public import Games

/// A seat of a match and who sits there.
public struct MatchSeat: Hashable, Sendable {
  /// The player who sits here or is invited; `nil` while the seat is open, and for a computer.
  public internal(set) var player: PlayerID?
  /// The name of the server's own player who sits here, if one does.
  public internal(set) var bot: String?
  /// Where the seat stands.
  public internal(set) var status: SeatStatus
  /// What the match came to for the seat.
  public internal(set) var outcome: SeatOutcome
  /// The roles that its player can fill, where players are matched by roles.
  public internal(set) var role: UInt32 = 0
  /// Whether its player took the match off the list.
  public internal(set) var isRemoved = false
  /// When it was last reminded, if it was in this turn.
  public internal(set) var remindedAt: Timestamp?
  /// The last exchange before its player came: that and those before it were others' secrets.
  public internal(set) var exchangesBefore = 0
  /// How often in a row its time was over.
  var timeouts = 0
  /// Whether it left or was taken out, so that no takeback brings it back.
  var isGone = false

  /// Creates a seat as it stands.
  init(player: PlayerID?, status: SeatStatus, outcome: SeatOutcome) {
    self.player = player
    self.status = status
    self.outcome = outcome
  }

  /// Returns whether both are the same in everything.
  public static func == (a: MatchSeat, b: MatchSeat) -> Bool {
    a.player == b.player && a.status == b.status && a.outcome == b.outcome && a.role == b.role
      && a.isRemoved == b.isRemoved && a.remindedAt == b.remindedAt && a.timeouts == b.timeouts
      && a.isGone == b.isGone && a.exchangesBefore == b.exchangesBefore
      && (a.bot ?? "").hasSameBytes(as: b.bot ?? "")
  }

  /// Hashes player and status.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(player)
    hasher.combine(status)
  }
}

/// A match as a value: what its events add up to.
///
/// ``decide(_:by:at:)`` says which events a command leads to, and ``nextDue(by:)`` what time alone leads to; both
/// change nothing. ``apply(_:at:)`` takes an event in. None of them knows a clock, a network or chance of its own,
/// so the same events at the same times always lead to the same match. Only the referee's server holds this value:
/// what leaves it goes through a view.
public struct Match<G: Game>: Sendable {
  /// What stood before a move.
  struct Ply: Sendable {
    let position: G
    let clock: MatchClock?
    let entry: RecordedMove<G.Move>
  }

  /// What the match was made with.
  public let terms: MatchTerms
  /// What the players agreed on besides.
  public var policies: MatchPolicies { terms.policies }
  /// The number of events so far.
  public internal(set) var version = 1
  /// The version since which nothing has happened that a player would want to know before acting.
  ///
  /// A reminder, or a word that time is short, must not make the move stale that it comes beside.
  public internal(set) var quietSince = 1
  /// Where the match stands.
  public internal(set) var status: MatchStatus = .matching
  /// The seats in order.
  public internal(set) var seats: [MatchSeat]
  /// The position now.
  public internal(set) var position: G
  /// How the game ended, once it has; may differ from the position's own outcome when somebody left.
  public internal(set) var outcome: Outcome?
  /// The match that was made to play again, and its seed.
  public internal(set) var rematch: (match: MatchID, seed: UInt64)?
  /// The clocks, from when all seats are filled; `nil` before, and in a match without any.
  public internal(set) var clock: MatchClock?
  /// Questions beside the turns: those that are open, and the last ones that were.
  public internal(set) var exchanges: [Exchange] = []
  /// What is offered now.
  public internal(set) var offer: Offer?
  /// The seats whose time is over, and that may move until somebody claims that they have lost.
  public internal(set) var overdue: SeatSet = []
  /// The seats for which the server is to move once.
  public internal(set) var standingIn: SeatSet = []
  /// The seat that made the match.
  public internal(set) var maker: Seat?
  /// When the match was made.
  public let createdAt: Timestamp
  /// When the players were last given back what an outage took.
  public internal(set) var creditedAt: Timestamp?
  /// When the last event happened.
  public internal(set) var updatedAt: Timestamp

  var plies = Ledger<Ply>()
  var exchangeCount = 0
  /// The number of moves ever made: a takeback must not bring the same dice again.
  var drawCount = 0
  /// The number of times that the game was asked to go on without a move.
  var passCount = 0
  /// The moves before this one cannot be taken back, since somebody left after them.
  var firstPly = 0
  /// The seats that were told in this turn that their time is short.
  var warned: SeatSet = []

  /// How long a match waits for its seats to be filled.
  public static var patience: Int64 { 90 * 86_400_000 }
  /// The shortest time between two reminders of the same seat.
  public static var reminderPause: Int64 { 86_400_000 }

  /// Why a log of events is no match.
  public struct ReplayError: Error, Sendable {
    /// What does not fit.
    public let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  /// Begins a match from its first event.
  ///
  /// - Throws: ``ReplayError`` if the event is not the making of a match of this game in this version.
  public init(first event: MatchEvent, at time: Timestamp) throws(ReplayError) {
    guard case .created(let terms) = event else {
      throw ReplayError("a match begins by being made")
    }
    guard terms.game.hasSameBytes(as: G.info.id) else {
      throw ReplayError("the match is of another game")
    }
    guard terms.rulesVersion == G.info.rulesVersion else {
      throw ReplayError("the match keeps another version of the rules")
    }
    var chance = Chance(seed: terms.seed)
    do throws(SetupError) {
      position = try G(
        setup: GameSetup(seats: terms.seatCount, options: terms.options), chance: &chance)
    } catch {
      throw ReplayError(error.reason)
    }
    self.terms = terms
    createdAt = time
    updatedAt = time
    seats = .init(
      repeating: MatchSeat(player: nil, status: .matching, outcome: .none),
      count: terms.seatCount)
  }

  /// The moves so far, forced ones among them.
  ///
  /// - Complexity: O(*n*).
  public var moves: [RecordedMove<G.Move>] { plies.all.map { $0.entry } }

  /// The number of moves so far.
  public var moveCount: Int { plies.count }

  /// The move with this index, and the position in which it was made.
  public func move(at index: Int) -> (entry: RecordedMove<G.Move>, before: G) {
    let ply = plies[index]
    return (ply.entry, ply.position)
  }

  /// The seat of a player, invited ones too, or `nil` for who has none.
  public func seat(of player: PlayerID) -> Seat? {
    seats.firstIndex { $0.player == player }.flatMap { Seat($0) }
  }

  /// The seats that may act now: nobody after the end.
  public var seatsToAct: SeatSet { status == .ended ? [] : position.seatsToAct }

  /// The seats that play: somebody sits there, and has neither left nor a result.
  public var activeSeats: SeatSet { seats(where: { $0.status == .active }) }

  /// The seats at which the server is to move: its own players' and those for which it stands in.
  public var seatsForServer: SeatSet {
    let bots = seats { $0.bot != nil && $0.status == .active }
    return seatsToAct.intersection(bots.union(standingIn)).intersection(activeSeats)
  }

  /// The seats whose time was over since they last ended a turn.
  public var lateSeats: SeatSet { seats(where: { $0.timeouts > 0 }) }

  func seats(where condition: (MatchSeat) -> Bool) -> SeatSet {
    var result: SeatSet = []
    for index in seats.indices where condition(seats[index]) {
      if let seat = Seat(index) { result.formUnion(SeatSet(seat)) }
    }
    return result
  }

  func has(_ seat: Seat, _ status: SeatStatus) -> Bool {
    seat.index < seats.count && seats[seat.index].status == status
  }

  var chanceOfNextMove: Chance { Chance(seed: terms.seed, move: drawCount + 1) }

  /// The position after `seat` left.
  func withdrawing(_ seat: Seat) -> G {
    var next = position
    // Negative numbers keep the chance of leaving apart from that of moves.
    var luck = Chance(seed: terms.seed, move: -seat.number)
    next.withdraw(seat, chance: &luck)
    return next
  }

  /// The position after the game went on without a move of `seat`, or `nil` if it cannot.
  func passingOver(_ seat: Seat) -> G? {
    var next = position
    var luck = Chance(seed: terms.seed, move: -(Seat.maximumCount + 1 + passCount))
    return next.passOver(seat, chance: &luck) ? next : nil
  }
}

public import Games

/// A seat of a match and who sits there.
public struct MatchSeat: Hashable, Sendable {
  /// The player, or `nil` while the seat is open.
  public internal(set) var player: PlayerID?
  /// Where the seat stands.
  public internal(set) var status: SeatStatus
  /// What the match came to for the seat.
  public internal(set) var outcome: SeatOutcome
}

/// A match as a value: what its events add up to.
///
/// ``decide(_:by:)`` says which events a command leads to and changes nothing; ``apply(_:)`` takes an event
/// in. Neither knows a clock, a network or chance of its own, so the same events always lead to the same
/// match. Only the referee's server holds this value: what leaves it goes through a view.
public struct Match<G: Game>: Sendable {
  /// What the match was made with.
  public let terms: MatchTerms
  /// The number of events so far.
  public internal(set) var version = 1
  /// Where the match stands.
  public internal(set) var status: MatchStatus = .matching
  /// The seats in order.
  public internal(set) var seats: [MatchSeat]
  /// The position now.
  public internal(set) var position: G
  /// The moves so far, forced ones among them.
  public internal(set) var moves: [RecordedMove<G.Move>] = []
  /// How the game ended, once it has; may differ from the position's own outcome when somebody left.
  public internal(set) var outcome: Outcome?
  /// The match that was made to play again, and its seed.
  public internal(set) var rematch: (match: MatchID, seed: UInt64)?

  /// Why a log of events is no match.
  public struct ReplayError: Error, Sendable {
    /// What does not fit.
    public let reason: String
  }

  /// Begins a match from its first event.
  ///
  /// - Throws: ``ReplayError`` if the event is not the making of a match of this game in this version.
  public init(first event: MatchEvent) throws(ReplayError) {
    guard case .created(let terms) = event else {
      throw ReplayError(reason: "a match begins by being made")
    }
    guard terms.game.hasSameBytes(as: G.info.id) else {
      throw ReplayError(reason: "the match is of another game")
    }
    guard terms.rulesVersion == G.info.rulesVersion else {
      throw ReplayError(reason: "the match keeps another version of the rules")
    }
    var chance = Chance(seed: terms.seed)
    do throws(SetupError) {
      position = try G(
        setup: GameSetup(seats: terms.seatCount, options: terms.options), chance: &chance)
    } catch {
      throw ReplayError(reason: error.reason)
    }
    self.terms = terms
    seats = .init(
      repeating: MatchSeat(player: nil, status: .matching, outcome: .none),
      count: terms.seatCount)
  }

  /// Takes an event in, as it was decided or as it was stored.
  ///
  /// - Throws: ``ReplayError`` if the event does not fit the match, which is then unchanged.
  public mutating func apply(_ event: MatchEvent) throws(ReplayError) {
    let isRematch = if case .rematched = event { true } else { false }
    guard isRematch == (status == .ended) else {
      throw ReplayError(
        reason: isRematch ? "the match has not ended" : "the match has ended already")
    }
    switch event {
    case .created: throw ReplayError(reason: "the match was made already")
    case .seated(let seat, let player):
      guard seat.index < seats.count, seats[seat.index].player == nil else {
        throw ReplayError(reason: "the seat is taken")
      }
      guard self.seat(of: player) == nil else {
        throw ReplayError(reason: "the player has a seat already")
      }
      seats[seat.index].player = player
      seats[seat.index].status = .active
      // Who left while seats were being filled keeps the seat and holds nobody up.
      if seats.allSatisfy({ $0.player != nil }) { status = .open }
    case .moved(let seat, let text, let isForced):
      try applyMove(text, by: seat, isForced: isForced)
    case .left(let seat, let result):
      guard seat.index < seats.count, seats[seat.index].status == .active else {
        throw ReplayError(reason: "nobody plays at the seat")
      }
      seats[seat.index].status = .done
      seats[seat.index].outcome = result
      position = withdrawing(seat)
    case .ended(let outcome):
      guard outcome.seats.count == seats.count else {
        throw ReplayError(reason: "the outcome is for another number of seats")
      }
      status = .ended
      self.outcome = outcome
      for index in seats.indices {
        if let seat = Seat(index) { seats[index].outcome = outcome[seat] }
        if seats[index].status == .active { seats[index].status = .done }
      }
    case .rematched(let match, let seed):
      guard rematch == nil else { throw ReplayError(reason: "the rematch was made already") }
      rematch = (match, seed)
    }
    version += 1
  }

  private mutating func applyMove(
    _ text: String, by seat: Seat, isForced: Bool
  ) throws(ReplayError) {
    guard let move = try? G.Move(text: text) else {
      throw ReplayError(reason: "a stored move cannot be read")
    }
    var luck = chanceOfNextMove
    do throws(IllegalMove) {
      try position.play(move, by: seat, chance: &luck)
    } catch {
      throw ReplayError(reason: error.reason)
    }
    moves.append(RecordedMove(seat: seat, move: move, isForced: isForced))
  }

  /// The seat of a player, or `nil` for who has none.
  public func seat(of player: PlayerID) -> Seat? {
    seats.firstIndex { $0.player == player }.flatMap { Seat($0) }
  }

  /// The seats that may act now: nobody after the end.
  public var seatsToAct: SeatSet { status == .ended ? [] : position.seatsToAct }

  var chanceOfNextMove: Chance { Chance(seed: terms.seed, move: moves.count + 1) }

  /// The position after `seat` left.
  func withdrawing(_ seat: Seat) -> G {
    var next = position
    // Negative numbers keep the chance of leaving apart from that of moves.
    var luck = Chance(seed: terms.seed, move: -(seat.number))
    next.withdraw(seat, chance: &luck)
    return next
  }
}

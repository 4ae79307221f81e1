internal import Games

/// The events of one command as they are found, and the match that they lead to.
struct Decision<G: Game> {
  private(set) var match: Match<G>
  private(set) var events: [MatchEvent] = []
  let time: Timestamp

  init(_ match: Match<G>, at time: Timestamp) {
    self.match = match
    self.time = time
  }

  /// Adds an event, which must fit.
  mutating func add(_ event: MatchEvent) throws(Refusal) {
    do throws(Match<G>.ReplayError) {
      try match.apply(event, at: time)
    } catch {
      throw .invalidState(error.reason)
    }
    events.append(event)
  }

  /// Adds what the rules do by themselves: forced moves, and the end.
  mutating func addConsequences() throws(Refusal) {
    guard match.status != .ended else { return }
    while let forced = match.position.forcedMove {
      // A game that forces what it then refuses breaks its law; stopping keeps the match sound.
      let event = MatchEvent.moved(forced.seat, move: forced.move.text, isForced: true)
      guard (try? match.apply(event, at: time)) != nil else { break }
      events.append(event)
    }
    if var outcome = match.position.outcome {
      // Who left keeps the outcome of having left, whatever the rules make of the rest.
      for index in match.seats.indices
      where match.seats[index].outcome != .none && index < outcome.seats.count {
        outcome.seats[index] = match.seats[index].outcome
      }
      try add(.ended(outcome))
    }
  }

  /// Tells of the exchanges that ended since, because somebody left.
  mutating func tellExchanges(before: [Exchange]) throws(Refusal) {
    for old in before where old.isOpen {
      let now = match.exchanges.first { $0.id == old.id }
      switch now?.status {
      case .cancelled: try add(.cancelled(old.id))
      case .complete where old.status == .active: try add(.lapsed(old.id))
      default: break
      }
    }
  }

  /// Takes a seat out of the match, with what that leads to.
  mutating func leave(_ seat: Seat, _ outcome: SeatOutcome) throws(Refusal) {
    let wasOpen = match.status == .open
    let exchanges = match.exchanges
    try add(.left(seat, outcome))
    let others = match.activeSeats.seats
    let people = others.filter { match.seats[$0.index].bot == nil }
    if people.isEmpty, others.count != 1 || !wasOpen { return try end(with: .none) }
    if others.count == 1, let winner = others.first, wasOpen {
      // The walk-over: who stays alone has won.
      var outcomes = match.seats.map { $0.outcome }
      outcomes[winner.index] = .won
      return try add(.ended(Outcome(seats: outcomes)))
    }
    try tellExchanges(before: exchanges)
    try addConsequences()
    // It may have been the last one whose word an offer waited for.
    let remaining = match
    if remaining.status != .ended { try remaining.settleOffer(&self) }
  }

  /// Takes a seat out whose time is over, or ends the match as its game says.
  mutating func loseOnTime(_ seat: Seat) throws(Refusal) {
    guard match.status == .open, let outcome = match.position.outcomeWhenTimeExpires(for: seat),
      outcome.seats.count == match.seats.count
    else { return try leave(seat, .timeExpired) }
    try add(.ended(outcome))
  }

  /// Ends the match with one outcome for all that still play.
  mutating func end(with outcome: SeatOutcome) throws(Refusal) {
    guard match.status != .ended else { return }
    var outcomes = match.seats.map { $0.outcome }
    for seat in match.activeSeats.seats { outcomes[seat.index] = outcome }
    try add(.ended(Outcome(seats: outcomes)))
  }
}

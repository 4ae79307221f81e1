internal import Games

extension Match {
  /// Takes an event in, as it was decided or as it was stored.
  ///
  /// - Throws: ``ReplayError`` if the event does not fit the match, which is then unchanged.
  public mutating func apply(_ event: MatchEvent, at time: Timestamp) throws(ReplayError) {
    try checkPhase(of: event)
    switch event {
    case .created: throw ReplayError("the match was made already")
    case .invited, .seated, .botSeated, .declined, .opened: try applySeating(event)
    case .moved(let seat, let text, let isForced):
      try applyMove(text, by: seat, isForced: isForced, at: time)
    case .left(let seat, let result): try applyLeaving(seat, result)
    case .timedOut(let seat, let effect): try applyTimeout(seat, effect)
    case .expired: break
    case .warned(let seat): warned.formUnion(SeatSet(seat))
    case .asked, .replied, .lapsed, .cancelled, .resolved: try applyExchange(event, at: time)
    case .offered, .answered, .tookBack, .paused, .resumed: try applyAgreement(event, at: time)
    case .vacation(let seat, let begins):
      guard seat.index < seats.count else { throw ReplayError("there is no such seat") }
      if begins {
        clock?.beginVacation(of: seat, at: time)
      } else {
        clock?.endVacation(of: seat, at: time)
      }
    case .reminded(let seat, _):
      guard seat.index < seats.count else { throw ReplayError("there is no such seat") }
      seats[seat.index].remindedAt = time
    case .credited(let span):
      clock?.credit(span, at: time)
      creditedAt = time
    case .ended(let outcome): try applyEnd(outcome)
    case .rematched(let match, let seed):
      guard rematch == nil else { throw ReplayError("the rematch was made already") }
      rematch = (match, seed)
    case .removed(let seat):
      guard seat.index < seats.count, !seats[seat.index].isRemoved else {
        throw ReplayError("the match is on no such list")
      }
      seats[seat.index].isRemoved = true
    }
    version += 1
    switch event {
    case .warned, .reminded, .removed, .vacation, .credited: break
    default: quietSince = version
    }
    updatedAt = max(time, updatedAt)
    openIfFilled(at: time)
    runClock(after: event, at: time)
  }

  private func checkPhase(of event: MatchEvent) throws(ReplayError) {
    switch event {
    case .rematched:
      guard status == .ended else { throw ReplayError("the match has not ended") }
    case .removed: break
    default:
      guard status != .ended else { throw ReplayError("the match has ended already") }
    }
  }

  // MARK: Seats

  private mutating func applySeating(_ event: MatchEvent) throws(ReplayError) {
    switch event {
    case .invited(let seat, let player):
      guard has(seat, .matching) else { throw ReplayError("the seat is taken") }
      try checkNew(player)
      seats[seat.index].player = player
      seats[seat.index].status = .invited
    case .seated(let seat, let player, let role):
      guard has(seat, .matching) || (has(seat, .invited) && seats[seat.index].player == player)
      else { throw ReplayError("the seat is taken") }
      if seats[seat.index].player == nil { try checkNew(player) }
      seats[seat.index].player = player
      seats[seat.index].status = .active
      seats[seat.index].role = role
      if maker == nil { maker = seat }
    case .botSeated(let seat, let name):
      guard has(seat, .matching) else { throw ReplayError("the seat is taken") }
      seats[seat.index].bot = name
      seats[seat.index].status = .active
    case .declined(let seat):
      guard has(seat, .invited) else { throw ReplayError("nobody is invited to the seat") }
      seats[seat.index].status = .declined
      if policies.decline == .proceed {
        position = withdrawing(seat)
        seats[seat.index].isGone = true
        firstPly = plies.count
      }
    case .opened(let seat):
      guard status == .matching, seat.index < seats.count, !seats[seat.index].isGone else {
        throw ReplayError("the seat cannot be opened")
      }
      // Whoever comes next must not find the questions to whoever sat here.
      leaveExchanges(seat)
      seats[seat.index] = MatchSeat(player: nil, status: .matching, outcome: .none)
      seats[seat.index].exchangesBefore = exchangeCount
    default: break
    }
  }

  private func checkNew(_ player: PlayerID) throws(ReplayError) {
    guard seat(of: player) == nil else { throw ReplayError("the player has a seat already") }
  }

  private mutating func openIfFilled(at time: Timestamp) {
    guard status == .matching else { return }
    // Who left while seats were being filled keeps the seat and holds nobody up.
    let isFilled = seats.allSatisfy { seat in
      switch seat.status {
      case .matching, .invited: false
      case .declined: seat.isGone
      case .active, .done: true
      }
    }
    guard isFilled else { return }
    status = .open
    if policies.clock != .unlimited {
      clock = MatchClock(
        policies.clock, seatCount: seats.count, vacation: policies.vacation, at: time)
    }
  }

  private mutating func applyLeaving(_ seat: Seat, _ result: SeatOutcome) throws(ReplayError) {
    guard has(seat, .active) else { throw ReplayError("nobody plays at the seat") }
    seats[seat.index].status = .done
    seats[seat.index].outcome = result
    seats[seat.index].isGone = true
    if !seatHasResult(seat) { position = withdrawing(seat) }
    firstPly = plies.count
    overdue.subtract(SeatSet(seat))
    standingIn.subtract(SeatSet(seat))
    leaveExchanges(seat)
    if offer?.seat == seat { offer = nil }
    takeResults()
  }

  func seatHasResult(_ seat: Seat) -> Bool { position.result(of: seat) != .none }

  private mutating func applyEnd(_ outcome: Outcome) throws(ReplayError) {
    guard outcome.seats.count == seats.count else {
      throw ReplayError("the outcome is for another number of seats")
    }
    status = .ended
    self.outcome = outcome
    for index in seats.indices {
      if let seat = Seat(index) { seats[index].outcome = outcome[seat] }
      if seats[index].status == .active { seats[index].status = .done }
    }
    offer = nil
    overdue = []
    standingIn = []
    for index in exchanges.indices where exchanges[index].isOpen {
      exchanges[index].status = .cancelled
    }
  }

  // MARK: Moves

  private mutating func applyMove(
    _ text: String, by seat: Seat, isForced: Bool, at time: Timestamp
  ) throws(ReplayError) {
    guard let move = try? G.Move(text: text) else {
      throw ReplayError("a stored move cannot be read")
    }
    var luck = chanceOfNextMove
    let before = position
    do throws(IllegalMove) {
      try position.play(move, by: seat, chance: &luck)
    } catch {
      throw ReplayError(error.reason)
    }
    plies.append(
      Ply(
        position: before, clock: clock,
        entry: RecordedMove(seat: seat, move: move, isForced: isForced)))
    drawCount += 1
    guard !isForced else { return takeResults() }
    // A move is an answer: what was offered before it is off the table, and a pause is over.
    offer = nil
    clock?.resume(at: time)
    overdue.subtract(SeatSet(seat))
    standingIn.subtract(SeatSet(seat))
    if before.endsTurn(move) {
      warned.subtract(SeatSet(seat))
      seats[seat.index].remindedAt = nil
      seats[seat.index].timeouts = 0
    }
    takeResults()
  }

  /// Marks the seats for which the game says that it is over, while it goes on for others.
  mutating func takeResults() {
    for index in seats.indices {
      guard let seat = Seat(index), !seats[index].isGone else { continue }
      let result = position.result(of: seat)
      if result != .none, seats[index].status == .active {
        seats[index].status = .done
        seats[index].outcome = result
        leaveExchanges(seat)
      } else if result == .none, seats[index].status == .done {
        seats[index].status = .active
        seats[index].outcome = .none
      }
    }
  }

  private mutating func applyTimeout(
    _ seat: Seat, _ effect: TimeoutEffect
  ) throws(ReplayError) {
    guard has(seat, .active) else { throw ReplayError("nobody plays at the seat") }
    let passed = effect == .passed ? passingOver(seat) : nil
    if effect == .passed, passed == nil {
      throw ReplayError("the game cannot go on without a move")
    }
    seats[seat.index].timeouts += 1
    offer = nil
    switch effect {
    case .passed:
      position = passed ?? position
      passCount += 1
      firstPly = plies.count
      warned.subtract(SeatSet(seat))
      seats[seat.index].remindedAt = nil
      takeResults()
    case .lost: break
    case .standIn: standingIn.formUnion(SeatSet(seat))
    case .claimable: overdue.formUnion(SeatSet(seat))
    }
  }

  // MARK: The clock

  /// Lets the time run of whoever is to act now.
  private mutating func runClock(after event: MatchEvent, at time: Timestamp) {
    guard clock != nil else { return }
    guard status == .open else {
      clock?.run([], at: time)
      return
    }
    var ended: SeatSet = []
    if case .moved(let seat, let text, let isForced) = event, !isForced,
      let move = try? G.Move(text: text), plies.count > 0,
      plies[plies.count - 1].position.endsTurn(move)
    {
      ended = SeatSet(seat)
    } else if case .timedOut(let seat, .passed) = event {
      // The game may go on with the same seat: its next turn begins whole.
      ended = SeatSet(seat)
    }
    let bots = seats { $0.bot != nil }
    var running = seatsToAct.intersection(activeSeats).subtracting(bots)
      .subtracting(overdue).subtracting(standingIn)
    for seat in running.seats where !position.isTimed(seat) { running.subtract(SeatSet(seat)) }
    clock?.run(running, endingTurn: ended, at: time)
  }
}

public import Games

extension Match {
  /// The events that make a match: its terms, what was agreed besides, and its maker on a seat.
  ///
  /// - Throws: ``Refusal/invalidState(_:)`` if the game cannot be set up so.
  public static func making(
    _ terms: MatchTerms, _ policies: MatchPolicies = MatchPolicies(), by player: PlayerID,
    at seat: Seat, role: UInt32 = 0
  ) throws(Refusal) -> [MatchEvent] {
    var terms = terms
    terms.policies = policies
    let created = MatchEvent.created(terms)
    do throws(ReplayError) {
      _ = try Match(first: created, at: Timestamp(milliseconds: 0))
    } catch {
      throw .invalidState(error.reason)
    }
    guard seat.index < terms.seatCount else { throw .invalidState("there is no such seat") }
    guard policies.isSound else { throw .invalidState("the policies are out of their limits") }
    return [created, .seated(seat, player, role: role)]
  }

  /// The events that a player's command leads to at an instant; the match itself does not change.
  ///
  /// What time alone led to before that instant is not among them: apply ``nextDue(by:)`` first.
  ///
  /// - Returns: no events where the command asks for what is so already.
  /// - Throws: ``Refusal`` with the reason.
  public func decide(
    _ command: MatchCommand, by player: PlayerID, at time: Timestamp
  ) throws(Refusal) -> [MatchEvent] {
    var decision = Decision(self, at: time)
    switch command {
    case .join: try decideJoin(player, role: 0, &decision)
    case .joinAs(let role): try decideJoin(player, role: role, &decision)
    case .decline: try decideDecline(player, &decision)
    case .invite(let guest, let seat): try decideInvite(guest, seat, by: player, &decision)
    case .seatBot(let name, let seat): try decideBot(name, seat, by: player, &decision)
    case .open(let seat): try decideOpen(seat, by: player, &decision)
    case .move(let text): try decideMove(text, by: player, &decision)
    case .quit: try decideQuit(.quit, handingOver: nil, by: player, &decision)
    case .quitAs(let outcome, let move):
      try decideQuit(outcome, handingOver: move, by: player, &decision)
    case .abandon: try decideAbandon(player, &decision)
    case .claim: try decideClaim(player, &decision)
    case .remind: try decideRemind(player, &decision)
    case .remove: try decideRemove(player, &decision)
    case .ask(let recipients, let payload, let span):
      try decideAsk(recipients, payload, span, by: player, &decision)
    case .reply(let id, let payload): try decideReply(id, payload, by: player, &decision)
    case .cancel(let id): try decideCancel(id, by: player, &decision)
    case .resolve(let ids, let move): try decideResolve(ids, move, by: player, &decision)
    case .offer(let kind): try decideOffer(kind, by: player, &decision)
    case .answer(let number, let accepts):
      try decideAnswer(number, accepts, by: player, &decision)
    case .resume: try decideResume(player, &decision)
    case .vacation(let begins): try decideVacation(begins, by: player, &decision)
    case .rematch(let match, let seed):
      try decideRematch(match, seed: seed, by: player, &decision)
    }
    return decision.events
  }

  /// The events that the server's own move for a seat leads to; it is refused like any other.
  public func decideForServer(
    _ text: String, by seat: Seat, at time: Timestamp
  ) throws(Refusal) -> [MatchEvent] {
    guard seatsForServer.contains(seat) else { throw .notYourTurn }
    var decision = Decision(self, at: time)
    // The server's own players ask nobody anything: what is complete is taken note of.
    if !unresolvedExchanges.isEmpty { try decision.add(.resolved(unresolvedExchanges)) }
    try decidePlay(text, by: seat, &decision)
    return decision.events
  }

  /// The events by which a seat of the server leaves, because it cannot move there.
  public func resignForServer(_ seat: Seat, at time: Timestamp) throws(Refusal) -> [MatchEvent] {
    guard seatsForServer.contains(seat) else { throw .notYourTurn }
    var decision = Decision(self, at: time)
    try decision.leave(seat, seats[seat.index].bot == nil ? .timeExpired : .quit)
    return decision.events
  }

  // MARK: Who asks

  /// The seat of a member that plays in a match that goes on.
  func playing(_ player: PlayerID) throws(Refusal) -> Seat {
    guard let seat = seat(of: player) else { throw .notMember }
    guard status != .ended else { throw .invalidState("the match has ended") }
    switch seats[seat.index].status {
    case .active: return seat
    case .invited: throw .invalidState("accept the invitation first")
    case .declined: throw .invalidState("you have declined")
    case .done, .matching: throw .invalidState("you have left this match")
    }
  }

  /// The seat of a member that holds the baton.
  func holding(_ player: PlayerID) throws(Refusal) -> Seat {
    guard let seat = seat(of: player) else { throw .notMember }
    guard status != .ended else { throw .invalidState("the match has ended") }
    guard position.seatsToAct.contains(seat), seats[seat.index].status == .active else {
      throw .notYourTurn
    }
    return seat
  }

  func checkResolved() throws(Refusal) {
    let open = unresolvedExchanges
    guard open.isEmpty else { throw .exchangeUnresolved(open) }
  }

  // MARK: Moves

  private func decideMove(
    _ text: String, by player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    let seat = try holding(player)
    // Data that is saved without what was replied would lose it, as the end of a turn would.
    if !unresolvedExchanges.isEmpty, let move = try? G.Move(text: text),
      G.trustsResults || position.endsTurn(move)
    {
      try checkResolved()
    }
    try decidePlay(text, by: seat, &decision)
  }

  /// Plays a move, and says exactly why not if the rules refuse it.
  func decidePlay(
    _ text: String, by seat: Seat, _ decision: inout Decision<G>
  ) throws(Refusal) {
    let move: G.Move
    do throws(TextError) {
      move = try G.Move(text: text)
    } catch {
      throw .illegalMove(IllegalMove(error.reason))
    }
    do throws(Refusal) {
      // The move is written in the game's own form, not as the client spelt it.
      try decision.add(.moved(seat, move: move.text, isForced: false))
    } catch {
      // Only the rules can say exactly why; asking them first would play every legal move twice.
      do throws(IllegalMove) {
        var luck = decision.match.chanceOfNextMove
        _ = try decision.match.position.playing(move, by: seat, chance: &luck)
      } catch {
        throw .illegalMove(error)
      }
      throw error
    }
    try decision.addConsequences()
  }

  // MARK: Leaving

  private func decideQuit(
    _ outcome: SeatOutcome, handingOver move: String?, by player: PlayerID,
    _ decision: inout Decision<G>
  ) throws(Refusal) {
    let seat = try playing(player)
    guard outcome != .none else { throw .invalidState("an outcome of one's own is needed") }
    if !G.trustsResults {
      // A claim about the result is not trusted where the server knows the rules.
      guard outcome == .quit || outcome == .lost else {
        throw .invalidState("who leaves has quit or lost")
      }
    }
    let holds = seatsToAct.contains(seat)
    if holds { try checkResolved() }
    if let move {
      guard holds else { throw .notYourTurn }
      try decidePlay(move, by: seat, &decision)
      guard decision.match.has(seat, .active) else { return }
    }
    try leave(seat, outcome, &decision)
  }

  private func leave(
    _ seat: Seat, _ outcome: SeatOutcome, _ decision: inout Decision<G>
  ) throws(Refusal) {
    let isAlone = maker == seat && status == .matching && activeSeats == SeatSet(seat)
    try decision.leave(seat, outcome)
    // Nobody else was in yet: the match goes without a word.
    if isAlone, moveCount == 0, decision.match.status == .ended {
      try decision.add(.removed(seat))
    }
  }

  private func decideAbandon(
    _ player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    guard let seat = seat(of: player) else { throw .notMember }
    guard status != .ended else { return }
    if has(seat, .invited) { return try decideDecline(player, &decision) }
    guard has(seat, .active) else { return }
    if seatsToAct.contains(seat), !unresolvedExchanges.isEmpty {
      try decision.add(.resolved(unresolvedExchanges))
    }
    try leave(seat, .quit, &decision)
  }

  private func decideClaim(
    _ player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    let seat = try playing(player)
    let late = overdue.subtracting(SeatSet(seat)).seats
    guard !late.isEmpty else { throw .invalidState("nobody's time is over") }
    for other in late where decision.match.has(other, .active) {
      try decision.loseOnTime(other)
    }
  }

  private func decideRemove(
    _ player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    guard let seat = seat(of: player) else { throw .notMember }
    if seats[seat.index].isRemoved { return }
    let own = seats[seat.index].status
    guard status == .ended || own == .done || own == .declined else {
      throw .invalidState("the match still goes on for you")
    }
    try decision.add(.removed(seat))
  }

  private func decideRemind(
    _ player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    let seat = try playing(player)
    let others = seatsToAct.intersection(activeSeats).subtracting(SeatSet(seat))
    var soonest: Timestamp?
    for other in others.seats where seats[other.index].bot == nil {
      if let last = seats[other.index].remindedAt {
        let next = Timestamp(milliseconds: last.milliseconds + Self.reminderPause)
        guard next <= decision.time else {
          soonest = min(soonest ?? next, next)
          continue
        }
      }
      try decision.add(.reminded(other, by: seat))
    }
    guard decision.events.isEmpty else { return }
    if let soonest { throw .tooSoon(until: soonest) }
    throw .invalidState("nobody else is to act")
  }

  // MARK: Playing again

  private func decideRematch(
    _ match: MatchID, seed: UInt64, by player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    guard seat(of: player) != nil else { throw .notMember }
    guard status == .ended else { throw .invalidState("the match has not ended") }
    guard seats.allSatisfy({ $0.player != nil || $0.bot != nil }) else {
      throw .invalidState("the match was never full")
    }
    // Both asking at once make one match: the first made it.
    if rematch == nil { try decision.add(.rematched(match, seed: seed)) }
  }

  /// The events that make the match to play again: the same players, each one seat further on.
  ///
  /// Who had declined or not answered is invited and not seated.
  ///
  /// - Returns: `nil` until a rematch was asked for.
  public func makingRematch() -> (match: MatchID, events: [MatchEvent])? {
    guard let rematch else { return nil }
    let terms = MatchTerms(
      game: terms.game, rulesVersion: terms.rulesVersion, seatCount: terms.seatCount,
      seed: rematch.seed, options: terms.options, policies: terms.policies)
    var events = [MatchEvent.created(terms)]
    for index in seats.indices {
      let previous = seats[(index + seats.count - 1) % seats.count]
      guard let seat = Seat(index) else { continue }
      if let player = previous.player {
        let hasPlayed = previous.status != .declined && previous.status != .invited
        events.append(
          hasPlayed ? .seated(seat, player, role: previous.role) : .invited(seat, player))
      } else if let bot = previous.bot {
        events.append(.botSeated(seat, bot))
      }
    }
    return (rematch.match, events)
  }
}

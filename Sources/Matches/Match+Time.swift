internal import Games

// What time alone leads to. It is found from the match and an instant; whoever fires it appends events like those of
// any command, so of two that fire at once one finds that it has happened already.

extension Match {
  /// An outage is given back where it took more than one part in so many of the time until the next deadline.
  ///
  /// Less than that nobody misses, and every match would have to be written after every start.
  public static var creditedShare: Int64 { 10 }

  /// The next instant at which something happens by itself, or the server is to move; `nil` if nothing will.
  public func nextWake() -> Timestamp? {
    if status == .ended { return nil }
    if !seatsForServer.isEmpty { return updatedAt }
    return nextTimer()
  }

  /// The next instant at which time alone changes the match.
  public func nextTimer() -> Timestamp? {
    if status == .ended { return nil }
    var earliest: Timestamp?
    func consider(_ time: Timestamp?) {
      if let time { earliest = min(earliest ?? time, time) }
    }
    if status == .matching {
      consider(Timestamp(milliseconds: createdAt.milliseconds + Self.patience))
    }
    consider(clock?.deadline()?.at)
    if let warning = pendingWarning() { consider(warning.at) }
    for exchange in exchanges where exchange.status == .active { consider(exchange.deadline) }
    return earliest
  }

  private func pendingWarning() -> (at: Timestamp, seat: Seat)? {
    clock?.warning(except: warned)
  }

  /// The events that are due first, and the instant at which they were, if that has come.
  ///
  /// They happen at that instant, however late somebody looks: a match that nobody looked at for a year comes to
  /// the same as one that was watched. Apply them and ask again; `nil` when nothing more is due.
  public func nextDue(by now: Timestamp) -> (events: [MatchEvent], at: Timestamp)? {
    guard let due = nextTimer(), due <= now else { return nil }
    var decision = Decision(self, at: max(due, updatedAt))
    do throws(Refusal) {
      try decideDue(at: due, &decision)
    } catch {
      // Nothing that a stored event led to is refused; if it were, the match must not be asked for ever.
      decision = Decision(self, at: max(due, updatedAt))
      _ = try? decision.add(.expired)
      _ = try? decision.end(with: .timeExpired)
    }
    return decision.events.isEmpty ? nil : (decision.events, decision.time)
  }

  private func decideDue(at due: Timestamp, _ decision: inout Decision<G>) throws(Refusal) {
    for exchange in exchanges where exchange.status == .active {
      if let deadline = exchange.deadline, deadline <= due {
        return try decision.add(.lapsed(exchange.id))
      }
    }
    if status == .matching {
      if createdAt.milliseconds + Self.patience <= due.milliseconds {
        try decision.add(.expired)
        try decision.end(with: .none)
      }
      return
    }
    if let deadline = clock?.deadline(), deadline.at <= due {
      guard let seat = deadline.seat else {
        try decision.add(.expired)
        return try decision.end(with: .timeExpired)
      }
      return try decideTimeout(of: seat, &decision)
    }
    if let warning = pendingWarning(), warning.at <= due { try decision.add(.warned(warning.seat)) }
  }

  private func decideTimeout(
    of seat: Seat, _ decision: inout Decision<G>
  ) throws(Refusal) {
    let effect = effectOfTimeout(of: seat)
    try decision.add(.timedOut(seat, effect))
    switch effect {
    case .passed:
      // Nobody has moved for two whole rounds: there is nobody left who plays. A list that its holder wrote is gone
      // through to its end, where the last one has no deadline.
      let isAbandoned =
        !G.trustsResults
        && activeSeats.seats.allSatisfy { other in
          other == seat || seats[other.index].bot != nil || seats[other.index].timeouts >= 2
        }
      if isAbandoned, seats[seat.index].timeouts >= 1 {
        try decision.end(with: .timeExpired)
      } else {
        try decision.addConsequences()
      }
    case .lost: try decision.loseOnTime(seat)
    case .standIn, .claimable: break
    }
  }

  private func effectOfTimeout(of seat: Seat) -> TimeoutEffect {
    switch policies.timeout {
    case .lose: return .lost
    case .claim: return .claimable
    case .standIn: return .standIn
    case .pass:
      // Whoever has used up the time of a whole game has none for the next turn either.
      guard case .perTurn = policies.clock.system, passingOver(seat) != nil else { return .lost }
      return .passed
    }
  }

  /// Gives back what an outage took, if that was more than a tenth of what is left until a deadline.
  ///
  /// - Parameters:
  ///   - span: How long no server was there, in milliseconds.
  ///   - now: When one was there again.
  /// - Returns: the events that give it back; none where no deadline is near enough.
  public func crediting(_ span: Int64, at now: Timestamp) -> [MatchEvent] {
    guard status == .open, span > 0, let deadline = clock?.deadline(),
      deadline.at.milliseconds <= now.milliseconds + Match.creditedShare * span
    else { return [] }
    return [.credited(span)]
  }
}

internal import Games

// What is asked and offered beside the turns.

extension Match {
  // MARK: Exchanges

  func decideAsk(
    _ recipients: SeatSet, _ payload: String, _ span: Int64, by player: PlayerID,
    _ decision: inout Decision<G>
  ) throws(Refusal) {
    let seat = try playing(player)
    guard !recipients.isEmpty, !recipients.contains(seat) else {
      throw .invalidParticipant("an exchange is with others")
    }
    guard recipients.isSubset(of: activeSeats) else {
      throw .invalidParticipant("an exchange is with seats that play")
    }
    // The server's own players reply to nobody.
    guard recipients.seats.allSatisfy({ seats[$0.index].bot == nil }) else {
      throw .invalidParticipant("the computer does not reply")
    }
    try checkSize(payload)
    guard span == 0 || (TimeControl.shortest...TimeControl.longest).contains(span) else {
      throw .invalidState("the time for replies is 1 second to 90 days, or none")
    }
    guard exchanges.count(where: { $0.isOpen }) < Exchange.openLimit else {
      throw .invalidState("too many exchanges are open")
    }
    let (end, overflow) = decision.time.milliseconds.addingReportingOverflow(span)
    let deadline = span == 0 || overflow ? nil : Timestamp(milliseconds: end)
    try decision.add(
      .asked(exchangeCount + 1, from: seat, to: recipients, until: deadline, payload: payload))
  }

  private func checkSize(_ payload: String) throws(Refusal) {
    guard payload.utf8.count <= Exchange.payloadLimit else {
      throw .dataTooLarge(limit: Exchange.payloadLimit)
    }
  }

  private func exchange(_ id: Int) throws(Refusal) -> Exchange {
    guard let exchange = exchanges.first(where: { $0.id == id }) else {
      throw .invalidState("there is no such exchange")
    }
    return exchange
  }

  func decideReply(
    _ id: Int, _ payload: String, by player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    let seat = try playing(player)
    let exchange = try exchange(id)
    guard exchange.recipients.contains(seat) else {
      throw .invalidParticipant("this exchange is with others")
    }
    guard exchange.status == .active, exchange.awaited.contains(seat) else {
      throw .invalidState("the exchange waits for no reply of yours")
    }
    try checkSize(payload)
    try decision.add(.replied(id, seat, payload: payload))
  }

  func decideCancel(
    _ id: Int, by player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    let seat = try playing(player)
    let exchange = try exchange(id)
    guard exchange.sender == seat else {
      throw .invalidParticipant("only who asked can take it back")
    }
    if exchange.status == .cancelled { return }
    guard exchange.isOpen else { throw .invalidState("the exchange is resolved") }
    try decision.add(.cancelled(id))
  }

  func decideResolve(
    _ ids: [Int], _ move: String?, by player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    let seat = try holding(player)
    guard !ids.isEmpty else { throw .invalidState("name the exchanges to resolve") }
    for (index, id) in ids.enumerated() {
      let exchange = try exchange(id)
      guard exchange.status == .complete, !ids[..<index].contains(id) else {
        throw .invalidState("exchange \(id) is not complete")
      }
    }
    if let move {
      guard let read = try? G.Move(text: move), !position.endsTurn(read) else {
        throw .invalidState("merged data is saved without ending the turn")
      }
      try decidePlay(move, by: seat, &decision)
    }
    try decision.add(.resolved(ids))
  }

  // MARK: Offers

  func decideOffer(
    _ kind: OfferKind, by player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    let seat = try playing(player)
    if let offer {
      guard offer.kind == kind else { throw .invalidState("something else is offered already") }
      if offer.seat == seat { return }
      // Both would go back, but to different moves: nobody has asked for the earlier one to go as well.
      if kind == .takeback, let own = takebackTarget(of: seat),
        own != takebackTarget(of: offer.seat)
      {
        throw .invalidState("others offer to take back another move; answer that first")
      }
      // Both offer the same: that is an answer.
      return try decideAnswer(offer.number, true, by: player, &decision)
    }
    guard status == .open else { throw .invalidState("seats are still being filled") }
    switch kind {
    case .draw: break
    case .takeback:
      guard takebackTarget(of: seat) != nil else {
        throw .invalidState("there is no move of yours to take back")
      }
    case .pause:
      guard let clock else { throw .invalidState("no clock runs") }
      guard clock.pausedSince == nil else { throw .invalidState("the clocks stand already") }
    }
    try decision.add(.offered(seat, kind))
    try settleOffer(&decision)
  }

  func decideAnswer(
    _ number: Int, _ accepts: Bool, by player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    let seat = try playing(player)
    guard let offer, offer.number == number else {
      throw .invalidState("the offer does not stand any more")
    }
    guard offer.seat != seat || !accepts else {
      throw .invalidState("an offer is for the others to accept")
    }
    if offer.accepted.contains(seat), accepts { return }
    try decision.add(.answered(seat, accepts: accepts))
    try settleOffer(&decision)
  }

  /// Does what was offered once everybody has accepted; computers accept a pause and a takeback, no draw.
  ///
  /// What cannot be done any more is taken off the table.
  func settleOffer(_ decision: inout Decision<G>) throws(Refusal) {
    guard let offer = decision.match.offer else { return }
    var asked = decision.match.activeSeats.subtracting(SeatSet(offer.seat))
    if offer.kind != .draw { asked.subtract(seats { $0.bot != nil }) }
    guard asked.isSubset(of: offer.accepted) else { return }
    switch offer.kind {
    case .draw: try decision.end(with: .tied)
    case .pause: try decision.add(.paused)
    case .takeback:
      guard let ply = decision.match.takebackTarget(of: offer.seat) else {
        return try decision.add(.answered(offer.seat, accepts: false))
      }
      try decision.add(.tookBack(to: ply))
    }
  }

  func decideResume(
    _ player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    let seat = try playing(player)
    guard clock?.pausedSince != nil else { return }
    try decision.add(.resumed(seat))
  }

  func decideVacation(
    _ begins: Bool, by player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    let seat = try playing(player)
    guard var trial = clock else { throw .invalidState("no clock runs") }
    let isAway = trial.accounts[seat.index].vacationSince != nil
    guard begins != isAway else { return }
    if begins, !trial.beginVacation(of: seat, at: decision.time) {
      throw .invalidState("no vacation is left")
    }
    try decision.add(.vacation(seat, begins: begins))
  }
}

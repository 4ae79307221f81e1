public import Games

// Exchanges and offers: what the seats tell each other beside the turns.

extension Match {
  /// The number of exchanges that are kept once they are over; older ones are in the log alone.
  private static var closedLimit: Int { 16 }

  mutating func applyExchange(_ event: MatchEvent, at time: Timestamp) throws(ReplayError) {
    switch event {
    case .asked(let id, let sender, let recipients, let deadline, let payload):
      guard id == exchangeCount + 1, sender.index < seats.count else {
        throw ReplayError("the exchange has another number")
      }
      exchangeCount = id
      exchanges.append(
        Exchange(
          id: id, sender: sender, recipients: recipients, payload: payload, askedAt: time,
          deadline: deadline))
      forgetClosedExchanges()
    case .replied(let id, let seat, let payload):
      try change(id) { exchange throws(ReplayError) in
        guard exchange.awaited.contains(seat) else { throw ReplayError("nobody waits for it") }
        exchange.replies.append(ExchangeReply(seat: seat, payload: payload))
        if exchange.awaited.isEmpty { exchange.status = .complete }
      }
    case .lapsed(let id):
      try change(id) { exchange throws(ReplayError) in
        exchange.lapsed.formUnion(exchange.awaited)
        exchange.status = .complete
      }
    case .cancelled(let id):
      // Its sender has left; that is told by itself.
      if exchanges.contains(where: { $0.id == id && $0.status == .cancelled }) { break }
      try change(id) { exchange throws(ReplayError) in exchange.status = .cancelled }
    case .resolved(let ids):
      for id in ids {
        guard exchanges.contains(where: { $0.id == id && $0.status == .complete }) else {
          throw ReplayError("the exchange is not complete")
        }
      }
      for id in ids {
        try change(id) { exchange throws(ReplayError) in exchange.status = .resolved }
      }
    default: break
    }
  }

  private mutating func change(
    _ id: Int, _ body: (inout Exchange) throws(ReplayError) -> Void
  ) throws(ReplayError) {
    guard let index = exchanges.firstIndex(where: { $0.id == id && $0.isOpen }) else {
      throw ReplayError("there is no such exchange")
    }
    try body(&exchanges[index])
  }

  private mutating func forgetClosedExchanges() {
    var surplus = exchanges.count { !$0.isOpen } - Match.closedLimit
    exchanges.removeAll { exchange in
      guard !exchange.isOpen, surplus > 0 else { return false }
      surplus -= 1
      return true
    }
  }

  /// Takes a seat that acts no more out of all exchanges.
  mutating func leaveExchanges(_ seat: Seat) {
    for index in exchanges.indices where exchanges[index].isOpen {
      if exchanges[index].sender == seat {
        exchanges[index].status = .cancelled
      } else if exchanges[index].awaited.contains(seat) {
        exchanges[index].lapsed.formUnion(SeatSet(seat))
        if exchanges[index].awaited.isEmpty { exchanges[index].status = .complete }
      }
    }
  }

  // MARK: Offers

  mutating func applyAgreement(_ event: MatchEvent, at time: Timestamp) throws(ReplayError) {
    switch event {
    case .offered(let seat, let kind):
      guard offer == nil, has(seat, .active) else { throw ReplayError("nothing can be offered") }
      offer = Offer(number: version + 1, kind: kind, seat: seat)
    case .answered(let seat, let accepts):
      guard offer != nil else { throw ReplayError("nothing is offered") }
      if accepts {
        offer?.accepted.formUnion(SeatSet(seat))
      } else {
        offer = nil
      }
    case .tookBack(let ply):
      guard ply >= firstPly, ply < plies.count else {
        throw ReplayError("the moves cannot be taken back")
      }
      let earlier = plies[ply]
      plies.truncate(to: ply)
      position = earlier.position
      offer = nil
      overdue = []
      standingIn = []
      warned = []
      if let past = earlier.clock { clock?.restore(past, at: time) }
      takeResults()
    case .paused:
      offer = nil
      clock?.pause(at: time)
    case .resumed: clock?.resume(at: time)
    default: break
    }
  }

  /// The number of moves after which `seat` made its last choice, so that taking back leads there.
  ///
  /// `nil` if it has not chosen yet, or somebody left after it.
  public func takebackTarget(of seat: Seat) -> Int? {
    var index = plies.count - 1
    while index >= firstPly {
      let entry = plies[index].entry
      if entry.seat == seat, !entry.isForced { return index }
      index -= 1
    }
    return nil
  }

  /// What `seat` can offer now that could come to something: nothing while an offer stands.
  public func possibleOffers(of seat: Seat) -> [OfferKind] {
    guard offer == nil, status == .open, has(seat, .active) else { return [] }
    return OfferKind.allCases.filter { kind in
      switch kind {
      // A computer accepts no draw.
      case .draw: seats.allSatisfy { $0.bot == nil || $0.status != .active }
      case .takeback: takebackTarget(of: seat) != nil
      case .pause: clock.map { $0.pausedSince == nil } ?? false
      }
    }
  }

  /// The exchanges that who holds the baton has to resolve before it ends the turn.
  public var unresolvedExchanges: [Int] {
    exchanges.filter { $0.status == .complete }.map { $0.id }
  }
}

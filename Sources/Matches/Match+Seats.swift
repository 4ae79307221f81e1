internal import Games

// Who sits where: joining, inviting, declining.

extension Match {
  /// All roles, once everybody has come.
  private static var allRoles: UInt32 { .max }

  func decideJoin(
    _ player: PlayerID, role: UInt32, _ decision: inout Decision<G>
  ) throws(Refusal) {
    if let seat = seat(of: player) {
      guard has(seat, .invited) else {
        if has(seat, .declined) { throw .invalidState("you have declined") }
        if seats[seat.index].isGone, status != .ended {
          throw .invalidState("you have left this match")
        }
        return
      }
      guard status != .ended else { throw .invalidState("the match has ended") }
      try checkRole(role)
      return try decision.add(.seated(seat, player, role: role))
    }
    guard status != .ended else { throw .invalidState("the match has ended") }
    let seat = try openSeat(nil)
    try checkRole(role)
    try decision.add(.seated(seat, player, role: role))
  }

  /// An open seat: the one asked for, or the first.
  private func openSeat(_ wanted: Seat?) throws(Refusal) -> Seat {
    if let wanted {
      guard wanted.index < seats.count else {
        throw .invalidParticipant("there is no such seat")
      }
      guard has(wanted, .matching) else { throw .seatTaken }
      return wanted
    }
    guard let index = seats.firstIndex(where: { $0.status == .matching }), let seat = Seat(index)
    else { throw .seatTaken }
    return seat
  }

  /// Whether somebody with these roles may take an open seat.
  public func admits(role: UInt32) -> Bool {
    guard policies.hasRoles else { return true }
    let taken = seats.reduce(UInt32(0)) { $0 | ($1.status == .active ? $1.role : 0) }
    let open = seats.count { $0.status == .matching || $0.status == .invited }
    guard role != 0, taken & role == 0 else { return false }
    // The last one brings what is missing; whoever comes before leaves each of the others something.
    let missing = (~(taken | role)).nonzeroBitCount
    return open > 1 ? missing >= open - 1 : missing == 0
  }

  private func checkRole(_ role: UInt32) throws(Refusal) {
    guard admits(role: role) else {
      throw .invalidParticipant("the open seats need other roles")
    }
  }

  func decideInvite(
    _ guest: PlayerID, _ wanted: Seat?, by player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    _ = try playing(player)
    if let seat = seat(of: guest) {
      // Asked for again, it is so already; a seat of who has declined has to be opened first.
      guard has(seat, .declined) || has(seat, .done) else { return }
      throw .invalidParticipant("this player has declined or left")
    }
    try decision.add(.invited(try openSeat(wanted), guest))
  }

  func decideBot(
    _ name: String, _ wanted: Seat?, by player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    _ = try playing(player)
    guard !policies.hasRoles else { throw .invalidParticipant("the open seats need players") }
    try decision.add(.botSeated(try openSeat(wanted), name))
  }

  func decideOpen(
    _ seat: Seat, by player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    let own = try playing(player)
    guard own == maker else { throw .invalidState("only who made the match may do this") }
    guard seat.index < seats.count, seat != own else {
      throw .invalidParticipant("this seat cannot be opened")
    }
    guard status == .matching else { throw .invalidState("the match has begun") }
    if has(seat, .matching) { return }
    guard !seats[seat.index].isGone, !hasMoved(seat) else {
      throw .invalidParticipant("this seat cannot be opened")
    }
    try decision.add(.opened(seat))
    try decision.tellExchanges(before: exchanges)
  }

  private func hasMoved(_ seat: Seat) -> Bool { plies.all.contains { $0.entry.seat == seat } }

  func decideDecline(
    _ player: PlayerID, _ decision: inout Decision<G>
  ) throws(Refusal) {
    guard let seat = seat(of: player) else { throw .notMember }
    if has(seat, .declined) { return }
    guard status != .ended else { throw .invalidState("the match has ended") }
    guard has(seat, .invited) else { throw .invalidState("you are not invited") }
    try decision.add(.declined(seat))
    switch policies.decline {
    case .end: try decision.end(with: .none)
    case .reopen: try decision.add(.opened(seat))
    case .proceed:
      if decision.match.status == .open, decision.match.activeSeats.count < 2 {
        try decision.end(with: .none)
      } else {
        try decision.addConsequences()
      }
    }
  }
}

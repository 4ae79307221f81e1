internal import Games
internal import Matches

// How a match and what happens in it look to one reader.

extension MatchRoom {
  func view(
    of event: MatchEvent, _ match: any HostedMatch, for player: PlayerID?, _ access: Access
  ) -> EventView {
    let seat = seat(access)
    var view = EventView(
      number: match.version, reason: "", move: nil, match: head(of: match, for: player, access))
    view.words = words(of: event, in: match, for: seat)
    switch event {
    case .created: view.reason = "created"
    case .invited(let seat, _): (view.reason, view.seat) = ("invited", seat.number)
    case .seated(let seat, _, _), .botSeated(let seat, _):
      (view.reason, view.seat) = ("seatFilled", seat.number)
    case .declined(let seat): (view.reason, view.seat) = ("declined", seat.number)
    case .opened(let seat): (view.reason, view.seat) = ("seatOpened", seat.number)
    case .moved:
      view.move = match.lastMove(for: access.viewer)
      view.seat = view.move?.seat
      if !match.lastMoveEndedTurn {
        view.reason = "dataSaved"
      } else {
        view.reason = seat.map { match.seatsToAct.contains($0) } == true ? "yourTurn" : "turnPassed"
      }
    case .left(let seat, _): (view.reason, view.seat) = ("seatLeft", seat.number)
    case .timedOut(let seat, _): (view.reason, view.seat) = ("timedOut", seat.number)
    case .expired: view.reason = "timedOut"
    case .warned(let seat): (view.reason, view.seat) = ("deadlineNear", seat.number)
    case .asked(let id, let sender, _, _, _):
      (view.reason, view.exchange, view.seat) = ("exchangeRequested", id, sender.number)
    case .replied(let id, let sender, _):
      let isComplete = match.exchanges.contains { $0.id == id && $0.status == .complete }
      view.reason = isComplete ? "exchangeCompleted" : "exchangeReplied"
      (view.exchange, view.seat) = (id, sender.number)
    case .lapsed(let id): (view.reason, view.exchange) = ("exchangeCompleted", id)
    case .cancelled(let id): (view.reason, view.exchange) = ("exchangeCancelled", id)
    case .resolved(let ids): (view.reason, view.exchange) = ("exchangeResolved", ids.first)
    case .offered(let seat, _): (view.reason, view.seat) = ("offerMade", seat.number)
    case .answered(let seat, _): (view.reason, view.seat) = ("offerAnswered", seat.number)
    case .tookBack: view.reason = "tookBack"
    case .paused: view.reason = "paused"
    case .resumed(let seat): (view.reason, view.seat) = ("resumed", seat.number)
    case .vacation(let seat, _): (view.reason, view.seat) = ("vacation", seat.number)
    case .reminded(let seat, _): (view.reason, view.seat) = ("reminder", seat.number)
    case .credited: view.reason = "credited"
    case .ended: view.reason = "ended"
    case .rematched: view.reason = "rematch"
    case .removed(let seat): (view.reason, view.seat) = ("removed", seat.number)
    }
    return view
  }

  private func seat(_ access: Access) -> Seat? {
    if case .seat(let seat) = access.viewer { seat } else { nil }
  }

  func head(of match: any HostedMatch, for player: PlayerID?, _ access: Access) -> MatchView {
    let seat = seat(access)
    let toAct = match.seatsToAct
    var view = MatchView(
      id: id.text, game: match.terms.game, version: match.version, status: match.status.rawValue,
      statusLine: match.statusLine(for: seat), you: seat?.number,
      yourTurn: seat.map { toAct.contains($0) && match.seats[$0.index].status == .active } ?? false,
      seats: match.seats.enumerated().map { index, item in
        SeatView(
          number: index + 1, name: name(of: item, in: match),
          status: item.status.rawValue,
          mayAct: Seat(index).map { toAct.contains($0) } ?? false, outcome: item.outcome.text,
          bot: item.bot)
      },
      position: match.positionText(for: access.viewer),
      scores: match.outcome?.scores ?? [], rematch: match.rematch?.match.text, moves: nil)
    view.ending = ending(of: match)
    view.clock = clock(of: match)
    view.timeControl = match.policies.clock.text
    view.spectators = match.policies.spectators.text
    view.offer = match.offer.map {
      OfferView(
        number: $0.number, kind: $0.kind.rawValue, seat: $0.seat.number,
        accepted: $0.accepted.seats.map { $0.number })
    }
    view.claimable = match.overdue.seats.map { $0.number }
    if let carried = match.carried {
      view.data = carried.data
      view.next = carried.next.map { $0.number }
      view.skipped = carried.skipped.seats.map { $0.number }
    }
    // Questions are for those who play; somebody who watches hears only that there are some.
    if let seat {
      view.exchanges = exchanges(of: match, for: seat)
      view.mayOffer = match.possibleOffers(of: seat).map { $0.rawValue }
    }
    return view
  }

  /// What the list of a player says of the match besides its summary.
  struct Listing: Sendable {
    let isNew: Bool
    let deadline: Int64?
    let others: [String]
  }

  /// The listing as it is at `version` or later.
  func listing(for player: PlayerID, at version: Int) async throws -> Listing {
    await enter()
    defer { leave() }
    if isRetired { throw Retired() }
    // Another node may have written the summary.
    if match.version < version { try await catchUp() }
    return Listing(
      isNew: match.status != .ended && match.moveCount == 0,
      deadline: match.status == .open ? match.clock?.deadline()?.at.milliseconds : nil,
      others: match.seats.filter { $0.player != player }.compactMap { name(of: $0, in: match) })
  }

  func name(of seat: MatchSeat, in match: any HostedMatch) -> String? {
    if let bot = seat.bot {
      return entry.bots.first { $0.name == bot }.map { "Computer (\($0.title))" } ?? "Computer"
    }
    return seat.player.map { names[$0] ?? "Guest" }
  }

  private func exchanges(of shown: any HostedMatch, for seat: Seat) -> [ExchangeView] {
    let holds = shown.seatsToAct.contains(seat)
    // By who sits there now: an event of the past is shown to the player of today.
    let before = match.seats[seat.index].exchangesBefore
    return shown.exchanges.compactMap { exchange in
      // Who holds the baton merges what came of it; the others see what they take part in.
      let isSeats = exchange.sender == seat || exchange.recipients.contains(seat)
      let isOfOthers = isSeats && exchange.id <= before
      guard isOfOthers ? holds && exchange.isOpen : isSeats || holds else { return nil }
      let seesAll = exchange.sender == seat || holds
      let replies =
        isOfOthers ? [] : exchange.replies.filter { seesAll || $0.seat == seat }
      return ExchangeView(
        id: exchange.id, from: exchange.sender.number,
        to: exchange.recipients.seats.map { $0.number },
        // What whoever sat here before was asked can be resolved without being read.
        payload: isOfOthers ? "" : exchange.payload,
        status: exchange.status.rawValue, deadline: exchange.deadline?.milliseconds,
        replies: replies.map { ReplyView(seat: $0.seat.number, payload: $0.payload) },
        awaited: exchange.awaited.seats.map { $0.number })
    }
  }

  private func clock(of match: any HostedMatch) -> ClockView? {
    guard let clock = match.clock else { return nil }
    let deadline = clock.deadline()
    return ClockView(
      at: match.updatedAt.milliseconds,
      remaining: match.seats.indices.map { index in
        Seat(index).flatMap { clock.remaining(of: $0, at: match.updatedAt) }
      },
      running: clock.running.seats.map { $0.number }, isPaused: clock.pausedSince != nil,
      deadline: deadline?.at.milliseconds, deadlineSeat: deadline?.seat?.number,
      vacation: clock.accounts.map { $0.vacation },
      away: clock.accounts.indices.filter { clock.accounts[$0].vacationSince != nil }
        .map { $0 + 1 })
  }
}

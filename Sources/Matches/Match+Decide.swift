public import Games

/// What a player asks of a match.
public enum MatchCommand: Sendable {
  /// Takes the first open seat.
  case join
  /// Plays a move, given as text.
  case move(String)
  /// Leaves the game.
  case quit
  /// Asks to play again in a new match, whose name and seed the service drew.
  case rematch(MatchID, seed: UInt64)
}

extension Match {
  /// The events that make a match: its terms, and its maker on a seat.
  ///
  /// - Throws: ``Refusal/invalidState(_:)`` if the game cannot be set up so.
  public static func making(
    _ terms: MatchTerms, by player: PlayerID, at seat: Seat
  ) throws(Refusal) -> [MatchEvent] {
    let created = MatchEvent.created(terms)
    do throws(ReplayError) {
      _ = try Match(first: created)
    } catch {
      throw .invalidState(error.reason)
    }
    guard seat.index < terms.seatCount else { throw .invalidState("there is no such seat") }
    return [created, .seated(seat, player)]
  }

  /// The events that a player's command leads to; the match itself does not change.
  ///
  /// - Returns: no events where the command asks for what is so already.
  /// - Throws: ``Refusal`` with the reason.
  public func decide(
    _ command: MatchCommand, by player: PlayerID
  ) throws(Refusal) -> [MatchEvent] {
    switch command {
    case .join: try decideJoin(player)
    case .move(let text): try decideMove(text, by: player)
    case .quit: try decideQuit(player)
    case .rematch(let match, let seed): try decideRematch(match, seed: seed, by: player)
    }
  }

  private func decideJoin(_ player: PlayerID) throws(Refusal) -> [MatchEvent] {
    if seat(of: player) != nil { return [] }
    guard status != .ended else { throw .invalidState("the match has ended") }
    guard let open = seats.firstIndex(where: { $0.player == nil }), let seat = Seat(open) else {
      throw .seatTaken
    }
    return [.seated(seat, player)]
  }

  private func decideMove(_ text: String, by player: PlayerID) throws(Refusal) -> [MatchEvent] {
    guard let seat = seat(of: player) else { throw .notMember }
    guard status != .ended else { throw .invalidState("the match has ended") }
    guard position.seatsToAct.contains(seat), seats[seat.index].status == .active else {
      throw .notYourTurn
    }
    let move: G.Move
    do throws(TextError) {
      move = try G.Move(text: text)
    } catch {
      throw .illegalMove(IllegalMove(error.reason))
    }
    var next = self
    do throws(IllegalMove) {
      var luck = chanceOfNextMove
      try next.position.play(move, by: seat, chance: &luck)
    } catch {
      throw .illegalMove(error)
    }
    next.moves.append(RecordedMove(seat: seat, move: move))
    // The move is written in the game's own form, not as the client spelt it.
    return [.moved(seat, move: move.text, isForced: false)] + next.consequences()
  }

  private func decideQuit(_ player: PlayerID) throws(Refusal) -> [MatchEvent] {
    guard let seat = seat(of: player) else { throw .notMember }
    guard status != .ended else { throw .invalidState("the match has ended") }
    guard seats[seat.index].status == .active else {
      throw .invalidState("you have left this match")
    }
    var outcomes = seats.map { $0.outcome }
    outcomes[seat.index] = .quit
    let others = seats.indices.filter { $0 != seat.index && seats[$0].status == .active }
    let left = MatchEvent.left(seat, .quit)
    if others.isEmpty { return [left, .ended(Outcome(seats: outcomes))] }
    if others.count == 1, status == .open {
      // The walk-over: who stays alone has won.
      outcomes[others[0]] = .won
      return [left, .ended(Outcome(seats: outcomes))]
    }
    var next = self
    next.seats[seat.index].status = .done
    next.seats[seat.index].outcome = .quit
    next.position = withdrawing(seat)
    return [left] + next.consequences()
  }

  private func decideRematch(
    _ match: MatchID, seed: UInt64, by player: PlayerID
  ) throws(Refusal) -> [MatchEvent] {
    guard seat(of: player) != nil else { throw .notMember }
    guard status == .ended else { throw .invalidState("the match has not ended") }
    guard seats.allSatisfy({ $0.player != nil }) else {
      throw .invalidState("the match was never full")
    }
    // Both asking at once make one match: the first made it.
    return rematch == nil ? [.rematched(match, seed: seed)] : []
  }

  /// The events that make the match to play again: the same players, each one seat further on.
  ///
  /// - Returns: `nil` until a rematch was asked for.
  public func makingRematch() -> (match: MatchID, events: [MatchEvent])? {
    guard let rematch else { return nil }
    let terms = MatchTerms(
      game: terms.game, rulesVersion: terms.rulesVersion, seatCount: terms.seatCount,
      seed: rematch.seed, options: terms.options)
    var events = [MatchEvent.created(terms)]
    for index in seats.indices {
      let previous = (index + seats.count - 1) % seats.count
      if let seat = Seat(index), let player = seats[previous].player {
        events.append(.seated(seat, player))
      }
    }
    return (rematch.match, events)
  }

  /// What the rules do by themselves after a move: forced moves, and the end.
  private func consequences() -> [MatchEvent] {
    var next = self
    var events: [MatchEvent] = []
    while let forced = next.position.forcedMove {
      var luck = next.chanceOfNextMove
      guard (try? next.position.play(forced.move, by: forced.seat, chance: &luck)) != nil else {
        break
      }
      next.moves.append(RecordedMove(seat: forced.seat, move: forced.move, isForced: true))
      events.append(.moved(forced.seat, move: forced.move.text, isForced: true))
    }
    if var outcome = next.position.outcome {
      // Who left keeps the outcome of having left, whatever the rules make of the rest.
      for index in next.seats.indices
      where next.seats[index].outcome != .none && index < outcome.seats.count {
        outcome.seats[index] = next.seats[index].outcome
      }
      events.append(.ended(outcome))
    }
    return events
  }
}

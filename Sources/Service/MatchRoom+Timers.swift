internal import Games
internal import MatchStore
internal import Matches

// What happens without anybody asking: deadlines, and the moves of the server's own players.

extension MatchRoom {
  /// The most things that one look at a match lets happen; what is left comes with the next.
  private static let settleLimit = 200

  /// Stores what time alone has led to by an instant, each at its own.
  ///
  /// Call it between ``enter()`` and ``leave()``. Of two nodes that settle at once, one finds the other's events.
  func settle(by now: Timestamp) async throws {
    for _ in 0..<MatchRoom.settleLimit {
      guard let due = match.nextDue(by: now) else { return }
      _ = try await store(due.events, at: due.at, key: nil, digest: [], answer: nil)
    }
  }

  /// Lets happen what is due, as the sweeper asks.
  ///
  /// - Returns: what it came to, and when the next thing is due.
  func wake(at now: Timestamp) async throws -> (effect: Effect, next: Timestamp?) {
    await enter()
    defer { leave() }
    if isRetired { throw Retired() }
    try await catchUp()
    return try await again {
      try await settle(by: now)
      return (effect(CommandAnswer(match: id.text, version: match.version)), match.nextTimer())
    }
  }

  /// Gives the players back what an outage took, if a deadline fell into it.
  ///
  /// What another start gave back already, that died before it was done or ran beside this one, is not given twice.
  ///
  /// - Returns: what it came to, and whether anything was given back.
  func credit(
    since last: Timestamp, at now: Timestamp
  ) async throws -> (effect: Effect, isCredited: Bool) {
    await enter()
    defer { leave() }
    if isRetired { throw Retired() }
    try await catchUp()
    return try await again {
      let start = max(last, match.creditedAt ?? last)
      let span = now.milliseconds - start.milliseconds
      let events =
        span > ServiceSettings.longestSilence ? match.crediting(span, at: now) : []
      if !events.isEmpty {
        _ = try await store(events, at: now, key: nil, digest: [], answer: nil)
      }
      return (effect(CommandAnswer(match: id.text, version: match.version)), !events.isEmpty)
    }
  }

  /// A move that the server has to think about.
  struct Task: Sendable {
    let seat: Seat
    let version: Int
    let match: any HostedMatch

    /// What the server would play there; it may take long.
    func choose(_ limits: BotLimits) -> String? {
      match.choose(for: seat, by: match.seats[seat.index].bot, limits: limits)
    }
  }

  /// The next move that the server has to think about, or `nil` if it is not its turn.
  func serversTask() throws -> Task? {
    if isRetired { throw Retired() }
    guard let seat = match.seatsForServer.first else { return nil }
    return Task(seat: seat, version: match.version, match: match)
  }

  /// Plays what the server has thought of, if nothing has changed that matters to it.
  ///
  /// Without a move, or with one that the rules refuse, the seat leaves: a match must not wait for a player that
  /// cannot move.
  func play(_ move: String?, for task: Task, at now: Timestamp) async throws -> Effect {
    await enter()
    defer { leave() }
    if isRetired { throw Retired() }
    try await catchUp()
    return try await again {
      // What was due before the move happens before it, as with anybody's.
      try await settle(by: max(now, match.updatedAt))
      return try await playOnce(move, for: task, at: now)
    }
  }

  private func playOnce(_ move: String?, for task: Task, at now: Timestamp) async throws -> Effect {
    guard match.seatsForServer.contains(task.seat), match.moveCount == task.match.moveCount,
      match.positionDigest == task.match.positionDigest
    else { return effect(CommandAnswer(match: id.text, version: match.version)) }
    let time = max(now, match.updatedAt)
    let events: [MatchEvent]
    do throws(Refusal) {
      if let move, let legal = try? match.decideForServer(move, by: task.seat, at: time) {
        events = legal
      } else {
        events = try match.resignForServer(task.seat, at: time)
      }
    } catch {
      throw ServiceError.refused(error)
    }
    _ = try await store(events, at: time, key: nil, digest: [], answer: nil)
    return effect(CommandAnswer(match: id.text, version: match.version))
  }
}

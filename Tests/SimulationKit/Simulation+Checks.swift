internal import Games
internal import Hosting
internal import MatchStore
internal import Matches
internal import Service

// The guarantees, each as a check.

extension Simulation {
  /// Checks every match that was written in this step, and the listeners.
  func checkTouched() async throws {
    for match in journal.takeTouched().sorted() {
      let history = try await follow(match)
      try checkNeverStuck(match)
      try await checkEars(match, history)
      try await checkView(match)
      try await checkLists(match)
      try await checkCursor(match)
    }
    for ear in ears {
      if let problem = ear.heard.problem { throw Broken("listening", problem) }
    }
    ears.removeAll { $0.heard.isEnded }
  }

  /// Checks every match there is, each from its first event.
  func checkEverything() async throws {
    try await quiet()
    for node in nodes { await node.sweep() }
    try await quiet()
    try await checkTouched()
    try await checkNothingDue()
    for (match, replica) in replicas.sorted(by: { $0.key < $1.key }) {
      let events = try await store.events(of: match, after: 0, limit: .max)
      guard let first = events.first else { throw Broken("replay", "the log is empty") }
      var again = try Table.replica(read(first), at: first.receivedAt)
      for event in events.dropFirst() { try again.take(read(event), at: event.receivedAt) }
      guard again.wholePosition == replica.wholePosition, again.version == replica.version,
        again.seats == replica.seats
      else { throw Broken("replay", "\(again.wholePosition), not \(replica.wholePosition)") }
      coverage.note("check", "replay")
    }
  }

  /// A match as it was.
  private func past(_ match: MatchID, _ version: Int) async throws -> any Replica {
    let events = try await store.events(of: match, after: 0, limit: version)
    guard let first = events.first else { throw Broken("replay", "the log is empty") }
    var replica = try Table.replica(read(first), at: first.receivedAt)
    for event in events.dropFirst() { try replica.take(read(event), at: event.receivedAt) }
    return replica
  }

  private func read(_ event: StoredEvent) throws -> MatchEvent {
    // What stands behind the line is the digest of the position, which the service itself checks.
    let line = event.body.prefix { $0 != 0x1F }
    return try MatchEvent(text: String(decoding: line, as: UTF8.self))
  }

  /// One event and the match after it.
  struct Past {
    let event: MatchEvent
    let replica: any Replica
  }

  /// Takes in what was stored, and checks that time is data.
  private func follow(_ match: MatchID) async throws -> [Past] {
    let done = checkedBatches[match] ?? 0
    let batches = journal.batches(of: match, after: done)
    var history: [Past] = []
    for batch in batches {
      let version = replicas[match]?.version ?? 0
      guard batch.after == version else {
        throw Broken("one order", "events after \(batch.after) were stored at \(version)")
      }
      let stored = try await store.events(of: match, after: version, limit: batch.count)
      guard stored.count == batch.count,
        stored.map(\.number) == Array(version + 1...version + batch.count)
      else { throw Broken("one order", "numbers \(stored.map(\.number)) after \(version)") }
      let events = try stored.map { try read($0) }
      if let replica = replicas[match] { try checkTime(replica, events, stored, batch) }
      for (event, item) in zip(events, stored) {
        if replicas[match] == nil {
          replicas[match] = try Table.replica(event, at: item.receivedAt)
          recent.append(match)
          if recent.count > 24 { recent.removeFirst() }
        } else {
          try replicas[match]?.take(event, at: item.receivedAt)
        }
        note(event)
        if let replica = replicas[match] { history.append(Past(event: event, replica: replica)) }
      }
    }
    checkedBatches[match] = done + batches.count
    if done == 0, let replica = replicas[match] { note(replica) }
    return history
  }

  private func note(_ event: MatchEvent) {
    coverage.note("event", event.name)
    if case .timedOut(_, let effect) = event { coverage.note("timeout effect", effect.rawValue) }
  }

  private func note(_ replica: any Replica) {
    coverage.note("game", replica.terms.game)
    coverage.note("timeout policy", replica.policies.timeout.rawValue)
    coverage.note("decline policy", replica.policies.decline.rawValue)
    let spectators = replica.policies.spectators.text
    coverage.note("spectators", spectators.hasPrefix("delayed") ? "delayed" : spectators)
    for name in replica.policies.clock.names { coverage.note("clock", name) }
  }

  private func checkTime(
    _ replica: any Replica, _ events: [MatchEvent], _ stored: [StoredEvent],
    _ batch: StoreJournal.Batch
  ) throws {
    guard let first = events.first, let at = stored.first?.receivedAt else { return }
    if case .credited = first { return }
    if first.isTimed {
      guard !batch.isPlayers, let due = replica.nextDue(by: at) else {
        throw Broken("time is data", "\(first.text) was stored at \(at.milliseconds) and not due")
      }
      guard due.events == events, due.at == at else {
        throw Broken(
          "time is data",
          "\(events.map(\.text)) at \(at.milliseconds), due \(due.events.map(\.text)) at \(due.at.milliseconds)"
        )
      }
      guard at <= max(now, replica.updatedAt) else {
        throw Broken("time is data", "\(first.text) came early")
      }
    } else if let due = replica.nextDue(by: at) {
      throw Broken(
        "time is data",
        "\(first.text) at \(at.milliseconds) before what was due: \(due.events.map(\.text)) at \(due.at.milliseconds)"
      )
    }
    coverage.note("check", "time is data")
  }

  /// Checks that a sweep has left nothing that is due.
  func checkNothingDue() async throws {
    let end = Timestamp(milliseconds: now.milliseconds - settings.grace)
    var left: Set<MatchID> = []
    for match in try await store.due(at: end, limit: .max) { left.insert(match) }
    for node in nodes { left.subtract(await node.quarantinedMatches) }
    guard let match = left.min() else { return coverage.note("check", "time is data") }
    throw Broken(
      "time is data",
      "after a sweep \(replicas[match]?.terms.game ?? "") is due at \(replicas[match]?.nextWake()?.milliseconds ?? -1), now \(now.milliseconds)"
    )
  }

  private func checkNeverStuck(_ match: MatchID) throws {
    guard let replica = replicas[match], replica.status != .ended else { return }
    let able = replica.seatsToAct.intersection(replica.activeSeats)
    guard !able.isEmpty || replica.nextWake() != nil else {
      throw Broken("never stuck", "\(replica.terms.game) \(replica.wholePosition)")
    }
    coverage.note("check", "never stuck")
  }

  // MARK: What leaves

  private func viewer(_ player: PlayerID?, _ replica: any Replica) -> Viewer {
    guard let seat = player.flatMap({ replica.seat(of: $0) }),
      !replica.seats[seat.index].isRemoved
    else { return .spectator }
    return .seat(seat)
  }

  private func isDelayed(_ viewer: Viewer, _ replica: any Replica) -> Bool {
    guard case .delayed = replica.policies.spectators else { return false }
    return viewer == .spectator && replica.status != .ended
  }

  private func checkSecrets(_ text: String, _ viewer: Viewer, _ replica: any Replica) throws {
    guard replica.terms.game == "sealed" else { return }
    for secret in replica.secrets(from: viewer) where text.contains(secret) {
      throw Broken("secrets stay", "\(viewer) reads \(secret) in \(text)")
    }
    coverage.note("check", "secrets stay")
  }

  private func checkView(_ match: MatchID) async throws {
    guard let replica = replicas[match] else { return }
    let player = chance.below(4) == 0 ? nil : somebody().id
    let viewer = viewer(player, replica)
    let view: MatchView
    do {
      view = try await nodes[chance.below(2)].view(of: match, for: player)
    } catch ServiceError.refused(.notMember) {
      guard viewer == .spectator, replica.policies.spectators == .none else {
        throw Broken("one order", "a member may not look")
      }
      return
    } catch ServiceError.unavailable, ServiceError.storageFull {
      return
    }
    // Who sees everything late reads of a past, in which other things were secret: moves may be taken back.
    let shown = view.version == replica.version ? replica : try await past(match, view.version)
    try checkSecrets("\(view)", viewer, shown)
    guard !isDelayed(viewer, replica) else { return }
    let able = replica.seatsToAct.intersection(replica.activeSeats)
    guard view.version == replica.version, view.status == replica.status.rawValue,
      view.position == replica.position(for: viewer),
      view.moves?.map(\.move) == replica.moves(for: viewer),
      view.seats.map(\.status) == replica.seats.map(\.status.rawValue),
      view.seats.map(\.outcome) == replica.seats.map(\.outcome.text)
    else { throw Broken("one order", "\(viewer) sees \(view), not \(replica.wholePosition)") }
    if case .seat(let seat) = viewer, view.yourTurn != able.contains(seat) {
      throw Broken("one order", "\(viewer) is told yourTurn \(view.yourTurn)")
    }
    coverage.note("check", "one order")
  }

  private func checkLists(_ match: MatchID) async throws {
    guard let replica = replicas[match] else { return }
    let player = somebody().id
    let entry = try await nodes[chance.below(2)].matches(of: player, limit: 2000)
      .first { $0.id == match.text }
    let seat = replica.seat(of: player)
    let isListed = seat.map { !replica.seats[$0.index].isRemoved } ?? false
    guard (entry != nil) == isListed else {
      throw Broken("one order", "listed \(entry != nil), not \(isListed)")
    }
    guard let entry, let seat else { return }
    let able = replica.seatsToAct.intersection(replica.activeSeats)
    let isInvited = replica.seats[seat.index].status == .invited && replica.status != .ended
    guard entry.version == replica.version, entry.status == replica.status.rawValue,
      entry.yourTurn == able.contains(seat),
      entry.isInvitation == isInvited || replica.status == .ended
    else { throw Broken("one order", "the list says \(entry)") }
  }

  private func checkCursor(_ match: MatchID) async throws {
    guard let replica = replicas[match], chance.below(3) == 0 else { return }
    let player = chance.below(4) == 0 ? nil : somebody().id
    let viewer = viewer(player, replica)
    let cursor = max(replica.version - chance.below(12), 0)
    let heard = Heard(match: match, after: cursor)
    let durable = journal.durable(match)
    do {
      let listening = try await nodes[chance.below(2)].listen(
        to: match, after: cursor, as: player, send: { heard.hear($0, durable: durable) }, end: {})
      listening.cancel()
    } catch ServiceError.refused(.notMember) {
      return
    }
    if let problem = heard.problem { throw Broken("resume by cursor", problem) }
    guard isDelayed(viewer, replica) || heard.last == replica.version else {
      throw Broken("resume by cursor", "from \(cursor) to \(heard.last) of \(replica.version)")
    }
    for event in heard.takeLatest() where event.number == replica.version {
      guard event.position == replica.position(for: viewer) else {
        throw Broken("resume by cursor", "\(event.position) at \(event.number)")
      }
    }
    coverage.note("check", "resume by cursor")
  }

  // MARK: Listening

  func listenSomewhere() async throws {
    guard let match = someMatch(), let replica = replicas[match] else { return }
    if ears.count > 5 {
      ears.remove(at: chance.below(ears.count)).listening.cancel()
    }
    let player = chance.below(4) == 0 ? nil : somebody().id
    let node = chance.below(2)
    let cursor = max(replica.version - chance.below(4), 0)
    let heard = Heard(match: match, after: cursor)
    let journal = journal
    do {
      let listening = try await nodes[node].listen(
        to: match, after: cursor, as: player,
        send: { heard.hear($0, durable: journal.durable(match)) }, end: { heard.end() })
      ears.append(
        Ear(listening: listening, match: match, player: player, node: node, heard: heard))
    } catch ServiceError.refused(.notMember) {
      return
    }
  }

  /// Checks that listeners were told everything, as they may see it.
  private func checkEars(_ match: MatchID, _ history: [Past]) async throws {
    for ear in ears where ear.match == match && !ear.heard.isEnded {
      guard let replica = replicas[match] else { continue }
      // A node hears of another's events when it looks.
      _ = try? await nodes[ear.node].view(of: match, for: people[0].id)
      let viewer = viewer(ear.player, replica)
      let latest = ear.heard.takeLatest()
      if ear.heard.isEnded { continue }
      if let problem = ear.heard.problem { throw Broken("listening", problem) }
      guard !isDelayed(viewer, replica) else { continue }
      guard ear.heard.last == replica.version else {
        throw Broken(
          "stored before told", "\(viewer) was told \(ear.heard.last) of \(replica.version)")
      }
      for told in latest {
        guard let past = history.first(where: { $0.replica.version == told.number }) else {
          continue
        }
        let then = self.viewer(ear.player, past.replica)
        guard then == viewer, !isDelayed(then, past.replica) else { continue }
        guard told.position == past.replica.position(for: then) else {
          throw Broken("stored before told", "\(told.position), not \(past.replica.wholePosition)")
        }
        if case .moved = past.event, past.replica.moves(for: then).last != told.move {
          throw Broken("stored before told", "the move \(told.move ?? "nil")")
        }
        try checkSecrets(told.position + (told.move ?? ""), then, past.replica)
      }
      coverage.note("check", "stored before told")
    }
  }
}

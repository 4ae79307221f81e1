internal import Games
internal import MatchStore
internal import Matches

// Who hears of what happens, and as whom.

extension MatchRoom {
  /// What somebody may see of the match.
  struct Access {
    let viewer: Viewer
    /// How many moves late, for a spectator of a match that allows no other.
    let delay: Int
  }

  /// What a player, or somebody without a name, may see.
  ///
  /// Everything that leaves the match passes here.
  ///
  /// - Throws: ``Refusal/notMember`` for who may see nothing.
  func access(of player: PlayerID?) throws(ServiceError) -> Access {
    if let seat = player.flatMap({ match.seat(of: $0) }), !match.seats[seat.index].isRemoved {
      return Access(viewer: .seat(seat), delay: 0)
    }
    switch match.policies.spectators {
    case .link, .open: return Access(viewer: .spectator, delay: 0)
    case .delayed(let moves): return Access(viewer: .spectator, delay: moves)
    case .none:
      // Who has the link may see what it is that can still be joined.
      guard match.status == .matching, match.seats.contains(where: { $0.status == .matching })
      else { throw .refused(.notMember) }
      return Access(viewer: .spectator, delay: 0)
    }
  }

  /// The number of the last event that somebody may see.
  func visibleVersion(_ access: Access) -> Int {
    guard access.delay > 0, match.status != .ended, !moveNumbers.isEmpty else {
      return match.version
    }
    // Whoever sees moves late sees all until the first move that is still hidden.
    let shown = moveNumbers.count - access.delay
    return moveNumbers[max(shown, 0)] - 1
  }

  /// The match as far as somebody may see it.
  func shown(to access: Access) async throws -> any HostedMatch {
    let version = visibleVersion(access)
    guard version < match.version else { return match }
    let events = try await log(limit: version)
    guard let first = events.first else { return match }
    do throws(UnreadableMatch) {
      var replay = try entry.begin(first.event, first.at)
      for item in events.dropFirst() { try replay.apply(item.event, at: item.at) }
      return replay
    } catch {
      throw ServiceError.unreadable(id, reason: error.reason)
    }
  }

  /// Sends the events after `version`, and from then on every event as soon as it is stored.
  ///
  /// Reading and subscribing happen in one step, so no event falls between them.
  ///
  /// - Returns: the listener's number, for ``removeListener(_:)``.
  func addListener(
    after version: Int, player: PlayerID?, send: @escaping @Sendable (EventView) -> Void,
    end: @escaping @Sendable () -> Void
  ) async throws -> Int {
    await enter()
    defer { leave() }
    if isRetired { throw Retired() }
    try await catchUp()
    let access = try access(of: player)
    let visible = visibleVersion(access)
    if version < visible {
      for view in try await views(after: version, to: visible, for: player) { send(view) }
    }
    let number = nextListener()
    listeners[number] = Listener(
      player: player, send: send, end: end, sent: max(min(version, match.version), visible))
    return number
  }

  /// Returns the events after `version` that somebody may see, at most `limit`.
  func events(after version: Int, limit: Int, for player: PlayerID?) async throws -> [EventView] {
    await enter()
    defer { leave() }
    if isRetired { throw Retired() }
    try await catchUp()
    let visible = visibleVersion(try access(of: player))
    guard version < visible else { return [] }
    return Array(try await views(after: version, to: visible, for: player).prefix(limit))
  }

  func removeListener(_ number: Int) { listeners[number] = nil }

  /// Tells an event to all who may see it at once.
  func tell(_ event: MatchEvent, _ match: any HostedMatch) {
    for number in listeners.keys.sorted() {
      guard let listener = listeners[number], match.version > listener.sent else { continue }
      guard let access = try? access(of: listener.player) else {
        // Whoever may see nothing any more is let go.
        listener.end()
        listeners[number] = nil
        continue
      }
      // Whoever sees moves late, or did until now, is told of what is missing before.
      guard listener.sent == match.version - 1, access.delay == 0 || match.status == .ended else {
        continue
      }
      listeners[number]?.sent = match.version
      listener.send(view(of: event, match, for: listener.player, access))
    }
  }

  /// Tells those who see everything late what they may see by now.
  func tellDelayed() async {
    guard case .delayed = match.policies.spectators else { return }
    for number in listeners.keys.sorted() {
      guard let listener = listeners[number], let access = try? access(of: listener.player)
      else { continue }
      let visible = visibleVersion(access)
      guard listener.sent < visible,
        let views = try? await views(after: listener.sent, to: visible, for: listener.player)
      else { continue }
      listeners[number]?.sent = visible
      for view in views { listener.send(view) }
    }
  }

  private func views(
    after version: Int, to last: Int, for player: PlayerID?
  ) async throws -> [EventView] {
    let events = try await log(limit: last)
    guard let first = events.first else { return [] }
    let access = try access(of: player)
    do throws(UnreadableMatch) {
      var replay = try entry.begin(first.event, first.at)
      var views: [EventView] = []
      if version < 1 { views.append(view(of: first.event, replay, for: player, access)) }
      for item in events.dropFirst() {
        try replay.apply(item.event, at: item.at)
        if replay.version > version {
          views.append(view(of: item.event, replay, for: player, access))
        }
      }
      return views
    } catch {
      throw ServiceError.unreadable(id, reason: error.reason)
    }
  }
}

extension MatchRoom {
  /// Reads the first events of a match, each with its time.
  static func events(
    of match: MatchID, in store: any MatchStore, limit: Int = .max
  ) async throws -> [(event: MatchEvent, at: Timestamp, body: StoredBody)] {
    var events: [(event: MatchEvent, at: Timestamp, body: StoredBody)] = []
    while events.count < limit {
      let page = min(500, limit - events.count)
      let stored: [StoredEvent]
      do throws(StoreError) {
        stored = try await store.events(of: match, after: events.count, limit: page)
      } catch {
        throw ServiceError(error)
      }
      for event in stored {
        do throws(TextError) {
          let body = try StoredBody(bytes: event.body)
          events.append((body.event, event.receivedAt, body))
        } catch {
          throw ServiceError.unreadable(match, reason: "event \(event.number): \(error.reason)")
        }
      }
      if stored.count < page { return events }
    }
    return events
  }
}

internal import Games
internal import MatchStore
internal import Matches

/// Where one match is played on this server: it orders commands, stores before it tells, and tells everybody.
///
/// Commands pass one at a time, since deciding, storing and applying must not be torn apart by another one
/// that arrives while the store writes.
actor MatchRoom {
  /// Thrown to a caller that held on to a room which was put away meanwhile; it asks for the room again.
  struct Retired: Error {}

  /// A command with all that makes it happen once.
  struct Request: Sendable {
    let command: MatchCommand
    let player: PlayerRecord
    let key: CommandKey
    let digest: [UInt8]
    let expectedVersion: Int?
    let receivedAt: Timestamp
  }

  private struct Listener {
    let player: PlayerID?
    let send: @Sendable (EventView) -> Void
    let end: @Sendable () -> Void
  }

  let id: MatchID
  private let store: any MatchStore
  private let entry: GameRegistry.Entry
  private var match: any HostedMatch
  private var names: [PlayerID: String]
  private var listeners: [Int: Listener] = [:]
  private var lastListener = 0
  private var isBusy = false
  private var isRetired = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(
    id: MatchID, store: any MatchStore, entry: GameRegistry.Entry, match: any HostedMatch,
    names: [PlayerID: String]
  ) {
    self.id = id
    self.store = store
    self.entry = entry
    self.match = match
    self.names = names
  }

  // MARK: Looking

  /// The match as a player, or a spectator, may see it.
  func view(for player: PlayerID?) throws -> MatchView {
    if isRetired { throw Retired() }
    var view = head(of: match, for: player)
    view.moves = match.moves(for: viewer(player))
    return view
  }

  /// What the rematch of this match begins with, once somebody asked for it.
  func makingRematch() throws -> (match: MatchID, events: [MatchEvent])? {
    if isRetired { throw Retired() }
    return match.makingRematch()
  }

  // MARK: Commands

  /// Performs a command once, however often it arrives.
  ///
  /// - Returns: the answer, and the players whose lists have changed; none for a repetition.
  func perform(_ request: Request) async throws -> (answer: CommandAnswer, changed: [PlayerID]) {
    await enter()
    defer { leave() }
    if isRetired { throw Retired() }
    if let stored = try await known(request) { return (stored, []) }
    if let expected = request.expectedVersion, expected != match.version {
      throw ServiceError.refused(.staleVersion(current: match.version))
    }
    let events: [MatchEvent]
    do throws(Refusal) {
      events = try match.decide(request.command, by: request.player.id)
    } catch {
      throw ServiceError.refused(error)
    }
    let answer = CommandAnswer(match: id.text, version: match.version + events.count)
    guard !events.isEmpty else { return (answer, []) }
    names[request.player.id] = request.player.name
    if let earlier = try await store(events, of: request, answer: answer) { return (earlier, []) }
    return (answer, match.seats.compactMap { $0.player })
  }

  private func known(_ request: Request) async throws -> CommandAnswer? {
    let stored: StoredAnswer?
    do throws(StoreError) {
      stored = try await store.answer(for: request.key)
    } catch {
      throw ServiceError(error)
    }
    guard let stored else { return nil }
    return try CommandAnswer(repeating: stored, digest: request.digest)
  }

  /// Stores what was decided, takes it in, and tells it.
  ///
  /// - Returns: the first answer if another node has performed the same command meanwhile.
  private func store(
    _ events: [MatchEvent], of request: Request, answer: CommandAnswer
  ) async throws -> CommandAnswer? {
    var next = match
    var steps: [any HostedMatch] = []
    do throws(UnreadableMatch) {
      for event in events {
        try next.apply(event)
        steps.append(next)
      }
    } catch {
      // What was decided must apply; if not, nothing has been stored yet.
      throw ServiceError.unreadable(id, reason: error.reason)
    }
    let append = Append(
      match: id, expectedVersion: match.version, bodies: events.map { Array($0.text.utf8) },
      receivedAt: request.receivedAt, key: request.key, digest: request.digest,
      answer: answer.bytes, summary: summary(of: next, at: request.receivedAt))
    do throws(StoreError) {
      _ = try await store.append(append)
    } catch {
      switch error {
      case .keyUsed(let stored):
        let earlier = try CommandAnswer(repeating: stored, digest: request.digest)
        // The copy came through another node, so this room lags behind.
        if stored.match == id { retire() }
        return earlier
      case .staleVersion, .unavailable:
        // Somebody else wrote, or we cannot know what was written: the next call reads from the store.
        retire()
      default: break
      }
      throw ServiceError(error)
    }
    match = next
    for (event, step) in zip(events, steps) { tell(event, step) }
    return nil
  }

  // MARK: Listening

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
    if version < match.version {
      let stored = try await MatchRoom.events(of: id, in: store)
      for view in try views(of: stored, after: version, for: player) { send(view) }
    }
    lastListener += 1
    listeners[lastListener] = Listener(player: player, send: send, end: end)
    return lastListener
  }

  func removeListener(_ number: Int) { listeners[number] = nil }

  func rename(_ player: PlayerID, to name: String) {
    if names[player] != nil { names[player] = name }
  }

  /// Puts the room away if nobody uses it.
  ///
  /// - Returns: whether it was put away; it then refuses everything.
  func retireIfIdle() -> Bool {
    guard !isBusy, listeners.isEmpty else { return isRetired }
    isRetired = true
    return true
  }

  /// Refuses everything from now on; listeners come back and find a fresh room.
  private func retire() {
    isRetired = true
    for listener in listeners.values { listener.end() }
    listeners = [:]
  }

  private func tell(_ event: MatchEvent, _ match: any HostedMatch) {
    for number in listeners.keys.sorted() {
      guard let listener = listeners[number] else { continue }
      listener.send(view(of: event, match, for: listener.player))
    }
  }

  private func views(
    of events: [MatchEvent], after version: Int, for player: PlayerID?
  ) throws -> [EventView] {
    guard let first = events.first else { return [] }
    do throws(UnreadableMatch) {
      var replay = try entry.begin(first)
      var views: [EventView] = []
      if version < 1 { views.append(view(of: first, replay, for: player)) }
      for event in events.dropFirst() {
        try replay.apply(event)
        if replay.version > version { views.append(view(of: event, replay, for: player)) }
      }
      return views
    } catch {
      throw ServiceError.unreadable(id, reason: error.reason)
    }
  }

  // MARK: Views

  private func viewer(_ player: PlayerID?) -> Viewer {
    player.flatMap { match.seat(of: $0) }.map { .seat($0) } ?? .spectator
  }

  private func view(
    of event: MatchEvent, _ match: any HostedMatch, for player: PlayerID?
  ) -> EventView {
    let seat = player.flatMap { match.seat(of: $0) }
    var move: MoveView?
    let reason: String
    switch event {
    case .created: reason = "created"
    case .seated: reason = "seatFilled"
    case .moved:
      move = match.lastMove(for: seat.map { .seat($0) } ?? .spectator)
      reason = seat.map { match.seatsToAct.contains($0) } == true ? "yourTurn" : "turnPassed"
    case .left: reason = "seatLeft"
    case .ended: reason = "ended"
    case .rematched: reason = "rematch"
    }
    return EventView(
      number: match.version, reason: reason, move: move, match: head(of: match, for: player))
  }

  private func head(of match: any HostedMatch, for player: PlayerID?) -> MatchView {
    let seat = player.flatMap { match.seat(of: $0) }
    let toAct = match.seatsToAct
    return MatchView(
      id: id.text, game: match.terms.game, version: match.version, status: match.status.rawValue,
      statusLine: match.statusLine(for: seat), you: seat?.number,
      yourTurn: seat.map { toAct.contains($0) } ?? false,
      seats: match.seats.enumerated().map { index, item in
        SeatView(
          number: index + 1, name: item.player.map { names[$0] ?? "Guest" },
          status: item.status.rawValue,
          mayAct: Seat(index).map { toAct.contains($0) } ?? false, outcome: item.outcome.text)
      },
      position: match.positionText(for: seat.map { .seat($0) } ?? .spectator),
      scores: match.outcome?.scores ?? [], rematch: match.rematch?.match.text, moves: nil)
  }

  private func summary(of match: any HostedMatch, at time: Timestamp) -> MatchSummary {
    MatchSummary(id, of: match, at: time)
  }

  // MARK: One at a time

  private func enter() async {
    if isBusy {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isBusy = true
    }
  }

  private func leave() {
    if waiting.isEmpty {
      isBusy = false
    } else {
      waiting.removeFirst().resume()
    }
  }
}

extension MatchRoom {
  /// Reads all events of a match.
  static func events(
    of match: MatchID, in store: any MatchStore
  ) async throws -> [MatchEvent] {
    var events: [MatchEvent] = []
    let page = 500
    while true {
      let stored: [StoredEvent]
      do throws(StoreError) {
        stored = try await store.events(of: match, after: events.count, limit: page)
      } catch {
        throw ServiceError(error)
      }
      for event in stored {
        do throws(TextError) {
          events.append(try MatchEvent(text: String(decoding: event.body, as: UTF8.self)))
        } catch {
          throw ServiceError.unreadable(match, reason: "event \(event.number): \(error.reason)")
        }
      }
      if stored.count < page { return events }
    }
  }
}

extension MatchSummary {
  /// The summary that the lists show of a match.
  init(_ id: MatchID, of match: any HostedMatch, at time: Timestamp) {
    let toAct = match.seatsToAct
    self.init(
      match: id, game: match.terms.game, status: match.status, version: match.version,
      seats: match.seats.enumerated().map { index, seat in
        SeatSummary(
          player: seat.player, status: seat.status,
          mayAct: Seat(index).map { toAct.contains($0) } ?? false)
      }, updatedAt: time)
  }
}

extension CommandAnswer {
  /// The stored form: the version, a space and the match.
  var bytes: [UInt8] { Array("\(version) \(match)".utf8) }

  /// Reads what was answered the first time.
  ///
  /// - Throws: ``ServiceError/keyReused`` if something else is asked with the same key.
  init(repeating stored: StoredAnswer, digest: [UInt8]) throws(ServiceError) {
    guard stored.digest == digest else { throw .keyReused }
    self.init(match: stored.match.text, version: stored.version)
  }
}

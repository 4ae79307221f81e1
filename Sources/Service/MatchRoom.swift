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

  /// Thrown inside when another node has written meanwhile, so that what was decided is of the past.
  private struct Behind: Error {}

  /// A command with all that makes it happen once.
  struct Request: Sendable {
    let command: MatchCommand
    let player: PlayerRecord
    let key: CommandKey
    let digest: [UInt8]
    let expectedVersion: Int?
    let receivedAt: Timestamp
    /// What the command must not exceed, or `nil` for no limit.
    var limit: MatchLimit?
  }

  struct Listener {
    let player: PlayerID?
    let send: @Sendable (EventView) -> Void
    let end: @Sendable () -> Void
    /// The number of the last event that was sent.
    var sent: Int
  }

  let id: MatchID
  let store: any MatchStore
  let entry: GameRegistry.Entry
  var match: any HostedMatch
  var names: [PlayerID: String]
  var listeners: [Int: Listener] = [:]
  private var lastListener = 0
  private var isBusy = false
  private(set) var isRetired = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The numbers of the events that were moves, for spectators who see them late.
  var moveNumbers: [Int]
  /// All events, while there are few: who opens a match that is young needs no look into the store.
  private var young: [(event: MatchEvent, at: Timestamp)]?
  private static let youth = 32
  /// The players whose lists have changed and that were not told yet.
  private var untold: Set<PlayerID> = []

  init(
    id: MatchID, store: any MatchStore, entry: GameRegistry.Entry, match: any HostedMatch,
    moveNumbers: [Int], names: [PlayerID: String], log: [(event: MatchEvent, at: Timestamp)]
  ) {
    self.id = id
    self.store = store
    self.entry = entry
    self.match = match
    self.moveNumbers = moveNumbers
    self.names = names
    young = log.count <= MatchRoom.youth ? log : nil
  }

  /// The first events of the match, at most `limit`, each with its time.
  func log(limit: Int) async throws -> [(event: MatchEvent, at: Timestamp)] {
    if let young { return Array(young.prefix(limit)) }
    return try await MatchRoom.events(of: id, in: store, limit: limit).map { ($0.event, $0.at) }
  }

  // MARK: Looking

  /// The match as a player, or a spectator, may see it.
  func view(for player: PlayerID?) async throws -> MatchView {
    await enter()
    defer { leave() }
    if isRetired { throw Retired() }
    try await catchUp()
    let access = try access(of: player)
    let shown = try await shown(to: access)
    var view = head(of: shown, for: player, access)
    view.moves = shown.moves(for: access.viewer)
    view.start = shown.startText(for: access.viewer)
    return view
  }

  /// The players whom a rematch would seat, those who sit there now; nobody once there is one, or before the end.
  func playersOfNewRematch() throws -> Set<PlayerID> {
    if isRetired { throw Retired() }
    guard match.status == .ended, match.rematch == nil else { return [] }
    let seated = match.seats.filter { $0.status != .declined && $0.status != .invited }
    return Set(seated.compactMap { $0.player })
  }

  /// What the rematch of this match begins with, once somebody asked for it.
  func makingRematch() throws -> (match: MatchID, events: [MatchEvent])? {
    if isRetired { throw Retired() }
    return match.makingRematch()
  }

  // MARK: Commands

  /// What a command or a timer came to.
  struct Effect: Sendable {
    var answer: CommandAnswer
    /// The players whose lists have changed; none for a repetition.
    var changed: [PlayerID] = []
    /// Whether the server is to move next.
    var isServersTurn = false
    /// Why the command itself was refused, although what was due before it may have happened.
    var refusal: Refusal?
  }

  /// Performs a command once, however often it arrives.
  func perform(_ request: Request) async throws -> Effect {
    await enter()
    defer { leave() }
    if isRetired { throw Retired() }
    if let expected = request.expectedVersion, expected > match.version { try await catchUp() }
    return try await again { try await performOnce(request) }
  }

  private func performOnce(_ request: Request) async throws -> Effect {
    try await settle(by: request.receivedAt)
    do {
      let events = try decide(request)
      let answer = CommandAnswer(match: id.text, version: match.version + events.count)
      guard !events.isEmpty else {
        // That it is so already may be of the past, too.
        try await catchUpOrDecideAgain()
        return effect(try await remember(answer, to: request))
      }
      names[request.player.id] = request.player.name
      for case .invited(_, let guest) in events { try await learnName(of: guest) }
      let earlier = try await store(
        events, at: request.receivedAt, key: request.key, digest: request.digest, answer: answer,
        limit: request.limit)
      // A repetition may have come through another node, whose events are not known here.
      return isRetired ? Effect(answer: earlier ?? answer) : effect(earlier ?? answer)
    } catch let ServiceError.refused(refusal) {
      // Another node may know better: whoever lags behind must not refuse.
      try await catchUpOrDecideAgain()
      // A repetition is recognised although the match has moved on since; only a refusal has to ask, since
      // storing looks the key up by itself.
      if let stored = try await known(request) { return effect(stored) }
      var refused = effect(CommandAnswer(match: id.text, version: match.version))
      refused.refusal = refusal
      return refused
    }
  }

  private func catchUpOrDecideAgain() async throws {
    let version = match.version
    try await catchUp()
    if match.version != version { throw Behind() }
  }

  /// Runs `body`, and once more with what other nodes have written whenever they were quicker.
  func again<Result>(_ body: () async throws -> Result) async throws -> Result {
    for _ in 0..<16 {
      do {
        return try await body()
      } catch is Behind {
        try await catchUp()
      }
    }
    throw ServiceError.refused(.staleVersion(current: match.version))
  }

  private func decide(_ request: Request) throws(ServiceError) -> [MatchEvent] {
    // First who asks: a version is for those who may know of it.
    if match.seat(of: request.player.id) == nil, !request.command.isJoin {
      throw .refused(.notMember)
    }
    if let expected = request.expectedVersion,
      !(match.quietSince...match.version).contains(expected)
    {
      throw .refused(.staleVersion(current: match.version))
    }
    do throws(Refusal) {
      return try match.decide(request.command, by: request.player.id, at: request.receivedAt)
    } catch {
      throw .refused(error)
    }
  }

  func effect(_ answer: CommandAnswer) -> Effect {
    defer { untold = [] }
    return Effect(
      answer: answer, changed: untold.sorted(), isServersTurn: !match.seatsForServer.isEmpty)
  }

  /// Keeps the answer to a command that changed nothing: repeated later, it might change something.
  ///
  /// - Returns: what was answered the first time, if that was earlier.
  private func remember(
    _ answer: CommandAnswer, to request: Request
  ) async throws -> CommandAnswer {
    do throws(StoreError) {
      try await store.remember(
        StoredAnswer(
          match: id, version: answer.version, digest: request.digest, answer: answer.bytes),
        for: request.key)
      return answer
    } catch {
      guard case .keyUsed(let stored) = error else { throw ServiceError(error) }
      return try CommandAnswer(repeating: stored, digest: request.digest)
    }
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
  func store(
    _ events: [MatchEvent], at time: Timestamp, key: CommandKey?, digest: [UInt8],
    answer: CommandAnswer?, limit: MatchLimit? = nil
  ) async throws -> CommandAnswer? {
    var next = match
    var steps: [any HostedMatch] = []
    do throws(UnreadableMatch) {
      for event in events {
        try next.apply(event, at: time)
        steps.append(next)
      }
    } catch {
      // What was decided must apply; if not, nothing has been stored yet.
      throw ServiceError.unreadable(id, reason: error.reason)
    }
    let append = Append(
      match: id, expectedVersion: match.version,
      bodies: zip(events, steps).map { StoredBody.bytes(of: $0, leadingTo: $1) },
      receivedAt: time, key: key, digest: digest, answer: answer?.bytes ?? [],
      summary: MatchSummary(id, of: next, at: next.updatedAt), limit: limit)
    do throws(StoreError) {
      _ = try await store.append(append)
    } catch {
      switch error {
      case .keyUsed(let stored):
        let earlier = try CommandAnswer(repeating: stored, digest: digest)
        // The copy came through another node, so this room lags behind.
        if stored.match == id { retire() }
        return earlier
      case .staleVersion where store.isShared: throw Behind()
      case .tooMany(let most) where limit != nil:
        throw ServiceError.tooManyMatches(limit: most)
      case .staleVersion, .unavailable:
        // Somebody else wrote, or we cannot know what was written: the next call reads from the store.
        retire()
      default: break
      }
      throw ServiceError(error)
    }
    take(events, steps, at: time)
    await tellDelayed()
    return nil
  }

  /// Takes in what is stored, and tells it.
  private func take(
    _ events: [MatchEvent], _ steps: [any HostedMatch], at time: Timestamp
  ) {
    for (event, step) in zip(events, steps) {
      young?.append((event, time))
      if let count = young?.count, count > MatchRoom.youth { young = nil }
      // Who was there before counts too: a seat that is opened has nobody afterwards.
      untold.formUnion(match.seats.compactMap { $0.player })
      untold.formUnion(step.seats.compactMap { $0.player })
      match = step
      if case .moved = event { moveNumbers.append(step.version) }
      tell(event, step)
    }
  }

  /// Takes in what other nodes have stored since.
  func catchUp() async throws {
    guard store.isShared else { return }
    let stored: [StoredEvent]
    do throws(StoreError) {
      stored = try await store.events(of: id, after: match.version, limit: 500)
    } catch {
      throw ServiceError(error)
    }
    guard !stored.isEmpty else { return }
    var next = match
    for event in stored {
      do {
        let body = try StoredBody(bytes: event.body)
        let read = body.event
        try next.apply(read, at: event.receivedAt)
        try body.verify(next)
        if case .seated(_, let player, _) = read { try await learnName(of: player) }
        if case .invited(_, let player) = read { try await learnName(of: player) }
        take([read], [next], at: event.receivedAt)
      } catch {
        retire()
        throw Retired()
      }
    }
    await tellDelayed()
    if stored.count == 500 { try await catchUp() }
  }

  private func learnName(of player: PlayerID) async throws {
    guard names[player] == nil else { return }
    names[player] = try await store.player(player)?.name ?? "Guest"
  }

  // MARK: Putting away

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
  func retire() {
    isRetired = true
    for listener in listeners.values { listener.end() }
    listeners = [:]
  }

  // MARK: One at a time

  func enter() async {
    if isBusy {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isBusy = true
    }
  }

  func leave() {
    if waiting.isEmpty {
      isBusy = false
    } else {
      waiting.removeFirst().resume()
    }
  }

  func nextListener() -> Int {
    lastListener += 1
    return lastListener
  }
}

extension MatchSummary {
  /// The summary that the lists show of a match.
  init(_ id: MatchID, of match: any HostedMatch, at time: Timestamp) {
    let toAct = match.seatsToAct
    let isFindable = match.policies.isFindable && match.seats.contains { $0.status == .matching }
    self.init(
      match: id, game: match.terms.game, status: match.status, version: match.version,
      seats: match.seats.enumerated().map { index, seat in
        SeatSummary(
          player: seat.player, status: seat.status,
          mayAct: Seat(index).map { toAct.contains($0) && seat.status == .active } ?? false
            || (seat.status == .invited && match.status != .ended),
          isListed: !seat.isRemoved)
      }, updatedAt: time, wakeAt: match.nextWake(),
      queue: isFindable && match.status == .matching
        ? MatchService.queue(match.terms, match.policies) : nil,
      isPublic: match.policies.spectators == .open)
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

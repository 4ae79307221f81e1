internal import Games
public import Hosting
public import MatchStore
public import Matches

/// The one authority over matches: it checks, stores, and only then tells.
///
/// Everything that a page or program asks for goes through here. The answers are views for one reader.
public actor MatchService {
  /// The most matches that go on at once for one player.
  public static let openMatchLimit = 100

  let store: any MatchStore
  let time: any TimeSource
  /// The games that are hosted.
  public nonisolated let registry: GameRegistry
  let settings: ServiceSettings
  let desk: BotDesk
  nonisolated let sessions: SessionCache
  let players = Gate<PlayerID>()
  let queues = Gate<String>()
  let log: @Sendable (String) -> Void
  private var rooms: [MatchID: Task<MatchRoom, any Error>] = [:]
  /// How many are on their way into a room; such a room is not put away.
  private var visits: [MatchID: Int] = [:]
  /// The number of rooms at which idle ones are put away next.
  private var clearingLimit: Int
  private var listListeners: [PlayerID: [Int: @Sendable () -> Void]] = [:]
  private var lastListener = 0
  /// The matches for which the server is thinking.
  var thinking: Set<MatchID> = []
  /// The matches whose jobs have ended the process before, and that are left alone.
  var quarantined: Set<MatchID> = []
  var counts = ServiceFigures()
  /// What to add to this node's clock to get the store's, in milliseconds.
  var clockOffset: Int64 = 0
  var isStopped = false

  /// Creates a service over a store.
  ///
  /// - Parameters:
  ///   - store: Where matches are kept.
  ///   - registry: The games that are hosted.
  ///   - time: The clock of the server.
  ///   - settings: What a host may choose.
  ///   - roomLimit: The most matches that are kept in memory while nobody looks at them.
  ///   - log: Told of what the host should know, from any thread.
  public init(
    store: any MatchStore, registry: GameRegistry, time: any TimeSource,
    settings: ServiceSettings = ServiceSettings(), roomLimit: Int = 4096,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.store = store
    self.registry = registry
    self.time = time
    self.roomLimit = roomLimit
    clearingLimit = roomLimit
    self.settings = settings
    self.log = log
    desk = BotDesk(settings.bots, time: time)
    sessions = SessionCache(time: time)
  }

  private let roomLimit: Int

  /// The time of the store, by which all nodes judge what is due.
  var now: Timestamp { corrected(Timestamp(milliseconds: time.wallMilliseconds)) }

  /// An instant by this node's clock as the store's clock shows it.
  func corrected(_ instant: Timestamp) -> Timestamp {
    Timestamp(milliseconds: instant.milliseconds + clockOffset)
  }

  // MARK: Commands

  /// Performs a player's command on a match, once for each key.
  ///
  /// - Throws: ``ServiceError``; nothing has then changed, except after `unavailable`, when repeating with
  ///   the same key tells.
  public func perform(
    _ command: PlayerCommand, on match: MatchID, by player: PlayerRecord, key: CommandKey,
    expectedVersion: Int?, receivedAt: Timestamp
  ) async throws -> CommandAnswer {
    let digest = Secrets.digest(Array("\(match.text) \(command.text)".utf8))
    var request = MatchRoom.Request(
      command: command.matchCommand(), player: player, key: key, digest: digest,
      expectedVersion: expectedVersion, receivedAt: corrected(receivedAt))
    let answer: CommandAnswer
    switch command {
    case .join, .joinAs:
      await players.enter(player.id)
      defer { players.leaveLater(player.id) }
      // A repetition is answered first: the join it repeats may have been the last that was allowed.
      if let known = try await storing({ () throws(StoreError) in try await store.answer(for: key) }
      ) {
        return try CommandAnswer(repeating: known, digest: digest)
      }
      try await checkOpenMatches(of: player.id)
      request.limit = matchLimit(of: player.id)
      answer = try await perform(request, on: match)
    case .invite(let guest, _):
      try await checkInvitations(of: guest, field: "player")
      answer = try await perform(request, on: match)
    case .rematch:
      return try await rematch(request, of: match)
    default: answer = try await perform(request, on: match)
    }
    return answer
  }

  func perform(_ request: MatchRoom.Request, on match: MatchID) async throws -> CommandAnswer {
    let effect = try await withRoom(match) { try await $0.perform(request) }
    followUp(effect, on: match)
    if let refusal = effect.refusal { throw ServiceError.refused(refusal) }
    return effect.answer
  }

  /// Tells the lists, and lets the server's own players think where it is their turn.
  func followUp(_ effect: MatchRoom.Effect, on match: MatchID) {
    tellLists(of: effect.changed)
    if effect.isServersTurn { think(about: match) }
  }

  /// Asks for a rematch; it counts as one more match for everybody who is seated in it.
  private func rematch(
    _ request: MatchRoom.Request, of match: MatchID
  ) async throws -> CommandAnswer {
    let asking = request.player.id
    // In a fixed order, lest two who ask at once wait for each other.
    let seated = try await withRoom(match) { try await $0.playersOfNewRematch() }.sorted()
    for player in seated { await players.enter(player) }
    defer { for player in seated { players.leaveLater(player) } }
    // Only who sits there makes one, and what was made while this waited counts already.
    let isNew = try await withRoom(match) { try await $0.playersOfNewRematch() }.contains(asking)
    if isNew,
      try await storing({ () throws(StoreError) in try await store.answer(for: request.key) })
        == nil
    {
      try await checkOpenMatches(of: asking)
      for player in seated where player != asking {
        do {
          try await checkOpenMatches(of: player)
        } catch ServiceError.tooManyMatches {
          throw ServiceError.refused(
            .invalidParticipant("another player has too many matches that go on"))
        }
      }
    }
    let answer = try await perform(request, on: match)
    return try await finishRematch(of: match, receivedAt: request.receivedAt) ?? answer
  }

  /// Makes the match that a rematch promised, if that has not happened yet.
  ///
  /// The promise is stored first; if the server died before the match was made, the next one who asks or
  /// opens the match makes it.
  func finishRematch(
    of match: MatchID, receivedAt: Timestamp
  ) async throws -> CommandAnswer? {
    guard var making = try await withRoom(match, { try await $0.makingRematch() }),
      case .created(let terms)? = making.events.first, let entry = registry.entry(terms.game)
    else { return nil }
    // Nobody comes back to the seat of an account that is deleted: it is open to whoever has the link.
    var present: [MatchEvent] = []
    for event in making.events {
      switch event {
      case .seated(_, let player, _), .invited(_, let player):
        let record = try await storing { () throws(StoreError) in try await store.player(player) }
        if record == nil || record?.kind == .deleted { continue }
      default: break
      }
      present.append(event)
    }
    making.events = present
    do {
      try await begin(
        making.match, making.events, entry, receivedAt: receivedAt, key: nil, digest: [],
        answer: [])
    } catch StoreError.staleVersion {
      // It is there.
    } catch let error as StoreError {
      throw ServiceError(error)
    }
    let players = making.events.compactMap { event -> PlayerID? in
      switch event {
      case .seated(_, let player, _), .invited(_, let player): player
      default: nil
      }
    }
    tellLists(of: players)
    if making.events.contains(where: { if case .botSeated = $0 { true } else { false } }) {
      think(about: making.match)
    }
    return CommandAnswer(match: making.match.text, version: making.events.count)
  }

  // MARK: Looking

  /// The match as a player, or a spectator, may see it.
  public func view(of match: MatchID, for player: PlayerID?) async throws -> MatchView {
    let view = try await withRoom(match) { try await $0.view(for: player) }
    if let rematch = view.rematch, let id = try? MatchID(text: rematch),
      try await storing({ () throws(StoreError) in try await store.summary(of: id) }) == nil
    {
      _ = try await finishRematch(of: match, receivedAt: now)
    }
    return view
  }

  /// The player's matches: those that wait for the player first, then open ones, then ended ones.
  ///
  /// All that go on are there, whatever `limit` says; it is for invitations, and for ended ones to fill up with.
  public func matches(of player: PlayerID, limit: Int = 50) async throws -> [MatchListEntry] {
    let listed = try await storing { () throws(StoreError) in
      try await store.matches(of: player, limit: max(limit, 3 * settings.openMatchLimit))
    }
    var names: [PlayerID: String] = [:]
    var entries: [MatchListEntry] = []
    var invitations = 0
    for summary in listed {
      // Others' invitations must not push out what the player plays.
      let isInvited = summary.seats.contains { $0.player == player && $0.status == .invited }
      if isInvited, summary.status != .ended {
        invitations += 1
        if invitations > limit { continue }
      } else if !summary.goesOn(for: player), entries.count >= limit {
        continue
      }
      var others: [String] = []
      for seat in summary.seats {
        guard let other = seat.player, other != player else { continue }
        if names[other] == nil { names[other] = try await name(of: other) }
        others.append(names[other] ?? "Guest")
      }
      let own = summary.seats.firstIndex { $0.player == player }
      var entry =
        MatchListEntry(
          id: summary.match.text, game: summary.game,
          title: registry.entry(summary.game)?.info.title ?? summary.game,
          status: summary.status.rawValue,
          version: summary.version,
          yourTurn: own.map { summary.seats[$0].mayAct && !isInvited } ?? false,
          you: own.map { $0 + 1 }, others: others,
          updatedAt: summary.updatedAt.milliseconds,
          isInvitation: own.map { summary.seats[$0].status == .invited } ?? false)
      if summary.hasMoreToTell {
        // What the summary does not hold is the match's own to say; a list without it is still a list.
        if let more = try? await withRoom(
          summary.match, { try await $0.listing(for: player, at: summary.version) })
        {
          (entry.isNew, entry.deadline, entry.others) = (more.isNew, more.deadline, more.others)
        }
      }
      entries.append(entry)
    }
    return entries
  }

  /// The matches that are kept in memory now.
  public var roomCount: Int { rooms.count }

  /// Whether the store answers and agrees about the time, for readiness.
  public func checkReady() async throws {
    try await storing { () throws(StoreError) in try await store.checkReady() }
    guard abs(clockOffset) <= ServiceSettings.largestOffset else {
      throw ServiceError.unavailable("the clock is \(clockOffset) ms off that of the database")
    }
  }

  /// The events of a match after `version` that a player, or a spectator, may see, in order, at most `limit`.
  public func events(
    of match: MatchID, after version: Int, as player: PlayerID?, limit: Int = 500
  ) async throws -> [EventView] {
    try await withRoom(match) {
      try await $0.events(after: version, limit: limit, for: player)
    }
  }

  // MARK: Listening

  /// Sends the events of a match after `version`, then each new one as soon as it is stored.
  ///
  /// `send` is called in order, on any thread, and must not wait. `end` is called when nothing more comes and
  /// the listener should ask again from its cursor.
  public func listen(
    to match: MatchID, after version: Int, as player: PlayerID?,
    send: @escaping @Sendable (EventView) -> Void, end: @escaping @Sendable () -> Void
  ) async throws -> Listening {
    let (room, number) = try await withRoom(match) { room in
      (room, try await room.addListener(after: version, player: player, send: send, end: end))
    }
    return Listening {
      Task(executorPreference: Background.executor) { await room.removeListener(number) }
    }
  }

  /// Calls `send` whenever the list of a player's matches has changed.
  public func listenToList(
    of player: PlayerID, send: @escaping @Sendable () -> Void
  ) -> Listening {
    lastListener += 1
    let number = lastListener
    listListeners[player, default: [:]][number] = send
    return Listening { [weak self] in
      Task(executorPreference: Background.executor) {
        await self?.removeListListener(number, of: player)
      }
    }
  }

  private func removeListListener(_ number: Int, of player: PlayerID) {
    listListeners[player]?[number] = nil
    if listListeners[player]?.isEmpty == true { listListeners[player] = nil }
  }

  /// The players whose lists somebody watches here.
  var watchedPlayers: Set<PlayerID> { Set(listListeners.keys) }

  func tellLists(of players: [PlayerID]) {
    for player in players {
      for (_, send) in listListeners[player] ?? [:] { send() }
    }
  }

  // MARK: Rooms

  /// The rooms in memory.
  var loadedRooms: [MatchID: Task<MatchRoom, any Error>] { rooms }

  func withRoom<Result: Sendable>(
    _ match: MatchID, _ body: @Sendable (MatchRoom) async throws -> Result
  ) async throws -> Result {
    // Were a room put away between finding and entering it, two who ask at a full server could put each other's
    // rooms away for ever.
    visits[match, default: 0] += 1
    defer { leaveRoom(match) }
    while true {
      let task = try await roomTask(match)
      let room: MatchRoom
      do {
        room = try await task.value
      } catch {
        forget(match, task)
        throw error
      }
      do {
        return try await body(room)
      } catch is MatchRoom.Retired {
        // The room was being put away when this came, or its match was left behind; the next one is fresh.
        forget(match, task)
      }
    }
  }

  private func leaveRoom(_ match: MatchID) {
    guard let others = visits[match].map({ $0 - 1 }), others > 0 else {
      visits[match] = nil
      return
    }
    visits[match] = others
  }

  private func roomTask(_ match: MatchID) async throws -> Task<MatchRoom, any Error> {
    if let task = rooms[match] { return task }
    if rooms.count >= clearingLimit { await putIdleRoomsAway() }
    if let task = rooms[match] { return task }
    let task = Task(executorPreference: Background.executor) { try await self.load(match) }
    rooms[match] = task
    return task
  }

  /// Lets go of a room, unless a fresh one has taken its place while the caller waited.
  ///
  /// Letting go of the fresh one would make two rooms of one match, and a listener of the one would not hear
  /// of moves in the other.
  private func forget(_ match: MatchID, _ task: Task<MatchRoom, any Error>) {
    if rooms[match] == task { rooms[match] = nil }
  }

  private func load(_ match: MatchID) async throws -> MatchRoom {
    let events = try await MatchRoom.events(of: match, in: store)
    guard let first = events.first else { throw ServiceError.unknownMatch }
    guard case .created(let terms) = first.event, let entry = registry.entry(terms.game) else {
      throw ServiceError.unreadable(match, reason: "the game is not hosted here")
    }
    do {
      var hosted = try entry.begin(first.event, first.at)
      var moveNumbers: [Int] = []
      for item in events.dropFirst() {
        try hosted.apply(item.event, at: item.at)
        try item.body.verify(hosted)
        if case .moved = item.event { moveNumbers.append(hosted.version) }
      }
      var names: [PlayerID: String] = [:]
      for seat in hosted.seats {
        if let player = seat.player { names[player] = try await name(of: player) }
      }
      return MatchRoom(
        id: match, store: store, entry: entry, match: hosted, moveNumbers: moveNumbers,
        names: names, log: events.map { ($0.event, $0.at) })
    } catch let error as UnreadableMatch {
      throw ServiceError.unreadable(match, reason: error.reason)
    }
  }

  /// Puts away the rooms in which nobody is.
  ///
  /// Where many are in use this frees few, so the next one waits until there are an eighth of the limit more.
  private func putIdleRoomsAway() async {
    let step = max(roomLimit / 8, 1)
    clearingLimit = rooms.count + step
    defer { clearingLimit = max(roomLimit, rooms.count + step) }
    // In a fixed order, so that a simulation can be repeated.
    for (match, task) in rooms.sorted(by: { $0.key < $1.key }) where visits[match] == nil {
      if let room = try? await task.value, await room.retireIfIdle() { forget(match, task) }
    }
  }

  func name(of player: PlayerID) async throws -> String {
    try await storing { () throws(StoreError) in try await store.player(player) }?.name ?? "Guest"
  }

  /// Tells the rooms in memory that a player has another name.
  func renameInRooms(_ player: PlayerID, to name: String) async {
    for task in rooms.values {
      if let room = try? await task.value { await room.rename(player, to: name) }
    }
  }

  /// Runs a call of the store and gives its errors the service's form.
  func storing<Result>(
    _ call: () async throws(StoreError) -> Result
  ) async throws(ServiceError) -> Result {
    do throws(StoreError) {
      return try await call()
    } catch {
      throw ServiceError(error)
    }
  }
}

extension MatchSummary {
  /// Whether a list says more of the match than stands here: how it goes on, or which computer plays.
  fileprivate var hasMoreToTell: Bool {
    status != .ended || seats.contains { $0.player == nil && $0.status != .matching }
  }
}

/// Something that sends until it is cancelled; cancelling twice does no harm.
public final class Listening: Sendable {
  private let cancelOnce: @Sendable () -> Void

  init(_ cancel: @escaping @Sendable () -> Void) { cancelOnce = cancel }

  /// Ends the sending; what is on its way may still arrive.
  public func cancel() { cancelOnce() }

  deinit { cancelOnce() }
}

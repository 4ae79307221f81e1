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
  let registry: GameRegistry
  private let roomLimit: Int
  private var rooms: [MatchID: Task<MatchRoom, any Error>] = [:]
  private var listListeners: [PlayerID: [Int: @Sendable () -> Void]] = [:]
  private var lastListener = 0

  /// Creates a service over a store.
  ///
  /// At most `roomLimit` matches are kept in memory while nobody looks at them.
  public init(
    store: any MatchStore, registry: GameRegistry, time: any TimeSource, roomLimit: Int = 4096
  ) {
    self.store = store
    self.registry = registry
    self.time = time
    self.roomLimit = roomLimit
  }

  // MARK: Making matches

  /// The longest options of a game, in bytes.
  public static let optionsLimit = 200

  /// Makes a match with its maker on a seat and the others open.
  ///
  /// `options` are the game's own, as text; empty for the usual start.
  ///
  /// - Throws: ``ServiceError``; nothing was then made.
  public func makeMatch(
    game: String, seats: Int, seat: Int, options: String = "", by player: PlayerRecord,
    key: CommandKey, receivedAt: Timestamp
  ) async throws -> CommandAnswer {
    guard let entry = registry.entry(game) else { throw ServiceError.unknownGame }
    guard entry.info.seats.contains(seats) else {
      throw ServiceError.malformed(field: "seats", reason: "the game is for other numbers of seats")
    }
    guard let place = Seat(seat - 1), seat <= seats else {
      throw ServiceError.malformed(field: "seat", reason: "there is no such seat")
    }
    guard options.utf8.count <= MatchService.optionsLimit,
      options.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { throw ServiceError.malformed(field: "options", reason: "the options cannot be read") }
    let digest = Secrets.digest(
      Array("make \(game) \(seats) \(seat)\(options.utf8.isEmpty ? "" : " ")\(options)".utf8))
    if let known = try await storing({ () throws(StoreError) in try await store.answer(for: key) })
    {
      return try CommandAnswer(repeating: known, digest: digest)
    }
    try await checkOpenMatches(of: player.id)
    let terms = MatchTerms(
      game: entry.info.id, rulesVersion: entry.info.rulesVersion, seatCount: seats,
      seed: Secrets.makeSeed(), options: options)
    let events: [MatchEvent]
    do throws(Refusal) {
      events = try entry.make(terms, player.id, place)
    } catch {
      // The seats are right already, so it is the options that the game refuses.
      throw ServiceError.malformed(field: "options", reason: error.reason)
    }
    let id = MatchID(Secrets.makeIdentifier())
    let answer = CommandAnswer(match: id.text, version: events.count)
    do {
      try await begin(
        id, events, entry, receivedAt: receivedAt, key: key, digest: digest, answer: answer.bytes)
    } catch StoreError.keyUsed(let stored) {
      // Two copies of one request at once: the other one made the match.
      return try CommandAnswer(repeating: stored, digest: digest)
    } catch let error as StoreError {
      throw ServiceError(error)
    }
    tellLists(of: [player.id])
    return answer
  }

  private func begin(
    _ id: MatchID, _ events: [MatchEvent], _ entry: GameRegistry.Entry, receivedAt: Timestamp,
    key: CommandKey?, digest: [UInt8], answer: [UInt8]
  ) async throws {
    guard let first = events.first else { return }
    var match = try entry.begin(first)
    for event in events.dropFirst() { try match.apply(event) }
    _ = try await store.append(
      Append(
        match: id, expectedVersion: 0, bodies: events.map { Array($0.text.utf8) },
        receivedAt: receivedAt, key: key, digest: digest, answer: answer,
        summary: MatchSummary(id, of: match, at: receivedAt)))
  }

  private func checkOpenMatches(of player: PlayerID) async throws {
    let limit = MatchService.openMatchLimit
    let listed = try await storing { () throws(StoreError) in
      try await store.matches(of: player, limit: limit)
    }
    guard listed.filter({ $0.status != .ended }).count < limit else {
      throw ServiceError.tooManyMatches(limit: limit)
    }
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
    if case .join = command {
      // A repetition is answered first: the join it repeats may have been the last that was allowed.
      if let known = try await storing({ () throws(StoreError) in try await store.answer(for: key) }
      ) {
        return try CommandAnswer(repeating: known, digest: digest)
      }
      try await checkOpenMatches(of: player.id)
    }
    let request = MatchRoom.Request(
      command: command.matchCommand(), player: player, key: key, digest: digest,
      expectedVersion: expectedVersion, receivedAt: receivedAt)
    let (answer, changed) = try await withRoom(match) { try await $0.perform(request) }
    tellLists(of: changed)
    if case .rematch = command {
      return try await finishRematch(of: match, receivedAt: receivedAt) ?? answer
    }
    return answer
  }

  /// Makes the match that a rematch promised, if that has not happened yet.
  ///
  /// The promise is stored first; if the server died before the match was made, the next one who asks or
  /// opens the match makes it.
  private func finishRematch(
    of match: MatchID, receivedAt: Timestamp
  ) async throws -> CommandAnswer? {
    guard let making = try await withRoom(match, { try await $0.makingRematch() }),
      case .created(let terms)? = making.events.first, let entry = registry.entry(terms.game)
    else { return nil }
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
      if case .seated(_, let player) = event { player } else { nil }
    }
    tellLists(of: players)
    return CommandAnswer(match: making.match.text, version: making.events.count)
  }

  // MARK: Looking

  /// The match as a player, or a spectator, may see it.
  public func view(of match: MatchID, for player: PlayerID?) async throws -> MatchView {
    let view = try await withRoom(match) { try await $0.view(for: player) }
    if let rematch = view.rematch, let id = try? MatchID(text: rematch),
      try await storing({ () throws(StoreError) in try await store.summary(of: id) }) == nil
    {
      _ = try await finishRematch(
        of: match, receivedAt: Timestamp(milliseconds: time.wallMilliseconds))
    }
    return view
  }

  /// The player's matches: those that wait for the player first, then open ones, then ended ones.
  public func matches(of player: PlayerID, limit: Int = 50) async throws -> [MatchListEntry] {
    let listed = try await storing { () throws(StoreError) in
      try await store.matches(of: player, limit: limit)
    }
    var names: [PlayerID: String] = [:]
    var entries: [MatchListEntry] = []
    for summary in listed {
      var others: [String] = []
      for seat in summary.seats {
        guard let other = seat.player, other != player else { continue }
        if names[other] == nil { names[other] = try await name(of: other) }
        others.append(names[other] ?? "Guest")
      }
      let own = summary.seats.firstIndex { $0.player == player }
      entries.append(
        MatchListEntry(
          id: summary.match.text, game: summary.game,
          title: registry.entry(summary.game)?.info.title ?? summary.game,
          status: summary.status.rawValue,
          version: summary.version, yourTurn: own.map { summary.seats[$0].mayAct } ?? false,
          you: own.map { $0 + 1 }, others: others,
          updatedAt: summary.updatedAt.milliseconds))
    }
    return entries
  }

  /// The matches that are kept in memory now.
  public var roomCount: Int { rooms.count }

  /// Whether the store answers, for readiness.
  public func checkReady() async throws {
    try await storing { () throws(StoreError) in try await store.checkReady() }
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
    return Listening { Task { await room.removeListener(number) } }
  }

  /// Calls `send` whenever the list of a player's matches has changed.
  public func listenToList(
    of player: PlayerID, send: @escaping @Sendable () -> Void
  ) -> Listening {
    lastListener += 1
    let number = lastListener
    listListeners[player, default: [:]][number] = send
    return Listening { [weak self] in
      Task { await self?.removeListListener(number, of: player) }
    }
  }

  private func removeListListener(_ number: Int, of player: PlayerID) {
    listListeners[player]?[number] = nil
    if listListeners[player]?.isEmpty == true { listListeners[player] = nil }
  }

  private func tellLists(of players: [PlayerID]) {
    for player in players {
      for (_, send) in listListeners[player] ?? [:] { send() }
    }
  }

  // MARK: Rooms

  private func withRoom<Result: Sendable>(
    _ match: MatchID, _ body: @Sendable (MatchRoom) async throws -> Result
  ) async throws -> Result {
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
        // The room was put away between finding and entering it; the next one is fresh.
        forget(match, task)
      }
    }
  }

  private func roomTask(_ match: MatchID) async throws -> Task<MatchRoom, any Error> {
    if let task = rooms[match] { return task }
    if rooms.count >= roomLimit { await putIdleRoomsAway() }
    if let task = rooms[match] { return task }
    let task = Task { try await load(match) }
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
    guard case .created(let terms) = first, let entry = registry.entry(terms.game) else {
      throw ServiceError.unreadable(match, reason: "the game is not hosted here")
    }
    do {
      var hosted = try entry.begin(first)
      for event in events.dropFirst() { try hosted.apply(event) }
      var names: [PlayerID: String] = [:]
      for seat in hosted.seats {
        if let player = seat.player { names[player] = try await name(of: player) }
      }
      return MatchRoom(id: match, store: store, entry: entry, match: hosted, names: names)
    } catch let error as UnreadableMatch {
      throw ServiceError.unreadable(match, reason: error.reason)
    }
  }

  private func putIdleRoomsAway() async {
    for (match, task) in rooms {
      if let room = try? await task.value, await room.retireIfIdle() { forget(match, task) }
    }
  }

  private func name(of player: PlayerID) async throws -> String {
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

/// Something that sends until it is cancelled; cancelling twice does no harm.
public final class Listening: Sendable {
  private let cancelOnce: @Sendable () -> Void

  init(_ cancel: @escaping @Sendable () -> Void) { cancelOnce = cancel }

  /// Ends the sending; what is on its way may still arrive.
  public func cancel() { cancelOnce() }

  deinit { cancelOnce() }
}

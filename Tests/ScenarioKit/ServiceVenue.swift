internal import Games
internal import Hosting
package import MatchStore
package import Matches
internal import Reversi
package import Service
internal import Story

/// Servers within the process, on stores that a test opens.
package actor ServiceVenue: Venue {
  private let openStores: @Sendable () async throws -> [any MatchStore]
  private let time = ManualTime(wallMilliseconds: 1_767_312_000_000)
  private let breaker = Breaker()
  private var stores: [any MatchStore] = []
  private(set) var servers: [MatchService] = []

  /// Opens a store for each server; one and the same for several is fine where it is shared.
  package init(openStores: @escaping @Sendable () async throws -> [any MatchStore]) async throws {
    self.openStores = openStores
    try await start(creditsOutages: true)
  }

  private func start(creditsOutages: Bool) async throws {
    stores = try await openStores()
    servers = []
    let settings = ServiceSettings(
      bots: BotSettings(threads: 1, milliseconds: 60_000, nodes: 100),
      creditsOutages: creditsOutages)
    let registry = GameRegistry()
      .adding(ReversiPosition.self, bots: [.random]).adding(StoryPosition.self)
      .adding(Carried.self)
    for store in stores {
      let server = MatchService(
        store: BreakableStore(store, breaker), registry: registry, time: time, settings: settings)
      try await server.start()
      servers.append(server)
    }
  }

  /// Ends everything.
  package func close() async {
    for server in servers { await server.finishThinking() }
    for store in stores { await store.close() }
  }

  /// Where a player's requests go.
  package func server(_ number: Int) -> MatchService { servers[number % servers.count] }
  /// The time now.
  package var now: Timestamp { Timestamp(milliseconds: time.wallMilliseconds) }

  package func newPlayer() async throws -> any Player {
    let record = try await servers[0].makeGuest(receivedAt: now).player
    return ServicePlayer(venue: self, record: record, number: 0)
  }

  package func pass(_ milliseconds: Int64) { time.advance(milliseconds: milliseconds) }
  package func sweep(_ number: Int) async { await server(number).sweep() }
  package func quiet() async {
    for server in servers { await server.finishThinking() }
  }
  package func breakWrites(ofPlayers: Bool, ofServers: Bool) {
    breaker.set(players: ofPlayers, servers: ofServers)
  }

  package func restart(downFor milliseconds: Int64, creditsOutages: Bool) async throws {
    _ = try await stores[0].beat(at: now)
    await close()
    time.advance(milliseconds: milliseconds)
    breaker.set(players: false, servers: false)
    try await start(creditsOutages: creditsOutages)
  }
}

/// A player of servers within the process.
struct ServicePlayer: Player {
  let venue: ServiceVenue
  let record: PlayerRecord
  let number: Int

  var id: PlayerID { record.id }

  func through(_ server: Int) -> any Player {
    ServicePlayer(venue: venue, record: record, number: server)
  }

  private func asking<Result: Sendable>(
    _ body: (MatchService, Timestamp) async throws -> Result
  ) async throws -> Result {
    let (server, now) = (await venue.server(number), await venue.now)
    do {
      return try await body(server, now)
    } catch let error as ServiceError {
      throw Problem(error)
    }
  }

  private func key(_ text: String) throws -> CommandKey {
    guard let key = CommandKey(player: record.id, key: text) else {
      throw Problem(code: "malformed")
    }
    return key
  }

  func make(_ new: NewMatch, key: String) async throws -> CommandAnswer {
    try await asking {
      try await $0.makeMatch(new, by: record, key: self.key(key), receivedAt: $1)
    }
  }

  func find(_ new: NewMatch, key: String) async throws -> CommandAnswer {
    try await asking {
      try await $0.findMatch(new, by: record, key: self.key(key), receivedAt: $1)
    }
  }

  func perform(
    _ command: PlayerCommand, on match: String, key: String, version: Int?
  ) async throws -> CommandAnswer {
    try await asking {
      try await $0.perform(
        command, on: MatchID(text: match), by: record, key: self.key(key),
        expectedVersion: version, receivedAt: $1)
    }
  }

  func view(_ match: String) async throws -> MatchView {
    try await asking { server, _ in try await server.view(of: MatchID(text: match), for: id) }
  }

  func list() async throws -> [MatchListEntry] {
    try await asking { server, _ in try await server.matches(of: id) }
  }

  func listen(to match: String, after version: Int) async throws -> Ear {
    try await asking { server, _ in
      let ear = Ear()
      let listening = try await server.listen(
        to: MatchID(text: match), after: version, as: id, send: { ear.hear($0) }, end: {})
      ear.stopping { listening.cancel() }
      return ear
    }
  }
}

extension Problem {
  /// What a client would be told of an error.
  init(_ error: ServiceError) {
    switch error {
    case .refused(.staleVersion(let current)):
      self.init(code: "staleVersion", version: current)
    case .refused(.exchangeUnresolved(let ids)):
      self.init(code: "exchangeUnresolved", exchanges: ids)
    case .refused(let refusal): self.init(code: refusal.code)
    case .keyReused: self.init(code: "keyReused")
    case .tooManyMatches: self.init(code: "tooManyMatches")
    case .malformed: self.init(code: "malformed")
    case .storageFull: self.init(code: "storageFull")
    case .unknownMatch: self.init(code: "unknownMatch")
    case .unknownGame: self.init(code: "unknownGame")
    case .notSignedIn: self.init(code: "notSignedIn")
    case .unreadable: self.init(code: "unreadable")
    case .unavailable: self.init(code: "unavailable")
    case .nameTaken, .hasAccount, .wrongPassword, .tooMany, .rateLimited, .notAllowed:
      self.init(code: "account")
    }
  }
}

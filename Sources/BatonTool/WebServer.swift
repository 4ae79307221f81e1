internal import Chess
internal import ChessEngine
internal import Games
internal import HTTPServer
internal import Hosting
internal import MatchStore
internal import Matches
internal import Opponents
internal import PostgresStore
internal import Reversi
internal import ReversiEngine
internal import ReversiWeights
internal import SQLiteStore
internal import Service
internal import Site
internal import Story

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A whole server in this process: store, service, site and HTTP, put together and taken apart in order.
final class WebServer: Sendable {
  /// Why the server did not start.
  struct StartFailure: Error, Sendable {
    /// The reason, as part of a sentence.
    let reason: String
    /// Whether the database is in use or away, so that trying again later may help.
    let isBusy: Bool
  }

  private let store: any MatchStore
  private let http: HTTPServer
  private let metricsServer: HTTPServer?
  private let admin: AdminServer?
  private let address: String
  private let stopping: Stopping
  private let watch: Task<Void, Never>
  private let service: MatchService
  private let timers: Task<Void, Never>
  private let time: any TimeSource
  private let engines: [UCIProgram]

  /// Whether the server is about to end, from the first request to stop on.
  private final class Stopping: Sendable {
    private let flag = Lock(false)
    var isOn: Bool { flag.withLock { $0 } }
    func turnOn() { flag.withLock { $0 = true } }
  }

  private init(
    store: any MatchStore, http: HTTPServer, metricsServer: HTTPServer?, admin: AdminServer?,
    address: String,
    stopping: Stopping, watch: Task<Void, Never>, service: MatchService, engines: [UCIProgram],
    time: any TimeSource
  ) {
    self.store = store
    self.http = http
    self.metricsServer = metricsServer
    self.admin = admin
    self.address = address
    self.stopping = stopping
    self.watch = watch
    self.time = time
    self.service = service
    self.engines = engines
    timers = Task { await service.run() }
  }

  /// Starts everything.
  ///
  /// - Parameters:
  ///   - options: What the host chose.
  ///   - web: The folder with the static files of the pages.
  ///   - time: The clock of the whole server.
  ///   - log: Told of what happens.
  ///   - onStoreFailure: Called once when the store can be used no more; the process should end then.
  /// - Returns: The running server.
  /// - Throws: ``StartFailure``; nothing is left running.
  static func start(
    _ options: ServeOptions, web: String, time: any TimeSource, log: Log,
    onStoreFailure: @escaping @Sendable () -> Void
  ) async throws(StartFailure) -> WebServer {
    let assets: Assets
    do throws(Assets.Problem) {
      assets = try Assets(folder: web)
    } catch {
      throw StartFailure(reason: error.reason, isBusy: false)
    }
    let opened = try await openStore(
      options.database, time: time, log: log, onStoreFailure: onStoreFailure)
    let metrics = Metrics()
    let store = MeteredStore(opened, time: time, metrics: metrics, log: log)
    let engines = options.engines.map { specification in
      UCIProgram(specification, time: time) { log.warning("engines", ["note": .text($0)]) }
    }
    let service = MatchService(
      store: store, registry: hostedGames(engines, milliseconds: options.botMilliseconds),
      time: time,
      settings: ServiceSettings(
        bots: BotSettings(threads: options.botThreads, milliseconds: options.botMilliseconds),
        creditsOutages: options.creditsOutage)
    ) { log.warning("matches", ["note": .text($0)]) }
    do {
      // Deadlines that fell into an outage are settled before anybody can move.
      try await service.start()
    } catch {
      await opened.close()
      throw StartFailure(reason: "the matches cannot be read: \(error)", isBusy: true)
    }
    let accounts = AccountService(matches: service)
    metrics.gauge("baton_passwords_waiting", "Passwords that are being checked, or wait for it.") {
      Double(accounts.passwordsWaiting)
    }
    let site = Site(
      service: service, assets: assets, time: time, accounts: accounts,
      proxies: TrustedProxies(options.trustedProxies) ?? TrustedProxies(),
      baseURL: options.baseURL, metrics: metrics,
      log: log)
    let stopping = Stopping()
    let http = HTTPServer(configuration: configuration(options), time: time) { request in
      if stopping.isOn, request.path == "/readyz" {
        return .text("stopping\n", status: 503)
      }
      return await site.handle(request)
    }
    let metricsServer = options.metrics.map { metricsListener(at: $0, metrics, time: time) }
    metrics.add(http)
    metrics.add(service)
    let startedAt = time.wallMilliseconds
    metrics.addProcess(startedAt: startedAt)
    metrics.gauge(
      "baton_build_info", "Always 1; the version is in the label.",
      labels: ["version": toolVersion], read: { 1 })
    do throws(HTTPServerError) {
      try metricsServer?.start()
    } catch {
      await opened.close()
      let place = options.metrics
      throw StartFailure(
        reason: reason(error, place?.address ?? "", Int(place?.port ?? 0)), isBusy: false)
    }
    do throws(HTTPServerError) {
      try http.start()
    } catch {
      await metricsServer?.stop(withinMilliseconds: 0)
      await opened.close()
      throw StartFailure(reason: reason(error, options.address, options.port), isBusy: false)
    }
    let admin: AdminServer?
    do throws(StartFailure) {
      let actions = AdminActions(
        store: opened, registry: hostedGames(),
        status: {
          await status(options, http, service, stopping, startedAt: startedAt, time: time)
        }, release: { try await service.release($0) })
      admin = try startAdmin(options, actions, log: log)
    } catch {
      await http.stop(withinMilliseconds: 0)
      await metricsServer?.stop(withinMilliseconds: 0)
      await opened.close()
      throw error
    }
    return WebServer(
      store: opened, http: http, metricsServer: metricsServer, admin: admin,
      address: options.address, stopping: stopping,
      watch: watchConnections(of: http, time: time, log: log), service: service,
      engines: engines, time: time)
  }

  private static func startAdmin(
    _ options: ServeOptions, _ actions: AdminActions, log: Log
  ) throws(StartFailure) -> AdminServer? {
    guard let path = options.adminSocket else { return nil }
    do throws(UnixSocket.Failure) {
      return try AdminServer(path: path, log: log) { await actions.perform($0, $1) }
    } catch {
      // Without a word from the host the server matters more than its administration.
      guard !options.namesAdminSocket else {
        throw StartFailure(reason: error.reason, isBusy: error.isInUse)
      }
      log.warning("noAdminSocket", ["reason": .text(error.reason)])
      return nil
    }
  }

  /// What an administrator sees of the running server.
  private static func status(
    _ options: ServeOptions, _ http: HTTPServer, _ service: MatchService, _ stopping: Stopping,
    startedAt: Int64, time: any TimeSource
  ) async -> [String] {
    var readiness = "yes"
    do {
      try await service.checkReady()
    } catch {
      readiness = "no"
    }
    let figures = http.statistics
    let figuresOfMatches = await service.figures
    return [
      "version      \(toolVersion)",
      "started      \(UTCText.text(milliseconds: startedAt))",
      "port         \(http.port ?? 0)",
      "database     \(Secrecy.masked(options.database))",
      "ready        \(stopping.isOn ? "stopping" : readiness)",
      "connections  \(figures.connections)",
      "streams      \(figures.streams)",
      "requests     \(figures.requests)",
      "rooms        \(figuresOfMatches.rooms)",
      "woken        \(figuresOfMatches.woken)",
      "bot moves    \(figuresOfMatches.botMoves)",
      "credited     \(figuresOfMatches.credited)",
      "left alone   \(await service.quarantinedMatches.map { $0.text })",
    ]
  }

  /// The games that this server hosts.
  ///
  /// - Parameters:
  ///   - engines: Programs that play chess beside our own levels.
  ///   - milliseconds: How long these think about a move.
  /// - Returns: all games with the server's own players.
  static func hostedGames(
    _ engines: [UCIProgram] = [], milliseconds: Int = 1000
  ) -> GameRegistry {
    GameRegistry()
      .adding(ReversiPosition.self, bots: ReversiLevel.all.map { reversiBot($0) })
      .adding(
        ChessGame.self,
        bots: ChessLevel.all.map { chessBot($0) }
          + engines.map {
            $0.bot(milliseconds: milliseconds, substitute: chessBot(.strongest))
          }
      )
      .adding(StoryPosition.self)
      .adding(Carried.self)
  }

  /// The computer player of Reversi at one level, as it sits in matches.
  private static func reversiBot(_ level: ReversiLevel) -> Bot<ReversiPosition> {
    Bot(name: "level-\(level.number)", title: level.name) { position, seat, chance, limits in
      ReversiOpponent(level: level, weights: .shipped, book: .shipped).choose(
        in: position, for: seat, chance: &chance,
        limits: SearchLimits(nodes: limits.nodes, shouldStop: limits.shouldStop))?.move
    }
  }

  /// The computer player of chess at one level, as it sits in matches.
  private static func chessBot(_ level: ChessLevel) -> Bot<ChessGame> {
    Bot(name: "level-\(level.number)", title: level.name) { game, seat, chance, limits in
      ChessOpponent(level: level).choose(
        in: game, for: seat, chance: &chance,
        limits: SearchLimits(nodes: limits.nodes, shouldStop: limits.shouldStop))?.move
    }
  }

  private static func configuration(_ options: ServeOptions) -> HTTPServerConfiguration {
    var configuration = HTTPServerConfiguration()
    configuration.address = options.address
    configuration.port = UInt16(clamping: options.port)
    if isLoopback(options.address) {
      // Whoever reaches this address is this machine, most likely a proxy with everybody behind it.
      configuration.addressConnectionLimit = nil
    }
    options.limits.apply(to: &configuration)
    return configuration
  }

  private static func isLoopback(_ address: String) -> Bool {
    address.hasPrefix("127.") || address == "::1"
  }

  /// A listener of its own for the figures, which the public address never shows.
  private static func metricsListener(
    at place: ListenAddress, _ metrics: Metrics, time: any TimeSource
  ) -> HTTPServer {
    var configuration = HTTPServerConfiguration()
    configuration.address = place.address
    configuration.port = place.port
    configuration.connectionLimit = 64
    return HTTPServer(configuration: configuration, time: time) { request in
      guard request.path == "/metrics" else {
        return .problem(status: 404, title: "there is nothing here")
      }
      return .text(
        await metrics.exposition(), contentType: "text/plain; version=0.0.4; charset=utf-8")
    }
  }

  /// Logs that connections were turned away because of a limit, in sum every few seconds, and gives memory back
  /// when a crowd has come or gone.
  private static func watchConnections(
    of http: HTTPServer, time: any TimeSource, log: Log
  ) -> Task<Void, Never> {
    Task {
      var known = 0
      var looks = 0
      var crowd = CrowdWatch()
      while (try? await time.sleep(nanoseconds: 1_000_000_000)) != nil {
        if crowd.hasSettled(at: http.connectionCount) { releaseFreeMemory() }
        looks += 1
        guard looks % 5 == 0 else { continue }
        let refused = http.statistics.refusedConnections
        if refused > known {
          log.warning("connectionsRefused", ["count": .integer(refused - known)])
        }
        known = refused
      }
    }
  }

  /// Opens the store that the name of the database asks for: a server by its URL, or else a file.
  private static func openStore(
    _ database: String, time: any TimeSource, log: Log,
    onStoreFailure: @escaping @Sendable () -> Void
  ) async throws(StartFailure) -> any MatchStore & MatchWalk {
    if ServeOptions.isPostgres(database) {
      do throws(PostgresStoreError) {
        // It comes back by itself, so this is no reason to end.
        return try await PostgresStore(url: database, time: time) { reason in
          log.warning("databaseAway", ["reason": .text(reason)])
        }
      } catch {
        let isBusy = if case .cannotConnect = error { true } else { false }
        throw StartFailure(reason: error.description, isBusy: isBusy)
      }
    }
    do throws(SQLiteStoreError) {
      return try SQLiteStore(path: database) { reason in
        log.error("storeFailed", ["reason": .text(reason)])
        onStoreFailure()
      }
    } catch {
      let isBusy = if case .inUse = error { true } else { false }
      throw StartFailure(reason: error.description, isBusy: isBusy)
    }
  }

  private static func reason(_ error: HTTPServerError, _ address: String, _ port: Int) -> String {
    guard case .cannotListen = error.code, let words = strerror(error.systemError) else {
      return "\(address): \(error.description)"
    }
    return "cannot listen at \(address), port \(port): \(String(cString: words))"
  }

  /// Where people find the first page.
  var url: String {
    let host =
      switch address {
      case "0.0.0.0", "::": "localhost"
      case let address where address.contains(":"): "[\(address)]"
      default: address
      }
    return "http://\(host):\(http.port ?? 0)/"
  }

  /// Where Prometheus finds the figures, if anywhere.
  var metricsURL: String? {
    metricsServer.map { "http://localhost:\($0.port ?? 0)/metrics" }
  }

  /// Stops: it is unready at once, then takes no more connections, ends the streams, answers what runs, and
  /// stores everything that was accepted.
  ///
  /// - Parameter drainSeconds: How long new connections are still served, so that balancers notice first.
  func stop(drainSeconds: Int) async {
    stopping.turnOn()
    watch.cancel()
    if drainSeconds > 0 {
      try? await time.sleep(nanoseconds: UInt64(drainSeconds) * 1_000_000_000)
    }
    await service.stop()
    timers.cancel()
    await admin?.stop()
    await http.stop(withinMilliseconds: 5_000)
    await metricsServer?.stop(withinMilliseconds: 100)
    for engine in engines { engine.close() }
    await store.close()
  }
}

extension Metrics {
  /// Makes the figures of an HTTP server.
  fileprivate func add(_ http: HTTPServer) {
    gauge("baton_connections", "Open connections.") { Double(http.statistics.connections) }
    gauge("baton_streams", "Open streams of events.") { Double(http.statistics.streams) }
    gauge("baton_requests_running", "Requests that are being answered.") {
      Double(http.statistics.running)
    }
    counter(
      "baton_connections_refused_total", "Connections turned away because of a limit.",
      read: { Double(http.statistics.refusedConnections) })
  }

  /// Makes the figures that the service is asked for.
  fileprivate func add(_ service: MatchService) {
    gauge("baton_rooms", "Matches that are kept in memory.") { Double(await service.roomCount) }
    counter(
      "baton_matches_woken_total", "Matches that were looked at because something was due.",
      read: { Double(await service.figures.woken) })
    counter(
      "baton_bot_moves_total", "Moves that the computer made in matches.",
      read: { Double(await service.figures.botMoves) })
    counter(
      "baton_matches_credited_total", "Matches that were given time back after an outage.",
      read: { Double(await service.figures.credited) })
    gauge("baton_matches_quarantined", "Matches whose jobs ended the process and are left alone.") {
      Double(await service.figures.quarantined)
    }
    gauge("baton_store_ready", "1 while the store can be read and written, else 0.") {
      do {
        try await service.checkReady()
        return 1
      } catch {
        return 0
      }
    }
  }
}

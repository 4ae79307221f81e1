internal import Games
public import HTTPServer
public import Hosting
internal import MatchStore
internal import Matches
public import Service

/// Everything that answers a request: pages, forms, the API and the streams of events.
///
/// The pages work without script; the script only makes them quicker. What changes something is a POST or
/// PUT, and is refused when another site's page sent it.
public struct Site: Sendable {
  let service: MatchService
  let assets: Assets
  let time: any TimeSource
  let desk: ComputerDesk
  let baseURL: BaseURL?
  let accounts: AccountService
  let proxies: TrustedProxies
  let meters: SiteMeters
  private let log: Log

  /// Creates a site over a service.
  ///
  /// - Parameters:
  ///   - service: The authority over players and matches.
  ///   - assets: The static files.
  ///   - time: The clock of the server.
  ///   - accounts: The authority over accounts; without it, one with the usual limits.
  ///   - proxies: Whose word about the address of a client is believed.
  ///   - baseURL: Where the pages are reached from outside; without it, where a request says it went.
  ///   - metrics: Where the site counts what it answers.
  ///   - log: Told of failures that a reader must not see.
  public init(
    service: MatchService, assets: Assets, time: any TimeSource,
    accounts: AccountService? = nil, proxies: TrustedProxies = TrustedProxies(),
    baseURL: BaseURL? = nil, metrics: Metrics = Metrics(), log: Log = .none
  ) {
    self.service = service
    self.assets = assets
    self.time = time
    self.baseURL = baseURL
    self.accounts = accounts ?? AccountService(matches: service)
    self.proxies = proxies
    self.log = log
    meters = SiteMeters(metrics)
    desk = ComputerDesk()
  }

  /// Whether browsers reach the pages by TLS only.
  var isSecure: Bool { baseURL?.isSecure == true }

  /// Answers a request.
  public func handle(_ request: HTTPRequest) async -> HTTPResponse {
    let exchange = Exchange(request, startedAt: time.monotonicNanoseconds)
    let wait = StoreWait()
    var response = await StoreWait.$current.withValue(wait) { await answer(request, exchange) }
    wait.end()
    for (name, value) in Site.securityHeaders where response.headers[name] == nil {
      response.set(name, value)
    }
    if isSecure { response.set("Strict-Transport-Security", "max-age=31536000") }
    if response.headers["Cache-Control"] == nil { response.set("Cache-Control", "no-store") }
    return response
  }

  /// What every answer carries: no foreign script, font or frame, and nothing inline.
  static let securityHeaders: [(String, String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
        + "connect-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
        + "frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  private func answer(_ request: HTTPRequest, _ exchange: Exchange) async -> HTTPResponse {
    var exchange = exchange
    let response = await answer(request, noting: &exchange)
    meters.note(exchange, response, endedAt: time.monotonicNanoseconds, in: log)
    return response
  }

  private func answer(
    _ request: HTTPRequest, noting exchange: inout Exchange
  ) async -> HTTPResponse {
    guard let route = Route(segments: request.segments) else {
      return failure(.notFound, for: request)
    }
    exchange.route = route
    let method = request.method.rawValue == "HEAD" ? "GET" : request.method.rawValue
    guard route.methods.contains(method) else { return methodNotAllowed(method, route, request) }
    do {
      if method != "GET" {
        try refuseOtherSites(request)
        try refuseOtherBodies(request)
      }
      return try await dispatch(route, method, request)
    } catch {
      let problem = Problem(error)
      exchange.code = problem.code
      if problem.status >= 500 {
        log.warning(
          "requestFailed",
          [
            "method": .text(method), "route": .text(route.name),
            "status": .integer(problem.status), "reason": .text("\(error)"),
          ])
      }
      return failure(problem, for: request)
    }
  }

  private func methodNotAllowed(
    _ method: String, _ route: Route, _ request: HTTPRequest
  ) -> HTTPResponse {
    let allowed =
      (route.methods + (route.methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"])
      .joined(separator: ", ")
    if method == "OPTIONS" {
      var response = HTTPResponse.empty()
      response.set("Allow", allowed)
      return response
    }
    var response = failure(
      Problem(status: 405, code: "methodNotAllowed", detail: "use \(allowed)"), for: request)
    response.set("Allow", allowed)
    return response
  }

  private func dispatch(
    _ route: Route, _ method: String, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    switch route {
    case .home: return try await homePage(request)
    case .playForm: return try await playByForm(request)
    case .chess: return try await chessPage(request)
    case .chessForm: return try await playChessByForm(request)
    case .chessPuzzles: return try await puzzlePage(request)
    case .reversiPuzzles: return try await endingPage(request)
    case .chessFile: return try chessFile(request)
    case .match(let match): return try await matchPage(match, request)
    case .matchFile(let match): return try await matchFile(match, request)
    case .makeMatchForm: return try await makeMatchByForm(request)
    case .matchForm(let match, let command):
      return try await performByForm(command, on: match, request)
    case .nameForm: return try await renameByForm(request)
    case .picture(let game): return try picture(of: game)
    case .transcript(let game): return try transcriptFile(game)
    case .asset(let name):
      let accepted = request.headers["Accept-Encoding"] ?? ""
      guard let response = assets.response(name, accepting: accepted) else {
        throw Problem.notFound
      }
      return response
    case .health: return .text("ok\n")
    case .ready:
      try await service.checkReady()
      return .text("ready\n")
    case .apiMatches:
      return method == "GET" ? try await listMatches(request) : try await makeMatch(request)
    case .apiMatch(let match): return try await showMatch(match, request)
    case .apiCommand(let match, let command):
      return try await perform(command, on: match, request)
    case .apiMatchEvents(let match): return try await pollEvents(match, request)
    case .apiFind: return try await findMatch(request)
    case .apiGames: return listGames()
    case .apiPublic: return try await listPublicMatches()
    case .apiDescription:
      guard let response = assets.response("openapi.json", accepting: "") else {
        throw Problem.notFound
      }
      return response
    case .apiEvents: return try await streamEvents(request)
    case .apiMe: return method == "GET" ? try await showMe(request) : try await rename(request)
    case .account: return try await accountPage(request)
    case .accountForm(let form): return try await accountByForm(form, request)
    case .apiAccount:
      return method == "POST" ? try await register(request) : try await deleteAccount(request)
    case .apiSession:
      return method == "POST" ? try await signIn(request) : try await signOut(request)
    case .apiSessions:
      return method == "GET"
        ? try await listSessions(request) : try await signOutEverywhere(request)
    case .apiPassword: return try await changePassword(request)
    case .apiTokens:
      return method == "GET"
        ? try await listSessions(request, kind: .token) : try await makeToken(request)
    case .apiToken(let token): return try await endToken(token, request)
    }
  }

  /// Refuses what a page of another site made the reader's browser send.
  private func refuseOtherSites(_ request: HTTPRequest) throws(Problem) {
    // No page of another site can make a browser send a program's secret.
    if BearerToken.shown(by: request) != nil { return }
    let refusal = Problem(
      status: 403, code: "otherSite", detail: "a page of another site may not ask for this")
    if let site = request.headers["Sec-Fetch-Site"] {
      // The browser's own word; `Origin` may be `null` beside it where a page hides its referrer.
      guard site.hasSameBytes(as: "same-origin") || site.hasSameBytes(as: "none") else {
        throw refusal
      }
      return
    }
    guard let origin = request.headers["Origin"] else {
      // Every browser names the origin of a form that it sends. What does not is a program, and programs have no
      // business with forms in the name of somebody who is signed in.
      guard request.isForAPI || sessionCookie.value(of: request) == nil else { throw refusal }
      return
    }
    if let baseURL, origin.hasSameBytes(as: baseURL.text) { return }
    guard let host = request.headers["Host"], let named = origin.bytes(after: "://"),
      named.elementsEqual(host.utf8)
    else { throw refusal }
  }

  /// Refuses bodies of the API that a page of another site could send without asking.
  private func refuseOtherBodies(_ request: HTTPRequest) throws(Problem) {
    guard request.isForAPI, let type = request.headers["Content-Type"] else { return }
    let media = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }.map {
      (0x41...0x5A).contains($0) ? $0 | 0x20 : $0
    }
    if media.elementsEqual("application/json".utf8) { return }
    throw Problem(
      status: 415, code: "malformed", detail: "expected application/json", field: "Content-Type")
  }

  /// An error as the asker understands it: JSON for the API, a page for a person.
  private func failure(_ problem: Problem, for request: HTTPRequest) -> HTTPResponse {
    let isPage = !request.isForAPI && isForPerson(request)
    return isPage ? errorPage(problem) : problem.response(at: request.time)
  }

  /// Whether the asker shows what it gets to a person.
  func isForPerson(_ request: HTTPRequest) -> Bool {
    (request.headers["Accept"] ?? "").bytes(after: "text/html") != nil
  }

  // MARK: Who asks

  /// The player of a request, or `nil` for somebody without a session.
  func player(of request: HTTPRequest) async throws -> PlayerRecord? {
    try await signedIn(of: request)?.player
  }

  /// Who performs a command on a match: anybody may join and becomes a guest by it, the rest needs a player.
  func performer(
    of command: PlayerCommand, on match: MatchID, _ request: HTTPRequest
  ) async throws -> (player: PlayerRecord, cookie: String?) {
    if isJoining(command) {
      // Make sure that there is a match before a guest is made for it, and that it may be known: who is invited
      // sees what a stranger may not.
      do {
        _ = try await service.view(of: match, for: try await player(of: request)?.id)
      } catch ServiceError.refused(.notMember) {
        // Somebody else was quicker, and now the match is for its members alone.
        throw ServiceError.refused(.seatTaken)
      }
      return try await playerOrGuest(of: request)
    }
    guard let player = try await player(of: request) else { throw ServiceError.notSignedIn }
    try limitCommands(of: player)
    return (player, nil)
  }

  private func isJoining(_ command: PlayerCommand) -> Bool {
    switch command {
    case .join, .joinAs: true
    default: false
    }
  }

  /// The player of a request; somebody without a session becomes a guest.
  ///
  /// - Returns: the player and, for a new guest, the cookie to set.
  func playerOrGuest(
    of request: HTTPRequest
  ) async throws -> (player: PlayerRecord, cookie: String?) {
    if let player = try await player(of: request) {
      try limitCommands(of: player)
      return (player, nil)
    }
    if let address = limitKey(of: request) {
      try accounts.limiter.take(accounts.limits.guests, for: .init("guest", address))
    }
    let (player, token) = try await service.makeGuest(receivedAt: request.time)
    return (player, sessionCookie.header(token.text))
  }
}

extension Site {
  private func limitCommands(of player: PlayerRecord) throws(ServiceError) {
    try accounts.limiter.take(
      accounts.limits.commands, for: .init("command", player.id.raw.bytes))
  }

  /// Counts one more change of what others see of a player.
  func limitChanges(of player: PlayerRecord) throws(ServiceError) {
    try accounts.limiter.take(accounts.limits.changes, for: .init("change", player.id.raw.bytes))
  }

  /// Counts one more match that a player makes.
  func limitMatches(of player: PlayerRecord) throws(ServiceError) {
    try accounts.limiter.take(accounts.limits.matches, for: .init("match", player.id.raw.bytes))
  }
}

extension HTTPRequest {
  /// Whether the request is for the API, and not for a page.
  var isForAPI: Bool { segments.first == "v1" }

  /// When the request arrived.
  var time: Timestamp { Timestamp(milliseconds: receivedAt) }
}

extension HTTPRequest {
  /// The value of the first field of the query with this name, found by its bytes.
  func field(_ name: String) -> String? {
    query.first { $0.name.hasSameBytes(as: name) }?.value
  }
}

extension String {
  /// Returns what follows the first place of some ASCII text, or `nil` if it is nowhere.
  func bytes(after text: String) -> Substring.UTF8View? {
    var rest = utf8[...]
    while rest.count >= text.utf8.count {
      if rest.starts(with: text.utf8) { return rest.dropFirst(text.utf8.count) }
      rest = rest.dropFirst()
    }
    return nil
  }
}

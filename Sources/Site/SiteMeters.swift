internal import HTTPServer
internal import Hosting

/// One request on its way through the site, as the figures and the log see it.
struct Exchange: Sendable {
  let method: String
  let startedAt: UInt64
  /// Where it went, if there is such a place.
  var route: Route?
  /// The stable code of the problem it was answered with, if so.
  var code: String?

  init(_ request: HTTPRequest, startedAt: UInt64) {
    method = request.method.rawValue
    self.startedAt = startedAt
  }
}

/// What the site counts.
struct SiteMeters: Sendable {
  /// An answer that takes longer than this is worth a line in the log.
  static let slowNanoseconds: UInt64 = 1_000_000_000

  /// The events that were handed to streams.
  let eventsTold: MetricCounter
  private let requests: MetricCounter
  private let durations: MetricHistogram
  private let commands: MetricCounter

  init(_ metrics: Metrics) {
    requests = metrics.counter(
      "baton_requests_total", "Requests answered, by route and class of status.",
      labels: ["route", "status"])
    durations = metrics.histogram(
      "baton_request_duration_seconds", "Time from a whole request to its answer, by route.",
      labels: ["route"])
    commands = metrics.counter(
      "baton_commands_total", "Commands on matches, by kind and result.",
      labels: ["kind", "result"])
    eventsTold = metrics.counter(
      "baton_events_told_total", "Events of matches that were handed to streams.")
  }

  /// Counts an answered request, and logs it if it was slow or turned away because of too much work.
  func note(_ exchange: Exchange, _ response: HTTPResponse, endedAt: UInt64, in log: Log) {
    let route = exchange.route?.name ?? "none"
    let duration = endedAt &- exchange.startedAt
    requests.add(1, route, "\(response.status / 100)xx")
    durations.observe(nanoseconds: duration, route)
    let result = exchange.code ?? (response.status < 400 ? "ok" : "refused")
    if exchange.method == "POST", let kind = exchange.route?.commandName {
      commands.add(1, kind, result)
    }
    let fields: KeyValuePairs<StaticString, Log.Value> = [
      "method": .text(exchange.method), "route": .text(route),
      "status": .integer(response.status), "code": .text(result),
      "duration": .nanoseconds(duration),
    ]
    log.debug("request", fields)
    if duration > SiteMeters.slowNanoseconds { log.warning("slowRequest", fields) }
    if response.status == 429 { log.info("refusedOverload", fields) }
  }
}

extension Route {
  /// What figures and logs call the route: never the path, which may hold an invitation.
  var name: String {
    switch self {
    case .home: "home"
    case .playForm: "playForm"
    case .chess: "chess"
    case .chessForm: "chessForm"
    case .chessFile: "chessFile"
    case .chessPuzzles: "chessPuzzles"
    case .reversiPuzzles: "reversiPuzzles"
    case .match: "match"
    case .matchFile: "matchFile"
    case .makeMatchForm: "makeMatchForm"
    case .matchForm: "matchForm"
    case .nameForm: "nameForm"
    case .picture: "picture"
    case .transcript: "transcript"
    case .asset: "asset"
    case .health: "health"
    case .ready: "ready"
    case .apiMatches: "apiMatches"
    case .apiMatch: "apiMatch"
    case .apiCommand: "apiCommand"
    case .apiMatchEvents: "apiMatchEvents"
    case .apiFind: "apiFind"
    case .apiGames: "apiGames"
    case .apiPublic: "apiPublic"
    case .apiDescription: "apiDescription"
    case .apiEvents: "apiEvents"
    case .apiMe: "apiMe"
    case .account: "account"
    case .accountForm: "accountForm"
    case .apiAccount: "apiAccount"
    case .apiSession: "apiSession"
    case .apiSessions: "apiSessions"
    case .apiPassword: "apiPassword"
    case .apiTokens: "apiTokens"
    case .apiToken: "apiToken"
    }
  }

  /// The kind of command that a POST to the route performs, if it performs one.
  var commandName: String? {
    switch self {
    case .matchForm(_, let command), .apiCommand(_, let command): command.rawValue
    case .makeMatchForm, .apiMatches: "make"
    case .apiFind: "find"
    default: nil
    }
  }
}

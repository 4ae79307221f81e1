internal import Games
internal import HTTPServer
internal import Matches
internal import Service

/// An error as the API tells it: RFC 9457, with a stable code and, where it helps, the current version.
struct Problem: Error, Sendable {
  let status: Int
  let code: String
  let detail: String
  var version: Int?
  var field: String?
  /// The exchanges that have to be resolved first.
  var exchanges: [Int]?
  /// When it can be tried again, in milliseconds since 1970.
  var retryAt: Int64?
  /// After how many seconds it may be tried again.
  var retryAfter: Int?

  init(status: Int, code: String, detail: String, version: Int? = nil, field: String? = nil) {
    self.status = status
    self.code = code
    self.detail = detail
    self.version = version
    self.field = field
  }

  static func malformed(_ field: String, _ reason: String) -> Problem {
    Problem(status: 400, code: "malformed", detail: reason, field: field)
  }

  static let notFound = Problem(status: 404, code: "notFound", detail: "there is nothing here")

  init(_ error: any Error) {
    guard let error = error as? ServiceError else {
      self = (error as? Problem) ?? Problem.internalError
      return
    }
    switch error {
    case .refused(let refusal): self.init(refusal)
    case .notSignedIn:
      self.init(status: 401, code: "notSignedIn", detail: "sign in first")
    case .unknownMatch:
      self.init(status: 404, code: "notFound", detail: "there is no such match")
    case .unknownGame: self = .malformed("game", "there is no such game")
    case .malformed(let field, let reason): self = .malformed(field, reason)
    case .keyReused:
      self.init(
        status: 422, code: "keyReused", detail: "this key was used before for something else")
    case .tooManyMatches(let limit):
      self.init(
        status: 409, code: "tooManyMatches",
        detail: "you have \(limit) matches that go on; end some first")
    case .nameTaken:
      self.init(
        status: 409, code: "nameTaken",
        detail: "this name, or one that looks like it, belongs to somebody else", field: "name")
    case .hasAccount:
      self.init(status: 409, code: "hasAccount", detail: "you have an account; sign out first")
    case .wrongPassword:
      self.init(
        status: 403, code: "wrongPassword", detail: "name and password do not belong together")
    case .tooMany(let limit):
      self.init(
        status: 409, code: "tooMany", detail: "there are \(limit) already; remove one first")
    case .rateLimited(let seconds):
      self.init(
        status: 429, code: "rateLimited", detail: "too much at once; try again in a while")
      retryAfter = seconds
    case .notAllowed:
      self.init(status: 403, code: "notAllowed", detail: "this token may not do that")
    case .unreadable:
      self.init(
        status: 500, code: "unreadable",
        detail: "this match cannot be read; whoever runs this server finds the reason in its log")
    case .storageFull:
      self.init(
        status: 503, code: "storageFull",
        detail: "the server has no room left to store this; nothing was changed")
    case .unavailable:
      self.init(
        status: 503, code: "unavailable",
        detail: "the server could not store this; try again with the same key")
    }
  }

  private init(_ refusal: Refusal) {
    let status =
      switch refusal {
      case .notMember: 403
      case .notYourTurn, .seatTaken, .invalidState, .staleVersion, .exchangeUnresolved: 409
      case .illegalMove(let error): error.kind == .dataTooLarge ? 413 : 422
      case .invalidParticipant: 422
      case .dataTooLarge: 413
      case .tooSoon: 429
      }
    self.init(status: status, code: refusal.code, detail: refusal.reason)
    switch refusal {
    case .staleVersion(let current): version = current
    case .exchangeUnresolved(let ids): exchanges = ids
    case .tooSoon(let instant): retryAt = instant.milliseconds
    default: break
    }
  }

  /// What a client can do about it, as an English sentence without a full stop.
  private var advice: String? {
    switch code {
    case "malformed": "mend what the field names and send it again"
    case "notSignedIn": "send the cookie or the token of a session"
    case "notMember": "join the match first, if it has an open seat"
    case "notYourTurn": "follow the match's events until it is your turn"
    case "illegalMove": "choose another move in the position that the match shows"
    case "textTooLong", "dataTooLarge": "send less"
    case "staleVersion": "load the match, look again, and name its version"
    case "keyReused": "make a new key for each new command"
    case "invalidParticipant": "name seats or players that can take part as the match stands"
    case "invalidState": "load the match and see what it allows now"
    case "seatTaken": "find or make another match"
    case "exchangeUnresolved": "resolve these exchanges, then send it again"
    case "tooManyMatches": "end or leave one of your matches first"
    case "rateLimited": "wait until the time that is told, then send it again"
    case "tooSlow", "storageFull", "unavailable", "internal":
      "send it again with the same key after a while"
    default: nil
    }
  }

  static let internalError = Problem(
    status: 500, code: "internal", detail: "something went wrong on the server")

  /// The answer of the API to a request that arrived at an instant, from which it counts when to try again.
  func response(at now: Timestamp) -> HTTPResponse {
    let body = Body(
      title: detail, status: status, code: code, advice: advice, version: version, field: field,
      exchanges: exchanges, retryAt: retryAt)
    var response = HTTPResponse.bytes(
      JSON.encode(body), status: status, contentType: "application/problem+json")
    var seconds = retryAfter ?? (status == 503 ? 2 : nil)
    if let retryAt {
      let left = retryAt - now.milliseconds
      seconds = Int(max(1, left / 1000 + (left % 1000 > 0 ? 1 : 0)))
    }
    if let seconds { response.set("Retry-After", String(seconds)) }
    return response
  }

  private struct Body: Encodable {
    var type = "about:blank"
    let title: String
    let status: Int
    let code: String
    let advice: String?
    let version: Int?
    let field: String?
    let exchanges: [Int]?
    let retryAt: Int64?
  }
}

internal import Games
internal import HTTPServer
internal import MatchStore
internal import Matches
internal import Service

/// What a form of the account's page asks for.
enum AccountForm: String, Hashable, Sendable, CaseIterable {
  case register, password, name, tokens, delete
  case signIn = "sign-in"
  case signOut = "sign-out"
  case signOutEverywhere = "sign-out-everywhere"
  case endSession = "end-session"
}

extension Site {
  private struct SignIn: Decodable {
    let name: String
    let password: String
  }

  private struct NewPassword: Decodable {
    let old: String
    let new: String
  }

  private struct Farewell: Decodable {
    let password: String?
  }

  private struct NewToken: Decodable {
    let label: String
    let scopes: [String]
    let days: Int?
  }

  /// An account as its own player sees it.
  private struct Account: Encodable {
    let id: String
    let name: String
    let kind: String

    init(_ player: PlayerRecord) {
      id = player.id.text
      name = player.name
      kind = player.kind.rawValue
    }
  }

  /// A session as its player sees it; its secret is told once, when it is made.
  private struct SessionView: Encodable {
    let id: String
    let kind: String
    let label: String
    let scopes: [String]
    let createdAt: Int64
    let lastUsedAt: Int64
    let expiresAt: Int64?
    let isThis: Bool
    var token: String?

    init(_ session: SessionRecord, of signedIn: SignedIn) {
      id = session.id.text
      kind = session.kind.rawValue
      label = session.label
      scopes = session.scopes.names
      createdAt = session.createdAt.milliseconds
      lastUsedAt = session.lastUsedAt.milliseconds
      expiresAt = session.expiresAt?.milliseconds
      isThis = session.digest == signedIn.session.digest
    }

    private enum CodingKeys: String, CodingKey {
      case id, kind, label, scopes, createdAt, lastUsedAt, expiresAt, token
      case isThis = "this"
    }
  }

  // MARK: The API

  func register(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try JSON.decode(SignIn.self, from: request, fields: ["name", "password"])
    let guest = try await signedIn(of: request)?.player
    let entry = try await accounts.register(
      name: body.name, password: body.password, guest: guest, address: limitKey(of: request))
    return handing(entry, json(Account(entry.player), status: 201))
  }

  func signIn(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try JSON.decode(SignIn.self, from: request, fields: ["name", "password"])
    let entry = try await accounts.signIn(
      name: body.name, password: body.password, device: deviceCookie.value(of: request),
      address: limitKey(of: request))
    return handing(entry, json(Account(entry.player)))
  }

  func signOut(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await accounts.signOut(try await required(request))
    return forgetting(.empty())
  }

  func signOutEverywhere(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await accounts.signOutEverywhere(try await required(request).player.id)
    return forgetting(.empty())
  }

  func changePassword(_ request: HTTPRequest) async throws -> HTTPResponse {
    let signedIn = try await required(request)
    let body = try JSON.decode(NewPassword.self, from: request, fields: ["old", "new"])
    let entry = try await accounts.changePassword(
      of: signedIn.player, from: body.old, to: body.new)
    return handing(entry, json(Account(entry.player)))
  }

  func deleteAccount(_ request: HTTPRequest) async throws -> HTTPResponse {
    let signedIn = try await required(request)
    let password =
      request.body.isEmpty
      ? nil : try JSON.decode(Farewell.self, from: request, fields: ["password"]).password
    try await accounts.deleteAccount(of: signedIn.player, password: password ?? "")
    return forgetting(.empty(), deviceToo: true)
  }

  func listSessions(
    _ request: HTTPRequest, kind: SessionRecord.Kind? = nil
  ) async throws -> HTTPResponse {
    let signedIn = try await required(request)
    let sessions = try await accounts.sessions(of: signedIn.player.id)
    return json(
      sessions.filter { kind == nil || $0.kind == kind }.map { SessionView($0, of: signedIn) })
  }

  func makeToken(_ request: HTTPRequest) async throws -> HTTPResponse {
    let signedIn = try await required(request)
    let body = try JSON.decode(NewToken.self, from: request, fields: ["label", "scopes", "days"])
    guard let scopes = AccessScopes(names: body.scopes) else {
      throw Problem.malformed("scopes", "the scopes are read, play and account")
    }
    let (token, session) = try await accounts.makeToken(
      label: body.label, scopes: scopes, days: body.days ?? Site.tokenDays, by: signedIn)
    var view = SessionView(session, of: signedIn)
    view.token = token.text
    return json(view, status: 201)
  }

  /// How many days a token lasts unless it is said.
  static let tokenDays = 365

  func endToken(_ id: Identifier128, _ request: HTTPRequest) async throws -> HTTPResponse {
    let signedIn = try await required(request)
    guard try await accounts.endSession(id, kind: .token, of: signedIn.player.id) else {
      throw Problem.notFound
    }
    return .empty()
  }

  // MARK: Who asks

  /// The player and session of a request, or `nil` for somebody without.
  ///
  /// This is the one place where a request gets its player, and so where the scopes of a token are held against
  /// what it asks for.
  ///
  /// - Throws: ``ServiceError/notSignedIn`` for a token that opens nothing, ``ServiceError/notAllowed`` for one
  ///   that does not reach as far.
  func signedIn(of request: HTTPRequest) async throws -> SignedIn? {
    guard let shown = BearerToken.shown(by: request) else {
      guard let token = sessionCookie.value(of: request).flatMap(SessionToken.init) else {
        return nil
      }
      return try await accounts.session(for: token, kind: .browser)
    }
    guard let token = shown.token,
      let signedIn = try await accounts.session(for: token, kind: .token)
    else { throw ServiceError.notSignedIn }
    let method = request.method.rawValue
    guard let route = Route(segments: request.segments),
      signedIn.session.scopes.isSuperset(of: route.scope(for: method))
    else { throw ServiceError.notAllowed }
    return signedIn
  }

  /// The player and session of a request that needs one.
  func required(_ request: HTTPRequest) async throws -> SignedIn {
    guard let signedIn = try await signedIn(of: request) else { throw ServiceError.notSignedIn }
    return signedIn
  }

  // MARK: Cookies

  var sessionCookie: Cookie { Cookie("baton", isSecure: isSecure) }
  var deviceCookie: Cookie { Cookie("baton-device", isSecure: isSecure) }

  /// The answer with the session, and with what makes the browser known for the account.
  func handing(_ entry: AccountService.Entry, _ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.add("Set-Cookie", sessionCookie.header(entry.token.text))
    response.add("Set-Cookie", deviceCookie.header(entry.device))
    return response
  }

  /// The answer that takes the session out of the browser; that it was here before stays known.
  func forgetting(_ response: HTTPResponse, deviceToo: Bool = false) -> HTTPResponse {
    var response = response
    response.add("Set-Cookie", sessionCookie.removal)
    if deviceToo { response.add("Set-Cookie", deviceCookie.removal) }
    return response
  }
}

/// The secret of a program, as a request shows it.
enum BearerToken {
  /// A secret, or `nil` for what has not the form of one.
  struct Shown {
    let token: SessionToken?
  }

  /// What stands in `Authorization`, or `nil` if that does not speak of a bearer.
  ///
  /// A request with it is a program's: its cookies do not count.
  static func shown(by request: HTTPRequest) -> Shown? {
    let values = request.headers.values(for: "Authorization")
    guard !values.isEmpty else { return nil }
    guard values.count == 1 else { return Shown(token: nil) }
    let scheme = Array("bearer ".utf8)
    let value = Array(values[0].utf8)
    guard value.count > scheme.count,
      zip(value, scheme).allSatisfy({ $0 | 0x20 == $1 })
    else { return Shown(token: nil) }
    return Shown(
      token: SessionToken(String(decoding: value.dropFirst(scheme.count), as: UTF8.self)))
  }
}

extension AccessScopes {
  private static let named: [(String, AccessScopes)] = [
    ("read", .read), ("play", .play), ("account", .account),
  ]

  /// The names of the scopes, in a fixed order.
  var names: [String] { AccessScopes.named.filter { contains($0.1) }.map(\.0) }

  /// Reads names; `nil` if one of them is none.
  init?(names: [String]) {
    self = []
    for name in names {
      guard let scope = AccessScopes.named.first(where: { $0.0.hasSameBytes(as: name) }) else {
        return nil
      }
      insert(scope.1)
    }
  }
}

extension Route {
  /// What a token must be allowed for this route with a method.
  func scope(for method: String) -> AccessScopes {
    switch self {
    case .account, .accountForm, .apiAccount, .apiSession, .apiSessions, .apiPassword, .apiTokens,
      .apiToken:
      .account
    case .nameForm: .account
    case .apiMe: method == "PUT" ? .account : .read
    default: method == "GET" || method == "HEAD" ? .read : .play
    }
  }
}

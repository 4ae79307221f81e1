import HTTPServer
import Hosting
import Matches
import Service
import Testing

/// Who asks for something.
enum AccountRole: String, CaseIterable, Sendable {
  case anonymous, guest, registered, readToken, playToken, accountToken, expiredToken, revoked
}

/// What an operation comes to for each role: the status, in the order of the roles.
struct AccountOperation: Sendable, CustomTestStringConvertible {
  let method: HTTPMethod
  let target: String
  let body: String
  let statuses: [Int]

  init(_ method: HTTPMethod, _ target: String, _ body: String = "", _ statuses: [Int]) {
    self.method = method
    self.target = target
    self.body = body
    self.statuses = statuses
  }

  var testDescription: String { "\(method.rawValue) \(target)" }
}

@Suite("Who may do what with accounts", .timeLimit(.minutes(3)))
struct AccountRoleTests {
  private static let newcomer = #"{"name":"Grace","password":"correct horse"}"#

  /// Every operation of accounts, and one of each kind of matches.
  ///
  /// The roles: anonymous, guest, registered, and tokens that may read, that may play, that may do everything, one
  /// that is over; and a browser that was signed out elsewhere.
  static let operations: [AccountOperation] = [
    //                                                     anon guest reg  read play acct over revoked
    AccountOperation(.get, "/v1/me", "", [200, 200, 200, 200, 403, 200, 401, 200]),
    AccountOperation(
      .put, "/v1/me", #"{"name":"Grace"}"#, [401, 200, 200, 403, 403, 200, 401, 401]),
    AccountOperation(.post, "/v1/account", newcomer, [201, 201, 409, 403, 403, 409, 401, 201]),
    AccountOperation(
      .delete, "/v1/account", #"{"password":"correct horse"}"#,
      [401, 204, 204, 403, 403, 204, 401, 401]),
    AccountOperation(
      .put, "/v1/account/password", #"{"old":"correct horse","new":"battery staple"}"#,
      [401, 403, 200, 403, 403, 200, 401, 401]),
    AccountOperation(
      .post, "/v1/session", #"{"name":"Ada","password":"correct horse"}"#,
      [200, 200, 200, 200, 200, 200, 200, 200]),
    AccountOperation(.delete, "/v1/session", "", [401, 204, 204, 403, 403, 204, 401, 401]),
    AccountOperation(.get, "/v1/sessions", "", [401, 200, 200, 403, 403, 200, 401, 401]),
    AccountOperation(.delete, "/v1/sessions", "", [401, 204, 204, 403, 403, 204, 401, 401]),
    AccountOperation(.get, "/v1/tokens", "", [401, 200, 200, 403, 403, 200, 401, 401]),
    AccountOperation(
      .post, "/v1/tokens", #"{"label":"b","scopes":["read"]}"#,
      [401, 201, 201, 403, 403, 201, 401, 401]),
    AccountOperation(
      .delete, "/v1/tokens/\(nowhere)", "", [401, 404, 404, 403, 403, 404, 401, 401]),
    AccountOperation(.get, "/account", "", [200, 200, 200, 403, 403, 200, 401, 200]),
    AccountOperation(.get, "/v1/matches", "", [200, 200, 200, 200, 403, 200, 401, 200]),
    AccountOperation(
      .post, "/v1/matches", #"{"game":"reversi"}"#, [201, 201, 201, 403, 201, 201, 401, 201]),
    AccountOperation(.get, "/v1/events", "", [200, 200, 200, 200, 403, 200, 401, 200]),
  ]

  @Test("Each role gets what the table says", arguments: operations, AccountRole.allCases)
  func table(operation: AccountOperation, role: AccountRole) async throws {
    let place = try Place()
    let expected = operation.statuses[try #require(AccountRole.allCases.firstIndex(of: role))]
    let visitor = Visitor(place)
    if role != .anonymous {
      if role == .guest {
        _ = try await visitor.makeMatch()
      } else {
        _ = try await visitor.register("Ada")
      }
    }
    if role == .anonymous || role == .guest, operation.target == "/v1/session" {
      _ = try await Visitor(place).register("Ada")
    }
    let answer: Answer
    switch role {
    case .anonymous, .guest, .registered, .revoked:
      if role == .revoked {
        let other = Visitor(place)
        _ = try await other.signIn("Ada")
        _ = try await other.api(.delete, "/v1/sessions")
      }
      let key = [("Idempotency-Key", "k"), ("Content-Type", "application/json")]
      answer = try await visitor.ask(
        operation.method, operation.target, headers: key, body: operation.body)
    case .readToken, .playToken, .accountToken, .expiredToken:
      let scopes =
        switch role {
        case .readToken: #""read""#
        case .playToken: #""play""#
        default: #""read","play","account""#
        }
      let token = try await visitor.makeToken(scopes)
      if role == .expiredToken { place.time.advance(milliseconds: 86_400_000) }
      answer = try await place.program(
        token, operation.method, operation.target, operation.body, key: "k")
    }
    #expect(answer.status == expected, "\(answer.text.prefix(200))")
    #expect(place.log.entries.isEmpty)
  }

  @Test("Every operation of the table says nothing to a token that was ended")
  func endedToken() async throws {
    for operation in AccountRoleTests.operations where operation.target != "/v1/session" {
      let place = try Place()
      let visitor = Visitor(place)
      _ = try await visitor.register("Ada")
      let token = try await visitor.makeToken(#""read","play","account""#)
      let id = try #require(try await visitor.ask(.get, "/v1/tokens").field("id"))
      #expect(try await visitor.api(.delete, "/v1/tokens/\(id)").status == 204)
      let answer = try await place.program(
        token, operation.method, operation.target, operation.body, key: "k")
      #expect(answer.status == 401, "\(operation.testDescription)")
    }
  }
}

import HTTPServer
import Hosting
import MatchStore
import Matches
import Service
import Site
import Testing

extension Visitor {
  /// Sends a request of the API with a JSON body.
  func api(_ method: HTTPMethod, _ target: String, _ body: String = "") async throws -> Answer {
    let type = body.isEmpty ? [] : [("Content-Type", "application/json")]
    return try await ask(method, target, headers: type, body: body)
  }

  /// Registers, and checks that it succeeds.
  func register(_ name: String, _ password: String = "correct horse") async throws -> Answer {
    let answer = try await api(
      .post, "/v1/account", #"{"name":"\#(name)","password":"\#(password)"}"#)
    #expect(answer.status == 201)
    return answer
  }

  func signIn(_ name: String, _ password: String = "correct horse") async throws -> Answer {
    try await api(.post, "/v1/session", #"{"name":"\#(name)","password":"\#(password)"}"#)
  }

  /// Makes a token and returns its secret.
  func makeToken(_ scopes: String) async throws -> String {
    let answer = try await api(
      .post, "/v1/tokens", #"{"label":"bot","scopes":[\#(scopes)],"days":1}"#)
    #expect(answer.status == 201)
    return try #require(answer.field("token"))
  }
}

extension Place {
  /// Sends a request as a program with a token.
  func program(
    _ token: String, _ method: HTTPMethod, _ target: String, _ body: String = "",
    key: String? = nil
  ) async throws -> Answer {
    var headers = [("Authorization", "Bearer \(token)"), ("Content-Type", "application/json")]
    if let key { headers.append(("Idempotency-Key", key)) }
    return try await send(method, target, headers: headers, body: Array(body.utf8))
  }
}

@Suite("Accounts by the API", .timeLimit(.minutes(2)))
struct AccountAPITests {
  @Test("A guest registers, keeps the matches, leaves and comes back by name and password")
  func walk() async throws {
    let place = try Place()
    let (ada, other) = (Visitor(place), Visitor(place))
    let match = try await ada.makeMatch()
    let id = try await ada.ask(.get, "/v1/me").field("id")
    let made = try await ada.register("Ada")
    #expect(made.field("id") == id)
    #expect(made.field("kind") == "registered")
    #expect(made.cookies.map(\.name) == ["baton", "baton-device"])
    for header in made.headers.values(for: "Set-Cookie") {
      #expect(header.hasSuffix("; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"))
    }
    #expect(try await ada.ask(.get, "/v1/matches").text.contains(match))
    #expect(try await ada.signIn("Ada", "wrong one").code == "wrongPassword")
    #expect(try await other.signIn("nobody", "wrong one").code == "wrongPassword")
    let back = try await other.signIn(" ada ")
    #expect(back.status == 200)
    #expect(back.field("id") == id)
    #expect(try await other.ask(.get, "/v1/matches").text.contains(match))
    let sessions = try await other.ask(.get, "/v1/sessions")
    #expect(sessions.text.components("\"kind\":\"browser\"") == 2)
    #expect(sessions.text.components("\"this\":true") == 1)

    let out = try await other.api(.delete, "/v1/session")
    #expect(out.status == 204)
    #expect(out.headers["Set-Cookie"] == "baton=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
    #expect(try await other.ask(.get, "/v1/me").field("id") == "null")
    #expect(try await ada.ask(.get, "/v1/me").field("id") == id)
    #expect(
      try await Visitor(place).api(
        .post, "/v1/account", #"{"name":"ADA","password":"correct horse"}"#
      ).code == "nameTaken")
    #expect(place.log.entries.isEmpty)
  }

  @Test("Behind TLS the cookies are for this host alone")
  func secure() async throws {
    let place = try Place(baseURL: BaseURL("https://baton.test"))
    let visitor = Visitor(place)
    let made = try await visitor.register("Ada")
    #expect(made.cookies.map(\.name) == ["__Host-baton", "__Host-baton-device"])
    for header in made.headers.values(for: "Set-Cookie") {
      #expect(header.hasSuffix("; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure"))
    }
    #expect(try await visitor.ask(.get, "/v1/me").field("name") == "Ada")
  }

  @Test("After logout, a new password and deletion the old cookie and token are dead")
  func dead() async throws {
    let place = try Place()
    let (first, second) = (Visitor(place), Visitor(place))
    _ = try await first.register("Ada")
    _ = try await second.signIn("Ada")
    let token = try await first.makeToken(#""read""#)
    #expect(try await place.program(token, .get, "/v1/me").field("name") == "Ada")
    let wrong = try await first.api(
      .put, "/v1/account/password", #"{"old":"not that","new":"battery staple"}"#)
    #expect(wrong.code == "wrongPassword")
    let changed = try await first.api(
      .put, "/v1/account/password", #"{"old":"correct horse","new":"battery staple"}"#)
    #expect(changed.status == 200)
    #expect(try await place.program(token, .get, "/v1/me").status == 401)
    #expect(try await second.ask(.get, "/v1/me").field("id") == "null")
    #expect(try await first.ask(.get, "/v1/me").field("name") == "Ada")
    _ = try await second.signIn("Ada", "battery staple")
    #expect(try await second.api(.delete, "/v1/sessions").status == 204)
    #expect(try await first.ask(.get, "/v1/me").field("id") == "null")
    _ = try await first.signIn("Ada", "battery staple")
    let last = try await first.makeToken(#""read","play","account""#)
    #expect(
      try await first.api(.delete, "/v1/account", #"{"password":"nope nope"}"#).code
        == "wrongPassword")
    let gone = try await first.api(.delete, "/v1/account", #"{"password":"battery staple"}"#)
    #expect(gone.status == 204)
    #expect(gone.cookies.map(\.name) == ["baton", "baton-device"])
    #expect(try await place.program(last, .get, "/v1/me").status == 401)
    #expect(try await second.signIn("Ada", "battery staple").code == "wrongPassword")
  }

  @Test("An open stream ends with its session, and shows nothing of it any more")
  func streams() async throws {
    let place = try Place()
    let visitor = Visitor(place)
    _ = try await visitor.register("Ada")
    let token = try await visitor.makeToken(#""read""#)
    let byCookie = try #require(try await visitor.ask(.get, "/v1/events").stream)
    let byToken = try #require(try await place.program(token, .get, "/v1/events").stream)
    #expect(byCookie.isOpen && byToken.isOpen)
    #expect(try await visitor.api(.delete, "/v1/sessions").status == 204)
    #expect(!byCookie.isOpen && !byToken.isOpen)
  }

  @Test("A token is listed without its secret, and ended by its name")
  func tokens() async throws {
    let place = try Place()
    let visitor = Visitor(place)
    _ = try await visitor.register("Ada")
    let token = try await visitor.makeToken(#""read","play""#)
    let list = try await visitor.ask(.get, "/v1/tokens")
    #expect(list.text.contains(#""scopes":["read","play"]"#))
    #expect(!list.text.contains(token))
    let id = try #require(list.field("id"))
    #expect(try await visitor.api(.delete, "/v1/tokens/\(nowhere)").status == 404)
    #expect(try await visitor.api(.delete, "/v1/tokens/\(id)").status == 204)
    #expect(try await place.program(token, .get, "/v1/me").status == 401)
    for (body, field) in [
      (#"{"label":"","scopes":["read"]}"#, "label"), (#"{"label":"x","scopes":[]}"#, "scopes"),
      (#"{"label":"x","scopes":["all"]}"#, "scopes"), (#"{"label":"x"}"#, "scopes"),
      (#"{"label":"x","scopes":["read"],"days":0}"#, "days"),
      (#"{"label":"x","scopes":["read"],"days":367}"#, "days"),
    ] {
      let answer = try await visitor.api(.post, "/v1/tokens", body)
      #expect(answer.status == 400)
      #expect(answer.field("field") == field)
    }
  }

  @Test(
    "What is no token in Authorization is refused, cookie or not",
    arguments: [
      "Bearer", "Basic YTpi", "Bearer x", "bearer \(String(repeating: "0", count: 64))",
      "Bearer \(String(repeating: "A", count: 64))", "Token 1", "",
    ])
  func noToken(value: String) async throws {
    let place = try Place()
    let visitor = Visitor(place)
    _ = try await visitor.makeMatch()
    let answer = try await visitor.ask(.get, "/v1/me", headers: [("Authorization", value)])
    #expect(answer.status == 401)
    #expect(answer.code == "notSignedIn")
  }

  @Test("A program with a token plays without origin, cookie or guest")
  func program() async throws {
    let place = try Place()
    let visitor = Visitor(place)
    _ = try await visitor.register("Ada")
    let token = try await visitor.makeToken(#""read","play""#)
    let made = try await place.program(
      token, .post, "/v1/matches", #"{"game":"reversi"}"#, key: "a")
    #expect(made.status == 201)
    #expect(made.headers["Set-Cookie"] == nil)
    let view = try await place.program(
      token, .get, "/v1/matches/\(try #require(made.field("match")))")
    #expect(view.field("you") == "1")
    // A cookie is no token, and a token no cookie.
    let cookie = try #require(
      await visitor.session?.split(separator: ";").first?.split(separator: "=").last)
    #expect(try await place.program(String(cookie), .get, "/v1/me").status == 401)
    let me = try await place.send(.get, "/v1/me", headers: [("Cookie", "baton=\(token)")])
    #expect(me.field("id") == "null")
  }

  @Test(
    "Bodies that a foreign form could send are refused by the API",
    arguments: [
      "text/plain", "TEXT/PLAIN;charset=utf-8", "multipart/form-data; boundary=x", "", "text/json",
    ])
  func bodies(type: String) async throws {
    let place = try Place()
    let visitor = Visitor(place)
    let match = try await visitor.makeMatch()
    for (method, target) in [
      (HTTPMethod.post, "/v1/matches"), (.put, "/v1/me"), (.post, "/v1/matches/\(match)/quit"),
      (.post, "/v1/account"), (.delete, "/v1/account"), (.post, "/v1/tokens"),
    ] {
      let answer = try await visitor.ask(
        method, target, headers: [("Content-Type", type), ("Idempotency-Key", "k")],
        body: #"{"game":"reversi","name":"x","version":2}"#)
      #expect(answer.status == 415)
    }
  }

  @Test(
    "64 KiB of anything as name, password or label are answered as quickly as a word",
    arguments: ["\u{301}", "\u{1100}", "🇩", "a\u{301}", " ", "ﷺ"])
  func huge(unit: String) async throws {
    let place = try Place()
    let visitor = Visitor(place)
    _ = try await visitor.register("Ada")
    let text = "a" + String(repeating: unit, count: 65_536 / unit.utf8.count)
    let usual = try await span(of: String(repeating: "a", count: 65_536), visitor)
    let span = try await span(of: text, visitor)
    // Hashes of a password and the reading; comparing such texts as texts takes seconds each.
    #expect(span < usual * 4 + .seconds(2))
  }

  /// How long it takes to refuse a text in every place where accounts take one.
  private func span(of text: String, _ visitor: Visitor) async throws -> Duration {
    try await ContinuousClock().measure {
      for (target, body) in [
        ("/v1/session", #"{"name":"\#(text)","password":"wrong one"}"#),
        ("/v1/session", #"{"name":"Ada","password":"\#(text)"}"#),
        ("/v1/account", #"{"name":"\#(text)","password":"correct horse"}"#),
        ("/v1/account", #"{"name":"Bob","password":"\#(text)"}"#),
        ("/v1/tokens", #"{"label":"\#(text)","scopes":["\#(text)"]}"#),
        ("/v1/tokens/", ""), ("/v1/tokens", #"{"label":"\#(text)","scopes":["read"]}"#),
      ] {
        let answer = try await visitor.api(.post, target, body)
        #expect((400...409).contains(answer.status))
      }
    }
  }

  @Test("Addresses are counted apart, and told when to come back")
  func limits() async throws {
    let place = try Place()
    func guest(_ address: String, _ key: String) async throws -> Answer {
      var headers: HTTPHeaders = ["Host": "baton.test"]
      try headers.append("Idempotency-Key", key)
      let request = try #require(
        HTTPRequest(
          method: .post, target: "/v1/matches", headers: headers,
          body: Array(#"{"game":"reversi"}"#.utf8), peerAddress: address))
      return Answer(await place.site.handle(request))
    }
    for number in 0..<60 {
      #expect(try await guest("2001:db8::\(number + 1)", "a\(number)").status == 201)
    }
    let refused = try await guest("2001:db8::ffff:1", "b")
    #expect(refused.status == 429)
    #expect(refused.code == "rateLimited")
    #expect(refused.headers["Retry-After"] == "10")
    #expect(try await guest("2001:db8:0:1::1", "c").status == 201)
    #expect(try await guest("192.0.2.1", "d").status == 201)
    // Behind a proxy that was not named nobody is kept out for what others do.
    for number in 0..<70 {
      #expect(try await guest("127.0.0.1", "e\(number)").status == 201)
    }
  }
}

extension String {
  /// How often a text is in this one.
  fileprivate func components(_ part: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}

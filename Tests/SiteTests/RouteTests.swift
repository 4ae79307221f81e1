import HTTPServer
import Site
import Testing

@Suite("Routes and methods")
struct RouteTests {
  /// Every route with the methods that it answers, in the order of `Allow`.
  static let routes: [(target: String, methods: [String])] = [
    ("/", ["GET"]), ("/play", ["POST"]), ("/m/\(nowhere)", ["GET"]),
    ("/chess", ["GET"]), ("/chess/play", ["POST"]), ("/chess/game.pgn", ["GET"]),
    ("/chess/puzzles", ["GET"]),
    ("/m/\(nowhere)/game.pgn", ["GET"]), ("/matches", ["POST"]),
    ("/m/\(nowhere)/join", ["POST"]), ("/m/\(nowhere)/moves", ["POST"]),
    ("/m/\(nowhere)/quit", ["POST"]), ("/m/\(nowhere)/rematch", ["POST"]), ("/name", ["POST"]),
    ("/games/start.svg", ["GET"]), ("/games/F5D6.txt", ["GET"]), ("/assets/baton.css", ["GET"]),
    ("/favicon.ico", ["GET"]), ("/healthz", ["GET"]), ("/readyz", ["GET"]),
    ("/v1/matches", ["GET", "POST"]), ("/v1/matches/\(nowhere)", ["GET"]),
    ("/v1/matches/\(nowhere)/join", ["POST"]), ("/v1/matches/\(nowhere)/moves", ["POST"]),
    ("/v1/matches/\(nowhere)/quit", ["POST"]), ("/v1/matches/\(nowhere)/rematch", ["POST"]),
    ("/v1/events", ["GET"]), ("/v1/me", ["GET", "PUT"]),
    ("/account", ["GET"]), ("/account/register", ["POST"]), ("/account/sign-in", ["POST"]),
    ("/account/name", ["POST"]), ("/account/password", ["POST"]), ("/account/tokens", ["POST"]),
    ("/account/end-session", ["POST"]), ("/v1/account/password", ["PUT"]),
    ("/v1/tokens", ["GET", "POST"]), ("/v1/tokens/\(nowhere)", ["DELETE"]),
    ("/account/sign-out", ["POST"]), ("/account/sign-out-everywhere", ["POST"]),
    ("/account/delete", ["POST"]), ("/v1/sessions", ["GET", "DELETE"]),
    ("/v1/session", ["POST", "DELETE"]), ("/v1/account", ["POST", "DELETE"]),
  ]

  /// The operations that programs use, on a match that is not there.
  static let operations: [(target: String, methods: [String])] = Site.operations.map {
    ($0.path.replacing("{match}", with: nowhere).replacing("{token}", with: nowhere), $0.methods)
  }

  @Test(
    "What changes something is refused to pages of other sites and to bodies that they can send",
    arguments: operations.filter { $0.methods != ["GET"] })
  func otherSites(target: String, methods: [String]) async throws {
    let place = try Place()
    let visitor = Visitor(place)
    _ = try await visitor.makeMatch()
    let method: HTTPMethod =
      methods.contains("PUT") ? .put : methods.contains("POST") ? .post : .delete
    let body = #"{"game":"reversi"}"#
    for header in [
      ("Origin", "https://evil.test"), ("Origin", "null"),
      ("Origin", "http://baton.test.evil.test"),
      ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"),
    ] {
      let answer = try await visitor.ask(
        method, target, headers: [header, ("Idempotency-Key", "k")], body: body)
      #expect(answer.status == 403 && answer.code == "otherSite", "\(header)")
    }
    for type in [
      "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "",
      "application/jsonx", "text/plain; application/json",
    ] {
      let answer = try await visitor.ask(
        method, target, headers: [("Content-Type", type), ("Idempotency-Key", "k")], body: body)
      #expect(answer.status == 415 && answer.field("field") == "Content-Type", "\(type)")
    }
    let typed = try await visitor.ask(
      method, target, headers: [("Content-Type", "Application/JSON;charset=utf-8")], body: body)
    #expect(typed.status != 415)
  }

  @Test(
    "A route answers its methods and says which, for every other one",
    arguments: routes + operations)
  func methods(target: String, methods: [String]) async throws {
    let place = try Place()
    let allowed =
      (methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]).joined(separator: ", ")
    for method in HTTPMethod.all {
      let answer = try await place.send(method, target)
      let name = method.rawValue
      if name == "OPTIONS" {
        #expect(answer.status == 204)
        #expect(answer.headers["Allow"] == allowed)
        #expect(answer.bytes.isEmpty)
      } else if methods.contains(name) || name == "HEAD" && methods.contains("GET") {
        #expect(answer.status != 405, "\(name) \(target)")
        #expect(answer.status < 500, "\(name) \(target)")
      } else {
        #expect(answer.status == 405, "\(name) \(target)")
        #expect(answer.headers["Allow"] == allowed)
        #expect(answer.code == "methodNotAllowed")
      }
    }
    #expect(place.log.entries.isEmpty)
  }

  @Test(
    "HEAD says what GET would",
    arguments: (routes + operations).filter { $0.methods.contains("GET") })
  func head(target: String, methods: [String]) async throws {
    let place = try Place()
    let get = try await place.send(.get, target)
    let head = try await place.send(.head, target)
    #expect(head.status == get.status)
    #expect(head.headers.fields == get.headers.fields)
    #expect(head.bytes == get.bytes, "the server itself leaves the body away")
  }

  @Test(
    "Where nothing is, nothing is found",
    arguments: [
      "/index.html", "//", "/m", "/m/", "/m/x", "/m/\(nowhere)x", "/m/\(nowhere)/",
      "/m/\(nowhere)/win", "/m/\(nowhere)/join/x", "/play/", "/v1", "/v1/", "/v1/matches/",
      "/v1/matches/x", "/v1/matches/\(nowhere)/", "/v1/matches/\(nowhere)/undo", "/v2/me",
      "/assets", "/assets/", "/assets/x/y", "/assets/..%2Fbaton.css", "/assets/secret.txt",
      "/assets/page.js.gz", "/games/start.png", "/games/start", "/games/", "/Healthz",
      "/healthz/", "/m%2F\(nowhere)", "/m/\(nowhere.uppercased())Z", "/%CC%81", "/na%CC%81me",
      "/.", "/..", "/games/a/b.svg",
    ])
  func nothing(target: String) async throws {
    let place = try Place()
    for accept in ["text/html", "application/json"] {
      let answer = try await place.send(.get, target, headers: [("Accept", accept)])
      #expect(answer.status == 404)
      let isAPI = target.hasPrefix("/v1")
      #expect(
        answer.headers["Content-Type"]
          == (accept == "text/html" && !isAPI
            ? "text/html; charset=utf-8" : "application/problem+json"))
    }
  }
}

@Suite("What every answer carries")
struct HeaderTests {
  @Test(
    "The security headers are exactly these", arguments: RouteTests.routes.map(\.target) + ["/x"])
  func security(target: String) async throws {
    let place = try Place()
    for method in [HTTPMethod.get, .post, .options] {
      let answer = try await place.send(method, target)
      let expected = [
        (
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
            + "img-src 'self'; connect-src 'self'; worker-src 'self'; form-action 'self'; "
            + "base-uri 'none'; frame-ancestors 'none'"
        ), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
      ]
      for (name, value) in expected { #expect(answer.headers.values(for: name) == [value]) }
      let caching = answer.headers.values(for: "Cache-Control")
      let isAsset = target.hasPrefix("/assets/") || target == "/favicon.ico"
      #expect(caching == [isAsset && method == .get ? "no-cache" : "no-store"])
    }
  }

  @Test("No page holds anything inline that the policy forbids")
  func nothingInline() async throws {
    let place = try Place()
    let visitor = Visitor(place)
    let match = try await visitor.makeMatch()
    for target in ["/", "/?game=F5D6&ply=1", "/m/\(match)", "/nothing"] {
      let page = try await visitor.open(target).text
      #expect(page.contains("<!doctype html>"))
      #expect(!page.contains("style=\""), "\(target)")
      #expect(!page.contains("<style"), "\(target)")
      #expect(!page.contains("javascript:"), "\(target)")
      #expect(page.firstRange(of: #/<[^>]+\son[a-z]+=/#) == nil, "\(target)")
      #expect(page.firstRange(of: #/<script(?![^>]*\ssrc="\/assets\/)/#) == nil, "\(target)")
    }
  }

  @Test("A session's cookie is out of the reach of scripts and other sites, for a year")
  func cookie() async throws {
    let place = try Place()
    let answers = [
      try await place.send(
        .post, "/v1/matches", headers: [("Idempotency-Key", "k")],
        body: Array(#"{"game":"reversi"}"#.utf8)),
      try await place.send(
        .post, "/matches", headers: [("Content-Type", "application/x-www-form-urlencoded")],
        body: Array("game=reversi".utf8)),
    ]
    for answer in answers {
      let cookie = try #require(answer.headers["Set-Cookie"])
      let parts = cookie.split(separator: "; ").map { String($0) }
      #expect(parts[0].hasPrefix("baton="))
      #expect(parts[0].utf8.count == 6 + 64)
      #expect(parts.dropFirst() == ["Path=/", "Max-Age=31536000", "HttpOnly", "SameSite=Lax"])
    }
    // Who has a session gets no other one, and nobody gets one for looking.
    let visitor = Visitor(place)
    _ = try await visitor.makeMatch()
    let again = try await visitor.command("/v1/matches", #"{"game":"reversi"}"#)
    #expect(again.headers["Set-Cookie"] == nil)
    #expect(try await Visitor(place).open("/").headers["Set-Cookie"] == nil)
  }

  @Test(
    "A cookie is found among others, and one that is no session's is nobody's",
    arguments: [
      ("%", true), ("a=b; %", true), ("%; c=d", true), ("a=b;%;c=d", true), ("xbaton=1; %", true),
      ("baton=short; x=1", false), ("baton", false), ("baton=", false), (";;;", false),
      ("Baton=%", false), ("b\u{301}aton=1", false), ("baton=00", false),
    ])
  func cookieParsing(template: String, isKnown: Bool) async throws {
    let place = try Place()
    let visitor = Visitor(place)
    _ = try await visitor.makeMatch()
    let cookie = try #require(await visitor.session)
    let answer = try await place.send(
      .get, "/v1/me", headers: [("Cookie", template.replacing("%", with: cookie))])
    #expect(answer.status == 200)
    #expect((answer.field("id") != "null") == isKnown, "\(answer.text)")
  }
}

@Suite("Requests that another site's page sends")
struct OtherSiteTests {
  /// Origin, Sec-Fetch-Site, and whether the request goes through.
  static let matrix: [(origin: String?, site: String?, passes: Bool)] = [
    (nil, nil, true), ("http://baton.test", nil, true), ("https://baton.test", nil, true),
    ("http://evil.test", nil, false), ("null", nil, false), ("", nil, false),
    ("http://baton.test.evil.test", nil, false), ("http://baton.test:8080", nil, false),
    ("baton.test", nil, false), ("http://evil.test/://baton.test", nil, false),
    ("http://baton.test", "same-origin", true), ("null", "same-origin", true),
    (nil, "same-origin", true), (nil, "none", true), (nil, "same-site", false),
    (nil, "cross-site", false), ("http://baton.test", "cross-site", false),
    ("http://evil.test", "cross-site", false), ("http://baton.test", "same-site", false),
    (nil, "", false), (nil, "same-origin, cross-site", false),
  ]

  @Test("Only pages of this site and programs change anything", arguments: matrix)
  func changes(origin: String?, site: String?, passes: Bool) async throws {
    let place = try Place()
    let visitor = Visitor(place)
    let match = try await visitor.makeMatch()
    var headers = [("Idempotency-Key", "k"), ("Content-Type", "application/x-www-form-urlencoded")]
    if let origin { headers.append(("Origin", origin)) }
    if let site { headers.append(("Sec-Fetch-Site", site)) }
    for (target, methods) in RouteTests.routes {
      for method in methods where method != "GET" {
        // By then the visitor has signed out.
        let hasCookie = await visitor.session != nil
        let verb = HTTPMethod.all.first { $0.rawValue == method } ?? .post
        let answer = try await visitor.ask(
          verb, target.replacing(nowhere, with: match), headers: headers, body: "",
          namingOrigin: false)
        // Without a word from a browser, a form in somebody's name is refused.
        let isSilentForm = origin == nil && site == nil && !target.hasPrefix("/v1") && hasCookie
        let mayPass = passes && !isSilentForm
        #expect((answer.code != "otherSite") == mayPass, "\(method) \(target)")
        if !mayPass { #expect(answer.status == 403) }
      }
    }
    let version = try await visitor.ask(.get, "/v1/matches/\(match)").field("version")
    #expect(passes || version == "2", "a refused request changed the match")
    // Looking is allowed from anywhere: the cookie's rules and the headers guard the answer.
    let look = try await visitor.ask(.get, "/", headers: headers)
    #expect(look.status == 200)
  }
}

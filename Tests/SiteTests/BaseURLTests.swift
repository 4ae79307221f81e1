import HTTPServer
import Service
import Site
import Testing

@Suite("The outside address")
struct BaseURLTests {
  @Test(
    "An address is a scheme, a host and perhaps a port",
    arguments: [
      ("http://localhost:8080", "http://localhost:8080", false),
      ("https://play.example.org/", "https://play.example.org", true),
      ("https://[::1]:8443", "https://[::1]:8443", true),
    ])
  func accepted(text: String, kept: String, isSecure: Bool) throws {
    let url = try #require(BaseURL(text))
    #expect(url.text == kept)
    #expect(url.isSecure == isSecure)
  }

  @Test(
    "Anything else is none",
    arguments: [
      "", "play.example.org", "ftp://x", "https://", "https:///", "HTTPS://x", "https://x/y",
      "https://x?y", "https://a b", "https://u@x", "https://x\"", "https://x/\n", "https://é",
      "https://" + String(repeating: "x", count: 256),
    ])
  func refused(text: String) {
    #expect(BaseURL(text) == nil)
  }

  @Test("Behind TLS the cookie is bound to this host, and browsers stay with TLS")
  func secure() async throws {
    let base = try #require(BaseURL("https://play.example.org"))
    let place = try Place(baseURL: base)
    let answer = try await place.send(
      .post, "/v1/matches", headers: [("Idempotency-Key", "k")],
      body: Array(#"{"game":"reversi"}"#.utf8))
    let cookie = try #require(answer.headers["Set-Cookie"])
    #expect(cookie.hasPrefix("__Host-baton="))
    #expect(
      cookie.split(separator: "; ").dropFirst().map { String($0) }
        == ["Path=/", "Max-Age=31536000", "HttpOnly", "SameSite=Lax", "Secure"])
    for target in ["/", "/v1/me", "/assets/page.js", "/nothing"] {
      let look = try await place.send(.get, target)
      #expect(look.headers.values(for: "Strict-Transport-Security") == ["max-age=31536000"])
    }
    #expect(
      try await Place().send(.get, "/").headers["Strict-Transport-Security"] == nil)
    let session = try #require(answer.cookie)
    #expect(
      try await place.send(.get, "/v1/me", headers: [("Cookie", session)]).field("id") != "null")
    // A cookie that another host or a plain connection could have planted counts for nothing.
    let planted = session.replacing("__Host-", with: "")
    for cookie in [planted, "\(planted); x=1"] {
      #expect(
        try await place.send(.get, "/v1/me", headers: [("Cookie", cookie)]).field("id") == "null")
    }
    let stranger = "baton=" + String(repeating: "0", count: 64)
    #expect(
      try await place.send(.get, "/v1/me", headers: [("Cookie", "\(stranger); \(session)")])
        .field("id") != "null")
  }

  @Test("Links and forms are those of the outside address, whatever the request says of its host")
  func links() async throws {
    let base = try #require(BaseURL("https://play.example.org"))
    let place = try Place(baseURL: base)
    let visitor = Visitor(place)
    let match = try await visitor.makeMatch()
    let page = try await visitor.open("/m/\(match)")
    #expect(page.text.contains("value=\"https://play.example.org/m/\(match)\""))
    #expect(!page.text.contains("baton.test"))
    for (origin, passes) in [
      ("https://play.example.org", true), ("http://play.example.org", false),
      ("https://play.example.org:444", false), ("https://evil.test", false),
    ] {
      let answer = try await visitor.ask(
        .post, "/v1/matches", headers: [("Origin", origin), ("Idempotency-Key", "k-\(passes)")],
        body: #"{"game":"reversi"}"#)
      #expect((answer.status == 201) == passes, "\(origin)")
    }
  }
}

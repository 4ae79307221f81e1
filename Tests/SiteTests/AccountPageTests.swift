import HTTPServer
import MatchStore
import Matches
import Service
import Testing

@Suite("The page of the account", .timeLimit(.minutes(2)))
struct AccountPageTests {
  @Test("Without script: register, sign out, sign in, another name and password, tokens, delete")
  func walk() async throws {
    let place = try Place()
    let visitor = Visitor(place)
    let stranger = try await visitor.open("/account")
    #expect(stranger.text.contains("Sign in") && stranger.text.contains("Make an account"))
    #expect(!stranger.text.contains("<script"))
    #expect(try await visitor.open("/").text.contains(#"<a href="/account">Sign in</a>"#))

    let made = try await visitor.submit(
      "/account/register", [("name", "Ada"), ("password", "correct horse")])
    #expect(made.status == 200)
    #expect(made.text.contains("Signed in"))
    #expect(try await visitor.open("/").text.contains(#"<a href="/account">Account</a>"#))
    let renamed = try await visitor.submit("/account/name", [("name", "Ada L.")])
    #expect(renamed.text.contains(#"value="Ada L.""#))

    let token = try await visitor.submit(
      "/account/tokens", [("label", "bot"), ("scope-read", "1"), ("days", "30")])
    let secret = try #require(token.text.between("readonly value=\"", "\" aria-label=\"Token\""))
    #expect(try await place.program(secret, .get, "/v1/me").field("name") == "Ada L.")
    let listed = try await visitor.open("/account")
    #expect(listed.text.contains("<bdi>bot</bdi>: read") && !listed.text.contains(secret))
    let id = try #require(try await visitor.ask(.get, "/v1/tokens").field("id"))
    #expect(
      try await !visitor.submit("/account/end-session", [("id", id)]).text.contains("<bdi>bot"))
    #expect(try await place.program(secret, .get, "/v1/me").status == 401)

    let wrong = try await visitor.submit(
      "/account/password", [("old", "wrong"), ("password", "battery staple")])
    #expect(wrong.status == 403)
    #expect(wrong.text.contains("Name and password do not belong together."))
    let changed = try await visitor.submit(
      "/account/password", [("old", "correct horse"), ("password", "battery staple")])
    #expect(changed.status == 200)
    _ = try await visitor.submit("/account/sign-out", [])
    #expect(try await visitor.ask(.get, "/v1/me").field("id") == "null")
    let back = try await visitor.submit(
      "/account/sign-in", [("name", "ada l."), ("password", "battery staple")])
    #expect(back.text.contains("Signed in"))
    _ = try await visitor.submit("/account/sign-out-everywhere", [])
    #expect(try await visitor.ask(.get, "/v1/me").field("id") == "null")
    _ = try await visitor.submit(
      "/account/sign-in", [("name", "ada l."), ("password", "battery staple")])
    let unsure = try await visitor.submit("/account/delete", [("password", "battery staple")])
    #expect(unsure.status == 400)
    _ = try await visitor.submit(
      "/account/delete", [("password", "battery staple"), ("sure", "1")])
    #expect(try await visitor.ask(.get, "/v1/me").field("id") == "null")
    #expect(place.log.entries.isEmpty)
  }

  @Test("What was wrong is told on the page, with the name and without the password")
  func mistakes() async throws {
    let place = try Place()
    let visitor = Visitor(place)
    let refused = try await visitor.submit(
      "/account/register", [("name", "<b>Ada & \"co\""), ("password", "sh0rt-1")])
    #expect(refused.status == 400)
    #expect(refused.text.contains("A password has 8 to 256 bytes."))
    #expect(refused.text.contains(#"value="&lt;b&gt;Ada &amp; &quot;co&quot;""#))
    #expect(!refused.text.contains("sh0rt-1"))
    #expect(refused.cookie == nil)
    #expect(try await visitor.submit("/account/sign-out", []).status == 401)
    let guessed = try await visitor.submit(
      "/account/sign-in", [("name", "Ada"), ("password", "wrong one")])
    #expect(guessed.status == 403)
    for _ in 0..<9 {
      _ = try await visitor.submit(
        "/account/sign-in", [("name", "Ada"), ("password", "wrong one")])
    }
    let slowed = try await visitor.submit(
      "/account/sign-in", [("name", "Ada"), ("password", "wrong one")])
    #expect(slowed.status == 429)
    #expect(slowed.headers["Retry-After"] == "60")
  }

  @Test("Passwords and tokens are in nothing that goes out but where they are handed out")
  func canaries() async throws {
    let place = try Place()
    let (visitor, friend) = (Visitor(place), Visitor(place))
    let password = "canary-0123456789"
    var said: [Answer] = []
    let match = try await visitor.makeMatch()
    said.append(try await friend.command("/v1/matches/\(match)/join"))
    said.append(try await visitor.register("Ada", password))
    let session = try #require(said.last?.cookies.first?.value)
    let device = try #require(said.last?.cookies.last?.value)
    let token = try await visitor.makeToken(#""read","play","account""#)
    said.removeLast()
    for target in [
      "/", "/account", "/m/\(match)", "/v1/me", "/v1/matches", "/v1/matches/\(match)",
      "/v1/sessions", "/v1/tokens", "/v1/session", "/nothing/\(token)",
    ] {
      said.append(try await visitor.open(target))
      said.append(try await friend.open(target))
      said.append(try await place.program(token, .get, target))
    }
    said.append(
      try await visitor.command("/v1/matches/\(match)/moves", #"{"move":"d3","version":3}"#))
    said.append(
      try await visitor.command(
        "/v1/matches/\(match)/moves", #"{"move":"\#(password)","version":4}"#))
    for name in ["Ada", "Nobody", password + "\u{202E}"] {
      said.append(try await friend.signIn(name, password + "x"))
      said.append(
        try await friend.submit(
          "/account/sign-in", [("name", "Ada"), ("password", password + "x")]))
    }
    said.append(
      try await friend.api(
        .post, "/v1/session", #"{"name":"Ada","password":"\#(password)","password":"x"}"#))
    said.append(
      try await friend.api(.post, "/v1/session", #"{"name":"Ada","password":["\#(password)"]}"#))
    // The store fails at every write.
    place.fault.fail(.unavailable("broken"))
    said.append(
      try await visitor.api(
        .put, "/v1/account/password", #"{"old":"\#(password)","new":"\#(password)-new"}"#))
    said.append(try await visitor.api(.delete, "/v1/account", #"{"password":"\#(password)"}"#))
    said.append(try await friend.signIn("Ada", password))
    said.append(
      try await friend.api(.post, "/v1/account", #"{"name":"Eve","password":"\#(password)"}"#))
    #expect(said.suffix(4).allSatisfy { $0.status == 503 || $0.status == 409 })
    #expect(!place.log.entries.isEmpty)
    var everything = place.log.entries
    for answer in said {
      everything.append(answer.text)
      everything += answer.headers.fields.map { "\($0.name): \($0.value)" }
    }
    for canary in [session, device, token, "canary-0123456789"] {
      for text in everything {
        #expect(!text.contains(canary), "\(text.prefix(300))")
      }
    }
  }
}

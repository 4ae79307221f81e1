import HTTPServer
import Site
import Testing

@Suite("Forms of the pages")
struct FormTests {
  @Test("Two browsers without script play a match from link to rematch")
  func match() async throws {
    let place = try Place()
    let (black, white) = (Visitor(place), Visitor(place))
    var page = try await black.submit("/matches", [("game", "reversi"), ("colour", "black")])
    #expect(page.status == 200)
    let match = try #require(page.text.between("data-match=\"", "\""))
    #expect(page.text.contains("value=\"http://baton.test/m/\(match)\""))
    #expect(page.text.contains("Player 1&#39;s Turn (that&#39;s you)"))
    // Before joining, the other one is shown the way in.
    let look = try await white.open("/m/\(match)")
    #expect(look.text.contains("<div id=\"join\">"))
    page = try await white.submit("/m/\(match)/join", [])
    #expect(page.text.contains("Player 1&#39;s Turn"))
    #expect(page.text.contains("http-equiv=\"refresh\""), "who waits is brought up to date")
    for (ply, move) in shortGame.enumerated() {
      let visitor = ply % 2 == 0 ? black : white
      page = try await visitor.open("/m/\(match)")
      #expect(!page.text.contains("http-equiv=\"refresh\""), "who is to move is not disturbed")
      let form = try #require(page.text.between("<form class=\"board-form\"", "</form>"))
      let action = try #require(form.between("action=\"", "\""))
      let button = try #require(form.between("value=\"\(move)\"", ">"))
      #expect(!button.contains("disabled"))
      var fields = [("move", move)]
      for name in ["version", "key"] {
        fields.append((name, try #require(form.between("name=\"\(name)\" value=\"", "\""))))
      }
      page = try await visitor.submit(action, fields)
      #expect(page.status == 200)
      // Pressing twice, or reloading the answer to the form, is no second move.
      #expect(try await visitor.submit(action, fields).text == page.text)
    }
    #expect(page.text.contains("Match Ended"))
    #expect(page.text.contains("<span class=\"state\">won</span>"))
    #expect(page.text.contains("<div id=\"rematch\">"))
    let again = try await white.submit("/m/\(match)/rematch", [])
    #expect(again.text.contains("data-you=\"1\""))
    let next = try #require(again.text.between("data-match=\"", "\""))
    #expect(try await black.submit("/m/\(match)/rematch", []).text.contains(next))
    #expect(try await black.open("/").text.contains("/m/\(next)"))
  }

  @Test("A form of an older view changes nothing and shows how things stand")
  func oldView() async throws {
    let place = try Place()
    let visitor = Visitor(place)
    let match = try await visitor.makeMatch()
    let path = "/m/\(match)/moves"
    _ = try await visitor.submit(path, [("move", "d3"), ("version", "2"), ("key", "a")])
    let page = try await visitor.submit(path, [("move", "c4"), ("version", "2"), ("key", "b")])
    #expect(page.status == 200)
    #expect(page.text.contains("data-match=\"\(match)\""))
    #expect(try await visitor.ask(.get, "/v1/matches/\(match)").field("version") == "3")
  }

  @Test("A mistake is told on a page for people, and changes nothing")
  func mistakes() async throws {
    let place = try Place()
    let visitor = Visitor(place)
    let match = try await visitor.makeMatch()
    let path = "/m/\(match)/moves"
    let cases: [([(String, String)], Int)] = [
      ([("move", "a1"), ("version", "2"), ("key", "a")], 422), ([("version", "2")], 422),
      ([("move", "d3")], 400), ([("move", "d3"), ("version", "x")], 400),
      ([("move", "d3"), ("version", "2"), ("key", "a b")], 400),
      ([("move", "d3"), ("version", "2"), ("key", String(repeating: "k", count: 64))], 400),
    ]
    for (fields, status) in cases {
      let page = try await visitor.submit(path, fields)
      #expect(page.status == status)
      #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
      #expect(page.text.contains("Oops, there was a problem. Try that again."))
    }
    #expect(try await visitor.ask(.get, "/v1/matches/\(match)").field("version") == "2")
    #expect(
      try await Visitor(place).submit(path, [("move", "d3"), ("version", "2")]).status == 401)
    #expect(try await visitor.submit("/m/\(nowhere)/join", []).status == 404)
    #expect(try await visitor.submit("/matches", [("game", "go")]).status == 400)
  }

  @Test("Quitting after a move of the same view is a command of its own")
  func quitAfterMove() async throws {
    let place = try Place()
    let visitor = Visitor(place)
    let match = try await visitor.makeMatch()
    _ = try await visitor.submit(
      "/m/\(match)/moves", [("move", "d3"), ("version", "2"), ("key", "k")])
    let page = try await visitor.submit("/m/\(match)/quit", [("version", "3"), ("key", "k")])
    #expect(page.text.contains("Match Ended"))
  }

  @Test(
    "Fields are decoded as forms encode them",
    arguments: [
      ("name=Ann+Lee", "Ann Lee"), ("name=Ann%20Lee", "Ann Lee"), ("name=%41nn", "Ann"),
      ("name=Zo%C3%AB", "Zoë"), ("name=Zo%c3%ab", "Zoë"), ("name=a%3Db%26c", "a=b&c"),
      ("name=a=b", "a=b"), ("name=x&name=y", "x"), ("other=1&&name=x&", "x"), ("n%61me=x", "x"),
      ("name=%2B1", "+1"), ("a&name=x", "x"), ("=&name=x", "x"),
    ])
  func decoding(body: String, name: String) async throws {
    let place = try Place()
    let visitor = Visitor(place)
    _ = try await visitor.makeMatch()
    let answer = try await visitor.ask(
      .post, "/name",
      headers: [("Content-Type", "Application/X-WWW-Form-URLEncoded; charset=utf-8")],
      body: body)
    #expect(answer.status == 303)
    #expect(answer.headers["Location"] == "/")
    #expect(try await visitor.ask(.get, "/v1/me").field("name") == name)
  }

  @Test(
    "What is not encoded as forms are is refused",
    arguments: [
      "name=%", "name=%4", "name=%zz", "name=%C3", "name=%FF%FE", "%=x", "name=x&b=%G0",
      "name=", "", "nom=x", "name=%00", "name=a%0", String(repeating: "a=b&", count: 51) + "name=x",
    ])
  func broken(body: String) async throws {
    let place = try Place()
    let visitor = Visitor(place)
    _ = try await visitor.makeMatch()
    let before = try await visitor.ask(.get, "/v1/me").text
    let answer = try await visitor.ask(
      .post, "/name", headers: [("Content-Type", "application/x-www-form-urlencoded")], body: body)
    #expect(answer.status == 400)
    #expect(try await visitor.ask(.get, "/v1/me").text == before)
  }

  @Test(
    "Only the type that forms have is taken",
    arguments: [
      nil, "text/plain", "application/json", "multipart/form-data; boundary=x", "",
      "application/x-www-form-urlencodedish", "x/application/x-www-form-urlencoded",
    ])
  func type(type: String?) async throws {
    let place = try Place()
    for target in ["/name", "/matches", "/play", "/m/\(nowhere)/join"] {
      let answer = try await place.send(
        .post, target, headers: type.map { [("Content-Type", $0)] } ?? [], body: Array("a=b".utf8))
      #expect(answer.status == 415)
      #expect(answer.headers["Set-Cookie"] == nil)
    }
  }
}

@Suite("Pages")
struct PageTests {
  @Test(
    "A hostile name is text on every page and in every answer",
    arguments: [
      "<img src=x>", "\"><b>x</b>", "'-alert(1)-'", "</title><i>", "&lt;b&gt;", "`${1}`",
      "]]>--><x>",
    ])
  func hostileNames(name: String) async throws {
    let place = try Place()
    let (black, white) = (Visitor(place), Visitor(place))
    let match = try await black.makeMatch()
    _ = try await white.command("/v1/matches/\(match)/join")
    for visitor in [black, white] { _ = try await visitor.submit("/name", [("name", name)]) }
    let escaped = name.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    for (visitor, target) in [(black, "/"), (black, "/m/\(match)"), (white, "/m/\(match)")] {
      let page = try await visitor.open(target).text
      #expect(page.contains("<bdi>\(escaped)</bdi>"))
      if name != escaped { #expect(!page.contains(name)) }
    }
    let view = try await white.ask(.get, "/v1/matches/\(match)")
    #expect(view.headers["Content-Type"] == "application/json")
    #expect(view.headers["X-Content-Type-Options"] == "nosniff")
  }

  @Test("What stands in the address or the head becomes text too")
  func hostileAddress() async throws {
    let place = try Place()
    let evil = "\"><script>alert(1)</script>"
    let visitor = Visitor(place)
    let match = try await visitor.makeMatch()
    for field in ["game", "move", "level", "colour", "mode", "open", "ply", "undo", evil] {
      let page = try await visitor.open("/?\(field.formEncoded)=\(evil.formEncoded)")
      #expect(page.status == 200)
      #expect(!page.text.contains("<script>alert"))
      let posted = try await visitor.submit("/play", [(field, evil)])
      #expect(!posted.text.contains("<script>alert"))
    }
    let cookie = try #require(await visitor.session)
    let request = try #require(
      HTTPRequest(
        method: .get, target: "/m/\(match)",
        headers: hostile(cookie: cookie, host: "a\"><script>alert(1)</script>")))
    let page = Answer(await place.site.handle(request))
    #expect(page.status == 200)
    #expect(!page.text.contains("<script>alert"))
  }

  private func hostile(cookie: String, host: String) -> HTTPHeaders {
    var headers = HTTPHeaders()
    try? headers.append("Cookie", cookie)
    try? headers.append("Host", host)
    try? headers.append("Accept", "text/html")
    return headers
  }

  @Test("The first page has a board to play on at once, and no session yet")
  func first() async throws {
    let place = try Place()
    let page = try await Visitor(place).open("/")
    #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(page.text.contains("Your turn, Black"))
    #expect(page.text.components(of: "name=\"move\"") == 64)
    #expect(page.text.components(of: "is-target") == 4)
    #expect(page.text.contains("id=\"no-matches\""))
    #expect(page.text.contains("<html lang=\"en\">"))
  }

  @Test("A spectator sees the match and cannot move")
  func spectator() async throws {
    let place = try Place()
    let (black, white) = (Visitor(place), Visitor(place))
    let match = try await black.makeMatch()
    _ = try await white.command("/v1/matches/\(match)/join")
    let page = try await Visitor(place).open("/m/\(match)").text
    #expect(page.contains("data-you=\"\""))
    #expect(page.components(of: "is-target") == 0)
    #expect(page.contains("<div id=\"join\" hidden>"))
    #expect(page.contains("<div id=\"quit\" hidden>"))
    #expect(!page.contains("(you)"))
  }

  @Test("An error is a page for a person and JSON for a program")
  func errors() async throws {
    let place = try Place()
    for (accept, type) in [
      ("text/html", "text/html; charset=utf-8"), ("*/*", "application/problem+json"),
      ("application/json, text/html;q=0.1", "text/html; charset=utf-8"),
    ] {
      let answer = try await place.send(.get, "/m/\(nowhere)", headers: [("Accept", accept)])
      #expect(answer.status == 404)
      #expect(answer.headers["Content-Type"] == type)
    }
    let api = try await place.send(
      .get, "/v1/matches/\(nowhere)", headers: [("Accept", "text/html")])
    #expect(api.headers["Content-Type"] == "application/problem+json")
  }
}

extension String {
  /// How often a text stands in this one.
  func components(of text: String) -> Int { ranges(of: text).count }
}

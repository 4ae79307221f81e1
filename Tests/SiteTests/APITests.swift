import Games
import HTTPServer
import Matches
import MatchStore
import Testing

@Suite("The API")
struct APITests {
  @Test("Make, join, move and end, as two programs do it")
  func walk() async throws {
    let place = try Place()
    let (black, white) = (Visitor(place), Visitor(place))
    let made = try await black.command("/v1/matches", #"{"game":"reversi"}"#, key: "make")
    let match = try #require(made.field("match"))
    #expect(made.status == 201)
    #expect(made.headers["Location"] == "/v1/matches/\(match)")
    #expect(made.headers["Content-Type"] == "application/json")
    let path = "/v1/matches/\(match)"
    #expect(try await white.command("\(path)/join").field("version") == "3")
    for (ply, move) in shortGame.enumerated() {
      let visitor = ply % 2 == 0 ? black : white
      let answer = try await visitor.command(
        "\(path)/moves", #"{"move":"\#(move)","version":\#(ply + 3)}"#)
      #expect(answer.status == 200)
      #expect(answer.field("version") == (ply == 8 ? "13" : "\(ply + 4)"))
    }
    let view = try await white.ask(.get, path)
    #expect(view.text.contains(#""status":"ended","statusLine""#))
    #expect(view.text.contains(#""scores":[64,0]"#))
    #expect(view.field("statusLine") == "Match Ended")
    let again = try await white.command("\(path)/rematch")
    #expect(try await black.command("\(path)/rematch").text == again.text)
    let list = try await white.ask(.get, "/v1/matches")
    #expect(list.field("yourTurn") == "true")
    #expect(list.field("id") == again.field("match"))
  }

  @Test("Somebody without a session has no matches and no name, and may watch")
  func nobody() async throws {
    let place = try Place()
    let match = try await Visitor(place).makeMatch()
    #expect(try await place.send(.get, "/v1/matches").text == "[]")
    #expect(try await place.send(.get, "/v1/me").text == #"{"id":null,"name":null}"#)
    let view = try await place.send(.get, "/v1/matches/\(match)")
    #expect(view.status == 200)
    #expect(view.field("you") == nil)
    for (target, body) in [
      ("moves", #"{"move":"d3","version":2}"#), ("quit", #"{"version":2}"#), ("rematch", ""),
    ] {
      let answer = try await place.send(
        .post, "/v1/matches/\(match)/\(target)", headers: [("Idempotency-Key", "k")],
        body: Array(body.utf8))
      #expect(answer.status == 401)
      #expect(answer.code == "notSignedIn")
    }
  }

  @Test("Each refusal has its status and code, and the current version where that helps")
  func problems() async throws {
    let place = try Place()
    let (black, white, third) = (Visitor(place), Visitor(place), Visitor(place))
    let match = try await black.makeMatch()
    let path = "/v1/matches/\(match)"
    _ = try await white.command("\(path)/join")
    _ = try await third.makeMatch()
    func expect(
      _ answer: Answer, _ status: Int, _ code: String, _ line: SourceLocation = #_sourceLocation
    ) {
      #expect(answer.status == status, sourceLocation: line)
      #expect(answer.code == code, sourceLocation: line)
      #expect(answer.field("status") == "\(status)", sourceLocation: line)
      #expect(answer.field("type") == "about:blank", sourceLocation: line)
      #expect(answer.field("title")?.isEmpty == false, sourceLocation: line)
      #expect(
        answer.headers["Content-Type"] == "application/problem+json", sourceLocation: line)
    }
    let move = #"{"move":"d3","version":3}"#
    expect(try await third.command("\(path)/moves", move), 403, "notMember")
    expect(try await third.command("\(path)/join"), 409, "seatTaken")
    expect(try await white.command("\(path)/moves", move), 409, "notYourTurn")
    expect(
      try await black.command("\(path)/moves", #"{"move":"a1","version":3}"#), 422, "illegalMove")
    expect(try await black.command("\(path)/rematch"), 409, "invalidState")
    let stale = try await black.command("\(path)/moves", #"{"move":"d3","version":2}"#)
    expect(stale, 409, "staleVersion")
    #expect(stale.field("version") == "3")
    _ = try await black.command("\(path)/moves", move, key: "same")
    expect(
      try await black.command("\(path)/moves", #"{"move":"c4","version":3}"#, key: "same"), 422,
      "keyReused")
    expect(try await black.ask(.get, "/v1/matches/\(nowhere)"), 404, "notFound")
    expect(try await black.command("/v1/matches/\(nowhere)/join"), 404, "notFound")
    let game = try await black.command("/v1/matches", #"{"game":"go"}"#)
    expect(game, 400, "malformed")
    #expect(game.field("field") == "game")
    #expect(place.log.entries.isEmpty)
  }

  @Test("Every command needs a key of 1 to 64 printable characters; without one no guest is made")
  func keys() async throws {
    let place = try Place()
    let visitor = Visitor(place)
    let match = try await visitor.makeMatch()
    let path = "/v1/matches/\(match)"
    let commands = [
      ("/v1/matches", #"{"game":"reversi"}"#), ("\(path)/join", ""),
      ("\(path)/moves", #"{"move":"d3","version":2}"#), ("\(path)/quit", #"{"version":2}"#),
      ("\(path)/rematch", ""),
    ]
    for (target, body) in commands {
      for key in [nil, "", "a b", String(repeating: "k", count: 65), "ü"] {
        let headers = key.map { [("Idempotency-Key", $0)] } ?? []
        let answer = try await visitor.ask(.post, target, headers: headers, body: body)
        #expect(answer.status == 400)
        #expect(answer.field("field") == "Idempotency-Key")
        let guest = try await place.send(.post, target, headers: headers, body: Array(body.utf8))
        #expect(guest.status == 400)
        #expect(guest.headers["Set-Cookie"] == nil)
      }
    }
    #expect(try await visitor.ask(.get, path).field("version") == "2")
    let longest = String(repeating: "k", count: 64)
    #expect(
      try await visitor.command("\(path)/moves", #"{"move":"d3","version":2}"#, key: longest)
        .status == 200)
  }

  @Test("The same request again gets the same answer, byte for byte")
  func repetition() async throws {
    let place = try Place()
    let visitor = Visitor(place)
    _ = try await visitor.makeMatch()
    let first = try await visitor.command("/v1/matches", #"{"game":"reversi"}"#, key: "x")
    let second = try await visitor.command(
      "/v1/matches", #"{ "seat": 1, "game": "reversi" }"#, key: "x")
    #expect(first.bytes == second.bytes)
    #expect(first.status == second.status)
    let other = try await visitor.command("/v1/matches", #"{"game":"reversi","seat":2}"#, key: "x")
    #expect(other.status == 422)
  }

  @Test("A name is changed by PUT, and kept as it was if it is refused")
  func name() async throws {
    let place = try Place()
    let visitor = Visitor(place)
    _ = try await visitor.makeMatch()
    let changed = try await visitor.ask(.put, "/v1/me", body: #"{"name":"  Ann\t Lee "}"#)
    #expect(changed.text == #"{"name":"Ann Lee"}"#)
    for name in [#"\u202eAnn"#, "", String(repeating: "x", count: 25), #"a\u0000"#] {
      let answer = try await visitor.ask(.put, "/v1/me", body: #"{"name":"\#(name)"}"#)
      #expect(answer.status == 400)
      #expect(answer.field("field") == "name")
    }
    #expect(try await visitor.ask(.get, "/v1/me").field("name") == "Ann Lee")
    let stranger = try await place.send(.put, "/v1/me", body: Array(#"{"name":"x"}"#.utf8))
    #expect(stranger.status == 401)
  }

  @Test(
    "A store that fails is told without anything from inside, and logged",
    arguments: [
      (StoreError.unavailable("/var/lib/baton.db: SQL error near SELECT"), "unavailable"),
      (.storageFull, "storageFull"), (.invalid("/var/lib/baton.db SELECT"), "unavailable"),
    ])
  func failingStore(error: StoreError, code: String) async throws {
    let place = try Place()
    let visitor = Visitor(place)
    let match = try await visitor.makeMatch()
    place.fault.fail(error)
    let answers = [
      try await visitor.command("/v1/matches", #"{"game":"reversi"}"#),
      try await visitor.command(
        "/v1/matches/\(match)/moves", #"{"move":"d3","version":2}"#, key: "m"),
      try await visitor.ask(.get, "/readyz"),
      try await visitor.ask(.put, "/v1/me", body: #"{"name":"x"}"#),
      try await visitor.submit(
        "/m/\(match)/moves", [("move", "d3"), ("version", "2"), ("key", "f")]),
    ]
    for answer in answers {
      #expect(answer.status == 503)
      for word in ["/var", "SELECT", "baton.db", "StoreError", "unavailable(", ".swift"] {
        #expect(!answer.text.contains(word), "\(answer.text) tells \(word)")
      }
    }
    for answer in answers.dropLast() {
      #expect(answer.code == code)
      #expect(answer.headers["Retry-After"] == "2")
    }
    #expect(place.log.entries.count == answers.count)
    place.fault.fail(nil)
    #expect(try await visitor.ask(.get, "/readyz").text == "ready\n")
    let later = try await visitor.command(
      "/v1/matches/\(match)/moves", #"{"move":"d3","version":2}"#, key: "m")
    #expect(later.field("version") == "3")
  }

  @Test("A damaged match is told without anything from inside; the reason is in the log")
  func damage() async throws {
    let place = try Place()
    let match = try await Visitor(place).makeMatch()
    await place.store.damage(try MatchID(text: match), number: 1)
    let other = try Place(over: place)
    let answer = try await other.send(.get, "/v1/matches/\(match)")
    #expect(answer.status == 500)
    #expect(answer.code == "unreadable")
    #expect(!answer.text.contains("checksum"))
    #expect(other.log.entries.count == 1)
    #expect(other.log.entries[0].contains("checksum"))
    #expect(try await other.send(.get, "/healthz").text == "ok\n")
  }
}

@Suite("Bodies of the API")
struct BodyTests {
  /// Bodies of a move that are refused, and the field that is named.
  static let refused: [(body: String, field: String)] = [
    ("", "body"), (" ", "body"), ("null", "body"), ("[]", "body"), ("\"move\"", "body"),
    ("12", "body"), ("{", "body"), ("}", "body"), ("{}", "move"),
    (#"{"move":"d3"}"#, "version"), (#"{"version":2}"#, "move"),
    (#"{"move":"d3","version":2"#, "body"), (#"{"move":"d3","version":2}}"#, "body"),
    (#"{"move":"d3","version":2} x"#, "body"), (#"{"move":"d3","version":2}{}"#, "body"),
    (#"{"move":"d3","version":2,}"#, "body"), (#"{,"move":"d3","version":2}"#, "body"),
    (#"{"move":"d3",,"version":2}"#, "body"), (#"{"move":"d3" "version":2}"#, "body"),
    (#"{"move":"d3","version":2,"move":"c4"}"#, "move"),
    (#"{"move":"d3","version":2,"version":2}"#, "version"),
    (#"{"move":"d3","version":2,"m\u006fve":"c4"}"#, "body"),
    (#"{"move":"d3","version":2,"x":{"y":1,"y":1}}"#, "x"),
    (#"{"move":"d3","version":2,"extra":false}"#, "extra"),
    (#"{"move":"d3","version":2,"Move":"d3"}"#, "Move"),
    (#"{"move":"d3","version":2,"role":1}"#, "role"),
    (#"{"move":"d3","version":2,"results.seat":1}"#, "results.seat"),
    (#"{"move":"d3","version":null}"#, "version"),
    (#"{"move":{"move":"d3"},"version":2}"#, "move"),
    (#"{"move":"d3","version":-1e400}"#, "version"),
    (#"{"move":"d3","version":"2"}"#, "version"), (#"{"move":3,"version":2}"#, "move"),
    (#"{"move":null,"version":2}"#, "move"), (#"{"move":["d3"],"version":2}"#, "move"),
    (#"{"move":"d3","version":2.5}"#, "version"), (#"{"move":"d3","version":1e99}"#, "version"),
    (#"{"move":"d3","version":99999999999999999999}"#, "version"),
    (#"{"move":"d3","version":02}"#, "version"), (#"{"move":"d3","version":+2}"#, "version"),
    (#"{"move":"d3","version":2.}"#, "version"), (#"{"move":"d3","version":.2}"#, "version"),
    (#"{"move":"d3","version":0x2}"#, "version"), (#"{"move":"d3","version":NaN}"#, "version"),
    (#"{"move":"d3","version":true}"#, "version"), (#"{"move":"d3","version":-}"#, "version"),
    (#"{'move':'d3','version':2}"#, "body"), (#"{move:"d3",version:2}"#, "body"),
    (#"{"move":"d3","version":2/*x*/}"#, "body"), ("{\"move\":\"d\u{0}3\",\"version\":2}", "move"),
    ("{\"move\":\"d3\n\",\"version\":2}", "move"),
    ("\u{FEFF}{\"move\":\"d3\",\"version\":2}", "body"),
    ("{\"move\":\"d3\",\"version\":2}\u{0}", "body"), (#"{"move":"\ud800","version":2}"#, "move"),
    (#"{"move":"\x","version":2}"#, "move"), (#"{"move":"d3\"#, "move"),
    (#"{"move":"d3","version":2,"x":"# + String(repeating: "[", count: 5000) + "}", "x"),
    (#"{"a":"# + String(repeating: #"{"a":"#, count: 5000), "a"),
    (#"{"move":""# + String(repeating: "d", count: 16_385) + #"","version":2}"#, "move"),
    ("{" + (0..<40).map { "\"f\($0)\":1" }.joined(separator: ",") + "}", "f0"),
    ("{\"" + String(repeating: "\u{301}", count: 60_000) + "\":1}", "body"),
  ]

  @Test(
    "What not every reader would understand alike is refused, with the field", arguments: refused)
  func refusedBody(body: String, field: String) async throws {
    let place = try Place()
    let visitor = Visitor(place)
    let match = try await visitor.makeMatch()
    let answer = try await visitor.command("/v1/matches/\(match)/moves", body)
    #expect(answer.status == 400)
    #expect(answer.code == "malformed")
    // What cannot be read at all may be laid to the field or to the body.
    #expect(answer.field("field") == field || answer.field("field") == "body", "\(answer.text)")
    #expect(try await visitor.ask(.get, "/v1/matches/\(match)").field("version") == "2")
  }

  @Test(
    "White space, order and escapes in values are as RFC 8259 has them",
    arguments: [
      "{\"version\" : 2 ,\r\n\t\"move\": \"d3\" }\n", #"{"move":"\u0064\u0033","version":2}"#,
      #"{"move":"D3","version":2.0}"#, #"{"move":"d\u0033","version":20e-1}"#,
    ])
  func acceptedBody(body: String) async throws {
    let place = try Place()
    let visitor = Visitor(place)
    let match = try await visitor.makeMatch()
    let answer = try await visitor.command("/v1/matches/\(match)/moves", body)
    #expect(answer.status == 200, "\(answer.text)")
  }

  @Test("Other encodings and broken UTF-8 are refused")
  func encodings() async throws {
    let place = try Place()
    let text = #"{"game":"reversi"}"#
    let bodies: [[UInt8]] = [
      text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] },
      text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] },
      [0xEF, 0xBB, 0xBF] + Array(text.utf8), Array(#"{"game":"reversi"#.utf8) + [0xFF, 0x22, 0x7D],
      Array(#"{"game":""#.utf8) + [0xC0, 0xAF, 0x22, 0x7D],
    ]
    for body in bodies {
      let answer = try await place.send(
        .post, "/v1/matches", headers: [("Idempotency-Key", "k")], body: body)
      #expect(answer.status == 400)
      #expect(answer.headers["Set-Cookie"] == nil)
    }
  }

  @Test(
    "Mutated bodies are answered, and never by a failure of the server",
    arguments: 1...10 as ClosedRange<UInt64>)
  func mutated(seed: UInt64) async throws {
    var generator = Chance(seed: seed)
    let place = try Place()
    let visitor = Visitor(place)
    let match = try await visitor.makeMatch()
    let bodies = [
      ("moves", #"{"move":"dé\n3","version":2}"#), ("ask", #"{"to":[2],"payload":"x","time":1e3}"#),
      ("turn", #"{"data":"","next":[2,1],"results":[{"seat":2,"outcome":"won"}],"version":2}"#),
      ("answer", #"{"offer":5,"accept":true}"#),
    ]
    for _ in 0..<1000 {
      let (command, body) = bodies[Int.random(in: 0..<bodies.count, using: &generator)]
      var bytes = Array(body.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: index)
        }
      }
      let cookie = try #require(await visitor.session)
      let answer = try await place.send(
        .post, "/v1/matches/\(match)/\(command)",
        headers: [("Cookie", cookie), ("Idempotency-Key", "k")], body: bytes)
      #expect([200, 400, 409, 422].contains(answer.status), "\(bytes): \(answer.text)")
      if answer.status == 400 {
        #expect(answer.code == "malformed" && answer.field("field") != nil, "\(answer.text)")
      }
    }
  }

  @Test("64 KiB of combining marks cost no more than 64 KiB of letters")
  func marks() async throws {
    let place = try Place()
    let visitor = Visitor(place)
    let match = try await visitor.makeMatch()
    let clock = ContinuousClock()
    func cost(_ unit: String) async throws -> Duration {
      let text = String(repeating: unit, count: 60_000 / unit.utf8.count)
      let short = String(repeating: unit, count: 3_000 / unit.utf8.count)
      let header = String(repeating: unit, count: 12_000 / unit.utf8.count)
      return try await clock.measure {
        let path = "/v1/matches/\(match)/moves"
        for body in [
          #"{"\#(text)":1}"#, #"{"move":"\#(text)","version":2}"#,
          #"{"move":"\#(short)","version":2}"#,
        ] {
          #expect([400, 422].contains(try await visitor.command(path, body).status))
        }
        for body in [#"{"game":"\#(text)"}"#, #"{"game":"reversi","\#(text)":1}"#] {
          #expect(try await visitor.command("/v1/matches", body).status == 400)
        }
        #expect(
          try await visitor.ask(.put, "/v1/me", body: #"{"name":"\#(text)"}"#).status == 400)
        for fields in [
          [(text, "x"), ("name", "x\(text)")], [("name", text)],
          (0..<10).map { _ in (short, "x") },
        ] {
          #expect(try await visitor.submit("/name", fields).status == 400)
          #expect(try await visitor.submit("/play", fields).status < 500)
          let stale = [("version", "1"), ("move", "d3"), ("ply", text)]
          #expect(try await visitor.submit("/m/\(match)/moves", stale + fields).status < 500)
        }
        _ = try await visitor.submit("/play", [("game", text), ("open", text), ("move", text)])
        for name in ["Cookie", "Accept", "Accept-Encoding", "Origin", "Sec-Fetch-Site", "Host"] {
          _ = try await place.send(.get, "/assets/page.js", headers: [(name, "x" + header)])
          _ = try await place.send(.post, "/play", headers: [(name, "x" + header)])
        }
        let target = String(repeating: unit, count: 2_000 / unit.utf8.count).formEncoded
        #expect(try await place.send(.get, "/" + target).status == 404)
        _ = try await visitor.open("/?\(target.prefix(1_980))=1&game=\(target.prefix(1_980))")
      }
    }
    // What hashes or compares the marks takes seconds, hundreds of times as long as the letters do. The best of
    // some runs is looked at, since others use this machine too.
    for unit in ["\u{301}", "\u{1100}", "\u{1F1E9}"] {
      var isCheap = false
      for _ in 0..<5 where !isCheap {
        let letters = try await cost("x")
        isCheap = try await cost(unit) < letters * 20 + .milliseconds(200)
      }
      #expect(isCheap, "\(unit.unicodeScalars.map(\.value))")
    }
  }
}

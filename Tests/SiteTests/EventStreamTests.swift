import HTTPServer
import Hosting
import Matches
import Service
import Testing

@Suite("Over a real socket")
struct EventStreamTests {
  /// The numbers of the events in a stream, in the order in which they came.
  private func numbers(_ text: String) -> [Int] {
    // A chunk begins after CR LF, which Swift takes for one character, and not for a line feed.
    text.split { $0.isNewline }.compactMap { line in
      line.hasPrefix("id: ") ? Int(line.dropFirst(4).prefix { $0.isNumber }) : nil
    }
  }

  @Test("Make, join, move, end and play again over the wire")
  func walk() async throws {
    let place = try Place()
    try await withServer(place) { port in
      let (black, white) = (WireVisitor(port: port), WireVisitor(port: port))
      let made = try await black.ask("POST", "/v1/matches", #"{"game":"reversi"}"#)
      #expect(made.status == 201)
      let match = try #require(made.body.field("match"))
      #expect(made.head.contains("Location: /v1/matches/\(match)"))
      #expect(try await white.ask("POST", "/v1/matches/\(match)/join", "").status == 200)
      for (ply, move) in shortGame.enumerated() {
        let answer = try await (ply % 2 == 0 ? black : white).ask(
          "POST", "/v1/matches/\(match)/moves", #"{"move":"\#(move)","version":\#(ply + 3)}"#)
        #expect(answer.status == 200)
      }
      let view = try await white.ask("GET", "/v1/matches/\(match)")
      #expect(view.body.contains(#""status":"ended","statusLine""#))
      #expect(view.head.contains("X-Content-Type-Options: nosniff"))
      let again = try await white.ask("POST", "/v1/matches/\(match)/rematch", "")
      let next = try #require(again.body.field("match"))
      let seat = try await white.ask("GET", "/v1/matches/\(next)")
      #expect(seat.body.field("you") == "1")
      let head = try await white.ask("HEAD", "/v1/matches/\(next)")
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      #expect(
        try await white.ask("OPTIONS", "/v1/me").head.contains("Allow: GET, PUT, HEAD, OPTIONS"))
    }
  }

  @Test(
    "A stream begins after what the reader has, by its last event or by the address",
    arguments: [
      ("&after=3", nil, 4), ("", "5", 6), ("&after=1", "6", 7), ("", nil, 1), ("&after=0", nil, 1),
      ("&after=11", nil, 12),
    ] as [(String, String?, Int)])
  func cursor(query: String, lastEvent: String?, first: Int) async throws {
    let place = try Place()
    try await withServer(place) { port in
      let (black, white) = (WireVisitor(port: port), WireVisitor(port: port))
      let made = try await black.ask("POST", "/v1/matches", #"{"game":"reversi"}"#)
      let match = try #require(made.body.field("match"))
      _ = try await white.ask("POST", "/v1/matches/\(match)/join", "")
      for (ply, move) in shortGame.dropLast().enumerated() {
        _ = try await (ply % 2 == 0 ? black : white).ask(
          "POST", "/v1/matches/\(match)/moves", #"{"move":"\#(move)","version":\#(ply + 3)}"#)
      }
      let reader = try SocketClient(port: port)
      let last = lastEvent.map { "Last-Event-ID: \($0)\r\n" } ?? ""
      async let stream = reader.exchange(
        "GET /v1/events?match=\(match)\(query) HTTP/1.1\r\nHost: baton.test\r\n\(last)\r\n"
      ) { $0.contains("\"reason\":\"ended\"") && $0.hasSuffix("\n\n\r\n") }
      // The last move and the end come while the reader listens, or before: it makes no difference.
      _ = try await black.ask(
        "POST", "/v1/matches/\(match)/moves", #"{"move":"c5","version":11}"#)
      let text = await stream
      #expect(numbers(text) == Array(first...13))
      let head = try WireAnswer(text).head
      #expect(head.contains("Content-Type: text/event-stream"))
      #expect(head.contains("Cache-Control: no-store"))
      #expect(head.contains("X-Accel-Buffering: no"))
      #expect(text.contains("retry: "))
      #expect(text.contains("event: match\ndata: {"))
    }
  }

  @Test("A long match with long names comes whole to a reader that has nothing")
  func wholeMatch() async throws {
    let place = try Place()
    try await withServer(place) { port in
      let (black, white) = (WireVisitor(port: port), WireVisitor(port: port))
      let made = try await black.ask("POST", "/v1/matches", #"{"game":"reversi"}"#)
      let match = try #require(made.body.field("match"))
      _ = try await white.ask("POST", "/v1/matches/\(match)/join", "")
      let name = String(repeating: "🦊", count: 24)
      for visitor in [black, white] {
        #expect(try await visitor.ask("PUT", "/v1/me", #"{"name":"\#(name)"}"#).status == 200)
      }
      var version = 3
      while true {
        let view = try await place.service.view(of: MatchID(text: match), for: nil)
        guard view.status != "ended" else {
          version = view.version
          break
        }
        let mover = try #require(view.seats.first { $0.mayAct }).number == 1 ? black : white
        let page = try await mover.ask("GET", "/m/\(match)")
        let form = try #require(page.body.between("<form class=\"board-form\"", "</form>"))
        let target = try #require(
          form.split(separator: "<button ").dropFirst().first {
            !$0.prefix { $0 != ">" }.contains("disabled")
          })
        let move = try #require(String(target).between("value=\"", "\""))
        let answer = try await mover.ask(
          "POST", "/v1/matches/\(match)/moves", #"{"move":"\#(move)","version":\#(view.version)}"#)
        #expect(answer.status == 200)
      }
      #expect(version > 40)
      let last = version
      let text = try await SocketClient(port: port).exchange(
        "GET /v1/events?match=\(match) HTTP/1.1\r\nHost: baton.test\r\n\r\n"
      ) { $0.contains("id: \(last)\n") && $0.hasSuffix("\n\n\r\n") }
      #expect(numbers(text) == Array(1...version))
    }
  }

  @Test("The reader's list tells of other matches on the same stream")
  func list() async throws {
    let place = try Place()
    try await withServer(place) { port in
      let (black, white) = (WireVisitor(port: port), WireVisitor(port: port))
      let made = try await black.ask("POST", "/v1/matches", #"{"game":"reversi"}"#)
      let match = try #require(made.body.field("match"))
      let cookie = await black.cookieLine
      let reader = try SocketClient(port: port)
      let begin = await reader.exchange(
        "GET /v1/events HTTP/1.1\r\nHost: baton.test\r\n\(cookie)\r\n"
      ) { $0.contains("retry: ") }
      #expect(!begin.contains("event: list"))
      async let more = reader.exchange("") { $0.contains("event: list\ndata: {}\n\n") }
      _ = try await white.ask("POST", "/v1/matches/\(match)/join", "")
      #expect(await more.contains("event: list\ndata: {}\n\n"))
    }
  }

  @Test(
    "A stream that cannot be is an error, not a stream",
    arguments: [
      ("?match=x", 400, "match"), ("?match=\(nowhere)", 404, nil), ("?after=-1", 400, "after"),
      ("?after=x", 400, "after"), ("?after=99999999999999999999", 400, "after"),
      ("?match=", 400, "match"), ("?after=%CC%81", 400, "after"),
    ] as [(String, Int, String?)])
  func refused(query: String, status: Int, field: String?) async throws {
    let place = try Place()
    let answer = try await place.send(.get, "/v1/events\(query)")
    #expect(answer.status == status)
    #expect(answer.stream == nil)
    #expect(answer.field("field") == field)
    #expect(answer.headers["Content-Type"] == "application/problem+json")
  }

  @Test("A reader that leaves is forgotten, and the match goes on for the others")
  func leaving() async throws {
    let place = try Place()
    try await withServer(place) { port in
      let (black, white) = (WireVisitor(port: port), WireVisitor(port: port))
      let made = try await black.ask("POST", "/v1/matches", #"{"game":"reversi"}"#)
      let match = try #require(made.body.field("match"))
      for _ in 0..<5 {
        let text = try await SocketClient(port: port).exchange(
          "GET /v1/events?match=\(match) HTTP/1.1\r\nHost: baton.test\r\n\r\n"
        ) { $0.contains("id: 2\n") }
        #expect(text.contains("id: 2\n"))
      }
      _ = try await white.ask("POST", "/v1/matches/\(match)/join", "")
      let text = try await SocketClient(port: port).exchange(
        "GET /v1/events?match=\(match)&after=2 HTTP/1.1\r\nHost: baton.test\r\n\r\n"
      ) { $0.contains("id: 3\n") }
      #expect(numbers(text) == [3])
    }
  }
}

import HTTPServer
import Hosting
import Testing

@Suite("Who watches, by the API")
struct SpectatorTests {
  private static let moves = ["d3", "c3", "c4", "c5"]

  private func play(_ party: Party, _ count: Int) async throws {
    for (ply, move) in Self.moves.prefix(count).enumerated() {
      let answer = try await party.say(ply % 2 + 1, "moves", #""move":"\#(move)""#)
      #expect(answer.status == 200, "\(answer.text)")
    }
  }

  @Test(
    "Strangers see what the match allows",
    arguments: [("none", 403, 0), ("link", 200, 4), ("public", 200, 4), ("delayed-2", 200, 2)])
  func policies(policy: String, status: Int, moves: Int) async throws {
    let party = try await Party(try Place(), 2, #""game":"reversi","spectators":"\#(policy)""#)
    try await play(party, 4)
    for target in [party.path, "\(party.path)/events", "/v1/events?match=\(party.match)"] {
      let answer = try await Visitor(party.place).ask(.get, target)
      #expect(answer.status == status, "\(target)")
      if status == 403 {
        #expect(answer.code == "notMember")
        #expect(answer.stream == nil)
      } else if answer.stream == nil {
        let seen = answer.text.split(separator: #""ply":"#).count - 1
        #expect(seen == moves, "\(target): \(answer.text)")
      }
      answer.stream?.finish()
    }
    let view = try await party.view(2)
    #expect(view.field("spectators") == policy)
    #expect(view.split(separator: #""ply":"#).count == 5, "members see everything")
  }

  @Test("A late spectator gets each move when others follow, in order, and the end at once")
  func delayed() async throws {
    let place = try Place()
    let party = try await Party(place, 2, #""game":"reversi","spectators":"delayed-2""#)
    try await withServer(place) { port in
      let reader = try SocketClient(port: port)
      async let stream = reader.exchange(
        "GET /v1/events?match=\(party.match)&after=3 HTTP/1.1\r\nHost: baton.test\r\n\r\n"
      ) { $0.contains("\"reason\":\"ended\"") && $0.hasSuffix("\n\n\r\n") }
      try await play(party, 3)
      let early = try await Visitor(place).ask(.get, "\(party.path)/events?after=3").text
      #expect(early.contains(#""move":"D3""#) || early.contains(#""move":"d3""#), "\(early)")
      #expect(!early.lowercased().contains(#""move":"c3""#))
      #expect(try await party.say(2, "quit").status == 200)
      let text = await stream
      let numbers = text.split { $0.isNewline }.filter { $0.hasPrefix("id: ") }
        .compactMap { Int($0.dropFirst(4)) }
      #expect(numbers == Array(4...(3 + numbers.count)), "\(numbers)")
      #expect(numbers.count >= 5)
    }
  }

  @Test("A spectator who is told nothing may not listen either, also when seats fill up later")
  func shut() async throws {
    let place = try Place()
    let party = try await Party(place, 2, #""game":"reversi","spectators":"none""#, joining: 0)
    try await withServer(place) { port in
      let reader = try SocketClient(port: port)
      let before = await reader.exchange(
        "GET /v1/events?match=\(party.match) HTTP/1.1\r\nHost: baton.test\r\n\r\n"
      ) { $0.contains("\"reason\":\"seatFilled\"") && $0.hasSuffix("\n\n\r\n") }
      #expect(before.contains("\"reason\":\"created\""))
      #expect(try await party.visitors[1].command("\(party.path)/join").status == 200)
      try await play(party, 1)
      // The stream ends where the spectator may see no more.
      let text = await reader.exchange("") { $0.hasSuffix("0\r\n\r\n") }
      #expect(!text.contains("\"reason\":\"seatFilled\",\"seat\":2"))
      #expect(!text.lowercased().contains("\"move\":\"d3\""))
    }
  }
}

@Suite("Waiting for events without a stream")
struct PollTests {
  @Test("Events after a number come at once where there are some")
  func atOnce() async throws {
    let party = try await Party(try Place(), 2, #""game":"reversi""#)
    let all = try await party.visitors[0].ask(.get, "\(party.path)/events")
    #expect(all.text.split(separator: #""number":"#).count > 3)
    let last = try await party.visitors[0].ask(.get, "\(party.path)/events?after=2&wait=25")
    #expect(last.text.contains(#""reason":"seatFilled""#))
    #expect(!last.text.contains(#""reason":"created""#))
    let none = try await party.visitors[0].ask(
      .get, "\(party.path)/events?after=9223372036854775807")
    #expect(none.text == "[]")
  }

  @Test("Without any, the answer comes with the next event or when the time is over")
  func waiting() async throws {
    let place = try Place()
    let party = try await Party(place, 2, #""game":"reversi""#)
    let target = "\(party.path)/events?after=\(try await party.version())&wait=5"
    async let empty = party.visitors[1].ask(.get, target)
    while place.time.sleeperCount < 1 { await Task.yield() }
    place.time.advance(milliseconds: 4999)
    #expect(place.time.sleeperCount == 1)
    place.time.advance(milliseconds: 1)
    #expect(try await empty.text == "[]")

    async let full = party.visitors[1].ask(.get, target)
    while place.time.sleeperCount < 1 { await Task.yield() }
    #expect(try await party.say(1, "moves", #""move":"d3""#).status == 200)
    #expect(try await full.text.contains(#""reason":"yourTurn""#))
    while place.time.sleeperCount > 0 { await Task.yield() }
  }

  @Test(
    "Numbers that are none are refused, with their name",
    arguments: [
      ("after=-1", "after"), ("after=x", "after"), ("after=", "after"), ("after=1.5", "after"),
      ("after=99999999999999999999", "after"), ("wait=26", "wait"), ("wait=-1", "wait"),
      ("wait=1e1", "wait"),
    ])
  func malformed(query: String, field: String) async throws {
    let party = try await Party(try Place(), 1, #""game":"reversi""#)
    let answer = try await party.visitors[0].ask(.get, "\(party.path)/events?\(query)")
    #expect(answer.status == 400 && answer.field("field") == field)
  }
}

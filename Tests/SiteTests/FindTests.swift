import HTTPServer
import Testing

@Suite("Finding, inviting and computers, by the API")
struct FindTests {
  private func find(_ visitor: Visitor, _ fields: String) async throws -> String {
    let answer = try await visitor.command("/v1/find", "{\(fields)}")
    #expect(answer.status == 201, "\(answer.text)")
    let match = try #require(answer.field("match"))
    #expect(answer.headers["Location"] == "/v1/matches/\(match)")
    return match
  }

  @Test("Two who want the same are matched; who asks again waits in the same place")
  func pairs() async throws {
    let place = try Place()
    let (ann, bob, cat) = (Visitor(place), Visitor(place), Visitor(place))
    let first = try await find(ann, #""game":"reversi""#)
    #expect(try await find(ann, #""game":"reversi""#) == first)
    let other = try await find(cat, #""game":"reversi","group":7"#)
    #expect(other != first)
    #expect(try await find(bob, #""game":"reversi""#) == first)
    #expect(try await bob.ask(.get, "/v1/matches/\(first)").field("you") == "2")
    #expect(try await find(bob, #""game":"reversi","group":7"#) == other)
    #expect(try await find(bob, #""game":"reversi","clock":"none","group":7"#) != other)
  }

  @Test("Roles bring together those who fill each other's gaps")
  func roles() async throws {
    let place = try Place()
    let (ann, bob, cat) = (Visitor(place), Visitor(place), Visitor(place))
    let low = #""game":"reversi","role":65535"#
    let first = try await find(ann, low)
    let second = try await find(bob, low)
    #expect(second != first)
    // Both began to wait at the same instant.
    #expect([first, second].contains(try await find(cat, #""game":"reversi","role":4294901760"#)))
    for role in ["0", "4294967295", "4294967296", "-1", "1.5"] {
      let answer = try await ann.command("/v1/find", #"{"game":"reversi","role":\#(role)}"#)
      #expect(answer.status == 400 && answer.field("field") == "role", "\(role)")
    }
  }

  @Test(
    "Who declines is treated as the match says",
    arguments: [
      ("reopen", 2, "matching", "matching"), ("end", 2, "declined", "ended"),
      ("proceed", 3, "declined", "matching"), ("proceed", 2, "declined", "ended"),
    ])
  func declining(policy: String, seats: Int, seat: String, match: String) async throws {
    let place = try Place()
    let (guest, id) = try await Party.guest(place)
    let party = try await Party(
      place, 1,
      #""game":"carried","seats":\#(seats),"invited":["\#(id)"],"decline":"\#(policy)""#)
    #expect(try await guest.ask(.get, "/v1/matches").text.contains(#""invitation":true"#))
    #expect(try await guest.command("\(party.path)/decline").status == 200)
    let view = try await party.view(1)
    #expect(view.contains(#""status":"\#(match)","statusLine""#), "\(view)")
    let second = try #require(view.between(#""number":2"#, "}"))
    #expect(second.contains(#""status":"\#(seat)""#))
    #expect(Party.word(try await guest.command("\(party.path)/decline")) != "500")
  }

  @Test("Who is invited accepts, also where nobody else may look")
  func accepting() async throws {
    let place = try Place()
    let (guest, id) = try await Party.guest(place)
    let party = try await Party(
      place, 1, #""game":"reversi","invited":["\#(id)"],"spectators":"none""#)
    let stranger = try await place.send(.get, party.path)
    #expect(stranger.status == 403 && stranger.code == "notMember")
    let name = try #require(try await guest.ask(.get, "/v1/me").field("name"))
    #expect(try await party.view(1).contains(name), "the name is known before the invited comes")
    let join = try await Visitor(place).command("\(party.path)/join")
    #expect(join.code == "seatTaken", "a stranger learns nothing more by trying to join")
    #expect(join.headers["Set-Cookie"] == nil)
    #expect(try await guest.command("\(party.path)/join").status == 200)
    #expect(try await guest.ask(.get, party.path).field("you") == "2")
  }

  @Test("Invitations can be made later, taken back, and not to nobody")
  func inviting() async throws {
    let place = try Place()
    let (guest, id) = try await Party.guest(place)
    let party = try await Party(place, 1, #""game":"carried","seats":3"#)
    #expect(try await party.say(1, "invite", #""player":"\#(id)","seat":3"#).status == 200)
    #expect(try await guest.ask(.get, party.path).field("you") == "3")
    let unknown = try await party.say(1, "invite", #""player":"\#(nowhere)""#)
    #expect(unknown.status == 400 && unknown.field("field") == "player")
    #expect(Party.word(try await party.say(1, "invite", #""player":"\#(id)","seat":2"#)) == "200")
    #expect(try await party.say(1, "open", #""seat":3"#).status == 200)
    #expect(Party.word(try await guest.command("\(party.path)/decline")) == "notMember")
    #expect(Party.word(try await party.say(1, "open", #""seat":1"#)) == "invalidParticipant")
    #expect(Party.word(try await party.say(1, "open", #""seat":4"#)) == "invalidParticipant")
  }

  @Test("The server's own player takes a seat and answers moves")
  func bots() async throws {
    let place = try Place()
    let party = try await Party(place, 1, #""game":"reversi","bots":["random"]"#)
    #expect(try await party.view(1).contains(#""bot":"random""#))
    #expect(try await party.view(1).contains("Computer (Random)"))
    #expect(try await party.say(1, "moves", #""move":"d3""#).status == 200)
    let events = try await party.visitors[0].ask(.get, "\(party.path)/events?after=4&wait=25")
    #expect(events.text.contains(#""reason":"yourTurn""#), "\(events.text)")
    let late = try await Party(place, 1, #""game":"reversi""#)
    #expect(
      Party.word(try await late.say(1, "bot", #""bot":"nobody""#)) == "invalidParticipant")
    #expect(try await late.say(1, "bot", #""bot":"random","seat":2"#).status == 200)
    for (bots, field) in [(#"["nobody"]"#, "bots"), (#"["random","random"]"#, "invited")] {
      let answer = try await late.visitors[0].command(
        "/v1/matches", #"{"game":"reversi","bots":\#(bots)}"#)
      #expect(answer.status == 400 && answer.field("field") == field, "\(answer.text)")
    }
  }

  @Test(
    "What is out of its limits is refused, with the field",
    arguments: [
      ("seats", "1"), ("seats", "17"), ("seats", "-9223372036854775808"), ("seat", "0"),
      ("seat", "3"), ("seat", "-9223372036854775808"), ("seat", "9223372036854775807"),
      ("group", "-1"), ("group", "2147483648"), ("vacation", "-1"), ("vacation", "5184000001"),
      ("clock", #""per-turn 0""#), ("clock", #""per-turn 999""#), ("clock", #""""#),
      ("clock", #""per-turn 7776000001""#), ("decline", #""no""#), ("timeout", #""No""#),
      ("spectators", #""delayed-0""#), ("spectators", #""delayed-101""#), ("options", #""x""#),
      ("invited", #"["x"]"#),
      ("invited", "[\(Array(repeating: "1", count: 5000).joined(separator: ","))]"),
      ("bots", "[\(Array(repeating: "\"x\"", count: 16).joined(separator: ","))]"),
      ("findable", "1"), ("game", #""go""#), ("game", "[]"),
    ])
  func limits(field: String, value: String) async throws {
    let place = try Place()
    let game = field == "game" ? "" : #""game":"reversi","#
    for target in ["/v1/matches", "/v1/find"] {
      let answer = try await Visitor(place).command(target, "{\(game)\"\(field)\":\(value)}")
      #expect(answer.status == 400 && answer.code == "malformed", "\(answer.text)")
      #expect(answer.field("field") == field, "\(answer.text)")
    }
  }

  @Test("The games and the public matches are listed for anybody")
  func lists() async throws {
    let place = try Place()
    let games = try await place.send(.get, "/v1/games").text
    #expect(games.contains(#""bots":[],"id":"carried","rules":1,"seats":[2,16]"#), "\(games)")
    #expect(games.contains(#""bots":[{"name":"random","title":"Random"}],"id":"reversi""#))
    _ = try await Party(place, 2, #""game":"reversi""#)
    #expect(try await place.send(.get, "/v1/public").text == "[]")
    let open = try await Party(place, 2, #""game":"reversi","spectators":"public""#)
    let list = try await place.send(.get, "/v1/public")
    #expect(list.field("id") == open.match)
    #expect(list.field("status") == "open")
  }
}

import HTTPServer
import Hosting
import Testing

@Suite("Time, reminders and lists, by the API")
struct TimeTests {
  @Test("Time that is over can be claimed where the match says so")
  func claim() async throws {
    let party = try await Party(
      try Place(), 2, #""game":"reversi","clock":"per-turn 60000","timeout":"claim""#)
    #expect(Party.word(try await party.say(2, "claim")) == "invalidState")
    await party.wait(milliseconds: 61_000)
    let view = try await party.view(2)
    #expect(view.contains(#""claimable":[1]"#), "\(view)")
    #expect(Party.word(try await party.say(1, "claim")) == "invalidState")
    #expect(try await party.say(2, "claim").status == 200)
    #expect(try await party.view(1).contains(#""outcome":"timeExpired""#))
  }

  @Test("The clock is told as it stood at the last event")
  func clock() async throws {
    let party = try await Party(try Place(), 2, #""game":"reversi","clock":"absolute 60000""#)
    party.place.time.advance(milliseconds: 10_000)
    #expect(try await party.say(1, "moves", #""move":"d3""#).status == 200)
    let view = try await party.view(2)
    #expect(view.contains(#""remaining":[50000,60000],"running":[2]"#), "\(view)")
    let at = try #require(view.field("at").flatMap { Int64($0) })
    #expect(at == party.place.time.wallMilliseconds)
    #expect(view.field("deadline") == "\(at + 60_000)")
    #expect(view.field("deadlineSeat") == "2")
    let untimed = try await Party(try Place(), 2, #""game":"reversi","clock":"none""#)
    #expect(try await untimed.view(1).field("timeControl") == "none")
  }

  @Test("A vacation stops one's own clock, as long as some is left")
  func vacation() async throws {
    let party = try await Party(
      try Place(), 2, #""game":"reversi","clock":"per-turn 60000","vacation":100000"#)
    #expect(try await party.say(1, "vacation", #""begins":true"#).status == 200)
    #expect(try await party.view(2).contains(#""away":[1]"#))
    await party.wait(milliseconds: 90_000)
    #expect(try await party.view(2).field("yourTurn") == "false")
    #expect(try await party.say(1, "vacation", #""begins":false"#).status == 200)
    let view = try await party.view(1)
    #expect(view.contains(#""away":[]"#))
    #expect(view.contains(#""vacation":[10000,100000]"#), "\(view)")
    let none = try await Party(try Place(), 2, #""game":"reversi""#)
    #expect(Party.word(try await none.say(1, "vacation", #""begins":true"#)) == "invalidState")
  }

  @Test("A reminder comes once a day; too soon, the answer says when")
  func remind() async throws {
    let party = try await Party(try Place(), 2, #""game":"reversi""#)
    #expect(try await party.say(2, "remind").status == 200)
    party.place.time.advance(milliseconds: 3_600_500)
    let soon = try await party.say(2, "remind")
    #expect(soon.status == 429 && soon.code == "rateLimited")
    let wait = try #require(soon.headers["Retry-After"].flatMap { Int64($0) })
    #expect(wait == 82_800)
    #expect(
      soon.field("retryAt") == "\(party.place.time.wallMilliseconds + 86_400_000 - 3_600_500)")
    party.place.time.advance(milliseconds: wait * 1000)
    #expect(try await party.say(2, "remind").status == 200)
    #expect(Party.word(try await party.say(1, "remind")) == "invalidState")
  }

  @Test("A match is taken off one's own list alone, and not while it goes on")
  func remove() async throws {
    let party = try await Party(try Place(), 2, #""game":"reversi","spectators":"none""#)
    #expect(Party.word(try await party.say(1, "remove")) == "invalidState")
    #expect(try await party.say(1, "quit").status == 200)
    #expect(try await party.visitors[0].command("\(party.path)/remove").status == 200)
    #expect(try await party.visitors[0].command("\(party.path)/remove").status == 200)
    #expect(try await party.visitors[0].ask(.get, "/v1/matches").text == "[]")
    #expect(try await party.visitors[1].ask(.get, "/v1/matches").text.contains(party.match))
    #expect(try await party.view(2).contains(#""outcome":"won""#))
  }
}

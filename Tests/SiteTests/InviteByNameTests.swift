import HTTPServer
import Testing

@Suite("Inviting by name")
struct InviteByNameTests {
  @Test("A player is invited by the name of an account, in any spelling that looks the same")
  func byName() async throws {
    let place = try Place()
    let (ann, zoe) = (Visitor(place), Visitor(place))
    #expect(
      try await zoe.command("/v1/account", #"{"name":"Zoë B","password":"long enough"}"#).status
        == 201)
    let made = try await ann.command("/v1/matches", #"{"game":"reversi","invited":["zoe b"]}"#)
    #expect(made.status == 201, "\(made.text)")
    let list = try await zoe.ask(.get, "/v1/matches")
    #expect(list.field("invitation") == "true" && list.field("id") == made.field("match"))
    let match = try await ann.makeMatch()
    let path = "/v1/matches/\(match)/invite"
    let unknown = try await ann.command(path, #"{"player":"Nobody Here"}"#)
    #expect(unknown.status == 400 && unknown.field("field") == "player")
    #expect(try await ann.command(path, #"{"player":"ZOË B"}"#).status == 200)
    let accepted = try await zoe.command("/v1/matches/\(match)/join")
    #expect(accepted.status == 200)
  }
}

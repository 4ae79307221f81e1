import HTTPServer
import Testing

@Suite("Exchanges and offers, by the API")
struct ExchangeTests {
  private func three(_ more: String = "") async throws -> Party {
    try await Party(try Place(), 3, #""game":"carried","seats":3"# + more)
  }

  @Test("A complete exchange holds up the turn, with its number, until it is resolved")
  func resolving() async throws {
    let party = try await three()
    #expect(try await party.say(2, "ask", #""to":[1,3],"payload":"sheep?""#).status == 200)
    #expect(try await party.say(3, "reply", #""exchange":1,"payload":"no""#).status == 200)
    // The replies of others are for who asked and for who resolves.
    #expect(try await party.view(2).contains(#""payload":"no""#))
    #expect(try await party.view(1).contains(#""payload":"no""#))
    #expect(try await party.say(1, "reply", #""exchange":1,"payload":"for ore""#).status == 200)
    #expect(!(try await party.view(3).contains("for ore")))
    for (command, fields) in [
      ("turn", #""data":"x","next":[2]"#), ("quit", ""), ("finish", #""data":"x""#),
      ("save", #""data":"kept""#),
    ] {
      let answer = try await party.say(1, command, fields)
      #expect(answer.status == 409 && answer.code == "exchangeUnresolved", "\(command)")
      #expect(answer.text.contains(#""exchanges":[1]"#), "\(answer.text)")
    }
    #expect(Party.word(try await party.say(2, "resolve", #""exchanges":[1]"#)) == "notYourTurn")
    #expect(
      Party.word(try await party.say(1, "resolve", #""exchanges":[1,1]"#)) == "invalidState")
    #expect(
      try await party.say(1, "resolve", #""exchanges":[1],"data":"merged""#).status == 200)
    #expect(try await party.view(3).contains(#""data":"merged""#))
    #expect(try await party.say(1, "turn", #""data":"y","next":[2]"#).status == 200)
  }

  @Test("Whom one may ask, how much, and who may take it back")
  func limits() async throws {
    let party = try await three()
    func word(_ seat: Int, _ command: String, _ fields: String) async throws -> String {
      Party.word(try await party.say(seat, command, fields))
    }
    #expect(try await word(1, "ask", #""to":[1]"#) == "invalidParticipant")
    let full = String(repeating: "x", count: 1024)
    #expect(try await word(1, "ask", #""to":[2],"payload":"\#(full)x""#) == "dataTooLarge")
    #expect(try await word(1, "ask", #""to":[2],"payload":"\#(full)""#) == "200")
    #expect(try await word(3, "reply", #""exchange":1"#) == "invalidParticipant")
    #expect(try await word(2, "reply", #""exchange":1,"payload":"\#(full)é""#) == "dataTooLarge")
    #expect(try await word(2, "reply", #""exchange":2"#) == "invalidState")
    #expect(try await word(2, "cancel", #""exchange":1"#) == "invalidParticipant")
    #expect(try await word(1, "cancel", #""exchange":1"#) == "200")
    #expect(try await word(1, "cancel", #""exchange":1"#) == "200")
    #expect(try await word(2, "reply", #""exchange":1"#) == "invalidState")
    #expect(try await word(1, "resolve", #""exchanges":[]"#) == "malformed")
    let stranger = try await Visitor(party.place).ask(.get, party.path)
    #expect(!stranger.text.contains("exchanges"), "questions are for those who play")
  }

  @Test("Who does not reply in time has no say")
  func lapse() async throws {
    let party = try await three()
    #expect(try await party.say(1, "ask", #""to":[2,3],"time":5000"#).status == 200)
    #expect(try await party.say(2, "reply", #""exchange":1"#).status == 200)
    await party.wait(milliseconds: 6000)
    let view = try await party.view(1)
    #expect(view.contains(#""awaited":[]"#), "\(view)")
    #expect(view.contains(#""status":"complete""#))
    #expect(Party.word(try await party.say(3, "reply", #""exchange":1"#)) == "invalidState")
  }

  @Test("A draw is offered, answered and taken back")
  func draw() async throws {
    let party = try await Party(try Place(), 2, #""game":"reversi""#)
    #expect(try await party.say(1, "offer", #""kind":"draw""#).status == 200)
    let offer = try await party.view(2).between(#""offer":{"#, "}")
    let number = try #require(offer?.between(#""number":"#, ","), "\(offer ?? "")")
    #expect(
      Party.word(try await party.say(1, "answer", #""offer":\#(number),"accept":true"#))
        == "invalidState")
    #expect(try await party.say(2, "answer", #""offer":\#(number),"accept":false"#).status == 200)
    #expect(
      Party.word(try await party.say(2, "answer", #""offer":\#(number),"accept":true"#))
        == "invalidState")
    #expect(try await party.say(1, "offer", #""kind":"draw""#).status == 200)
    // A move cancels what was offered.
    #expect(try await party.say(1, "moves", #""move":"d3""#).status == 200)
    #expect(!(try await party.view(2).contains(#""offer":"#)))
    #expect(try await party.say(1, "offer", #""kind":"draw""#).status == 200)
    #expect(try await party.say(2, "offer", #""kind":"draw""#).status == 200)
    let view = try await party.view(1)
    #expect(view.contains(#""status":"ended","statusLine""#))
    #expect(view.contains(#""outcome":"tied""#))
    #expect(try await party.say(2, "offer", #""kind":"gift""#).field("field") == "kind")
  }

  @Test("A takeback leads back to before the move, and a pause stops the clocks")
  func takebackAndPause() async throws {
    let party = try await Party(
      try Place(), 2, #""game":"reversi","clock":"fischer 600000 5000 600000""#)
    let start = try await party.view(1).field("position")
    #expect(Party.word(try await party.say(1, "offer", #""kind":"takeback""#)) == "invalidState")
    #expect(try await party.say(1, "moves", #""move":"d3""#).status == 200)
    #expect(try await party.say(1, "offer", #""kind":"takeback""#).status == 200)
    #expect(try await party.say(2, "offer", #""kind":"takeback""#).status != 500)
    #expect(try await party.view(1).field("position") == start)
    #expect(try await party.say(1, "offer", #""kind":"pause""#).status == 200)
    #expect(try await party.say(2, "offer", #""kind":"pause""#).status == 200)
    let paused = try await party.view(1)
    #expect(paused.contains(#""paused":true"#))
    await party.wait(milliseconds: 10_000_000)
    #expect(try await party.view(1).contains(#""status":"open""#))
    #expect(try await party.say(2, "resume").status == 200)
    let view = try await party.view(1)
    #expect(view.contains(#""paused":false"#))
    #expect(view.field("remaining")?.hasPrefix("[600000") == true, "\(view)")
    #expect(view.field("timeControl") == "fischer 600000 5000 600000")
  }
}

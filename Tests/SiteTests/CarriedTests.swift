import HTTPServer
import Testing

@Suite("Carried matches, by the API")
struct CarriedTests {
  private func three(_ more: String = "") async throws -> Party {
    try await Party(try Place(), 3, #""game":"carried","seats":3"# + more)
  }

  @Test("Data is saved, and the baton goes where the list says")
  func turns() async throws {
    let party = try await three(#","options":"my chess, 2 boards""#)
    let before = try await party.version()
    let save = try await party.say(1, "save", #""data":"a\n\"b\" é""#)
    #expect(save.status == 200)
    #expect(save.field("version") == "\(before + 1)")
    #expect(try await party.view(2).contains(#""data":"a\n\"b\" é""#))
    #expect(Party.word(try await party.say(2, "save", #""data":"x""#)) == "notYourTurn")
    #expect(
      try await party.say(1, "save", #""data":"\u0000\u001f\u007f\ud83d\ude00""#).status == 200)
    #expect(try await party.view(2).contains(#""data":"\u0000\u001f\#u{7F}😀""#))
    let stale = try await party.visitors[0].command(
      "\(party.path)/turn", #"{"data":"x","next":[2],"version":\#(before)}"#)
    #expect(stale.code == "staleVersion")
    #expect(stale.field("version") == "\(before + 2)")
    #expect(try await party.say(1, "turn", #""data":"c","next":[3,2]"#).status == 200)
    let view = try await party.view(3)
    #expect(view.field("yourTurn") == "true")
    #expect(view.contains(#""next":[2]"#))
    // Naming oneself is an extra turn.
    #expect(try await party.say(3, "turn", #""data":"d","next":[3]"#).status == 200)
    #expect(try await party.view(3).field("yourTurn") == "true")
    let events = try await party.visitors[1].ask(.get, "\(party.path)/events?after=\(before)").text
    #expect(events.contains(#""reason":"dataSaved""#))
    #expect(events.contains(#""reason":"turnPassed""#))
  }

  @Test(
    "A turn as text whose seats do not exist is refused, and the server goes on",
    arguments: [
      #"end -9223372036854775808 - \"x\""#, #"end 0 - \"x\""#, #"end 2 17=won \"x\""#,
      #"finish -9223372036854775808=won \"x\""#, #"finish 9223372036854775807=won \"x\""#,
    ])
  func seatsThatDoNotExist(move: String) async throws {
    let party = try await three()
    let answer = try await party.say(1, "moves", "\"move\":\"\(move)\"")
    #expect(answer.status == 422)
    #expect(answer.code == "illegalMove")
    #expect(try await party.view(1).field("yourTurn") == "true")
  }

  @Test("The list is a fallback: who does not act in time is passed over, the last is not")
  func fallback() async throws {
    let party = try await three(#","clock":"per-turn 60000""#)
    #expect(try await party.say(1, "turn", #""data":"x","next":[2,3]"#).status == 200)
    #expect(try await party.view(2).field("yourTurn") == "true")
    await party.wait(milliseconds: 61_000)
    #expect(try await party.view(3).field("yourTurn") == "true")
    #expect(try await party.view(2).field("yourTurn") == "false")
    let version = try await party.version()
    await party.wait(milliseconds: 6_000_000)
    #expect(try await party.version() == version)
    #expect(try await party.view(3).field("yourTurn") == "true")
  }

  @Test("Seats that have left are skipped and reported; a list with nobody left is refused")
  func skipping() async throws {
    let party = try await three()
    #expect(try await party.say(2, "quit").status == 200)
    let version = try await party.version()
    let refused = try await party.say(1, "turn", #""data":"x","next":[2]"#)
    #expect(refused.status == 422 && refused.code == "invalidParticipant")
    #expect(try await party.version() == version)
    #expect(try await party.say(1, "turn", #""data":"x","next":[2,3]"#).status == 200)
    let view = try await party.view(3)
    #expect(view.contains(#""skipped":[2]"#))
    #expect(view.field("yourTurn") == "true")
  }

  @Test(
    "Seats that are not there are refused, and nothing changes",
    arguments: [
      ("turn", #""data":"x","next":[4]"#, "invalidParticipant"),
      ("turn", #""data":"x","next":[2,16]"#, "invalidParticipant"),
      (
        "turn", #""data":"x","next":[2],"results":[{"seat":4,"outcome":"won"}]"#,
        "invalidParticipant"
      ),
      ("turn", #""data":"x","next":[0]"#, "malformed"),
      ("turn", #""data":"x","next":[17]"#, "malformed"),
      ("turn", #""data":"x","next":[-9223372036854775808]"#, "malformed"),
      ("turn", #""data":"x","next":[]"#, "invalidParticipant"),
      ("turn", #""data":"x""#, "malformed"), ("turn", #""next":[2]"#, "malformed"),
      ("turn", #""data":"x","next":[2],"results":[{"seat":2,"outcome":"none"}]"#, "malformed"),
      ("turn", #""data":"x","next":[2],"results":[{"seat":2}]"#, "malformed"),
      ("turn", #""data":"x","next":[2],"results":[{"seat":2,"outcome":"won","x":1}]"#, "malformed"),
      ("finish", #""data":"x","results":[{"seat":1,"outcome":"won"}]"#, "invalidParticipant"),
      ("finish", #""data":"x""#, "invalidParticipant"),
      ("quit", #""outcome":"none""#, "malformed"), ("quit", #""outcome":"place-5""#, "malformed"),
      ("quit", #""data":"x""#, "malformed"), ("quit", #""next":[2]"#, "malformed"),
      ("ask", #""to":[4]"#, "invalidParticipant"), ("ask", #""to":[]"#, "malformed"),
      ("ask", #""to":[2],"time":999"#, "malformed"), ("ask", #""to":[2],"time":-1"#, "malformed"),
      ("ask", #""to":[2],"time":7776000001"#, "malformed"),
    ])
  func unknown(command: String, fields: String, code: String) async throws {
    let party = try await three()
    let version = try await party.version()
    #expect(Party.word(try await party.say(1, command, fields)) == code)
    #expect(try await party.version() == version)
    #expect(try await party.view(1).field("yourTurn") == "true")
  }

  @Test("Who holds the baton leaves with a last turn, with its own outcome")
  func quitInTurn() async throws {
    let party = try await three()
    #expect(
      try await party.say(1, "quit", #""outcome":"place-3","data":"last","next":[3,2]"#).status
        == 200)
    let view = try await party.view(3)
    #expect(view.contains(#""data":"last""#))
    #expect(view.contains(#""outcome":"place-3","status":"done""#))
    #expect(view.field("yourTurn") == "true")
    #expect(Party.word(try await party.say(1, "save", #""data":"x""#)) == "notYourTurn")
    // Out of turn only the outcome is one's own to say.
    #expect(
      Party.word(try await party.say(2, "quit", #""data":"y","next":[2]"#)) == "notYourTurn")
    #expect(try await party.say(2, "quit", #""outcome":"lost""#).status == 200)
    #expect(try await party.view(3).contains(#""status":"ended","statusLine""#))
  }

  @Test("Who holds the baton ends the match with an outcome for every seat")
  func finish() async throws {
    let party = try await three()
    let turn = #""data":"x","next":[2],"results":[{"seat":3,"outcome":"custom-7"}]"#
    #expect(try await party.say(1, "turn", turn).status == 200)
    #expect(
      Party.word(
        try await party.say(
          2, "finish",
          #""data":"e","results":[{"seat":1,"outcome":"won"},{"seat":3,"outcome":"won"}]"#))
        == "invalidParticipant")
    #expect(
      try await party.say(
        2, "finish",
        #""data":"e","results":[{"seat":1,"outcome":"won"},{"seat":2,"outcome":"lost"}]"#
      ).status == 200)
    let view = try await party.view(1)
    #expect(view.contains(#""status":"ended","statusLine""#))
    #expect(view.contains(#""outcome":"custom-7""#))
    #expect(view.contains(#""data":"e""#))
  }

  @Test("Data may have 65,536 bytes and no more")
  func size() async throws {
    let party = try await three()
    let full = String(repeating: "é", count: 32_768)
    #expect(try await party.say(1, "save", #""data":"\#(full)""#).status == 200)
    let answer = try await party.say(1, "save", #""data":"\#(full)x""#)
    #expect(answer.status == 413 && answer.code == "dataTooLarge")
    #expect(try await party.view(2).contains(full))
    let refereed = try await Party(try Place(), 2, #""game":"reversi""#)
    #expect([409, 422].contains(try await refereed.say(1, "save", #""data":"x""#).status))
  }
}

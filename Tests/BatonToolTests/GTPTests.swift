import BatonTool
import Games
import Reversi
import Testing

@Suite("baton gtp")
struct GTPTests {
  private func answers(_ lines: [String], _ options: [String] = []) async -> [String] {
    let result = await tool(
      ["gtp", "--book", "none", "--memory", "1", "--depth", "1", "--solve", "2"] + options,
      lines: lines)
    #expect(result.code == 0)
    #expect(result.output.hasSuffix("\n\n"))
    return result.output.dropLast(2).split(separator: "\n\n").map(String.init)
  }

  private func plays(_ transcript: String) throws -> [String] {
    try Transcript(transcript).record.moves.map {
      "play \($0.seat == .first ? "b" : "w") \($0.move.text)"
    }
  }

  @Test("A session goes as the protocol says, identity numbers and all")
  func session() async {
    let result = await tool(
      ["gtp"],
      lines: [
        "1 protocol_version", "2 name", "version", "  ", "# a comment", "3 known_command play",
        "4\tknown_command\tdance # 5", "\u{1}5 komi\u{7f} 6.5\r", "boardsize 8", "boardsize 19",
        "clear_board", "list_games", "set_game Othello", "set_game Go", "time_settings 0 5 1",
        "time_left b 10 0", "007 quit", "name",
      ])
    #expect(
      result.output == """
        =1 2

        =2 Baton

        = 0.1.0

        =3 true

        =4 false

        =5

        =

        ? unacceptable size

        =

        = Othello

        =

        ? unsupported game

        =

        =

        =007


        """)
  }

  @Test("Every command that is listed is known")
  func commands() async {
    let listed = await answers(["list_commands"])[0].dropFirst(2).split(separator: "\n")
    #expect(listed.count == 19)
    let known = await answers(listed.map { "known_command \($0)" })
    #expect(known == listed.map { _ in "= true" })
  }

  @Test("A board is shown with its colours and the side to move")
  func board() async {
    let shown = await answers(["play black f5", "play W D6", "showboard"])
    #expect(
      shown[2] == """
        =\u{20}
           A B C D E F G H
         1 . . . . . . . . 1
         2 . . . . . . . . 2
         3 . . . . . . . . 3
         4 . . . O X . . . 4
         5 . . . O X X . . 5
         6 . . . O . . . . 6
         7 . . . . . . . . 7
         8 . . . . . . . . 8
           A B C D E F G H
        Black (X) 3, White (O) 3, Black to move
        """)
  }

  @Test(
    "A command that is wrong fails with the protocol's words",
    arguments: [
      ("dance", "unknown command"), ("5", "unknown command"), ("play", "syntax error"),
      ("play black", "syntax error"), ("play green f5", "syntax error"),
      ("play black i9", "syntax error"), ("play black resign", "syntax error"),
      ("play black a1", "illegal move"), ("play white f5", "illegal move"),
      ("play black pass", "illegal move"), ("genmove", "syntax error"),
      ("genmove white", "illegal move"), ("undo", "cannot undo"),
      ("final_score", "cannot score"), ("boardsize x", "syntax error"),
      ("boardsize", "syntax error"), ("komi x", "syntax error"),
      ("time_settings 1 2", "syntax error"), ("time_settings 1 2 -3", "syntax error"),
      ("time_left b x 1", "syntax error"), ("known_command", "syntax error"),
      ("set_game", "syntax error"), ("genmove b b", "syntax error"),
    ])
  func failures(command: String, reason: String) async {
    let result = await answers([command, "play b f5"])
    #expect(result == [command == "5" ? "?5 \(reason)" : "? \(reason)", "="])
  }

  @Test("A forced pass is pass, and may be left out")
  func forcedPass() async throws {
    let moves = try plays(passingGame).dropLast()
    let start = Array(moves)
    #expect(await answers(start + ["genmove b"]).last == "= pass")
    let white: Set = ["= B4", "= C3", "= G3"]
    #expect(white.contains(await answers(start + ["play b pass", "genmove w"]).last ?? ""))
    #expect(white.contains(await answers(start + ["genmove w"]).last ?? ""))
    #expect(await answers(start + ["play w g3"]).last == "=")
    #expect(await answers(start + ["play b g3"]).last == "? illegal move")
    // The pass that was left out is taken back with the move.
    let again = await answers(start + ["play w g3", "undo", "genmove b"])
    #expect(again.last == "= pass")
    // A move that is only asked for is not made.
    let asked = await answers(start + ["reg_genmove b", "genmove b", "undo", "genmove b"])
    #expect(asked.suffix(4) == ["= pass", "= pass", "=", "= pass"])
  }

  @Test(
    "The final score gives the empty squares to the winner",
    arguments: [(drawnGame, "= 0"), ("E6F4E3F6G5D6E7F5C5", "= B+64"), (lostGame, "= W+64")])
  func finalScore(game: String, score: String) async throws {
    let result = await answers(
      try plays(game) + ["final_score", "genmove b", "play w pass", "final_score", "undo", "undo"])
    #expect(result.suffix(6) == [score, "= pass", "=", score, "=", "="])
    #expect(!result.contains { $0.hasPrefix("?") })
  }

  @Test("A game against itself is legal to its end, and taken back to its start")
  func wholeGame() async throws {
    var lines: [String] = []
    for _ in 0..<65 { lines += ["genmove b", "genmove w"] }
    // Commands out of turn fail without harm, so the same two lines lead any game to its end.
    let result = await answers(lines + ["final_score"])
    var record = Record(start: ReversiPosition.start)
    for (index, answer) in result.dropLast().enumerated() where answer.hasPrefix("= ") {
      let side: Side = index.isMultiple(of: 2) ? .black : .white
      let move = try ReversiMove(text: String(answer.dropFirst(2)))
      if move != .pass { try record.play(move, by: side.seat) }
    }
    #expect(record.position.isOver)
    let score = record.position.tournamentScore(of: .black)
    let text = score == 0 ? "0" : score > 0 ? "B+\(score)" : "W+\(-score)"
    #expect(result.last == "= \(text)")
  }

  @Test("A clock ends a deep search", arguments: ["time_settings 0 1 1", "time_settings 1 0 0"])
  func clock(settings: String) async throws {
    let lines = await dialogue(
      ["gtp", "--book", "none", "--memory", "1", "--depth", "60"],
      """
      > \(settings)
      < =
      > genmove b
      < = 
      """)
    #expect(["= D3", "= C4", "= F5", "= E6"].contains(lines[2]))
  }

  @Test(
    "Time and positions limit a search",
    arguments: [["--time", "0.05"], ["--nodes", "20000"], ["--time", "0.05", "--threads", "2"]])
  func limits(options: [String]) async throws {
    let lines = await dialogue(
      ["gtp", "--book", "none", "--memory", "1"] + options, "> genmove b\n< = ")
    #expect(["= D3", "= C4", "= F5", "= E6"].contains(lines[0]))
  }
}

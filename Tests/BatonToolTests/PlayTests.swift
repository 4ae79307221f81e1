import BatonTool
import Foundation
import GameBoards
import Games
import Opponents
import Reversi
import ReversiEngine
import ReversiWeights
import Testing

@Suite("baton play")
struct PlayTests {
  /// A game of Black, who chooses by chance, against level 1, which does not.
  static func gameAgainstGreedy(
    seed: UInt64, until isDone: (Record<ReversiPosition>) -> Bool = { _ in false }
  ) -> Record<ReversiPosition> {
    var chance = Chance(seed: seed)
    var record = Record(start: ReversiPosition.start)
    while let seat = record.position.seatsToAct.first, !isDone(record) {
      var move: ReversiMove?
      if seat == Side.black.seat {
        let moves = record.position.legalMoves(for: seat)
        move = moves[chance.below(moves.count)]
      } else if let greedy = ReversiLevel(1).flatMap({ PlainReversiOpponent(level: $0) }) {
        var none = Chance(seed: 0)
        move =
          greedy.choose(in: record.position, for: seat, chance: &none, limits: SearchLimits())?.move
      }
      guard let move, (try? record.play(move, by: seat)) != nil else { break }
    }
    return record
  }

  static func typed(_ record: Record<ReversiPosition>, by side: Side) -> [String] {
    record.moves.filter { $0.seat == side.seat && !$0.isForced }.map { $0.move.text }
  }

  /// The words of the result, made from the counts alone.
  static func result(_ position: ReversiPosition) -> String {
    let black = position.discCount(of: .black)
    let white = position.discCount(of: .white)
    if black == white { return "Draw, \(black)-\(white)" }
    return black > white ? "Black wins \(black)-\(white)" : "White wins \(white)-\(black)"
  }

  @Test(
    "A whole game against level 1 goes as the engine and the rules say",
    arguments: 1...4 as ClosedRange<UInt64>)
  func wholeGame(seed: UInt64) async {
    let record = Self.gameAgainstGreedy(seed: seed)
    #expect(record.position.isOver)
    let result = await tool(
      ["play", "reversi", "--level", "1", "--ascii"],
      lines: Self.typed(record, by: .black) + ["transcript"])
    #expect(result.code == 0)
    #expect(result.error.isEmpty)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.contains(Transcript(record).text))
    #expect(lines.filter { $0.hasPrefix(Self.result(record.position)) }.count == 1)
    let passes = record.moves.filter { $0.isForced }.count
    #expect(lines.filter { $0.hasSuffix("has no move and passes") }.count == passes)
  }

  @Test("With white, the computer begins")
  func white() async {
    let result = await tool(["play", "reversi", "--white", "--level=1"], lines: ["transcript"])
    #expect(result.output.contains("\nD3\n"))
    #expect(result.output.contains("Your turn, White"))
  }

  @Test("The game of 60 moves by two people ends 32 to 32")
  func drawnGameByTwo() async throws {
    let record = try Transcript(drawnGame).record
    let moves = record.moves.filter { !$0.isForced }.map { $0.move.text }
    #expect(moves.count == 60)
    let result = await tool(
      ["play", "reversi", "--both"], lines: moves + ["transcript"],
      environment: ["LANG": "C.UTF-8"])
    #expect(result.output.contains("Draw, 32–32\n"))
    #expect(result.output.contains("\n\(drawnGame)\n"))
    #expect(result.output.contains("To look at it again: baton play reversi --both --game F5D6"))
  }

  @Test("Undo goes back over a pass and the computer's replies")
  func undoOverPass() async throws {
    // The first game by chance in which White passes in the middle.
    let record = try #require(
      (1...200 as ClosedRange<UInt64>).lazy.map { seed in
        Self.gameAgainstGreedy(seed: seed) { $0.moves.last?.isForced ?? false }
      }.first { record in
        (record.moves.last?.isForced ?? false) && record.moves.last?.seat == Side.white.seat
          && !record.position.isOver
      })
    var before = record
    before.takeBack(2)
    let result = await tool(
      ["play", "reversi", "--level", "1"],
      lines: Self.typed(record, by: .black) + ["transcript", "undo", "transcript"])
    #expect(result.output.contains("White has no move and passes\n"))
    let shown = result.output.split(separator: "\n").map(String.init)
    let full = try #require(shown.firstIndex(of: Transcript(record).text))
    let shorter = try #require(shown.firstIndex(of: Transcript(before).text))
    #expect(full < shorter)
  }

  @Test("Undo takes back the reply and the move before it, down to the start")
  func undo() async {
    let result = await tool(
      ["play", "reversi", "--level", "1"],
      lines: ["d3", "undo", "transcript", "undo", "transcript"])
    #expect(
      result.output.hasSuffix(
        "No move was made yet\nThere is no move of yours to take back\nNo move was made yet\n"))
  }

  @Test(
    "Bad input gets one line and changes nothing",
    arguments: [
      ("zz", "'zz' is no square and no command; 'help' lists what can be typed"),
      ("unod", "'unod' is no square and no command; did you mean 'undo'?"),
      ("A1", "a1 turns no disc"), ("d4", "d4 is occupied"),
      ("pass", "A pass is not allowed while a move exists"),
      ("i9", "'i9' is no square and no command; 'help' lists what can be typed"),
      ("d3 c5", "One move at a time: d3 first"), ("undo 3", "'undo' takes nothing after it"),
      ("level 11", "A level is a number from 1 to 10"),
      ("level two", "A level is a number from 1 to 10"),
      ("save", "'save' needs the name of a file"),
      ("save!", "'save!' needs the name of a file"), ("open ", "'open' needs the name of a file"),
      ("\u{1b}[2J", "'?[2J' is no square and no command; 'help' lists what can be typed"),
      ("undo", "There is no move of yours to take back"),
      ("open /nonexistent/x", "/nonexistent/x was not opened: No such file or directory"),
      ("open /", "/ was not opened: Is a directory"),
      ("save /nonexistent/x", "/nonexistent/x was not saved: No such file or directory"),
    ])
  func badInput(_ line: String, answer: String) async {
    let quiet = await tool(["play", "reversi"])
    let result = await tool(["play", "reversi"], lines: [line])
    #expect(result == ToolResult(code: 0, output: quiet.output + answer + "\n", error: ""))
  }

  @Test("Empty lines are nothing", arguments: ["", "   ", "\t"])
  func emptyLine(_ line: String) async {
    #expect(await tool(["play", "reversi"], lines: [line]) == (await tool(["play", "reversi"])))
  }

  @Test("Squares and commands may be written in capitals")
  func capitals() async {
    let result = await tool(["play", "reversi", "--both"], lines: [" D3 ", "TRANSCRIPT", "Quit"])
    #expect(result.output.contains("\nD3\n"))
  }

  @Test("Quit stops reading, and the end of input ends too")
  func leaving() async {
    let io = ScriptedIO(["quit", "d3"])
    #expect(await BatonTool.run(arguments: ["play", "reversi"], environment: [:], io: io) == 0)
    #expect(io.unreadLines == ["d3"])
    #expect(await tool(["play", "reversi"]).code == 0)
  }

  @Test("A wrong transcript to go on from ends with 65")
  func wrongGame() async {
    let result = await tool(["play", "reversi", "--game", "F5F5"])
    #expect(result.code == 65)
    #expect(result.error == "baton play: the transcript is wrong: f5 is occupied at ply 2\n")
  }

  @Test("The line at the end goes on with the game as it was")
  func goingOn() async throws {
    let first = await tool(
      ["play", "reversi", "--white", "--level", "2", "--seed", "7"], lines: ["level 1"])
    let line = try #require(first.output.split(separator: "\n").last)
    let command = try #require(line.split(separator: ": ").last)
    let arguments = command.split(separator: " ").dropFirst().map(String.init)
    #expect(arguments.prefix(5) == ["play", "reversi", "--white", "--level", "1"])
    let second = await tool(arguments, lines: ["transcript"])
    #expect(second.output.contains("\n\(arguments.last ?? "?")\n"))
  }

  @Test("The same seed gives the same game")
  func seed() async {
    func game() async -> ToolResult {
      await tool(["play", "reversi", "--level", "2", "--seed", "11"], lines: ["d3", "undo", "d3"])
    }
    let first = await game()
    #expect(first == (await game()))
  }

  @Test("A hint tells what each move is worth, as the solver does")
  func hint() async throws {
    let first = await tool(["play", "reversi", "--both"], lines: ["hint"])
    #expect(first.output.contains("12 moves ahead"))
    for square in ["d3", "c4", "f5", "e6"] { #expect(first.output.contains("\(square) ")) }
    var chance = Chance(seed: 4)
    var record = Record(start: ReversiPosition.start)
    while let seat = record.position.seatsToAct.first, record.position.emptyCount > 10 {
      let moves = record.position.legalMoves(for: seat)
      try record.play(moves[chance.below(moves.count)], by: seat)
    }
    let late = await tool(
      ["play", "reversi", "--both", "--game", Transcript(record).text], lines: ["hint"])
    let solved = ReversiSearch(weights: .shipped, memory: 1 << 20).run(
      record.position, goal: .score)
    let best = try #require(solved.best)
    #expect(late.output.contains(", exact"))
    #expect(late.output.contains("\(best.text) \(ReversiWords.signed(solved.value))"))
  }

  @Test("A new level holds from the next move on")
  func level() async {
    let result = await tool(
      ["play", "reversi", "--level", "4"], lines: ["level 1", "d3", "level"])
    #expect(result.output.contains("Level 1, Greedy, from the computer's next move on\n"))
    // Level 1 is known for its reply; level 4 looks further.
    #expect(result.output.contains("White plays c3\n"))
    #expect(result.output.contains("> 1  Greedy "))
    #expect(result.output.contains("  4  Keen "))
  }

  @Test("The moves are listed, and a new game begins with the last one told")
  func movesAndNew() async {
    let result = await tool(
      ["play", "reversi", "--both"], lines: ["moves", "f5", "new", "transcript", "new"])
    #expect(result.output.contains("Legal moves: d3 c4 f5 e6\n"))
    #expect(result.output.contains("The game before: F5\n"))
    #expect(result.output.hasSuffix("No move was made yet\n" + emptyBoard(result.output)))
  }

  /// What is written again for `new` when nothing was played: the page of the start.
  private func emptyBoard(_ output: String) -> String {
    let start = output.range(of: "Baton - Reversi", options: .backwards)?.lowerBound
    return start.map { String(output[$0...]) } ?? "?"
  }

  // MARK: The pause

  @Test("On a terminal the computer takes a second for each move, elsewhere none")
  func pause() async {
    let lines = ["d3", "undo", "d3"]
    let onScreen = ScriptedIO(lines, terminal: screenTerminal)
    _ = await BatonTool.run(
      arguments: ["play", "reversi"], environment: screenEnvironment, io: onScreen)
    #expect(onScreen.scriptedTime.waits == [1_000_000_000, 1_000_000_000])
    let piped = ScriptedIO(lines)
    _ = await BatonTool.run(arguments: ["play", "reversi"], environment: [:], io: piped)
    #expect(piped.scriptedTime.waits.isEmpty)
    let slow = ScriptedIO(["d3"])
    _ = await BatonTool.run(
      arguments: ["play", "reversi", "--pause", "2.5"], environment: [:], io: slow)
    #expect(slow.scriptedTime.waits == [2_500_000_000])
  }
}

import BatonTool
import Games
import Reversi
import Testing

@Suite("The screen of baton play")
struct PlayScreenTests {
  struct Variant: Sendable, CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    var testDescription: String { name }
  }

  static let variants = [
    Variant(name: "screen-colour-utf8", arguments: ["--colour=always"]),
    Variant(name: "screen-plain-utf8", arguments: ["--colour=never"]),
    Variant(name: "screen-colour-ascii", arguments: ["--colour=always", "--ascii"]),
    Variant(name: "screen-plain-ascii", arguments: ["--colour=never", "--ascii"]),
  ]

  @Test("The screen is what was reviewed", arguments: variants)
  func screen(_ variant: Variant) async throws {
    let result = await tool(
      ["play", "reversi", "--level=1"] + variant.arguments, lines: ["d3", "c4"],
      environment: screenEnvironment, terminal: screenTerminal)
    let frames = frames(of: result.output)
    // The start, each move with the computer thinking, and each reply.
    #expect(frames.count == 5)
    try expectSnapshot(try #require(frames.last), named: variant.name)
  }

  @Test(
    "Every screen fits the terminal",
    arguments: [(80, 24), (200, 50), (72, 24), (71, 24), (40, 25)])
  func fits(columns: Int, rows: Int) async throws {
    var terminal = screenTerminal
    terminal.columns = columns
    terminal.rows = rows
    var lines = ["help", "moves", "level", "level 2", "transcript", "save", "undo"]
    lines += [String(repeating: "z", count: 300), "open /" + String(repeating: "y", count: 200)]
    for entry in try Transcript(drawnGame).record.moves where !entry.isForced {
      lines += [entry.move.text, "moves"]
    }
    lines += ["transcript", "help", "new"]
    for arguments in [["--both"], ["--both", "--colour=never", "--ascii"]] {
      let result = await tool(
        ["play", "reversi"] + arguments, lines: lines, environment: screenEnvironment,
        terminal: terminal)
      let frames = frames(of: result.output)
      #expect(frames.count == lines.count + 1)
      for frame in frames.dropLast() {
        let rowsOfFrame = withoutColors(frame).split(
          separator: "\n", omittingEmptySubsequences: false)
        #expect(rowsOfFrame.count <= rows)
        #expect(rowsOfFrame.allSatisfy { $0.count <= columns })
        #expect(rowsOfFrame.last == "> ")
      }
    }
  }

  @Test("In ASCII every screen is ASCII")
  func onlyASCII() async throws {
    let moves = try Transcript(drawnGame).record.moves.filter { !$0.isForced }
    let result = await tool(
      ["play", "reversi", "--both", "--ascii"], lines: moves.map { $0.move.text } + ["help"],
      environment: screenEnvironment, terminal: screenTerminal)
    #expect(result.output.contains("Draw, 32-32"))
    #expect(result.output.utf8.allSatisfy { $0 < 0x7f })
  }

  @Test("Only a terminal that can be cleared is cleared")
  func clearing() async {
    let cleared = await tool(
      ["play", "reversi"], environment: screenEnvironment, terminal: screenTerminal)
    #expect(cleared.output.hasPrefix("\u{1b}[H\u{1b}[2J"))
    let dumb = await tool(
      ["play", "reversi"], environment: ["TERM": "dumb"], terminal: screenTerminal)
    #expect(!dumb.output.contains("\u{1b}"))
    let piped = await tool(["play", "reversi"], environment: screenEnvironment)
    #expect(!piped.output.contains("\u{1b}"))
  }

  @Test("The end of input on a terminal ends the line of the prompt")
  func endOfInput() async {
    let result = await tool(
      ["play", "reversi"], environment: screenEnvironment, terminal: screenTerminal)
    #expect(result.output.hasSuffix("> \n"))
  }
}

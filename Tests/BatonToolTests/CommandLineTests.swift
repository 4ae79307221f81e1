import BatonTool
import Testing

@Suite("The command line")
struct CommandLineTests {
  struct Misuse: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let error: String
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String..., error: String) {
      self.arguments = arguments
      self.error = error
    }
  }

  static let misuses = [
    Misuse(
      "plya", error: "baton: unknown command 'plya'; did you mean 'play'? See 'baton --help'."),
    Misuse("dance", error: "baton: unknown command 'dance'. See 'baton --help'."),
    Misuse("", error: "baton: unknown command ''. See 'baton --help'."),
    Misuse(
      "--halp", error: "baton: unknown option '--halp'; did you mean '--help'? See 'baton --help'."),
    Misuse("--version", "now", error: "baton: unexpected argument 'now'. See 'baton --help'."),
    Misuse(
      "help", "prft",
      error: "baton: unknown command 'prft'; did you mean 'perft'? See 'baton --help'."),
    Misuse("help", "play", "now", error: "baton: unexpected argument 'now'. See 'baton --help'."),
    Misuse(
      "play",
      error: "baton play: GAME is missing, which is reversi or chess. See 'baton play --help'."),
    Misuse(
      "play", "revresi",
      error: "baton play: unknown game 'revresi' for GAME, which takes reversi, chess; "
        + "did you mean 'reversi'? See 'baton play --help'."),
    Misuse(
      "play", "reversi", "now",
      error: "baton play: unexpected argument 'now'. See 'baton play --help'."),
    Misuse(
      "play", "reversi", "--levl", "3",
      error: "baton play: unknown option '--levl'; did you mean '--level'? See 'baton play --help'."
    ),
    Misuse(
      "play", "reversi", "--levl=3",
      error: "baton play: unknown option '--levl'; did you mean '--level'? See 'baton play --help'."
    ),
    Misuse(
      "play", "reversi", "-x", error: "baton play: unknown option '-x'. See 'baton play --help'."),
    Misuse(
      "play", "reversi", "--level",
      error: "baton play: --level needs a value: --level N. See 'baton play --help'."),
    Misuse(
      "play", "reversi", "--level", "11",
      error: "baton play: --level needs a number from 1 to 10, not '11'. See 'baton play --help'."),
    Misuse(
      "play", "reversi", "--level=",
      error: "baton play: --level needs a number from 1 to 10, not ''. See 'baton play --help'."),
    Misuse(
      "play", "reversi", "--level", "--black",
      error: "baton play: --level needs a number from 1 to 10, not '--black'. "
        + "See 'baton play --help'."),
    Misuse(
      "play", "reversi", "--level", "1", "--level=2",
      error: "baton play: --level is given twice. See 'baton play --help'."),
    Misuse(
      "play", "reversi", "--black", "--both",
      error: "baton play: --both and --black exclude each other. See 'baton play --help'."),
    Misuse(
      "play", "reversi", "--black=yes",
      error: "baton play: --black takes no value. See 'baton play --help'."),
    Misuse(
      "play", "reversi", "--seed", "-1",
      error: "baton play: --seed needs a whole number, not '-1'. See 'baton play --help'."),
    Misuse(
      "play", "reversi", "--pause", "nan",
      error: "baton play: --pause needs seconds from 0 to 60, not 'nan'. See 'baton play --help'."),
    Misuse(
      "play", "reversi", "--colour", "alway",
      error: "baton play: unknown word 'alway' for --colour, which takes auto, always, never; "
        + "did you mean 'always'? See 'baton play --help'."),
    Misuse(
      "perft", "reversi",
      error: "baton perft: DEPTH is missing. See 'baton perft --help'."),
    Misuse(
      "perft", "reversi", "21",
      error: "baton perft: DEPTH needs a number from 0 to 20, not '21'. See 'baton perft --help'."),
    Misuse(
      "perft", "reversi", "--", "-1",
      error: "baton perft: DEPTH needs a number from 0 to 20, not '-1'. See 'baton perft --help'."),
    Misuse(
      "perft", "reversi", "3", "--convention", "d",
      error: "baton perft: unknown convention 'd' for --convention, which takes a, b, c; "
        + "did you mean 'a'? See 'baton perft --help'."),
    Misuse(
      "show", "reversi", "--svg", "--json",
      error: "baton show: --json and --svg exclude each other. See 'baton show --help'."),
    Misuse(
      "serve", "--port", "65536",
      error: "baton serve: --port needs a number from 0 to 65535, not '65536'. "
        + "See 'baton serve --help'."),
    Misuse(
      "play", "\u{1b}[2Jx\n",
      error: "baton play: unknown game '?[2Jx?' for GAME, which takes reversi, chess. "
        + "See 'baton play --help'."),
  ]

  @Test("A misuse ends with 64 and one line that names it", arguments: misuses)
  func misuse(_ misuse: Misuse) async {
    let result = await tool(misuse.arguments)
    #expect(result == ToolResult(code: 64, output: "", error: misuse.error + "\n"))
  }

  @Test("The version is one line")
  func version() async {
    #expect(await tool(["--version"]) == ToolResult(code: 0, output: "baton 0.1.0\n", error: ""))
  }

  static let helps: [(name: String, arguments: [String])] = [
    ("help", ["--help"]), ("help-play", ["play", "--help"]), ("help-show", ["show", "-h"]),
    ("help-perft", ["perft", "--help"]), ("help-solve", ["solve", "--help"]),
    ("help-bench", ["bench", "--help"]), ("help-train", ["train", "--help"]),
    ("help-analyse", ["analyse", "--help"]),
    ("help-convert", ["convert", "--help"]), ("help-serve", ["serve", "--help"]),
    ("help-config", ["config", "--help"]), ("help-admin", ["admin", "--help"]),
    ("help-help", ["help", "--help"]), ("help-nboard", ["nboard", "--help"]),
    ("help-gtp", ["gtp", "--help"]), ("help-match", ["match", "--help"]),
    ("help-book", ["book", "--help"]),
  ]

  @Test("The help is what was reviewed, in ASCII and 80 columns", arguments: helps)
  func help(_ help: (name: String, arguments: [String])) async throws {
    let result = await tool(help.arguments)
    #expect(result.code == 0)
    #expect(result.error.isEmpty)
    for line in result.output.split(separator: "\n") {
      #expect(line.utf8.count <= 80 && line.utf8.allSatisfy { (0x20...0x7e).contains($0) })
    }
    try expectSnapshot(result.output, named: help.name)
  }

  @Test(
    "Every way to ask for help gives the same",
    arguments: [
      (["help"], ["--help"]), ([], ["--help"]), (["-h"], ["--help"]),
      (["help", "play"], ["play", "--help"]), (["--help", "play"], ["play", "--help"]),
      (["play", "reversi", "--level", "2", "-h"], ["play", "--help"]),
    ])
  func sameHelp(_ ways: ([String], [String])) async {
    let first = await tool(ways.0)
    #expect(first == (await tool(ways.1)))
    #expect(first.code == 0)
  }

  @Test(
    "The forms of an option mean the same",
    arguments: [
      ["perft", "reversi", "3", "--convention", "b"], ["perft", "reversi", "3", "--convention=b"],
      ["perft", "--convention=b", "reversi", "3"],
      ["perft", "--convention", "b", "--", "reversi", "3"],
    ])
  func forms(_ arguments: [String]) async {
    let expected = await tool(["perft", "reversi", "--convention", "b", "3"])
    #expect(expected.code == 0)
    #expect(await tool(arguments) == expected)
  }

  @Test("After two dashes even --help is an argument")
  func afterDashes() async {
    let result = await tool(["show", "reversi", "--", "--help"])
    #expect(result.code == 65)
    #expect(result.output.isEmpty)
  }

  @Test("The American spelling of colour is accepted")
  func americanSpelling() async {
    let british = await tool(["show", "reversi", "--colour", "always"])
    #expect(british.output.contains("\u{1b}["))
    #expect(await tool(["show", "reversi", "--color", "always"]) == british)
  }

  @Test("A reader that leaves ends the command quietly")
  func closedOutput() async {
    let io = ScriptedIO()
    io.failOutput(after: 2, with: .closed)
    let code = await BatonTool.run(
      arguments: ["perft", "reversi", "20"], environment: [:], io: io)
    // Depth 20 would take years: that this returns is the point.
    #expect(code == 141)
    #expect(io.error.isEmpty)
  }

  @Test("Output that cannot be written is an error with its reason")
  func failedOutput() async {
    let io = ScriptedIO()
    io.failOutput(after: 0, with: .failed("No space left on device"))
    let code = await BatonTool.run(arguments: ["show", "reversi"], environment: [:], io: io)
    #expect(code == 74)
    #expect(io.error == "baton: the output cannot be written: No space left on device\n")
  }
}

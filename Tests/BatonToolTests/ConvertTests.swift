import BatonTool
import Foundation
import Games
import Reversi
import Testing

@Suite("baton convert")
struct ConvertTests {
  static let ggf =
    "(;GM[Othello]PC[A club]DT[2001.05.06]PB[Ann\\]a]PW[Bob]RE[?]TY[8]"
    + "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    + "B[f5/0.5/1.25]W[d6//2]B[c3];)"

  private func written(_ text: String, _ name: String, in folder: URL) throws -> String {
    let file = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test("Games go through all formats and come back")
  func roundTrip() async throws {
    try await withTemporaryFolder { folder in
      let games = (1...20 as ClosedRange<UInt64>).map { Transcript(randomGame(seed: $0)).text }
      let text = games.joined(separator: "\n") + "\n"
      let first = try written(text, "games.txt", in: folder)
      let ggf = folder.appendingPathComponent("games.ggf").path
      let wthor = folder.appendingPathComponent("games.wtb").path
      #expect(await tool(["convert", first, "--to", "ggf", "--output", ggf]).code == 0)
      #expect(await tool(["convert", ggf, "--to", "wthor", "--output", wthor]).code == 0)
      #expect(try bytes(wthor).count == 16 + 20 * 68)
      let back = await tool(["convert", wthor, "--to", "transcript"])
      #expect(back == ToolResult(code: 0, output: text, error: ""))
    }
  }

  @Test("GGF keeps its evaluations and times, and its names reach the files of WTHOR and back")
  func names() async throws {
    try await withTemporaryFolder { folder in
      let ggf = try written(ConvertTests.ggf + "\n", "one.ggf", in: folder)
      let same = await tool(["convert", ggf, "--to", "ggf"])
      #expect(same == ToolResult(code: 0, output: ConvertTests.ggf + "\n", error: ""))
      let wthor = folder.appendingPathComponent("one.wtb").path
      let result = await tool(["convert", ggf, "--to", "wthor", "--output", wthor, "--json"])
      let stem = folder.appendingPathComponent("one").path
      #expect(
        result.output
          == #"{"from":"ggf","to":"wthor","read":1,"written":1,"skipped":0,"files":["\#(stem).wtb","#
          + #""\#(stem).jou","\#(stem).trn"]}"# + "\n")
      let games = try WTHORGames(bytes: bytes(wthor))
      #expect(games.header.yearOfGames == 2001 && games.header.year == 70)
      let players = try WTHORNames(.players, bytes: bytes(stem + ".jou"))
      #expect(players.names == ["?", "Ann]a", "Bob"])
      let back = await tool(["convert", wthor, "--to", "ggf"])
      #expect(back.output.contains("PC[A club]DT[2001]PB[Ann\\]a]PW[Bob]RE[?]"))
    }
  }

  @Test("Names in Latin-1 are shown in UTF-8, and kept as they are in a file")
  func encodings() async throws {
    try await withTemporaryFolder { folder in
      let games = Array("(;PB[Andr".utf8) + [0xE9] + Array("]B[f5];)\n(;PB[Zoë]B[f5];)\n".utf8)
      let file = folder.appendingPathComponent("a.ggf")
      try Data(games).write(to: file)
      let shown = await tool(["convert", file.path, "--to", "ggf"])
      #expect(shown.output.contains("PB[André]") && shown.output.contains("PB[Zoë]"))
      let copy = folder.appendingPathComponent("b.ggf").path
      #expect(await tool(["convert", file.path, "--to", "ggf", "--output", copy]).code == 0)
      #expect(try bytes(copy).contains(0xE9))
    }
  }

  @Test("Positions are read from lines and boards, and games give their last or every position")
  func positions() async throws {
    let board = ReversiPosition.start.text
    let result = await tool(["convert", "-", "--to", "obf"], lines: ["# x", "\(board) +0 f5 # y"])
    #expect(result == ToolResult(code: 0, output: "\(board); f5:+0; % y\n", error: ""))
    let last = await tool(["convert", "F5D6", "--to", "obf"])
    let record = try Transcript("F5D6").record
    #expect(last.output == "\(record.position.text);\n")
    let every = await tool(["convert", "F5D6", "--to", "obf", "--every"])
    #expect(every.output == record.positions.map { "\($0.text);\n" }.joined())
    let game = await tool(["convert", "-", "--to", "ggf"], lines: ["\(record.position.text);"])
    #expect(game.output.contains("BO[8 -------- ") && game.output.hasSuffix(" *];)\n"))
  }

  @Test("A transcript may be the argument, one over several lines, or one on each line")
  func transcripts() async throws {
    #expect(await tool(["convert", "f5 d6", "--to", "transcript"]).output == "F5D6\n")
    let one = await tool(["convert", "-", "--to", "transcript"], lines: ["1. f5 d6", "2. c3 d3"])
    #expect(one.output == "F5D6C3D3\n")
    let two = await tool(
      ["convert", "-", "--to", "transcript"], lines: ["# two", "f5d6", "", "c4c3 # x"])
    #expect(two.output == "F5D6\nC4C3\n")
  }

  @Test("A word that is neither a move nor a file is said to be both")
  func noFile() async {
    let result = await tool(["convert", "nofile", "--to", "obf"])
    #expect(result.code == 65)
    #expect(result.error.hasSuffix(" at ply 1, and there is no file 'nofile'\n"))
    #expect(await tool(["convert", "f5f5", "--to", "obf"]).error.hasSuffix("at ply 2\n"))
  }

  @Test("A byte-order mark in front means nothing")
  func mark() async {
    let start = ReversiPosition.start.text
    for (text, format) in [
      ("f5d6", "transcript"), ("f5d6\nc4c3", "transcript"), ("\(start) f5d6", "transcript"),
      ("\(start);\n\(start);", "obf"), ("(;GM[Othello]B[f5];)", "ggf"),
    ] {
      func converted(_ text: String, _ options: [String]) async -> ToolResult {
        await tool(
          ["convert", "-", "--to", "transcript"] + options,
          lines: text.split(separator: "\n").map(String.init))
      }
      let plain = await converted(text, [])
      #expect(plain.code == 0, "\(text)")
      #expect(await converted("\u{FEFF}" + text, []) == plain, "\(text)")
      #expect(await converted("\u{FEFF}" + text, ["--from", format]) == plain, "\(text)")
    }
  }

  @Test(
    "What is wrong is named, and nothing is written",
    arguments: [
      (["F5F5"], "the transcript is wrong: f5 is occupied at ply 2", 65),
      (["f5d6", "f5d4"], "line 2: the transcript is wrong: d4 is occupied at ply 2", 65),
      (["(;B[f5];)(;B[a1];)"], "the file is wrong: a1 turns no disc in game 2, byte 14", 65),
      (["--------X"], "the position is wrong: expected 64 squares, not 9 in line 1, byte 10", 65),
      (
        [ReversiPosition.start.text + "-"],
        "the position is wrong: expected the side to move, X or O in line 1, byte 66", 65
      ),
      ([], "there are no games in the input", 65),
    ] as [([String], String, Int32)])
  func wrongInput(lines: [String], message: String, code: Int32) async {
    let target = lines == [] ? "obf" : "ggf"
    let from = lines == [] ? ["--from", "ggf"] : []
    let result = await tool(["convert", "-", "--to", target] + from, lines: lines)
    #expect(result == ToolResult(code: code, output: "", error: "baton convert: \(message)\n"))
  }

  @Test("With --skip the games that are right are written, and the code says that some were not")
  func skip() async throws {
    let result = await tool(
      ["convert", "-", "--to", "transcript", "--skip"], lines: ["f5d6", "f5d4", "c4c3"])
    #expect(result.code == 1)
    #expect(result.output == "F5D6\nC4C3\n")
    #expect(
      result.error
        == "baton convert: line 2: the transcript is wrong: d4 is occupied at ply 2\n")
    let board = "(;BO[8 \(ReversiPosition.start.text.dropLast()) O];)"
    let games = [board.replacing("X", with: "*"), "(;B[f5];)"]
    let other = await tool(
      ["convert", "-", "--to", "transcript"], lines: games)
    let start = "\(ReversiPosition.start.text.dropLast())O"
    #expect(other == ToolResult(code: 0, output: "\(start)\nF5\n", error: ""))
    let third = await tool(["convert", "-", "--to", "ggf"], lines: [start + " F4", "F5"])
    #expect(third.code == 0 && third.output.uppercased().contains("W[F4"))
    try await withTemporaryFolder { folder in
      let base = folder.appending(path: "out.wtb").path()
      let refused = await tool(["convert", "-", "--to", "wthor", "--output", base], lines: games)
      #expect(refused.code == 65)
      #expect(refused.error.contains("game 1 does not begin at the usual start"))
    }
  }

  @Test("A file that is there is only replaced by force, and is not touched otherwise")
  func existingFile() async throws {
    try await withTemporaryFolder { folder in
      let old = try written("old", "out.wtb", in: folder)
      let arguments = ["convert", "F5", "--to", "wthor", "--output", old]
      let result = await tool(arguments)
      #expect(result.code == 73)
      #expect(result.error.hasSuffix("is there already; --force replaces it\n"))
      #expect(try bytes(old) == Array("old".utf8))
      #expect(await tool(arguments + ["--force"]).code == 0)
      #expect(try bytes(old).count == 84)
      let names = await tool(["convert", try written("", "a.jou", in: folder), "--to", "ggf"])
      #expect(names.code == 65 && names.error.contains("ends in .wtb"))
      let broken = try written("x", "broken.wtb", in: folder)
      let read = await tool(["convert", broken, "--to", "obf"])
      #expect(read.code == 65 && read.error.contains("too short for a header"))
    }
  }

  @Test(
    "Misuse ends with 64, a missing file with 69, a folder with 74",
    arguments: [
      (["F5"], 64), (["F5", "--to", "sgf"], 64), (["F5", "--to", "wthor"], 64),
      (["F5", "--to", "ggf", "--json"], 64), (["no/such/file", "--to", "ggf"], 69),
      (["nosuchfile.ggf", "--to", "ggf"], 69), (["/", "--to", "ggf"], 74),
    ] as [([String], Int32)])
  func misuse(arguments: [String], code: Int32) async {
    let result = await tool(["convert"] + arguments)
    #expect(result.code == code)
    #expect(result.output.isEmpty && !result.error.isEmpty)
  }
}

import BatonTool
import Foundation
import Testing

@Suite("baton convert, games of chess")
struct ConvertChessTests {
  static let games = """
    [Event "A"]
    [White "Ann"]
    [Black "Bob"]
    [Result "1-0"]

    1. e4 {best} e5 2. Qh5?! Nc6 (2... Nf6) 3. Bc4 Nf6?? 4. Qxf7# 1-0

    [Event "Broken"]

    1. d4 d5 2. Zz9 Nf6 *

    [Event "Castles"]
    [FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]

    1. O-O *

    """

  private func convert(_ options: [String], _ text: String = games) async -> ToolResult {
    await tool(
      ["convert", "-"] + options,
      lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  @Test("PGN comes out as PGN that reads the same, and a broken game keeps its beginning")
  func pgn() async {
    let first = await convert(["--to", "pgn"])
    #expect(first.code == 1)
    #expect(first.output.contains("1. e4 {best} 1... e5 2. Qh5 $6 Nc6 (2... Nf6) 3. Bc4 Nf6 $4"))
    #expect(first.output.contains("1. d4 d5 *"))
    #expect(first.error.contains("\"Zz9\" at ply 3 of game 2, line 10, column 13"))
    let second = await convert(["--to", "pgn"], first.output)
    #expect(second.code == 0)
    #expect(second.output == first.output)
  }

  @Test("Last and all positions, and moves as UCI writes them")
  func others() async {
    let last = await convert(["--to", "fen"])
    #expect(last.output.split(separator: "\n").count == 3)
    #expect(last.output.contains("4k3/8/8/8/8/8/8/5RK1 b - - 1 1"))
    let every = await convert(["--to", "fen", "--every"])
    #expect(every.output.split(separator: "\n").count == 8 + 3 + 2)
    let moves = await convert(["--to", "uci"])
    #expect(moves.output == "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7\nd2d4 d7d5\ne1g1\n")
    let skipped = await convert(["--to", "uci", "--skip"])
    #expect(skipped.output == "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7\ne1g1\n")
    #expect(skipped.code == 1)
  }

  @Test("A game whose FEN is none has no positions and no moves, and the others have theirs")
  func noStart() async {
    let games = """
      [Event "Two kings of white"]
      [FEN "4k3/8/8/8/8/8/8/KK6 w - - 0 1"]

      1. Ka2 *

      [Event "No FEN"]
      [FEN "e4"]

      1. e4 *

      [Event "Right"]

      1. e4 *

      """
    for options in [["--to", "fen", "--every"], ["--to", "fen"], ["--to", "uci"]] {
      let result = await convert(options, games)
      #expect(result.code == 1)
      // Line ends are counted, so that an empty line would be one too many.
      #expect(result.output.count { $0 == "\n" } == (options.count == 3 ? 2 : 1))
      #expect(result.error.contains("the FEN tag"))
    }
    #expect(await convert(["--to", "pgn"], games).output.contains("No FEN"))
  }

  @Test("Files stream to files, which are replaced only when that is asked for")
  func files() async throws {
    try await withTemporaryFolder { folder in
      let input = folder.appendingPathComponent("in.pgn").path
      let output = folder.appendingPathComponent("out.pgn").path
      // More than is read at a time.
      let game = "[Event \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n"
      let count = 40_000
      try Data(String(repeating: game, count: count).utf8).write(to: URL(fileURLWithPath: input))
      let result = await tool(["convert", input, "--to", "uci", "--output", output, "--json"])
      #expect(result.code == 0, "\(result.error)")
      #expect(
        result.output.hasPrefix(
          #"{"from":"pgn","to":"uci","read":\#(count),"written":\#(count),"skipped":0,"errors":0,"#)
      )
      let text = try String(contentsOfFile: output, encoding: .utf8)
      #expect(text == String(repeating: "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\n", count: count))
      let again = await tool(["convert", input, "--to", "pgn", "--output", output])
      #expect(again.code == 73)
      #expect(try String(contentsOfFile: output, encoding: .utf8) == text)
      let forced = await tool(["convert", input, "--to", "pgn", "--output", output, "--force"])
      #expect(forced.code == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }
  }

  @Test("Formats of the two games do not mix, and an empty input is said to be one")
  func misuse() async {
    #expect(await convert(["--to", "pgn", "--from", "ggf"]).code == 64)
    #expect(await convert(["--to", "ggf", "--from", "pgn"]).code == 64)
    #expect(await convert(["--to", "pgn"], "").code == 65)
    let missing = await tool(["convert", "nowhere.pgn", "--to", "fen"])
    #expect(missing.code == 69)
    #expect(missing.error.contains("nowhere.pgn"))
  }
}

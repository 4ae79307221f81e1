import BatonTool
import Foundation
import Games
import Reversi
import Testing

@Suite("baton solve and baton bench")
struct SolveTests {
  struct Line: Decodable {
    let position: String
    let empties: Int
    let score: Int
    let best: String?
    let nodes: UInt64
    let seconds: Double
    let variation: [String]
    struct Move: Decodable {
      let move: String
      let score: Int
    }
    let lines: [Move]
  }

  /// FFO #1: fourteen squares, +18 by g8.
  let first = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
  func lines(_ result: ToolResult) throws -> [Line] {
    try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  @Test("A byte-order mark in front of the positions means nothing")
  func mark() async throws {
    let result = await tool(["solve", "--json"], lines: ["\u{FEFF}\(first)", first])
    #expect(result.code == 0, "\(result.error)")
    #expect(try lines(result).map(\.score) == [18, 18])
    try await withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("x.obf")
      try Data("\u{FEFF}\(first)\n".utf8).write(to: file)
      #expect(try lines(await tool(["solve", "--json", file.path])).map(\.score) == [18])
    }
  }

  @Test("A position gives one JSON object with score, best move, nodes and seconds")
  func json() async throws {
    let result = await tool(["solve", "--json", "--position", first])
    #expect(result.code == 0)
    let line = try #require(try lines(result).first)
    #expect(line.score == 18)
    #expect(line.best == "g8")
    #expect(line.empties == 14)
    #expect(line.position == first)
    #expect(line.nodes > 0 && line.seconds >= 0)
    #expect(line.variation.first == "g8")
  }

  @Test("All moves get their scores, and the winner alone a sign")
  func moveScores() async throws {
    let all = try #require(
      try lines(await tool(["solve", "--json", "--lines", "60", "--position", first])).first)
    let expected = [
      "g8": 18, "h1": 12, "h7": 6, "a2": 6, "a3": 4, "b1": -4, "a4": -22, "g2": -24,
    ]
    #expect(Dictionary(uniqueKeysWithValues: all.lines.map { ($0.move, $0.score) }) == expected)
    let winner = try #require(
      try lines(await tool(["solve", "--json", "--winner", "--position", first])).first)
    #expect(winner.score == 1)
  }

  @Test("Standard input may hold notes, facts, boards of eight lines and nothing")
  func input() async throws {
    var rows: [String] = []
    for start in stride(from: 0, to: 64, by: 8) {
      rows.append(String(first.dropFirst(start).prefix(8)))
    }
    let input = ["# notes", "", first + " +18 g8 # FFO-1", "% more"] + rows + ["X", "  "]
    let result = await tool(["solve", "--json", "--threads", "2"], lines: input)
    #expect(result.error == "")
    #expect(try lines(result).map { $0.score } == [18, 18])
    #expect(await tool(["solve"], lines: []).code == 0)
  }

  @Test("What stands behind a position is not read, right or wrong")
  func notes() async throws {
    let result = await tool(
      ["solve", "--json"],
      lines: [first + "; g8:+18; h1:+12;", first + "; a1:+2; nonsense ;;", first + "\t% XOX O"])
    #expect(result.error == "")
    #expect(try lines(result).map { $0.score } == [18, 18, 18])
  }

  @Test("A wrong line ends with its number, after those before it were answered")
  func wrongLine() async throws {
    let result = await tool(
      ["solve", "--json"], lines: [first, String(repeating: "-", count: 63) + "Q X"])
    #expect(result.code == 65)
    #expect(try lines(result).count == 1)
    #expect(result.error.contains("line 2"))
    let cut = await tool(["solve"], lines: ["XO--"])
    #expect(cut.code == 65)
    #expect(await tool(["solve", "--position", "XO"]).code == 65)
    #expect(await tool(["solve", "/nowhere/positions.txt"]).code == 69)
    #expect(await tool(["solve", "file", "--position", first]).code == 64)
  }

  @Test("A pass and the end of a game have their names")
  func ends() async throws {
    let over = String(repeating: "X", count: 60) + "---- O"
    let line = try #require(
      try lines(await tool(["solve", "--json", "--position", over])).first)
    #expect(line.score == -64)
    #expect(line.best == nil)
    let game =
      "F5F6F7G7H7H8E6H6G6G5H5H4G8F8D3G4H3H2G3F4D7E7D8E8D6C8B8C4B5B4B3A6B6C6B7A8A4D2B2B1C2E2F1F2F3G2"
      + "H1E1E3C1D1A1C3A5C7"
    var position = ReversiPosition.start
    let moves = try Transcript(game).record.moves
    var passes = 0
    for entry in moves {
      if entry.move == .pass, position.emptyCount < 12 {
        let report = try #require(
          try lines(await tool(["solve", "--json", "--position", position.text])).first)
        #expect(report.best == "pass")
        #expect(report.score == (position.sideToMove == .black ? -64 : 64))
        passes += 1
      }
      try position.play(entry.move, by: entry.seat)
    }
    #expect(passes >= 3)
  }

  @Test("The bench does the same work each time")
  func bench() async throws {
    let one = await tool(["bench", "reversi", "--json"])
    #expect(one.code == 0)
    func nodes(_ text: String) -> [String] {
      text.split(separator: "\n").compactMap { line in
        line.split(separator: ",").first { $0.contains("nodes") }.map { String($0) }
      }
    }
    #expect(nodes(one.output).count == 12)
    let two = await tool(["bench", "reversi", "--json"])
    #expect(nodes(one.output) == nodes(two.output))
  }
}

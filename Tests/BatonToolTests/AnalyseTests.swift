import BatonTool
import Foundation
import Games
import Reversi
import ReversiEngine
import ReversiWeights
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

#if DEBUG
  /// How many empty squares these tests solve: without optimisation the solver is some hundred times slower.
  private let solved = 14
  private let solvedOfMany = 10
#else
  private let solved = 20
  private let solvedOfMany = 15
#endif

@Suite("baton analyse")
struct AnalyseTests {
  struct Line: Decodable, Equatable {
    let game: Int
    let number: Int
    let side: String
    let move: String
    let value: Int
    let best: String
    let bestValue: Int
    let loss: Int
    let exact: Bool
    let bestExact: Bool
    let depth: Int
    let empties: Int
  }

  static let thirteenPasses =
    "F5F6F7G7H7H8E6H6G6G5H5H4G8F8D3G4H3H2G3F4D7E7D8E8D6C8B8C4B5B4B3A6B6C6B7A8A4D2B2B1C2E2F1F2F3G2H1E1E3C1"
    + "D1A1C3A5C7"

  private func lines(_ output: String) throws -> [Line] {
    try output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  private func analysis(
    _ game: String, solving: Int = solvedOfMany, _ options: String...
  ) async throws -> [Line] {
    let result = await tool(
      ["analyse", game, "--json", "--solve", "\(solving)", "--depth", "2"] + options)
    #expect(result.code == 0 && result.error.isEmpty)
    return try lines(result.output)
  }

  @Test("The game of thirteen passes is worth -64 in its whole solved tail")
  func wholeTail() async throws {
    let lines = try await analysis(AnalyseTests.thirteenPasses, solving: solved)
    let record = try Transcript(AnalyseTests.thirteenPasses).record
    #expect(lines.map(\.move) == record.moves.map(\.move.text))
    #expect(lines.count { $0.move == "pass" } == 13)
    let tail = lines.filter { $0.empties <= solved }
    #expect(tail.count >= 10)
    for line in tail {
      #expect(line.value == -64 && line.bestValue == -64 && line.loss == 0)
      #expect(line.exact && line.bestExact && line.best == line.move)
    }
    // After the last move five squares stay empty.
    #expect(lines.last?.empties == 6 && lines.last?.number == 68)
  }

  @Test("A drawn game that both sides play perfectly to the end is worth 0 there")
  func drawn() async throws {
    let lines = try await analysis(drawnGame, solving: solved)
    for line in lines where line.empties <= solved { #expect(line.value == 0 && line.loss == 0) }
  }

  @Test(
    "Losses in the solved part add up to what the value changes by",
    arguments: 1...3 as ClosedRange<UInt64>)
  func sums(seed: UInt64) async throws {
    let record = randomGame(seed: seed)
    let lines = try await analysis(Transcript(record).text)
    let final = record.position.tournamentScore(of: .black)
    #expect(lines.last?.value == final)
    let tail = lines.filter { $0.bestExact }
    var value = try #require(tail.first).bestValue
    for line in tail {
      #expect(line.bestValue == value)
      #expect(line.loss >= 0)
      #expect(line.value == value + (line.side == "black" ? -line.loss : line.loss))
      value = line.value
    }
    #expect(value == final)
    // Wherever nothing better is known, the move played is the best.
    for line in lines where line.loss == 0 { #expect(line.best == line.move) }
  }

  @Test("The best move of the solved part reaches the value that is promised")
  func bestMoves() async throws {
    let record = randomGame(seed: 9)
    let search = ReversiSearch(weights: .shipped, memory: 1 << 20)
    for line in try await analysis(Transcript(record).text) where line.empties <= 9 && line.loss > 0
    {
      var position = record.positions[line.number - 1]
      let side = position.sideToMove
      try position.play(ReversiMove(text: line.best), by: side.seat)
      let value = search.run(position, goal: .score).value
      #expect((position.sideToMove == .black ? value : -value) == line.bestValue)
    }
  }

  @Test("A wipe-out counts 64, whatever stays empty")
  func wipeOut() async throws {
    let lines = try await analysis("E6F4E3F6G5D6E7F5C5")
    #expect(lines.last?.value == 64 && lines.last?.exact == true)
  }

  @Test("A hint equals a solve of the same depth", arguments: 1...4 as ClosedRange<UInt64>)
  func hint(seed: UInt64) throws {
    let record = randomGame(seed: seed)
    for position in record.positions where (6...solvedOfMany - 2).contains(position.emptyCount) {
      let solve = ReversiSearch(weights: .shipped, memory: 1 << 20).run(position, goal: .score)
      #expect(solve.isExact)
      for goal in [ReversiGoal.depth(position.emptyCount), .depth(60), .deepest] {
        let hint = ReversiSearch(weights: .shipped, memory: 1 << 20).run(position, goal: goal)
        #expect(hint.value == solve.value && hint.isExact, "\(position.text)")
        guard let best = hint.best else { continue }
        var next = position
        try next.play(best, by: position.sideToMove.seat)
        let answer = ReversiSearch(weights: .shipped, memory: 1 << 20).run(next, goal: .score)
        let sign = next.sideToMove == position.sideToMove ? 1 : -1
        #expect(answer.value * sign == solve.value, "\(position.text)")
      }
    }
  }

  @Test("An analysis can be stopped, and tells how far it is")
  func stopping() throws {
    let record = randomGame(seed: 3)
    let search = ReversiSearch(weights: .shipped, memory: 1 << 20)
    #expect(search.analyse(record, depth: 1, solving: 0, shouldStop: { true }) == nil)
    var steps: [Int] = []
    let whole = search.analyse(
      record, depth: 1, solving: 4,
      progress: { done, total in
        steps.append(done)
        #expect(total == record.positions.count)
      })
    #expect(whole?.moves.count == record.moves.count)
    #expect(steps == Array(1...record.positions.count))
  }

  @Test("All games of a file are analysed, or the one that is asked for")
  func severalGames() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("two.ggf").path
      let text = "(;PB[Ann]PW[Bob]B[f5]W[d6];)\n(;PB[Cid]PW[Dan]B[c4]W[c3]B[d3];)\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      let both = try await analysis(file)
      #expect(both.map(\.game) == [1, 1, 2, 2, 2])
      let second = try await analysis(file, "--game", "2")
      #expect(second == both.filter { $0.game == 2 })
      let shown = await tool(["analyse", file, "--depth", "1", "--game", "2"])
      #expect(shown.output.hasPrefix("Game 2: Cid – Dan\nmove  side   played  value"))
      let third = await tool(["analyse", file, "--game", "3"])
      #expect(third.code == 65)
      #expect(third.error == "baton analyse: there is no game 3, only 2 in the input\n")
      let picture = await tool(["analyse", file, "--svg", file + ".svg"])
      #expect(picture.code == 64 && picture.error.contains("--game N chooses one"))
    }
  }

  @Test("A game that is asked for is analysed whatever is wrong with others")
  func oneOfBroken() async throws {
    try await withTemporaryFolder { folder in
      let games = [
        ("x.ggf", "(;PB[Ann]PW[Bob]B[a1];)\n(;PB[Cid]PW[Dan]B[c4]W[c3]B[d3];)\n"),
        ("x.txt", "f5f5\nc4c3d3\n"),
      ]
      for (name, text) in games {
        let file = folder.appendingPathComponent(name).path
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        #expect(try await analysis(file, "--game", "2").map(\.game) == [2, 2, 2])
        let first = await tool(["analyse", file, "--game", "1"])
        #expect(first.code == 65 && first.error.contains("wrong"), "\(first.error)")
        let third = await tool(["analyse", file, "--game", "3"])
        #expect(third.error == "baton analyse: there is no game 3, only 2 in the input\n")
        #expect(await tool(["analyse", file]).code == 65)
      }
    }
  }

  @Test("An empty file has no games")
  func empty() async throws {
    try await withTemporaryFolder { folder in
      for name in ["x.txt", "x.ggf", "x.pgn", "x"] {
        let file = folder.appendingPathComponent(name).path
        try Data("\n".utf8).write(to: URL(fileURLWithPath: file))
        for arguments in [["analyse", file], ["convert", file, "--to", "ggf"]] {
          let result = await tool(arguments)
          #expect(result.code == 65, "\(arguments)")
          #expect(result.error.hasSuffix(": there are no games in the input\n"), "\(arguments)")
        }
      }
      #expect(await tool(["analyse", "-"]).code == 65)
      #expect(await tool(["convert", "-", "--to", "transcript"]).code == 65)
    }
  }

  @Test("Standard input and the words of several arguments are games as well")
  func otherInputs() async throws {
    let whole = await tool(["analyse", "F5D6C3", "--depth", "1"])
    #expect(whole.code == 0)
    #expect(await tool(["analyse", "-", "--depth", "1"], lines: ["f5", "d6 c3"]) == whole)
    #expect(await tool(["analyse", "f5", "d6", "c3", "--depth", "1"]) == whole)
  }

  @Test("The graph is an SVG for light and dark screens that marks the mistakes")
  func graph() async throws {
    try await withTemporaryFolder { folder in
      let record = randomGame(seed: 2)
      let file = folder.appendingPathComponent("a.svg")
      let lines = try await analysis(Transcript(record).text, "--svg", file.path)
      let svg = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      #expect(svg.hasPrefix("<svg xmlns=") && svg.hasSuffix("</svg>\n"))
      #expect(svg.contains("prefers-color-scheme: dark"))
      let marks = svg.split(separator: "<circle class=\"disc ").count - 1
      // Four discs are in the legend.
      #expect(marks == lines.count { $0.loss >= 4 } + 4)
      #expect(svg.contains("class=\"line exact\"") && svg.contains("class=\"line guess\""))
      let parser = XMLParser(data: Data(svg.utf8))
      #expect(parser.parse())
    }
  }

  @Test("A graph of a game without moves is a graph", arguments: ["", "F5"])
  func shortGraph(game: String) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.svg")
      let result = await tool(["analyse", game, "--depth", "1", "--svg", file.path])
      #expect(result.code == 0)
      let parser = XMLParser(data: try Data(contentsOf: file))
      #expect(parser.parse())
    }
  }

  @Test(
    "What cannot be analysed is refused",
    arguments: [
      (["F5F5"], 65, "the transcript is wrong: f5 is occupied at ply 2"),
      (
        ["no such.ggf"], 65,
        "the transcript is wrong: expected a square from a1 to h8 at ply 1, "
          + "and there is no file 'no such.ggf'"
      ),
      (
        ["e4 e5"], 65,
        "the transcript is wrong: e4 is occupied at ply 1; "
          + "a game of chess is read from a PGN file"
      ),
      (["nosuch.ggf"], 69, "there is no file 'nosuch.ggf'"),
      (["-"], 65, "the file has positions, not games, and nothing to analyse"),
    ] as [([String], Int32, String)])
  func refused(arguments: [String], code: Int32, message: String) async {
    let result = await tool(["analyse"] + arguments, lines: [ReversiPosition.start.text])
    #expect(result == ToolResult(code: code, output: "", error: "baton analyse: \(message)\n"))
  }
}

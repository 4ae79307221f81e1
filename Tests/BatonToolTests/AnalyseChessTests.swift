import BatonTool
import Chess
import Foundation
import Testing

@Suite("baton analyse, games of chess")
struct AnalyseChessTests {
  struct Score: Decodable, Equatable {
    var cp: Int?
    var mate: Int?
  }
  struct Move: Decodable {
    let game: Int
    let ply: Int
    let side: String
    let move: String
    let uci: String
    let score: Score
    let best: String
    let bestScore: Score
    let loss: Int
    let judgement: String?
    let depth: Int
  }

  /// White gives a queen for nothing, and black does not take it.
  static let game = """
    [Event "School"]
    [White "Ann"]
    [Black "Bob"]
    [Result "1-0"]

    1. e4 {best by test} e5 2. Qh5 Nc6 3. Qxe5+ Nge7 4. Bc4 d6 5. Qf4 *
    """
  static let mate = """
    [Event "Mate"]

    1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

    """

  private func analyse(_ text: String, _ options: [String]) async throws -> ToolResult {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("baton-analyse-\(UUID().uuidString).pgn")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return await tool(["analyse", file.path] + options)
  }

  private func moves(_ result: ToolResult) throws -> [Move] {
    try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(Move.self, from: Data($0.utf8))
    }
  }

  @Test("A queen given away is a blunder, a mate that is allowed as well, and mates count down")
  func judgements() async throws {
    let found = try moves(await analyse(Self.mate, ["--json", "--depth", "6"]))
    #expect(found.map(\.move) == ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"])
    #expect(found.map(\.ply) == Array(1...7))
    try #require(found.count == 7)
    #expect(found[5].judgement == "blunder")
    #expect(found[5].score == Score(mate: 1))
    #expect(found[6].score == Score(mate: 0))
    #expect(found[6].best == "Qxf7#")
    #expect(found[6].loss == 0 && found[6].judgement == nil)
    #expect(found[0].uci == "e2e4")
    for move in found where move.judgement == nil { #expect(move.loss < 100) }

    let given = try moves(await analyse(Self.game, ["--json", "--nodes", "20000"]))
    try #require(given.count == 9)
    #expect(given[4].move == "Qxe5+" && given[4].judgement == "blunder")
    #expect(given[5].move == "Nge7" && given[5].best == "Nxe5" && given[5].judgement == "blunder")
  }

  @Test("The annotated game is PGN that reads back, keeps what was there and shows better play")
  func annotated() async throws {
    let result = try await analyse(Self.game, ["--nodes", "20000"])
    #expect(result.code == 0, "\(result.error)")
    let entry = try #require(PGNReader.games(in: result.output).first)
    #expect(entry.errors.isEmpty)
    let game = entry.game
    try #require(game.mainLine.count == 9)
    #expect(game[notes: game.mainLine[0]].comment == "best by test")
    #expect(game[notes: game.mainLine[0]].evaluation != nil)
    #expect(game[notes: game.mainLine[4]].glyphs == [4])
    #expect(game.counts.variations >= 2)
    #expect(game[notes: .root].comment.contains("20,000 positions a move"))
    #expect(result.output.contains("Nxe5 was best."))
    let again = PGNReader.games(in: game.text)
    #expect(again.first?.game == game)
  }

  @Test("The graph names the worst moves and is a picture")
  func graph() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("game.pgn")
      let picture = folder.appendingPathComponent("game.svg")
      try Data(Self.game.utf8).write(to: file)
      let result = await tool([
        "analyse", file.path, "--svg", picture.path, "--nodes", "5000", "--json",
      ])
      #expect(result.code == 0, "\(result.error)")
      let svg = try String(contentsOf: picture, encoding: .utf8)
      #expect(svg.hasPrefix("<svg xmlns=") && svg.hasSuffix("</svg>\n"))
      #expect(svg.contains("Ann – Bob, School") && svg.contains("3. Qxe5+??"))
    }
  }

  @Test("Broken games are analysed as far as they go; several games need a number for a graph")
  func several() async throws {
    let two = Self.mate + "\n[Event \"Broken\"]\n\n1. d4 d5 2. Zz9 *\n"
    let result = try await analyse(two, ["--json", "--depth", "1"])
    #expect(result.code == 1)
    #expect(result.error.contains("\"Zz9\" at ply 3 of game 2"))
    #expect(try moves(result).filter { $0.game == 2 }.count == 2)
    #expect(try await analyse(two, ["--svg", "x.svg"]).code == 64)
    #expect(try moves(await analyse(two, ["--json", "--depth", "1", "--game", "2"])).count == 2)
    #expect(try await analyse(two, ["--game", "3"]).code == 65)
    #expect(try await analyse("", []).code == 65)
    #expect(await tool(["analyse", "nowhere.pgn"]).code == 69)
    #expect(try await analyse(two, ["--solve", "3"]).code == 64)
    #expect(await tool(["analyse", "F5D6C3", "--nodes", "3"]).code == 64)
  }

  @Test("A game without moves, from a position that is mate, and one black begins")
  func edges() async throws {
    let none = try await analyse("[Event \"None\"]\n\n*\n", ["--depth", "1"])
    #expect(none.code == 0)
    #expect(none.output.contains("no mistakes"))
    let over = try await analyse(
      "[FEN \"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\"]\n\n1-0\n", ["--depth", "1", "--json"])
    #expect(over.code == 0 && over.output.isEmpty)
    let black = try moves(
      await analyse(
        "[FEN \"6k1/8/8/8/8/8/q7/7K b - - 0 9\"]\n\n9... Qb2 10. Kg1 *\n",
        ["--depth", "3", "--json"]))
    #expect(black.map(\.side) == ["black", "white"])
  }
}

import BatonTool
import Foundation
import Games
import Reversi
import Testing

/// A game of 60 moves that ends 32 to 32.
let drawnGame =
  "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1"
  + "F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6"

@Suite("baton show")
struct ShowTests {
  struct Position: Decodable, Equatable {
    let board: String
    let toMove: String?
    let black: Int
    let white: Int
    let over: Bool
    let result: String?
    let legal: [String]
    let moves: [String]
    let tournament: [String: Int]
  }

  func position(_ transcript: String) async throws -> Position {
    let result = await tool(["show", "reversi", transcript, "--json"])
    #expect(result.code == 0)
    #expect(result.output.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    return try JSONDecoder().decode(Position.self, from: Data(result.output.utf8))
  }

  @Test("The start as JSON is exactly this")
  func startJSON() async {
    let result = await tool(["show", "reversi", "--json"])
    #expect(
      result.output
        == #"{"board":"---------------------------OX------XO---------------------------","#
        + #""toMove":"black","black":2,"white":2,"over":false,"result":null,"#
        + #""legal":["d3","c4","f5","e6"],"moves":[],"tournament":{"black":2,"white":2}}"# + "\n")
  }

  @Test("A drawn game as JSON has its result and nobody to move")
  func drawnJSON() async throws {
    let shown = try await position(drawnGame)
    #expect(shown.over)
    #expect(shown.toMove == nil)
    #expect(shown.result == "Draw, 32–32")
    #expect(shown.legal.isEmpty)
    #expect(shown.black == 32 && shown.white == 32)
    #expect(shown.tournament == ["black": 32, "white": 32])
    #expect(shown.moves.filter { $0 != "pass" }.count == 60)
  }

  @Test("A wipe-out gives the empty squares to the winner")
  func wipeOut() async throws {
    let shown = try await position("E6F4E3F6G5D6E7F5C5")
    #expect(shown.over)
    let expected = try Transcript("E6F4E3F6G5D6E7F5C5").record.position
    #expect(shown.black == expected.discCount(of: .black))
    #expect(shown.white == 0)
    #expect(shown.tournament == ["black": 64, "white": 0])
    #expect(shown.result?.contains("64–0 with the empty squares") == true)
  }

  @Test(
    "JSON agrees with the rules after every move of games by chance",
    arguments: 1...5 as ClosedRange<UInt64>)
  func randomGames(seed: UInt64) async throws {
    let record = randomGame(seed: seed)
    let final = try await position(Transcript(record).text)
    #expect(final.moves == record.moves.map { $0.move.text })
    for (ply, expected) in record.positions.enumerated().dropFirst().reversed().prefix(20) {
      guard !expected.mustPass else { continue }
      let words = record.moves.prefix(ply).map { $0.move.text }.joined(separator: " ")
      let shown = try await position(words)
      #expect(shown.board + " " == String(expected.text.prefix(65)))
      let side = expected.sideToMove == .black ? "black" : "white"
      #expect(shown.toMove == (expected.isOver ? nil : side))
      let legal = expected.legalMoves(for: expected.sideToMove.seat)
      #expect(shown.legal == legal.map { $0.text })
    }
  }

  @Test("Several arguments make one transcript")
  func severalArguments() async {
    let one = await tool(["show", "reversi", "F5D6C3"])
    #expect(await tool(["show", "reversi", "f5", "d6", "c3"]) == one)
  }

  @Test(
    "A wrong transcript ends with 65, the ply and the reason",
    arguments: [
      ("F5F5", "f5 is occupied at ply 2"), ("A1", "a1 turns no disc at ply 1"),
      ("F5 x9", "expected a square from a1 to h8 at ply 2"),
      ("pass", "a pass is not allowed here at ply 1"),
      (drawnGame + "A1", "the game is over at ply 61"),
    ])
  func wrongTranscript(_ transcript: String, reason: String) async {
    let result = await tool(["show", "reversi", transcript, "--json"])
    #expect(result.code == 65)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("baton show: the transcript is wrong: "))
    if !transcript.hasPrefix(drawnGame) {
      #expect(result.error == "baton show: the transcript is wrong: \(reason)\n")
    } else {
      // The number of the ply counts the passes, of which this game has some.
      #expect(result.error.contains("the game is over at ply "))
    }
  }

  @Test("The picture is an SVG document")
  func svg() async {
    let result = await tool(["show", "reversi", "F5", "--svg"])
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("<svg xmlns="))
    #expect(result.output.hasSuffix("</svg>\n"))
  }

  @Test("The text is what was reviewed")
  func text() async throws {
    let result = await tool(["show", "reversi", "F5D6C3", "--ascii"])
    try expectSnapshot(result.output, named: "show")
  }

  struct Surroundings: Sendable, CustomTestStringConvertible {
    var environment: [String: String]
    var arguments: [String] = []
    var isTerminal = true
    let hasColor: Bool
    let hasUnicode: Bool
    var testDescription: String { "\(environment) \(arguments) terminal: \(isTerminal)" }
  }

  @Test(
    "Colours and signs follow the options, the environment and the terminal",
    arguments: [
      Surroundings(
        environment: ["TERM": "xterm", "LANG": "C.UTF-8"], hasColor: true, hasUnicode: true),
      Surroundings(
        environment: ["TERM": "xterm", "LANG": "de_DE.utf8", "NO_COLOR": "1"], hasColor: false,
        hasUnicode: true),
      Surroundings(
        environment: ["TERM": "xterm", "NO_COLOR": ""], hasColor: true, hasUnicode: false),
      Surroundings(
        environment: ["TERM": "dumb", "LC_ALL": "C", "LANG": "C.UTF-8"], hasColor: false,
        hasUnicode: false),
      Surroundings(
        environment: ["LC_CTYPE": "C.UTF-8", "LC_ALL": "", "LANG": "C"], hasColor: false,
        hasUnicode: true),
      Surroundings(
        environment: ["TERM": "xterm", "LANG": "C.UTF-8"], isTerminal: false, hasColor: false,
        hasUnicode: true),
      Surroundings(
        environment: ["NO_COLOR": "1", "TERM": "dumb"], arguments: ["--colour", "always"],
        isTerminal: false, hasColor: true, hasUnicode: false),
      Surroundings(
        environment: ["TERM": "xterm", "LANG": "C.UTF-8"],
        arguments: ["--colour=never", "--ascii"], hasColor: false, hasUnicode: false),
    ])
  func abilities(_ surroundings: Surroundings) async {
    let result = await tool(
      ["show", "reversi"] + surroundings.arguments, environment: surroundings.environment,
      terminal: surroundings.isTerminal ? screenTerminal : TerminalFacts())
    #expect(result.output.contains("\u{1b}[") == surroundings.hasColor)
    #expect(result.output.contains("●") == surroundings.hasUnicode)
    #expect(result.output.utf8.contains { $0 > 0x7e } == surroundings.hasUnicode)
  }
}

@Suite("baton perft")
struct PerftTests {
  @Test("Chess is counted from any position, Chess960 included")
  func chess() async throws {
    struct Line: Decodable {
      let nodes: Int
      let divide: [String: Int]
    }
    let result = await tool(["perft", "chess", "4", "--json", "--divide"])
    let lines = try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    #expect(lines.map(\.nodes) == [20, 400, 8902, 197_281])
    #expect(lines.last?.divide["e2e4"] == 13_160)
    let fen = "--fen=r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    for (options, castling) in [([], "e1g1"), (["--chess960"], "e1h1")] {
      let result = await tool(["perft", "chess", "1", "--json", "--divide", fen] + options)
      let line = try JSONDecoder().decode(Line.self, from: Data(result.output.utf8))
      #expect(line.nodes == 26)
      #expect(line.divide[castling] == 1)
    }
    let mate = "--fen=7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
    #expect(await tool(["perft", "chess", "2", mate]).output.contains("    2 "))
  }

  @Test("What belongs to the other game, and a FEN that is none, are refused")
  func chessMisuse() async {
    let other = await tool(["perft", "chess", "2", "--convention", "b"])
    #expect(other.code == 64)
    #expect(other.error.contains("--convention is not for chess"))
    let fen = await tool(["perft", "reversi", "2", "--fen", "8/8/8/8/8/8/8/8 w"])
    #expect(fen.code == 64)
    let wrong = await tool(["perft", "chess", "2", "--fen", "8/8/8/8/8/8/8/8 w"])
    #expect(wrong.code == 65)
    #expect(wrong.error.contains("white has no king"))
  }

  @Test("The table is what was reviewed")
  func table() async throws {
    let result = await tool(["perft", "reversi", "6", "--divide"])
    #expect(result.code == 0)
    try expectSnapshot(result.output, named: "perft")
  }

  @Test("Every line of JSON is this while the clock stands still")
  func json() async {
    let result = await tool(["perft", "reversi", "2", "--json"])
    #expect(
      result.output == """
        {"depth":1,"nodes":4,"seconds":0.000000,"nodesPerSecond":null}
        {"depth":2,"nodes":12,"seconds":0.000000,"nodesPerSecond":null}

        """)
  }

  @Test("Depth 0 counts the position itself")
  func depthZero() async {
    let result = await tool(["perft", "reversi", "0", "--json", "--divide"])
    #expect(
      result.output
        == #"{"depth":0,"nodes":1,"seconds":0.000000,"nodesPerSecond":null,"divide":{}}"# + "\n")
  }

  /// Black must pass; then White takes c1 and with it the last black disc.
  static let mustPass = "OX" + String(repeating: "-", count: 62) + " X"
  /// White alone is on the board.
  static let over = "O" + String(repeating: "-", count: 63) + " X"

  @Test(
    "The conventions differ in passes and in finished games",
    arguments: [
      (mustPass, "a", [1, 1, 1]), (mustPass, "b", [1, 1, 1]), (mustPass, "c", [1, 1, 0]),
      (over, "a", [1, 1, 1]), (over, "b", [1, 1, 1]), (over, "c", [0, 0, 0]),
    ])
  func conventions(position: String, convention: String, nodes: [Int]) async throws {
    let result = await tool([
      "perft", "reversi", "3", "--json", "--convention", convention, "--position", position,
    ])
    #expect(try counts(result.output) == nodes)
  }

  @Test("The sum behind the first moves is the count", arguments: ["a", "b", "c"])
  func divide(convention: String) async throws {
    struct Line: Decodable {
      let nodes: Int
      let divide: [String: Int]
    }
    for seed in 1...3 as ClosedRange<UInt64> {
      let record = randomGame(seed: seed)
      let position = record.positions[record.positions.count - 9]
      let result = await tool([
        "perft", "reversi", "4", "--json", "--divide", "--convention=\(convention)",
        "--position=\(position.text)",
      ])
      for (depth, text) in result.output.split(separator: "\n").enumerated() {
        let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
        #expect(line.divide.values.reduce(0, +) == line.nodes)
        let rule: PerftConvention =
          convention == "a" ? .passIsPly : convention == "b" ? .passIsFree : .fullPathsOnly
        #expect(UInt64(line.nodes) == position.perft(depth + 1, convention: rule))
      }
    }
  }

  @Test("A position that begins with empty squares is no option")
  func positionWithDashes() async throws {
    let result = await tool([
      "perft", "reversi", "1", "--json", "--position", ReversiPosition.start.text,
    ])
    #expect(try counts(result.output) == [4])
  }

  @Test("A wrong position ends with 65 and its place")
  func wrongPosition() async {
    let result = await tool(["perft", "reversi", "1", "--position", "--z"])
    #expect(result.code == 65)
    #expect(
      result.error == "baton perft: the position is wrong: expected X, O or - at character 3\n")
  }

  @Test("A FEN that cannot be read names its place, and a position that is not legal its reason")
  func wrongFEN() async {
    for (fen, message) in [
      ("4k3/8/8/8/8/8/8/4K2x w", "expected a piece, a digit or / at character 20"),
      ("4k3/8/8/8/8/8/8/8 w", "white has no king"),
      ("4k3/4R3/8/8/8/8/8/4K3 w", "black is in check although it is not its turn"),
    ] {
      let result = await tool(["perft", "chess", "1", "--fen", fen])
      #expect(result.code == 65)
      #expect(result.error == "baton perft: the FEN is wrong: \(message)\n")
    }
  }

  private func counts(_ lines: String) throws -> [Int] {
    struct Line: Decodable { let nodes: Int }
    return try lines.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8)).nodes
    }
  }
}

/// A game in which both sides choose by chance, to its end.
func randomGame(seed: UInt64) -> Record<ReversiPosition> {
  var chance = Chance(seed: seed)
  var record = Record(start: ReversiPosition.start)
  while let seat = record.position.seatsToAct.first {
    let moves = record.position.legalMoves(for: seat)
    guard (try? record.play(moves[chance.below(moves.count)], by: seat)) != nil else { break }
  }
  return record
}

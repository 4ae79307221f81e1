import BatonTool
import Chess
import Foundation
import Testing

@Suite("baton play chess and baton show chess")
struct PlayChessTests {
  struct Shown: Decodable {
    let fen: String
    let toMove: String?
    let check: Bool
    let over: Bool
    let result: String?
    let legal: [String]
    let uci: [String]
    let moves: [String]
    let claim: Bool
  }

  private func show(_ words: [String]) async throws -> Shown {
    let result = await tool(["show", "chess"] + words + ["--json"])
    #expect(result.code == 0, "\(result.error)")
    return try JSONDecoder().decode(Shown.self, from: Data(result.output.utf8))
  }

  @Test("Two people play to mate by what they type, and the line goes on where they left")
  func mate() async throws {
    let result = await tool(
      ["play", "chess", "--both", "--ascii"], lines: ["f3", "e7e5", "g4", "qh4", "moves"])
    #expect(result.code == 0)
    #expect(result.output.contains("Checkmate, Black wins"))
    #expect(result.output.contains("The game is over"))
    let again = "baton play chess --both --game \"startpos moves f2f3 e7e5 g2g4 d8h4\""
    #expect(result.output.contains("To look at it again: \(again)"))
    let shown = try await show(["startpos moves f2f3 e7e5 g2g4 d8h4"])
    #expect(shown.over && shown.check && shown.toMove == nil && shown.legal.isEmpty)
    #expect(shown.moves == ["f3", "e5", "g4", "Qh4#"])
  }

  @Test("In ASCII nothing that is said has signs that are missing")
  func ascii() async {
    let result = await tool(
      ["play", "chess", "--both", "--ascii"], lines: ["Nf3", "Nf6", "Ng1", "e5"])
    #expect(result.output.contains("White's knight goes to f3"))
    #expect(!result.output.contains("?"))
  }

  @Test("A hint has its lines in order, also where its last depth was cut")
  func hint() async throws {
    let fen = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9"
    let result = await tool(
      ["play", "chess", "--both", "--ascii", "--game", fen], lines: ["hint", "quit"])
    let values = result.output.split(separator: "\n").filter { "+-".contains($0.prefix(1)) }
      .compactMap { $0.split(separator: " ").first.flatMap { Double($0) } }
    #expect(values.count == 3)
    #expect(values == values.sorted(by: >))
  }

  @Test("What is no move, not legal or ambiguous is said to be that, and nothing changes")
  func refused() async {
    let result = await tool(
      ["play", "chess", "--both", "--ascii", "--game", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"],
      lines: ["Rd1", "Rf1", "O-O-O", "hello", "leval", "fen", "undo", "e2e4", "draw"])
    let output = result.output
    #expect(output.contains("'hello' is no move and no command"))
    #expect(output.contains("did you mean 'level'?"))
    #expect(output.contains("A draw can be claimed after three times the same position"))
    #expect(!output.contains("2KR"))
  }

  @Test(
    "The computer answers, a saved game is PGN and opens again, the moves of both are taken back")
  func files() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("game.pgn").path
      let result = await tool(
        ["play", "chess", "--level", "1", "--seed", "5", "--ascii"],
        lines: [
          "e4", "save \(path)", "save \(path)", "undo", "open \(path)", "pgn", "flip", "quit",
        ])
      #expect(result.output.contains("Saved as"))
      #expect(result.output.contains("exists and was left alone"))
      #expect(result.output.contains("Opened"))
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let entry = try #require(PGNReader.games(in: text).first)
      #expect(entry.problems.isEmpty && entry.game.mainLine.count == 2)
      #expect(entry.game.value(of: "Black") == "Baton, level 1")
      let shown = await tool(["show", "chess", path, "--json"])
      #expect(shown.output.contains("\"moves\":[\"e4\","))
    }
  }

  @Test("Who plays black sees the board from there, and white begins")
  func black() async {
    let result = await tool(
      ["play", "chess", "--black", "--level", "1", "--seed", "5", "--ascii"], lines: ["quit"])
    #expect(result.output.contains("h  g  f  e  d  c  b  a"))
    #expect(result.output.contains("To go on: baton play chess --black --level 1 --game"))
  }

  @Test("A position is shown with its moves, as text, picture and JSON")
  func shows() async throws {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9"
    let shown = try await show([fen])
    #expect(shown.fen == fen && shown.toMove == "white" && !shown.over && !shown.claim)
    #expect(shown.legal.count == 26 && shown.legal.contains("O-O"))
    #expect(shown.uci.contains("e1g1"))
    let text = await tool(["show", "chess", "1. e4 e5 2. Nf3", "--ascii"])
    #expect(text.output.contains("Black to move"))
    #expect(text.output.contains("Legal moves: Ba3 Bb4"))
    let svg = await tool(["show", "chess", "--svg"])
    #expect(svg.output.hasPrefix("<svg xmlns=") && svg.output.hasSuffix("</svg>\n"))
    #expect(await tool(["show", "chess", "1. e4 e6 2. Ke3"]).code == 65)
    #expect(await tool(["show", "chess", "nowhere.pgn"]).code == 69)
  }

  @Test("A file is read in any encoding, and one without a game is refused")
  func encodings() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("x.pgn")
      let text = "[White \"Zoë\"]\n\n1. e4 e5 *\n"
      for encoding in [String.Encoding.utf8, .isoLatin1, .utf16LittleEndian, .utf16BigEndian] {
        let marked = encoding == .isoLatin1 ? text : "\u{FEFF}" + text
        try #require(marked.data(using: encoding)).write(to: file)
        #expect(try await show([file.path]).moves == ["e4", "e5"], "\(encoding)")
        let result = await tool(
          ["play", "chess", "--both", "--ascii"], lines: ["open \(file.path)", "fen"])
        #expect(result.output.contains("Opened"), "\(encoding)")
        #expect(result.output.contains("4p3/4P3/8/PPPP1PPP/RNBQKBNR w"), "\(encoding)")
      }
      try Data("\n".utf8).write(to: file)
      let shown = await tool(["show", "chess", file.path])
      #expect(shown.code == 65)
      #expect(shown.error == "baton show: there are no games in the input\n")
      let result = await tool(
        ["play", "chess", "--both", "--ascii"], lines: ["open \(file.path)"])
      #expect(result.output.contains("holds no game: it is empty"))
    }
  }

  @Test("A game that went on after five repetitions is shown and opened at its end")
  func playedOn() async throws {
    let again = Array(repeating: "Nf3 Nf6 Ng1 Ng8", count: 5).joined(separator: " ")
    let text = "\(again) e4 e5 Nf3 *"
    let shown = try await show([text])
    #expect(shown.fen.hasPrefix("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -"))
    #expect(shown.moves.count == 23 && !shown.over)
    try await withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("x.pgn")
      try Data(text.utf8).write(to: file)
      let result = await tool(
        ["play", "chess", "--both", "--ascii"], lines: ["open \(file.path)", "fen", "Nc6", "fen"])
      #expect(result.output.contains(shown.fen))
      #expect(result.output.contains("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w"))
    }
  }
}

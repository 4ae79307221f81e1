import Chess
import Games
import Testing

@Suite("Writing PGN")
struct PGNWritingTests {
  @Test("Games by chance with all that belongs to them are written and read the same")
  func roundTrip() throws {
    var file: [UInt8] = []
    var games: [PGNGame] = []
    for seed in 1...60 as ClosedRange<UInt64> {
      let game = try randomPGN(seed: seed)
      let entries = PGNReader.games(in: game.bytes)
      #expect(entries.map(\.game) == [game], "seed \(seed)\n\(game.text)")
      #expect(entries.allSatisfy { $0.errors.isEmpty }, "seed \(seed)")
      game.write(to: &file)
      games.append(game)
    }
    #expect(PGNReader.games(in: file).map(\.game) == games)
    #expect(PGNGame.file(games) == file)
  }

  @Test("No line has more than 79 columns if its words allow it")
  func columns() throws {
    for seed in 1...40 as ClosedRange<UInt64> {
      let text = try randomPGN(seed: seed).text
      for line in text.split(separator: "\n") where !line.hasPrefix("[") {
        let isLong = line.unicodeScalars.count > 79
        #expect(!isLong || line.contains("[%c") || line.contains(";"), "\(line)")
      }
    }
    var game = PGNGame()
    var node = PGNGame.Node.root
    for text in Array(repeating: "g1f3 g8f6 f3g1 f6g8", count: 60).joined(separator: " ").split(
      separator: " ")
    {
      node = try game.add(ChessMove(text: String(text)), after: node)
    }
    let lines = game.text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 79 })
    #expect(lines.dropLast().allSatisfy { $0.utf8.count > 70 })
    // A bracket at the end of a full line goes with its word.
    for length in 60...80 {
      var game = PGNGame()
      let first = try game.add(ChessMove(text: "e2e4"))
      let second = try game.add(ChessMove(text: "d2d4"))
      game[notes: first].comment = String(repeating: "x", count: length - 30)
      game[notes: second].comment = String(repeating: "y", count: 12)
      #expect(game.text.split(separator: "\n").allSatisfy { $0.utf8.count <= 79 })
      #expect(PGNReader.games(in: game.bytes).map(\.game) == [game])
    }
  }

  @Test("The export format")
  func format() throws {
    let text = """
      [Event "A \\"B\\" \\\\"]
      [Result "1-0"]

      {before} 1. e4 $1 {[%eval 0.30] [%clk 0:10:00] good} (1. d4 d5 (1... Nf6 2. c4
      {x}) 2. c4) 1... e5 ({better} 1... c5) 2. Nf3 ; a } b
      2... Nc6 1-0


      """
    let game = try #require(PGNReader.games(in: text).first?.game)
    #expect(game.text == text)
    #expect(game.value(of: "Event") == "A \"B\" \\")
  }

  @Test("A comment that was set is cleaned, so that it reads back as it is")
  func comments() throws {
    var game = PGNGame()
    let node = try game.add(ChessMove(text: "e2e4"))
    for (text, clean) in [
      ("  a \t b  ", "a b"), ("a\nb", "a\nb"), ("a\n\n\nb", "a\nb"), ("a\r\nb", "a\nb"), ("", ""),
      ("\u{0}a\u{7}b", "a b"), ("}", "}"), ("a } b\nc } d", "a } b\nc } d"), ("{", "{"),
    ] {
      game[notes: node].comment = text
      #expect(game[notes: node].comment == clean)
      #expect(PGNReader.games(in: game.bytes).map(\.game) == [game], "\(text)")
    }
  }

  @Test("Notes that would make the file unreadable do not: braces in a variation's comments")
  func braces() throws {
    var game = PGNGame()
    let first = try game.add(ChessMove(text: "e2e4"))
    let second = try game.add(ChessMove(text: "d2d4"))
    let third = try game.add(ChessMove(text: "e7e5"), after: first)
    game[notes: second].introduction = "x } y"
    game[notes: second].comment = "} z"
    game[notes: third].comment = "a }\nb"
    let text = game.text
    #expect(text.contains("; x } y"))
    #expect(PGNReader.games(in: text).map(\.game) == [game], "\(text)")
  }

  @Test("A game of Chess960 says so, and castles")
  func chess960() throws {
    let start = try #require(ChessPosition.chess960(0))
    var game = PGNGame(start: start)
    #expect(game.tags.map(\.name) == ["Variant", "SetUp", "FEN"])
    #expect(game.value(of: "FEN") == start.text)
    #expect(PGNReader.games(in: game.bytes).map(\.game) == [game])
    game = PGNGame(start: try ChessPosition(fen: "1k6/8/8/8/8/8/8/R1K4R w HA - 0 1"))
    try game.add(ChessMove(text: "c1a1"))
    #expect(game.moveText == "1. O-O-O")
    #expect(PGNReader.games(in: game.bytes).map(\.game) == [game])
  }
}

import Chess
import Foundation
import Testing

@Suite("Files of PGN made by hand")
struct PGNCasesTests {
  struct File: Decodable { var cases: [Case] }

  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    struct Game: Decodable {
      var tags: [String: String]
      var mainline: [String]
      var nodes: Int
      var variations: Int
      var nags: [Int]
      var errors: [String]
      var final_fen: String
    }
    var id: String
    var pgn: String
    var games: [Game]
    var testDescription: String { id }
  }

  static let cases: [Case] = {
    guard let data = try? Data(contentsOf: Fixture.url("pgn_cases.json")),
      let file = try? JSONDecoder().decode(File.self, from: data)
    else { return [] }
    return file.cases
  }()

  @Test("There are forty of them")
  func count() { #expect(PGNCasesTests.cases.count == 40) }

  @Test("Each is read as it is said beside it", arguments: cases)
  func read(_ file: Case) throws {
    let entries = PGNReader.games(in: file.pgn)
    try #require(entries.count == file.games.count)
    for (entry, expected) in zip(entries, file.games) {
      let game = entry.game
      for (name, value) in expected.tags {
        // A game without tags has its result from its end.
        let found = game.value(of: name) ?? (name == "Result" ? game.result.text : nil)
        #expect(found == value, "\(name)")
      }
      var position = game.start
      var san: [String] = []
      for node in game.mainLine {
        let move = try #require(game.move(to: node))
        san.append(position.san(move))
        try position.play(move)
      }
      #expect(san == expected.mainline)
      #expect(game.counts.moves == expected.nodes)
      #expect(game.counts.variations == expected.variations)
      let all = glyphs(of: game)
      #expect(all.sorted() == expected.nags.sorted())
      #expect(game.finalPosition.fen() == expected.final_fen)
      // An unclosed variation is only a warning here, and the mark behind it is a result.
      if file.id != "unclosed-variation" {
        #expect(entry.errors.isEmpty == expected.errors.isEmpty, "\(entry.problems)")
      }
      let again = PGNReader.games(in: game.bytes)
      #expect(again.map(\.game) == [game])
      #expect(again.allSatisfy { $0.errors.isEmpty })
    }
  }

  private func glyphs(of game: PGNGame) -> [Int] {
    var found: Set<Int> = []
    var open = [PGNGame.Node.root]
    while let node = open.popLast() {
      for glyph in game[notes: node].glyphs { found.insert(Int(glyph)) }
      open += game.children(of: node)
    }
    return Array(found)
  }

  @Test("Each reads the same in pieces of one, two, three and seven bytes", arguments: cases)
  func pieces(_ file: Case) {
    let whole = PGNReader.games(in: file.pgn)
    let bytes = Array(file.pgn.utf8)
    for size in [1, 2, 3, 7] {
      #expect(readInPieces(bytes, size) == whole, "\(size) bytes")
    }
  }

  @Test("Each reads the same with other line ends", arguments: cases)
  func lineEnds(_ file: Case) {
    let unix = file.pgn.replacingOccurrences(of: "\r\n", with: "\n")
    let whole = PGNReader.games(in: unix)
    for end in ["\r\n", "\r"] {
      let bytes = Array(unix.replacingOccurrences(of: "\n", with: end).utf8)
      #expect(PGNReader.games(in: bytes) == whole)
      #expect(readInPieces(bytes, 1) == whole)
    }
  }

  /// Where the notes of the cases name a problem, by case.
  static let expectedProblems: [(String, PGNProblem.Reason, Int, Int, String)] = [
    ("result-conflict", .resultsDisagree, 2, 10, "0-1"),
    ("setup-without-fen", .setUpWithoutFEN, 0, 8, ""),
    ("pawn-capture-no-file", .move(.noSuchMove), 3, 9, "d5"),
    ("king-move-is-not-castling", .move(.noSuchMove), 7, 9, "Kg1"),
    ("illegal-in-variation", .move(.noSuchMove), 3, 9, "Qxf7"),
    ("illegal-in-mainline", .move(.noSuchMove), 3, 9, "Nxe5"),
    ("unclosed-comment", .unclosedComment, 1, 9, ""),
    ("unclosed-variation", .unclosedVariation, 3, 10, ""),
  ]

  @Test("Problems name their game, ply, line and text", arguments: expectedProblems)
  func problems(id: String, reason: PGNProblem.Reason, ply: Int, line: Int, text: String) throws {
    let file = try #require(PGNCasesTests.cases.first { $0.id == id })
    let entry = try #require(PGNReader.games(in: file.pgn).first)
    let problem = try #require(entry.problems.first { $0.reason == reason })
    #expect(problem.game == 1)
    #expect(problem.ply == ply)
    #expect(problem.line == line)
    #expect(problem.text == text)
  }
}

/// Reads a file that comes in pieces of so many bytes.
func readInPieces(_ bytes: [UInt8], _ size: Int, limits: PGNLimits = PGNLimits()) -> [PGNEntry] {
  var reader = PGNReader(limits: limits)
  var entries: [PGNEntry] = []
  var index = 0
  while index < bytes.count {
    let end = min(index + size, bytes.count)
    reader.append(Array(bytes[index..<end]))
    index = end
    while let entry = reader.next() { entries.append(entry) }
  }
  reader.finish()
  while let entry = reader.next() { entries.append(entry) }
  return entries
}

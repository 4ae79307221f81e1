import Chess
import Testing

@Suite("Annotations of PGN")
struct PGNAnnotationTests {
  private func notes(_ comment: String) throws -> PGNNotes {
    let game = try #require(PGNReader.games(in: "1. e4 {\(comment)} *").first?.game)
    #expect(PGNReader.games(in: game.bytes).map(\.game) == [game], "\(game.text)")
    return game[notes: game.mainLine[0]]
  }

  @Test("Clocks and evaluations become properties, and the rest stays text")
  func properties() throws {
    let found = try notes("[%eval 0.17] [%clk 1:02:03] good")
    #expect(found.evaluation == PGNEvaluation(.centipawns(17)))
    #expect(found.clock == 3_723_000)
    #expect(found.comment == "good")
    #expect(try notes("a [%emt 0:00:04.25] b").elapsed == 4250)
    #expect(try notes("a [%emt 0:00:04.25] b").comment == "a b")
    #expect(try notes("a\n\n[%clk 0:01]\nb").comment == "a\nb")
    #expect(try notes("[%clk\n0:01]").clock == 1000)
  }

  @Test(
    "Times",
    arguments: [
      ("0:00:00", 0), ("1:00:00", 3_600_000), ("01:30:05", 5_405_000), ("5:03", 303_000),
      ("12", 12_000), ("0:00:01.5", 1500), ("0:00:01.05", 1050), ("0:00:01.005", 1005),
      ("100:00:00", 360_000_000), ("0:99:99", 6_039_000),
    ])
  func times(text: String, milliseconds: Int) throws {
    #expect(try notes("[%clk \(text)]").clock == milliseconds)
    #expect(try notes("[%emt \(text)]").elapsed == milliseconds)
  }

  @Test(
    "Evaluations",
    arguments: [
      ("0.00", .centipawns(0), nil), ("-1.5", .centipawns(-150), nil),
      ("+3", .centipawns(300), nil),
      ("0.175", .centipawns(18), nil), ("-0.05", .centipawns(-5), nil), ("#4", .mate(4), nil),
      ("#-12", .mate(-12), nil), ("12.34,20", .centipawns(1234), 20), ("#1,5", .mate(1), 5),
    ] as [(String, PGNEvaluation.Score, Int?)])
  func evaluations(text: String, score: PGNEvaluation.Score, depth: Int?) throws {
    #expect(try notes("[%eval \(text)]").evaluation == PGNEvaluation(score, depth: depth))
  }

  @Test("Marks and arrows")
  func drawings() throws {
    let found = try notes("[%csl Gd4, Re5,Yh8][%cal Gc2c4,Bh1a8] x [%csl Oa1]")
    #expect(found.marks.map(\.square.text) == ["d4", "e5", "h8", "a1"])
    #expect(found.marks.map(\.color) == [.green, .red, .yellow, .orange])
    #expect(found.arrows.map(\.from.text) == ["c2", "h1"])
    #expect(found.arrows.map(\.to.text) == ["c4", "a8"])
    #expect(found.comment == "x")
  }

  @Test(
    "What is malformed, unknown or repeated stays text",
    arguments: [
      "[%clk]", "[%clk 1:2:3:4]", "[%clk -1]", "[%clk 1:]", "[%clk 99999999999999999999]",
      "[%clk 0:00:01.1234]", "[%clk 501:00:00]", "[%clk 99999:99999:99999]", "[%eval]", "[%eval x]",
      "[%eval 1.]",
      "[%eval .5]", "[%eval #]", "[%eval 1.0,]", "[%eval 1.0,-3]", "[%eval 99999]", "[%csl]",
      "[%csl Xa1]", "[%csl Ga9]", "[%csl Ga1b2]", "[%cal Ga1]", "[%cal ,]", "[%mdl 5]", "[%tqu",
      "[%", "[%clk [%x 1]", "[%evals 1.0]", "[%clock 1:00]",
    ])
  func stays(text: String) throws {
    let found = try notes(text)
    #expect(found.comment == text)
    #expect(found.clock == nil && found.evaluation == nil && found.marks.isEmpty)
    #expect(try notes("[%clk 0:01] [%clk 0:02]").comment == "[%clk 0:02]")
  }

  @Test("Annotations before the moves and before a variation")
  func elsewhere() throws {
    let game = try #require(
      PGNReader.games(in: "{[%clk 0:10]} 1. e4 ({[%clk 0:05] x} 1. d4) *").first?.game)
    #expect(game[notes: .root].clock == 10_000)
    // Before a variation they belong to no move and stay text.
    #expect(game[notes: game.children(of: .root)[1]].introduction == "[%clk 0:05] x")
    #expect(PGNReader.games(in: game.bytes).map(\.game) == [game])
  }

  @Test("Many brackets take no longer than the comment is long", .timeLimit(.minutes(1)))
  func brackets() throws {
    let text = String(repeating: "[%clk ", count: 10_000)
    #expect(try notes(text + "]").clock == nil)
    #expect(try notes(String(repeating: "[%", count: 30_000)).clock == nil)
  }
}

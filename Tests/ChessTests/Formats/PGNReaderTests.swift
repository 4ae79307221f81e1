import Chess
import Games
import Testing

@Suite("Reading PGN")
struct PGNReaderTests {
  private func read(_ text: String) -> [PGNEntry] { PGNReader.games(in: text) }

  /// The moves of the game, its variations and results among them, and the reasons of its problems.
  private func check(
    _ text: String, _ moves: String..., problems: [PGNProblem.Reason] = [],
    at place: SourceLocation = #_sourceLocation
  ) {
    let entries = read(text)
    #expect(
      entries.map { "\($0.game.moveText) \($0.game.result.text)".trimmed } == moves,
      sourceLocation: place)
    #expect(entries.flatMap { $0.problems.map(\.reason) } == problems, sourceLocation: place)
    for entry in entries {
      #expect(
        PGNReader.games(in: entry.game.bytes).map(\.game) == [entry.game], sourceLocation: place)
    }
  }

  @Test("Numbers of moves may be written in any way")
  func numbers() {
    for text in [
      "1. e4 e5 2. Nf3 *", "1.e4 e5 2.Nf3 *", "1 e4 e5 2 Nf3 *", "e4 e5 Nf3 *",
      "1. e4 1. e5 2. Nf3 *", "1. e4 1... e5 2. Nf3 *", "1. e4 1.. e5 2. Nf3 *",
      "1.e4 1…e5 2.Nf3 *", "1. e4 1. ... e5 2. Nf3 *", "1. e4 ... e5 2. Nf3 *",
      "1.\ne4\ne5\n2.\nNf3\n*", "1. e4 e5 2.Nf3*", "7. e4 e5 8. Nf3 *", "0. e4 e5 1. Nf3 *",
      "1. e4 1.e5 2.Nf3 *", "1. e4 … e5 2. Nf3 *",
    ] { check(text, "1. e4 e5 2. Nf3 *") }
    check("1. e4 e5 3. Nf3 4. Nc6 *", "1. e4 e5 2. Nf3 Nc6 *", problems: [.moveNumber])
    check("1. e4 2. Nf6 *", "1. e4 Nf6 *", problems: [.moveNumber])
    // A capture by digits and a number that is far too large.
    check("99999999999999999999999. e4 *", "1. e4 *")
  }

  @Test("Results may be written in any way, and their absence is told")
  func results() {
    check("e4 1-0", "1. e4 1-0")
    check("e4 1–0", "1. e4 1-0")
    check("e4 1/2", "1. e4 1/2-1/2")
    check("e4 1/2-1/2", "1. e4 1/2-1/2")
    check("e4 1/2–1/2", "1. e4 1/2-1/2")
    check("e4 ½-½", "1. e4 1/2-1/2")
    check("e4 ½", "1. e4 1/2-1/2")
    check("e4", "1. e4 *", problems: [.missingResult])
    check("[Result \"0-1\"]\n\ne4", "1. e4 0-1", problems: [.missingResult])
    check("[Result \"0-1\"]\n\ne4 1-0", "1. e4 1-0", problems: [.resultsDisagree])
    check("[Result \"0-1\"]\n\ne4 *", "1. e4 *", problems: [.resultsDisagree])
    check("[Result \"won\"]\n\ne4 1-0", "1. e4 1-0", problems: [.malformedResult])
    check("[Result \"1/2\"]\n\ne4 1/2-1/2", "1. e4 1/2-1/2")
    check("e4 1-0 1-0", "1. e4 1-0", problems: [.misplacedResult])
    check("e4 1-0\n1-0", "1. e4 1-0", "1-0")
  }

  @Test("A result that the board contradicts is told")
  func resultOnBoard() {
    let mate = "1. f3 e5 2. g4 Qh4#"
    check("\(mate) 0-1", "\(mate) 0-1")
    check("\(mate) 1-0", "\(mate) 1-0", problems: [.resultContradictsBoard])
    check("\(mate) 1/2-1/2", "\(mate) 1/2-1/2", problems: [.resultContradictsBoard])
    check("\(mate) *", "\(mate) *")
    let stalemate = "[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\nQf7"
    check("\(stalemate) 1/2-1/2", "1. Qf7 1/2-1/2")
    check("\(stalemate) 1-0", "1. Qf7 1-0", problems: [.resultContradictsBoard])
  }

  @Test("A mark inside a variation ends the game only where nothing else of it follows")
  func resultInVariation() {
    check(
      "1. e4 e5 (1... c5 1-0) 2. Nf3 *", "1. e4 e5 (1... c5) 2. Nf3 *", problems: [.misplacedResult]
    )
    check("1. e4 e5 (1... c5 *", "1. e4 e5 (1... c5) *", problems: [.unclosedVariation])
    check(
      "1. e4 e5 (1... c5 1-0\n\n[Event \"b\"]\n\n1. d4 *", "1. e4 e5 (1... c5) 1-0", "1. d4 *",
      problems: [.unclosedVariation])
    check(
      "1. e4 e5 (1... c5 (1... e6 0-1\n\n1. d4 *", "1. e4 e5 (1... c5) (1... e6) 0-1", "1. d4 *",
      problems: [.unclosedVariation])
  }

  @Test("Comments stand where they are: before all moves, behind a move, before a variation")
  func comments() throws {
    let text = "{a} {b} 1. {c} e4 {d} ({e} {f} 1. d4 {g}) {h} 1... ; i\n e5 (; j\n 1... c5) *"
    let game = try #require(read(text).first?.game)
    let line = game.mainLine
    #expect(game[notes: .root].comment == "a\nb\nc")
    #expect(game[notes: line[0]].comment == "d\nh\ni")
    let variation = game.children(of: .root)[1]
    #expect(game[notes: variation].introduction == "e\nf")
    #expect(game[notes: variation].comment == "g")
    #expect(game[notes: line[1]].comment == "")
    #expect(game[notes: game.children(of: line[0])[1]].introduction == "j")
    check(
      text, "{a} {b} {c} 1. e4 {d} {h} {i} ({e} {f} 1. d4 {g}) 1... e5 ({j} 1... c5) *")
    // Before the tags, and behind the result on its line.
    check("{a}\n[Event \"x\"]\n\n1. e4 1-0 {b}\n\n1. d4 *", "{a} 1. e4 {b} 1-0", "1. d4 *")
    check("1. e4 1-0 ; b\n1. d4 *", "1. e4 {b} 1-0", "1. d4 *")
    check("1. e4 1-0\n{b} 1. d4 *", "1. e4 1-0", "{b} 1. d4 *")
    check("1. e4 {} { } e5 *", "1. e4 e5 *")
  }

  @Test("A comment is one text, whatever the lines; empty lines end paragraphs")
  func commentText() throws {
    let game = try #require(read("1. e4 {a\nb\t c\n\n d\r\n\r\ne { ( ; [%x] } *").first?.game)
    #expect(game[notes: game.mainLine[0]].comment == "a b c\nd\ne { ( ; [%x]")
    check("1. e4 {a} e5 {b} } *", "1. e4 {a} 1... e5 {b} *", problems: [.strayBracket])
    check("1. e4 ; a } b\n e5 *", "1. e4 ; a } b\n1... e5 *")
  }

  @Test("Only a percent sign in the first column hides its line")
  func escapes() {
    check("% a line [Event \"x\"] {\n1. e4\n%( 1. d4\ne5 *\n%", "1. e4 e5 *")
    check("1. e4 {\n% text\n} e5 *", "1. e4 {% text} 1... e5 *")
    check(
      "1. e4 {50\n% of all} %\n", "1. e4 {50 % of all} *",
      problems: [
        .move(.notAMove), .missingResult,
      ])
  }

  @Test("Variations stand with the move they replace")
  func variations() throws {
    check(
      "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 Nc6 (2... d6) *",
      "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 Nc6 (2... d6) *")
    check("1. e4 () e5 *", "1. e4 e5 *")
    check("1. e4 ({only words} $4) e5 *", "1. e4 $4 {only words} 1... e5 *")
    check("(1. d4) 1. e4 *", "1. e4 *", problems: [.variationWithoutMove])
    check("1. e4 ((1. d4)) e5 *", "1. e4 e5 *", problems: [.variationWithoutMove])
    check("1. e4 e5) 2. Nf3 *", "1. e4 e5 2. Nf3 *", problems: [.strayBracket])
    check("1. e4 (1. d4 d5", "1. e4 (1. d4 d5) *", problems: [.unclosedVariation, .missingResult])
    // A variation behind the last move, and one that repeats the move.
    check("1. e4 e5 (1... e5 2. Nc3) *", "1. e4 e5 (1... e5 2. Nc3) *")
  }

  @Test("Signs and words for glyphs are glyphs, each once")
  func glyphs() throws {
    check(
      "1. e4!! $3 e5 ?? 2. Nf3 !? Nc6?! 3. Bb5 ! a6? *",
      "1. e4 $3 e5 $4 2. Nf3 $5 Nc6 $6 3. Bb5 $1 a6 $2 *")
    check(
      "1. e4 +- e5 = 2. Nf3 +/= Nc6 ± 3. Bb5 N a6 ∞ 4. Ba4 □ *",
      "1. e4 $18 e5 $10 2. Nf3 $14 Nc6 $16 3. Bb5 $146 a6 $13 4. Ba4 $7 *")
    check("$1 1. e4 *", "$1 1. e4 *")
    check("1. e4 ($2 1. d4) *", "1. e4 (1. d4 $2) *")
    check("1. e4 $ e5 *", "1. e4 e5 *", problems: [.strayBracket])
    check("1. e4 $70000 e5 *", "1. e4 e5 *", problems: [.ignoredText])
    check("1. e4 (=) e5 2. Nf3= *", "1. e4 e5 2. Nf3 *")
  }

  @Test("Moves of nobody are read in variations, not in the main line, and not in check")
  func nullMoves() {
    check(
      "1. e4 e5 (1... -- 2. d4) (1... Z0 2. Nf3 e5) *",
      "1. e4 e5 (1... -- 2. d4) (1... -- 2. Nf3 e5) *")
    check("1. e4 -- 2. d4 *", "1. e4 *", problems: [.move(.nullMove)])
    check(
      "1. e4 f6 2. Qh5+ g6 (2... -- 3. Qxe8) *", "1. e4 f6 2. Qh5+ g6 *",
      problems: [
        .move(.nullMove)
      ])
  }

  @Test("A move that cannot be read ends its line, and only that")
  func recovery() throws {
    check(
      "1. e4 e5 2. Qh6 Nc6 (2... d6 {x}) {y} $1 3. a3 (3. b3 1-0) 1-0\n\n1. d4 *", "1. e4 e5 1-0",
      "1. d4 *", problems: [.move(.noSuchMove)])
    check(
      "1. e4 e5 (1... c5 2. Qh6 a6 (2... b6)) 2. Nf3 *", "1. e4 e5 (1... c5) 2. Nf3 *",
      problems: [.move(.noSuchMove)])
    check("1. e4 e5 2. Nbe2 *", "1. e4 e5 *", problems: [.move(.noSuchMove)])
    check("1. e4 Nh9 2. d4 *", "1. e4 *", problems: [.move(.notAMove)])
    let knights = read("1. Nf3 a6 2. d4 a5 3. Nd2 *")[0]
    #expect(
      knights.problems.map(\.reason) == [
        .move(.ambiguous([try ChessMove(text: "b1d2"), try ChessMove(text: "f3d2")]))
      ])
    #expect(
      knights.problems[0].description
        == "ambiguous between b1d2 and f3d2: \"Nd2\" at ply 5 of game 1, line 1, column 23")
    check(
      "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8 *", "*",
      problems: [
        .move(.needsPromotion)
      ])
  }

  @Test("An error names game, ply, line, column and text")
  func errorPlace() throws {
    let entries = read(
      "1. e4 *\n\n[Event \"b\"]\r\n\r\n1. e4 e5\r\n2. Nf3 (2. Nc3\r\n Nf9) Qd4 *\n1. c4 *")
    #expect(entries.map(\.number) == [1, 2, 3])
    #expect(entries.map(\.line) == [1, 3, 8])
    let problems = entries[1].problems
    try #require(problems.count == 2)
    #expect(problems.map(\.game) == [2, 2])
    #expect(problems.map(\.ply) == [4, 4])
    #expect(problems.map(\.line) == [7, 7])
    #expect(problems.map(\.column) == [2, 7])
    #expect(problems.map(\.text) == ["Nf9", "Qd4"])
    #expect(entries[2].problems.isEmpty)
  }

  @Test("Prose among the moves is left out, other words end the line")
  func prose() {
    check("1. e4 White resigns 1-0", "1. e4 1-0", problems: [.ignoredText, .ignoredText])
    check("1. e4 [%clk 0:01:00] e5 *", "1. e4 e5 *", problems: [.ignoredText])
    check("1. e4\n[%clk 0:01:00] e5 *", "1. e4 e5 *", problems: [.ignoredText])
    check("1. e4 <x> *", "1. e4 *", problems: [.strayBracket, .move(.notAMove)])
  }

  @Test("Games are told apart with and without marks, tags and empty lines")
  func severalGames() {
    check("1. e4 1-0 1. d4 0-1", "1. e4 1-0", "1. d4 0-1")
    check("1. e4 e5\n\n1. d4 d5 *", "1. e4 e5 *", "1. d4 d5 *", problems: [.missingResult])
    check(
      "[A \"1\"]\n1. e4 e5\n[A \"2\"]\n1. d4 *", "1. e4 e5 *", "1. d4 *", problems: [.missingResult]
    )
    check("[A \"1\"]\n\n[B \"2\"]\n\n[A \"3\"]\n\n*", "*", "*", problems: [.missingResult])
    check("[A \"1\"]\n[A \"2\"]\n\n*", "*", problems: [.repeatedTag])
    check("[Event \"1\"]\n[Event \"2\"]\n\n*", "*", "*", problems: [.missingResult])
    check("[A \"1\"]\n\n{remark}\n\n[A \"2\"]\n\n*", "{remark} *", "*", problems: [.missingResult])
    check("", problems: [])
    check(" \r\n\t\u{feff}\n% nothing\n")
    check("\u{feff}1. e4 *\u{feff}1. d4 *", "1. e4 *", "1. d4 *")
    #expect(
      read("1. e4 1-0\n\u{feff}[Event \"é\"]\n*").map { $0.game.value(of: "Event") } == [nil, "é"])
  }

  @Test("A comment that is never closed does not swallow the games behind it")
  func unclosedComment() {
    let second = "[Event \"b\"]\n[Site \"c\"]\n\n1. d4 {fine} *"
    check(
      "1. e4 {oops\n\n\(second)", "1. e4 {oops} *", "1. d4 {fine} *",
      problems: [
        .unclosedComment, .missingResult,
      ])
    check(
      "1. e4 (1. c4 {oops\n\n\(second)", "1. e4 (1. c4 {oops}) *", "1. d4 {fine} *",
      problems: [
        .unclosedComment, .unclosedVariation, .missingResult,
      ])
    // Nothing closes it at all.
    check(
      "1. e4 {oops\n\n[Event \"b\"]\n[Site \"c\"]\n\n1. d4 *", "1. e4 {oops} *", "1. d4 *",
      problems: [
        .unclosedComment, .missingResult,
      ])
    // A whole game in a comment stays in it.
    let inside = "see\n\n[Event \"b\"]\n[Site \"c\"]\n\n1. d4 *"
    #expect(read("1. e4 {\(inside)} e5 *").map { $0.game.mainLine.count } == [2])
    #expect(read("1. e4 {\(inside)} e5 *")[0].problems.isEmpty)
  }

  @Test("Pieces of any size read the same")
  func pieces() throws {
    var file: [UInt8] = []
    for seed in 1...12 as ClosedRange<UInt64> { try randomPGN(seed: seed).write(to: &file) }
    file += Array(
      "1. e4 {never closed\r\n\r\n[Event \"b\"]\r\n[Site \"c\"]\r\n\r\n1. d4 {x} *\r\n1. c4".utf8)
    let whole = PGNReader.games(in: file)
    #expect(whole.count == 15)
    for size in [1, 2, 5, 64, 1000] { #expect(readInPieces(file, size) == whole, "\(size)") }
  }

  @Test("Only tags and results, where that is all that is wanted")
  func tagsOnly() {
    var reader = PGNReader(readsMoves: false)
    reader.append(Array("[White \"A\"]\n\n1. e4 {x} (1. d4) e5 1-0\n[White \"B\"]\n\n1. xx *".utf8))
    reader.finish()
    let first = reader.next()
    #expect(first?.game.value(of: "White") == "A")
    #expect(first?.game.result == .whiteWins)
    #expect(first?.game.mainLine.isEmpty == true)
    #expect(first?.problems.isEmpty == true)
    #expect(reader.next()?.game.value(of: "White") == "B")
    #expect(reader.next() == nil)
    #expect(reader.gameCount == 2)
  }
}

extension String {
  /// Without spaces at its ends.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

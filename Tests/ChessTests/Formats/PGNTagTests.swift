import Chess
import Games
import Testing

@Suite("Tags of PGN")
struct PGNTagTests {
  private func value(_ line: String) -> String? {
    PGNReader.games(in: line + "\n\n1. e4 *").first?.game.value(of: "Event")
  }

  @Test(
    "Values are read with and without proper quoting",
    arguments: [
      (#"[Event "Cup"]"#, "Cup"), (#"[Event ""]"#, ""), (#"[Event "a \"b\" c"]"#, #"a "b" c"#),
      (#"[Event "\"all\""]"#, #""all""#), (#"[Event "a\\b"]"#, #"a\b"#),
      (#"[Event "C:\dir\new"]"#, #"C:\dir\new"#), (#"[Event "end \\"]"#, #"end \"#),
      (#"[Event "The "Big" Cup"]"#, #"The "Big" Cup"#), (#"[Event "end \"]"#, #"end \"#),
      (#"[ Event  "x"  ] "#, "x"), (#"[Event"x"]"#, "x"),
      (#"[Event "x] y [z"]"#, "x] y [z"), (#"[Event "{(;%"]"#, "{(;%"), (#"  [Event "x"]"#, "x"),
      (#"[Event "x"#, "x"), (#"[Event "x]"#, "x"), (#"[Event "x""#, "x"), (#"[Event x y]"#, "x y"),
      (#"[Event]"#, ""), (#"[Event "\"]"]"#, #""]"#), ("[Event \"a\tb\"]", "a b"),
    ])
  func values(line: String, expected: String) throws {
    #expect(value(line) == expected, "\(line)")
    let game = try #require(PGNReader.games(in: line + "\n\n1. e4 *").first?.game)
    #expect(game.mainLine.count == 1, "\(line)")
    #expect(PGNReader.games(in: game.bytes).map(\.game) == [game])
  }

  @Test("Tags keep their order, and unknown ones their names")
  func order() throws {
    let text = "[Zeta \"1\"][alpha \"2\"] [B_2 \"3\"]\n[Event \"4\"] 1. e4 *"
    let game = try #require(PGNReader.games(in: text).first?.game)
    #expect(game.tags.map(\.name) == ["Zeta", "alpha", "B_2", "Event"])
    #expect(game.tags.map(\.value) == ["1", "2", "3", "4"])
    #expect(game.mainLine.count == 1)
  }

  @Test("What lacks something is told")
  func malformed() {
    for line in ["[Event x]", "[Event \"x]", "[Event \"x", "[]", "[\"x\"]", "[A-b \"x\"]"] {
      let entry = PGNReader.games(in: line + "\n\n1. e4 *").first
      #expect(entry?.problems.map(\.reason) == [.malformedTag], "\(line)")
      #expect(entry?.game.mainLine.count == 1, "\(line)")
    }
  }

  @Test("Windows-1252 and Latin-1 are read where a text is no UTF-8")
  func encodings() throws {
    let bytes: [UInt8] =
      Array("[White \"M".utf8) + [0xfc] + Array("ller \u{2014} ok\"]\n".utf8)
      + Array("[Black \"".utf8) + [0x8a, 0x9e, 0x80, 0x96] + Array("\"]\n\n1. e4 {".utf8)
      + [0xe9, 0x20, 0x93, 0x94] + Array("} e5 {Müller} ".utf8) + [0xbd, 0x2d, 0xbd]
    let game = try #require(PGNReader.games(in: bytes).first?.game)
    // The dash in UTF-8 stands in a text that is none, so its bytes are three characters.
    #expect(game.value(of: "White") == "Müller â€” ok")
    #expect(game.value(of: "Black") == "Šž€–")
    #expect(game[notes: game.mainLine[0]].comment == "é “”")
    #expect(game[notes: game.mainLine[1]].comment == "Müller")
    #expect(game.result == .draw)
    #expect(PGNReader.games(in: game.bytes).map(\.game) == [game])
    #expect(String(validating: game.bytes, as: UTF8.self) != nil)
  }

  @Test(
    "FEN without SetUp counts, SetUp without FEN does not, and a bad FEN ends the game before its moves"
  )
  func start() throws {
    let fen = "7k/5K2/4R3/8/8/8/8/8 w - - 0 1"
    let game = PGNReader.games(in: "[FEN \"\(fen)\"]\n\n1. Rh6# 1-0")[0]
    #expect(game.problems.isEmpty)
    #expect(game.game.start == (try ChessPosition(fen: fen)))
    let zero = PGNReader.games(in: "[SetUp \"0\"]\n\n1. e4 *")[0]
    #expect(zero.problems.isEmpty)
    let wrong: [(String, PGNProblem.Reason)] = [
      ("7k/5K2/4R3/8/8/8/8/8 x - - 0 1", .fen), ("", .fen),
      ("8/8/8/8/8/8/8/8 w - - 0 1", .illegalSetup(.noKing(.white))),
      ("kk6/8/8/8/8/8/8/K7 w - -", .illegalSetup(.severalKings(.black))),
    ]
    for (bad, reason) in wrong {
      let entries = PGNReader.games(in: "[A \"b\"]\n[FEN \"\(bad)\"]\n\n1. e4 e5 1-0\n\n1. d4 *")
      try #require(entries.count == 2, "\(bad)")
      #expect(entries[0].problems.map(\.reason) == [reason], "\(bad)")
      #expect(entries[0].problems[0].line == 2)
      #expect(entries[0].problems[0].text == bad)
      #expect(entries[0].game.mainLine.isEmpty)
      #expect(entries[0].game.result == .whiteWins)
      #expect(entries[1].errors.isEmpty)
      #expect(PGNReader.games(in: entries[0].game.bytes).map(\.game) == [entries[0].game])
    }
  }

  @Test("Variants with the rules of chess are read as such, others are told")
  func variants() {
    for name in [
      "Chess960", "chess 960", "Fischerandom", "Fischer Random", "Standard", "From Position",
      "fischerandom",
    ] {
      #expect(
        PGNReader.games(in: "[Variant \"\(name)\"]\n\n1. e4 *")[0].problems.isEmpty, "\(name)")
    }
    #expect(
      PGNReader.games(in: "[Variant \"Atomic\"]\n\n1. e4 *")[0].problems.map(\.reason)
        == [.unknownVariant])
    let text = """
      [Variant "Chess960"]
      [SetUp "1"]
      [FEN "nqrnbbkr/pppppppp/8/8/8/8/PPPPPPPP/NQRNBBKR w KQkq - 0 1"]

      1. e4 e5 2. Bc4 Bc5 3. O-O h6 4. Nf3 *
      """
    // Castling with the rook beside the king; 4. Nf3 cannot be, so reading ends before it.
    let entry = PGNReader.games(in: text)[0]
    #expect(entry.game.mainLine.count == 6)
    #expect(entry.problems.map(\.ply) == [7])
    #expect(entry.game.move(to: entry.game.mainLine[4])?.text == "g1h1")
  }

  @Test("Values are set, replaced and removed; names and values are kept clean")
  func setting() {
    var game = PGNGame()
    func set(_ value: String?, of name: String) -> Bool { game.setValue(value, of: name) }
    #expect(set("A\nB", of: "White"))
    #expect(set("C", of: "Black"))
    #expect(game.value(of: "White") == "A B")
    #expect(set("D", of: "White"))
    #expect(game.tags.map(\.value) == ["D", "C"])
    #expect(set(nil, of: "White"))
    #expect(game.tags.map(\.name) == ["Black"])
    #expect(!set("x", of: "Two words"))
    #expect(!set("x", of: ""))
    #expect(!set("x", of: "FEN"))
    #expect(!set("x", of: "SetUp"))
    #expect(PGNTag("a\"", "b") == nil)
    game.result = .draw
    game.completeRoster()
    #expect(
      game.tags.map(\.name) == ["Event", "Site", "Date", "Round", "White", "Black", "Result"])
    #expect(game.tags.map(\.value) == ["?", "?", "????.??.??", "?", "?", "C", "1/2-1/2"])
  }
}

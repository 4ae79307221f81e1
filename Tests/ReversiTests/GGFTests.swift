import Games
import Reversi
import Testing

@Suite("GGF")
struct GGFTests {
  static let board =
    "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
  static let game =
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RB[2197.01]RW[2199.72]"
    + "TI[05:00//02:00]TY[8]RE[+0.000]BO[\(board)]B[d3//0.01]W[c5/-0.50/0.01]B[f6/1.20]W[F5/0.4/1.00/x];)"

  private func error(_ text: String) -> GGFError? {
    do throws(GGFError) {
      _ = try GGFGame.games(in: text.utf8)
      return nil
    } catch { return error }
  }

  private func readAgain(_ game: GGFGame) throws -> [GGFGame] { try GGFGame.games(in: game.bytes) }

  @Test("A game has its properties, moves, evaluations and times")
  func wholeGame() throws {
    let game = try #require(try GGFGame.games(in: GGFTests.game.utf8).first)
    #expect(Transcript(game.record).text == "D3C5F6F5")
    #expect(game.value(of: "PB")?.text == "Saio1200")
    #expect(game.value(of: "XX") == nil)
    #expect(
      game.tags.map(\.name.text) == ["GM", "PC", "DT", "PB", "PW", "RB", "RW", "TI", "TY", "RE"])
    #expect(game.moves.map(\.evaluation.text) == ["", "-0.50", "1.20", "0.4"])
    #expect(game.moves.map(\.evaluation.thousandths) == [nil, -500, 1200, 400])
    #expect(game.moves.map(\.time.text) == ["0.01", "0.01", "", "1.00/x"])
    #expect(game.moves.map(\.time.thousandths) == [10, 10, nil, nil])
    #expect(game.moves.map(\.side) == [.black, .white, .black, .white])
    #expect(try readAgain(game) == [game])
    #expect(
      String(decoding: game.bytes, as: UTF8.self).contains("B[d3//0.01]W[c5/-0.50/0.01]B[f6/1.20]"))
  }

  @Test("Several games are read one after the other, with anything between them")
  func severalGames() throws {
    let text = "2 \(GGFTests.game)\(GGFTests.game)\n# a note (not a game)\n\(GGFTests.game)"
    let games = try GGFGame.games(in: text.utf8)
    #expect(games.count == 3)
    #expect(try GGFGame.games(in: GGFGame.file(games)) == games)
    #expect(try GGFGame.games(in: "no game here".utf8).isEmpty)
  }

  @Test("White space, several values and escaped brackets are read, and unknown properties kept")
  func layout() throws {
    let text = "(;\n GM [othello] ; ZZ[one][two] pb[a\\]b\\\\]\n XY[ ]\n;B[ f5 /1]\n)"
    let game = try #require(try GGFGame.games(in: text.utf8).first)
    #expect(game.start == .start)
    #expect(game.tags.map(\.name.text) == ["GM", "ZZ", "ZZ", "PB", "XY"])
    #expect(game.tags.map(\.value.text) == ["othello", "one", "two", "a\\]b\\\\", " "])
    #expect(try readAgain(game) == [game])
  }

  @Test("A name that is no UTF-8 is read as Latin-1 and written back as it was")
  func latin1() throws {
    let bytes = Array("(;PB[Andr".utf8) + [0xE9] + Array("]B[f5];)".utf8)
    let game = try #require(try GGFGame.games(in: bytes).first)
    #expect(game.value(of: "PB")?.text == "André")
    #expect(game.bytes.contains(0xE9))
    #expect(try readAgain(game) == [game])
  }

  @Test("A game may begin at another position, also with White to move")
  func otherStart() throws {
    let start = try Transcript("F5D6C3D3C4F4F6").record.position
    let rows = start.text.prefix(64).replacing("X", with: "*")
    let text = "(;BO[8 \(rows) O]W[f3];)"
    let game = try #require(try GGFGame.games(in: text.utf8).first)
    #expect(game.start == start)
    #expect(game.record.moves.count == 1)
    #expect(try readAgain(game) == [game])
  }

  @Test(
    "Passes may be written in any way, or left out",
    arguments: ["B[pa]", "B[PASS/0.1/2]", "B[--]", ""])
  func passes(pass: String) throws {
    let moves = try Transcript("E6F6C4C5C6D6G7F4G4G6E7H8H6G5G8F8").record.moves.dropLast()
    let text = moves.enumerated().map { "\($0.isMultiple(of: 2) ? "B" : "W")[\($1.move.text)]" }
    let game = try #require(
      try GGFGame.games(in: "(;\(text.joined())\(pass)W[c3];)".utf8).first)
    #expect(Transcript(game.record).text == "E6F6C4C5C6D6G7F4G4G6E7H8H6G5G8F8C3")
    #expect(game.moves.count == (pass.isEmpty ? 17 : 18))
    #expect(try readAgain(game) == [game])
  }

  @Test(
    "An error names game and place",
    arguments: [
      ("(;B[f5]", "the game does not end", 1, 7),
      ("(;B f5;)", "expected [ after the name of a property", 1, 4),
      ("(;B[f5;)", "expected ] after the value of a property", 1, 8),
      ("(;1[f5];)", "expected the name of a property", 1, 2),
      ("(;B[f5];)(;B[f9];)", "expected a square from a1 to h8, or a pass", 2, 13),
      ("(;B[f5];) (;B[d4];)", "d4 is occupied", 2, 14),
      ("(;W[f5];)", "it is not White's turn", 1, 4),
      ("(;B[f5]B[d6];)", "it is not Black's turn", 1, 9),
      ("(;B[pa];)", "a pass is not allowed while a move exists", 1, 4),
      ("(;GM[Go];)", "the game is not Othello", 1, 5),
      ("(;BO[10 ---];)", "expected a board of size 8", 1, 5),
      ("(;BO[8 --?];)", "expected X, O or -", 1, 9),
      ("(;BO[8 ---];)", "expected 64 squares and the side to move, X or O", 1, 10),
      ("(;BO[\(board)]BO[\(board)];)", "a second board", 1, 81),
    ] as [(String, String, Int, Int)])
  func errors(text: String, reason: String, game: Int, offset: Int) {
    #expect(error(text) == GGFError(reason, game: game, offset: offset))
  }

  @Test("After an error a reader goes on with the next game")
  func afterAnError() throws {
    var reader = GGFReader("(;B[d4]W[xx];)(;B[f5];)(;B[f5]".utf8)
    #expect(throws: GGFError.self) { try reader.next() }
    #expect(try reader.next()?.moves.count == 1)
    #expect(throws: GGFError("the game does not end", game: 3, offset: 30)) { try reader.next() }
    #expect(try reader.next() == nil)
  }

  @Test("What would end a value too early cannot be made")
  func brackets() throws {
    #expect(GGFGame.Tag(RawText("PB"), RawText("a]b")) == nil)
    #expect(GGFGame.Tag(RawText("PB"), RawText("a\\")) == nil)
    #expect(GGFGame.Tag(RawText("P1"), RawText("")) == nil)
    #expect(GGFGame.Tag(RawText("PB"), RawText("a\\]b")) != nil)
    #expect(GGFGame.Move(.pass, by: .black, evaluation: RawText("1/2")) == nil)
    #expect(GGFGame.Move(.pass, by: .black, time: RawText("]")) == nil)
  }

  @Test(
    "Many brackets that never close take no longer than the file is long", .timeLimit(.minutes(1)))
  func openBrackets() throws {
    var reader = GGFReader(Array(repeating: Array("(;A[".utf8), count: 200_000).joined())
    #expect(throws: GGFError.self) { try reader.next() }
    #expect(try reader.next() == nil)
  }

  @Test("Games by chance, some from other positions, are written and read the same")
  func roundTrip() throws {
    for seed in 1...80 as ClosedRange<UInt64> {
      var record = try randomPart(seed: seed)
      if seed.isMultiple(of: 4), record.moves.count > 20 {
        let moves = record.moves[10...]
        record = Record(start: record.positions[10])
        for entry in moves where !entry.isForced { try record.play(entry.move, by: entry.seat) }
      }
      let tags = [try #require(GGFGame.Tag(RawText("PB"), RawText("seed \(seed)")))]
      let game = GGFGame(record, tags: tags)
      let again = try readAgain(game)
      #expect(again == [game], "seed \(seed)")
      #expect(again.first?.record == record, "seed \(seed)")
    }
  }

  @Test("Random and damaged files are read or refused at a place in them, and never trap")
  func fuzz() throws {
    let seed: UInt64 = 42
    print("GGF fuzz seed \(seed)")
    var chance = Chance(seed: seed)
    let alphabet = Array("(;)[]BWPGMTYO/-*. a1f5d6\\8pa".utf8)
    let file = Array("\(GGFTests.game)\n\(GGFTests.game)".utf8)
    var refused = 0
    for round in 0..<2000 {
      let bytes =
        round.isMultiple(of: 3)
        ? Array("(;".utf8) + randomBytes(200, alphabet: alphabet, chance: &chance)
        : damaged(file, alphabet: alphabet, chance: &chance)
      var reader = GGFReader(bytes)
      var calls = 0
      var isAtEnd = false
      while !isAtEnd {
        calls += 1
        try #require(calls <= bytes.count + 1)
        do throws(GGFError) {
          guard let game = try reader.next() else {
            isAtEnd = true
            continue
          }
          let again = try GGFGame.games(in: game.bytes)
          #expect(again == [game])
        } catch {
          refused += 1
          #expect((0...bytes.count).contains(error.offset))
        }
      }
    }
    #expect(refused > 1000)
  }
}

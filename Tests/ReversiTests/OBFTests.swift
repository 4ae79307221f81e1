import Games
import Reversi
import Testing

@Suite("OBF")
struct OBFTests {
  static let first = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
  static let start = "---------------------------OX------XO--------------------------- X"

  private func read(_ text: String) throws -> [OBFReader.Entry] {
    var reader = OBFReader(text.utf8)
    var entries: [OBFReader.Entry] = []
    while let entry = try reader.next() { entries.append(entry) }
    return entries
  }

  private func error(_ text: String) -> OBFError? {
    do throws(OBFError) {
      _ = try OBFPosition.positions(in: text.utf8)
      return nil
    } catch { return error }
  }

  @Test("A line has a position, and the scores of its moves")
  func facts() throws {
    let text = OBFTests.first + "; A2:+38; b1:-4;g7:0; % suite 40\n"
    let entry = try #require(try read(text).first)
    #expect(entry.line == 1)
    #expect(entry.value.position.text == OBFTests.first)
    #expect(entry.value.facts.map(\.move.text) == ["a2", "b1", "g7"])
    #expect(entry.value.facts.map(\.score) == [38, -4, 0])
    #expect(entry.value.score == 38)
    #expect(entry.value.comment.text == "suite 40")
  }

  @Test("Comments and empty lines are skipped, and lines keep their numbers")
  func lines() throws {
    let text = "# a file\n\n  % another\r\n\(OBFTests.first)\r\n\n\(OBFTests.start); f5:+0;"
    let entries = try read(text)
    #expect(entries.map(\.line) == [4, 6])
    #expect(entries.map(\.value.position.text) == [OBFTests.first, OBFTests.start])
  }

  @Test(
    "Further fields are understood or kept",
    arguments: [
      (" +38 a2 # FFO-40 empties=20", 38, ["a2"], "FFO-40 empties=20"),
      (" -12 b1,g7 # two", -12, ["b1", "g7"], "two"), (" 0", 0, [], ""),
      (";+7;", 7, [], ""), (" bm a2; id \"one\";", nil, [], "bm a2 id \"one\""),
      (" a2", nil, [], "a2"), (" +5; b1:+2; # x # y", 5, ["b1"], "x # y"),
    ] as [(String, Int?, [String], String)])
  func fields(rest: String, score: Int?, moves: [String], comment: String) throws {
    let value = try #require(try read(OBFTests.first + rest).first).value
    #expect(value.score == score)
    #expect(value.facts.map(\.move.text) == moves)
    #expect(value.comment.text == comment)
    #expect(try OBFPosition.positions(in: value.bytes) == [value])
  }

  @Test(
    "A board may be drawn in eight lines, with the side behind or below",
    arguments: ["X", " X", "\nX", "\n black ", "\r\n*\r\n", " B ; f5:+0; ", "\nBlack # to move"])
  func plainBoard(end: String) throws {
    let rows = [
      "--------", "- - - - - - - -", "........", "...OX...", "___wb___", "--------", "--------",
      "\t--------  ",
    ]
    let text = "# start\n" + rows.joined(separator: "\n").replacing("wb", with: "XO") + end
    let entries = try read(text + "\n\n" + OBFTests.first)
    #expect(entries.map(\.value.position.text) == [OBFTests.start, OBFTests.first])
    #expect(entries.first?.line == 2)
  }

  @Test(
    "An error names line and byte",
    arguments: [
      ("\nXX?", "expected X, O or -", 2, 3),
      (start.dropLast(3) + "", "expected 64 squares, not 63", 1, 64),
      (start.dropLast(2) + "", "expected the side to move, X or O", 1, 65),
      (start.dropLast() + "-", "expected the side to move, X or O", 1, 66),
      ("# x\n" + start + "; f5:+65;", "expected a score from -64 to 64", 2, 72),
      (start + "; f5:x", "expected a score from -64 to 64", 1, 72),
      (start + "; a1:+3", "a1 is not a legal move", 1, 69),
      (start + "; pass:+3", "pass is not a legal move", 1, 69),
      (start + " +2 d3,d4", "d4 is not a legal move", 1, 71),
      ("--------\n--------\n\n" + start, "expected 64 squares, not 16", 2, 9),
      ("--------\n", "expected 64 squares, not 8", 1, 9),
    ] as [(String, String, Int, Int)])
  func errors(text: String, reason: String, line: Int, byte: Int) {
    #expect(error(text) == OBFError(reason, line: line, byte: byte))
  }

  @Test("After an error a reader goes on with the next line")
  func afterAnError() throws {
    var reader = OBFReader("X\n\(OBFTests.first)\n".utf8)
    #expect(throws: OBFError("expected 64 squares, not 1", line: 1, byte: 2)) {
      try reader.next()
    }
    #expect(try reader.next()?.line == 2)
    #expect(try reader.next() == nil)
  }

  @Test("The comment of a value stays on its line")
  func commentWithLines() throws {
    let value = OBFPosition(.start, score: 0, comment: RawText(" one\ntwo\n"))
    #expect(value.comment.text == "one two")
    #expect(try OBFPosition.positions(in: value.bytes) == [value])
  }

  @Test("Positions of games by chance with scores by chance are written and read the same")
  func roundTrip() throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      var chance = Chance(seed: seed)
      let values = try randomRecord(seed: seed).positions.map { position in
        let moves = position.legalMoves(for: position.sideToMove.seat)
        let facts = moves.filter { _ in chance.below(2) == 0 }.map {
          OBFPosition.Fact($0, score: chance.below(129) - 64)
        }
        let comment = chance.below(3) == 0 ? "game \(seed); 5% # é" : ""
        let score = chance.below(2) == 0 ? nil : chance.below(129) - 64
        return OBFPosition(position, score: score, facts: facts, comment: RawText(comment))
      }
      #expect(try OBFPosition.positions(in: OBFPosition.file(values)) == values, "seed \(seed)")
    }
  }

  @Test("Random and damaged files are read or refused at a place in them, and never trap")
  func fuzz() throws {
    let seed: UInt64 = 41
    print("OBF fuzz seed \(seed)")
    var chance = Chance(seed: seed)
    let alphabet = Array("XO-xo.*bw0_ ;:+-%#\n\ra1h8pass64".utf8)
    let file = Array("\(OBFTests.first); a2:+38; b1:-4; % x\n\(OBFTests.start) +0 f5\n".utf8)
    var refused = 0
    for round in 0..<3000 {
      let bytes =
        round.isMultiple(of: 3)
        ? randomBytes(300, alphabet: alphabet, chance: &chance)
        : damaged(file, alphabet: alphabet, chance: &chance)
      var reader = OBFReader(bytes)
      var calls = 0
      var isAtEnd = false
      let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
      while !isAtEnd {
        calls += 1
        try #require(calls <= bytes.count + 1)
        do throws(OBFError) {
          guard let entry = try reader.next() else {
            isAtEnd = true
            continue
          }
          let again = try OBFPosition.positions(in: entry.value.bytes)
          #expect(again == [entry.value])
        } catch {
          refused += 1
          try #require((1...lines.count).contains(error.line))
          #expect((1...lines[error.line - 1].count + 1).contains(error.byte))
        }
      }
    }
    #expect(refused > 1000)
  }
}

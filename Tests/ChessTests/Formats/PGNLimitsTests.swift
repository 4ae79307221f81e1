import Chess
import Games
import Testing

@Suite("Limits of PGN")
struct PGNLimitsTests {
  private func limits(_ change: (inout PGNLimits) -> Void) -> PGNLimits {
    var limits = PGNLimits()
    change(&limits)
    return limits
  }

  private func isAboutStart(_ reason: PGNProblem.Reason) -> Bool {
    if case .illegalSetup = reason { return true }
    return reason == .fen
  }

  @Test("A comment that is too long is cut, and the moves behind it are read")
  func comment() throws {
    let text = "1. e4 {" + String(repeating: "word ", count: 100) + "\n} e5 *\n1. d4 *"
    let limits = limits { $0.commentBytes = 60 }
    let entries = PGNReader.games(in: text, limits: limits)
    #expect(entries.count == 2)
    #expect(entries[0].problems.map(\.reason) == [.commentTooLong])
    #expect(entries[0].game.mainLine.count == 2)
    #expect(entries[0].game[notes: entries[0].game.mainLine[0]].comment.utf8.count == 59)
    #expect(entries[1].line == 3)
    #expect(readInPieces(Array(text.utf8), 1, limits: limits) == entries)
    let line = "1. e4 ; " + String(repeating: "word ", count: 100) + "\ne5 *"
    #expect(
      PGNReader.games(in: line, limits: limits)[0].problems.map(\.reason) == [.commentTooLong])
    #expect(PGNReader.games(in: line, limits: limits)[0].game.mainLine.count == 2)
  }

  @Test("Comments of a game are kept up to a limit for all of them")
  func allComments() throws {
    let limits = limits { $0.textBytes = 10 }
    let entry = PGNReader.games(in: "1. e4 {12345} e5 {12345} 2. d4 {1} d5 {2} *", limits: limits)[
      0]
    #expect(entry.problems.map(\.reason) == [.tooMuchText])
    #expect(entry.game.moveText == "1. e4 {12345} 1... e5 {12345} 2. d4 d5")
  }

  @Test("Variations nested too deep are left out, and what is around them is read")
  func depth() throws {
    let limits = limits { $0.depth = 2 }
    let text = "1. e4 e5 (1... c5 2. c3 (2. d4 d5 (2... d6 (2... e6) 3. c3) 3. e5) 2... d5) 2. d4 *"
    let entry = PGNReader.games(in: text, limits: limits)[0]
    #expect(entry.problems.map(\.reason) == [.tooDeep])
    #expect(
      entry.game.moveText == "1. e4 e5 (1... c5 2. c3 (2. d4 d5 3. e5) 2... d5) 2. d4")
    // As deep as it may be by default, and far deeper.
    var deep = "1. e4"
    for _ in 0..<5000 { deep += " e5 (e6 (" }
    let found = PGNReader.games(in: deep + " *")[0]
    #expect(
      found.problems.contains {
        $0.reason == .tooDeep || $0.reason == .move(.noSuchMove)
          || $0.reason == .variationWithoutMove
      })
    #expect(PGNReader.games(in: found.game.bytes).map(\.game) == [found.game])
  }

  @Test("A game that is too long keeps its first moves, and the next is read")
  func moves() {
    let limits = limits { $0.moves = 4 }
    let entries = PGNReader.games(
      in: "1. e4 e5 (1... c5) 2. Nf3 Nc6 3. Bb5 *\n1. d4 *", limits: limits)
    #expect(entries.map { $0.game.counts.moves } == [4, 1])
    #expect(entries[0].problems.map(\.reason) == [.tooManyMoves])
    #expect(entries[0].problems[0].ply == 4)
  }

  @Test("Tags that are too long or too many are left out")
  func tags() {
    let limits = limits {
      $0.tagBytes = 20
      $0.tags = 3
    }
    let text =
      "[A \"1\"]\n[B \"" + String(repeating: "x", count: 50)
      + "\"]\n[C \"3\"]\n[D \"4\"]\n[E \"5\"]\n\n1. e4 *\n\n[A \"2\"]\n\n*"
    let entries = PGNReader.games(in: text, limits: limits)
    #expect(entries.count == 2)
    #expect(entries[0].game.tags.map(\.name) == ["A", "C", "D"])
    #expect(entries[0].problems.map(\.reason) == [.tagTooLong, .tagTooLong])
    #expect(entries[0].game.mainLine.count == 1)
    #expect(readInPieces(Array(text.utf8), 1, limits: limits) == entries)
  }

  @Test("What is exactly as long as the limit is read the same in pieces")
  func exact() {
    let limits = limits {
      $0.tagBytes = 10
      $0.commentBytes = 10
    }
    for length in 5...14 {
      let word = String(repeating: "x", count: length)
      for text in [
        "[\(word)", "[A \"\(word)\"]", "1. e4 {\(word)", "1. e4 {\(word)}", "1. e4 ;\(word)",
        "1. e4\n\n1\(word.replacing("x", with: ".")) d4", "1. e4 \(word)(Q)",
        "1. e4 {\(word)\n\n[A \"b\"]\n[C \"d\"]\n", "1. e4 ;\(word)\n1... e5",
      ] {
        let bytes = Array(text.utf8)
        #expect(
          readInPieces(bytes, 1, limits: limits) == PGNReader.games(in: bytes, limits: limits))
      }
    }
    for length in 195...205 {
      let text =
        String(repeating: "1", count: length) + ". e4 1" + String(repeating: "0", count: length)
      #expect(readInPieces(Array(text.utf8), 1) == PGNReader.games(in: text))
    }
  }

  @Test("Problems are told up to a limit and then only counted")
  func problems() {
    let limits = limits { $0.problems = 5 }
    let entry = PGNReader.games(
      in: "1. e4 " + String(repeating: ") ", count: 50) + "*", limits: limits)[0]
    #expect(entry.problems.count == 5)
    #expect(entry.problemCount == 50)
  }

  @Test(
    "Long words, numbers and rows of signs are read in time that grows as they do",
    .timeLimit(.minutes(1)))
  func long() {
    for part in [
      "x", "1", ".", "(", ")", "{", "}", "[", "]", "$", "!", "%", ";", "\"", "[A ", "[A \"",
      "{\n\n[A \"b\"]\n[C \"d\"]\n",
      "e4 ", "e4 (", "*", "-", "\\", "\n", "\r", "♘", "½", "\u{a0}", "…", "1-0 ", "$1 ", "{[%clk ",
      "[Event \"a\"]\n", "[]", "[A] ",
    ] {
      let text = "e4 " + String(repeating: part, count: 40_000 / part.utf8.count)
      let entries = PGNReader.games(in: text)
      #expect(entries.count <= text.utf8.count)
      #expect(readInPieces(Array(text.utf8.prefix(10_000)), 100).count <= text.utf8.count)
    }
  }

  @Test(
    "Random and damaged files are read without a trap, in pieces as at once, and read again the same"
  )
  func fuzz() throws {
    print("PGN fuzz seed 42")
    var chance = Chance(seed: 42)
    let alphabet = Array("[]\"{}();$%!?*.\n\r 1/2-0eE4dNfRxO=+#\\♘½…".utf8)
    var file: [UInt8] = []
    for seed in 70...73 as ClosedRange<UInt64> { try randomPGN(seed: seed).write(to: &file) }
    file = Array(file.prefix(6000))
    for round in 0..<300 {
      let bytes =
        round.isMultiple(of: 4)
        ? (0..<chance.below(400)).map { _ in alphabet[chance.below(alphabet.count)] }
        : damaged(file, alphabet: alphabet, chance: &chance)
      let entries = PGNReader.games(in: bytes)
      if round.isMultiple(of: 5) { #expect(readInPieces(bytes, 1 + chance.below(9)) == entries) }
      for entry in entries {
        let again = PGNReader.games(in: entry.game.bytes)
        #expect(again.map(\.game) == [entry.game], "\(entry.game.text)")
        #expect(again.allSatisfy { $0.errors.allSatisfy { isAboutStart($0.reason) } })
      }
    }
  }
}

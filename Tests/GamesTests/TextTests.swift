import Games
import Testing

@Suite("Texts, numbers and outcomes")
struct TextTests {
  @Test(
    "A decimal number is read whole or not at all",
    arguments: [
      ("0", 0), ("7", 7), ("-0", 0), ("-12", -12), ("007", 7),
      ("999999999999999999", 999_999_999_999_999_999),
      ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
    ] as [(String, Int)])
  func readsNumbers(text: String, value: Int) {
    #expect(Int(decimal: text.utf8) == value)
  }

  @Test(
    "What is no decimal number is refused, also one too great for an Int",
    arguments: [
      "", "-", "--1", "1-", "+1", " 1", "1 ", "1.0", "a", "0x1", "1_000", "١",
      "9223372036854775808",
      "-9223372036854775809", "99999999999999999999999999999999",
    ])
  func refusesOthers(text: String) {
    #expect(Int(decimal: text.utf8) == nil)
  }

  @Test("Every number that an Int holds reads back from its digits")
  func numbersReadBack() {
    var chance = Chance(seed: 5)
    for shift in 0..<64 {
      let value = Int(truncatingIfNeeded: chance.next()) >> shift
      #expect(Int(decimal: "\(value)".utf8) == value)
    }
  }

  @Test("A number is read after its prefix only")
  func prefix() {
    #expect("place-3".integer(after: "place-") == 3)
    #expect("place-3".integer(after: "") == nil)
    #expect("3".integer(after: "") == 3)
    #expect("plac".integer(after: "place-") == nil)
    #expect("place-".integer(after: "place-") == nil)
    #expect("place-3 ".integer(after: "place-") == nil)
  }

  @Test("Strings are compared by bytes, not by how they look")
  func bytes() {
    let composed = "\u{e9}"
    let decomposed = "e\u{301}"
    #expect(composed == decomposed)
    #expect(!composed.hasSameBytes(as: decomposed))
    #expect(composed.hasSameBytes(as: "\u{e9}"))
    #expect(!"a".hasSameBytes(as: "ab"))
    #expect(TextError(composed, at: 0) != TextError(decomposed, at: 0))
    #expect(IllegalMove(composed) != IllegalMove(decomposed))
  }

  @Test("Errors are equal by reason and place, and hash alike")
  func errors() {
    #expect(TextError("a", at: 1) == TextError("a", at: 1))
    #expect(TextError("a", at: 1) != TextError("a", at: 2))
    #expect(TextError("a", at: 1) != TextError("b", at: 1))
    #expect(Set([TextError("a", at: 1), TextError("a", at: 1), TextError("b", at: 1)]).count == 2)
    #expect(Set([IllegalMove.gameOver, .notYourTurn, .gameOver]).count == 2)
  }

  @Test(
    "The outcome of a seat reads back from its word",
    arguments: [
      (.none, "none"), (.quit, "quit"), (.won, "won"), (.lost, "lost"), (.tied, "tied"),
      (.timeExpired, "timeExpired"), (.place(1), "place-1"), (.place(4), "place-4"),
      (.custom(0), "custom-0"), (.custom(-5), "custom--5"),
      (.custom(.max), "custom-9223372036854775807"), (.custom(.min), "custom--9223372036854775808"),
    ] as [(SeatOutcome, String)])
  func outcomes(outcome: SeatOutcome, word: String) throws {
    #expect(outcome.text == word)
    #expect(try SeatOutcome(text: word) == outcome)
  }

  @Test(
    "Other words are no outcome of a seat",
    arguments: ["", "Won", "won ", " won", "place-0", "place-5", "place-", "custom-", "custom-1.5"])
  func refusesWords(word: String) {
    #expect(throws: TextError.self) { try SeatOutcome(text: word) }
  }

  @Test("An outcome knows each seat, and nothing of seats that do not exist")
  func outcomeBySeat() throws {
    let third = try #require(Seat(2))
    let won = Outcome.won(by: .second, of: 3, scores: [1, 2, 0])
    #expect(won.seats == [.lost, .won, .lost])
    #expect(won[.second] == .won)
    #expect(won[third] == .lost)
    #expect(won[try #require(Seat(3))] == .none)
    #expect(Outcome.won(by: third, of: 2).seats == [.lost, .lost])
    #expect(Outcome.tied(of: 2) == Outcome(seats: [.tied, .tied]))
  }
}

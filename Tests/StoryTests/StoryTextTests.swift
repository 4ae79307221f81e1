import Games
import Story
import Testing

@Suite("Texts")
struct StoryTextTests {
  @Test(
    "Characters are scalars",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 2), ("🇩🇪", 2), ("👩‍👩‍👧", 5), ("a\nb", 3), ("שלום", 4),
      ("a b", 3), (" a ", 3),
    ])
  func count(raw: String, count: Int) throws {
    let text = try StoryText(raw)
    #expect(text.count == count)
    #expect(text.text.unicodeScalars.count == count)
  }

  @Test(
    "New lines are of one kind, and blank lines at the ends are taken off",
    arguments: [
      ("a\r\nb", "a\nb"), ("a\rb", "a\nb"), ("a\r\r\nb", "a\n\nb"), ("\n\na\n\n", "a"),
      ("  \n \n a \n  \n", " a "), ("a\n\n\nb", "a\n\n\nb"), ("\r\n a", " a"), ("a  ", "a  "),
    ])
  func lines(raw: String, text: String) throws {
    #expect(try StoryText(raw).text.hasSameBytes(as: text))
    #expect(try StoryText(text).text.hasSameBytes(as: text))
  }

  @Test("The limit is exact, and what is over is told", arguments: [1, 250, 2000])
  func limit(limit: Int) throws {
    #expect(try StoryText(String(repeating: "🙂", count: limit), limit: limit).count == limit)
    for excess in [1, 2, 5000] {
      #expect(throws: StoryTextError.tooLong(by: excess)) {
        try StoryText(String(repeating: "🙂", count: limit + excess), limit: limit)
      }
    }
    #expect(StoryTextError.tooLong(by: 1).reason == "the text is 1 character too long")
    #expect(StoryTextError.tooLong(by: 2).reason == "the text is 2 characters too long")
  }

  @Test(
    "A text without anything to see is refused",
    arguments: [
      "", " ", "\n", " \r\n \n", "\u{200B}", "\u{A0}\u{3000}", "\u{FEFF}", "\u{2060} \u{200D}",
      "\u{E0041}", "\u{3164}", "\u{2066}\u{2069}",
    ])
  func empty(raw: String) {
    #expect(throws: StoryTextError.empty) { try StoryText(raw) }
  }

  @Test(
    "Control characters are refused, new lines are not",
    arguments: [
      0, 1, 8, 9, 0xB, 0xC, 0xE, 0x1B, 0x1F, 0x7F, 0x80, 0x85, 0x9F, 0x2028, 0x2029, 0xFFFE,
      0xFFFF, 0xFDD0, 0x1FFFF, 0x10FFFF,
    ] as [UInt32])
  func control(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(throws: StoryTextError.controlCharacter(value)) { try StoryText("a\(scalar)b") }
    #expect(!StoryTextError.controlCharacter(value).reason.isEmpty)
  }

  @Test(
    "What turns the direction is closed on its line",
    arguments: [
      ("\u{2067}אב\u{2069} c", true), ("\u{2066}a\u{2067}b\u{2069}\u{2069}c", true),
      ("\u{202B}a\u{202C}", true), ("\u{2066}\u{202E}a\u{202C}\u{2069}", true),
      ("\u{2067}a", false), ("a\u{2069}", false), ("\u{2067}a\nb\u{2069}", false),
      ("\u{202E}a", false), ("a\u{202C}", false), ("\u{2066}\u{202E}a\u{2069}\u{202C}", false),
      ("\u{2068}\u{2068}a\u{2069}", false), ("\u{202A}a\u{2069}", false),
    ])
  func direction(raw: String, isSound: Bool) {
    if isSound {
      #expect(throws: Never.self) { try StoryText(raw) }
    } else {
      #expect(throws: StoryTextError.unbalancedDirection) { try StoryText(raw) }
    }
  }

  @Test(
    "Thirty marks in a row are taken, one more is refused",
    arguments: ["\u{301}", "\u{489}", "\u{903}", "\u{FE20}", "\u{1D165}", "\u{20DD}"])
  func marks(mark: String) {
    let many = String(repeating: mark, count: 30)
    #expect(throws: Never.self) { try StoryText("a\(many)b\(many)") }
    #expect(throws: StoryTextError.tooManyMarks) { try StoryText("a\(many)\(mark)") }
  }

  @Test("The table of marks agrees with the Unicode tables of the standard library")
  func table() {
    // Marks of releases after the table's are letters here, which costs nothing; no letter is a mark.
    var found = 0
    for value in 0x21...0x2FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let category = scalar.properties.generalCategory
      let isMark = [.nonspacingMark, .enclosingMark, .spacingMark].contains(category)
      // Every mark, and a sample of the letters.
      guard isMark || (value % 23 == 0 && scalar.properties.isAlphabetic) else { continue }
      let run = String(String.UnicodeScalarView(repeatElement(scalar, count: 31)))
      let isRefused = (try? StoryText("a\(run)")) == nil
      if isMark, scalar.properties.age.map({ $0.major < 15 }) == true {
        #expect(isRefused, "U+\(String(value, radix: 16))")
        found += 1
      } else if !isMark {
        // Fillers are blank but not marks; both are followed by the letter that makes the text one.
        #expect(!isRefused, "U+\(String(value, radix: 16))")
      }
    }
    #expect(found > 2000)
  }

  @Test(
    "Hostile texts cost no more than their length",
    arguments: ["\u{301}", "\u{2067}", "\u{200B}", "\\"])
  func hostile(unit: String) {
    // Comparing or hashing the first of these as a string would take seconds.
    let text = "a" + String(repeating: unit, count: 65_536 / unit.utf8.count)
    let clock = ContinuousClock()
    let time = clock.measure {
      #expect(throws: StoryTextError.self) { try StoryText(text) }
      #expect(throws: TextError.self) { try StoryMove(text: "write \"\(text)") }
    }
    #expect(time < .seconds(2))
  }
}

extension StoryTextTests {
  @Test(
    "Turns are written on one line and read back",
    arguments: [
      ("Hello", "write \"Hello\""), ("a\nb", "write \"a\\nb\""), ("\\n", "write \"\\\\n\""),
      ("say \"x\"", "write \"say \\\"x\\\"\""), (" a ", "write \" a \""), ("end", "write \"end\""),
    ])
  func turns(raw: String, text: String) throws {
    let words = try StoryText(raw)
    for (move, text) in [
      (StoryMove.write(words), text), (.write(words, endsHere: true), text + " end"),
    ] {
      #expect(move.text == text)
      #expect(try StoryMove(text: text) == move)
    }
    #expect(try StoryMove(text: "end") == .agreeToEnd)
  }

  @Test("What a JSON writer escapes is read, and written in our form")
  func otherSpelling() throws {
    #expect(try StoryMove(text: "write \"\\r\\na\\r\\nb\"").text == "write \"a\\nb\"")
  }

  @Test(
    "What is no turn is refused at its place",
    arguments: [
      ("", 0), ("write", 0), ("write ", 6), ("write x", 6), ("write \"x", 8), ("write \"x\\\"", 10),
      ("write \"x\\u0041\"", 9), ("write \"x\" end ", 9), ("write \"x\"end", 9), ("End", 0),
      ("end ", 0), ("write \"\"", 6), ("write \"\\t\"", 6), ("write \"x\\", 9),
    ])
  func broken(text: String, offset: Int) {
    let error = #expect(throws: TextError.self) { try StoryMove(text: text) }
    #expect(error?.offset == offset)
  }
}

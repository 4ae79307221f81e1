import Service
import Testing

@Suite("Names of players")
struct PlayerNameTests {
  @Test(
    "A name keeps its letters and loses needless white space",
    arguments: [
      ("Ann", "Ann"), ("  Ann  ", "Ann"), ("Ann\t \n Lee", "Ann Lee"),
      ("\u{3000}Ann\u{2003}Lee\u{A0}", "Ann Lee"), ("Zoë", "Zoë"), ("Zoe\u{308}", "Zoe\u{308}"),
      ("李小龍", "李小龍"), ("نور", "نور"), ("<script>&\"'", "<script>&\"'"), ("🦊", "🦊"),
      ("🇩🇪", "🇩🇪"), ("x", "x"), ("0", "0"),
      ("a" + String(repeating: "\u{301}", count: 8), "a" + String(repeating: "\u{301}", count: 8)),
      (String(repeating: "w", count: 24), String(repeating: "w", count: 24)),
      (String(repeating: "🦊", count: 24), String(repeating: "🦊", count: 24)),
    ])
  func accepted(raw: String, text: String) throws {
    let name = try PlayerName(raw)
    #expect(name.text.unicodeScalars.elementsEqual(text.unicodeScalars))
    #expect(try PlayerName(name.text) == name)
  }

  @Test(
    "A name that is empty, too long, invisible or deceiving is refused",
    arguments: [
      "", " ", "\n\t\u{A0}\u{3000}", "a\u{202E}b", "a\u{2066}b", "a\u{200F}b", "a\u{200B}b",
      "a\u{200D}b", "a\u{FEFF}b", "a\u{00AD}b", "a\u{034F}b", "a\u{2060}b", "a\u{180E}b",
      "a\u{0}b", "a\u{7}b", "a\u{7F}b", "a\u{E0041}b", "a\u{FE0F}b", "\u{3164}", "\u{115F}",
      "\u{FFA0}", "a\u{E000}b", "a\u{10FFFF}b", "a\u{0378}b", "\u{301}", "\u{301}a", " \u{301}a",
      "a" + String(repeating: "\u{301}", count: 9),
      "a" + String(repeating: "\u{20DD}", count: 9),
      String(repeating: "w", count: 25), String(repeating: "🦊", count: 25),
      String(repeating: "🦊", count: 23) + "ab\u{301}\u{301}".dropFirst(),
      "a"
        + String(
          repeating: "🦊", count: 24),
      String(repeating: "e\u{301}\u{301}", count: 20),
    ])
  func refused(raw: String) {
    #expect(throws: PlayerName.Problem.self) { try PlayerName(raw) }
  }

  @Test("At 96 bytes a name is taken, at 97 not")
  func bytes() throws {
    let marks = String(repeating: "\u{1D165}", count: 0)
    let edge = String(repeating: "🦊", count: 23) + "é\u{301}"
    #expect(edge.utf8.count == 96)
    #expect(try PlayerName(edge + marks).text == edge)
    let over = String(repeating: "🦊", count: 23) + "\u{20AC}\u{301}"
    #expect(over.utf8.count == 97)
    #expect(over.count == 24)
    #expect(throws: PlayerName.Problem.self) { try PlayerName(over) }
    // White space that goes does not count, as long as there is not too much of it.
    #expect(try PlayerName(edge + String(repeating: " ", count: 288)).text == edge)
    #expect(throws: PlayerName.Problem.self) {
      try PlayerName(edge + String(repeating: " ", count: 289))
    }
  }

  @Test(
    "64 KiB of anything is refused by its length alone",
    arguments: ["\u{301}", "\u{1100}", "🇩", "\u{1D165}", "a\u{301}", " ", "\u{200D}🦊"])
  func huge(unit: String) {
    let raw = "a" + String(repeating: unit, count: 65_536 / unit.utf8.count)
    // Comparing or hashing such a text takes seconds; a thousand looks at it are quick only because no
    // character of it is looked at.
    for _ in 0..<1000 {
      #expect {
        try PlayerName(raw)
      } throws: { error in
        (error as? PlayerName.Problem)?.reason == "the name is too long"
      }
    }
  }
}

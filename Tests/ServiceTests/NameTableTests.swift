import Service
import Testing

@Suite("Hostile names")
struct NameTableTests {
  @Test(
    "Names of one script a word are taken, whatever the script",
    arguments: [
      "Анна", "Νίκος", "Թամար", "שרה", "نور الدين", "राम", "বাংলা", "ਸਿੰਘ", "தமிழ்", "తెలుగు", "ไทย",
      "ລາວ", "မြန်မာ", "ნინო", "김민준", "李小龍", "さくら", "サクラ", "桜さくらサクラ", "金김", "ㄅㄆㄇ李",
      "ሀለሐ", "ᏣᎳᎩ", "ខ្មែរ", "Ann Анна", "Zoë 7", "R2-D2", "🦊 Fox", "O’Brien", "Ａｎｎ", "Đặng Thị Ánh",
      "Ann_3", "№ 5", "café ☕", "सिंह 9",
    ])
  func taken(raw: String) throws {
    let name = try PlayerName(raw)
    #expect(name.text.hasSameScalars(as: raw))
    #expect(name.looksLike(name))
  }

  @Test(
    "Names that mix scripts in a word, hide something or dress up letters are refused",
    arguments: [
      // Mixed scripts.
      "Аnn", "Annа", "pаypal", "Νick", "Bоb", "fοο", "Anne\u{5D0}", "Ann\u{627}", "aա", "ๅl", "さa",
      "김さ", "ㄅ김", "ꓐob",
      // Bidirectional controls, zero width, tags, selectors, joiners, fillers.
      "a\u{202A}b", "a\u{202B}b", "a\u{202D}b", "a\u{202E}b", "a\u{2066}b", "a\u{2069}b",
      "a\u{200E}b", "a\u{061C}b", "a\u{200B}b", "a\u{200C}b", "a\u{200D}b", "a\u{2060}b",
      "a\u{2064}b", "a\u{FEFF}b", "a\u{E0061}b", "a\u{E0001}", "a\u{FE0F}", "a\u{E0100}",
      "a\u{034F}b", "\u{1160}a", "\u{3164}a", "a\u{FFA0}", "a\u{17B4}b", "a\u{180B}b",
      // Letters in another dress.
      "𝐀dmin", "𝓐𝓷𝓷", "ⒶⓃⓃ", "🅰nn", "ﬁne", "ᴬnn", "№ᵃ", "Ⅷ", "㎏", "ﷺ", "ｱ",
      // Zalgo.
      "a" + String(repeating: "\u{336}", count: 9),
      "e\u{301}" + String(repeating: "\u{489}", count: 8),
      // Control, private, unassigned.
      "a\u{0}", "a\u{1B}[31m", "a\u{85}\u{7}b", "a\u{E000}", "a\u{F0000}",
      "a\u{FFF9}b",
    ])
  func refused(raw: String) {
    #expect(throws: PlayerName.Problem.self, "\(raw.unicodeScalars.map(\.value))") {
      try PlayerName(raw)
    }
  }

  @Test(
    "Names that could be taken for each other share a skeleton",
    arguments: [
      ("Alice", "alice"), ("Alice", "ALICE"), ("Alice", "AIice"), ("Alice", "A1ice"),
      ("Alice", "Älice"),
      ("Alice", "Ａｌｉｃｅ"), ("Alice", "A li-ce"), ("Alice", "Al.ice"), ("Alice", "A\u{336}lice"),
      ("Bob", "B0b"), ("Bob", "ВОВ"), ("Capa", "Сара"), ("paypal", "раураӏ"), ("NIKOS", "ΝΙΚΟS"),
      ("NIKO", "ΝΙΚΟ"), ("van", "vаn"), ("Arnold", "Amold"), ("Zoë", "Zoe\u{308}"), ("Zoë", "Zoe"),
      ("weiß", "WEISS"), ("Łukasz", "Lukasz"), ("Bjørn", "Bjorn"), ("İsmail", "Ismail"),
      ("ısmail", "ismail"), ("Æsop", "Aesop"), ("김", "\u{1100}\u{1175}\u{11B7}"),
      ("が", "か\u{3099}"), ("Анна", "АННА"), ("Йога", "Иога"), ("νοο", "voo"), ("O'Neil", "ONeil"),
      ("L0L", "LOL"), ("कि", "कि"), ("Ann  Lee", "AnnLee"), ("Ann", "A\u{308}\u{323}nn"),
      ("Gruß", "GRUSS"), ("Jörg", "Jorg"), ("ОЛЕГ", "олег"), ("Ὀδυσσεύς", "οδυσσευσ"),
    ])
  func alike(a: String, b: String) throws {
    // A pair whose second name mixes scripts is refused before anybody compares.
    guard let other = try? PlayerName(b) else { return }
    #expect(try PlayerName(a).looksLike(other), "\(a) \(b)")
    #expect(try other.looksLike(PlayerName(a)))
  }

  @Test(
    "Names that differ at a glance do not",
    arguments: [
      ("Ann", "Anne"), ("Ali", "All"), ("Ann", "Anna"), ("राम", "रम"), ("かき", "がぎ"), ("김", "검"),
      ("Bob", "Rob"), ("🦊", "🐻"), ("7", "8"), ("Анна", "Инна"), ("Νίκος", "Nick"), ("李", "季"),
      ("-", "."), ("Ada", "Adam"),
    ])
  func different(a: String, b: String) throws {
    #expect(try !PlayerName(a).looksLike(PlayerName(b)), "\(a) \(b)")
  }

  @Test(
    "What speaks for the host, or names no one, is reserved",
    arguments: [
      "Admin", "ADMIN", "adm1n", "Administrator", "Аdmin", "Baton", "BAT0N", "System",
      "Deleted player",
      "deleted  PLAYER", "Deleted-player", "Computer", "Guest", "Moderator", "m o d", "Ｓtaff",
      "Root",
    ])
  func reserved(raw: String) {
    #expect(throws: PlayerName.Problem.self) { try PlayerName(raw).checkFree(isOwn: false) }
  }

  @Test("A name to keep may not be like those of guests; a guest's own may")
  func guests() throws {
    for raw in ["Guest 4F2A", "guest", "GUEST-12", "Gue5t 1"] {
      guard let name = try? PlayerName(raw), !raw.hasPrefix("Gue5") else { continue }
      #expect(throws: PlayerName.Problem.self, "\(raw)") { try name.checkFree(isOwn: true) }
    }
    try PlayerName("Guest 4F2A").checkFree(isOwn: false)
    try PlayerName("Guesthouse keeper of Ely").checkFree(isOwn: true)
    for raw in ["Ann", "Amin", "Adminton", "Playerone", "Rooty"] {
      try PlayerName(raw).checkFree(isOwn: true)
    }
  }
}

extension String {
  fileprivate func hasSameScalars(as other: String) -> Bool {
    unicodeScalars.elementsEqual(other.unicodeScalars)
  }
}

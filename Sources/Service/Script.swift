/// The script of a scalar, as far as names need it.
///
/// Within a word of a name all letters are of one script, so that none of them stands in for a look-alike.
enum Script: UInt8, Hashable {
  /// Digits, signs, pictures and marks that go with every script.
  case common
  case latin, greek, cyrillic, armenian, hebrew, arabic, syriac, thaana, nko, devanagari, bengali,
    gurmukhi, gujarati, oriya, tamil, telugu, kannada, malayalam, sinhala, thai, lao, tibetan,
    myanmar, georgian, hangul, ethiopic, cherokee, canadian, khmer, mongolian, tifinagh, yi
  /// Chinese characters, with which all kinds of kana and the Korean alphabet go together.
  case han
  case kana, bopomofo
  /// A letter of a script that is not listed here.
  case unknown

  /// The scripts by ranges of code points, in order; what lies in none is common, or an unknown letter.
  private static let ranges: [(first: UInt32, last: UInt32, script: Script)] = [
    (0x41, 0x5A, .latin), (0x61, 0x7A, .latin), (0xAA, 0xAA, .latin), (0xBA, 0xBA, .latin),
    (0xC0, 0xD6, .latin), (0xD8, 0xF6, .latin), (0xF8, 0x2B8, .latin), (0x2B9, 0x2DF, .common),
    (0x2E0, 0x2E4, .latin), (0x2E5, 0x36F, .common), (0x370, 0x373, .greek),
    (0x374, 0x374, .common), (0x375, 0x37D, .greek), (0x37E, 0x37E, .common),
    (0x37F, 0x384, .greek), (0x385, 0x385, .common), (0x386, 0x386, .greek),
    (0x387, 0x387, .common), (0x388, 0x3FF, .greek), (0x400, 0x484, .cyrillic),
    (0x485, 0x486, .common), (0x487, 0x52F, .cyrillic), (0x531, 0x58F, .armenian),
    (0x591, 0x5F4, .hebrew), (0x600, 0x60B, .arabic), (0x60C, 0x60C, .common),
    (0x60D, 0x61A, .arabic), (0x61B, 0x61F, .common), (0x620, 0x63F, .arabic),
    (0x640, 0x640, .common), (0x641, 0x64A, .arabic), (0x64B, 0x655, .common),
    (0x656, 0x66F, .arabic), (0x670, 0x670, .common), (0x671, 0x6FF, .arabic),
    (0x700, 0x74F, .syriac), (0x750, 0x77F, .arabic), (0x780, 0x7BF, .thaana),
    (0x7C0, 0x7FF, .nko), (0x860, 0x86F, .syriac), (0x870, 0x8FF, .arabic),
    (0x900, 0x950, .devanagari), (0x951, 0x954, .common), (0x955, 0x963, .devanagari),
    (0x964, 0x965, .common), (0x966, 0x97F, .devanagari), (0x980, 0x9FF, .bengali),
    (0xA00, 0xA7F, .gurmukhi), (0xA80, 0xAFF, .gujarati), (0xB00, 0xB7F, .oriya),
    (0xB80, 0xBFF, .tamil), (0xC00, 0xC7F, .telugu), (0xC80, 0xCFF, .kannada),
    (0xD00, 0xD7F, .malayalam), (0xD80, 0xDFF, .sinhala), (0xE00, 0xE3E, .thai),
    (0xE40, 0xE7F, .thai), (0xE80, 0xEFF, .lao), (0xF00, 0xFFF, .tibetan),
    (0x1000, 0x109F, .myanmar), (0x10A0, 0x10FF, .georgian), (0x1100, 0x11FF, .hangul),
    (0x1200, 0x139F, .ethiopic), (0x13A0, 0x13FF, .cherokee), (0x1400, 0x167F, .canadian),
    (0x1780, 0x17FF, .khmer), (0x1800, 0x18AF, .mongolian), (0x18B0, 0x18FF, .canadian),
    (0x19E0, 0x19FF, .khmer), (0x1AB0, 0x1AFF, .common), (0x1C80, 0x1C8F, .cyrillic),
    (0x1C90, 0x1CBF, .georgian), (0x1CD0, 0x1CFF, .common), (0x1D00, 0x1D25, .latin),
    (0x1D26, 0x1D2A, .greek), (0x1D2B, 0x1D2B, .cyrillic), (0x1D2C, 0x1DBF, .latin),
    (0x1DC0, 0x1DFF, .common), (0x1E00, 0x1EFF, .latin), (0x1F00, 0x1FFF, .greek),
    (0x2071, 0x209C, .latin), (0x212A, 0x212B, .latin), (0x2160, 0x2188, .latin),
    (0x2C60, 0x2C7F, .latin), (0x2D00, 0x2D2F, .georgian), (0x2D30, 0x2D7F, .tifinagh),
    (0x2D80, 0x2DDF, .ethiopic), (0x2DE0, 0x2DFF, .cyrillic), (0x2E80, 0x2FDF, .han),
    (0x3005, 0x3005, .han), (0x3007, 0x3007, .han), (0x3021, 0x3029, .han),
    (0x302E, 0x302F, .hangul), (0x3031, 0x3035, .common), (0x3038, 0x303B, .han),
    (0x3041, 0x3096, .kana), (0x3099, 0x309C, .common), (0x309D, 0x309F, .kana),
    (0x30A1, 0x30FA, .kana), (0x30FC, 0x30FC, .common), (0x30FD, 0x30FF, .kana),
    (0x3105, 0x312F, .bopomofo), (0x3131, 0x318E, .hangul), (0x31A0, 0x31BF, .bopomofo),
    (0x31F0, 0x31FF, .kana), (0x3400, 0x4DBF, .han), (0x4E00, 0x9FFF, .han),
    (0xA000, 0xA4CF, .yi), (0xA640, 0xA69F, .cyrillic), (0xA722, 0xA787, .latin),
    (0xA78B, 0xA7FF, .latin), (0xA8E0, 0xA8FF, .devanagari), (0xA960, 0xA97F, .hangul),
    (0xA9E0, 0xA9FE, .myanmar), (0xAA60, 0xAA7F, .myanmar), (0xAB01, 0xAB2E, .ethiopic),
    (0xAB30, 0xAB64, .latin), (0xAB65, 0xAB65, .greek), (0xAB66, 0xAB69, .latin),
    (0xAB70, 0xABBF, .cherokee), (0xAC00, 0xD7FF, .hangul), (0xF900, 0xFAFF, .han),
    (0xFE20, 0xFE2F, .common), (0xFF21, 0xFF3A, .latin), (0xFF41, 0xFF5A, .latin),
    (0x1AFF0, 0x1AFFE, .kana), (0x1B000, 0x1B16F, .kana), (0x1DF00, 0x1DF2A, .latin),
    (0x1E7E0, 0x1E7FF, .ethiopic), (0x20000, 0x323AF, .han),
  ]

  /// The script of a scalar.
  init(_ scalar: Unicode.Scalar) {
    let ranges = Script.ranges
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].last < scalar.value { low = middle + 1 } else { high = middle }
    }
    if low < ranges.count, ranges[low].first <= scalar.value {
      self = ranges[low].script
    } else {
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber:
        // The digits of English and the marks of pictures are everybody's.
        self = scalar.isASCII || (0x20D0...0x20FF).contains(scalar.value) ? .common : .unknown
      default: self = .common
      }
    }
  }
}

/// The script of one word, as its scalars come.
struct WordScript {
  private var seen: Set<Script> = []

  /// Takes the next scalar in.
  ///
  /// - Returns: whether the word is still of one script.
  mutating func admit(_ scalar: Unicode.Scalar) -> Bool {
    let script = Script(scalar)
    if script == .common { return true }
    if script == .unknown { return false }
    if seen.insert(script).inserted == false || seen.count == 1 { return true }
    // Chinese, Japanese and Korean write these together.
    return seen.isSubset(of: [.han, .kana, .bopomofo]) || seen.isSubset(of: [.han, .hangul])
  }
}

internal import Games

/// The look-alike skeletons of a name: two names that share one cannot be told apart at a glance.
///
/// A name has a skeleton made of small letters, one of capitals and one of its letters as written, since letters
/// may look alike as the one and not as the other: `ν` is like `v`, but `Ν` is like `N`. Often they are the same.
/// Skeletons are for comparing only; nobody should see one.
struct LookAlikes: Hashable, Sendable {
  /// The skeleton by small letters, which is the same however the name is spelt in capitals.
  let key: String
  /// All skeletons, each once, in the order of their bytes.
  let skeletons: [String]

  /// Makes the skeletons of a checked name, whose length and runs of marks are limited already.
  init(of name: PlayerName) {
    let parts = LookAlikes.decomposed(name.text.unicodeScalars)
    key = LookAlikes.skeleton(
      parts, fold: { $0.properties.lowercaseMapping }, table: LookAlikes.small)
    let others = [
      LookAlikes.skeleton(
        parts, fold: { $0.properties.uppercaseMapping }, table: LookAlikes.capital),
      LookAlikes.skeleton(parts, fold: { String($0) }, table: LookAlikes.written),
    ]
    var all = [key]
    for other in others where !all.contains(where: { $0.hasSameBytes(as: other) }) {
      all.append(other)
    }
    skeletons = all.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether two names share a skeleton.
  func overlap(_ other: LookAlikes) -> Bool {
    skeletons.contains { mine in
      other.skeletons.contains { $0.hasSameBytes(as: mine) }
    }
  }

  // MARK: Taking apart

  private static func decomposed(
    _ scalars: String.UnicodeScalarView
  ) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var marks: [Unicode.Scalar] = []
    func flush() {
      // The order in which marks were typed is not seen; those of one class keep it.
      result += marks.enumerated().sorted { a, b in
        let classes = (
          a.element.properties.canonicalCombiningClass.rawValue,
          b.element.properties.canonicalCombiningClass.rawValue
        )
        return classes.0 == classes.1 ? a.offset < b.offset : classes.0 < classes.1
      }.map(\.element)
      marks = []
    }
    for scalar in scalars {
      for part in parts(of: scalar.value) where !isGeneralMark(part) {
        guard let part = Unicode.Scalar(part) else { continue }
        if part.properties.canonicalCombiningClass == .notReordered {
          flush()
          result.append(part)
        } else {
          marks.append(part)
        }
      }
    }
    flush()
    return result
  }

  /// Marks that go with any letter; those of one script, such as vowels, make another word and stay.
  private static func isGeneralMark(_ value: UInt32) -> Bool {
    (0x300...0x36F).contains(value) || (0x483...0x489).contains(value)
      || (0x1AB0...0x1AFF).contains(value) || (0x1DC0...0x1DFF).contains(value)
      || (0x20D0...0x20FF).contains(value) || (0xFE20...0xFE2F).contains(value)
  }

  private static func parts(of value: UInt32) -> [UInt32] {
    switch value {
    case 0xFF01...0xFF5E: return parts(of: value - 0xFEE0)
    case 0xAC00...0xD7A3:
      let index = value - 0xAC00
      let tail = index % 28
      return [0x1100 + index / 588, 0x1161 + index % 588 / 28] + (tail == 0 ? [] : [0x11A7 + tail])
    default: return SkeletonTable.decompositions[value] ?? [value]
    }
  }

  // MARK: Comparing

  private static func skeleton(
    _ scalars: [Unicode.Scalar], fold: (Unicode.Scalar) -> String, table: [UInt32: [UInt32]]
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in scalars where !scalar.isOverlooked {
      for part in fold(scalar).unicodeScalars {
        if let looks = table[part.value] {
          result.append(contentsOf: looks.compactMap { Unicode.Scalar($0) })
        } else {
          result.append(contentsOf: part.properties.lowercaseMapping.unicodeScalars)
        }
      }
    }
    // A name that is nothing but strokes and dots is compared as it stands.
    if result.isEmpty { result.append(contentsOf: scalars) }
    return String(result)
  }

  /// Small letters of other scripts, digits, and some of English itself, by what they look like.
  private static let small = SkeletonTable.parse(
    """
    61: 40 251 3B1 430 1D00; 61+65: E6; 62: 253 299 3B2 432 44C; 63: 254 3C2 3F2 441 481; \
    63+6C: 64 111 257 501; 65: 259 25B 3B5 435; 66: 493; 67: 261 262 50D 581; 68: 127 29C 43D \
    4BB 570; 69: 131 269 26A 3B9 456; 6A: 237 3F3 458 575; 6B: 199 3BA 43A; 6C: 31 7C 142 29F \
    4CF 5D5 5DF 627 661 6F1 7CA; 6E: 274 3B7 43F 578; 6F: 30 F8 3BF 3C3 43E 585 5E1 665 7C0 \
    966 9E6 A66 AE6 B66 BE6 C66 CE6 D66 E50 ED0 101D 1040 2C9F 3007; 6F+65: 153; 70: 3C1 440 \
    2CA3; 71: 51B 566; 72: 280 433 491; 72+6E: 6D 43C; 73: 24 17F 455; 73+73: DF; 74: 167 3C4 \
    442; 75: 3BC 3C5 438 57D; 76: 28B 3BD 475; 76+76: 77 26F 3C9 461 51D; 78: 3C7 445; 79: 28F \
    3B3 443 4AF 4B1; 7A: 3B6
    """)

  /// Capitals of other scripts, and digits, by what they look like.
  private static let capital = SkeletonTable.parse(
    """
    61: 391 410 13AA; 61+65: C6; 62: 392 412 13F4; 63: 3F9 421 13DF; 64: 110 500 13A0; 65: 395 \
    415 13AC; 66: 3DC 492; 67: 13C0; 68: 126 397 41D 4BA 13BB; 69: 31 7C 196 399 406 4C0 627 \
    661 13A5; 6A: 37F 408 13AB; 6B: 39A 41A 13E6; 6C: 141 13DE; 6D: 39C 41C 13B7; 6E: 39D; 6F: \
    30 D8 39F 41E 555 3007; 6F+65: 152; 70: 3A1 420 13E2; 71: 51A; 72: 13D2; 73: 24 405 54F \
    13DA; 74: 166 3A4 422 13A2; 75: 54D; 76: 474 13D9; 77: 51C 13B3; 78: 3A7 425; 79: 3A5 423 \
    4AE 4B0; 7A: 1B5 396 13C3
    """)

  /// Letters in whatever size they were written: a capital `I` is a small `l`.
  private static let written = small.merging(capital) { mine, _ in mine }.merging(
    [0x49: [0x6C], 0x406: [0x6C], 0x399: [0x6C], 0x4C0: [0x6C]]) { $1 }
}

extension Unicode.Scalar {
  /// Whether one overlooks the scalar between letters: white space, a stroke or a dot.
  fileprivate var isOverlooked: Bool {
    switch properties.generalCategory {
    case .dashPunctuation, .connectorPunctuation, .spaceSeparator: true
    default: [0x2E, 0x27, 0x2019, 0xB7, 0x60, 0xB4].contains(value)
    }
  }
}

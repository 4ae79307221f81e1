/// What the readers of notations ask of a byte.
enum Bytes {
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a }

  /// Space, tab, line ends; the zeros and the end mark that old programs leave count as space too.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte == 0 || byte == 0x1a
  }

  static func equal(_ bytes: some Sequence<UInt8>, _ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in unsafe bytes.elementsEqual(word) }
  }

  /// Returns whether the bytes are `word`, which is in lower case, in any case.
  static func equal(_ bytes: some Sequence<UInt8>, anyCaseOf word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      unsafe bytes.lazy.map { isLetter($0) ? $0 | 0x20 : $0 }.elementsEqual(word)
    }
  }

  /// Reads a number of at most so many digits, at least one; `nil` if there is none or it is longer.
  static func number(
    _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int, digits: Int
  ) -> Int? {
    let start = index
    var value = 0
    while index < end, isDigit(bytes[index]) {
      guard index - start < digits else { return nil }
      value = value * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    return index > start ? value : nil
  }

  /// Copies a part of a span.
  static func array(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    unsafe bytes.extracting(range).withUnsafeBufferPointer { bytes in unsafe Array(bytes) }
  }

  /// Returns whether a part of a span is these bytes.
  static func equal(_ bytes: Span<UInt8>, _ range: Range<Int>, _ word: [UInt8]) -> Bool {
    guard range.count == word.count else { return false }
    for (place, byte) in word.enumerated() where bytes[range.lowerBound + place] != byte {
      return false
    }
    return true
  }

  /// The bytes as UTF-8: as they are if they are that, else read as Windows-1252, of which Latin-1 is a part.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: { $0 >= 0x80 }), !isUTF8(bytes.span) else { return bytes }
    var result: [UInt8] = []
    for byte in bytes {
      guard byte >= 0x80 else {
        result.append(byte)
        continue
      }
      let scalar = byte < 0xa0 ? windows1252[Int(byte - 0x80)] : UInt16(byte)
      if scalar >= 0x800 {
        result.append(0xe0 | UInt8(scalar >> 12))
        result.append(0x80 | UInt8(scalar >> 6 & 0x3f))
      } else {
        result.append(0xc0 | UInt8(scalar >> 6))
      }
      result.append(0x80 | UInt8(scalar & 0x3f))
    }
    return result
  }

  /// Returns whether the bytes are UTF-8: no overlong form, no surrogate, nothing beyond U+10FFFF.
  static func isUTF8(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      let lead = bytes[index]
      index += 1
      if lead < 0x80 { continue }
      let (count, least, most): (Int, UInt8, UInt8) =
        switch lead {
        case 0xc2...0xdf: (1, 0x80, 0xbf)
        case 0xe0: (2, 0xa0, 0xbf)
        case 0xed: (2, 0x80, 0x9f)
        case 0xe1...0xef: (2, 0x80, 0xbf)
        case 0xf0: (3, 0x90, 0xbf)
        case 0xf1...0xf3: (3, 0x80, 0xbf)
        case 0xf4: (3, 0x80, 0x8f)
        default: (0, 0, 0)
        }
      guard count > 0, index + count <= bytes.count, bytes[index] >= least, bytes[index] <= most
      else { return false }
      for next in index + 1..<index + count where bytes[next] & 0xc0 != 0x80 { return false }
      index += count
    }
    return true
  }

  /// What the bytes from 0x80 to 0x9f mean in Windows-1252; the five that mean nothing stay what they are.
  private static let windows1252: [UInt16] = [
    0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
    0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008d, 0x017d, 0x008f,
    0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
    0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178,
  ]
}

extension Array where Element == UInt8 {
  /// The bytes, which are UTF-8, as a string.
  var string: String { String(decoding: self, as: UTF8.self) }
}

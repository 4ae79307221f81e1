/// Text of a file as its bytes: names, comments and numbers that are kept as they were written.
///
/// Files of games come in several encodings and seldom say which; as bytes nothing is lost, and comparing
/// needs no Unicode tables.
public struct RawText: Hashable, Sendable {
  /// The bytes.
  public let bytes: [UInt8]

  /// Creates a text of these bytes.
  public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Creates a text in UTF-8.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// Whether there is no text.
  public var isEmpty: Bool { bytes.isEmpty }

  /// The text read as UTF-8, or as Latin-1 where it is no UTF-8.
  public var text: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return RawText.latin1(bytes)
  }

  /// Reads bytes as Latin-1, in which each byte is one character.
  static func latin1(_ bytes: some Sequence<UInt8>) -> String {
    var result: [UInt8] = []
    for byte in bytes {
      if byte < 0x80 {
        result.append(byte)
      } else {
        result.append(0xC0 | byte >> 6)
        result.append(0x80 | byte & 0x3F)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The number that the text consists of, in thousandths; `nil` for anything else, or beyond a million.
  public var thousandths: Int? {
    var rest = bytes[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let point = rest.firstIndex(of: UInt8(ascii: ".")) ?? rest.endIndex
    let whole = rest[..<point]
    let decimals = rest[point...].dropFirst()
    guard !(whole.isEmpty && decimals.isEmpty), whole.count <= 7,
      whole.allSatisfy(Bytes.isDigit), decimals.allSatisfy(Bytes.isDigit)
    else { return nil }
    var value = 0
    for digit in whole { value = value * 10 + Int(digit - 0x30) }
    guard value <= 1_000_000 else { return nil }
    for place in 0..<3 {
      let digit = place < decimals.count ? decimals[decimals.startIndex + place] : 0x30
      value = value * 10 + Int(digit - 0x30)
    }
    return isNegative ? -value : value
  }
}

/// What the readers of formats ask of a byte.
enum Bytes {
  /// The length of the byte-order mark of UTF-8 in front of a text, or 0.
  static func markLength(_ bytes: [UInt8]) -> Int {
    let hasMark = bytes.count > 2 && bytes[0] == 0xef && bytes[1] == 0xbb && bytes[2] == 0xbf
    return hasMark ? 3 : 0
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

  /// Returns whether the bytes are `word`, which is in lower case, in any case.
  static func equal(_ bytes: some Sequence<UInt8>, anyCaseOf word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      bytes.lazy.map { isLetter($0) ? $0 | 0x20 : $0 }.elementsEqual(word)
    }
  }

  /// Returns the bytes without white space at both ends.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
  }
}

internal import Games

/// A word of a text and where it stands.
struct Word {
  let bytes: ArraySlice<UInt8>

  /// The offset from the start of the text.
  var offset: Int { bytes.startIndex }

  /// What follows a prefix, or `nil` if the word begins with something else.
  func rest(after prefix: StaticString) -> ArraySlice<UInt8>? {
    let count = prefix.utf8CodeUnitCount
    guard bytes.count > count else { return nil }
    let isThere = prefix.withUTF8Buffer { buffer in bytes.starts(with: buffer) }
    return isThere ? bytes.dropFirst(count) : nil
  }

  /// The decimal number that follows a prefix.
  func number(after prefix: StaticString) -> Int? {
    rest(after: prefix).flatMap { Int(decimal: $0) }
  }
}

/// The words of a text, taken apart at single or several spaces.
struct Words: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private(set) var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func next() -> Word? {
    while index < bytes.count, bytes[index] == 0x20 { index += 1 }
    guard index < bytes.count else { return nil }
    let start = index
    while index < bytes.count, bytes[index] != 0x20 { index += 1 }
    return Word(bytes: bytes[start..<index])
  }
}

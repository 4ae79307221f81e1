/// A string that compares and hashes by its bytes.
///
/// `String ==` compares canonical equivalents, which takes Unicode tables that would double the size of
/// the browser's module; for labels and names bytes are what counts.
struct ByteText: Hashable, Sendable {
  var string: String

  init(_ string: String) { self.string = string }

  var isEmpty: Bool { string.utf8.isEmpty }

  static func == (a: ByteText, b: ByteText) -> Bool { a.string.utf8.elementsEqual(b.string.utf8) }

  func hash(into hasher: inout Hasher) {
    for byte in string.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8.max)  // never occurs in UTF-8, so neighbouring texts cannot run together
  }
}

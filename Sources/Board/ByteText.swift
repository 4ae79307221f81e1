/// A text as its bytes in UTF-8, which compares and hashes by them.
///
/// `String ==` compares canonical equivalents, which takes Unicode tables that would double the size of
/// the browser's module; for labels and names bytes are what counts. Even the views of `String` cost
/// kilobytes there, so a text becomes bytes when it comes in and a `String` when it goes out.
struct ByteText: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ string: String) {
    #if hasFeature(Embedded)
      // There every string is contiguous, and the general way costs three kilobytes.
      bytes = string.utf8.withContiguousStorageIfAvailable { Array($0) } ?? []
    #else
      bytes = Array(string.utf8)
    #endif
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(byte: UInt8) { bytes = [byte] }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  var isEmpty: Bool { bytes.isEmpty }

  /// Returns whether the text begins with these bytes.
  func starts(with prefix: StaticString) -> Bool {
    prefix.withUTF8Buffer { prefix in
      guard bytes.count >= prefix.count else { return false }
      for index in prefix.indices where bytes[index] != prefix[index] { return false }
      return true
    }
  }

  /// Returns whether the text consists of these bytes.
  func equals(_ text: StaticString) -> Bool {
    bytes.count == text.utf8CodeUnitCount && starts(with: text)
  }
}

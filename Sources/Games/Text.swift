/// A value that has a text form which reads back as the same value.
///
/// The law, which `GamesTestKit` checks for every game: `try T(text: value.text) == value`.
public protocol TextRepresentable {
  /// Reads a value from its text form.
  ///
  /// - Throws: ``TextError`` that says what is wrong and where. No input makes it trap.
  init(text: String) throws(TextError)

  /// The text form: printable, on one line, without leading or trailing space.
  var text: String { get }
}

/// Why a text could not be read, and where in it, if what is wrong has a place.
public struct TextError: Error, Hashable, Sendable {
  /// What is wrong, as part of an English sentence, such as `expected a square`.
  public let reason: String
  /// The offset, in UTF-8 bytes from the start of the text, where it went wrong.
  ///
  /// `nil` if each part can be read and the whole cannot be so, such as a position of chess in which nobody could move.
  public let offset: Int?

  /// Creates an error for the byte at `offset`.
  public init(_ reason: String, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// Creates an error of the text as a whole.
  public init(_ reason: String) {
    self.reason = reason
    offset = nil
  }

  /// Returns whether both say the same of the same place.
  public static func == (a: TextError, b: TextError) -> Bool {
    a.offset == b.offset && a.reason.hasSameBytes(as: b.reason)
  }

  /// Hashes reason and place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(offset)
    for byte in reason.utf8 { hasher.combine(byte) }
  }
}

extension String {
  /// Returns whether both strings consist of the same bytes.
  ///
  /// Unlike `==` it needs no Unicode tables, which would double the size of the WebAssembly module,
  /// and its time does not depend on what the bytes mean.
  public func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Returns the decimal number that follows `prefix`, or `nil` when the text is anything else.
  public func integer(after prefix: String) -> Int? {
    guard utf8.starts(with: prefix.utf8) else { return nil }
    return Int(decimal: utf8.dropFirst(prefix.utf8.count))
  }
}

extension Int {
  /// Reads a decimal number with an optional minus; `nil` for anything else, or if it does not fit.
  public init?(decimal bytes: some Sequence<UInt8>) {
    // Counting downwards reaches the least number, whose opposite does not exist.
    var value = 0
    var hasDigits = false
    var isNegative = false
    for byte in bytes {
      if byte == UInt8(ascii: "-"), !hasDigits, !isNegative {
        isNegative = true
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        let (shifted, overflows) = value.multipliedReportingOverflow(by: 10)
        let (next, overflowsToo) = shifted.subtractingReportingOverflow(
          Int(byte - UInt8(ascii: "0")))
        if overflows || overflowsToo { return nil }
        value = next
        hasDigits = true
      } else {
        return nil
      }
    }
    guard hasDigits, isNegative || value != .min else { return nil }
    self = isNegative ? value : -value
  }
}

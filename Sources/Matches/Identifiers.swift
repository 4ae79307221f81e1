public import Games

/// 128 bits that name something, written as 26 characters of Crockford's base 32 in lower case.
///
/// Whoever makes one draws all bits at random, so that it cannot be guessed: a match's identifier in a link
/// is what invites.
public struct Identifier128: Hashable, Comparable, Sendable, TextRepresentable {
  /// The upper 64 bits.
  public let high: UInt64
  /// The lower 64 bits.
  public let low: UInt64

  /// Creates an identifier from its bits.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// What each byte stands for; 255 for what is no digit.
  private static let digits: [UInt8] = {
    var table = [UInt8](repeating: 255, count: 256)
    for index in alphabet.indices { table[Int(alphabet[index])] = UInt8(index) }
    return table
  }()

  /// The number of characters in the text form.
  public static let textLength = 26

  /// The text form.
  public var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Identifier128.textLength)
    appendText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the bytes of the text form.
  public func appendText(to bytes: inout [UInt8]) {
    let alphabet = Identifier128.alphabet
    var index = Identifier128.textLength - 1
    while index >= 0 {
      bytes.append(alphabet[Int(bits(at: index * 5) & 31)])
      index -= 1
    }
  }

  /// Reads the text form.
  public init(text: String) throws(TextError) { try self.init(textBytes: text.utf8) }

  /// Reads the bytes of the text form.
  public init(textBytes: some Collection<UInt8>) throws(TextError) {
    guard textBytes.count == Identifier128.textLength else {
      throw TextError("an identifier has 26 characters", at: textBytes.count)
    }
    var high: UInt64 = 0
    var low: UInt64 = 0
    var offset = 0
    let digits = Identifier128.digits
    for byte in textBytes {
      let digit = digits[Int(byte)]
      guard digit < 32 else { throw TextError("not a character of an identifier", at: offset) }
      // 26 characters hold 130 bits: the first may use only three of its five.
      guard offset > 0 || digit < 8 else { throw TextError("the identifier is too large", at: 0) }
      high = high << 5 | low >> 59
      low = low << 5 | UInt64(digit)
      offset += 1
    }
    self.init(high: high, low: low)
  }

  private func bits(at shift: Int) -> UInt64 {
    if shift >= 64 { return high >> UInt64(shift - 64) }
    if shift == 0 { return low }
    return low >> UInt64(shift) | high << UInt64(64 - shift)
  }

  /// The 16 bytes, most significant first.
  public var bytes: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(16)
    for word in [high, low] {
      for shift in stride(from: 56, through: 0, by: -8) {
        result.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    return result
  }

  /// Creates an identifier from 16 bytes, most significant first; `nil` for any other count.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for byte in bytes {
      high = high << 8 | low >> 56
      low = low << 8 | UInt64(byte)
    }
    self.init(high: high, low: low)
  }

  /// Returns whether `a` comes before `b`.
  public static func < (a: Identifier128, b: Identifier128) -> Bool {
    (a.high, a.low) < (b.high, b.low)
  }
}

/// The name of a match.
public struct MatchID: Hashable, Comparable, Sendable, TextRepresentable {
  /// The bits.
  public let raw: Identifier128
  /// Creates the name with these bits.
  public init(_ raw: Identifier128) { self.raw = raw }
  /// Reads the text form.
  public init(text: String) throws(TextError) { raw = try Identifier128(text: text) }
  /// The text form.
  public var text: String { raw.text }
  /// Returns whether `a` comes before `b`.
  public static func < (a: MatchID, b: MatchID) -> Bool { a.raw < b.raw }
}

/// The name of a player, guest or registered.
public struct PlayerID: Hashable, Comparable, Sendable, TextRepresentable {
  /// The bits.
  public let raw: Identifier128
  /// Creates the name with these bits.
  public init(_ raw: Identifier128) { self.raw = raw }
  /// Reads the text form.
  public init(text: String) throws(TextError) { raw = try Identifier128(text: text) }
  /// The text form.
  public var text: String { raw.text }
  /// Returns whether `a` comes before `b`.
  public static func < (a: PlayerID, b: PlayerID) -> Bool { a.raw < b.raw }
}

/// An instant, in milliseconds since 1970-01-01 00:00 UTC.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970, negative before.
  public let milliseconds: Int64
  /// Creates an instant.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  /// Returns whether `a` comes before `b`.
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }
}

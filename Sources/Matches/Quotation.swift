internal import Games

/// Any text between quotation marks on one line, as a string of JSON.
enum Quotation {
  /// Returns the text between quotation marks; control characters, quotation marks and backslashes are escaped.
  static func quote(_ text: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    bytes.reserveCapacity(text.utf8.count + 2)
    for byte in text.utf8 {
      switch byte {
      case 0x0A: bytes += Array("\\n".utf8)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20, 0x7F: bytes += Array("\\u00".utf8) + [digit(byte >> 4), digit(byte & 15)]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Reads what ``quote(_:)`` writes, and nothing else.
  static func read(_ text: String) throws(TextError) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    guard rest.popFirst() == UInt8(ascii: "\""), rest.popLast() == UInt8(ascii: "\"") else {
      throw TextError("expected a text in quotation marks", at: 0)
    }
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "\""): bytes.append(UInt8(ascii: "\""))
      case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "u"):
        guard rest.popFirst() == UInt8(ascii: "0"), rest.popFirst() == UInt8(ascii: "0"),
          let high = value(rest.popFirst()), let low = value(rest.popFirst())
        else { throw TextError("expected four digits", at: rest.startIndex) }
        bytes.append(high << 4 | low)
      default: throw TextError("not something that is escaped", at: rest.startIndex)
      }
    }
    let read = String(decoding: bytes, as: UTF8.self)
    guard quote(read).hasSameBytes(as: text) else {
      throw TextError("not as texts are quoted", at: 0)
    }
    return read
  }

  private static func value(_ digit: UInt8?) -> UInt8? {
    guard let digit else { return nil }
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): return digit - UInt8(ascii: "a") + 10
    default: return nil
    }
  }
}

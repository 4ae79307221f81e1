/// A buffer that drawings are written into, byte by byte.
///
/// Bytes instead of `String` keep Unicode tables and number formatting out of the browser's module.
struct Output {
  private var bytes: [UInt8] = []

  /// What was written so far.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes text as it is; the caller vouches that it needs no escaping.
  mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes one ASCII byte.
  mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Writes a decimal number.
  mutating func write(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var digits: [UInt8] = []
    var rest = number.magnitude
    repeat {
      digits.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes.append(contentsOf: digits.reversed())
  }

  /// Writes a colour as `#rrggbb`.
  mutating func write(_ color: BoardColor) {
    bytes.append(UInt8(ascii: "#"))
    for part in [color.red, color.green, color.blue] {
      for digit in [part >> 4, part & 15] {
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }

  /// Writes text from outside so that it can stand between tags or within a double-quoted attribute.
  ///
  /// Control characters, which XML forbids and which would break a line-based format, become spaces.
  mutating func write(escaped text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): write("&amp;")
      case UInt8(ascii: "<"): write("&lt;")
      case UInt8(ascii: ">"): write("&gt;")
      case UInt8(ascii: "\""): write("&quot;")
      case UInt8(ascii: "'"): write("&#39;")
      case 0..<32, 127: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
  }

  /// Writes text from outside on one line without tabs; nothing else is changed.
  mutating func write(line text: String) {
    for byte in text.utf8 { bytes.append(byte < 32 || byte == 127 ? UInt8(ascii: " ") : byte) }
  }

  /// Writes ` name="value"` with the value escaped.
  mutating func attribute(_ name: String, _ value: String) {
    open(name)
    write(escaped: value)
    write("\"")
  }

  /// Writes ` name="value"` for a number.
  mutating func attribute(_ name: String, _ value: Int) {
    open(name)
    write(value)
    write("\"")
  }

  /// Writes ` name="#rrggbb"`.
  mutating func attribute(_ name: String, _ value: BoardColor) {
    open(name)
    write(value)
    write("\"")
  }

  private mutating func open(_ name: String) {
    write(" ")
    write(name)
    write("=\"")
  }
}

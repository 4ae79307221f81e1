/// A buffer that drawings are written into, byte by byte.
///
/// Bytes instead of `String` keep Unicode tables and number formatting out of the browser's module.
struct Output {
  /// What was written so far.
  private(set) var bytes: [UInt8] = []

  /// What was written so far, as a text.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes a text of ours as it is.
  mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { buffer in
      for byte in buffer { bytes.append(byte) }
    }
  }

  /// Writes what another output holds.
  mutating func write(bytes more: [UInt8]) { bytes += more }

  /// Writes one ASCII byte.
  mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Writes a decimal number.
  mutating func write(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let rest = number.magnitude
    var unit: UInt = 1
    while rest / unit >= 10 { unit *= 10 }
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit % 10))
      unit /= 10
    }
  }

  /// Writes a colour as `#rrggbb`.
  mutating func write(_ color: BoardColor) {
    bytes.append(UInt8(ascii: "#"))
    write(hexadecimal: color.red)
    write(hexadecimal: color.green)
    write(hexadecimal: color.blue)
  }

  private mutating func write(hexadecimal part: UInt8) {
    write(digit: part >> 4)
    write(digit: part & 15)
  }

  private mutating func write(digit: UInt8) {
    bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }

  /// Writes text from outside so that it can stand between tags or within a double-quoted attribute.
  ///
  /// Control characters, which XML forbids and which would break a line-based format, become spaces.
  mutating func write(escaped text: ByteText) {
    for byte in text.bytes {
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
  mutating func write(line text: ByteText) {
    for byte in text.bytes {
      bytes.append(byte < 32 || byte == 127 ? UInt8(ascii: " ") : byte)
    }
  }

  /// Writes ` name="value"` with the value escaped.
  mutating func attribute(_ name: StaticString, _ value: ByteText) {
    open(name)
    write(escaped: value)
    write("\"")
  }

  /// Writes ` name="value"` for a value of ours.
  mutating func attribute(_ name: StaticString, _ value: StaticString) {
    open(name)
    write(value)
    write("\"")
  }

  /// Writes ` name="value"` for a number.
  mutating func attribute(_ name: StaticString, _ value: Int) {
    open(name)
    write(value)
    write("\"")
  }

  /// Writes ` name="#rrggbb"`.
  mutating func attribute(_ name: StaticString, _ value: BoardColor) {
    open(name)
    write(value)
    write("\"")
  }

  private mutating func open(_ name: StaticString) {
    write(" ")
    write(name)
    write("=\"")
  }
}

/// The text of a picture while it is drawn.
struct Canvas {
  private var bytes: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func write(_ text: String) { bytes += text.utf8 }

  mutating func write(tenths number: Int) {
    write(number < 0 ? "-\(-number / 10)" : "\(number / 10)")
    let rest = number.magnitude % 10
    if rest != 0 { write(".\(rest)") }
  }

  mutating func write(point x: Int, _ y: Int, after letter: String) {
    write(letter)
    write(tenths: x)
    write(" ")
    write(tenths: y)
  }

  /// Writes text from outside so that it means nothing to XML.
  mutating func write(escaped text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): write("&amp;")
      case UInt8(ascii: "<"): write("&lt;")
      case UInt8(ascii: ">"): write("&gt;")
      case UInt8(ascii: "\""): write("&quot;")
      case 0..<0x20, 0x7f: write(" ")
      default: bytes.append(byte)
      }
    }
  }
}

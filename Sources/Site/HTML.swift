/// A piece of HTML that is safe to put into a page.
///
/// Text becomes HTML only by being escaped: an interpolated `String` is data, and only another ``HTML`` is
/// taken as it is.
struct HTML: ExpressibleByStringInterpolation, Sendable {
  private(set) var text: String

  /// Takes markup that our own code wrote.
  init(markup: String) { text = markup }

  init(stringLiteral value: String) { text = value }

  init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  static func += (a: inout HTML, b: HTML) { a.text += b.text }

  /// Returns one piece after the other.
  static func joined(_ pieces: some Sequence<HTML>) -> HTML {
    var result = HTML(markup: "")
    for piece in pieces { result += piece }
    return result
  }

  /// Nothing.
  static let none = HTML(markup: "")

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity * 2)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ data: String) { text += HTML.escape(data) }

    mutating func appendInterpolation(_ number: Int) { text += String(number) }

    mutating func appendInterpolation(_ html: HTML) { text += html.text }

    /// Adds `html` if the condition holds.
    mutating func appendInterpolation(_ html: HTML, if condition: Bool) {
      if condition { text += html.text }
    }
  }

  /// Returns the text with everything replaced that could end text or an attribute's value.
  static func escape(_ data: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(data.utf8.count)
    for byte in data.utf8 {
      switch byte {
      case UInt8(ascii: "&"): result += Array("&amp;".utf8)
      case UInt8(ascii: "<"): result += Array("&lt;".utf8)
      case UInt8(ascii: ">"): result += Array("&gt;".utf8)
      case UInt8(ascii: "\""): result += Array("&quot;".utf8)
      case UInt8(ascii: "'"): result += Array("&#39;".utf8)
      case 0: break
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

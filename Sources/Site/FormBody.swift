internal import Games
internal import HTTPServer

/// The fields of a form that a page sent, `application/x-www-form-urlencoded`.
struct FormBody {
  private let fields: [(name: String, value: String)]

  /// Reads a body.
  ///
  /// - Throws: ``Problem`` if it is not such a form.
  init(_ request: HTTPRequest) throws(Problem) {
    let type = request.headers["Content-Type"] ?? ""
    let media = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }.map {
      (0x41...0x5A).contains($0) ? $0 | 0x20 : $0
    }
    guard media.elementsEqual("application/x-www-form-urlencoded".utf8) else {
      throw Problem(
        status: 415, code: "malformed", detail: "expected a form", field: "Content-Type")
    }
    var fields: [(String, String)] = []
    for pair in request.body.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = FormBody.decode(parts[0]),
        let value = FormBody.decode(parts.count > 1 ? parts[1] : [])
      else { throw .malformed("body", "the form is not encoded as forms are") }
      fields.append((name, value))
      guard fields.count <= 50 else { throw .malformed("body", "the form has too many fields") }
    }
    self.fields = fields
  }

  subscript(name: String) -> String? {
    // Bytes, since comparing what a client sends as text can take long.
    fields.first { $0.name.hasSameBytes(as: name) }?.value
  }

  private static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "+"): result.append(0x20)
      case UInt8(ascii: "%"):
        guard bytes.endIndex - index > 2, let high = digit(bytes[index + 1]),
          let low = digit(bytes[index + 2])
        else { return nil }
        result.append(high << 4 | low)
        index += 2
      case let byte: result.append(byte)
      }
      index += 1
    }
    return String(validating: result, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}

internal import Games

/// Checks that bytes are one JSON object, and one that every reader understands alike.
///
/// Foundation's reader takes more than RFC 8259 allows: trailing commas, other encodings, a key twice. What a
/// page, a proxy and the server read differently is a way in, so the bytes are checked before it sees them.
struct JSONCheck {
  /// What is wrong with the bytes, and in which field if that is known.
  struct Fault: Error {
    let field: String?
    let reason: String
  }

  private static let depthLimit = 8
  /// The longest name of a field, in bytes; longer ones would be hashed at a cost.
  private static let nameLimit = 64

  private let bytes: [UInt8]
  /// The names that may be there, those in objects of objects after a full stop; `nil` for any.
  private let fields: [String]?
  private var index = 0
  private var path: [String] = []

  /// Checks the bytes of a body.
  ///
  /// With `fields`, other fields are refused, and so is `null`: a word that is mistyped would otherwise be
  /// left out in silence, and a match be made without what it stands for.
  static func check(_ body: [UInt8], fields: [String]? = nil) throws(Fault) {
    guard String(validating: body, as: UTF8.self) != nil else {
      throw Fault(field: nil, reason: "the text is not UTF-8")
    }
    var check = JSONCheck(bytes: body, fields: fields)
    check.skipSpace()
    guard check.peek == UInt8(ascii: "{") else { throw check.fault("expected a JSON object") }
    try check.object(depth: 1)
    check.skipSpace()
    guard check.index == body.count else { throw check.fault("expected the end of the object") }
  }

  private init(bytes: [UInt8], fields: [String]?) {
    self.bytes = bytes
    self.fields = fields
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func fault(_ reason: String) -> Fault { Fault(field: path.last, reason: reason) }

  private mutating func skipSpace() {
    while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard peek == byte else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) throws(Fault) {
    guard depth <= JSONCheck.depthLimit else { throw fault("the JSON is nested too deeply") }
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): try object(depth: depth)
    case UInt8(ascii: "["): try array(depth: depth)
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"):
      try word("null")
      guard fields == nil else { throw fault("the value is missing") }
    default: try number()
    }
  }

  private mutating func object(depth: Int) throws(Fault) {
    index += 1
    var names: [ArraySlice<UInt8>] = []
    if take(UInt8(ascii: "}")) { return }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw fault("expected the name of a field") }
      let name = try string()
      // Our names need no escapes; without them equal names have equal bytes.
      guard name.count <= JSONCheck.nameLimit, !name.contains(UInt8(ascii: "\\")) else {
        throw fault("there is no such field")
      }
      guard !names.contains(name) else {
        throw Fault(
          field: String(decoding: name, as: UTF8.self), reason: "the field is there twice")
      }
      names.append(name)
      guard names.count <= 32 else { throw fault("there are too many fields") }
      guard take(UInt8(ascii: ":")) else { throw fault("expected a colon") }
      path.append(String(decoding: name, as: UTF8.self))
      try checkName()
      try value(depth: depth + 1)
      path.removeLast()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw fault("expected a comma or the end of an object") }
  }

  private func checkName() throws(Fault) {
    guard let fields else { return }
    let name = path.joined(separator: ".")
    let isPlain = path.allSatisfy { !$0.utf8.contains(UInt8(ascii: ".")) }
    guard isPlain, fields.contains(where: { $0.hasSameBytes(as: name) }) else {
      throw fault("there is no such field here")
    }
  }

  private mutating func array(depth: Int) throws(Fault) {
    index += 1
    if take(UInt8(ascii: "]")) { return }
    repeat { try value(depth: depth + 1) } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw fault("expected a comma or the end of a list") }
  }

  /// Reads a string and returns what stands between its quotes.
  private mutating func string() throws(Fault) -> ArraySlice<UInt8> {
    index += 1
    let start = index
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return bytes[start..<index - 1]
      case UInt8(ascii: "\\"): index += 2
      case ..<0x20: throw fault("a text holds a control character")
      default: index += 1
      }
    }
    throw fault("a text has no end")
  }

  private mutating func word(_ text: String) throws(Fault) {
    guard bytes[index...].starts(with: text.utf8) else { throw fault("expected a value") }
    index += text.utf8.count
  }

  private mutating func number() throws(Fault) {
    let start = index
    try readNumber()
    // All our numbers are whole and have 64 bits; here it is known which field holds another one.
    guard fields != nil else { return }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard text.utf8.count <= 40 else { throw fault("the number is too long") }
    if Int(decimal: text.utf8) != nil { return }
    guard let value = Double(text), Int(exactly: value) != nil else {
      throw fault("expected a whole number of 64 bits")
    }
  }

  private mutating func readNumber() throws(Fault) {
    if peek == UInt8(ascii: "-") { index += 1 }
    let isZero = peek == UInt8(ascii: "0")
    let count = digits()
    guard count > 0, !isZero || count == 1 else { throw fault("expected a value") }
    if peek == UInt8(ascii: ".") {
      index += 1
      guard digits() > 0 else { throw fault("expected a digit") }
    }
    if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
      index += 1
      if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index += 1 }
      guard digits() > 0 else { throw fault("expected a digit") }
    }
  }

  private mutating func digits() -> Int {
    let start = index
    while let byte = peek, (0x30...0x39).contains(byte) { index += 1 }
    return index - start
  }
}

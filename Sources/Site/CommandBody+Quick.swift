extension CommandBody {
  /// Reads the bodies that nearly all commands have: texts, whole numbers and yes or no, by these names.
  ///
  /// The bytes must have passed ``JSONCheck``.
  ///
  /// - Returns: `nil` for any other body, which the general reader then reads or refuses.
  package init?(quick bytes: [UInt8]) {
    self.init()
    var reader = Reader(bytes: bytes)
    guard reader.take(UInt8(ascii: "{")) else { return nil }
    if reader.take(UInt8(ascii: "}")) { return }
    repeat {
      guard let name = reader.text(), reader.take(UInt8(ascii: ":")), set(name, &reader) else {
        return nil
      }
    } while reader.take(UInt8(ascii: ","))
    guard reader.take(UInt8(ascii: "}")), reader.isAtEnd else { return nil }
  }

  private mutating func set(_ name: String, _ reader: inout Reader) -> Bool {
    switch name {
    case "version":
      version = reader.number()
      return version != nil
    case "move":
      move = reader.text()
      return move != nil
    case "role":
      role = reader.number()
      return role != nil
    case "player":
      player = reader.text()
      return player != nil
    case "seat":
      seat = reader.number()
      return seat != nil
    case "bot":
      bot = reader.text()
      return bot != nil
    case "data":
      data = reader.text()
      return data != nil
    case "outcome":
      outcome = reader.text()
      return outcome != nil
    case "payload":
      payload = reader.text()
      return payload != nil
    case "exchange":
      exchange = reader.number()
      return exchange != nil
    case "kind":
      kind = reader.text()
      return kind != nil
    case "offer":
      offer = reader.number()
      return offer != nil
    default: return false
    }
  }

  /// A walk over bytes that are known to be JSON.
  private struct Reader {
    private let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return index == bytes.count
      }
    }

    private mutating func skipSpace() {
      while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }

    mutating func take(_ byte: UInt8) -> Bool {
      skipSpace()
      guard index < bytes.count, bytes[index] == byte else { return false }
      index += 1
      return true
    }

    /// A text whose escapes are those of one letter.
    mutating func text() -> String? {
      guard take(UInt8(ascii: "\"")) else { return nil }
      let start = index
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        if bytes[index] == UInt8(ascii: "\\") { return escapedText(from: start) }
        index += 1
      }
      guard index < bytes.count else { return nil }
      index += 1
      return String(decoding: bytes[start..<index - 1], as: UTF8.self)
    }

    private mutating func escapedText(from start: Int) -> String? {
      var text = Array(bytes[start..<index])
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
        guard byte == UInt8(ascii: "\\") else {
          text.append(byte)
          continue
        }
        guard index < bytes.count, let meant = Reader.meaning(of: bytes[index]) else { return nil }
        text.append(meant)
        index += 1
      }
      return nil
    }

    private static func meaning(of letter: UInt8) -> UInt8? {
      switch letter {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
      case UInt8(ascii: "n"): 0x0A
      case UInt8(ascii: "r"): 0x0D
      case UInt8(ascii: "t"): 0x09
      case UInt8(ascii: "b"): 0x08
      case UInt8(ascii: "f"): 0x0C
      default: nil
      }
    }

    /// A whole number that is written with digits alone, few enough not to overflow.
    mutating func number() -> Int? {
      skipSpace()
      let start = index
      var value = 0
      while index < bytes.count, (0x30...0x39).contains(bytes[index]), index - start < 18 {
        value = value * 10 + Int(bytes[index] - 0x30)
        index += 1
      }
      guard index > start, index < bytes.count else { return nil }
      switch bytes[index] {
      case UInt8(ascii: ","), UInt8(ascii: "}"), 0x20, 0x09, 0x0A, 0x0D: return value
      default: return nil
      }
    }
  }
}

internal import Games

/// Takes a line apart at its spaces.
struct Fields {
  private var bytes: ArraySlice<UInt8>

  init(_ text: String) { bytes = Array(text.utf8)[...] }

  mutating func next() -> ArraySlice<UInt8> {
    let end = bytes.firstIndex(of: 0x20) ?? bytes.endIndex
    let field = bytes[bytes.startIndex..<end]
    bytes = end < bytes.endIndex ? bytes[(end + 1)...] : bytes[end...]
    return field
  }

  func rest() -> String { String(decoding: bytes, as: UTF8.self) }

  mutating func integer() throws(TextError) -> Int {
    let field = next()
    guard let value = Int(decimal: field) else {
      throw TextError("expected a number", at: field.startIndex)
    }
    return value
  }

  mutating func seed() throws(TextError) -> UInt64 {
    let field = next()
    var value: UInt64 = 0
    guard !field.isEmpty else { throw TextError("expected a seed", at: field.startIndex) }
    for byte in field {
      let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = shifted.addingReportingOverflow(UInt64(byte &- 0x30))
      guard (0x30...0x39).contains(byte), !overflow, !carry else {
        throw TextError("expected a seed", at: field.startIndex)
      }
      value = sum
    }
    return value
  }

  mutating func seat() throws(TextError) -> Seat {
    let field = next()
    guard let number = Int(decimal: field), let seat = Seat(number: number) else {
      throw TextError("expected a seat from 1 to 16", at: field.startIndex)
    }
    return seat
  }

  /// Whether nothing is left to read.
  var isAtEnd: Bool { bytes.isEmpty }

  /// Reads seats between commas, at least one, each once.
  mutating func seats() throws(TextError) -> SeatSet {
    var set: SeatSet = []
    for item in next().split(separator: UInt8(ascii: ",")) {
      guard let number = Int(decimal: item), let seat = Seat(number: number) else {
        throw TextError("expected a seat from 1 to 16", at: item.startIndex)
      }
      set.formUnion(SeatSet(seat))
    }
    guard !set.isEmpty else { throw TextError("expected seats", at: 0) }
    return set
  }
}

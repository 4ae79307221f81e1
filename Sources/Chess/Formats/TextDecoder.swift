/// Makes UTF-8 of a text that comes in pieces and may be UTF-16, which a byte-order mark at its beginning tells.
///
/// Bytes of any other text pass as they are. It holds at most a code unit and a half between the pieces.
struct TextDecoder {
  private enum Form {
    /// Too few bytes have come to tell.
    case unknown
    case bytes
    case utf16(isBigEndian: Bool)
  }

  private var form = Form.unknown
  /// The first byte of a pair of which the second has not come.
  private var held: UInt8?
  /// The first half of a surrogate pair of which the second has not come.
  private var surrogate: UInt32?
  /// The number of bytes that were added, if the text is UTF-16, else `nil`.
  private(set) var decodedBytes: Int?

  /// Whether the text passes as it is, `bytes` being its next.
  mutating func passes(_ bytes: [UInt8]) -> Bool {
    if case .unknown = form, held == nil, let first = bytes.first, first < 0xfe { form = .bytes }
    if case .bytes = form { return true }
    return false
  }

  /// Adds what `bytes` mean to `text`.
  mutating func append(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
    var index = 0
    while case .unknown = form, index < bytes.count {
      let byte = bytes[index]
      index += 1
      if let first = held {
        held = nil
        start(first, byte, &text)
      } else if byte >= 0xfe {
        held = byte
      } else {
        form = .bytes
        text.append(byte)
      }
    }
    switch form {
    case .unknown: break
    case .bytes:
      unsafe bytes.extracting(index..<bytes.count).withUnsafeBufferPointer { rest in
        unsafe text.append(contentsOf: rest)
      }
    case .utf16(let isBigEndian): decode(bytes, from: index, isBigEndian, into: &text)
    }
  }

  /// Takes the first two bytes of the text.
  private mutating func start(_ first: UInt8, _ second: UInt8, _ text: inout [UInt8]) {
    switch (first, second) {
    case (0xfe, 0xff): form = .utf16(isBigEndian: true)
    case (0xff, 0xfe): form = .utf16(isBigEndian: false)
    default:
      form = .bytes
      text += [first, second]
      return
    }
    decodedBytes = 2
  }

  private mutating func decode(
    _ bytes: Span<UInt8>, from start: Int, _ isBigEndian: Bool, into text: inout [UInt8]
  ) {
    decodedBytes = (decodedBytes ?? 0) + (bytes.count - start)
    text.reserveCapacity(text.count + (bytes.count - start) / 2 + 4)
    for index in start..<bytes.count {
      guard let first = held else {
        held = bytes[index]
        continue
      }
      held = nil
      let (high, low) = isBigEndian ? (first, bytes[index]) : (bytes[index], first)
      add(UInt32(high) << 8 | UInt32(low), to: &text)
    }
  }

  private mutating func add(_ unit: UInt32, to text: inout [UInt8]) {
    if let first = surrogate {
      surrogate = nil
      if unit & 0xfc00 == 0xdc00 {
        TextDecoder.add(scalar: 0x10000 + (first & 0x3ff) << 10 + unit & 0x3ff, to: &text)
        return
      }
      TextDecoder.add(scalar: 0xfffd, to: &text)
    }
    switch unit & 0xfc00 {
    case 0xd800: surrogate = unit
    case 0xdc00: TextDecoder.add(scalar: 0xfffd, to: &text)
    default: TextDecoder.add(scalar: unit, to: &text)
    }
  }

  private static func add(scalar: UInt32, to text: inout [UInt8]) {
    if scalar < 0x80 {
      text.append(UInt8(scalar))
      return
    }
    if scalar < 0x800 {
      text.append(UInt8(0xc0 | scalar >> 6))
    } else {
      if scalar < 0x10000 {
        text.append(UInt8(0xe0 | scalar >> 12))
      } else {
        text.append(UInt8(0xf0 | scalar >> 18))
        text.append(UInt8(0x80 | scalar >> 12 & 0x3f))
      }
      text.append(UInt8(0x80 | scalar >> 6 & 0x3f))
    }
    text.append(UInt8(0x80 | scalar & 0x3f))
  }

  /// Adds what is left when no bytes follow: a byte that passes, or the half of something as U+FFFD.
  mutating func finish(_ text: inout [UInt8]) {
    if case .utf16 = form {
      if held != nil || surrogate != nil { TextDecoder.add(scalar: 0xfffd, to: &text) }
    } else if let held {
      text.append(held)
    }
    held = nil
    surrogate = nil
  }
}

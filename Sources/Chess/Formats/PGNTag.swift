/// A pair of a name and a value at the head of a game in a PGN file, such as `[White "Anna"]`.
public struct PGNTag: Hashable, Sendable {
  let nameBytes: [UInt8]
  let valueBytes: [UInt8]

  /// The name, such as `White`.
  public var name: String { nameBytes.string }
  /// The value without its quotes; one line.
  public var value: String { valueBytes.string }

  /// Creates a pair; `nil` when the name is not of letters, digits and underscores.
  ///
  /// Line ends and other control characters in the value become spaces.
  public init?(_ name: String, _ value: String) {
    self.init(Array(name.utf8), Array(value.utf8))
  }

  /// The value is to be UTF-8.
  init?(_ name: [UInt8], _ value: [UInt8]) {
    guard !name.isEmpty, name.allSatisfy(PGNTag.isNameByte) else { return nil }
    nameBytes = name
    let isClean = value.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
    valueBytes = isClean ? value : value.map { $0 < 0x20 || $0 == 0x7f ? 0x20 : $0 }
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    Bytes.isLetter(byte) || Bytes.isDigit(byte) || byte == UInt8(ascii: "_")
  }

  /// Appends the line of the pair, its quotes and backslashes escaped.
  func write(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    bytes += nameBytes
    bytes += [0x20, 0x22]
    for byte in valueBytes {
      if byte == 0x22 || byte == 0x5c { bytes.append(0x5c) }
      bytes.append(byte)
    }
    bytes += [0x22, UInt8(ascii: "]"), 0x0a]
  }
}

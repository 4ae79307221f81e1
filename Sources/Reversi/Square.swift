public import Games

/// One of the 64 squares: column a to h from the left, row 1 to 8 from the top.
public struct Square: Hashable, Comparable, Sendable {
  /// The place in reading order: a1 is 0, b1 is 1, h8 is 63.
  public let index: Int

  /// Creates the square at `index`; `nil` outside 0 to 63.
  public init?(_ index: Int) {
    guard index >= 0, index < 64 else { return nil }
    self.index = index
  }

  /// Creates a square from its column and row, both 0 to 7; `nil` outside.
  public init?(column: Int, row: Int) {
    guard (0..<8).contains(column), (0..<8).contains(row) else { return nil }
    index = row * 8 + column
  }

  /// Creates a square from the two characters of its name, in either case; `nil` for others.
  public init?(column: UInt8, row: UInt8) {
    // Setting the sixth bit turns an upper-case letter into the lower-case one.
    self.init(column: Int(column | 0x20) - 0x61, row: Int(row) - 0x31)
  }

  /// The column, 0 for a to 7 for h.
  public var column: Int { index & 7 }
  /// The row, 0 for 1 to 7 for 8.
  public var row: Int { index >> 3 }

  /// The bit of the square in a bitboard: bit `index`.
  public var bit: UInt64 { 1 << UInt64(index) }

  /// All squares in reading order.
  public static var all: [Square] { (0..<64).compactMap { Square($0) } }

  /// Returns whether `a` comes before `b` in reading order.
  public static func < (a: Square, b: Square) -> Bool { a.index < b.index }
}

extension Square: TextRepresentable {
  /// The name in lower case, such as `d3`.
  public var text: String {
    String(decoding: [UInt8(0x61 + column), UInt8(0x31 + row)], as: UTF8.self)
  }

  /// Reads a name such as `d3` or `D3`.
  public init(text: String) throws(TextError) {
    let bytes = Array(text.utf8)
    guard bytes.count == 2, let square = Square(column: bytes[0], row: bytes[1]) else {
      throw TextError("expected a square from a1 to h8", at: 0)
    }
    self = square
  }
}

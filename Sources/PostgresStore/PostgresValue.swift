/// A value that goes to the server beside a statement, in PostgreSQL's binary form.
package enum PostgresValue: Hashable, Sendable {
  /// NULL of whatever type the place has.
  case null
  /// A whole number.
  case integer(Int64)
  /// Text without NUL.
  case text(String)
  /// Bytes.
  case bytes([UInt8])
  /// Several whole numbers.
  case integers([Int64])
  /// Several whole numbers or NULLs.
  case optionalIntegers([Int64?])
  /// Several strings of bytes.
  case byteStrings([[UInt8]])
  /// Several texts without NUL.
  case texts([String])
  /// Several texts without NUL, or NULLs.
  case optionalTexts([String?])

  static func integer(_ value: Int) -> PostgresValue { .integer(Int64(value)) }

  /// The number by which PostgreSQL knows the type; those of its own types never change.
  var type: UInt32 {
    switch self {
    case .null: 0
    case .integer: 20
    case .text: 25
    case .bytes: 17
    case .integers, .optionalIntegers: 1016
    case .byteStrings: 1001
    case .texts, .optionalTexts: 1009
    }
  }

  /// The bytes that are sent, none for NULL.
  var encoded: [UInt8] {
    switch self {
    case .null: []
    case .integer(let number): BigEndian.bytes(of: number)
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    case .integers(let numbers):
      PostgresValue.array(of: 20, numbers.map { BigEndian.bytes(of: $0) })
    case .optionalIntegers(let numbers):
      PostgresValue.array(of: 20, numbers.map { $0.map { BigEndian.bytes(of: $0) } })
    case .byteStrings(let strings): PostgresValue.array(of: 17, strings)
    case .texts(let texts): PostgresValue.array(of: 25, texts.map { Array($0.utf8) })
    case .optionalTexts(let texts):
      PostgresValue.array(of: 25, texts.map { $0.map { Array($0.utf8) } })
    }
  }

  private static func array(of type: UInt32, _ elements: [[UInt8]?]) -> [UInt8] {
    // Dimensions, whether there are nulls, the type; then the count and the lowest index.
    var bytes = BigEndian.bytes(of: Int32(elements.isEmpty ? 0 : 1))
    bytes += BigEndian.bytes(of: Int32(elements.contains(nil) ? 1 : 0))
    bytes += BigEndian.bytes(of: type)
    if elements.isEmpty { return bytes }
    bytes += BigEndian.bytes(of: Int32(elements.count))
    bytes += BigEndian.bytes(of: Int32(1))
    for element in elements {
      guard let element else {
        bytes += BigEndian.bytes(of: Int32(-1))
        continue
      }
      bytes += BigEndian.bytes(of: Int32(element.count))
      bytes += element
    }
    return bytes
  }
}

/// Whole numbers as they go over the wire: the highest byte first.
enum BigEndian {
  static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map { shift in
      UInt8(truncatingIfNeeded: number >> shift)
    }
  }

  /// Reads a signed number of any width up to eight bytes.
  static func number(in bytes: [UInt8]) -> Int64 {
    guard let first = bytes.first else { return 0 }
    return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
  }
}

/// A statement with its values.
///
/// The text is a literal, so nothing that came from outside can become SQL.
package struct Command: Sendable {
  let sql: StaticString
  let values: [PostgresValue]

  init(_ sql: StaticString, values: [PostgresValue]) {
    self.sql = sql
    self.values = values
  }

  /// Creates a command.
  package init(_ sql: StaticString, _ values: PostgresValue...) {
    self.sql = sql
    self.values = values
  }
}

/// The rows that a statement returned.
package struct Rows: Sendable {
  private let columns: Int
  private let cells: [[UInt8]?]
  /// What the server says it did, such as `COMMIT`.
  let tag: String

  init(columns: Int, cells: [[UInt8]?], tag: String) {
    self.columns = columns
    self.cells = cells
    self.tag = tag
  }

  /// The number of rows.
  package var count: Int { columns == 0 ? 0 : cells.count / columns }

  /// The indices of the rows.
  var indices: Range<Int> { 0..<count }

  /// Returns whether a column of a row is NULL.
  package func isNull(_ row: Int, _ column: Int) -> Bool { cells[row * columns + column] == nil }

  /// Returns the bytes in a column of a row, nothing for NULL.
  package func bytes(_ row: Int, _ column: Int) -> [UInt8] { cells[row * columns + column] ?? [] }

  /// Returns the text in a column of a row.
  package func text(_ row: Int, _ column: Int) -> String {
    String(decoding: bytes(row, column), as: UTF8.self)
  }

  /// Returns the number in a column of a row.
  package func integer(_ row: Int, _ column: Int) -> Int64 {
    BigEndian.number(in: bytes(row, column))
  }
}

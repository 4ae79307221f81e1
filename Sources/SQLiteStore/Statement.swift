internal import CSQLite

/// A value that is bound to a place in a statement.
package enum SQLiteValue: Hashable, Sendable {
  /// NULL.
  case null
  /// A whole number.
  case integer(Int64)
  /// Text, in UTF-8.
  case text(String)
  /// Bytes.
  case bytes([UInt8])

  static func integer(_ value: Int) -> SQLiteValue { .integer(Int64(value)) }
}

/// A prepared statement while somebody uses it; afterwards it goes back to its connection.
package struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let connection: Connection
  private let key: UnsafePointer<UInt8>

  init(handle: OpaquePointer, key: UnsafePointer<UInt8>, connection: Connection) {
    self.handle = handle
    self.key = key
    self.connection = connection
  }

  deinit {
    // Resetting ends the read that the statement may still hold; its error was thrown by `step` already.
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    connection.giveBack(handle, key: key)
  }

  borrowing func bind(_ values: [SQLiteValue]) throws(SQLiteFailure) {
    var index: Int32 = 0
    for value in values {
      index += 1
      let code =
        switch value {
        case .null:
          sqlite3_bind_null(handle, index)
        case .integer(let number):
          sqlite3_bind_int64(handle, index, number)
        case .text(var text):
          text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
              sqlite3_bind_text64(
                handle, index, characters.baseAddress, UInt64(characters.count),
                baton_sqlite_transient(), UInt8(SQLITE_UTF8))
            }
          }
        case .bytes(let bytes):
          // Without bytes there may be no address, and SQLite would take that for NULL.
          if bytes.isEmpty {
            sqlite3_bind_zeroblob(handle, index, 0)
          } else {
            sqlite3_bind_blob64(
              handle, index, bytes, UInt64(bytes.count), baton_sqlite_transient())
          }
        }
      guard code == SQLITE_OK else { throw connection.failure(code) }
    }
  }

  /// Moves to the next row.
  ///
  /// - Returns: whether there is one.
  package borrowing func step() throws(SQLiteFailure) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.failure(code)
    }
  }

  /// Returns the number in a column of the current row, from 0.
  package borrowing func integer(_ column: Int32) -> Int {
    Int(sqlite3_column_int64(handle, column))
  }

  /// Returns whether a column of the current row, from 0, holds nothing.
  package borrowing func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// Returns the bytes in a column of the current row, from 0.
  package borrowing func bytes(_ column: Int32) -> [UInt8] {
    // The address first and the count second: the other way round SQLite may convert in between.
    guard let address = sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(sqlite3_column_bytes(handle, column))
    return Array(UnsafeRawBufferPointer(start: address, count: count))
  }

  /// Returns the text in a column of the current row, from 0.
  package borrowing func text(_ column: Int32) -> String {
    guard let address = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: address, count: count), as: UTF8.self)
  }
}

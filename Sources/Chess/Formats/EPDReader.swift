internal import Games

/// Why a line of an EPD file could not be read.
public struct EPDError: Error, Hashable, Sendable {
  let reasonBytes: [UInt8]
  /// The number of the line in the file, from 1.
  public let line: Int
  /// The byte in the line, from 1; `nil` if each field can be read, but the position is not legal.
  public let column: Int?

  /// What is wrong, as part of an English sentence.
  public var reason: String { reasonBytes.string }

  /// The error as a sentence.
  public var description: String {
    "\(reason) in line \(line)" + (column.map { ", column \($0)" } ?? "")
  }

  init(_ reason: String, line: Int, column: Int?) {
    reasonBytes = Array(reason.utf8)
    self.line = line
    self.column = column
  }
}

/// Reads positions from an EPD file that comes in pieces, one a line.
///
/// Empty lines do not count, nor do those that begin with `#` or `%`. Any line end and a byte-order mark are understood.
public struct EPDReader {
  /// A position and the line on which it stands.
  public struct Entry: Hashable, Sendable {
    /// The position.
    public let record: EPDRecord
    /// The number of the line, from 1.
    public let line: Int
  }

  /// The most bytes of a line.
  public static let maximumLine = 65_536

  private var buffer: [UInt8] = []
  private var index = 0
  /// How far the line at `index` has been looked through without finding its end.
  private var searched = 0
  private var line = 0
  private var isFinished = false
  private var isTooLong = false
  private var afterReturn = false

  /// Creates a reader at the beginning of a file.
  public init() {}

  /// Adds the next bytes of the file; they are copied.
  public mutating func append(_ bytes: Span<UInt8>) {
    makeRoom()
    unsafe bytes.withUnsafeBufferPointer { bytes in unsafe buffer.append(contentsOf: bytes) }
  }

  /// Adds the next bytes of the file.
  public mutating func append(_ bytes: [UInt8]) {
    makeRoom()
    buffer += bytes
  }

  private mutating func makeRoom() {
    buffer.removeSubrange(0..<index)
    searched -= index
    index = 0
  }

  /// Says that the file has no more bytes; the last line can then be read.
  public mutating func finish() { isFinished = true }

  /// Reads the next position; `nil` when more bytes are needed, or at the end of the file.
  ///
  /// - Throws: ``EPDError``; the next call goes on with the next line.
  public mutating func next() throws(EPDError) -> Entry? {
    while let bytes = try nextLine() {
      var content = bytes[...]
      if line == 1, content.starts(with: [0xef, 0xbb, 0xbf]) { content = content.dropFirst(3) }
      let first = content.first { !Bytes.isSpace($0) }
      guard let first, first != UInt8(ascii: "#"), first != UInt8(ascii: "%") else { continue }
      do throws(TextError) {
        return Entry(record: try EPDRecord(line: Array(content)), line: line)
      } catch {
        throw EPDError(
          error.reason, line: line, column: error.offset.map { content.startIndex + $0 + 1 })
      }
    }
    return nil
  }

  private mutating func nextLine() throws(EPDError) -> [UInt8]? {
    searched = max(searched, index)
    while searched < buffer.count {
      let byte = buffer[searched]
      if afterReturn, byte == 0x0a, searched == index {
        // The second byte of a line end.
        afterReturn = false
        index += 1
        searched += 1
        continue
      }
      afterReturn = false
      if byte == 0x0a || byte == 0x0d {
        afterReturn = byte == 0x0d
        return try line(endingAt: searched)
      }
      searched += 1
      if searched - index > EPDReader.maximumLine {
        isTooLong = true
        index = searched
      }
    }
    guard isFinished, index < buffer.count || isTooLong else { return nil }
    return try line(endingAt: buffer.count)
  }

  private mutating func line(endingAt end: Int) throws(EPDError) -> [UInt8] {
    line += 1
    let bytes = Array(buffer[index..<end])
    index = min(end + 1, buffer.count)
    searched = index
    guard !isTooLong else {
      isTooLong = false
      throw EPDError(
        "the line is longer than \(EPDReader.maximumLine) bytes", line: line, column: 1)
    }
    return bytes
  }
}

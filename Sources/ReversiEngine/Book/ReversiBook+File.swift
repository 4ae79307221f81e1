/// Why bytes are not a book.
public struct BookError: Error, Hashable, Sendable {
  /// What is wrong, in a few words.
  public let reason: String
  /// The byte where it is wrong, from 0.
  public let offset: Int

  init(_ reason: String, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

// The file: "BRB1"; the positions from the start of the game on, each before those that are first met behind it; last
// the FNV-1a hash of all before it, 8 bytes, least significant first. A position is the number of its moves, the plies
// that its search looked ahead, and what other moves are worth at most plus 64, a byte each; then for each move a byte
// with the square, bit 7 set if the position it leads to follows, and a byte with its value plus 64. Squares are those
// of the least image of the position. A file without positions ends after the first four bytes and the hash.
extension ReversiBook {
  private static let magic: [UInt8] = [0x42, 0x52, 0x42, 0x31]

  /// Reads a book.
  ///
  /// - Throws: ``BookError`` if the bytes are cut off, damaged or of another kind, or have a move that is not legal.
  public init(decoding bytes: UnsafeRawBufferPointer) throws(BookError) {
    guard bytes.count >= 12, bytes[0..<4].elementsEqual(ReversiBook.magic) else {
      throw BookError("it does not begin as a book", at: 0)
    }
    let end = bytes.count - 8
    var stored: UInt64 = 0
    for i in 0..<8 { stored |= UInt64(bytes[end + i]) << UInt64(8 * i) }
    guard ReversiBook.hash(bytes, end) == stored else {
      throw BookError("its checksum does not fit", at: end)
    }
    self.init()
    var reader = BookReader(bytes: bytes, end: end, at: 4)
    if end > 4 { try read(BookPosition.start.canonical.position, &reader) }
    guard reader.at == end else {
      throw BookError("it is longer than its positions", at: reader.at)
    }
    propagate()
  }

  /// Reads a book from an array.
  public init(decoding bytes: [UInt8]) throws(BookError) {
    let raw = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { raw.deallocate() }
    raw.copyBytes(from: bytes)
    self = try ReversiBook(decoding: UnsafeRawBufferPointer(raw))
  }

  /// Reads a position and those behind it, at most sixty deep since each move fills a square.
  private mutating func read(
    _ position: BookPosition, _ reader: inout BookReader
  ) throws(BookError) {
    guard index(of: position) == nil else {
      throw BookError("a position is there twice", at: reader.at)
    }
    let count = Int(try reader.next())
    guard count > 0 else { throw BookError("a position has no moves", at: reader.at - 1) }
    let depth = Int(try reader.next())
    guard depth <= 60 else { throw BookError("a depth is out of range", at: reader.at - 1) }
    let rest = try reader.value()
    let own = nodes.count
    append(Node(position: position, moves: [], depth: depth, rest: rest))
    var seen: [BookPosition] = []
    for _ in 0..<count {
      let byte = Int(try reader.next())
      let square = byte & 0x7F
      guard square < 64, let step = position.playing(square) else {
        throw BookError("a move is not legal", at: reader.at - 1)
      }
      let next = step.position.canonical.position
      guard !seen.contains(next) else {
        throw BookError("a position has a move twice", at: reader.at - 1)
      }
      seen.append(next)
      let value = try reader.value()
      nodes[own].moves.append(Move(square: square, searched: value))
      guard byte & 0x80 != 0 else { continue }
      guard !step.isOver else { throw BookError("a game that is over goes on", at: reader.at - 2) }
      try read(next, &reader)
    }
  }

  /// Writes the book; the same book gives the same bytes.
  public func encoded() -> [UInt8] {
    var bytes = ReversiBook.magic
    if let root = index(of: BookPosition.start.canonical.position) {
      var isWritten = Array(repeating: false, count: nodes.count)
      write(root, &bytes, &isWritten)
    }
    let hash = bytes.withUnsafeBytes { ReversiBook.hash($0, $0.count) }
    for i in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: hash >> UInt64(8 * i))) }
    return bytes
  }

  private func write(_ index: Int, _ bytes: inout [UInt8], _ isWritten: inout [Bool]) {
    isWritten[index] = true
    let node = nodes[index]
    bytes += [UInt8(node.moves.count), UInt8(node.depth), UInt8(node.rest + 64)]
    for move in node.moves {
      let child = move.child.flatMap { isWritten[$0] ? nil : $0 }
      bytes += [UInt8(move.square | (child == nil ? 0 : 0x80)), UInt8(move.searched + 64)]
      if let child { write(child, &bytes, &isWritten) }
    }
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer, _ count: Int) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for i in 0..<count { hash = (hash ^ UInt64(bytes[i])) &* 0x100_0000_01B3 }
    return hash
  }
}

private struct BookReader {
  let bytes: UnsafeRawBufferPointer
  let end: Int
  var at: Int

  mutating func next() throws(BookError) -> UInt8 {
    guard at < end else { throw BookError("it is cut off", at: end) }
    at += 1
    return bytes[at - 1]
  }

  mutating func value() throws(BookError) -> Int {
    let value = Int(try next()) - 64
    guard value <= 64 else { throw BookError("a value is out of range", at: at - 1) }
    return value
  }
}

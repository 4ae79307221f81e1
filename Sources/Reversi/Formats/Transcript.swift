public import Games

/// A game of Reversi as people write it down: the squares in the order played.
///
/// A game that does not begin at the usual start has its first position in front, as ``ReversiPosition/text`` writes it:
/// 64 squares and the side to move.
public struct Transcript: Hashable, Sendable {
  /// The record with every position and the passes.
  public private(set) var record: Record<ReversiPosition>

  /// Creates the transcript of a record.
  public init(_ record: Record<ReversiPosition>) { self.record = record }

  /// Reads a transcript that begins at the usual start, or at the position that stands in front of its moves.
  ///
  /// Upper and lower case, white space, move numbers and signs between moves (`,` `;` `.` `:` `/` `|` `)` and
  /// a single `-`) do not matter, nor does a byte-order mark in front. Passes (`pa`, `ps`, `pass`, `--`) may be written or left out.
  ///
  /// - Throws: ``TranscriptError`` with the ply, the reason and the place in the text.
  public init(_ text: String) throws(TranscriptError) {
    try self.init(bytes: text.utf8)
  }

  /// Reads a transcript that begins at `start`.
  ///
  /// - Throws: ``TranscriptError`` with the ply, the reason and the place in the text.
  public init(_ text: String, from start: ReversiPosition) throws(TranscriptError) {
    try self.init(bytes: text.utf8, from: start)
  }

  /// Reads the bytes of a transcript that begins at `start`; if that is `nil`, at the position in front of its moves or
  /// else at the usual start.
  ///
  /// - Throws: ``TranscriptError`` with the ply, the reason and the place in the text.
  public init(
    bytes: some Sequence<UInt8>, from start: ReversiPosition? = nil
  ) throws(TranscriptError) {
    let bytes = Array(bytes)
    let first = Bytes.markLength(bytes)
    let board = start == nil ? try Transcript.board(in: bytes, from: first) : nil
    record = Record(start: start ?? board?.position ?? .start)
    var reader = TranscriptReader(bytes: bytes, from: board?.end ?? first)
    // A pass that the record made by itself may still be written in the text, once.
    var passesToRead = record.moves.count
    while let token = reader.next() {
      let ply = record.moves.count + 1
      switch token {
      case .move(.pass, _) where passesToRead > 0:
        passesToRead -= 1
      case .move(.pass, let offset):
        let reason = record.position.isOver ? "the game is over" : "a pass is not allowed here"
        throw TranscriptError(ply: ply, reason: reason, offset: offset)
      case .move(let move, let offset):
        do throws(IllegalMove) {
          try record.play(move, by: record.position.sideToMove.seat)
        } catch {
          throw TranscriptError(ply: ply, reason: error.reason, offset: offset)
        }
        passesToRead = record.moves.count - ply
      case .junk(let offset):
        throw TranscriptError(ply: ply, reason: "expected a square from a1 to h8", offset: offset)
      }
    }
  }

  /// Returns the position in front of the moves and where it ends, or `nil` if the text begins with a move.
  ///
  /// No moves look like 64 squares: they have digits in between.
  private static func board(
    in bytes: [UInt8], from first: Int
  ) throws(TranscriptError) -> (position: ReversiPosition, end: Int)? {
    var count = 0
    var discs = 0
    // Two discs and some squares without a digit are meant for a position, also if it is not whole.
    func checkIsNone(endingAt index: Int) throws(TranscriptError) {
      guard count >= 8, discs >= 2 else { return }
      throw TranscriptError(
        ply: 1, reason: "a position has 64 squares and the side to move, here are \(count) squares",
        offset: index)
    }
    for index in first..<bytes.count where !Bytes.isSpace(bytes[index]) {
      guard let symbol = ReversiPosition.side(of: bytes[index]) else {
        guard count >= 64 else {
          try checkIsNone(endingAt: index)
          return nil
        }
        throw TranscriptError(ply: 1, reason: "expected the side to move, X or O", offset: index)
      }
      count += 1
      if symbol != nil { discs += 1 }
      guard count == 65 else { continue }
      do throws(TextError) {
        return (try ReversiPosition(bytes: bytes[first...index]), index + 1)
      } catch {
        throw TranscriptError(ply: 1, reason: error.reason, offset: error.offset ?? index)
      }
    }
    guard count == 64 else {
      try checkIsNone(endingAt: bytes.count)
      return nil
    }
    throw TranscriptError(ply: 1, reason: "expected the side to move, X or O", offset: bytes.count)
  }

  /// The squares in upper case without separators or passes, as transcripts are usually written; after the first
  /// position and a space, if that is not the usual one.
  public var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(record.moves.count * 2)
    if record.start != .start {
      bytes += record.start.text.utf8
      if !record.moves.isEmpty { bytes.append(0x20) }
    }
    for entry in record.moves {
      guard case .place(let square) = entry.move else { continue }
      bytes.append(UInt8(0x41 + square.column))
      bytes.append(UInt8(0x31 + square.row))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Why a transcript could not be read.
public struct TranscriptError: Error, Hashable, Sendable {
  /// The number of the move that failed, from 1, passes counted.
  public let ply: Int
  /// What is wrong: `d4 is occupied`.
  public let reason: String
  /// The offset in UTF-8 bytes from the start of the text.
  public let offset: Int

  /// Creates an error.
  public init(ply: Int, reason: String, offset: Int) {
    self.ply = ply
    self.reason = reason
    self.offset = offset
  }

  /// The error as a sentence: `d4 is occupied at ply 2`.
  public var text: String { "\(reason) at ply \(ply)" }

  /// Returns whether both say the same of the same place.
  public static func == (a: TranscriptError, b: TranscriptError) -> Bool {
    a.ply == b.ply && a.offset == b.offset && a.reason.hasSameBytes(as: b.reason)
  }

  /// Hashes ply and place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ply)
    hasher.combine(offset)
  }
}

/// Cuts a transcript into moves, and says where something is no move.
private struct TranscriptReader {
  enum Token {
    case move(ReversiMove, offset: Int)
    case junk(offset: Int)
  }

  let bytes: [UInt8]
  private let start: Int
  private var index: Int

  init(bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    self.start = start
    index = start
  }

  mutating func next() -> Token? {
    skipSeparators()
    guard index < bytes.count else { return nil }
    let start = index
    if let length = passLength(at: start) {
      index += length
      return .move(.pass, offset: start)
    }
    guard index + 1 < bytes.count, let square = Square(column: bytes[index], row: bytes[index + 1])
    else { return .junk(offset: start) }
    index += 2
    return .move(.place(square), offset: start)
  }

  private mutating func skipSeparators() {
    while index < bytes.count {
      if isDash(at: index) {
        // Two dashes are a pass.
        if isDash(at: index + 1) { return }
        index += 1
      } else if TranscriptReader.isSeparator(bytes[index]) {
        index += 1
      } else {
        // Digits are a move number only where a word begins: in `d33` the second 3 is a mistake.
        let beginsWord =
          index == start || isDash(at: index - 1) || TranscriptReader.isSeparator(bytes[index - 1])
        guard beginsWord, let end = endOfNumber(at: index) else { return }
        index = end
      }
    }
  }

  private func isDash(at index: Int) -> Bool {
    index < bytes.count && bytes[index] == UInt8(ascii: "-")
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "."), UInt8(ascii: ":"),
      UInt8(ascii: "/"), UInt8(ascii: "|"), UInt8(ascii: ")"):
      true
    default: false
    }
  }

  private func endOfNumber(at start: Int) -> Int? {
    var end = start
    while end < bytes.count, Bytes.isDigit(bytes[end]) { end += 1 }
    return end > start ? end : nil
  }

  private func passLength(at start: Int) -> Int? {
    for length in [4, 2] where start + length <= bytes.count {
      if ReversiMove.isPass(bytes[start..<start + length]) { return length }
    }
    return nil
  }
}

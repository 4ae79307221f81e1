internal import Games

/// Reads positions from the text of an OBF file, or from plain boards.
///
/// A position is 64 squares (`X`, `B` or `*` black; `O`, `W` or `0` white; `-`, `.` or `_` empty; any case)
/// and the side to move, on one line, or eight lines of eight squares with the side at the end of the last
/// line or on the next. After it may stand, between semicolons, `move:score`, the score alone, or moves that
/// reach the score before them (`+38 a2` or `-12 g3,c7`). Other words are kept as a comment, and so is what
/// follows `%` or `#`. Empty lines and lines that are all comment do not count.
public struct OBFReader {
  /// A position and where it stands.
  public struct Entry: Hashable, Sendable {
    /// The position.
    public let value: OBFPosition
    /// The number of the line on which it begins, from 1.
    public let line: Int
  }

  private let bytes: [UInt8]
  private var index = 0
  private var line = 0

  /// Creates a reader at the beginning of a file, which may have a byte-order mark in front.
  public init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
    index = Bytes.markLength(self.bytes)
  }

  /// Reads the next position; `nil` at the end.
  ///
  /// - Throws: ``OBFError``; the next call goes on with the next line.
  public mutating func next() throws(OBFError) -> Entry? {
    while let line = nextLine() {
      if !line.isBlank { return try read(line) }
    }
    return nil
  }

  private mutating func nextLine() -> Line? {
    guard index < bytes.count else { return nil }
    let start = index
    while index < bytes.count, bytes[index] != 0x0a { index += 1 }
    let content = bytes[start..<index]
    index += 1
    line += 1
    return Line(content, number: line)
  }

  private mutating func read(_ first: Line) throws(OBFError) -> Entry {
    var line = first
    var board = Board()
    while true {
      try board.read(&line)
      if board.isComplete { break }
      guard board.count.isMultiple(of: 8), let next = nextLine(), !next.isBlank else {
        throw line.error("expected 64 squares, not \(board.count)")
      }
      line = next
    }
    if line.isAtEnd {
      // The side to move stands on a line of its own.
      guard let next = nextLine() else { throw line.error("expected the side to move, X or O") }
      line = next
    }
    let side = try line.readSide()
    guard let position = ReversiPosition(black: board.black, white: board.white, sideToMove: side)
    else { throw line.error("expected 64 squares") }
    return Entry(value: try line.readFacts(of: position), line: first.number)
  }
}

/// The squares read so far.
private struct Board {
  var black: UInt64 = 0
  var white: UInt64 = 0
  var count = 0

  var isComplete: Bool { count == 64 }

  mutating func read(_ line: inout Line) throws(OBFError) {
    line.skipSpace()
    while !isComplete, let byte = line.first {
      guard let side = ReversiPosition.side(of: byte) else {
        throw line.error("expected X, O or -")
      }
      if side == .black { black |= 1 << UInt64(count) }
      if side == .white { white |= 1 << UInt64(count) }
      count += 1
      line.dropFirst()
      line.skipSpace()
    }
  }
}

/// What is left of a line.
private struct Line {
  let number: Int
  private let start: Int
  private var rest: ArraySlice<UInt8>
  private let comment: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>, number: Int) {
    self.number = number
    start = bytes.startIndex
    let end =
      bytes.firstIndex { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
    rest = Bytes.trimmed(bytes[..<end])
    if rest.isEmpty { rest = bytes[start..<start] }
    comment = bytes[end...].dropFirst()
  }

  var isBlank: Bool { rest.isEmpty }
  var isAtEnd: Bool { rest.isEmpty }
  var first: UInt8? { rest.first }

  func error(_ reason: String, at index: Int? = nil) -> OBFError {
    OBFError(reason, line: number, byte: (index ?? rest.startIndex) - start + 1)
  }

  mutating func dropFirst() { rest = rest.dropFirst() }

  mutating func skipSpace() { rest = rest.drop(while: Bytes.isSpace) }

  /// Reads `X`, `O` or another symbol of a side, or its name.
  mutating func readSide() throws(OBFError) -> Side {
    let word = rest.prefix { !Bytes.isSpace($0) && $0 != UInt8(ascii: ";") }
    let isName = Bytes.equal(word, anyCaseOf: "black") || Bytes.equal(word, anyCaseOf: "white")
    guard word.count == 1 || isName, let first = word.first,
      let symbol = ReversiPosition.side(of: first), let side = symbol
    else { throw error("expected the side to move, X or O") }
    rest = rest.dropFirst(word.count)
    return side
  }

  mutating func readFacts(of position: ReversiPosition) throws(OBFError) -> OBFPosition {
    var score: Int?
    var facts: [OBFPosition.Fact] = []
    var remarks: [UInt8] = []
    while !isAtEnd {
      let field = rest.prefix { !Bytes.isSpace($0) && $0 != UInt8(ascii: ";") }
      if field.isEmpty {
        dropFirst()
      } else if let colon = field.firstIndex(of: UInt8(ascii: ":")),
        let move = ReversiMove(bytes: field[..<colon])
      {
        guard let value = Line.score(field[colon...].dropFirst()) else {
          throw error("expected a score from -64 to 64", at: colon + 1)
        }
        try add(move, score: value, in: position, to: &facts)
        rest = rest.dropFirst(field.count)
      } else if let value = Line.score(field) {
        score = value
        rest = rest.dropFirst(field.count)
      } else if let value = score, let moves = Line.moves(field) {
        for move in moves { try add(move, score: value, in: position, to: &facts) }
        rest = rest.dropFirst(field.count)
      } else {
        if !remarks.isEmpty { remarks.append(0x20) }
        remarks += field
        rest = rest.dropFirst(field.count)
      }
    }
    let note = Bytes.trimmed(comment)
    if !remarks.isEmpty, !note.isEmpty { remarks.append(0x20) }
    return OBFPosition(position, score: score, facts: facts, comment: RawText(remarks + note))
  }

  private func add(
    _ move: ReversiMove, score: Int, in position: ReversiPosition,
    to facts: inout [OBFPosition.Fact]
  ) throws(OBFError) {
    let isLegal: Bool =
      switch move {
      case .place(let square): position.placements & square.bit != 0
      case .pass: position.mustPass
      }
    guard isLegal else { throw error("\(move.text) is not a legal move") }
    facts.append(OBFPosition.Fact(move, score: score))
  }

  private static func score(_ bytes: ArraySlice<UInt8>) -> Int? {
    let digits = bytes.first == UInt8(ascii: "+") ? bytes.dropFirst() : bytes
    guard digits.count <= 3, let score = Int(decimal: digits), (-64...64).contains(score) else {
      return nil
    }
    return score
  }

  private static func moves(_ field: ArraySlice<UInt8>) -> [ReversiMove]? {
    var moves: [ReversiMove] = []
    for word in field.split(separator: UInt8(ascii: ",")) {
      guard let move = ReversiMove(bytes: word) else { return nil }
      moves.append(move)
    }
    return moves.isEmpty ? nil : moves
  }
}

internal import Games

/// A position with what is known of its moves: a line of an OBF file.
public struct OBFPosition: Hashable, Sendable {
  /// A move and the score that it leads to.
  public struct Fact: Hashable, Sendable {
    /// The move.
    public let move: ReversiMove
    /// The final disc difference for the side to move.
    public let score: Int

    /// Creates a fact.
    public init(_ move: ReversiMove, score: Int) {
      self.move = move
      self.score = score
    }
  }

  /// The position.
  public let position: ReversiPosition
  /// What is known of its moves, in the order of the file.
  public let facts: [Fact]
  /// What else the line says, for people.
  public let comment: RawText
  /// The score of the position, where it was given and no fact reaches it.
  private let ownScore: Int?

  /// Creates a position with what is known of it.
  ///
  /// - Parameters:
  ///   - position: the position.
  ///   - score: its score for the side to move, if it is known apart from the facts.
  ///   - facts: what is known of its moves.
  ///   - comment: a remark; line ends in it become spaces.
  public init(
    _ position: ReversiPosition, score: Int? = nil, facts: [Fact] = [],
    comment: RawText = RawText("")
  ) {
    self.position = position
    self.facts = facts
    let line = comment.bytes.map { Bytes.isSpace($0) ? 0x20 : $0 }
    self.comment = RawText(Bytes.trimmed(line[...]))
    ownScore = score == OBFPosition.best(facts) ? nil : score
  }

  /// The score for the side to move: as given, or else that of the best move known.
  public var score: Int? { ownScore ?? OBFPosition.best(facts) }

  private static func best(_ facts: [Fact]) -> Int? { facts.map { $0.score }.max() }

  /// The line without its end, such as `…; a2:+38; % FFO-40`.
  public var bytes: [UInt8] {
    var bytes = Array(position.text.utf8)
    bytes.append(UInt8(ascii: ";"))
    if let ownScore {
      bytes.append(0x20)
      append(ownScore, to: &bytes)
      bytes.append(UInt8(ascii: ";"))
    }
    for fact in facts {
      bytes.append(0x20)
      bytes += fact.move.text.utf8
      bytes.append(UInt8(ascii: ":"))
      append(fact.score, to: &bytes)
      bytes.append(UInt8(ascii: ";"))
    }
    if !comment.isEmpty {
      bytes += " % ".utf8
      bytes += comment.bytes
    }
    return bytes
  }

  private func append(_ score: Int, to bytes: inout [UInt8]) {
    if score >= 0 { bytes.append(UInt8(ascii: "+")) }
    bytes += "\(score)".utf8
  }

  /// Writes positions as an OBF file, one a line.
  public static func file(_ positions: some Sequence<OBFPosition>) -> [UInt8] {
    var bytes: [UInt8] = []
    for position in positions {
      bytes += position.bytes
      bytes.append(0x0a)
    }
    return bytes
  }

  /// Reads all positions of an OBF file or of plain boards; ``OBFReader`` tells how.
  ///
  /// - Throws: ``OBFError`` at the first line that is wrong.
  public static func positions(in bytes: some Sequence<UInt8>) throws(OBFError) -> [OBFPosition] {
    var reader = OBFReader(bytes)
    var positions: [OBFPosition] = []
    while let entry = try reader.next() { positions.append(entry.value) }
    return positions
  }
}

/// Why a line of an OBF file could not be read.
public struct OBFError: Error, Hashable, Sendable {
  /// What is wrong, as part of an English sentence.
  public let reason: String
  /// The number of the line in the file, from 1.
  public let line: Int
  /// The number of the byte in the line, from 1.
  public let byte: Int

  /// Creates an error.
  public init(_ reason: String, line: Int, byte: Int) {
    self.reason = reason
    self.line = line
    self.byte = byte
  }

  /// The error as a sentence: `expected X, O or - in line 3, byte 12`.
  public var text: String { "\(reason) in line \(line), byte \(byte)" }

  /// Returns whether both say the same of the same place.
  public static func == (a: OBFError, b: OBFError) -> Bool {
    a.line == b.line && a.byte == b.byte && a.reason.hasSameBytes(as: b.reason)
  }

  /// Hashes the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(byte)
  }
}

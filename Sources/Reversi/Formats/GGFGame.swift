public import Games

/// A game of Reversi in the Generic Game Format, as game servers keep it.
public struct GGFGame: Hashable, Sendable {
  /// A property of the game, such as `PB[…]` for the name of the black player.
  public struct Tag: Hashable, Sendable {
    /// The name, such as `PB`.
    public let name: RawText
    /// What stands between the brackets.
    public let value: RawText

    /// Creates a property; `nil` when the name is not of letters, or a bracket in the value would end it.
    public init?(_ name: RawText, _ value: RawText) {
      guard !name.isEmpty, name.bytes.allSatisfy(Bytes.isLetter), GGFGame.isClosed(value) else {
        return nil
      }
      self.name = name
      self.value = value
    }
  }

  /// A move with what was written down beside it.
  public struct Move: Hashable, Sendable {
    /// The side that moved.
    public let side: Side
    /// The move.
    public let move: ReversiMove
    /// The mover's evaluation in discs, as written; empty when there is none.
    public let evaluation: RawText
    /// The seconds that the move took, as written, and whatever followed them; empty when there is nothing.
    public let time: RawText

    /// Creates a move; `nil` when what is written beside it holds a bracket or, in the evaluation, a slash.
    public init?(
      _ move: ReversiMove, by side: Side, evaluation: RawText = RawText(""),
      time: RawText = RawText("")
    ) {
      guard GGFGame.isClosed(evaluation), GGFGame.isClosed(time),
        !evaluation.bytes.contains(UInt8(ascii: "/"))
      else { return nil }
      self.init(move: move, side: side, evaluation: evaluation, time: time)
    }

    init(move: ReversiMove, side: Side, evaluation: RawText, time: RawText) {
      self.side = side
      self.move = move
      self.evaluation = evaluation
      self.time = time
    }
  }

  /// The properties other than the position and the moves, in the order of the file.
  public let tags: [Tag]
  /// The moves as written, so a pass that was left out is not among them.
  public let moves: [Move]
  /// The game with every position, the passes among its moves.
  public let record: Record<ReversiPosition>

  /// Where the game began.
  public var start: ReversiPosition { record.positions[0] }

  /// Creates the game of a record.
  ///
  /// - Parameters:
  ///   - record: the moves.
  ///   - tags: the properties; kind and size of game are added where they are missing.
  public init(_ record: Record<ReversiPosition>, tags: [Tag] = []) {
    self.record = record
    moves = record.moves.map { entry in
      Move(
        move: entry.move, side: Side(entry.seat) ?? .black, evaluation: RawText(""),
        time: RawText(""))
    }
    self.tags =
      GGFGame.missing("GM", "Othello", among: tags) + tags + GGFGame.missing("TY", "8", among: tags)
  }

  private static func missing(_ name: String, _ value: String, among tags: [Tag]) -> [Tag] {
    let isThere = tags.contains { $0.name.bytes.elementsEqual(name.utf8) }
    return isThere ? [] : [Tag(RawText(name), RawText(value))].compactMap { $0 }
  }

  init(tags: [Tag], moves: [Move], record: Record<ReversiPosition>) {
    self.tags = tags
    self.moves = moves
    self.record = record
  }

  /// The value of the first property of this name, which is in capitals; `nil` when there is none.
  public func value(of name: String) -> RawText? {
    tags.first { $0.name.bytes.elementsEqual(name.utf8) }?.value
  }

  /// The game's text, on one line unless a value has line ends.
  public var bytes: [UInt8] {
    var bytes = Array("(;".utf8)
    for tag in tags {
      bytes += tag.name.bytes
      bytes.append(UInt8(ascii: "["))
      bytes += tag.value.bytes
      bytes.append(UInt8(ascii: "]"))
    }
    bytes += "BO[8".utf8
    for square in Square.all {
      if square.column == 0 { bytes.append(0x20) }
      bytes.append(GGFGame.symbol(start[square]))
    }
    bytes.append(0x20)
    bytes.append(GGFGame.symbol(start.sideToMove))
    bytes.append(UInt8(ascii: "]"))
    for move in moves { append(move, to: &bytes) }
    bytes += ";)".utf8
    return bytes
  }

  private func append(_ move: Move, to bytes: inout [UInt8]) {
    bytes.append(move.side == .black ? UInt8(ascii: "B") : UInt8(ascii: "W"))
    bytes.append(UInt8(ascii: "["))
    switch move.move {
    case .place(let square): bytes += square.text.utf8
    case .pass: bytes += "pa".utf8
    }
    if !(move.evaluation.isEmpty && move.time.isEmpty) {
      bytes.append(UInt8(ascii: "/"))
      bytes += move.evaluation.bytes
    }
    if !move.time.isEmpty {
      bytes.append(UInt8(ascii: "/"))
      bytes += move.time.bytes
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func symbol(_ side: Side?) -> UInt8 {
    switch side {
    case .black: UInt8(ascii: "*")
    case .white: UInt8(ascii: "O")
    case nil: UInt8(ascii: "-")
    }
  }

  /// Returns whether a bracket after the value is the one that closes it.
  private static func isClosed(_ value: RawText) -> Bool {
    var isEscaped = false
    for byte in value.bytes {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "]") {
        return false
      } else {
        isEscaped = byte == UInt8(ascii: "\\")
      }
    }
    return !isEscaped
  }

  /// Writes games as a file, one a line.
  public static func file(_ games: some Sequence<GGFGame>) -> [UInt8] {
    var bytes: [UInt8] = []
    for game in games {
      bytes += game.bytes
      bytes.append(0x0a)
    }
    return bytes
  }

  /// Reads all games of a file; what stands between games does not count.
  ///
  /// - Throws: ``GGFError`` at the first game that is wrong.
  public static func games(in bytes: some Sequence<UInt8>) throws(GGFError) -> [GGFGame] {
    var reader = GGFReader(bytes)
    var games: [GGFGame] = []
    while let game = try reader.next() { games.append(game) }
    return games
  }
}

/// Why a game in a GGF file could not be read.
public struct GGFError: Error, Hashable, Sendable {
  /// What is wrong, as part of an English sentence.
  public let reason: String
  /// The number of the game in the file, from 1.
  public let game: Int
  /// The offset in bytes from the start of the file.
  public let offset: Int

  /// Creates an error.
  public init(_ reason: String, game: Int, offset: Int) {
    self.reason = reason
    self.game = game
    self.offset = offset
  }

  /// The error as a sentence: `d4 is occupied in game 3, byte 120`.
  public var text: String { "\(reason) in game \(game), byte \(offset + 1)" }

  /// Returns whether both say the same of the same place.
  public static func == (a: GGFError, b: GGFError) -> Bool {
    a.game == b.game && a.offset == b.offset && a.reason.hasSameBytes(as: b.reason)
  }

  /// Hashes the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(game)
    hasher.combine(offset)
  }
}

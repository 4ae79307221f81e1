internal import Games

/// Reads games from a GGF file one after the other.
public struct GGFReader {
  private let bytes: [UInt8]
  private var index = 0
  private var game = 0

  /// Creates a reader at the beginning of a file.
  public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Reads the next game; `nil` when there is none.
  ///
  /// - Throws: ``GGFError``; the next call goes on with the next game.
  public mutating func next() throws(GGFError) -> GGFGame? {
    guard let start = startOfGame(from: index) else {
      index = bytes.count
      return nil
    }
    game += 1
    index = start + 2
    do throws(GGFError) {
      return try readGame()
    } catch {
      index = startOfGame(from: index) ?? bytes.count
      throw error
    }
  }

  private func startOfGame(from start: Int) -> Int? {
    var start = start
    while start + 1 < bytes.count {
      if bytes[start] == UInt8(ascii: "("), bytes[start + 1] == UInt8(ascii: ";") { return start }
      start += 1
    }
    return nil
  }

  private func error(_ reason: String, at offset: Int) -> GGFError {
    GGFError(reason, game: game, offset: offset)
  }

  private mutating func readGame() throws(GGFError) -> GGFGame {
    var content = Content()
    while true {
      while index < bytes.count, Bytes.isSpace(bytes[index]) || bytes[index] == UInt8(ascii: ";") {
        index += 1
      }
      guard index < bytes.count else { throw error("the game does not end", at: index) }
      if bytes[index] == UInt8(ascii: ")") {
        index += 1
        break
      }
      let start = index
      while index < bytes.count, Bytes.isLetter(bytes[index]) { index += 1 }
      let name = bytes[start..<index]
      guard !name.isEmpty else { throw error("expected the name of a property", at: start) }
      while index < bytes.count, Bytes.isSpace(bytes[index]) { index += 1 }
      // A property may have several values.
      repeat {
        let value = try readValue()
        try read(name, value, into: &content)
      } while index < bytes.count && bytes[index] == UInt8(ascii: "[")
    }
    return try played(content)
  }

  /// Reads what stands between brackets; a backslash takes away the meaning of the byte after it.
  private mutating func readValue() throws(GGFError) -> ArraySlice<UInt8> {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "[") else {
      throw error("expected [ after the name of a property", at: index)
    }
    let start = index + 1
    index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "]") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < bytes.count else {
      // No later game can have one either: looking for it again would cost a walk to the end each time.
      index = bytes.count
      throw error("expected ] after the value of a property", at: bytes.count)
    }
    index += 1
    return bytes[start..<index - 1]
  }

  /// What a game consists of before it is played.
  private struct Content {
    var tags: [GGFGame.Tag] = []
    var start: ReversiPosition?
    var moves: [(move: GGFGame.Move, offset: Int)] = []
  }

  private func read(
    _ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, into content: inout Content
  ) throws(GGFError) {
    if Bytes.equal(name, anyCaseOf: "bo") {
      guard content.start == nil else {
        throw error("a second board", at: name.startIndex)
      }
      content.start = try readBoard(value)
    } else if Bytes.equal(name, anyCaseOf: "b") {
      content.moves.append((try readMove(value, by: .black), value.startIndex))
    } else if Bytes.equal(name, anyCaseOf: "w") {
      content.moves.append((try readMove(value, by: .white), value.startIndex))
    } else {
      if Bytes.equal(name, anyCaseOf: "gm"),
        !Bytes.equal(Bytes.trimmed(value), anyCaseOf: "othello"),
        !Bytes.equal(Bytes.trimmed(value), anyCaseOf: "reversi")
      {
        throw error("the game is not Othello", at: value.startIndex)
      }
      // Names in small letters would read back as others' when they are asked for.
      let capitals = name.map { $0 & 0xDF }
      if let tag = GGFGame.Tag(RawText(capitals), RawText(value)) { content.tags.append(tag) }
    }
  }

  /// Reads `8`, 64 squares and the side to move.
  private func readBoard(_ value: ArraySlice<UInt8>) throws(GGFError) -> ReversiPosition {
    let size = value.drop(while: Bytes.isSpace).prefix(while: Bytes.isDigit)
    guard size.elementsEqual("8".utf8) else {
      throw error("expected a board of size 8", at: value.startIndex)
    }
    let squares = value[size.endIndex...]
    do throws(TextError) {
      return try ReversiPosition(bytes: squares)
    } catch {
      throw self.error(error.reason, at: squares.startIndex + (error.offset ?? 0))
    }
  }

  /// Reads `f5`, `f5/1.25` or `f5/1.25/10.3`.
  private func readMove(
    _ value: ArraySlice<UInt8>, by side: Side
  ) throws(GGFError) -> GGFGame.Move {
    let parts = value.split(
      separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: false)
    guard let first = parts.first, let move = ReversiMove(bytes: Bytes.trimmed(first)) else {
      throw error("expected a square from a1 to h8, or a pass", at: value.startIndex)
    }
    return GGFGame.Move(
      move: move, side: side, evaluation: RawText(parts.count > 1 ? parts[1] : []),
      time: RawText(parts.count > 2 ? parts[2] : []))
  }

  /// Plays the moves, and the passes that were left out.
  private func played(_ content: Content) throws(GGFError) -> GGFGame {
    var record = Record(start: content.start ?? .start)
    // A pass that the record made by itself may still be written, once.
    var passesToRead = record.moves.count
    for (entry, offset) in content.moves {
      if entry.move == .pass, passesToRead > 0 {
        let pass = record.moves[record.moves.count - passesToRead]
        guard pass.seat == entry.side.seat else {
          throw error("it is not \(entry.side.name)'s turn", at: offset)
        }
        passesToRead -= 1
        continue
      }
      guard record.position.isOver || entry.side == record.position.sideToMove else {
        throw error("it is not \(entry.side.name)'s turn", at: offset)
      }
      do throws(IllegalMove) {
        passesToRead = try record.play(entry.move, by: entry.side.seat) - 1
      } catch {
        throw self.error(error.reason, at: offset)
      }
    }
    return GGFGame(tags: content.tags, moves: content.moves.map { $0.move }, record: record)
  }
}

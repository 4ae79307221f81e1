public import Chess
public import Games

/// The one place where screens of chess write and read what people write: moves, and whole games.
public enum ChessNotation {
  /// A move as it stands in a list of moves, such as `Nf3`; a claim of a draw is `½`.
  public static func text(of action: ChessAction, in position: ChessPosition) -> String {
    guard case .move(let wanted) = action, let move = position.resolve(wanted) else { return "½" }
    return position.san(move)
  }

  /// The number of a move as score sheets have it: `12.` for one of white's, `12…` for one of black's.
  ///
  /// - Parameters:
  ///   - index: How many moves of the game come before it.
  ///   - start: Where the game begins; it may begin with any number, and with a move of black's.
  /// - Returns: The number and its sign.
  public static func number(ofMoveAt index: Int, from start: ChessPosition) -> String {
    let place = index + (start.sideToMove == .white ? 0 : 1)
    return "\(start.fullmoveNumber + place / 2)\(place % 2 == 0 ? "." : "…")"
  }

  /// The number that stands before a move in a list of moves, in which only the first may be a lone one of black's.
  ///
  /// - Returns: The number, or an empty text where the number before the move of white's is that of both.
  public static func label(ofMoveAt index: Int, from start: ChessPosition) -> String {
    let isWhite = index.isMultiple(of: 2) == (start.sideToMove == .white)
    return isWhite || index == 0 ? number(ofMoveAt: index, from: start) : ""
  }

  /// Reads a game from what somebody pasted: a position in FEN, a line as UCI writes it, or a game in PGN, of which
  /// the first counts.
  ///
  /// - Throws: ``TextError`` that says what is wrong.
  public static func read(_ text: String) throws(TextError) -> Record<ChessGame> {
    try read(Array(text.utf8))
  }

  /// Reads the same from the bytes of a file, which may be in any encoding that ``PGNReader`` reads.
  ///
  /// - Parameters:
  ///   - bytes: What the file holds.
  ///   - playsOn: Whether a game in PGN may go on where the rules have ended it, as after five repetitions. The record
  ///     then begins behind that, since no record can hold both.
  /// - Returns: The game.
  /// - Throws: ``TextError`` that says what is wrong.
  public static func read(
    _ bytes: [UInt8], playsOn: Bool = false
  ) throws(TextError) -> Record<ChessGame> {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }) else {
      return Record(start: ChessGame(.start))
    }
    let word = bytes[first...].prefix { $0 > 0x20 }
    if word.elementsEqual("position".utf8) || word.elementsEqual("startpos".utf8)
      || word.elementsEqual("fen".utf8)
    {
      return try ChessTranscript(text: String(decoding: bytes, as: UTF8.self)).record
    }
    if word.count(where: { $0 == UInt8(ascii: "/") }) == 7 {
      var rest = bytes[first...]
      while let last = rest.last, last <= 0x20 { rest.removeLast() }
      return Record(
        start: ChessGame(try ChessPosition(fen: String(decoding: rest, as: UTF8.self))))
    }
    return try readPGN(bytes, playsOn: playsOn)
  }

  private static func readPGN(
    _ bytes: [UInt8], playsOn: Bool
  ) throws(TextError) -> Record<ChessGame> {
    var limits = PGNLimits()
    limits.moves = 5000
    var reader = PGNReader(limits: limits)
    reader.append(bytes)
    reader.finish()
    guard let entry = reader.next() else { throw TextError("there is no game in it") }
    if let problem = entry.errors.first { throw TextError(problem.description) }
    // Words alone are read as remarks of a game without moves.
    if entry.game.mainLine.isEmpty, entry.game.tags.isEmpty {
      throw TextError("there is no game in it")
    }
    do throws(IllegalMove) {
      return try entry.game.record()
    } catch {
      guard playsOn else { throw TextError(error.reason) }
      return lastPart(of: entry.game)
    }
  }

  /// The moves behind the last place where the rules ended the game and it went on.
  private static func lastPart(of game: PGNGame) -> Record<ChessGame> {
    var record = Record(start: ChessGame(game.start))
    for node in game.mainLine {
      guard let move = game.move(to: node) else { break }
      let position = record.position.position
      if (try? record.play(.move(move), by: position.sideToMove.seat)) == nil,
        let next = try? position.playing(move)
      {
        record = Record(start: ChessGame(next))
      }
    }
    return record
  }

  /// The game as PGN, with the tags that every game has.
  ///
  /// - Parameters:
  ///   - record: The game.
  ///   - white: Who plays white.
  ///   - black: Who plays black.
  ///   - date: The day as `2026.11.30`, or an unknown one.
  ///   - result: The result where the rules of the board do not give it.
  /// - Returns: The text of a file.
  public static func pgn(
    of record: Record<ChessGame>, white: String, black: String, date: String = "????.??.??",
    result: PGNResult? = nil
  ) -> [UInt8] {
    let tags = [
      PGNTag("Event", "A game on Baton"), PGNTag("Date", date), PGNTag("White", white),
      PGNTag("Black", black),
    ].compactMap { $0 }
    return PGNGame(record, tags: tags, result: result).bytes
  }
}

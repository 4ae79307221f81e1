public import Chess
public import Games

/// The one place where screens of chess write and read what people write: moves, and whole games.
public enum ChessNotation {
  /// A move as it stands in a list of moves.
  public static func text(of action: ChessAction, in position: ChessPosition) -> String {
    guard case .move(let wanted) = action, let move = position.resolve(wanted) else { return "½" }
    return position.uci(move)
  }

  /// Reads a game from what somebody pasted: a position in FEN, a game in PGN, or moves of UCI.
  ///
  /// - Throws: ``TextError`` that says what is wrong and where.
  public static func read(_ text: String) throws(TextError) -> Record<ChessGame> {
    if looksLikeFEN(text) { return Record(start: ChessGame(try ChessPosition(fen: trimmed(text)))) }
    return try ChessLine(text: text).record
  }

  /// Whether a text is a position: seven slashes in its first word.
  private static func looksLikeFEN(_ text: String) -> Bool {
    var slashes = 0
    for byte in trimmed(text).utf8 {
      if byte <= 0x20 { break }
      if byte == UInt8(ascii: "/") { slashes += 1 }
    }
    return slashes == 7
  }

  private static func trimmed(_ text: String) -> String {
    var bytes = Array(text.utf8)
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return String(decoding: bytes.drop { $0 <= 0x20 }, as: UTF8.self)
  }

  /// The game as PGN, with the tags that every game has.
  ///
  /// - Parameters:
  ///   - record: The game.
  ///   - white: Who plays white.
  ///   - black: Who plays black.
  ///   - date: The day as `2026.11.30`, or an unknown one.
  ///   - result: The result where the rules have not ended the game: `1-0`, `0-1`, `1/2-1/2`.
  public static func pgn(
    of record: Record<ChessGame>, white: String, black: String, date: String = "????.??.??",
    result: String? = nil
  ) -> String {
    let start = record.positions[0].position
    let end = result ?? self.result(of: record.position)
    var text = ""
    func tag(_ name: String, _ value: String) {
      var bytes: [UInt8] = []
      for byte in value.utf8 {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(0x5C) }
        bytes.append(byte)
      }
      text += "[\(name) \"\(String(decoding: bytes, as: UTF8.self))\"]\n"
    }
    tag("Event", "Baton")
    tag("Site", "?")
    tag("Date", date)
    tag("Round", "-")
    tag("White", white)
    tag("Black", black)
    tag("Result", end)
    if start != .start {
      tag("SetUp", "1")
      tag("FEN", start.fen())
    }
    text += "\n"
    var column = 0
    func write(_ word: String) {
      let count = word.utf8.count
      if column > 0, column + 1 + count > 79 {
        text += "\n"
        column = 0
      } else if column > 0 {
        text += " "
        column += 1
      }
      text += word
      column += count
    }
    for (index, entry) in record.moves.enumerated() {
      let before = record.positions[index].position
      guard case .move = entry.move else { continue }
      if before.sideToMove == .white {
        write("\(before.fullmoveNumber).")
      } else if index == 0 {
        write("\(before.fullmoveNumber)...")
      }
      write(self.text(of: entry.move, in: before))
    }
    write(end)
    return text + "\n"
  }

  /// The result as PGN writes it; `*` while the game goes on.
  public static func result(of game: ChessGame) -> String {
    guard let outcome = game.outcome else { return "*" }
    if outcome[.first] == .won { return "1-0" }
    return outcome[.second] == .won ? "0-1" : "1/2-1/2"
  }
}

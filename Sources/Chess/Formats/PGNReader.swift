/// Reads games from a PGN file that comes in pieces, so that a file of any size needs little memory.
///
/// ```swift
/// var reader = PGNReader()
/// while let chunk = nextChunk() {
///   reader.append(chunk)
///   while let entry = reader.next() { … }
/// }
/// reader.finish()
/// while let entry = reader.next() { … }
/// ```
///
/// All bytes mean something or are reported: nothing makes it trap, and after a problem it goes on. Every move is
/// checked against the rules. Where a line has a move that cannot be read, the line ends before it, and the game
/// is given with what was read; the next game is not concerned. Any line end, a byte-order mark and lines with `%` in
/// front are understood. A file that begins with the byte-order mark of UTF-16 is read as that, where half a
/// character becomes U+FFFD; columns and limits then count bytes of its UTF-8. Other text that is no UTF-8 is read as
/// Windows-1252.
public struct PGNReader {
  private var buffer: [UInt8] = []
  private var decoder = TextDecoder()
  private var lexer: PGNLexer
  private var builder: PGNBuilder
  private var isFinished = false

  /// Creates a reader at the beginning of a file.
  ///
  /// - Parameters:
  ///   - limits: how much is kept of one game.
  ///   - readsMoves: whether moves are read, or only tags and results, which takes a third of the time.
  public init(limits: PGNLimits = PGNLimits(), readsMoves: Bool = true) {
    lexer = PGNLexer(limits: limits)
    builder = PGNBuilder(limits: limits, readsMoves: readsMoves)
  }

  /// The number of games that have been read.
  public var gameCount: Int { builder.number - 1 }

  /// The number of bytes of the file that have been read; of UTF-16, those that were added.
  public var byteCount: Int { decoder.decodedBytes ?? lexer.position }

  /// The line that is being read, from 1.
  public var line: Int { lexer.currentLine }

  /// Adds the next bytes of the file; they are copied.
  public mutating func append(_ bytes: Span<UInt8>) {
    makeRoom()
    decoder.append(bytes, to: &buffer)
  }

  /// Adds the next bytes of the file.
  public mutating func append(_ bytes: [UInt8]) {
    makeRoom()
    if buffer.isEmpty, decoder.passes(bytes) {
      buffer = bytes
    } else {
      decoder.append(bytes.span, to: &buffer)
    }
  }

  private mutating func makeRoom() {
    guard lexer.index > 0 else { return }
    buffer.removeSubrange(0..<lexer.index)
    lexer.forget()
  }

  /// Says that the file has no more bytes; games that are still open can then be read.
  public mutating func finish() {
    decoder.finish(&buffer)
    isFinished = true
  }

  /// Reads the next game; `nil` when more bytes are needed, or at the end of the file.
  ///
  /// A game is given when something follows it, since a last comment may stand behind its result.
  public mutating func next() -> PGNEntry? {
    // Held by a name of its own, so that it can be read while the rest changes; nothing is copied.
    let held = buffer
    let bytes = held.span
    while true {
      let token = lexer.next(bytes, isLast: isFinished)
      switch token {
      case .more: return nil
      case .end: return builder.finish(PGNBuilder.Place(line: lexer.currentLine, column: 1))
      case _ where builder.mustFinish(before: token, bytes, &lexer.last):
        let entry = builder.finish(
          PGNBuilder.Place(line: lexer.last.line, column: lexer.last.column))
        builder.add(token, bytes, &lexer.last)
        return entry
      default: builder.add(token, bytes, &lexer.last)
      }
    }
  }
}

extension PGNReader {
  /// Reads all games of a file that is in memory.
  public static func games(
    in bytes: [UInt8], limits: PGNLimits = PGNLimits()
  ) -> [PGNEntry] {
    var reader = PGNReader(limits: limits)
    reader.append(bytes)
    reader.finish()
    var entries: [PGNEntry] = []
    while let entry = reader.next() { entries.append(entry) }
    return entries
  }

  /// Reads all games of a text.
  public static func games(
    in text: String, limits: PGNLimits = PGNLimits()
  ) -> [PGNEntry] {
    games(in: Array(text.utf8), limits: limits)
  }
}

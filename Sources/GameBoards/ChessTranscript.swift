public import Chess
public import Games

/// A game of chess as the text of UCI: where it began, and every move since.
///
/// `startpos moves e2e4 e7e5`, or `fen` with the six fields of a position and then `moves`. A claim of a draw is the
/// word `draw`. It is what pages, workers and servers hand each other.
public struct ChessTranscript: Sendable {
  /// The game.
  public let record: Record<ChessGame>

  /// Takes a game.
  public init(_ record: Record<ChessGame>) { self.record = record }

  /// Where the game began.
  public var start: ChessPosition { record.positions[0].position }

  /// The game as text.
  public var text: String {
    var text = start == .start ? "startpos" : "fen \(start.fen())"
    if !record.moves.isEmpty { text += " moves" }
    for entry in record.moves { text += " \(entry.move.text)" }
    return text
  }

  /// Reads a game; an empty text is a new one, and the word `position` before it does no harm.
  ///
  /// - Throws: ``TextError`` at the word that is wrong.
  public init(text: String) throws(TextError) {
    let bytes = Array(text.utf8)
    let words = ChessTranscript.words(of: bytes)
    var index = 0
    func word(_ index: Int) -> String {
      index < words.count ? String(decoding: bytes[words[index]], as: UTF8.self) : ""
    }
    if word(0).hasSameBytes(as: "position") { index = 1 }
    var start = ChessPosition.start
    if word(index).hasSameBytes(as: "startpos") {
      index += 1
    } else if word(index).hasSameBytes(as: "fen") {
      let first = index + 1
      index = first
      while index < words.count, !word(index).hasSameBytes(as: "moves") { index += 1 }
      guard first < index else { throw TextError("expected a position", at: bytes.count) }
      let place = words[first].lowerBound
      do throws(TextError) {
        start = try ChessPosition(
          fen: String(decoding: bytes[place..<words[index - 1].upperBound], as: UTF8.self))
      } catch {
        throw TextError(error.reason, at: place + (error.offset ?? 0))
      }
    }
    if word(index).hasSameBytes(as: "moves") { index += 1 }
    var record = Record(start: ChessGame(start))
    while index < words.count {
      let place = words[index].lowerBound
      let action: ChessAction
      do throws(TextError) {
        action = try ChessAction(text: word(index))
      } catch {
        throw TextError(error.reason, at: place + (error.offset ?? 0))
      }
      do throws(IllegalMove) {
        try record.play(action, by: record.position.position.sideToMove.seat)
      } catch {
        throw TextError(
          "move \(record.moves.count + 1), \(word(index)): \(error.reason)", at: place)
      }
      index += 1
    }
    self.record = record
  }

  /// The places of the words, between spaces and line ends.
  private static func words(of bytes: [UInt8]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for (index, byte) in bytes.enumerated() {
      if byte > 0x20 {
        if start == nil { start = index }
      } else if let first = start {
        words.append(first..<index)
        start = nil
      }
    }
    if let start { words.append(start..<bytes.count) }
    return words
  }
}

extension ChessPuzzle {
  /// The puzzle as a game without moves, as ``ChessTranscript`` reads it.
  public var transcript: String { "fen \(position.fen())" }
}

@testable import Games
@testable import Matches
@testable import Reversi
import ReversiEngine
@testable import Story

/// Notations of the games.
extension FuzzTarget {
  static let games: [FuzzTarget] = [
    FuzzTarget("transcript", text: readTranscript),
    FuzzTarget("reversi", text: readReversi),
    FuzzTarget("story", text: readStory),
    FuzzTarget("story-position", text: readStoryPosition),
    FuzzTarget("carried", text: readCarried),
    FuzzTarget("obf", readOBF),
    FuzzTarget("ggf", readGGF),
    FuzzTarget("wthor", readWTHOR),
    FuzzTarget("book") { readBook($0) },
    // Weights that fit unpack megabytes, whatever their size.
    FuzzTarget("weights", limit: 2_000_000_000) { readWeights($0) },
  ]

  @Sendable private static func readTranscript(_ text: String) {
    do throws(TranscriptError) {
      let transcript = try Transcript(text)
      guard let again = try? Transcript(transcript.text) else {
        fail("a transcript that is not read again")
      }
      expect(again.text.hasSameBytes(as: transcript.text), "another transcript")
      // Passes at the end are not written, so the positions are compared where both have one.
      expect(again.record.position == transcript.record.position, "another position")
    } catch {
      expect((0...text.utf8.count).contains(error.offset), "a place outside of the text")
    }
  }

  @Sendable private static func readReversi(_ text: String) {
    readText(ReversiPosition.self, text)
    readText(ReversiMove.self, text)
    guard var position = try? ReversiPosition(text: text) else { return }
    // Any position can be played on to an end.
    for _ in 0..<200 {
      guard let move = position.legalMoves(for: position.sideToMove.seat).first else { return }
      guard (try? position.play(move, by: position.sideToMove.seat)) != nil else {
        fail("a legal move is refused")
      }
    }
    fail("a game without an end")
  }

  @Sendable private static func readStory(_ text: String) {
    if let written = try? StoryText(text) {
      guard let again = try? StoryText(written.text) else { fail("a text that is refused again") }
      expect(again == written && again.count == written.count, "a text that changes again")
      let move = StoryMove.write(written)
      guard let read = try? StoryMove(text: move.text) else { fail("a turn that is not read") }
      expect(read == move, "another turn")
    }
    guard let move = try? StoryMove(text: text) else { return }
    guard let again = try? StoryMove(text: move.text) else { fail("a turn that is not read again") }
    expect(again == move, "another turn")
  }

  @Sendable private static func readStoryPosition(_ text: String) {
    readText(StoryPosition.self, text)
    readText(StoryLimits.self, text)
  }

  @Sendable private static func readCarried(_ text: String) {
    readText(CarriedMove.self, text)
    readText(Carried.self, text)
  }

  /// Reads a text, and what was read from its own text.
  static func readText<T: TextRepresentable & Equatable>(_ type: T.Type, _ text: String) {
    do throws(TextError) {
      let value = try T(text: text)
      guard let again = try? T(text: value.text) else { fail("a text that is not read again") }
      expect(again == value, "another value")
    } catch {
      expect((0...text.utf8.count).contains(error.offset ?? 0), "a place outside of the text")
    }
  }

  @Sendable private static func readOBF(_ bytes: [UInt8]) {
    guard let positions = try? OBFPosition.positions(in: bytes) else { return }
    guard let again = try? OBFPosition.positions(in: OBFPosition.file(positions)) else {
      fail("a position that is not read again")
    }
    expect(again == positions, "another position")
  }

  @Sendable private static func readGGF(_ bytes: [UInt8]) {
    var reader = GGFReader(bytes)
    // After an error it goes on with the next game, and each step takes some of the bytes.
    for _ in 0...bytes.count {
      do throws(GGFError) {
        guard let game = try reader.next() else { return }
        guard let again = try? GGFGame.games(in: game.bytes) else {
          fail("a game that is not read again")
        }
        expect(again == [game], "another game")
      } catch {
        expect((0...bytes.count).contains(error.offset), "a place outside of the bytes")
      }
    }
    fail("a reader without an end")
  }

  @Sendable private static func readWTHOR(_ bytes: [UInt8]) {
    if let file = try? WTHORGames(bytes: bytes) {
      expect(file.bytes == bytes, "other games")
      for game in file.games {
        guard let record = try? game.record() else { continue }
        guard let again = WTHORGame(record) else { fail("a game from elsewhere") }
        guard let second = try? again.record() else { fail("a game that is not read again") }
        expect(second.position == record.position, "another position")
      }
    }
    for kind in WTHORNames.Kind.allCases {
      guard let names = try? WTHORNames(kind, bytes: bytes) else { continue }
      expect(names.bytes == bytes, "other names")
      expect(names.names.count == names.count, "a name that is missing")
    }
  }

  /// The bytes with the checksum that the engine's files end with.
  private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return bytes + (0..<8).map { UInt8(truncatingIfNeeded: hash >> UInt64(8 * $0)) }
  }

  private static func readBook(_ bytes: [UInt8]) {
    _ = try? ReversiBook(decoding: bytes)
    // A checksum that fits is nothing that mutation finds.
    guard let book = try? ReversiBook(decoding: sealed(bytes)) else { return }
    let written = book.encoded()
    guard let again = try? ReversiBook(decoding: written) else {
      fail("a book that is not read again")
    }
    expect(again.count == book.count && again.encoded() == written, "another book")
    expect(book.check().lost == 0, "a position that is not reached")
    for (move, _) in book.moves(in: .start) {
      expect(
        ReversiPosition.start.legalMoves(for: ReversiPosition.start.sideToMove.seat)
          .contains(move), "a move that is not legal")
    }
  }

  private static func readWeights(_ bytes: [UInt8]) {
    for file in [bytes, sealed(bytes)] {
      file.withUnsafeBytes { _ = try? PatternWeights(decoding: $0) }
    }
  }
}

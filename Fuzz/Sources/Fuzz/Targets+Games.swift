@testable import Games
@testable import Matches
@testable import Reversi
@testable import Story

/// Notations of the games.
extension FuzzTarget {
  static let games: [FuzzTarget] = [
    FuzzTarget("transcript", text: readTranscript),
    FuzzTarget("reversi", text: readReversi),
    FuzzTarget("story", text: readStory),
    FuzzTarget("story-position", text: readStoryPosition),
    FuzzTarget("carried", text: readCarried),
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
      expect((0...text.utf8.count).contains(error.offset), "a place outside of the text")
    }
  }
}

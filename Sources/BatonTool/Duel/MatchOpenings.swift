internal import Games
internal import Reversi

/// The openings of a match.
enum MatchOpenings {
  /// Reads a file with a transcript a line; what follows `#` is a comment.
  static func read(_ path: String) throws(ToolFailure) -> [EngineGame] {
    let text: String
    do throws(TextFile.Failure) {
      text = try TextFile.read(path, limit: 1 << 24, purpose: "a list of openings")
    } catch {
      throw ToolFailure(
        code: ExitCode.inputOutput, message: "cannot read \(shown(path)): \(error.reason)")
    }
    var openings: [EngineGame] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let transcript = trimmed(
        (line.last == "\r" ? line.dropLast() : line).prefix { $0 != "#" })
      if transcript.isEmpty { continue }
      do throws(TranscriptError) {
        openings.append(try game(of: transcript))
      } catch {
        throw ToolFailure(
          code: ExitCode.data, message: "\(shown(path)):\(number + 1): \(error.text)")
      }
    }
    guard !openings.isEmpty else {
      throw ToolFailure(code: ExitCode.data, message: "\(shown(path)) has no opening")
    }
    return openings
  }

  private static func game(of transcript: String) throws(TranscriptError) -> EngineGame {
    let record = try Transcript(transcript).record
    var game = EngineGame()
    for entry in record.moves { _ = try? game.play(entry.move) }
    if game.position.isOver {
      throw TranscriptError(ply: record.moves.count, reason: "the game is over", offset: 0)
    }
    return game
  }
}

internal import Chess
internal import Games
internal import HTTPServer
internal import MatchStore
internal import Matches
internal import Service
internal import Story

extension Site {
  /// The longest text of a move, in bytes: the longest turn of a story, each character escaped.
  static let moveLimit = 16_384
  /// The longest story that is hosted, in characters; every position of a match is kept in memory.
  static let storyLimit = 20_000

  /// Checks the options of a match to be made.
  ///
  /// - Throws: ``Problem`` if the game takes none here, or if they are out of range.
  static func checkedOptions(_ text: String, of game: String) throws(Problem) -> String {
    if text.utf8.isEmpty { return text }
    // What a carried match is about is the business of the app that carries it.
    if game.hasSameBytes(as: Carried.info.id) { return text }
    let isChess = game.hasSameBytes(as: ChessGame.info.id)
    guard isChess || game.hasSameBytes(as: StoryPosition.info.id) else {
      throw .malformed("options", "this game takes no options")
    }
    guard text.utf8.count <= MatchService.optionsLimit else {
      throw .malformed("options", "the options are too long")
    }
    // Its rules read them.
    if isChess { return text }
    do throws(TextError) {
      let limits = try StoryLimits(text: text)
      guard limits.total <= storyLimit else {
        throw TextError("a story has at most \(storyLimit) characters here", at: 0)
      }
      return limits.text
    } catch {
      throw .malformed("options", error.reason)
    }
  }

  /// Takes a turn in a story by a form, and shows the story again.
  ///
  /// Whatever goes wrong, the page shows the words as they were sent, so that nothing written is lost.
  func writeByForm(
    _ text: String, _ form: FormBody, on match: MatchID, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let endsHere = form["end"] != nil
    let player = try await player(of: request)
    let problem: Problem
    do {
      let view = try await service.view(of: match, for: player?.id)
      let move = try StoryView(view).move(writing: text, endsHere: endsHere)
      let response = try await performByForm(
        .moves, form, move: move.text, on: match, request)
      let now = try await service.view(of: match, for: player?.id)
      // Somebody was quicker: the command was not performed, and its words are still here.
      if try StoryView(now).contains(move, at: form["ply"]) { return response }
      problem = Problem(status: 409, code: "notYourTurn", detail: "the story has gone on meanwhile")
    } catch {
      problem = Problem(error)
      if problem.status == 404 { throw problem }
    }
    let view = try await service.view(of: match, for: player?.id)
    guard view.game.hasSameBytes(as: StoryPosition.info.id) else { throw problem }
    return try await storyPage(
      view, of: match, player: player, host: request,
      refused: StoryDraft(text: text, endsHere: endsHere, problem: problem))
  }
}

/// A turn that was refused, with the reason.
struct StoryDraft {
  let text: String
  let endsHere: Bool
  let problem: Problem
}

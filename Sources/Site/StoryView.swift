internal import Games
internal import Matches
internal import Service
internal import Story

/// A match of a story as the page shows it.
struct StoryView {
  let match: MatchView
  let standing: StoryStanding
  let moves: [(seat: Int, move: StoryMove)]

  /// Reads a view.
  ///
  /// - Throws: ``Problem`` if it is of another game.
  init(_ match: MatchView) throws(Problem) {
    guard match.game.hasSameBytes(as: StoryPosition.info.id),
      let standing = try? StoryStanding(text: match.position)
    else { throw .malformed("text", "this game is not told in words") }
    self.match = match
    self.standing = standing
    moves = (match.moves ?? []).compactMap { entry in
      entry.move.flatMap { try? StoryMove(text: $0) }.map { (entry.seat, $0) }
    }
  }

  /// The turn that a form asks for: nothing written and the end wished for is agreeing to it.
  func move(writing text: String, endsHere: Bool) throws(Problem) -> StoryMove {
    do throws(StoryTextError) {
      // Only here is it known how many the story has room for.
      let limit = match.yourTurn ? standing.room : standing.limits.turn
      return .write(try StoryText(text, limit: limit), endsHere: endsHere)
    } catch {
      if error == .empty, endsHere { return .agreeToEnd }
      var detail = error.reason
      if case .tooLong = error, standing.left < standing.limits.turn {
        detail += "; the story has room for \(standing.left) more"
      }
      throw Problem(status: 422, code: "illegalMove", detail: detail)
    }
  }

  /// Whether the reader made this move when there were as many moves as `ply` says.
  func contains(_ move: StoryMove, at ply: String?) -> Bool {
    guard let ply, let index = Int(decimal: ply.utf8), moves.indices.contains(index) else {
      return ply == nil
    }
    return moves[index].seat == match.you && moves[index].move == move
  }

  /// The name of who sits at a seat, by its number.
  func name(_ seat: Int) -> String {
    match.seats.first { $0.number == seat }?.name ?? "Player \(seat)"
  }
}

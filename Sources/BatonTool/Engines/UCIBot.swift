internal import Chess
internal import Games
internal import Service

extension UCIProgram {
  /// The engine as a player of the server's own.
  ///
  /// - Parameters:
  ///   - milliseconds: How long it thinks about a move.
  ///   - substitute: Who moves in its place when it gives no move, so that no match waits for a program that is broken.
  /// - Returns: the player, called after the engine.
  func bot(milliseconds: Int, substitute: Bot<ChessGame>) -> Bot<ChessGame> {
    Bot(name: specification.name, title: specification.title) { game, seat, chance, limits in
      if let move = self.move(in: game, milliseconds: milliseconds) { return .move(move) }
      return substitute.choosing(game, seat, &chance, limits)
    }
  }
}

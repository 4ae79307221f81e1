internal import Matches

/// What a player can ask of a match.
public enum PlayerCommand: Hashable, Sendable {
  /// Takes the first open seat.
  case join
  /// Plays a move, given as text.
  case move(String)
  /// Leaves the game.
  case quit
  /// Asks to play again.
  case rematch

  /// The command as text, which its digest is made of.
  var text: String {
    switch self {
    case .join: "join"
    case .move(let move): "move \(move)"
    case .quit: "quit"
    case .rematch: "rematch"
    }
  }

  /// The command as the match understands it, with what only the service can draw.
  func matchCommand() -> MatchCommand {
    switch self {
    case .join: .join
    case .move(let move): .move(move)
    case .quit: .quit
    case .rematch:
      .rematch(MatchID(Secrets.makeIdentifier()), seed: Secrets.makeSeed())
    }
  }
}

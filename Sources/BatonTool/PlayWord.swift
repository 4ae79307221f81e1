/// What can be typed while playing, apart from moves.
enum PlayWord: String, CaseIterable, Sendable {
  case moves, hint, undo, draw, flip, new, level, save
  case replace = "save!"
  case open, transcript, pgn, fen, help, quit

  /// What follows the word, and what it does.
  private var meaning: (parameter: String, text: String) {
    switch self {
    case .moves: ("", "list the legal moves")
    case .hint: ("", "tell what the best moves are, and what they are worth")
    case .undo: ("", "take back your last move and what followed it")
    case .draw: ("", "claim a draw: the third repetition, or 50 moves without progress")
    case .flip: ("", "turn the board around")
    case .new: ("", "begin a new game")
    case .level: (" N", "set the level; without N, list the levels")
    case .save: (" FILE", "save the game; never overwrites")
    case .replace: (" FILE", "the same, replacing the file if it exists")
    case .open: (" FILE", "go on with a saved game")
    case .transcript: ("", "show the moves so far")
    case .pgn: ("", "show the moves so far")
    case .fen: ("", "show the position as FEN")
    case .help: ("", "show this list")
    case .quit: ("", "leave; the end of input (Ctrl-D) does it too")
    }
  }

  /// Whether something may follow the word.
  var takesMore: Bool { !meaning.parameter.isEmpty }

  /// One line for each word of a game, the first for moves.
  static func table<Table: PlayTable>(_ game: Table.Type, indent: String) -> String {
    var lines = [padded(game.exampleMove.text, to: 14) + game.exampleMove.meaning]
    for word in game.words where word != .help {
      let (parameter, text) = word.meaning
      lines.append(padded(word.rawValue + parameter, to: 14) + text)
    }
    return lines.map { indent + $0 }.joined(separator: "\n")
  }
}

/// What can be typed while playing, apart from squares.
enum PlayWord: String, CaseIterable {
  case moves, hint, undo, new, level, save
  case replace = "save!"
  case open, transcript, help, quit

  /// What follows the word, and what it does.
  private var meaning: (parameter: String, text: String) {
    switch self {
    case .moves: ("", "list the legal moves")
    case .hint: ("", "tell what each move is worth, in discs at the end of the game")
    case .undo: ("", "take back your last move and what followed it")
    case .new: ("", "begin a new game")
    case .level: (" N", "set the level; without N, list the levels")
    case .save: (" FILE", "save the game as a transcript; never overwrites")
    case .replace: (" FILE", "the same, replacing the file if it exists")
    case .open: (" FILE", "go on with a saved game")
    case .transcript: ("", "show the moves so far")
    case .help: ("", "show this list")
    case .quit: ("", "leave; the end of input (Ctrl-D) does it too")
    }
  }

  /// One line for each word, the first for squares.
  static func table(indent: String) -> String {
    var lines = [padded("d3", to: 14) + "place a disc on d3"]
    for word in allCases where word != .help {
      let (parameter, text) = word.meaning
      lines.append(padded(word.rawValue + parameter, to: 14) + text)
    }
    return lines.map { indent + $0 }.joined(separator: "\n")
  }
}

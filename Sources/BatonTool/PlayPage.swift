internal import Board
internal import GameBoards
internal import Games
internal import Opponents
internal import Reversi
internal import ReversiEngine

/// What a screen of the terminal shows of a game: the board, beside it who plays, below it how things stand.
///
/// With its messages and the prompt it fits 80 columns and 24 rows.
struct PlayPage {
  let screen: ReversiScreen
  let level: ReversiLevel
  let abilities: OutputAbilities
  let columns: Int
  let rows: Int

  /// The board is 26 columns wide; what is beside it starts here.
  private static let panelColumn = 31
  /// Below this width nothing is beside the board.
  private static let narrow = 72
  /// The lines that are always there: title, board, status, and what separates them, then the prompt.
  private static let fixedRows = 15

  /// The page with what is to be said under it, each line ended, no prompt.
  func text(messages: [String]) -> String {
    let board = screen.board.snapshot.text(abilities.boardStyle())
      .split(separator: "\n").map(String.init)
    var lines = [abilities.bold(abilities.text("Baton · Reversi")), ""]
    if columns >= Self.narrow {
      for (number, line) in board.enumerated() {
        let beside = number < panel.count ? panel[number] : ""
        lines.append(beside.isEmpty ? line : padded(line, to: Self.panelColumn) + beside)
      }
    } else {
      lines += board
      lines += sides
    }
    lines += ["", abilities.bold(abilities.text(screen.status))]
    lines += below(messages)
    return lines.map { $0 + "\n" }.joined()
  }

  /// The messages, broken to the width and held to the height.
  private func below(_ messages: [String]) -> [String] {
    let status = screen.status
    let width = max(min(columns, 80) - 1, 20)
    var lines: [String] = []
    for message in messages where message != status {
      lines += fitted(abilities.text(message), width: width)
    }
    guard !lines.isEmpty else { return [] }
    let fixed = columns >= Self.narrow ? Self.fixedRows : Self.fixedRows + 2
    let room = max(rows - fixed, 1)
    // The line after the status is left empty where there is room for that.
    return lines.count < room ? [""] + lines : Array(lines.suffix(room + 1))
  }

  /// Lines of a table keep their spaces; only what is too wide is broken.
  private func fitted(_ message: String, width: Int) -> [String] {
    message.count <= width ? [message] : wrapped(message, width: width)
  }

  /// What is beside the board, a line for each of the board's, the first beside the names of columns.
  private var panel: [String] {
    let position = screen.position
    return [
      "", sides[0], sides[1], "", countLine(position), lastMovesLine, "", legend,
      "  'help' lists the commands",
    ]
  }

  private var sides: [String] {
    let position = screen.position
    let widest = max(position.discCount(of: .black), position.discCount(of: .white)) > 9 ? 2 : 1
    return Side.allCases.map { side in
      let isNext = !position.isOver && position.sideToMove == side
      let count = leftPadded("\(position.discCount(of: side))", to: widest)
      let line = "\(isNext ? ">" : " ") \(disc(of: side)) \(side.name)  \(count)"
      return "\(line)  \(player(of: side))"
    }
  }

  /// A disc as the board shows it, taken from a board of one square so that both always look alike.
  private func disc(of side: Side) -> String {
    var style = screen.board.style
    style.showsCoordinates = false
    let content = SquareContent(
      occupant: side == .black ? .blackDisc : .whiteDisc, identity: nil, marks: [],
      isEnabled: false)
    let text = BoardSnapshot(
      geometry: BoardGeometry(rows: 1, columns: 1), squares: [content], style: style
    ).text(abilities.boardStyle())
    return String(text.dropLast())
  }

  private func player(of side: Side) -> String {
    let people = screen.game.people
    guard people.contains(side.seat) else { return "level \(level.number), \(level.name)" }
    return people.count == 1 ? "you" : "a person"
  }

  private func countLine(_ position: ReversiPosition) -> String {
    let empty = position.emptyCount
    return "  \(empty) square\(empty == 1 ? "" : "s") empty"
  }

  private var lastMovesLine: String {
    let moves = screen.game.record.moves.prefix(screen.shownPly)
    guard !moves.isEmpty else { return "" }
    let last = moves.suffix(8).map { $0.move.text }.joined(separator: " ")
    let dots = moves.count > 8 ? (abilities.usesUnicode ? "… " : "... ") : ""
    return "  Moves: \(dots)\(last)"
  }

  private var legend: String {
    var parts: [String] = []
    if !screen.seatsToAct.isEmpty { parts.append("  + playable") }
    if screen.squares.lastMove != nil { parts.append("  ( ) last move") }
    return parts.joined()
  }
}

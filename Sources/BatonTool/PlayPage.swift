internal import Board
internal import GameBoards
internal import Games
internal import Opponents

/// What a screen of the terminal shows of a game: the board, beside it who plays, below it how things stand.
///
/// With its messages and the prompt it fits 80 columns and 24 rows.
struct PlayPage<Table: PlayTable> {
  let table: Table
  let level: PlayLevel
  let abilities: OutputAbilities
  let columns: Int
  let rows: Int

  /// The board is 26 columns wide; what is beside it starts here.
  private static var panelColumn: Int { 31 }
  /// Below this width nothing is beside the board.
  private static var narrow: Int { 72 }
  /// The lines that are always there: title, board, status, and what separates them, then the prompt.
  private static var fixedRows: Int { 15 }

  /// The page with what is to be said under it, each line ended, no prompt.
  func text(messages: [String]) -> String {
    let board = table.board.snapshot.text(abilities.boardStyle())
      .split(separator: "\n").map(String.init)
    var lines = [abilities.bold(abilities.text("Baton · \(Table.info.title)")), ""]
    if columns >= Self.narrow {
      for (number, line) in board.enumerated() {
        let beside = number < panel.count ? panel[number] : ""
        lines.append(beside.isEmpty ? line : padded(line, to: Self.panelColumn) + beside)
      }
    } else {
      lines += board
      lines += sides
    }
    lines += ["", abilities.bold(abilities.text(table.status))]
    lines += below(messages)
    return lines.map { $0 + "\n" }.joined()
  }

  /// The messages, broken to the width and held to the height.
  private func below(_ messages: [String]) -> [String] {
    let status = table.status
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
    let sides = sides
    return ["", sides[0], sides[1], ""] + table.facts(abilities) + ["  'help' lists the commands"]
  }

  private var sides: [String] { table.sides(abilities, level: level) }
}

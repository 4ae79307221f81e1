import Board
import Testing

@Suite("Text")
struct TextTests {
  static let styles: [(name: String, style: TextStyle)] = [
    ("unicode", TextStyle(showsFocus: true, showsLegend: true)),
    ("ascii", TextStyle(characters: .ascii, showsFocus: true, showsLegend: true)),
    ("color", TextStyle(usesColor: true)),
    ("ascii-color", TextStyle(characters: .ascii, usesColor: true, showsFocus: true)),
  ]

  @Test("A game is written as recorded", arguments: styles)
  func game(name: String, style: TextStyle) throws {
    try expectSnapshot(reversiMiddle.text(style), named: "reversi-middle-\(name).txt")
  }

  @Test("Everything is written as recorded", arguments: styles)
  func all(name: String, style: TextStyle) throws {
    try expectSnapshot(everything(style: .felt).text(style), named: "everything-\(name).txt")
  }

  @Test("Every line of the board has the same width", arguments: styles)
  func aligned(name: String, style: TextStyle) {
    for (rows, columns) in [(8, 8), (12, 30), (1, 1), (100, 3)] {
      let board = BoardSnapshot(
        geometry: BoardGeometry(rows: rows, columns: columns), squares: reversiMiddle.squares)
      var style = style
      style.showsLegend = false
      let lines = board.text(style).withoutColors.split(separator: "\n")
      #expect(lines.count == rows + 1)
      #expect(Set(lines.dropFirst().map(\.count)).count == 1)
      #expect(lines[1].count == "\(rows)".count + 1 + 3 * columns)
      #expect(lines[0].count <= lines[1].count)
    }
  }

  @Test("Plain ASCII is plain ASCII")
  func ascii() {
    let text = everything(style: .felt).text(TextStyle(characters: .ascii, showsFocus: true))
    #expect(text.utf8.allSatisfy { $0 == 10 || (32...126).contains($0) })
  }

  @Test("Without colour there is no escape, and with colour the same signs stand")
  func colors() {
    let plain = reversiMiddle.text(TextStyle())
    let colored = reversiMiddle.text(TextStyle(usesColor: true))
    #expect(!plain.contains("\u{1b}"))
    #expect(colored.withoutColors == plain)
    #expect(colored.split(separator: "\n").dropFirst().allSatisfy { $0.hasSuffix("\u{1b}[0m") })
  }

  @Test("Two marks on a square show on either side")
  func twoMarks() {
    let board = BoardSnapshot(
      geometry: BoardGeometry(rows: 1, columns: 1),
      squares: [SquareContent(occupant: .blackDisc, marks: [.selected, .lastTo])])
    #expect(board.text(TextStyle(characters: .ascii)) == "   a\n1 [X)\n")
  }

  @Test("Coordinates can be left out, and an empty board is an empty text")
  func bare() {
    var board = BoardSnapshot(
      geometry: BoardGeometry(rows: 1, columns: 2), squares: squares(["XO"]))
    board.style.showsCoordinates = false
    #expect(board.text() == " ●  ○ \n")
    var none = BoardSnapshot(geometry: BoardGeometry(rows: 0, columns: 0), squares: [])
    none.style.showsCoordinates = false
    #expect(none.text(TextStyle(showsLegend: true)) == "")
  }
}

extension String {
  /// The text without ANSI sequences.
  fileprivate var withoutColors: String {
    var result = ""
    var isInSequence = false
    for character in self {
      if character == "\u{1b}" { isInSequence = true }
      if !isInSequence { result.append(character) }
      if character == "m" { isInSequence = false }
    }
    return result
  }
}

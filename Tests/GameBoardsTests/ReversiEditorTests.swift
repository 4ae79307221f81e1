import Board
import GameBoards
import Games
import Reversi
import ReversiEngine
import Testing

@Suite("A board on which a position of Reversi is set up")
struct ReversiEditorTests {
  private func tap(_ editor: inout ReversiEditor, _ names: String...) throws {
    for name in names {
      let square = try Square(text: name).index
      editor.handle(.pointerDown(pointer: 1, square: square, isPrimary: true))
      editor.handle(.pointerUp(pointer: 1, square: square))
    }
  }

  @Test("A touch goes from empty over black and white to empty")
  func inTurn() throws {
    var editor = ReversiEditor(ReversiEditor.empty)
    #expect(editor.problem == "there is no disc on the board")
    try tap(&editor, "h8")
    #expect(editor.text == String(repeating: "-", count: 63) + "X X")
    #expect(editor.problem == "neither side can move in this position")
    try tap(&editor, "h8")
    #expect(editor.text == String(repeating: "-", count: 63) + "O X")
    try tap(&editor, "h8")
    #expect(editor.position == ReversiEditor.empty)
  }

  @Test("Brushes put discs, replace them, and take them away")
  func brushes() throws {
    var editor = ReversiEditor(.start)
    #expect(editor.problem == nil)
    editor.brush = .disc(.white)
    try tap(&editor, "d5", "a1", "e5")
    #expect(editor.position[try Square(text: "d5")] == .white)
    #expect(editor.position[try Square(text: "a1")] == .white)
    #expect(editor.position[try Square(text: "e5")] == nil, "where it lay already it is taken away")
    editor.brush = .eraser
    try tap(&editor, "a1", "b1")
    #expect(editor.position.discCount(of: .white) == 2)
    editor.setSide(.white)
    #expect(editor.text.hasSuffix(" O"))
  }

  @Test("A touch that ends elsewhere or is cancelled changes nothing")
  func elsewhere() throws {
    var editor = ReversiEditor(.start)
    editor.handle(.pointerDown(pointer: 1, square: 0, isPrimary: true))
    editor.handle(.pointerUp(pointer: 1, square: 1))
    editor.handle(.pointerDown(pointer: 1, square: 0, isPrimary: true))
    editor.handle(.pointerCancel(pointer: 1))
    #expect(editor.position == .start)
    #expect(editor.board.snapshot.squares[27].isEnabled, "every square may be touched")
  }

  @Test("A game that begins with a position is played, taken back and written down")
  func played() throws {
    let line = "XO" + String(repeating: "-", count: 62) + " X"
    let record = try Transcript(line).record
    var screen = ReversiScreen.starting(
      people: SeatSet(first: 2), level: .usual, record: record
    ).screen
    _ = try screen.play(ReversiMove(text: "c1"))
    #expect(screen.transcript == line + " C1")
    #expect(screen.position.isOver)
    _ = screen.takeBack()
    #expect(screen.transcript == line)
  }
}

import Board
import Chess
import GameBoards
import Games
import Testing

@Suite("A board on which a position is set up")
struct ChessEditorTests {
  private let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

  private func place(_ name: String) throws -> Int {
    ChessSquares.index(of: try ChessSquare(text: name))
  }

  private func tap(_ editor: inout ChessEditor, _ names: String...) throws {
    for name in names {
      editor.handle(.pointerDown(pointer: 1, square: try place(name), isPrimary: true))
      editor.handle(.pointerUp(pointer: 1, square: try place(name)))
    }
  }

  @Test("Pieces are moved by hand, put by a brush, and taken away")
  func pieces() throws {
    var editor = ChessEditor(.start)
    #expect(editor.fen == start && editor.problem == nil)
    try tap(&editor, "e2", "e4")
    #expect(editor.fen.hasPrefix("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w"))
    editor.brush = .piece(ChessPiece(.black, .queen))
    try tap(&editor, "e5")
    #expect(editor.fen.contains("/4q3/4P3/"))
    try tap(&editor, "e5")
    #expect(editor.fen.contains("/8/4P3/"))
    editor.brush = .eraser
    try tap(&editor, "a8", "e4")
    #expect(editor.fen == "1nbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQk - 0 1")
    #expect(editor.castlings == .all, "what was wished for is remembered")
  }

  @Test("A piece that is carried off the board is gone")
  func off() throws {
    var editor = ChessEditor(.start)
    editor.handle(.pointerDown(pointer: 1, square: try place("d8"), isPrimary: true))
    editor.handle(.pointerUp(pointer: 1, square: nil))
    #expect(editor.fen.hasPrefix("rnb1kbnr/"))
    editor.handle(.pointerDown(pointer: 1, square: try place("d1"), isPrimary: true))
    editor.handle(.pointerUp(pointer: 1, square: try place("d8")))
    #expect(editor.fen.hasPrefix("rnbQkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR"))
  }

  @Test("Who moves and who may castle is chosen, and what is wrong is told")
  func choices() throws {
    var editor = ChessEditor(ChessSetup())
    #expect(editor.problem == "white has no king")
    editor.brush = .piece(ChessPiece(.white, .king))
    try tap(&editor, "e1")
    editor.brush = .piece(ChessPiece(.black, .king))
    try tap(&editor, "e8")
    editor.brush = .piece(ChessPiece(.white, .rook))
    try tap(&editor, "h1")
    editor.setCastlings(.all)
    editor.setSide(.black)
    #expect(editor.fen == "4k3/8/8/8/8/8/8/4K2R b K - 0 1" && editor.problem == nil)
    editor.setCastlings([])
    editor.setSide(.white)
    try tap(&editor, "e7")
    #expect(editor.fen == "4k3/4R3/8/8/8/8/8/4K2R w - - 0 1")
    #expect(editor.problem?.contains("in check") == true)
    editor.reset(to: .start)
    #expect(editor.fen == start)
  }
}

@Suite("Puzzles of chess on screens")
struct ChessPuzzleScreenTests {
  @Test("Each is a position that goes on, with a line that is read")
  func sound() throws {
    for puzzle in ChessPuzzle.mates {
      let record = try ChessTranscript(text: puzzle.transcript).record
      #expect(!record.position.isOver && record.moves.isEmpty)
      #expect(record.position.position == puzzle.position)
    }
  }
}

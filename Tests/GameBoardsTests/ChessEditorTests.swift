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

@Suite("Puzzles of chess")
struct ChessPuzzleTests {
  @Test(
    "A mate that stands is answered by the longest defence, and one that does not by nothing",
    arguments: [
      // The rook on the last rank mates at once, whatever black does.
      ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", 1, "h8g8"), ("7k/8/8/6K1/8/8/8/R7 b - - 0 1", 1, nil),
      ("6k1/8/5K2/8/8/8/8/6QR b - - 0 1", 1, "g8f8"),
      ("7k/8/8/8/8/8/8/K7 b - - 0 1", 2, nil),
    ] as [(String, Int, String?)])
  func defence(fen: String, left: Int, answer: String?) throws {
    let move = ChessPuzzle.defence(in: try ChessPosition(fen: fen), left: left)
    #expect(move?.text == answer)
  }

  @Test("The first move of a puzzle keeps its mate, another one does not")
  func firstMove() throws {
    let puzzle = try #require(ChessPuzzle.mates.first)
    #expect(puzzle.mateIn == 2)
    let position = try ChessPosition(fen: puzzle.fen)
    let right = try position.playing(ChessMove(text: "g3g6"))
    let wrong = try position.playing(ChessMove(text: "g3g7"))
    #expect(ChessPuzzle.defence(in: right, left: 1) != nil)
    #expect(ChessPuzzle.defence(in: wrong, left: 1) == nil)
  }

  @Test("Each is a position that goes on, with a line that is read")
  func sound() throws {
    var seen: Set<String> = []
    for puzzle in ChessPuzzle.mates {
      let record = try ChessTranscript(text: puzzle.line).record
      #expect(!record.position.isOver && record.moves.isEmpty)
      #expect((2...4).contains(puzzle.mateIn))
      #expect(seen.insert(puzzle.fen).inserted, "\(puzzle.fen) twice")
    }
    #expect(seen.count > 30)
  }
}

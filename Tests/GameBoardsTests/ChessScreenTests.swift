import Board
import Chess
import GameBoards
import Games
import Opponents
import Testing

/// The place of a square on the board, by its name.
private func place(_ name: String) throws -> Int {
  ChessSquares.index(of: try ChessSquare(text: name))
}

extension ChessScreen {
  fileprivate static func at(_ fen: String, people: SeatSet = everybody) throws -> ChessScreen {
    let record = Record(start: ChessGame(try ChessPosition(fen: fen)))
    return starting(people: people, level: 1, record: record).screen
  }

  /// Presses and releases on one square after the other, as a finger does.
  @discardableResult
  fileprivate mutating func tap(_ names: String...) throws -> [Effect] {
    var effects: [Effect] = []
    for name in names {
      let index = try place(name)
      effects += handle(.pointerDown(pointer: 1, square: index, isPrimary: true))
      effects += handle(.pointerUp(pointer: 1, square: index))
    }
    return effects
  }

  @discardableResult
  fileprivate mutating func drag(_ from: String, _ to: String) throws -> [Effect] {
    try handle(.pointerDown(pointer: 1, square: place(from), isPrimary: true))
      + handle(.pointerMove(pointer: 1, square: place(to)))
      + handle(.pointerUp(pointer: 1, square: place(to)))
  }

  fileprivate func names(_ mark: Marks) -> Set<String> {
    Set(
      ChessSquare.all.filter { board.squares[ChessSquares.index(of: $0)].marks.contains(mark) }
        .map { $0.text })
  }

  fileprivate func label(_ name: String) throws -> String {
    board.snapshot.label(of: try place(name))
  }
}

@Suite("A screen of chess")
struct ChessScreenTests {
  private var fresh: ChessScreen { ChessScreen.starting(people: everybody, level: 1).screen }

  @Test("A piece is taken up by one touch and put down by the next")
  func taps() throws {
    var screen = fresh
    #expect(screen.status == "White to move")
    #expect(try screen.label("e2") == "e2, white pawn, can move")
    #expect(try screen.label("e7") == "e7, black pawn")
    try screen.tap("e2")
    #expect(screen.names(.target) == ["e3", "e4"] && screen.names(.selected) == ["e2"])
    try screen.tap("e2")
    #expect(screen.names(.target).isEmpty)
    #expect(try screen.tap("e2", "e4") == [.say("White’s pawn goes to e4")])
    #expect(screen.names(.lastFrom) == ["e2"] && screen.names(.lastTo) == ["e4"])
    #expect(screen.names(.selected).isEmpty)
    #expect(screen.status == "Black to move" && screen.notation.count == 1)
  }

  @Test("Another piece of one's own is taken up instead, and Escape puts it down")
  func reselection() throws {
    var screen = fresh
    try screen.tap("e2", "g1")
    #expect(screen.names(.selected) == ["g1"] && screen.names(.target) == ["f3", "h3"])
    _ = screen.handle(.key(.escape))
    #expect(screen.names(.selected).isEmpty)
  }

  @Test("A piece can be carried; dropped where it cannot go, it stays in hand")
  func drags() throws {
    var screen = fresh
    try screen.drag("e2", "e5")
    #expect(screen.notation.isEmpty && screen.names(.selected) == ["e2"])
    try screen.drag("e2", "e4")
    #expect(screen.notation.count == 1)
    _ = screen.handle(.pointerDown(pointer: 1, square: try place("e7"), isPrimary: true))
    _ = screen.handle(.pointerUp(pointer: 1, square: nil))
    #expect(screen.notation.count == 1)
  }

  @Test("The keyboard alone plays")
  func keyboard() throws {
    var screen = fresh
    _ = screen.handle(.focus(try place("e2")))
    for key in [BoardKey.activate, .up, .up, .activate] { _ = screen.handle(.key(key)) }
    #expect(screen.transcript.text == "startpos moves e2e4")
  }

  @Test(
    "Castling is the king's move by two squares or onto its rook",
    arguments: [
      ("g1", "f1"), ("h1", "f1"), ("c1", "d1"), ("a1", "d1"),
    ])
  func castling(target: String, rook: String) throws {
    for isDrag in [false, true] {
      var screen = try ChessScreen.at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
      let effects = try isDrag ? screen.drag("e1", target) : screen.tap("e1", target)
      let side = rook == "f1" ? "kingside" : "queenside"
      #expect(effects == [.say("White castles \(side)")])
      #expect(screen.position[try ChessSquare(text: rook)] == ChessPiece(.white, .rook))
      #expect(screen.names(.lastFrom) == ["e1"])
      #expect(screen.names(.lastTo) == [rook == "f1" ? "g1" : "c1"])
    }
  }

  @Test("A rook that could castle can still be moved, by touch and by carrying it")
  func rook() throws {
    var screen = try ChessScreen.at("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    try screen.tap("h1", "h5")
    #expect(screen.transcript.text.contains("h1h5"))
    screen = try ChessScreen.at("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    try screen.tap("e1")
    try screen.drag("h1", "h4")
    #expect(screen.transcript.text.contains("h1h4"))
  }

  @Test("A pawn on its way to the last rank waits for the choice of a piece")
  func promotion() throws {
    var screen = try ChessScreen.at("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1")
    try screen.tap("e7", "d8")
    #expect(screen.promotion?.to.text == "d8" && screen.promotion?.side == .white)
    #expect(!screen.board.squares.contains { $0.isEnabled })
    #expect(screen.promote(to: nil) == [])
    #expect(screen.promotion == nil && screen.notation.isEmpty)
    try screen.tap("e7", "d8")
    _ = screen.handle(.key(.escape))
    #expect(screen.promotion == nil)
    try screen.drag("e7", "d8")
    #expect(
      screen.promote(to: .queen) == [
        .say("White’s pawn takes the rook on d8 and becomes a queen, check")
      ])
    #expect(screen.names(.danger) == ["g8"])
    #expect(screen.status == "Check. Black to move")
    #expect(screen.material.takenByWhite == [.rook] && screen.material.lead(of: .white) == 9)
  }

  @Test("What was taken is counted, en passant too, as of the ply that is shown")
  func material() throws {
    var screen = fresh
    for move in ["e2e4", "a7a6", "e4e5", "d7d5", "e5d6", "c7d6"] {
      _ = try screen.play(ChessAction(text: move))
    }
    #expect(screen.material.takenByWhite == [.pawn] && screen.material.takenByBlack == [.pawn])
    #expect(screen.material.lead(of: .white) == nil)
    _ = screen.show(ply: 5)
    #expect(screen.material.takenByBlack.isEmpty && screen.material.lead(of: .white) == 1)
    #expect(screen.status == "Move 5 of 6" && !screen.canClaimDraw)
    #expect(!screen.board.squares.contains { $0.isEnabled })
  }

  @Test("The computer answers, late answers change nothing, and a take-back goes over its reply")
  func computer() throws {
    var (screen, effects) = ChessScreen.starting(people: SeatSet(.second), level: 3)
    #expect(effects == [.startSearch(ticket: 1, level: 3)])
    #expect(screen.status == "White (level 3) is thinking" && !screen.canTakeBack)
    #expect(screen.finishSearch(7, move: try ChessAction(text: "e2e4")) == [])
    _ = screen.finishSearch(1, move: try ChessAction(text: "e2e4"))
    effects = try screen.tap("e7", "e5")
    #expect(effects.last == .startSearch(ticket: 2, level: 3))
    #expect(screen.takeBack() == [.stopSearch])
    #expect(screen.transcript.text == "startpos moves e2e4" && screen.notation.count == 1)
  }

  @Test("The end is told")
  func mate() throws {
    var screen = fresh
    for move in ["f2f3", "e7e5", "g2g4"] { _ = try screen.play(ChessAction(text: move)) }
    let effects = try screen.tap("d8", "h4")
    #expect(
      effects == [.say("Black’s queen goes to h4"), .say("Checkmate, Black wins")])
    #expect(screen.status == "Checkmate, Black wins" && screen.names(.danger) == ["e1"])
    #expect(throws: IllegalMove.gameOver) { try screen.play(.claimDraw) }
  }

  @Test("A draw by repetition is claimed")
  func claim() throws {
    var screen = fresh
    for _ in 0..<2 {
      for move in ["g1f3", "g8f6", "f3g1", "f6g8"] { _ = try screen.play(ChessAction(text: move)) }
    }
    #expect(screen.canClaimDraw)
    #expect(try screen.play(.claimDraw).last == .say("Draw by repetition"))
    #expect(screen.transcript.text.hasSuffix("f6g8 draw"))
  }

  @Test("In a match a move is shown and sent, and its word takes back what it does not confirm")
  func match() throws {
    var screen = fresh
    _ = try screen.showMatch("startpos moves e2e4", you: .second, mayAct: true)
    #expect(screen.seatsToAct == SeatSet(.second))
    let sent = try ChessAction(text: "e7e5")
    #expect(try screen.tap("e7", "e5") == [.send(sent)])
    #expect(screen.seatsToAct.isEmpty && screen.notation.count == 2)
    // Word of something else meanwhile: the move is not there yet.
    _ = try screen.showMatch("startpos moves e2e4", you: .second, mayAct: false)
    #expect(screen.notation.count == 1)
    #expect(
      try screen.showMatch("startpos moves e2e4 e7e5 g1f3", you: .second, mayAct: true)
        == [.say("Black’s pawn goes to e5"), .say("White’s knight goes to f3")])
    // An offer leaves the piece in hand.
    try screen.tap("b8")
    _ = try screen.showMatch("startpos moves e2e4 e7e5 g1f3", you: .second, mayAct: true)
    #expect(screen.names(.selected) == ["b8"])
    #expect(throws: TextError.self) {
      try screen.showMatch("startpos moves e2e5", you: nil, mayAct: false)
    }
  }
}

@Suite("A game of chess as text")
struct ChessTranscriptTests {
  @Test("It reads back as the same game, from any start")
  func roundTrip() throws {
    for text in [
      "startpos", "startpos moves e2e4 c7c5",
      "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1",
      "fen 4k3/8/8/8/8/8/8/4K2R b - - 12 40",
    ] {
      #expect(try ChessTranscript(text: text).text == text)
    }
    #expect(try ChessTranscript(text: "").text == "startpos")
    #expect(
      try ChessTranscript(text: " position startpos\n moves e2e4 ").text == "startpos moves e2e4")
    #expect(try ChessTranscript(text: "e2e4 e7e5").text == "startpos moves e2e4 e7e5")
  }

  @Test("What is wrong is told with its place")
  func errors() {
    for (text, offset) in [
      ("startpos moves e2e4 e7e9", 22), ("startpos moves e2e5", 15), ("fen", 3), ("fen x", 4),
    ] {
      #expect(
        throws: (any Error).self, "\(text)", performing: { try ChessTranscript(text: text) })
      do throws(TextError) {
        _ = try ChessTranscript(text: text)
      } catch {
        #expect(error.offset == offset, "\(text)")
      }
    }
  }

  @Test("Moves have the numbers of the position in which the game begins")
  func numbers() throws {
    func labels(_ fen: String) throws -> [String] {
      let start = try ChessPosition(fen: fen)
      return (0..<4).map { ChessNotation.label(ofMoveAt: $0, from: start) }
    }
    #expect(try labels("4k3/8/8/8/8/8/8/4K2R w K - 0 1") == ["1.", "", "2.", ""])
    #expect(try labels("4k3/8/8/8/8/8/8/4K2R w K - 3 31") == ["31.", "", "32.", ""])
    #expect(try labels("4k3/8/8/8/8/8/8/4K2R b K - 3 12") == ["12…", "13.", "", "14."])
    let late = try ChessPosition(fen: "4k3/8/8/8/8/8/8/4K2R b K - 3 12")
    #expect(ChessNotation.number(ofMoveAt: 2, from: late) == "13…")
    // PGN too.
    let record = try ChessTranscript(text: "fen \(late.fen()) moves e8e7 h1h7 e7e6").record
    let text = String(
      decoding: ChessNotation.pgn(of: record, white: "A", black: "B"), as: UTF8.self)
    #expect(text.contains("\n12... Ke7 13. Rh7+ Ke6 *"))
  }

  @Test("A position is told from moves, and a game becomes PGN")
  func pasted() throws {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    #expect(try ChessNotation.read(" \(fen)\n").positions[0].position.fen() == fen)
    let record = try ChessTranscript(text: "fen \(fen) moves h1h8").record
    let pgn = String(
      decoding: ChessNotation.pgn(of: record, white: "A \"b\"", black: "C"), as: UTF8.self)
    #expect(pgn.contains("[White \"A \\\"b\\\"\"]\n") && pgn.contains("[FEN \"\(fen)\"]\n"))
    #expect(pgn.contains("\"]\n\n1. Rh8+ "))
    #expect(try ChessTranscript(ChessNotation.read(pgn)).text == ChessTranscript(record).text)
    #expect(try ChessTranscript(ChessNotation.read("1. e4 e5 2. Nf3")).text.hasSuffix("g1f3"))
    #expect(throws: TextError.self) { try ChessNotation.read("1. e4 e5 2. Nf4") }
    #expect(throws: TextError.self) { try ChessNotation.read("8/8/8/8/8/8/8/8 w - - 0 1") }
  }
}

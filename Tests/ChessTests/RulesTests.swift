import Chess
import Games
import GamesTestKit
import Testing

@Suite("Rules of chess")
struct ChessRulesTests {
  static let refused: [(fen: String, move: String, reason: String)] = [
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e2e4", "there is no piece on e2"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e8e7", "the king on e8 is black's"),
    // Castling out of, through and into check.
    ("4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "the king on e1 cannot move to g1"),
    ("4k3/5r2/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "the king on e1 cannot move to g1"),
    ("4k3/6r1/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "h1 is occupied by a piece of its own side"),
    ("4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "e1g1", "g1 is occupied by a piece of its own side"),
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "the king on e1 cannot move to g1"),
    // En passant that uncovers a check along the rank.
    ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "e4d3", "the king would be in check"),
    // A pawn jumping over a piece.
    ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4", "the pawn on e2 cannot move to e4"),
    ("4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e2e4", "the pawn on e2 cannot move to e4"),
    ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", "the pawn on e3 cannot move to e5"),
    ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3d4", "the pawn on e3 cannot move to d4"),
    ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1d2", "the king would be in check on d2"),
    ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "the king would be in check"),
    ("4k3/4r3/8/8/8/8/N7/4K3 w - - 0 1", "a2c3", "the king would still be in check"),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "the pawn must become another piece on a8"),
    (
      "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "a6a7q",
      "a pawn becomes another piece on the last rank only"
    ),
    ("4k3/R7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "only a pawn can be promoted"),
    ("4k3/8/8/8/8/8/3B4/4K3 w - - 0 1", "d2d4", "the bishop on d2 cannot move to d4"),
  ]

  @Test("A refused move says why and changes nothing", arguments: refused)
  func refuses(fen: String, move: String, reason: String) throws {
    var position = try ChessPosition(fen: fen)
    let before = position
    #expect(throws: IllegalMove(reason)) { try position.play(ChessMove(text: move)) }
    #expect(position == before)
    #expect(throws: TextError.self) { try position.move(uci: move) }
  }

  static let played: [(fen: String, moves: String, after: String)] = [
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
    // The king stays where it is and the rook comes over; the rook stays and the king comes over.
    ("4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
    ("4k3/8/8/8/8/8/8/2RK4 w Q - 0 1", "d1c1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"),
    ("4k3/8/8/8/8/8/8/5RK1 w - - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5R1K b - - 1 1"),
    // Promotion by capture of a corner rook takes the right to castle with it.
    ("r3k2r/1P6/8/8/8/8/8/4K3 w kq - 0 1", "b7a8q", "Q3k2r/8/8/8/8/8/8/4K3 b k - 0 1"),
    ("r3k2r/1P6/8/8/8/8/8/4K3 w kq - 0 1", "b7a8n", "N3k2r/8/8/8/8/8/8/4K3 b k - 0 1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1g1", "r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq - 1 1"),
    ("8/8/8/3pP3/8/8/8/k6K w - d6 0 1", "e5d6", "8/8/3P4/8/8/8/8/k6K b - - 0 1"),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 5 9", "e2e4 e8e7 e4e5", "8/4k3/8/4P3/8/8/8/4K3 b - - 0 10"),
  ]

  @Test("A move does all that belongs to it", arguments: played)
  func plays(fen: String, moves: String, after: String) throws {
    var position = try ChessPosition(fen: fen)
    for move in moves.split(separator: " ") { try position.play(ChessMove(text: String(move))) }
    #expect(position.fen() == after)
  }

  @Test("A king's step next to it is a step, not castling, where both have the same squares")
  func ambiguousCastling() throws {
    // In Chess960 the king on f1 goes to g1 by a step; castling needs the rook's square.
    let position = try ChessPosition(fen: "4k3/8/8/8/8/8/8/5K1R w K - 0 1")
    #expect(try position.playing(ChessMove(text: "f1g1")).fen().hasPrefix("4k3/8/8/8/8/8/8/6KR "))
    #expect(try position.playing(ChessMove(text: "f1h1")).fen().hasPrefix("4k3/8/8/8/8/8/8/5RK1 "))
  }

  static let material: [(fen: String, white: Bool, black: Bool)] = [
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, false),
    ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", false, false),
    ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", false, false),
    ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", false, false),
    ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", true, true),
    ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", true, false),
    ("4k1n1/8/8/8/8/8/8/4KN2 w - - 0 1", true, true),
    ("4k2q/8/8/8/8/8/8/4KN2 w - - 0 1", false, true),
    ("4k2r/8/8/8/8/8/8/4KN2 w - - 0 1", true, true),
    ("4k3/7p/8/8/8/8/8/4KB2 w - - 0 1", true, true),
    ("4k2r/8/8/8/8/8/8/4KB2 w - - 0 1", false, true),
    ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", true, false),
    ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", true, false),
    ("4k3/8/8/8/8/B1B5/8/4K3 w - - 0 1", false, false),
  ]

  @Test("Who can mate with the pieces there are", arguments: material)
  func canMate(fen: String, white: Bool, black: Bool) throws {
    let position = try ChessPosition(fen: fen)
    #expect(position.canMate(.white) == white)
    #expect(position.canMate(.black) == black)
    #expect(position.isDead == (!white && !black))
  }
}

@Suite("Games of chess")
struct ChessGameTests {
  private func play(_ moves: String, from fen: String? = nil) throws -> ChessGame {
    var game = ChessGame(try fen.map { try ChessPosition(fen: $0) } ?? .start)
    for move in moves.split(separator: " ") { try game.play(ChessMove(text: String(move))) }
    return game
  }

  @Test("Mate wins, stalemate draws")
  func ends() throws {
    let mate = try play("f2f3 e7e5 g2g4 d8h4")
    #expect(mate.ending == .checkmate)
    #expect(mate.outcome == .won(by: .second, of: 2))
    #expect(mate.seatsToAct.isEmpty)
    #expect(mate.legalMoves(for: .first).isEmpty)
    let draw = try play("b5b6", from: "k7/P7/8/1K6/8/8/8/8 w - - 0 1")
    #expect(draw.ending == .stalemate)
    #expect(draw.outcome == .tied(of: 2))
  }

  @Test("A capture that leaves too little to mate ends the game")
  func dead() throws {
    #expect(try play("e1e2", from: "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").ending == .deadPosition)
  }

  @Test("The third occurrence may be claimed, the fifth ends the game")
  func repetition() throws {
    let tour = " g1f3 g8f6 f3g1 f6g8"
    var game = try play("e2e4 e7e5" + tour)
    // After the leap of a pawn that cannot be captured the position is the same as later.
    #expect(game.repetitions == 2)
    #expect(!game.canClaimDraw)
    #expect(throws: IllegalMove.self) { try game.claimDraw() }
    game = try play("e2e4 e7e5" + tour + tour)
    #expect(game.repetitions == 3)
    #expect(game.canClaimDraw)
    #expect(game.legalMoves(for: .first).contains(.claimDraw))
    let before = game
    try game.claimDraw()
    #expect(game.ending == .claimedRepetition)
    #expect(game != before)
    #expect(try ChessGame(text: game.text) == game)
    let fifth = try play("e2e4 e7e5" + tour + tour + tour + tour)
    #expect(fifth.ending == .fivefoldRepetition)
    #expect(throws: IllegalMove.gameOver) {
      var copy = fifth
      try copy.play(ChessMove(text: "d2d4"))
    }
  }

  @Test("Rights to castle and to capture in passing make another position of the same squares")
  func sameSquares() throws {
    // The rook goes and comes back: castling is lost, so the first occurrence does not count.
    let rook = "h1g1 e8e7 g1h1 e7e8 "
    let game = try play(rook + rook, from: "4k3/8/8/8/8/8/P6p/4K2R w K - 0 1")
    #expect(game.repetitions == 2)
    let passing = "e1e2 g8f8 e2e1 f8g8 "
    let taken = try play("d7d5 " + passing + passing, from: "6k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1")
    #expect(taken.repetitions == 2)
    // The pawn that could capture is pinned: nothing could, so all three count.
    let king = "h5h4 h1h2 h4h5 h2h1 "
    let pinned = try play(
      "d7d5 " + king + king, from: "8/3p4/8/r3P2K/8/8/8/7k b - - 0 1")
    #expect(pinned.repetitions == 3)
  }

  @Test(
    "Fifty moves without progress may be claimed, seventy-five end the game, and mate comes first")
  func fiftyMoves() throws {
    let game = try play("a1a2", from: "7k/8/8/8/8/8/8/R3K3 w - - 99 80")
    #expect(game.canClaimDraw)
    var claimed = game
    try claimed.claimDraw()
    #expect(claimed.ending == .claimedFiftyMoves)
    #expect(try play("a1a2", from: "7k/8/8/8/8/8/8/R3K3 w - - 149 80").ending == .seventyFiveMoves)
    #expect(try play("a1a8", from: "7k/8/6K1/8/8/8/8/R7 w - - 149 80").ending == .checkmate)
    #expect(!(try play("a1a2", from: "7k/8/8/8/8/8/8/R3K3 w - - 98 80")).canClaimDraw)
  }

  @Test("The text of a game reads back, and what is wrong in it is named")
  func text() throws {
    let game = try play("e2e4 e7e5 g1f3 b8c6")
    #expect(
      game.text
        == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 moves g1f3 b8c6")
    #expect(try ChessGame(text: game.text) == game)
    #expect(throws: TextError("the pawn on e2 cannot move to e5", at: 63)) {
      try ChessGame(text: "\(ChessPosition.start.text) moves e2e5")
    }
    #expect(throws: TextError.self) { try ChessGame(text: "moves e2e4") }
    #expect(throws: TextError.self) { try ChessGame(text: "\(ChessPosition.start.text) moves e2") }
    #expect(throws: TextError.self) {
      try ChessGame(text: "\(ChessPosition.start.text) moves draw")
    }
  }

  @Test("Set-ups are the usual one, a number of Chess960, a position or a game")
  func setups() throws {
    var chance = Chance(seed: 1)
    func make(_ options: String) throws -> ChessGame {
      try ChessGame(setup: GameSetup(seats: 2, options: options), chance: &chance)
    }
    #expect(try make("").position == .start)
    #expect(try make("chess960 518").position == .start)
    #expect(try make("chess960").position.castlingRooks.count == 4)
    #expect(throws: SetupError.self) { try make("chess960 960") }
    #expect(throws: SetupError.self) { try make("8/8/8/8/8/8/8/8 w") }
    #expect(throws: SetupError.self) { try make("4k3/8/8/8/8/8/8/4K3 w - - 0 1") }
    #expect(throws: SetupError.self) {
      try ChessGame(setup: GameSetup(seats: 3), chance: &chance)
    }
  }

  @Test("Games by chance keep the laws of games")
  func laws() throws {
    let report = try checkLaws(
      of: ChessGame.self,
      setups: [
        GameSetup(seats: 2), GameSetup(seats: 2, options: "chess960 12"),
        GameSetup(seats: 2, options: "4k3/8/8/8/8/8/4R3/4K3 b - - 90 70"),
        // Castling has two forms, of which the list gives one.
      ], games: 5, seed: 5, isComplete: false)
    print(report)
  }
}

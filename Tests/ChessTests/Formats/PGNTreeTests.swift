import Chess
import Games
import Testing

@Suite("The tree of a PGN game")
struct PGNTreeTests {
  private func game(_ text: String) throws -> PGNGame {
    try #require(PGNReader.games(in: text).first?.game)
  }

  @Test("Moves are added, found again, and refused if they are not legal")
  func adding() throws {
    var game = PGNGame()
    let first = try game.add(ChessMove(text: "e2e4"))
    let second = try game.add(ChessMove(text: "e7e5"), after: first)
    let variation = try game.add(ChessMove(text: "c7c5"), after: first)
    let again = try game.add(ChessMove(text: "c7c5"), after: first)
    #expect(again == variation)
    let before = game
    #expect(throws: IllegalMove.self) { try game.add(ChessMove(text: "e2e4"), after: first) }
    #expect(game == before)
    #expect(game.moveText == "1. e4 e5 (1... c5)")
    #expect(game.mainLine == [first, second])
    #expect(game.children(of: first) == [second, variation])
    #expect(game.parent(of: variation) == first)
    #expect(game.parent(of: .root) == nil)
    #expect(game.path(to: variation) == [first, variation])
    #expect(game.ply(of: variation) == 2)
    #expect(game.position(at: variation).fen().hasPrefix("rnbqkbnr/pp1ppppp/8/2p5/4P3/"))
    #expect(game.next(after: second) == nil)
    #expect(game.counts.moves == 3 && game.counts.variations == 1)
  }

  @Test("Castling is taken in both forms")
  func castling() throws {
    var game = PGNGame(start: try ChessPosition(fen: "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"))
    let short = try game.add(ChessMove(text: "e1g1"))
    let again = try game.add(ChessMove(text: "e1h1"))
    #expect(again == short)
    #expect(game.move(to: short)?.text == "e1h1")
  }

  @Test("Variations are promoted and removed")
  func changing() throws {
    var game = try game("1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. Nc3 *")
    let first = game.mainLine[0]
    let sicilian = game.children(of: first)[1]
    game.promote(sicilian)
    #expect(game.moveText == "1. e4 c5 (1... e5 2. Nc3) (1... e6) 2. Nf3")
    #expect(PGNReader.games(in: game.bytes).map(\.game) == [game])
    game.remove(game.children(of: first)[1])
    #expect(game.moveText == "1. e4 c5 (1... e6) 2. Nf3")
    game.remove(sicilian)
    #expect(game.moveText == "1. e4 e6")
    game.promote(sicilian)
    game.remove(.root)
    #expect(game.moveText == "1. e4 e6")
    let again = PGNReader.games(in: game.bytes).map(\.game)
    #expect(again == [game])
    #expect(again[0].hashValue == game.hashValue)
    let another = try game.add(ChessMove(text: "c7c5"), after: first)
    #expect(another != sicilian)
  }

  @Test("Games are equal if they read the same, and not otherwise")
  func equality() throws {
    let one = try game("1. e4 {x} e5 (1... c5) 2. Nf3 $1 *")
    for other in [
      "1. e4 {x} e5 (1... c5) 2. Nf3 $1 1-0", "1. e4 {y} e5 (1... c5) 2. Nf3 $1 *",
      "1. e4 {x} e5 (1... c5) 2. Nf3 $2 *", "1. e4 {x} e5 (1... e6) 2. Nf3 $1 *",
      "1. e4 {x} e5 (1... c5 2. Nf3 $1) *", "1. e4 {x} e5 (1... c5) 2. Nf3 $1 Nc6 *",
      "1. e4 {x} e5 2. Nf3 $1 *", "{z} 1. e4 {x} e5 (1... c5) 2. Nf3 $1 *",
      "[A \"b\"]\n1. e4 {x} e5 (1... c5) 2. Nf3 $1 *", "*",
    ] { #expect(try game(other) != one, "\(other)") }
    #expect(try game("e4 {x}e5(c5)Nf3!*") == one)
  }

  @Test("A move of nobody leads to the other side's turn")
  func nullMove() throws {
    let game = try game("1. e4 e5 (1... -- 2. d4 d5) *")
    let null = game.children(of: game.mainLine[0])[1]
    #expect(game.isNullMove(to: null))
    #expect(game.move(to: null) == nil)
    #expect(!game.isNullMove(to: .root))
    #expect(game.position(at: null).sideToMove == .white)
    #expect(game.position(at: null).fullmoveNumber == 2)
  }

  @Test("A record becomes a game with the seven tags, and a game a record")
  func records() throws {
    var record = Record(start: ChessGame())
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
      try record.play(.move(ChessMove(text: text)), by: record.position.position.sideToMove.seat)
    }
    let white = try #require(PGNTag("White", "Anna"))
    let game = PGNGame(record, tags: [white])
    #expect(game.result == .blackWins)
    #expect(game.tags.map(\.value) == ["?", "?", "????.??.??", "?", "Anna", "?", "0-1"])
    #expect(game.moveText == "1. f3 e5 2. g4 Qh4#")
    let again = try #require(PGNReader.games(in: game.bytes).first)
    #expect(again.problems.isEmpty)
    #expect(again.game == game)
    #expect(try again.game.record().moves == record.moves)
    #expect(try again.game.record().position.ending == .checkmate)
    // Going on after mate is refused.
    #expect(PGNGame(Record(start: ChessGame())).result == .unknown)
    #expect(PGNGame(Record(start: ChessGame()), result: .draw).value(of: "Result") == "1/2-1/2")
  }

  @Test("Games of the rules by chance there and back")
  func randomRecords() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      var chance = Chance(seed: seed)
      let start = seed.isMultiple(of: 2) ? ChessPosition.chess960(chance.below(960)) : nil
      var record = Record(start: ChessGame(start ?? .start))
      for _ in 0..<chance.below(200) {
        let seat = record.position.position.sideToMove.seat
        let moves = record.position.legalMoves(for: seat).filter { $0 != .claimDraw }
        guard !moves.isEmpty else { break }
        try record.play(moves[chance.below(moves.count)], by: seat)
      }
      let game = PGNGame(record)
      let again = try #require(PGNReader.games(in: game.bytes).first)
      #expect(again.game == game, "seed \(seed)")
      #expect(try again.game.record().position.position == record.position.position)
    }
  }
}

import Chess
import Games
import Testing

@Suite("Running out of time at chess")
struct TimeTests {
  @Test(
    "It loses, but draws where the other side has too little left to mate",
    arguments: [
      ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", false, true),
      ("8/8/8/4k3/8/8/4P3/4K3 b - - 0 1", false, true),
      ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false, false),
      ("8/8/8/4k3/8/3n4/4P3/4K3 w - - 0 1", false, false),
    ])
  func flag(fen: String, blackDraws: Bool, whiteDraws: Bool) throws {
    let game = ChessGame(try ChessPosition(fen: fen))
    #expect(game.outcomeWhenTimeExpires(for: .first) == (whiteDraws ? .tied(of: 2) : nil))
    #expect(game.outcomeWhenTimeExpires(for: .second) == (blackDraws ? .tied(of: 2) : nil))
  }
}

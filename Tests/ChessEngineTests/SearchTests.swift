import Chess
import ChessEngine
import Testing

@Suite("The search of chess")
struct SearchTests {
  @Test(
    "It finds mates and says in how many moves",
    arguments: [
      ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", 1),
      ("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", "h6h7", 2),
      ("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1", "c6c4", 2),
    ])
  func mates(_ fen: String, _ move: String, _ moves: Int) throws {
    let game = ChessGame(try ChessPosition(fen: fen))
    let report = ChessSearch(memory: 1 << 20).run(game, limits: ChessLimits(nodes: 50_000))
    #expect(report.best?.text == move)
    #expect(report.lines.first?.score == .mate(in: moves))
  }

  @Test("The same search finds the same and visits as many positions")
  func repeatable() throws {
    let search = ChessSearch(memory: 1 << 20)
    let first = search.run(ChessGame(), limits: ChessLimits(depth: 8))
    search.forget()
    #expect(search.run(ChessGame(), limits: ChessLimits(depth: 8)) == first)
    #expect(ChessSearch(memory: 1 << 20).run(ChessGame(), limits: ChessLimits(depth: 8)) == first)
  }

  @Test("A limit of positions is kept exactly", arguments: [1, 100, 12_345] as [UInt64])
  func nodes(_ limit: UInt64) {
    let report = ChessSearch(memory: 1 << 20).run(ChessGame(), limits: ChessLimits(nodes: limit))
    #expect(report.nodes == limit)
    #expect(report.best != nil)
  }
}

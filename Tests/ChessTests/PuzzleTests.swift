import Chess
import Games
import Testing

@Suite("Mates and puzzles")
struct ChessPuzzleTests {
  static let shipped = ChessPuzzle.mates

  @Test("Each puzzle that is shipped is a mate in so many moves, and in no fewer")
  func shipped() throws {
    #expect(Self.shipped.count == 33)
    #expect(Set(Self.shipped.map(\.position)).count == 33)
    #expect(Self.shipped.map(\.moves) == Self.shipped.map(\.moves).sorted())
    for puzzle in Self.shipped {
      #expect(try ChessPuzzle(line: puzzle.line) == puzzle)
      var search = ChessMateSearch()
      guard
        case .mate(let moves, let keys) = search.shortestMate(
          in: puzzle.position, within: puzzle.moves)
      else {
        Issue.record("\(puzzle.name): no mate")
        continue
      }
      #expect(moves == puzzle.moves, "\(puzzle.name)")
      #expect(!keys.isEmpty)
    }
  }

  @Test("Following the hints solves each puzzle in time, and the solution is such a line")
  func hints() throws {
    for puzzle in Self.shipped {
      var attempt = ChessPuzzleAttempt(puzzle)
      var other = attempt
      let line = other.solution()
      #expect(other.wasHelped)
      #expect(other.position == puzzle.position)
      while !attempt.isSolved {
        let left = attempt.movesLeft
        let found = attempt.hint()
        let hint = try #require(found)
        let verdict = try attempt.play(hint)
        #expect(verdict != .wrong)
        #expect(attempt.movesLeft < left)
      }
      #expect(attempt.position.isCheckmate, "\(puzzle.name)")
      #expect(attempt.played.count == 2 * puzzle.moves - 1)
      #expect(line.count == attempt.played.count)
      #expect(attempt.mistakes == 0)
    }
  }

  @Test("A wrong move is not made, an illegal one is refused, another mate is as good")
  func wrong() throws {
    // Two rooks: the ladder goes either way round.
    let puzzle = try ChessPuzzle(line: "ladder\t2\t7k/8/8/R7/8/8/8/1R4K1 w - - 0 1")
    var attempt = ChessPuzzleAttempt(puzzle)
    #expect(try attempt.play(ChessMove(text: "b1b2")) == .wrong)
    #expect(attempt.mistakes == 1)
    #expect(attempt.position == puzzle.position)
    #expect(throws: IllegalMove.self) { try attempt.play(ChessMove(text: "a5b6")) }
    var second = attempt
    #expect(try attempt.play(ChessMove(text: "b1b7")) == .right(reply: ChessMove(text: "h8g8")))
    #expect(try attempt.play(ChessMove(text: "a5a8")) == .solved)
    #expect(try second.play(ChessMove(text: "a5a7")) == .right(reply: ChessMove(text: "h8g8")))
    #expect(try second.play(ChessMove(text: "b1b8")) == .solved)
    #expect(throws: IllegalMove.gameOver) { try second.play(ChessMove(text: "b8b7")) }
    #expect(second.hint() == nil)
  }

  @Test("Stalemate is no mate, and a proof that is too long says so")
  func limits() throws {
    let stalemate = try ChessPosition(fen: "k7/P7/8/1K6/8/8/8/8 w - - 0 1")
    var search = ChessMateSearch()
    #expect(search.shortestMate(in: stalemate, within: 2) == .none)
    var short = ChessMateSearch(nodeLimit: 100)
    #expect(short.shortestMate(in: .start, within: 3) == .unknown)
    #expect(short.nodes <= 102)
    var attempt = ChessPuzzleAttempt(ChessPuzzle(name: "none", position: .start, moves: 3))
    #expect(try attempt.play(ChessMove(text: "e2e4"), nodeLimit: 50) == .unproved)
    #expect(attempt.solution(nodeLimit: 50).isEmpty)
    #expect(
      search.shortestMate(in: try ChessPosition(fen: "7k/8/8/8/8/8/8/K7 w"), within: 0) == .none)
  }

  @Test("A mate by promotion, by discovery and by capture in passing are found")
  func kinds() throws {
    var search = ChessMateSearch()
    for (fen, moves, key) in [
      ("7k/P5pp/8/8/8/8/8/K7 w - - 0 1", 1, "a7a8q"),
      ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1, "d1d8"),
      ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, "h5f7"),
    ] {
      guard
        case .mate(let found, let keys) = search.shortestMate(
          in: try ChessPosition(fen: fen), within: 3)
      else {
        Issue.record("no mate in \(fen)")
        continue
      }
      #expect(found == moves)
      #expect(keys.contains(try ChessMove(text: key)))
    }
  }

  @Test(
    "A line of a set that is wrong says where",
    arguments: [
      ("", 0), ("a\tb", 0), ("a\t0\t8/8/8/8/8/8/8/8 w", 2), ("a\tx\t8/8/8/8/8/8/8/8 w", 2),
      ("a\t2\t8/8/8/8/8/8/8/9 w", 18),
    ])
  func lines(line: String, offset: Int) {
    do {
      _ = try ChessPuzzle(line: line)
      Issue.record("\(line) was read")
    } catch {
      #expect(error.offset == offset)
    }
  }
}

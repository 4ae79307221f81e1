import Board
import GameBoards
import Games
import Reversi
import Testing

/// The square of a name, such as `d3`.
func square(_ name: String) throws -> Square { try Square(text: name) }

@Suite("Squares of a Reversi board")
struct ReversiSquaresTests {
  @Test("A square shows the disc of the rules, and where the side to move may play")
  func content() throws {
    var chance = Chance(seed: 3)
    var position = ReversiPosition.start
    var last: Square?
    while !position.isOver {
      for mayMove in [true, false] {
        let squares = ReversiSquares(position: position, lastMove: last, mayMove: mayMove)
        for square in Square.all {
          let content = squares.content(of: square.index)
          let occupants: [Side?: Occupant?] = [.black: .blackDisc, .white: .whiteDisc, nil: nil]
          #expect(content.occupant == occupants[position[square]])
          let isLegal = position.legalMoves(for: position.sideToMove.seat).contains(.place(square))
          #expect(content.marks.contains(.target) == (mayMove && isLegal))
          #expect(content.isEnabled == (mayMove && isLegal))
          #expect(content.marks.contains(.lastTo) == (square == last))
          #expect(
            squares.move(touching: square.index) == (mayMove && isLegal ? .place(square) : nil))
          // A disc that is turned stays the same piece, so that it turns and does not jump.
          #expect(
            content.identity == content.occupant.map { _ in PieceIdentity(UInt32(square.index)) })
        }
      }
      let moves = position.legalMoves(for: position.sideToMove.seat)
      let move = moves[chance.below(moves.count)]
      try position.play(move, by: position.sideToMove.seat)
      if case .place(let square) = move { last = square }
    }
  }

  @Test("Outside the board there is nothing and no move", arguments: [-1, 64, Int.max, Int.min])
  func outside(index: Int) {
    let squares = ReversiSquares(position: .start)
    #expect(squares.content(of: index) == .empty)
    #expect(squares.move(touching: index) == nil)
  }

  @Test("Row 1 is at the top, and squares have their names of the field")
  func geometry() throws {
    for square in Square.all {
      #expect(ReversiSquares.geometry.name(of: square.index) == square.text)
    }
    #expect(ReversiSquares.geometry.displayRow(of: try square("a1").index) == 0)
  }
}

@Suite("What is said of a game of Reversi")
struct ReversiWordsTests {
  @Test(
    "The result has both counts where squares stayed empty",
    arguments: [
      ("", nil),
      ("e6f4e3f6g5d6e7f5c5", "Black wins 13–0 (64–0 with the empty squares)"),
    ] as [(String, String?)])
  func results(game: String, text: String?) throws {
    #expect(ReversiWords.result(of: try Transcript(game).record.position) == text)
  }

  @Test("A full board and a draw have one count")
  func fullBoards() throws {
    func result(black: UInt64, white: UInt64) throws -> String? {
      ReversiWords.result(
        of: try #require(ReversiPosition(black: black, white: white, sideToMove: .black)))
    }
    #expect(try result(black: ~0 << 30, white: ~(~0 << 30)) == "Black wins 34–30")
    #expect(try result(black: ~(~0 << 20), white: ~0 << 20) == "White wins 44–20")
    #expect(try result(black: ~0 << 32, white: ~(~0 << 32)) == "Draw, 32–32")
    #expect(try result(black: 1, white: 1 << 63) == "Draw, 1–1")
    #expect(try result(black: 0, white: 1) == "White wins 1–0 (64–0 with the empty squares)")
  }

  @Test("Moves and passes are announced by the side's name")
  func announcements() throws {
    #expect(
      ReversiWords.announcement(of: .place(try square("d3")), by: .black) == "Black plays d3")
    #expect(ReversiWords.announcement(of: .pass, by: .white) == "White has no move and passes")
  }
}

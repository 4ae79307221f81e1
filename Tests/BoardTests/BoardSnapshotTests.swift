import Board
import Testing

@Suite("BoardSnapshot")
struct BoardSnapshotTests {
  @Test("Labels say square, occupant and state")
  func labels() throws {
    let board = everything(style: .felt)
    func label(_ name: String) throws -> String {
      board.label(of: try #require(board.geometry.square(named: name)))
    }
    #expect(try label("a5") == "a5, black disc, selected")
    #expect(try label("b5") == "b5, empty, playable")
    #expect(try label("c5") == "c5, black disc, playable")
    #expect(try label("d5") == "d5, white disc, last move")
    #expect(try label("e5") == "e5, empty, last move from here")
    #expect(try label("a4") == "a4, white disc, in danger")
    #expect(try label("b4") == "b4, empty, hint, playable")
    #expect(try label("c4") == "c4, empty, out of play")
    #expect(try label("f4") == "f4, unknown piece")
  }

  @Test("The game's own word for an occupant goes before the piece set's")
  func ownLabel() {
    let board = BoardSnapshot(
      geometry: BoardGeometry(rows: 1, columns: 2),
      squares: [
        SquareContent(occupant: .dragon, label: "a dragon\nasleep", marks: .danger),
        SquareContent(label: "a hole"),
      ])
    #expect(board.label(of: 0) == "a1, a dragon asleep, in danger")
    #expect(board.label(of: 1) == "b1, a hole")
  }

  @Test("Another language is a value")
  func words() {
    var board = reversiStart
    board.style.words = BoardWords(empty: "leer", target: "spielbar")
    #expect(board.label(of: 19) == "d3, leer, spielbar")
  }

  @Test("The tab stop is the focus, else the first square that can be used as seen, else the first")
  func tabStop() {
    #expect(reversiMiddle.tabStop == 26)
    #expect(reversiStart.tabStop == 19)
    let flipped = BoardSnapshot(
      geometry: BoardGeometry(rows: 8, columns: 8, orientation: .flipped),
      squares: reversiStart.squares)
    #expect(flipped.tabStop == 44)
    let off = BoardSnapshot(geometry: flipped.geometry, squares: [])
    #expect(off.tabStop == 63)
    #expect(BoardSnapshot(geometry: BoardGeometry(rows: 0, columns: 0), squares: []).tabStop == nil)
  }

  @Test("Too few squares are filled up, too many left out, a focus off the board is none")
  func fitted() {
    let geometry = BoardGeometry(rows: 2, columns: 2)
    let few = BoardSnapshot(
      geometry: geometry, squares: [SquareContent(occupant: .blackDisc)], focusedSquare: 4)
    #expect(few.squares.count == 4)
    #expect(few.squares[3] == .empty)
    #expect(few.focusedSquare == nil)
    #expect(BoardSnapshot(geometry: geometry, squares: reversiStart.squares).squares.count == 4)
  }

  @Test("Equal values are equal and hash alike, also in their texts")
  func hashing() {
    var a = everything(style: .felt)
    let b = everything(style: .felt)
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    a.name += "!"
    #expect(a != b)
  }

  @Test("Sixty-four pieces of one kind are as good a position as any")
  func noRules() {
    let board = BoardSnapshot(
      geometry: BoardGeometry(rows: 8, columns: 8),
      squares: [SquareContent](repeating: SquareContent(occupant: .dragon), count: 64))
    #expect(board.squares.allSatisfy { $0.occupant == .dragon })
    #expect(board.text(TextStyle(characters: .ascii)).filter { $0 == "?" }.count == 64)
  }
}

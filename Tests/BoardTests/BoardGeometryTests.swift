import Board
import Testing

@Suite("BoardGeometry")
struct BoardGeometryTests {
  let reversi = BoardGeometry(rows: 8, columns: 8, rankOrder: .fromTop)
  let chess = BoardGeometry(rows: 8, columns: 8, rankOrder: .fromBottom)

  @Test("Ranks count from the top in Reversi and from the bottom in chess")
  func rankOrder() {
    #expect(reversi.name(of: 0) == "a1")
    #expect(reversi.name(of: 19) == "d3")
    #expect(reversi.name(of: 63) == "h8")
    #expect(chess.name(of: 0) == "a8")
    #expect(chess.name(of: 56) == "a1")
    #expect(chess.name(of: 7) == "h8")
  }

  @Test("Names are read in any case", arguments: ["e4", "E4"])
  func anyCase(name: String) {
    #expect(reversi.square(named: name) == 28)
    #expect(chess.square(named: name) == 36)
  }

  @Test(
    "What is no name of a square is none",
    arguments: [
      "", "e", "4", "4e", "e0", "e04", "e9", "i1", "e4 ", " e4", "é4", "e４",
      "e99999999999999999999", "zzzzzzzzzzzzzzzzzz1", "@1", "`1", "[1",
    ])
  func badNames(name: String) {
    #expect(reversi.square(named: name) == nil)
  }

  @Test(
    "Every square's name reads back as the square",
    arguments: [(8, 8), (1, 40), (3, 5), (100, 100), (512, 1), (0, 0), (0, 7)],
    [RankOrder.fromTop, .fromBottom])
  func namesReadBack(size: (rows: Int, columns: Int), order: RankOrder) {
    let geometry = BoardGeometry(rows: size.rows, columns: size.columns, rankOrder: order)
    #expect(geometry.squares.allSatisfy { geometry.square(named: geometry.name(of: $0)) == $0 })
    #expect(Set(geometry.squares.map(geometry.name(of:))).count == geometry.squareCount)
  }

  @Test("Files after z are aa, ab and so on")
  func manyFiles() {
    let wide = BoardGeometry(rows: 1, columns: 60)
    #expect(wide.name(of: 25) == "z1")
    #expect(wide.name(of: 26) == "aa1")
    #expect(wide.name(of: 27) == "ab1")
    #expect(wide.name(of: 52) == "ba1")
  }

  @Test("Flipping turns the picture by half a circle and moves no name")
  func flipping() {
    var flipped = reversi
    flipped.orientation = .flipped
    #expect(flipped.square(displayRow: 0, displayColumn: 0) == 63)
    #expect(flipped.displayRow(of: 0) == 7)
    #expect(flipped.displayColumn(of: 0) == 7)
    #expect(flipped.name(of: 0) == "a1")
    #expect(flipped.fileName(displayColumn: 0) == "h")
    #expect(flipped.rankName(displayRow: 0) == "8")
    #expect(chess.rankName(displayRow: 0) == "8")
  }

  @Test(
    "Display places and squares belong together one to one, and so do the names at the edge",
    arguments: [BoardOrientation.normal, .flipped], [RankOrder.fromTop, .fromBottom])
  func displayPlaces(orientation: BoardOrientation, order: RankOrder) {
    let geometry = BoardGeometry(rows: 3, columns: 5, rankOrder: order, orientation: orientation)
    for square in geometry.squares {
      let row = geometry.displayRow(of: square)
      let column = geometry.displayColumn(of: square)
      #expect(geometry.square(displayRow: row, displayColumn: column) == square)
      #expect(
        geometry.fileName(displayColumn: column) + geometry.rankName(displayRow: row)
          == geometry.name(of: square))
    }
    #expect(geometry.square(displayRow: -1, displayColumn: 0) == nil)
    #expect(geometry.square(displayRow: 0, displayColumn: 5) == nil)
  }

  @Test("Sizes out of range are cut, and an empty board has no squares")
  func sizes() {
    #expect(BoardGeometry(rows: -3, columns: 8).squareCount == 0)
    #expect(BoardGeometry(rows: Int.max, columns: Int.max).squareCount == 512 * 512)
    #expect(BoardGeometry(rows: 0, columns: 0).square(row: 0, column: 0) == nil)
    #expect(BoardGeometry(rows: 0, columns: 0).name(of: 0) == "")
  }

  @Test("a1 is dark and its neighbours are light")
  func colors() {
    #expect(reversi.isDark(0))
    #expect(!reversi.isDark(1))
    #expect(chess.isDark(56))
    #expect(!chess.isDark(57))
    #expect(!chess.isDark(48))
  }
}

import Board
import Testing

@Suite("Keyboard")
struct KeyboardTests {
  let board = BoardGeometry(rows: 8, columns: 8)

  @Test(
    "Keys move the focus as seen on a normal board",
    arguments: [
      (BoardKey.up, "d3"), (.down, "d5"), (.left, "c4"), (.right, "e4"), (.rowStart, "a4"),
      (.rowEnd, "h4"), (.boardStart, "a1"), (.boardEnd, "h8"),
    ])
  func normal(key: BoardKey, name: String) throws {
    let start = try #require(board.square(named: "d4"))
    #expect(board.square(reachedFrom: start, by: key).map(board.name(of:)) == name)
  }

  @Test(
    "Keys move the focus as seen on a flipped board",
    arguments: [
      (BoardKey.up, "d5"), (.down, "d3"), (.left, "e4"), (.right, "c4"), (.rowStart, "h4"),
      (.rowEnd, "a4"), (.boardStart, "h8"), (.boardEnd, "a1"),
    ])
  func flipped(key: BoardKey, name: String) throws {
    var board = board
    board.orientation = .flipped
    let start = try #require(board.square(named: "d4"))
    #expect(board.square(reachedFrom: start, by: key).map(board.name(of:)) == name)
  }

  @Test("At an edge an arrow stays", arguments: [BoardKey.up, .left])
  func edge(key: BoardKey) {
    #expect(board.square(reachedFrom: 0, by: key) == 0)
  }

  @Test("A row of squares and a single square can be walked", arguments: [BoardKey.up, .down])
  func narrow(key: BoardKey) {
    let row = BoardGeometry(rows: 1, columns: 5)
    #expect(row.square(reachedFrom: 2, by: key) == 2)
    #expect(row.square(reachedFrom: 2, by: .rowEnd) == 4)
    #expect(BoardGeometry(rows: 1, columns: 1).square(reachedFrom: 0, by: key) == 0)
    #expect(BoardGeometry(rows: 0, columns: 0).square(reachedFrom: 0, by: key) == nil)
  }

  @Test("Enter, Space and Escape move nothing", arguments: [BoardKey.activate, .escape])
  func others(key: BoardKey) {
    #expect(board.square(reachedFrom: 9, by: key) == nil)
  }

  @Test("The browser's names are understood")
  func names() {
    #expect(BoardKey(name: "ArrowUp") == .up)
    #expect(BoardKey(name: "Home") == .rowStart)
    #expect(BoardKey(name: "Home", isControl: true) == .boardStart)
    #expect(BoardKey(name: "End", isControl: true) == .boardEnd)
    #expect(BoardKey(name: " ") == .activate)
    #expect(BoardKey(name: "Enter") == .activate)
    #expect(BoardKey(name: "Escape") == .escape)
  }

  @Test(
    "Letters, Tab and shortcuts are not the board's", arguments: ["e", "4", "Tab", "", "arrowup"])
  func notOurs(name: String) {
    #expect(BoardKey(name: name) == nil)
    #expect(BoardKey(name: "ArrowUp", isControl: true) == nil)
    #expect(BoardKey(name: "Enter", isControl: true) == nil)
  }

  @Test(
    "Arrow keys alone reach every square from every other",
    arguments: [BoardOrientation.normal, .flipped])
  func reachesAll(orientation: BoardOrientation) {
    let board = BoardGeometry(rows: 3, columns: 4, orientation: orientation)
    for start in board.squares {
      var reached: Set = [start]
      var frontier = [start]
      while let square = frontier.popLast() {
        for key in [BoardKey.up, .down, .left, .right] {
          guard let next = board.square(reachedFrom: square, by: key) else { continue }
          if reached.insert(next).inserted { frontier.append(next) }
        }
      }
      #expect(reached.count == board.squareCount)
    }
  }
}

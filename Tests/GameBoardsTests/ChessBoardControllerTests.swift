import Board
import Chess
import GameBoards
import Games
import Opponents
import Testing

@Suite("A board view on which chess is played")
struct ChessBoardControllerTests {
  /// A view with its controller, and what was told.
  private final class Table {
    let view = BoardView(geometry: ChessSquares.geometry)
    let controller: ChessBoardController
    var told: [LocalGame<ChessGame>.Effect] = []

    init(people: SeatSet = everybody, fen: String? = nil) throws {
      let start = try fen.map { ChessGame(try ChessPosition(fen: $0)) } ?? ChessGame()
      controller = ChessBoardController(people: people, record: Record(start: start))
      view.allowsSelection = false
      view.dataSource = controller
      view.delegate = controller
      view.reloadData()
      controller.observers.add { [unowned self] effect in told.append(effect) }
    }

    func place(_ name: String) throws -> Int {
      ChessSquares.index(of: try ChessSquare(text: name))
    }

    func tap(_ names: String...) throws {
      for name in names {
        view.handle(.pointerDown(pointer: 1, square: try place(name), isPrimary: true))
        view.handle(.pointerUp(pointer: 1, square: try place(name)))
      }
    }

    var moves: [String] { controller.game.record.moves.map { $0.move.text } }

    func marked(_ mark: Marks) -> Set<String> {
      Set(
        ChessSquare.all.filter {
          view.snapshot.squares[ChessSquares.index(of: $0)].marks.contains(mark)
        }.map { $0.text })
    }
  }

  @Test("Pieces are taken up, put down and carried")
  func touches() throws {
    let table = try Table()
    try table.tap("g1")
    #expect(table.marked(.target) == ["f3", "h3"] && table.marked(.selected) == ["g1"])
    try table.tap("g1")
    #expect(table.marked(.target).isEmpty)
    try table.tap("g1", "f3")
    #expect(table.moves == ["g1f3"] && table.marked(.lastTo) == ["f3"])
    #expect(table.told.count == 1)
    table.view.handle(.pointerDown(pointer: 1, square: try table.place("e7"), isPrimary: true))
    table.view.handle(.pointerMove(pointer: 1, square: try table.place("e5")))
    table.view.handle(.pointerUp(pointer: 1, square: try table.place("e5")))
    #expect(table.moves == ["g1f3", "e7e5"])
  }

  @Test("A promotion is asked for, and becomes a queen where nobody is asked")
  func promotion() throws {
    let fen = "4k3/7P/8/8/8/8/8/4K3 w - - 0 1"
    var table = try Table(fen: fen)
    try table.tap("h7", "h8")
    #expect(table.moves == ["h7h8q"])
    table = try Table(fen: fen)
    var asked: [String] = []
    table.controller.asksForPromotion = { from, to in asked.append(from.text + to.text) }
    try table.tap("h7", "h8")
    #expect(asked == ["h7h8"] && table.moves.isEmpty)
    table.controller.promote(to: nil, on: table.view)
    #expect(table.moves.isEmpty && table.marked(.selected).isEmpty)
    try table.tap("h7", "h8")
    table.controller.promote(to: .knight, on: table.view)
    #expect(table.moves == ["h7h8n"])
  }

  @Test("The computer's answer is shown, a stale one is not")
  func computer() throws {
    let table = try Table(people: SeatSet(.first))
    try table.tap("e2", "e4")
    let ticket = try #require(table.controller.game.runningSearch)
    try table.tap("d7")
    #expect(table.marked(.selected).isEmpty, "the pieces of the computer stay")
    let answer = try ChessAction(text: "e7e5")
    table.controller.finishSearch(.init(number: 99), move: answer, on: table.view)
    #expect(table.moves.count == 1)
    table.controller.finishSearch(ticket, move: answer, on: table.view)
    #expect(table.moves == ["e2e4", "e7e5"] && table.marked(.lastFrom) == ["e7"])
  }
}

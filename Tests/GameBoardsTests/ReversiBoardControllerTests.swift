import Board
import GameBoards
import Games
import Opponents
import Reversi
import Testing

@Suite("A board view on which Reversi is played")
struct ReversiBoardControllerTests {
  /// A view with its controller, and how often it was drawn anew.
  private final class Table {
    let view = BoardView(geometry: ReversiSquares.geometry)
    var controller: ReversiBoardController?
    var pictures: [BoardSnapshot] = []
    var told: [LocalGame<ReversiPosition>.Effect] = []

    init(people: SeatSet = everybody) {
      let controller = ReversiBoardController(people: people)
      self.controller = controller
      view.allowsSelection = false
      view.dataSource = controller
      view.delegate = controller
      view.reloadData()
      view.onChange = { [unowned self] _, new in pictures.append(new) }
      controller.observers.add { [unowned self] effect in told.append(effect) }
    }

    func tap(_ name: String) throws {
      let index = try square(name).index
      view.handle(.pointerDown(pointer: 1, square: index, isPrimary: true))
      pictures = []
      view.handle(.pointerUp(pointer: 1, square: index))
    }
  }

  @Test("A move draws the board once, and tells who listens after it is drawn")
  func oneReload() throws {
    let table = Table()
    let controller = try #require(table.controller)
    var discsWhenTold: [Int] = []
    controller.observers.add { [unowned table] _ in
      discsWhenTold.append(table.view.snapshot.squares.count { $0.occupant != nil })
    }
    try table.tap("d3")
    #expect(table.pictures.count == 1)
    #expect(controller.game.record.moves.count == 1)
    #expect(
      table.told == [
        .announce([RecordedMove(seat: .first, move: .place(try square("d3")))])
      ])
    #expect(discsWhenTold == [5] || discsWhenTold == [4])
    let squares = ReversiSquares(
      position: controller.game.record.position, lastMove: try square("d3"))
    for square in Square.all {
      #expect(table.view.snapshot.squares[square.index] == squares.content(of: square.index))
    }
  }

  @Test("A press that ends elsewhere, or on a square that is none, draws and tells nothing")
  func noMove() throws {
    let table = Table()
    try table.tap("a1")
    #expect(table.pictures.isEmpty)
    table.view.handle(
      .pointerDown(pointer: 1, square: try square("d3").index, isPrimary: true))
    table.view.handle(.pointerUp(pointer: 1, square: try square("c4").index))
    table.view.handle(
      .pointerDown(pointer: 1, square: try square("d3").index, isPrimary: true))
    table.view.handle(.pointerCancel(pointer: 1))
    #expect(table.told.isEmpty)
    #expect(table.controller?.game.record.moves.isEmpty == true)
  }

  @Test("Against the computer the person waits for its move; one that comes late changes nothing")
  func computer() throws {
    let table = Table(people: SeatSet(.first))
    let controller = try #require(table.controller)
    try table.tap("d3")
    let ticket = try #require(controller.game.runningSearch)
    #expect(table.told.last == .startSearch(ticket, .second))
    #expect(!table.view.snapshot.isActive)
    try table.tap("c3")
    #expect(controller.game.record.moves.count == 1)
    table.pictures = []
    controller.finishSearch(ticket, move: .place(try square("c3")), on: table.view)
    #expect(table.pictures.count == 1)
    #expect(controller.game.record.moves.count == 2)
    #expect(table.view.snapshot.isActive)
    let told = table.told.count
    controller.finishSearch(ticket, move: .place(try square("c4")), on: table.view)
    #expect(table.pictures.count == 1)
    #expect(table.told.count == told)
  }

  @Test("A controller that is freed leaves a board that does nothing")
  func freed() throws {
    let table = Table()
    weak let weakController = table.controller
    table.controller = nil
    #expect(weakController == nil, "the view keeps its controller alive")
    let before = table.view.snapshot
    try table.tap("d3")
    #expect(table.view.snapshot.squares == before.squares)
    table.view.reloadData()
    #expect(table.told.isEmpty)
  }

  @Test("Reloads that are asked for while the view works become one")
  func coalescing() throws {
    let table = Table()
    let source = CountingSource()
    table.view.dataSource = source
    try table.controller.map { controller in
      controller.observers.add { [unowned table] _ in
        for _ in 0..<5 { table.view.reloadData() }
      }
      source.loads = 0
      try table.tap("d3")
      // One for the move and one for all that the listener asked for.
      #expect(source.loads <= 2)
      #expect(source.loads >= 1)
    }
  }

  /// A source of an active board that counts how often it is asked for the whole of it.
  private final class CountingSource: BoardDataSource {
    var loads = 0

    func boardGeometry(for boardView: BoardView) -> BoardGeometry {
      loads += 1
      return ReversiSquares.geometry
    }

    func boardView(_ boardView: BoardView, contentOf square: Int) -> SquareContent {
      ReversiSquares(position: .start).content(of: square)
    }
  }

  @Test("A whole game by touches goes by the rules")
  func wholeGame() throws {
    let table = Table()
    for move in shortGame { try table.tap(move) }
    #expect(table.told.last == .finish)
    #expect(table.controller?.game.record.position.isOver == true)
    #expect(!table.view.snapshot.isActive)
  }
}

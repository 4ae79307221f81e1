import Board
import Testing

@Suite("BoardView, loading")
struct BoardViewLoadingTests {
  @Test("A reload asks the size, then each square exactly once, row by row")
  func asksOnce() {
    let recorder = Recorder()
    let view = BoardView()
    view.dataSource = recorder
    view.reloadData()
    #expect(recorder.calls == [.size] + (0..<64).map { .content($0) })
    #expect(view.snapshot.squares == reversiStart.squares)
  }

  @Test("Reloading some squares asks each that exists once and no size")
  func someSquares() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.reload(squares: [20, 3, 20, -1, 64, 3])
    #expect(recorder.calls == [.content(3), .content(20)])
  }

  @Test("An unchanged model changes nothing on the screen")
  func unchanged() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    var changes = 0
    view.onChange = { _, _ in changes += 1 }
    view.reloadData()
    view.reload(squares: [1, 2])
    #expect(changes == 0)
    recorder.contents[19] = SquareContent(occupant: .blackDisc)
    view.reloadData()
    #expect(changes == 1)
  }

  @Test("A screen is handed the last snapshot and the new one")
  func handsBoth() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    let before = view.snapshot
    var seen: [BoardSnapshot] = []
    view.onChange = { seen += [$0, $1] }
    view.orientation = .flipped
    #expect(seen == [before, view.snapshot])
    #expect(view.snapshot.geometry.orientation == .flipped)
  }

  @Test("Without a data source the board is empty")
  func noSource() {
    let view = BoardView()
    var sources = [Recorder()]
    view.dataSource = sources[0]
    view.reloadData()
    #expect(view.snapshot.squares == reversiStart.squares)
    sources = []
    view.reloadData()
    #expect(view.snapshot.squares == [SquareContent](repeating: .empty, count: 64))
    view.tap(5)
    view.reload(squares: [1])
    #expect(view.dataSource == nil)
    #expect(view.selectedSquares.isEmpty)
  }

  @Test("A delegate that is freed during a gesture does no harm")
  func freedDelegate() {
    let source = Recorder()
    let view = BoardView.open(source)
    var delegate: Recorder? = Recorder()
    delegate?.during = { call, _ in if call == .down(9) { delegate = nil } }
    view.delegate = delegate
    view.press(9)
    #expect(view.delegate == nil)
    view.release(9)
    #expect(view.state.touch == .idle)
    #expect(view.selectedSquares == [9])
  }

  @Test("A source that asks for a reload with each answer is asked once more, not for ever")
  func eagerSource() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    recorder.during = { _, view in view.reloadData() }
    view.reloadData()
    #expect(recorder.reloads == 2)
    recorder.during = { _, _ in }
    view.reloadData()
    #expect(recorder.reloads == 3)
  }

  @Test("A source may change the view while it is asked")
  func meddlingSource() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    recorder.during = { call, view in if call == .content(30) { view.selectSquare(4) } }
    view.reloadData()
    #expect(view.selectedSquares == [4])
  }

  @Test("The orientation is the view's own and survives a reload")
  func orientation() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.orientation = .flipped
    view.reloadData()
    #expect(view.orientation == .flipped)
    recorder.geometry.orientation = .flipped
    view.orientation = .normal
    view.reloadData()
    #expect(view.orientation == .normal)
  }

  @Test("Flip and new position in one step end right")
  func flipAndMove() throws {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    let before = view.snapshot
    recorder.contents[19] = SquareContent(occupant: .blackDisc, marks: .lastTo)
    view.orientation = .flipped
    view.reloadData()
    let after = view.snapshot
    #expect(BoardDifference(from: before, to: after).isFull)
    #expect(after.label(of: 19) == "d3, black disc, last move")
    #expect(after.geometry.displayRow(of: 19) == 5)
    #expect(after.geometry.displayColumn(of: 19) == 4)
    #expect(after.geometry.rankName(displayRow: 5) == "3")
    #expect(after.geometry.fileName(displayColumn: 4) == "d")
  }

  @Test(
    "Boards without squares and boards of one row load and draw",
    arguments: [(0, 0), (1, 5), (0, 4)])
  func oddSizes(size: (rows: Int, columns: Int)) {
    let recorder = Recorder()
    recorder.geometry = BoardGeometry(rows: size.rows, columns: size.columns)
    let view = BoardView.open(recorder)
    view.handle(.key(.right))
    view.handle(.key(.activate))
    view.press(3)
    view.release(nil)
    #expect(view.snapshot.squares.count == size.rows * size.columns)
    #expect(view.focusedSquare == (size.rows > 0 ? 3 : nil))
    #expect(recorder.told.filter { $0 == .cancel }.isEmpty)
  }
}

@Suite("BoardView, touches")
struct BoardViewTouchTests {
  @Test("A tap is down, up, and a selection that may be refused or redirected first")
  func tap() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.tap(19)
    #expect(recorder.calls == [.down(19), .up(19), .should(19), .will(19), .select(19)])
    #expect(view.selectedSquares == [19])
    #expect(view.snapshot.squares[19].marks.contains(.selected))
  }

  @Test("Source, pause, target: both touches arrive and the selection lives between")
  func tapTap() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.tap(52)
    view.reloadData()
    #expect(view.selectedSquares == [52])
    recorder.calls = []
    view.tap(36)
    #expect(
      recorder.told == [.down(36), .up(36), .should(36), .will(36), .deselect(52), .select(36)])
  }

  @Test("A drag tells the squares it crosses, each once, and selects nothing")
  func drag() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.press(8)
    for square in [8, 9, 9, nil, nil, 10] { view.handle(.pointerMove(pointer: 1, square: square)) }
    view.release(10)
    #expect(recorder.calls == [.down(8), .move(9), .move(nil), .move(10), .up(10)])
    #expect(view.selectedSquares.isEmpty)
  }

  @Test("Released outside the board, the touch ends with no square", arguments: [nil, 64, -1])
  func outside(square: Int?) {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.press(8)
    view.release(square)
    #expect(recorder.calls == [.down(8), .up(nil)])
  }

  @Test("On a board that is not interactive the delegate hears nothing")
  func notInteractive() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    for square in recorder.contents.indices { recorder.contents[square].isEnabled = false }
    view.reloadData()
    recorder.calls = []
    view.tap(19)
    view.handle(.key(.activate))
    #expect(recorder.calls.isEmpty)
    #expect(!view.snapshot.isActive)
  }

  @Test("A swipe from a square that cannot act tells nothing and selects nothing")
  func swipe() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    recorder.contents[3].isEnabled = false
    view.reload(squares: [3])
    recorder.calls = []
    view.press(3)
    view.handle(.pointerMove(pointer: 1, square: 11))
    view.release(11)
    #expect(recorder.calls.isEmpty)
    #expect(view.selectedSquares.isEmpty)
  }

  @Test("A second finger cancels the gesture and is itself ignored")
  func secondFinger() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    let before = view.snapshot.squares
    view.press(8)
    view.handle(.pointerDown(pointer: 2, square: 20, isPrimary: false))
    view.handle(.pointerMove(pointer: 2, square: 21))
    view.release(21, pointer: 2)
    view.release(8)
    #expect(recorder.calls == [.down(8), .cancel])
    #expect(view.snapshot.squares == before)
  }

  @Test("Other buttons, and a release without a press, touch nothing")
  func otherButtons() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.handle(.pointerDown(pointer: 1, square: 9, isPrimary: false))
    view.release(9)
    view.release(10)
    #expect(recorder.calls.isEmpty)
  }

  @Test("The held piece is captured: cancelled, and the new occupant shows once")
  func capturedWhileHeld() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    var shown: [Occupant?] = []
    view.press(28)
    view.onChange = { _, new in shown.append(new.squares[28].occupant) }
    recorder.contents[28] = SquareContent(occupant: .whiteKnight)
    view.reload(squares: [28])
    view.release(28)
    #expect(recorder.told == [.down(28), .cancel])
    #expect(shown == [.whiteKnight])
  }

  @Test("Other squares change while a piece is held: the gesture goes on")
  func othersChange() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.press(28)
    recorder.contents[0] = SquareContent(occupant: .whiteKnight)
    recorder.contents[28].marks = .danger
    view.reloadData()
    view.release(28)
    #expect(recorder.told == [.down(28), .up(28), .should(28), .will(28), .select(28)])
  }

  @Test("The held square can act no more: cancelled")
  func heldDisabled() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.press(28)
    recorder.contents[28].isEnabled = false
    view.reloadData()
    #expect(recorder.told == [.down(28), .cancel])
  }

  @Test("Input switched off cancels the gesture and shows every square as not enabled")
  func switchedOff() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.press(28)
    view.isEnabled = false
    view.tap(30)
    #expect(recorder.told == [.down(28), .cancel])
    #expect(!view.snapshot.isActive)
    view.isEnabled = true
    #expect(view.snapshot.isActive)
  }

  @Test("Flipping the board goes on with the gesture")
  func flipWhileHeld() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.press(28)
    view.orientation = .flipped
    view.reloadData()
    view.release(28)
    #expect(recorder.told.prefix(2) == [.down(28), .up(28)])
  }

  @Test("The program may cancel, also from within a callback")
  func cancelWithin() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    recorder.during = { call, view in if call == .down(4) { view.cancelTouch() } }
    view.tap(4)
    #expect(recorder.told == [.down(4), .cancel])
  }
}

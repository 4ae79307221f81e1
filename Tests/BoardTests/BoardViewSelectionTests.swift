import Board
import Testing

@Suite("BoardView, selection")
struct BoardViewSelectionTests {
  @Test("Squares are selected and deselected by name, in any case, and no delegate is told")
  func byName() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    #expect(view.selectSquare(named: "A1"))
    #expect(view.selectedSquares == [0])
    #expect(view.selectSquare(named: "h8"))
    #expect(view.selectedSquares == [63])
    #expect(!view.selectSquare(named: "H8"))
    #expect(!view.selectSquare(named: "i9"))
    #expect(!view.selectSquare(64))
    #expect(view.deselectSquare(named: "H8"))
    #expect(!view.deselectSquare(named: "H8"))
    #expect(!view.deselectSquare(named: ""))
    #expect(view.selectedSquares.isEmpty)
    #expect(recorder.calls.isEmpty)
  }

  @Test("The player deselects by a second tap")
  func secondTap() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.tap(4)
    recorder.calls = []
    view.tap(4)
    #expect(recorder.calls == [.down(4), .up(4), .deselect(4)])
  }

  @Test("Several squares can be selected if that is allowed, and the last stays when it is not")
  func multiple() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.allowsMultipleSelection = true
    for square in [5, 3, 9] { view.tap(square) }
    #expect(view.selectedSquares == [5, 3, 9])
    view.allowsMultipleSelection = false
    #expect(view.selectedSquares == [9])
  }

  @Test("The delegate may refuse")
  func refuse() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    recorder.allows = false
    view.tap(4)
    #expect(recorder.calls == [.down(4), .up(4), .should(4)])
    recorder.calls = []
    recorder.allows = true
    recorder.redirect = { _ in nil }
    view.tap(4)
    #expect(recorder.calls == [.down(4), .up(4), .should(4), .will(4)])
    #expect(view.selectedSquares.isEmpty)
  }

  @Test("The delegate may redirect, but not off the board")
  func redirect() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    recorder.redirect = { $0 + 1 }
    view.tap(4)
    #expect(view.selectedSquares == [5])
    #expect(recorder.calls.last == .select(5))
    recorder.redirect = { _ in 99 }
    view.tap(7)
    #expect(view.selectedSquares == [5])
  }

  @Test("Where the player may not select, touches arrive all the same")
  func selectionOff() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.selectSquare(4)
    view.allowsSelection = false
    view.tap(4)
    view.handle(.key(.escape))
    #expect(recorder.calls == [.down(4), .up(4)])
    #expect(view.selectedSquares == [4])
  }

  @Test("The state is up to date before the delegate is told")
  func stateFirst() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.tap(1)
    var seen: [[Int]] = []
    recorder.during = { call, view in
      switch call {
      case .deselect, .select: seen.append(view.selectedSquares)
      default: break
      }
    }
    view.tap(2)
    #expect(seen == [[2], [2]])
  }

  @Test("Reloads within callbacks become one, after them")
  func coalesced() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    recorder.during = { call, view in
      switch call {
      case .up:
        view.reload(squares: [1])
        view.reloadData()
        view.reload(squares: [2])
      case .select: view.reloadData()
      default: break
      }
    }
    view.tap(19)
    #expect(
      recorder.calls == [.down(19), .up(19), .should(19), .will(19), .select(19), .size]
        + (0..<64).map { .content($0) })
  }

  @Test("Selecting within didSelect does not recur")
  func selectWithin() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    recorder.during = { call, view in if call == .select(4) { view.selectSquare(5) } }
    view.tap(4)
    #expect(recorder.calls.filter { $0 == .select(4) || $0 == .select(5) } == [.select(4)])
    #expect(view.selectedSquares == [5])
  }

  @Test("What one event brings is shown in one change")
  func oneChange() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    recorder.during = { call, view in
      guard call == .up(19) else { return }
      recorder.contents[19] = SquareContent(occupant: .blackDisc)
      view.reloadData()
      view.overlays = [.arrow(from: 1, to: 2)]
      view.focusedSquare = 7
    }
    view.press(19)
    var changes = 0
    view.onChange = { _, _ in changes += 1 }
    view.release(19)
    #expect(changes == 1)
  }

  @Test("Selection and focus stay with their squares when the board changes its size")
  func resized() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.allowsMultipleSelection = true
    view.selectSquare(named: "b2")
    view.selectSquare(named: "h8")
    view.focusedSquare = view.geometry.square(named: "d4")
    view.isEnabled = false
    recorder.geometry = BoardGeometry(rows: 3, columns: 3)
    view.reloadData()
    #expect(view.selectedSquares == [4])
    #expect(view.focusedSquare.map(view.geometry.name(of:)) == "c3")
    #expect(view.snapshot.tabStop == view.focusedSquare)
  }

  @Test("With ranks from the bottom, squares keep their names when the board shrinks")
  func resizedFromBottom() {
    let recorder = Recorder()
    recorder.geometry = BoardGeometry(rows: 8, columns: 8, rankOrder: .fromBottom)
    let view = BoardView.open(recorder)
    view.selectSquare(named: "a1")
    view.focusedSquare = view.geometry.square(named: "b2")
    recorder.geometry = BoardGeometry(rows: 3, columns: 3, rankOrder: .fromBottom)
    view.reloadData()
    #expect(view.selectedSquares.map(view.geometry.name(of:)) == ["a1"])
    #expect(view.focusedSquare.map(view.geometry.name(of:)) == "b2")
  }

  @Test("A gesture on a square that is gone is cancelled")
  func gestureResized() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.press(63)
    recorder.geometry = BoardGeometry(rows: 3, columns: 3)
    view.reloadData()
    #expect(recorder.told == [.down(63), .cancel])
  }

  @Test("A gesture whose square moved in the numbering goes on")
  func gestureRenumbered() throws {
    let recorder = Recorder()
    recorder.contents = [SquareContent](repeating: SquareContent(), count: 64)
    let view = BoardView.open(recorder)
    view.press(view.geometry.square(named: "b2"))
    view.handle(.pointerMove(pointer: 1, square: view.geometry.square(named: "g7")))
    recorder.geometry = BoardGeometry(rows: 3, columns: 3)
    view.reloadData()
    view.release(4)
    #expect(recorder.told.prefix(4) == [.down(9), .move(54), .move(nil), .up(4)])
  }
}

@Suite("BoardView, keyboard")
struct BoardViewKeyboardTests {
  @Test("Keys alone move, activate, and let go", arguments: [BoardOrientation.normal, .flipped])
  func keysAlone(orientation: BoardOrientation) throws {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.orientation = orientation
    view.handle(.focus(27))
    view.handle(.key(.up))
    let reached = orientation == .normal ? 19 : 35
    #expect(view.focusedSquare == reached)
    view.handle(.key(.activate))
    #expect(
      recorder.calls == [
        .down(reached), .up(reached), .should(reached), .will(reached), .select(reached),
      ])
    recorder.calls = []
    view.handle(.key(.escape))
    #expect(recorder.calls == [.deselect(reached)])
    #expect(view.selectedSquares.isEmpty)
  }

  @Test("Without a focus, keys start from the tab stop")
  func fromTabStop() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.handle(.key(.right))
    #expect(view.focusedSquare == 1)
  }

  @Test("Escape ends a drag and keeps the selection")
  func escapeDuringDrag() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    view.selectSquare(4)
    view.press(9)
    view.handle(.key(.escape))
    #expect(recorder.calls == [.down(9), .cancel])
    #expect(view.selectedSquares == [4])
  }

  @Test("A touch takes the focus along, where it may act")
  func touchFocuses() {
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    recorder.contents[3].isEnabled = false
    view.reload(squares: [3])
    view.tap(9)
    #expect(view.focusedSquare == 9)
    view.tap(3)
    #expect(view.focusedSquare == 9)
    view.handle(.focus(3))
    #expect(view.focusedSquare == 3)
    view.handle(.focus(400))
    #expect(view.focusedSquare == 3)
    view.focusedSquare = 400
    #expect(view.focusedSquare == nil)
  }

  @Test("A delegate that implements nothing is fine, and selection works")
  func defaults() {
    final class Silent: BoardDelegate {}
    let recorder = Recorder()
    let view = BoardView.open(recorder)
    let silent = Silent()
    view.delegate = silent
    view.press(9)
    view.handle(.pointerMove(pointer: 1, square: 10))
    view.handle(.pointerCancel(pointer: 1))
    view.tap(9)
    view.tap(10)
    #expect(view.selectedSquares == [10])
  }
}

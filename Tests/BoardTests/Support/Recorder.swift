import Board

/// A data source and delegate that writes down what it is asked and told, and does what a test wants.
final class Recorder: BoardDataSource, BoardDelegate {
  enum Call: Hashable {
    case size
    case content(Int)
    case down(Int)
    case move(Int?)
    case up(Int?)
    case cancel
    case should(Int)
    case will(Int)
    case select(Int)
    case deselect(Int)
  }

  var calls: [Call] = []
  var geometry = BoardGeometry(rows: 8, columns: 8)
  var contents: [SquareContent] = reversiStart.squares
  /// What to do within a call, after it was written down.
  var during: (Call, BoardView) -> Void = { _, _ in }
  var allows = true
  var redirect: (Int) -> Int? = { $0 }

  private func note(_ call: Call, _ view: BoardView) {
    calls.append(call)
    during(call, view)
  }

  /// The calls to the delegate only.
  var told: [Call] {
    calls.filter { call in
      switch call {
      case .size, .content: false
      case .down, .move, .up, .cancel, .should, .will, .select, .deselect: true
      }
    }
  }

  /// How often the size was asked, that is, the number of whole reloads.
  var reloads: Int { calls.filter { $0 == .size }.count }

  func boardGeometry(for boardView: BoardView) -> BoardGeometry {
    note(.size, boardView)
    return geometry
  }

  func boardView(_ boardView: BoardView, contentOf square: Int) -> SquareContent {
    note(.content(square), boardView)
    return contents[square]
  }

  func boardView(_ boardView: BoardView, didTouchDown square: Int) {
    note(.down(square), boardView)
  }

  func boardView(_ boardView: BoardView, didMoveTouch square: Int?) {
    note(.move(square), boardView)
  }

  func boardView(_ boardView: BoardView, didTouchUp square: Int?) { note(.up(square), boardView) }

  func boardViewDidCancelTouch(_ boardView: BoardView) { note(.cancel, boardView) }

  func boardView(_ boardView: BoardView, shouldSelect square: Int) -> Bool {
    note(.should(square), boardView)
    return allows
  }

  func boardView(_ boardView: BoardView, willSelect square: Int) -> Int? {
    note(.will(square), boardView)
    return redirect(square)
  }

  func boardView(_ boardView: BoardView, didSelect square: Int) { note(.select(square), boardView) }

  func boardView(_ boardView: BoardView, didDeselect square: Int) {
    note(.deselect(square), boardView)
  }
}

extension BoardView {
  /// Returns a view with all squares usable that asks and tells `recorder`, loaded once.
  static func open(_ recorder: Recorder) -> BoardView {
    for square in recorder.contents.indices { recorder.contents[square].isEnabled = true }
    let view = BoardView()
    view.dataSource = recorder
    view.delegate = recorder
    view.reloadData()
    recorder.calls = []
    return view
  }

  func press(_ square: Int?, pointer: Int = 1) {
    handle(.pointerDown(pointer: pointer, square: square, isPrimary: true))
  }

  func release(_ square: Int?, pointer: Int = 1) {
    handle(.pointerUp(pointer: pointer, square: square))
  }

  func tap(_ square: Int) {
    press(square)
    release(square)
  }
}

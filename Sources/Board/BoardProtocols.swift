/// Who knows what stands on each square of a board view.
public protocol BoardDataSource: AnyObject {
  /// Returns the size of the board and the names of its squares; asked once in each reload.
  ///
  /// The orientation in it is ignored: from which side the board is seen is the view's own business.
  func boardGeometry(for boardView: BoardView) -> BoardGeometry

  /// Returns what stands on a square; asked once for each in a reload, row by row.
  func boardView(_ boardView: BoardView, contentOf square: Int) -> SquareContent
}

/// Who is told what is touched on a board view.
///
/// Each method has a default that does nothing, or allows everything. The view's state is up to date
/// before a method is called; a reload asked for in one runs after it.
public protocol BoardDelegate: AnyObject {
  /// A gesture began on a square; it ends once, by a touch up or a cancel.
  func boardView(_ boardView: BoardView, didTouchDown square: Int)

  /// The gesture went over another square, or `nil` off the board.
  func boardView(_ boardView: BoardView, didMoveTouch square: Int?)

  /// The gesture ended on a square, or `nil` off the board.
  func boardView(_ boardView: BoardView, didTouchUp square: Int?)

  /// The gesture ended without a result.
  func boardViewDidCancelTouch(_ boardView: BoardView)

  /// Returns whether the player may select a square; asked before ``boardView(_:willSelect:)``.
  func boardView(_ boardView: BoardView, shouldSelect square: Int) -> Bool

  /// Returns the square to select instead, the same one to agree, or `nil` to refuse.
  func boardView(_ boardView: BoardView, willSelect square: Int) -> Int?

  /// The player selected a square.
  func boardView(_ boardView: BoardView, didSelect square: Int)

  /// The player deselected a square, perhaps by selecting another.
  func boardView(_ boardView: BoardView, didDeselect square: Int)
}

extension BoardDelegate {
  /// Does nothing.
  public func boardView(_ boardView: BoardView, didTouchDown square: Int) {}

  /// Does nothing.
  public func boardView(_ boardView: BoardView, didMoveTouch square: Int?) {}

  /// Does nothing.
  public func boardView(_ boardView: BoardView, didTouchUp square: Int?) {}

  /// Does nothing.
  public func boardViewDidCancelTouch(_ boardView: BoardView) {}

  /// Allows it.
  public func boardView(_ boardView: BoardView, shouldSelect square: Int) -> Bool { true }

  /// Agrees.
  public func boardView(_ boardView: BoardView, willSelect square: Int) -> Int? { square }

  /// Does nothing.
  public func boardView(_ boardView: BoardView, didSelect square: Int) {}

  /// Does nothing.
  public func boardView(_ boardView: BoardView, didDeselect square: Int) {}
}

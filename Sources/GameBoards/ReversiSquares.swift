public import Board
public import Reversi

/// What stands on each square of a Reversi board, and what a touch on it means.
///
/// The board view knows no rules; this is where it gets them.
public struct ReversiSquares: Hashable, Sendable {
  /// The position that is shown.
  public var position: ReversiPosition
  /// The square of the last move, if there was one.
  public var lastMove: Square?
  /// Whether somebody at this screen may move now.
  public var mayMove: Bool
  /// Squares on which something is written, so that no mark of a move is drawn there.
  public var written: UInt64 = 0
  /// Whether the position is set up, so that every square may be touched.
  public var isEdited = false

  /// Creates the squares of a position.
  public init(position: ReversiPosition, lastMove: Square? = nil, mayMove: Bool = true) {
    self.position = position
    self.lastMove = lastMove
    self.mayMove = mayMove
  }

  /// Eight by eight, row 1 at the top as the field writes it.
  public static let geometry = BoardGeometry(rows: 8, columns: 8, rankOrder: .fromTop)

  /// Returns what stands on a square, by its place in reading order.
  public func content(of index: Int) -> SquareContent {
    guard let square = Square(index) else { return .empty }
    var marks: Marks = []
    let isTarget = mayMove && position.placements & square.bit != 0
    if isTarget, written & square.bit == 0 { marks.insert(.target) }
    if square == lastMove { marks.insert(.lastTo) }
    let occupant: Occupant? =
      switch position[square] {
      case .black: .blackDisc
      case .white: .whiteDisc
      case nil: nil
      }
    return SquareContent(
      // A disc stays where it is and turns: its identity is its square.
      occupant: occupant, identity: occupant == nil ? nil : PieceIdentity(UInt32(index)),
      marks: marks, isEnabled: isTarget || isEdited)
  }

  /// Returns the move that a touch on a square means, or `nil` if it means none.
  public func move(touching index: Int) -> ReversiMove? {
    guard mayMove, let square = Square(index), position.placements & square.bit != 0 else {
      return nil
    }
    return .place(square)
  }
}

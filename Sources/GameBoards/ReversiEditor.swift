public import Board
public import Reversi

/// A board on which any position of Reversi can be set up, as a value: the discs, and who moves.
///
/// Without a brush in hand a touch makes an empty square black, a black one white and a white one empty.
public struct ReversiEditor: Sendable {
  /// What a touch does.
  public enum Brush: Hashable, Sendable {
    /// Goes on from empty over black and white to empty.
    case next
    /// Takes away what lies there.
    case eraser
    /// Puts a disc of this side there, or takes it away where it lies already.
    case disc(Side)
  }

  /// What is set up.
  public private(set) var position: ReversiPosition
  /// The board with its gesture and focus.
  public private(set) var board: BoardState
  /// What a touch does.
  public var brush = Brush.next

  /// Begins with a position, seen as another board is.
  public init(_ position: ReversiPosition, orientation: BoardOrientation = .normal) {
    self.position = position
    board = BoardState(geometry: ReversiSquares.geometry)
    board.orientation = orientation
    board.name = "Reversi board to set up"
    board.allowsSelection = false
    refill()
  }

  /// No disc, and Black to move.
  public static let empty = ReversiPosition(black: 0, white: 0, sideToMove: .black) ?? .start

  /// The position as text, as a transcript has it in front.
  public var text: String { position.text }

  /// Why no game can go on from here, as a sentence without a full stop; `nil` if one can.
  public var problem: String? {
    if position.black | position.white == 0 { return "there is no disc on the board" }
    if position.isOver { return "neither side can move in this position" }
    return nil
  }

  /// Replaces the position.
  public mutating func reset(to next: ReversiPosition) {
    position = next
    refill()
  }

  /// Says who is to move.
  public mutating func setSide(_ side: Side) {
    change(black: position.black, white: position.white, side: side)
  }

  /// Sees the board from the other side.
  public mutating func flip() { board.orientation = board.orientation.opposite }

  /// Takes in what happened on the board.
  public mutating func handle(_ event: BoardEvent) {
    var origin: Int? = if case .pressed(let press) = board.touch { press.origin } else { nil }
    for effect in board.handle(event) {
      switch effect {
      case .didTouchDown(let square): origin = square
      case .didTouchUp(let square?) where square == origin: touch(square)
      default: break
      }
    }
  }

  private mutating func touch(_ index: Int) {
    guard let square = Square(index) else { return }
    let now = position[square]
    let next: Side? =
      switch brush {
      case .next: now == nil ? .black : now == .black ? .white : nil
      case .eraser: nil
      case .disc(let side): now == side ? nil : side
      }
    let rest = ~square.bit
    change(
      black: position.black & rest | (next == .black ? square.bit : 0),
      white: position.white & rest | (next == .white ? square.bit : 0),
      side: position.sideToMove)
  }

  private mutating func change(black: UInt64, white: UInt64, side: Side) {
    // No square gets both colours above.
    position = ReversiPosition(black: black, white: white, sideToMove: side) ?? position
    refill()
  }

  private mutating func refill() {
    var squares = ReversiSquares(position: position, mayMove: false)
    squares.isEdited = true
    _ = board.reload(geometry: ReversiSquares.geometry) { squares.content(of: $0) }
  }
}

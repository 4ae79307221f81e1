public import Board
public import Chess
internal import Games

/// A board on which any position can be set up, as a value: the pieces, who moves, who may castle.
///
/// With a brush in hand a touch puts its piece on a square, or takes it away where it stands already; without one, pieces
/// are moved, and one that is carried off the board is gone.
public struct ChessEditor: Sendable {
  /// What a touch does.
  public enum Brush: Hashable, Sendable {
    /// Moves what stands there.
    case hand
    /// Takes away what stands there.
    case eraser
    /// Puts this piece there.
    case piece(ChessPiece)
  }

  /// The four castlings of the usual position, as they are ticked.
  public struct Castlings: OptionSet, Hashable, Sendable {
    /// One bit a castling.
    public let rawValue: UInt8

    /// Creates a set from its bits: white and black kingside, then white and black queenside.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 15 }

    /// All of them.
    public static let all = Castlings(rawValue: 15)
  }

  /// What is set up.
  public private(set) var setup: ChessSetup
  /// The board with its gesture and focus.
  public private(set) var board: BoardState
  /// What a touch does.
  public var brush = Brush.hand {
    didSet { take(up: nil) }
  }
  /// The castlings that are wanted; those without king and rook in place do not count.
  public private(set) var castlings: Castlings
  private var selected: ChessSquare?
  private var wasSelected = false

  /// Begins with a set-up, seen as another board is.
  public init(_ setup: ChessSetup, orientation: BoardOrientation = .normal) {
    self.setup = setup
    board = BoardState(geometry: ChessSquares.geometry)
    board.orientation = orientation
    board.name = "Chess board to set up"
    board.style = .walnut
    board.allowsSelection = false
    castlings = []
    for (index, square) in ChessEditor.rooks.enumerated()
    where setup.castlingRooks.contains(where: { $0.index == square }) {
      castlings.formUnion(Castlings(rawValue: 1 << UInt8(index)))
    }
    refill()
  }

  /// The rooks of the four castlings, in the order of their bits.
  private static let rooks = [7, 63, 0, 56]

  /// The position as text.
  public var fen: String { setup.fen() }

  /// Why no game can go on from here, as a sentence without a full stop; `nil` if one can.
  public var problem: String? {
    do throws(IllegalSetup) {
      let position = try ChessPosition(setup)
      return ChessGame(position).isOver ? "the game is over in this position" : nil
    } catch {
      return error.reason
    }
  }

  /// Replaces everything.
  public mutating func reset(to next: ChessSetup) {
    self = {
      var fresh = ChessEditor(next, orientation: board.orientation)
      fresh.brush = brush
      return fresh
    }()
  }

  /// Says who is to move.
  public mutating func setSide(_ side: ChessSide) {
    setup.sideToMove = side
    change()
  }

  /// Says who may castle.
  public mutating func setCastlings(_ wanted: Castlings) {
    castlings = wanted
    change()
  }

  /// Sees the board from the other side.
  public mutating func flip() { board.orientation = board.orientation.opposite }

  /// Takes in what happened on the board.
  public mutating func handle(_ event: BoardEvent) {
    var origin: Int? = if case .pressed(let press) = board.touch { press.origin } else { nil }
    for effect in board.handle(event) {
      switch effect {
      case .didTouchDown(let index):
        origin = index
        let square = ChessSquares.square(at: index)
        wasSelected = selected != nil && selected == square
        if brush == .hand, selected == nil, square.flatMap({ setup[$0] }) != nil {
          take(up: square)
        }
      case .didTouchUp(let index):
        let from = origin.flatMap { ChessSquares.square(at: $0) }
        finish(from: from, to: index.flatMap { ChessSquares.square(at: $0) })
      case .deselectAll: take(up: nil)
      default: break
      }
    }
  }

  private mutating func finish(from: ChessSquare?, to: ChessSquare?) {
    guard let from else { return }
    switch brush {
    case .piece(let piece):
      guard from == to else { return }
      setup[from] = setup[from] == piece ? nil : piece
      change()
    case .eraser:
      guard from == to else { return }
      setup[from] = nil
      change()
    case .hand:
      if from == to {
        if wasSelected { return take(up: nil) }
        if let selected, selected != from { move(selected, to: from) }
      } else if setup[from] != nil {
        move(from, to: to)
      }
    }
  }

  private mutating func move(_ from: ChessSquare, to: ChessSquare?) {
    let piece = setup[from]
    setup[from] = nil
    if let to { setup[to] = piece }
    selected = nil
    change()
  }

  private mutating func take(up square: ChessSquare?) {
    selected = square
    refill()
  }

  /// What was true of the position before need not be true any more.
  private mutating func change() {
    setup.enPassant = nil
    setup.halfmoveClock = 0
    var rooks: [ChessSquare] = []
    for (index, place) in ChessEditor.rooks.enumerated() {
      let side: ChessSide = index & 1 == 0 ? .white : .black
      guard castlings.contains(Castlings(rawValue: 1 << UInt8(index))),
        let rook = ChessSquare(place), let king = ChessSquare(file: 4, rank: rook.rank),
        setup[rook] == ChessPiece(side, .rook), setup[king] == ChessPiece(side, .king)
      else { continue }
      rooks.append(rook)
    }
    setup.castlingRooks = rooks
    refill()
  }

  private mutating func refill() {
    let setup = setup
    let selected = selected
    _ = board.reload(geometry: ChessSquares.geometry) { index in
      guard let square = ChessSquares.square(at: index) else { return .empty }
      return SquareContent(
        occupant: setup[square].map { ChessSquares.occupant($0) },
        marks: square == selected ? .selected : [])
    }
  }
}

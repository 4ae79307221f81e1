public import Board
public import Chess

/// What stands on each square of a chess board, and what a touch on it means.
///
/// The board view knows no rules; this is where it gets them.
public struct ChessSquares: Hashable, Sendable {
  /// The position that is shown.
  public let position: ChessPosition
  /// The squares of the last move as people see it, if there was one.
  public var lastMove: (from: ChessSquare, to: ChessSquare)?
  /// The piece that is taken up.
  public private(set) var selected: ChessSquare?
  /// The square of a proposal.
  public var hint: ChessSquare?
  /// The moves that can be made by hand here.
  private let moves: [ChessMove]
  private let sources: UInt64
  /// The moves of the selected piece by the square that is touched for them.
  private var reach: [(square: ChessSquare, move: ChessMove)] = []

  /// Creates the squares of a position; nobody can move on them unless `mayMove`.
  public init(position: ChessPosition, mayMove: Bool = true) {
    self.position = position
    moves = mayMove ? position.legalMoves : []
    var sources: UInt64 = 0
    for move in moves { sources |= move.from.bit }
    self.sources = sources
  }

  /// Eight by eight, seen from white's side.
  public static let geometry = BoardGeometry(rows: 8, columns: 8, rankOrder: .fromBottom)

  /// The place of a square on the board: the board counts from a8, chess from a1.
  public static func index(of square: ChessSquare) -> Int { square.index ^ 56 }

  /// The square at a place on the board, `nil` outside it.
  public static func square(at index: Int) -> ChessSquare? {
    index >= 0 && index < 64 ? ChessSquare(index ^ 56) : nil
  }

  /// Returns whether the piece on a square has a move.
  public func canMove(from square: ChessSquare) -> Bool { sources & square.bit != 0 }

  /// Takes a piece up, or puts down what is taken up; a piece without a move stays where it is.
  public mutating func select(_ square: ChessSquare?) {
    selected = square.flatMap { canMove(from: $0) ? $0 : nil }
    reach = []
    guard let selected else { return }
    var castlings: [ChessMove] = []
    for move in moves where move.from == selected {
      if position.isCastling(move) {
        castlings.append(move)
      } else {
        reach.append((move.to, move))
      }
    }
    for castling in castlings {
      reach.append((castling.to, castling))
      // The king's own way to castle, unless that is a move of its own or no move at all.
      let target = position.destination(of: castling)
      let isTaken = reach.contains { $0.square == target }
      if !isTaken, abs(target.file - castling.from.file) > 1 { reach.append((target, castling)) }
    }
  }

  /// The moves that bring the selected piece to a square: several only if a pawn is promoted.
  public func moves(to square: ChessSquare) -> [ChessMove] {
    reach.compactMap { $0.square == square ? $0.move : nil }
  }

  /// Returns what stands on a square, by its place on the board.
  public func content(of index: Int) -> SquareContent {
    guard let square = ChessSquares.square(at: index) else { return .empty }
    var marks: Marks = []
    var isTarget = false
    for entry in reach where entry.square == square { isTarget = true }
    if isTarget { marks.insert(.target) }
    if square == selected { marks.insert(.selected) }
    if square == hint { marks.insert(.hint) }
    if let lastMove {
      if square == lastMove.from { marks.insert(.lastFrom) }
      if square == lastMove.to { marks.insert(.lastTo) }
    }
    let piece = position[square]
    if let piece, piece.kind == .king, piece.side == position.sideToMove, position.isCheck {
      marks.insert(.danger)
    }
    let canMove = canMove(from: square)
    let occupant = piece.map { ChessSquares.occupant($0) }
    let label =
      piece.map { canMove ? "\($0.side.name) \($0.kind.name), can move" : "" } ?? ""
    return SquareContent(
      occupant: occupant, label: label, marks: marks, isEnabled: isTarget || canMove)
  }

  /// The piece as boards know it.
  public static func occupant(_ piece: ChessPiece) -> Occupant {
    let man: ChessMan =
      switch piece.kind {
      case .pawn: .pawn
      case .knight: .knight
      case .bishop: .bishop
      case .rook: .rook
      case .queen: .queen
      case .king: .king
      }
    return .chess(man, isWhite: piece.side == .white)
  }

  /// Returns whether both show the same.
  public static func == (a: ChessSquares, b: ChessSquares) -> Bool {
    a.position == b.position && a.selected == b.selected && a.hint == b.hint
      && a.sources == b.sources && a.lastMove?.from == b.lastMove?.from
      && a.lastMove?.to == b.lastMove?.to
  }

  /// Hashes the position and the selection.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(position)
    hasher.combine(selected)
  }
}

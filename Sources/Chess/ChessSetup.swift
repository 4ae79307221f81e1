/// What somebody put on a board: pieces on any squares, who moves, who may castle.
///
/// It need not be legal. A board editor works on this type. ``ChessPosition/init(_:)`` says whether a game can go on from it, and if not, why.
public struct ChessSetup: Hashable, Sendable {
  /// All that is on the board.
  package var board = ChessBoard()
  /// The side to move.
  public var sideToMove: ChessSide = .white
  /// The number of plies since a pawn moved or a piece was captured, for the rules of 50 and 75 moves.
  public var halfmoveClock = 0
  /// The number of the move, one higher after each move of black.
  public var fullmoveNumber = 1

  /// Creates an empty board.
  public init() {}

  /// The usual beginning.
  public static let start: ChessSetup = {
    var setup = ChessSetup()
    let pieces: [ChessPieceKind] = [
      .rook, .knight, .bishop, .queen, .king, .bishop, .knight, .rook,
    ]
    setup.putPieces(pieces)
    return setup
  }()

  /// Puts pieces on both home ranks, from the a-file on, with pawns before them and all rights to castle.
  mutating func putPieces(_ kinds: [ChessPieceKind]) {
    for (file, kind) in kinds.enumerated() {
      self[ChessSquare(known: file)] = ChessPiece(.white, kind)
      self[ChessSquare(known: file + 8)] = ChessPiece(.white, .pawn)
      self[ChessSquare(known: file + 48)] = ChessPiece(.black, .pawn)
      self[ChessSquare(known: file + 56)] = ChessPiece(.black, kind)
    }
    board.castlingRooks = board.pieces(.rook)
  }

  /// What stands on a square, or `nil` if it is empty.
  public subscript(_ square: ChessSquare) -> ChessPiece? {
    get { board.piece(at: square.bit) }
    set { board.set(newValue, at: square.bit) }
  }

  /// The squares of the rooks with which their sides may still castle, from a1 on.
  public var castlingRooks: [ChessSquare] {
    get { ChessSetup.squares(board.castlingRooks) }
    set {
      board.castlingRooks = 0
      for square in newValue { board.castlingRooks |= square.bit }
    }
  }

  /// The square that a pawn has just leapt over, or `nil`.
  public var enPassant: ChessSquare? {
    get { ChessSquare(board.enPassant == 0 ? -1 : board.enPassant.trailingZeroBitCount) }
    set { board.enPassant = newValue?.bit ?? 0 }
  }

  static func squares(_ bits: UInt64) -> [ChessSquare] {
    var squares: [ChessSquare] = []
    var rest = bits
    while rest != 0 {
      squares.append(ChessSquare(known: rest.trailingZeroBitCount))
      rest &= rest &- 1
    }
    return squares
  }
}

/// A legal position of chess: what stands where, whose turn it is, what each side may still do.
///
/// A value: copying it is the "what if". It holds what FEN holds and nothing more; the history that draws by repetition
/// need is that of ``ChessGame``. Two positions are equal if all six fields of FEN are; see ``repetitionKey`` for the
/// narrower sense of the rules. Chess960 needs no mode: the rights to castle name their rooks.
public struct ChessPosition: Hashable, Sendable {
  /// All that is on the board.
  package private(set) var board: ChessBoard
  /// The side to move.
  public private(set) var sideToMove: ChessSide
  private var halfmoves: Int32
  private var fullmoves: Int32

  /// The usual beginning.
  public static let start = ChessPosition(known: .start)

  /// Creates a position from what was set up.
  ///
  /// - Throws: ``IllegalSetup``, the plainest reason why no game can go on from there.
  public init(_ setup: ChessSetup) throws(IllegalSetup) {
    if let reason = setup.illegality { throw reason }
    self.init(known: setup)
  }

  private init(known setup: ChessSetup) {
    board = setup.board
    sideToMove = setup.sideToMove
    halfmoves = Int32(clamping: max(0, setup.halfmoveClock))
    fullmoves = Int32(clamping: max(1, setup.fullmoveNumber))
  }

  /// The beginning of Chess960 with this number, 0 to 959; 518 is the usual one.
  ///
  /// `nil` for other numbers. They are those of Reinhard Scharnagl: bishops first, then the queen, then the knights on what is left.
  public static func chess960(_ number: Int) -> ChessPosition? {
    guard number >= 0, number < 960 else { return nil }
    var kinds: [ChessPieceKind?] = [nil, nil, nil, nil, nil, nil, nil, nil]
    var rest = number
    kinds[rest % 4 * 2 + 1] = .bishop
    rest /= 4
    kinds[rest % 4 * 2] = .bishop
    rest /= 4
    func free(_ place: Int) -> Int {
      var left = place
      for (file, kind) in kinds.enumerated() where kind == nil {
        if left == 0 { return file }
        left -= 1
      }
      return 0
    }
    kinds[free(rest % 6)] = .queen
    rest /= 6
    let knights = [
      (0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4),
    ][rest]
    // The second counts among what is free before the first is put.
    let (first, second) = (free(knights.0), free(knights.1))
    kinds[first] = .knight
    kinds[second] = .knight
    for kind in [ChessPieceKind.rook, .king, .rook] { kinds[free(0)] = kind }
    var setup = ChessSetup()
    setup.putPieces(kinds.compactMap { $0 })
    return ChessPosition(known: setup)
  }

  /// The same as a set-up, to be changed.
  public var setup: ChessSetup {
    var setup = ChessSetup()
    setup.board = board
    setup.sideToMove = sideToMove
    setup.halfmoveClock = halfmoveClock
    setup.fullmoveNumber = fullmoveNumber
    return setup
  }

  /// The number of plies since a pawn moved or a piece was captured.
  public var halfmoveClock: Int { Int(halfmoves) }

  /// The number of the move, one higher after each move of black.
  public var fullmoveNumber: Int { Int(fullmoves) }

  /// The number of plies since the first move of white, as the number of the move tells it.
  public var ply: Int { (fullmoveNumber - 1) * 2 + (sideToMove == .white ? 0 : 1) }

  /// What stands on a square, or `nil` if it is empty.
  public subscript(_ square: ChessSquare) -> ChessPiece? { board.piece(at: square.bit) }

  /// Where the king of a side stands.
  public func king(of side: ChessSide) -> ChessSquare {
    ChessSquare(known: (board.kings & board.pieces(of: side)).trailingZeroBitCount)
  }

  /// The squares of the rooks with which their sides may still castle, from a1 on.
  public var castlingRooks: [ChessSquare] { ChessSetup.squares(board.castlingRooks) }

  /// The square that a pawn has just leapt over, whether or not it can be captured there.
  public var enPassant: ChessSquare? { setup.enPassant }

  /// Whether somebody may castle from squares other than those of the usual beginning.
  public var isChess960: Bool {
    for side in ChessSide.allCases {
      let own = board.pieces(of: side)
      let rooks = board.castlingRooks & own
      if rooks == 0 { continue }
      let shift = UInt64(side.homeRank * 8)
      if board.kings & own != 0x10 << shift || rooks & ~(0x81 << shift) != 0 { return true }
    }
    return false
  }

  /// Plays a move that is known to be legal, in the form in which the generator gives it.
  package mutating func play(known move: ChessMove) {
    let from = move.from.bit
    let isIrreversible =
      board.pawns & from != 0 || board.pieces(of: sideToMove.opponent) & move.to.bit != 0
    board.play(move, by: sideToMove)
    halfmoves = isIrreversible ? 0 : halfmoves == .max ? .max : halfmoves + 1
    if sideToMove == .black, fullmoves < .max { fullmoves += 1 }
    sideToMove = sideToMove.opponent
  }
}

/// What stands where, as bitboards: all that legal moves depend on except whose turn it is.
///
/// Bishops and queens share one board, rooks and queens another: a queen stands on both. A plain value of nine words
/// that is copied for each move; nothing is ever taken back.
@frozen
package struct ChessBoard: Hashable, Sendable, BitwiseCopyable {
  /// The pieces of white.
  package var white: UInt64 = 0
  /// The pieces of black.
  package var black: UInt64 = 0
  /// The pawns of both sides.
  package var pawns: UInt64 = 0
  /// The knights of both sides.
  package var knights: UInt64 = 0
  /// The bishops and queens of both sides.
  package var diagonals: UInt64 = 0
  /// The rooks and queens of both sides.
  package var straights: UInt64 = 0
  /// The kings of both sides.
  package var kings: UInt64 = 0
  /// The rooks with which their side may still castle.
  package var castlingRooks: UInt64 = 0
  /// The square that a pawn has just leapt over as a bit, or 0.
  package var enPassant: UInt64 = 0

  /// An empty board.
  package init() {}

  /// All pieces.
  @inline(__always) package var occupied: UInt64 { white | black }

  /// The pieces of a side.
  @inline(__always) package func pieces(of side: ChessSide) -> UInt64 {
    side == .white ? white : black
  }

  /// The pieces of a kind, of both sides.
  package func pieces(_ kind: ChessPieceKind) -> UInt64 {
    switch kind {
    case .pawn: pawns
    case .knight: knights
    case .bishop: diagonals & ~straights
    case .rook: straights & ~diagonals
    case .queen: diagonals & straights
    case .king: kings
    }
  }

  /// What kind of piece stands on the square of `bit`, or `nil` if it is empty.
  package func kind(at bit: UInt64) -> ChessPieceKind? {
    if pawns & bit != 0 { return .pawn }
    if knights & bit != 0 { return .knight }
    if diagonals & bit != 0 { return straights & bit != 0 ? .queen : .bishop }
    if straights & bit != 0 { return .rook }
    return kings & bit != 0 ? .king : nil
  }

  /// What stands on the square of `bit`, or `nil` if it is empty.
  package func piece(at bit: UInt64) -> ChessPiece? {
    guard let kind = kind(at: bit) else { return nil }
    return ChessPiece(white & bit != 0 ? .white : .black, kind)
  }

  /// Puts a piece on the square of `bit`, or nothing.
  package mutating func set(_ piece: ChessPiece?, at bit: UInt64) {
    white &= ~bit
    black &= ~bit
    remove(bit)
    guard let piece else { return }
    if piece.side == .white { white |= bit } else { black |= bit }
    switch piece.kind {
    case .pawn: pawns |= bit
    case .knight: knights |= bit
    case .bishop: diagonals |= bit
    case .rook: straights |= bit
    case .queen:
      diagonals |= bit
      straights |= bit
    case .king: kings |= bit
    }
  }

  /// Takes away what kind of piece it was, not whose.
  @inline(__always)
  mutating func remove(_ bit: UInt64) {
    pawns &= ~bit
    knights &= ~bit
    diagonals &= ~bit
    straights &= ~bit
    kings &= ~bit
  }

  /// The pieces of `side` that attack a square when exactly `occupied` is occupied.
  package func attackers(of square: Int, by side: ChessSide, occupied: UInt64) -> UInt64 {
    let tables = AttackTables.shared
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: square)
    let pawnOrigins = side == .white ? White.attackOrigins(bit) : Black.attackOrigins(bit)
    let found =
      (pawnOrigins & pawns) | (tables.knight(square) & knights) | (tables.king(square) & kings)
      | (tables.bishop(square, occupied) & diagonals) | (tables.rook(square, occupied) & straights)
    return found & pieces(of: side) & occupied
  }

  /// The pieces that give check to the king of `side`.
  package func checkers(of side: ChessSide) -> UInt64 {
    let king = kings & pieces(of: side)
    return attackers(of: king.trailingZeroBitCount, by: side.opponent, occupied: occupied)
  }
}

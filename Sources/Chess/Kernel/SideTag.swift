/// A side as a type, so that the compiler makes code for each with its directions built in.
protocol SideTag {
  associatedtype Opponent: SideTag where Opponent.Opponent == Self
  static var side: ChessSide { get }
  static func own(_ board: ChessBoard) -> UInt64
  static func enemy(_ board: ChessBoard) -> UInt64
  /// The board in which one's pieces and the enemy's are these.
  static func put(own: UInt64, enemy: UInt64, into board: inout ChessBoard)
  /// One square forwards.
  static func forward(_ squares: UInt64) -> UInt64
  /// How far one square forwards is in the order of squares.
  static var step: Int { get }
  /// What pawns on `squares` attack towards the a-file and the h-file.
  static func attacksWest(_ squares: UInt64) -> UInt64
  static func attacksEast(_ squares: UInt64) -> UInt64
  /// The rank on which a pawn stands after its first single step.
  static var thirdRank: UInt64 { get }
  static var lastRank: UInt64 { get }
  static var homeRank: UInt64 { get }
}

extension SideTag {
  /// What pawns of this side on `squares` attack.
  @inline(__always) static func attacks(_ squares: UInt64) -> UInt64 {
    attacksWest(squares) | attacksEast(squares)
  }

  /// From where pawns of this side attack `squares`: what enemy pawns there would attack.
  @inline(__always) static func attackOrigins(_ squares: UInt64) -> UInt64 {
    Opponent.attacks(squares)
  }
}

private let notA: UInt64 = 0xFEFE_FEFE_FEFE_FEFE
private let notH: UInt64 = 0x7F7F_7F7F_7F7F_7F7F

/// The side that moves up the board.
enum White: SideTag {
  typealias Opponent = Black
  @inline(__always) static var side: ChessSide { .white }
  @inline(__always) static func own(_ board: ChessBoard) -> UInt64 { board.white }
  @inline(__always) static func enemy(_ board: ChessBoard) -> UInt64 { board.black }
  @inline(__always)
  static func put(own: UInt64, enemy: UInt64, into board: inout ChessBoard) {
    board.white = own
    board.black = enemy
  }
  @inline(__always) static func forward(_ squares: UInt64) -> UInt64 { squares &<< 8 }
  @inline(__always) static var step: Int { 8 }
  @inline(__always) static func attacksWest(_ squares: UInt64) -> UInt64 { (squares & notA) &<< 7 }
  @inline(__always) static func attacksEast(_ squares: UInt64) -> UInt64 { (squares & notH) &<< 9 }
  @inline(__always) static var thirdRank: UInt64 { 0x0000_0000_00FF_0000 }
  @inline(__always) static var lastRank: UInt64 { 0xFF00_0000_0000_0000 }
  @inline(__always) static var homeRank: UInt64 { 0x0000_0000_0000_00FF }
}

/// The side that moves down the board.
enum Black: SideTag {
  typealias Opponent = White
  @inline(__always) static var side: ChessSide { .black }
  @inline(__always) static func own(_ board: ChessBoard) -> UInt64 { board.black }
  @inline(__always) static func enemy(_ board: ChessBoard) -> UInt64 { board.white }
  @inline(__always)
  static func put(own: UInt64, enemy: UInt64, into board: inout ChessBoard) {
    board.black = own
    board.white = enemy
  }
  @inline(__always) static func forward(_ squares: UInt64) -> UInt64 { squares &>> 8 }
  @inline(__always) static var step: Int { -8 }
  @inline(__always) static func attacksWest(_ squares: UInt64) -> UInt64 { (squares & notA) &>> 9 }
  @inline(__always) static func attacksEast(_ squares: UInt64) -> UInt64 { (squares & notH) &>> 7 }
  @inline(__always) static var thirdRank: UInt64 { 0x0000_FF00_0000_0000 }
  @inline(__always) static var lastRank: UInt64 { 0x0000_0000_0000_00FF }
  @inline(__always) static var homeRank: UInt64 { 0xFF00_0000_0000_0000 }
}

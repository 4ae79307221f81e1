/// What kind of piece it is, whatever its colour.
public enum ChessPieceKind: UInt8, Hashable, Sendable, CaseIterable {
  /// Moves forwards, captures aslant, and becomes another piece on the last rank.
  case pawn
  /// Leaps two squares one way and one the other.
  case knight
  /// Goes along diagonals.
  case bishop
  /// Goes along ranks and files.
  case rook
  /// Goes along all lines.
  case queen
  /// Goes one square, and must not be lost.
  case king

  /// What a pawn can become, the strongest first.
  public static let promotions: [ChessPieceKind] = [.queen, .rook, .bishop, .knight]

  /// The English letter in upper case: `P`, `N`, `B`, `R`, `Q`, `K`.
  public var letter: UInt8 {
    switch self {
    case .pawn: UInt8(ascii: "P")
    case .knight: UInt8(ascii: "N")
    case .bishop: UInt8(ascii: "B")
    case .rook: UInt8(ascii: "R")
    case .queen: UInt8(ascii: "Q")
    case .king: UInt8(ascii: "K")
    }
  }

  /// Reads the English letter in either case; `nil` for any other.
  public init?(letter: UInt8) {
    switch letter & ~0x20 {
    case UInt8(ascii: "P"): self = .pawn
    case UInt8(ascii: "N"): self = .knight
    case UInt8(ascii: "B"): self = .bishop
    case UInt8(ascii: "R"): self = .rook
    case UInt8(ascii: "Q"): self = .queen
    case UInt8(ascii: "K"): self = .king
    default: return nil
    }
  }

  /// The English word: `pawn`, `knight`, `bishop`, `rook`, `queen`, `king`.
  public var name: String {
    switch self {
    case .pawn: "pawn"
    case .knight: "knight"
    case .bishop: "bishop"
    case .rook: "rook"
    case .queen: "queen"
    case .king: "king"
    }
  }
}

/// A piece of one side.
public struct ChessPiece: Hashable, Sendable {
  /// Whose it is.
  public var side: ChessSide
  /// What it is.
  public var kind: ChessPieceKind

  /// Creates a piece.
  public init(_ side: ChessSide, _ kind: ChessPieceKind) {
    self.side = side
    self.kind = kind
  }

  /// The letter in FEN: upper case for white, lower case for black.
  public var letter: UInt8 { side == .white ? kind.letter : kind.letter | 0x20 }

  /// Reads the letter of FEN; `nil` for any other byte.
  public init?(letter: UInt8) {
    guard let kind = ChessPieceKind(letter: letter) else { return nil }
    self.init(letter & 0x20 == 0 ? .white : .black, kind)
  }
}

public import Games

/// One of the 64 squares; they follow each other rank by rank, from a1 over h1 and a2 to h8.
public struct ChessSquare: Hashable, Comparable, Sendable, TextRepresentable {
  private let number: UInt8

  /// The place in the order of squares, 0 for a1, 7 for h1, 63 for h8.
  public var index: Int { Int(number) }

  /// Creates the square at `index`; `nil` outside 0 to 63.
  public init?(_ index: Int) {
    guard index >= 0, index < 64 else { return nil }
    number = UInt8(truncatingIfNeeded: index)
  }

  /// Creates the square on a file (0 for a) and a rank (0 for the first); `nil` outside the board.
  public init?(file: Int, rank: Int) {
    guard file >= 0, file < 8, rank >= 0, rank < 8 else { return nil }
    number = UInt8(truncatingIfNeeded: rank * 8 + file)
  }

  /// Creates a square from an index that is known to be right; only its lowest six bits count.
  @inline(__always) package init(known index: Int) {
    number = UInt8(truncatingIfNeeded: index & 63)
  }

  /// The file, 0 for a to 7 for h.
  public var file: Int { Int(number & 7) }

  /// The rank, 0 for the first to 7 for the eighth.
  public var rank: Int { Int(number >> 3) }

  /// The bit of the square in a bitboard, the lowest for a1.
  public var bit: UInt64 { 1 &<< UInt64(number) }

  /// Whether the square is a light one, as h1 is.
  public var isLight: Bool { (file + rank) & 1 == 1 }

  /// All squares from a1 to h8.
  public static let all: [ChessSquare] = (0..<64).map { ChessSquare(known: $0) }

  /// Returns whether `a` comes before `b` in the order of squares.
  public static func < (a: ChessSquare, b: ChessSquare) -> Bool { a.number < b.number }

  /// The name of the square, such as `e4`.
  public var text: String {
    String(decoding: [fileLetter, rankDigit], as: UTF8.self)
  }

  var fileLetter: UInt8 { UInt8(ascii: "a") + (number & 7) }
  var rankDigit: UInt8 { UInt8(ascii: "1") + (number >> 3) }

  /// Reads the name of a square, its file in either case.
  public init(text: String) throws(TextError) {
    let bytes = Array(text.utf8)
    guard bytes.count == 2, let square = ChessSquare(bytes[0], bytes[1]) else {
      throw TextError("expected a square from a1 to h8", at: 0)
    }
    self = square
  }

  /// The square of a letter from a to h in either case and a digit from 1 to 8.
  init?(_ file: UInt8, _ rank: UInt8) {
    self.init(
      file: Int(file | 0x20) - Int(UInt8(ascii: "a")), rank: Int(rank) - Int(UInt8(ascii: "1")))
  }
}

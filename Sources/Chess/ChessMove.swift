public import Games

/// A move of a piece from one square to another.
///
/// Castling is the king's move to the square of its own rook, `e1h1`, which is right in Chess960 too;
/// ``ChessPosition/resolve(_:)`` takes the king's move by two squares as well.
public struct ChessMove: Hashable, Sendable, TextRepresentable {
  /// Where the piece stands.
  public var from: ChessSquare
  /// Where it goes; in castling, where the rook stands.
  public var to: ChessSquare
  /// What a pawn becomes on the last rank, and `nil` in any other move.
  public var promotion: ChessPieceKind?

  /// Creates a move.
  public init(from: ChessSquare, to: ChessSquare, promotion: ChessPieceKind? = nil) {
    self.from = from
    self.to = to
    self.promotion = promotion
  }

  /// The move as UCI writes it: both squares and the small letter of a promotion, such as `e7e8q`.
  public var text: String {
    var bytes = [from.fileLetter, from.rankDigit, to.fileLetter, to.rankDigit]
    if let promotion { bytes.append(promotion.letter | 0x20) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a move as UCI writes it, in either case.
  ///
  /// - Throws: ``TextError`` at the square or letter that is wrong. Whether the move is legal is not asked.
  public init(text: String) throws(TextError) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 2, let from = ChessSquare(bytes[0], bytes[1]) else {
      throw TextError("expected a square from a1 to h8", at: 0)
    }
    guard bytes.count >= 4, let to = ChessSquare(bytes[2], bytes[3]) else {
      throw TextError("expected a square from a1 to h8", at: 2)
    }
    self.init(from: from, to: to)
    if bytes.count == 4 { return }
    guard bytes.count == 5, let kind = ChessPieceKind(letter: bytes[4]),
      ChessPieceKind.promotions.contains(kind)
    else { throw TextError("expected q, r, b, n or the end", at: 4) }
    promotion = kind
  }
}

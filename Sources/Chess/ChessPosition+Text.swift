public import Games

/// When FEN names the square that a pawn has just leapt over.
public enum EnPassantPolicy: Hashable, Sendable {
  /// If the pawn can legally be captured there, as most programs do now.
  case legal
  /// After each leap, as the standard of 1994 says.
  case always
}

extension ChessPosition: TextRepresentable {
  /// Reads a position in Forsyth–Edwards notation: FEN, X-FEN or Shredder-FEN; the counters may be left out.
  ///
  /// - Throws: `TextError` at the byte that does not fit, or without a place for a position that is not legal.
  public init(fen: String) throws(TextError) {
    let setup = try ChessSetup(fen: fen)
    do throws(IllegalSetup) {
      try self.init(setup)
    } catch {
      throw TextError(error.reason)
    }
  }

  /// Reads the text form, which is FEN.
  public init(text: String) throws(TextError) { try self.init(fen: text) }

  /// The position in FEN with all that it holds, so that it reads back as the same value.
  public var text: String { fen(enPassant: .always) }

  /// The position in Forsyth–Edwards notation.
  public func fen(
    enPassant policy: EnPassantPolicy = .legal, castling: ChessCastlingNotation = .automatic
  ) -> String {
    var setup = setup
    if policy == .legal, !hasLegalEnPassant { setup.enPassant = nil }
    return setup.fen(castling: castling)
  }

  /// A move as UCI writes it.
  ///
  /// Castling is the king's move to its rook in Chess960, and by two squares elsewhere.
  ///
  /// - Parameters:
  ///   - move: A legal move of this position.
  ///   - chess960: Which of both; `nil` leaves it to ``isChess960``.
  /// - Returns: four or five letters, such as `e7e8q`.
  public func uci(_ move: ChessMove, chess960: Bool? = nil) -> String {
    let isLong = chess960 ?? isChess960
    guard !isLong, isCastling(move) else { return move.text }
    return ChessMove(from: move.from, to: destination(of: move)).text
  }

  /// Reads a legal move as UCI writes it, with both forms of castling.
  ///
  /// - Throws: `TextError` for what is no move or is not legal.
  public func move(uci text: String) throws(TextError) -> ChessMove {
    let move = try ChessMove(text: text)
    guard let legal = resolve(move) else { throw TextError("not a legal move", at: 0) }
    return legal
  }
}

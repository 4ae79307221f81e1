extension ChessPosition {
  /// Reads a move as people and programs write it.
  ///
  /// Standard Algebraic Notation, and what differs from it: `0-0`; `e8Q`, `e8(Q)`, `e8/Q`; a sign of capture, check
  /// or mate missing or too much; `!`, `?` and `e.p.` behind; more of the origin than needed (`Ng1-f3`, `e2-e4`);
  /// squares alone (`e2e4`, `e7e8q`, `e1g1`); `exd`; figurines; small letters. A small `b` in front is the b-pawn if
  /// that has such a move, else a bishop; `bb5` is ambiguous if both have it. A pawn without its file does not
  /// capture unless there is an `x`: `d5` is never `cxd5`. A king that goes two squares does not castle, unless only
  /// squares are written.
  ///
  /// - Throws: ``SANError``; never does it choose among several legal moves.
  public func move(san text: String) throws(SANError) -> ChessMove {
    let bytes = Array(text.utf8)
    var start = 0
    var end = bytes.count
    while start < end, Bytes.isSpace(bytes[start]) { start += 1 }
    while start < end, Bytes.isSpace(bytes[end - 1]) { end -= 1 }
    // No move is longer in any spelling.
    guard end - start <= 64 else { throw .notAMove }
    return try move(san: bytes.span, in: start..<end)
  }

  /// The same for a part of a file without space around it.
  func move(san bytes: Span<UInt8>, in range: Range<Int>) throws(SANError) -> ChessMove {
    guard !range.isEmpty else { throw .notAMove }
    if let pattern = SANPattern(quickly: bytes, in: range) { return try move(pattern) }
    let pattern = SANPattern(bytes, in: range)
    guard bytes[range.lowerBound] == UInt8(ascii: "b"), pattern?.isFull != true else {
      guard let pattern else { throw .notAMove }
      return try move(pattern)
    }
    guard let pattern else {
      guard let pattern = SANPattern(bytes, in: range, readsBAsBishop: true) else {
        throw .notAMove
      }
      return try move(pattern)
    }
    return try moveOfSmallB(pattern, bytes, range)
  }

  private func moveOfSmallB(
    _ pattern: SANPattern, _ bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(SANError) -> ChessMove {
    func bishop() -> ChessMove? {
      guard let pattern = SANPattern(bytes, in: range, readsBAsBishop: true) else { return nil }
      return try? move(pattern)
    }
    do throws(SANError) {
      let pawn = try move(pattern)
      if pattern.fromFile == pattern.toFile, let bishop = bishop() {
        throw .ambiguous([pawn, bishop].sorted { $0.from < $1.from })
      }
      return pawn
    } catch {
      guard error == .noSuchMove || error == .leavesKingInCheck, let bishop = bishop() else {
        throw error
      }
      return bishop
    }
  }

  /// The one legal move that fits.
  func move(_ pattern: SANPattern) throws(SANError) -> ChessMove {
    switch pattern.form {
    case .null: throw .nullMove
    case .castlesShort: return try castling(isShort: true)
    case .castlesLong: return try castling(isShort: false)
    case .ordinary: break
    }
    guard let kind = pattern.kind else { return try moveOfSquares(pattern) }
    if pattern.toRank < 0 { return try captureOfFiles(pattern) }
    let to = ChessSquare(known: pattern.toRank << 3 | pattern.toFile)
    guard board.pieces(of: sideToMove) & to.bit == 0 else { throw .noSuchMove }
    guard kind == .pawn else {
      guard pattern.promotion == nil else { throw .promotesNothing }
      return try only(origins(of: kind, to: to.index) & ChessPosition.mask(pattern), to, nil)
    }
    let origins = pawnOrigins(pattern, to)
    guard pattern.toRank == 7 - sideToMove.homeRank else {
      guard pattern.promotion == nil else { throw .promotesNothing }
      return try only(origins, to, nil)
    }
    let move = try only(origins, to, pattern.promotion ?? .queen)
    guard pattern.promotion != nil else { throw .needsPromotion }
    return move
  }

  private func castling(isShort: Bool) throws(SANError) -> ChessMove {
    let own = board.pieces(of: sideToMove)
    let king = king(of: sideToMove)
    var rooks = board.castlingRooks & own
    while rooks != 0 {
      let rook = ChessSquare(known: rooks.trailingZeroBitCount)
      let move = ChessMove(from: king, to: rook)
      if (rook > king) == isShort, isLegal(move) { return move }
      rooks &= rooks &- 1
    }
    throw .castlingNotAllowed
  }

  /// A move of which only both squares are written.
  private func moveOfSquares(_ pattern: SANPattern) throws(SANError) -> ChessMove {
    let from = ChessSquare(known: pattern.fromRank << 3 | pattern.fromFile)
    let to = ChessSquare(known: pattern.toRank << 3 | pattern.toFile)
    guard board.pieces(of: sideToMove) & from.bit != 0, let kind = board.kind(at: from.bit) else {
      throw .noSuchMove
    }
    if kind == .king, pattern.promotion == nil,
      let castling = resolve(ChessMove(from: from, to: to)), isCastling(castling)
    {
      return castling
    }
    var whole = pattern
    whole.kind = kind
    return try move(whole)
  }

  /// A capture by a pawn of which only the files are written, as in `exd`.
  private func captureOfFiles(_ pattern: SANPattern) throws(SANError) -> ChessMove {
    let mask = ChessPosition.mask(pattern) & board.pawns
    let fitting = legalMoves.filter {
      mask & $0.from.bit != 0 && $0.to.file == pattern.toFile && isCapture($0)
    }
    let exact = fitting.filter { $0.promotion == pattern.promotion }
    if fitting.isEmpty { throw .noSuchMove }
    if exact.isEmpty { throw pattern.promotion == nil ? .needsPromotion : .promotesNothing }
    // A promotion that is not told could be meant as well as the other capture.
    if pattern.promotion == nil, exact.count < fitting.count { throw .ambiguous(fitting) }
    guard exact.count == 1 else { throw .ambiguous(exact) }
    return exact[0]
  }

  private func pawnOrigins(_ pattern: SANPattern, _ to: ChessSquare) -> UInt64 {
    let own = board.pieces(of: sideToMove) & board.pawns
    let enemy = board.pieces(of: sideToMove.opponent)
    let isWhite = sideToMove == .white
    let isPush = pattern.fromFile < 0 ? !pattern.saysCapture : pattern.fromFile == pattern.toFile
    if !isPush {
      guard to.bit & (enemy | board.enPassant) != 0 else { return 0 }
      let origins = isWhite ? White.attackOrigins(to.bit) : Black.attackOrigins(to.bit)
      return origins & own & ChessPosition.mask(pattern)
    }
    guard board.occupied & to.bit == 0, !pattern.saysCapture else { return 0 }
    let one = isWhite ? to.bit >> 8 : to.bit << 8
    let mask = ChessPosition.mask(pattern)
    if own & one != 0 { return one & mask }
    guard board.occupied & one == 0, to.rank == (isWhite ? 3 : 4) else { return 0 }
    return (isWhite ? one >> 8 : one << 8) & own & mask
  }

  /// The squares on the file and the rank that the text names.
  private static func mask(_ pattern: SANPattern) -> UInt64 {
    let file = pattern.fromFile < 0 ? UInt64.max : 0x0101_0101_0101_0101 << UInt64(pattern.fromFile)
    let rank = pattern.fromRank < 0 ? UInt64.max : 0xFF << UInt64(pattern.fromRank * 8)
    return file & rank
  }

  /// The one among pieces that could go to a square that may.
  private func only(
    _ origins: UInt64, _ to: ChessSquare, _ promotion: ChessPieceKind?
  ) throws(SANError) -> ChessMove {
    // Mostly there is but one.
    if origins != 0, origins & (origins &- 1) == 0 {
      let move = ChessMove(
        from: ChessSquare(known: origins.trailingZeroBitCount), to: to, promotion: promotion)
      guard isSafe(move) else { throw .leavesKingInCheck }
      return move
    }
    var found: ChessMove?
    var rest = origins
    while rest != 0 {
      let from = ChessSquare(known: rest.trailingZeroBitCount)
      rest &= rest &- 1
      let move = ChessMove(from: from, to: to, promotion: promotion)
      guard isSafe(move) else { continue }
      guard found == nil else { throw .ambiguous(safeMoves(origins, to, promotion)) }
      found = move
    }
    guard let found else { throw origins == 0 ? .noSuchMove : .leavesKingInCheck }
    return found
  }

  private func safeMoves(
    _ origins: UInt64, _ to: ChessSquare, _ promotion: ChessPieceKind?
  ) -> [ChessMove] {
    ChessSetup.squares(origins).map { ChessMove(from: $0, to: to, promotion: promotion) }
      .filter { isSafe($0) }
  }
}

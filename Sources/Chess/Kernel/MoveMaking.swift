extension ChessBoard {
  /// Moves a piece of `kind` of the side of the tag; captures what stands on `to`.
  @inline(__always)
  func moving<Us: SideTag>(_ us: Us.Type, _ kind: ChessPieceKind, _ from: UInt64, _ to: UInt64)
    -> ChessBoard
  {
    var next = self
    let both = from | to
    next.pawns &= ~both
    next.knights &= ~to
    next.diagonals &= ~to
    next.straights &= ~to
    Us.put(own: Us.own(self) ^ both, enemy: Us.enemy(self) & ~to, into: &next)
    next.enPassant = 0
    next.castlingRooks &= ~both
    switch kind {
    case .pawn: next.pawns |= to
    case .knight: next.knights ^= from | to
    case .bishop: next.diagonals ^= from | to
    case .rook: next.straights ^= from | to
    case .queen:
      next.diagonals ^= from | to
      next.straights ^= from | to
    case .king:
      next.kings ^= from | to
      next.castlingRooks &= ~Us.homeRank
    }
    return next
  }

  /// Moves a pawn two squares.
  @inline(__always)
  func leaping<Us: SideTag>(_ us: Us.Type, to: UInt64) -> ChessBoard {
    var next = self
    let passed = Us.Opponent.forward(to)
    let both = Us.Opponent.forward(passed) | to
    next.pawns ^= both
    Us.put(own: Us.own(self) ^ both, enemy: Us.enemy(self), into: &next)
    next.enPassant = passed
    return next
  }

  /// Moves a pawn to the last rank, where it becomes a piece of `kind`.
  @inline(__always)
  func promoting<Us: SideTag>(
    _ us: Us.Type, _ from: UInt64, _ to: UInt64, _ kind: ChessPieceKind
  ) -> ChessBoard {
    var next = moving(us, .pawn, from, to)
    next.pawns ^= to
    switch kind {
    case .knight: next.knights |= to
    case .bishop: next.diagonals |= to
    case .rook: next.straights |= to
    default:
      next.diagonals |= to
      next.straights |= to
    }
    return next
  }

  /// Captures the pawn that has just leapt over `to`.
  @inline(__always)
  func takingEnPassant<Us: SideTag>(_ us: Us.Type, _ from: UInt64, _ to: UInt64) -> ChessBoard {
    var next = self
    let captured = Us.Opponent.forward(to)
    next.pawns ^= from | to | captured
    Us.put(own: Us.own(self) ^ (from | to), enemy: Us.enemy(self) ^ captured, into: &next)
    next.enPassant = 0
    return next
  }

  /// Castles the king on `king` with the rook on `rook`.
  @inline(__always)
  func castling<Us: SideTag>(_ us: Us.Type, king: Int, rook: Int) -> ChessBoard {
    var next = self
    let end = CastlingEnd(king: king, rook: rook)
    let kingFrom: UInt64 = 1 &<< UInt64(truncatingIfNeeded: king)
    let rookFrom: UInt64 = 1 &<< UInt64(truncatingIfNeeded: rook)
    let kingTo: UInt64 = 1 &<< UInt64(truncatingIfNeeded: end.king)
    let rookTo: UInt64 = 1 &<< UInt64(truncatingIfNeeded: end.rook)
    // In Chess960 one may stand where the other goes.
    next.kings = (kings & ~kingFrom) | kingTo
    next.straights = (straights & ~rookFrom) | rookTo
    Us.put(
      own: (Us.own(self) & ~(kingFrom | rookFrom)) | kingTo | rookTo, enemy: Us.enemy(self),
      into: &next)
    next.enPassant = 0
    next.castlingRooks &= ~Us.homeRank
    return next
  }

  /// Plays a legal move of `side`; castling is the king's move to its own rook.
  package func playing(_ move: ChessMove, by side: ChessSide) -> ChessBoard {
    var next = self
    next.play(move, by: side)
    return next
  }

  /// Plays a legal move of `side` in place, which spares a copy right after the writing of its parts.
  package mutating func play(_ move: ChessMove, by side: ChessSide) {
    if side == .white { play(move, White.self) } else { play(move, Black.self) }
  }

  private mutating func play<Us: SideTag>(_ move: ChessMove, _ us: Us.Type) {
    let from = move.from.bit
    let to = move.to.bit
    guard let kind = kind(at: from) else { return }
    if kind == .king, Us.own(self) & to != 0 {
      self = castling(us, king: move.from.index, rook: move.to.index)
    } else if kind != .pawn {
      self = moving(us, kind, from, to)
    } else if let promotion = move.promotion {
      self = promoting(us, from, to, promotion)
    } else if to == enPassant, move.from.file != move.to.file {
      self = takingEnPassant(us, from, to)
    } else if abs(move.to.index - move.from.index) == 16 {
      self = leaping(us, to: to)
    } else {
      self = moving(us, .pawn, from, to)
    }
  }
}

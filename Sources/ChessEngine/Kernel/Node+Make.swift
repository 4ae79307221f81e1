extension Node {
  /// Writes the position after a legal move.
  @inline(__always)
  func make(_ step: Step, _ tables: Tables, into next: UnsafeMutablePointer<Node>) {
    next.pointee = self
    next.pointee.play(step, tables)
  }

  /// Plays a legal move.
  mutating func play(_ step: Step, _ tables: Tables) {
    let from = step.from
    let to = step.to
    let flag = step.flag
    let us = side
    let piece = Int(squares[from])
    quietPlies &+= 1
    sinceNull &+= 1
    if enPassant < 64 {
      key ^= tables.enPassantWords[enPassant & 7]
      enPassant = 64
    }
    if castlingRooks != 0 {
      var lost = castlingRooks & (Squares.bit(from) | Squares.bit(to))
      if piece & 7 == Kind.king { lost |= castlingRooks & Squares.rank(0, of: us) }
      castlingRooks ^= lost
      while lost != 0 { key ^= tables.castlingWords[lost.popLowest()] }
    }
    if flag == Step.castling {
      let base = us == 0 ? 0 : 56
      let rook = us << 3 | Kind.rook
      take(piece, from, tables)
      take(rook, to, tables)
      put(piece, base + (to > from ? 6 : 2), tables)
      put(rook, base + (to > from ? 5 : 3), tables)
    } else {
      let captured = Int(squares[to])
      if captured != Kind.none {
        take(captured, to, tables)
        quietPlies = 0
      } else if flag == Step.enPassant {
        take((us ^ 1) << 3, us == 0 ? to - 8 : to + 8, tables)
      }
      take(piece, from, tables)
      if piece & 7 == Kind.pawn { quietPlies = 0 }
      put(step.isPromotion ? us << 3 | step.promotion : piece, to, tables)
    }
    side = us ^ 1
    key ^= tables.sideWord
    if piece & 7 == Kind.pawn, to ^ from == 16 {
      let passed = (from + to) >> 1
      if Squares.pawnAttacks(Squares.bit(passed), us) & pieces(Kind.pawn, us ^ 1) != 0,
        hasEnPassant(to: passed)
      {
        enPassant = passed
        key ^= tables.enPassantWords[passed & 7]
      }
    }
    checkers = attackers(of: king(us ^ 1), occupied: occupied) & sides[us]
  }

  /// Writes the position after the right to move was given away.
  func makeNull(_ tables: Tables, into next: UnsafeMutablePointer<Node>) {
    next.pointee = self
    if enPassant < 64 {
      next.pointee.key ^= tables.enPassantWords[enPassant & 7]
      next.pointee.enPassant = 64
    }
    next.pointee.side ^= 1
    next.pointee.key ^= tables.sideWord
    next.pointee.quietPlies &+= 1
    next.pointee.sinceNull = 0
  }
}

extension Node {
  /// The pieces of both sides that attack a square.
  @inline(__always)
  func attackers(of square: Int, occupied: UInt64) -> UInt64 {
    let bit = Squares.bit(square)
    return Squares.pawnAttacks(bit, 0) & kinds[0] & sides[1]
      | Squares.pawnAttacks(bit, 1) & kinds[0] & sides[0]
      | Attacks.knight(square) & kinds[1]
      | Attacks.king(square) & kinds[5]
      | Attacks.bishop(square, occupied: occupied) & diagonals
      | Attacks.rook(square, occupied: occupied) & straights
  }

  /// Whether a side attacks a square.
  @inline(__always)
  func isAttacked(_ square: Int, by side: Int, occupied: UInt64) -> Bool {
    let own = sides[side]
    if Attacks.knight(square) & kinds[1] & own != 0 { return true }
    if Squares.pawnAttacks(Squares.bit(square), side ^ 1) & kinds[0] & own != 0 { return true }
    if Attacks.king(square) & kinds[5] & own != 0 { return true }
    if Attacks.bishop(square, occupied: occupied) & diagonals & own != 0 { return true }
    return Attacks.rook(square, occupied: occupied) & straights & own != 0
  }

  /// The pieces of a side that must stay between its king and an attacker.
  @inline(__always)
  func pinned(_ side: Int) -> UInt64 {
    let king = king(side)
    let enemy = sides[side ^ 1]
    let occupied = occupied
    var result: UInt64 = 0
    var snipers =
      (Attacks.bishop(king, occupied: enemy) & diagonals
        | Attacks.rook(king, occupied: enemy) & straights) & enemy
    while snipers != 0 {
      let between = Attacks.between(king, snipers.popLowest()) & occupied
      if between & (between &- 1) == 0 { result |= between }
    }
    return result
  }

  /// The own pieces that uncover an attack on the opponent's king when they move off the line.
  @inline(__always)
  func discoverers() -> UInt64 {
    let king = king(side ^ 1)
    let own = sides[side]
    let occupied = occupied
    var result: UInt64 = 0
    var snipers =
      (Attacks.bishop(king, occupied: 0) & diagonals | Attacks.rook(king, occupied: 0) & straights)
      & own
    while snipers != 0 {
      let between = Attacks.between(king, snipers.popLowest()) & occupied
      if between & (between &- 1) == 0 { result |= between & own }
    }
    return result
  }

  /// Whether the king may be left by an en passant capture of the side to move.
  func isSafeEnPassant(from: Int, to: Int) -> Bool {
    let us = side
    let captured = us == 0 ? to - 8 : to + 8
    let after =
      (occupied & ~Squares.bit(from) & ~Squares.bit(captured)) | Squares.bit(to)
    let king = king(us)
    let enemy = sides[us ^ 1] & ~Squares.bit(captured)
    if Attacks.bishop(king, occupied: after) & diagonals & enemy != 0 { return false }
    if Attacks.rook(king, occupied: after) & straights & enemy != 0 { return false }
    if Attacks.knight(king) & kinds[1] & enemy != 0 { return false }
    return Squares.pawnAttacks(Squares.bit(king), us) & kinds[0] & enemy == 0
  }

  /// Whether the side to move has a legal capture en passant to a square.
  func hasEnPassant(to square: Int) -> Bool {
    var pawns = Squares.pawnAttacks(Squares.bit(square), side ^ 1) & pieces(Kind.pawn, side)
    while pawns != 0 {
      if isSafeEnPassant(from: pawns.popLowest(), to: square) { return true }
    }
    return false
  }

  /// Whether a move that obeys the way its piece goes leaves the king safe.
  @inline(__always)
  func isSafe(_ step: Step, pinned: UInt64) -> Bool {
    let from = step.from
    let us = side
    if step.flag == Step.enPassant { return isSafeEnPassant(from: from, to: step.to) }
    // Castling is only generated where it is legal.
    if step.flag == Step.castling { return true }
    let king = king(us)
    if from == king {
      return !isAttacked(step.to, by: us ^ 1, occupied: occupied ^ Squares.bit(from))
    }
    return !pinned.has(from) || Attacks.line(king, from).has(step.to)
  }

  /// Whether a move gives check.
  @inline(__always)
  func givesCheck(_ step: Step, discoverers: UInt64) -> Bool {
    let from = step.from
    let to = step.to
    let king = king(side ^ 1)
    if discoverers.has(from), !Attacks.line(king, from).has(to) || step.flag == Step.castling {
      return true
    }
    let kind = step.isPromotion ? step.promotion : kind(at: from)
    switch kind {
    case 0:
      if Squares.pawnAttacks(Squares.bit(to), side).has(king) { return true }
      guard step.flag == Step.enPassant else { return false }
      let captured = side == 0 ? to - 8 : to + 8
      let after =
        (occupied & ~Squares.bit(from) & ~Squares.bit(captured)) | Squares.bit(to)
      return
        (Attacks.bishop(king, occupied: after) & diagonals
        | Attacks.rook(king, occupied: after) & straights) & sides[side] != 0
    case 1: return Attacks.knight(to).has(king)
    case 2: return Attacks.bishop(to, occupied: occupied & ~Squares.bit(from)).has(king)
    case 3: return Attacks.rook(to, occupied: occupied & ~Squares.bit(from)).has(king)
    case 4:
      let occupied = occupied & ~Squares.bit(from)
      return (Attacks.bishop(to, occupied: occupied) | Attacks.rook(to, occupied: occupied))
        .has(king)
    default:
      guard step.flag == Step.castling else { return false }
      let base = side == 0 ? 0 : 56
      let kingTo = base + (to > from ? 6 : 2)
      let rookTo = base + (to > from ? 5 : 3)
      let occupied =
        (occupied & ~Squares.bit(from) & ~Squares.bit(to)) | Squares.bit(kingTo)
      return Attacks.rook(rookTo, occupied: occupied).has(king)
    }
  }

  /// What a kind is worth in exchanges.
  @inline(__always)
  static func exchangeValue(_ kind: Int) -> Int {
    switch kind {
    case 0: 100
    case 1: 325
    case 2: 335
    case 3: 500
    case 4: 975
    default: 0
    }
  }

  /// Whether the exchanges that a move begins on its square win at least so much.
  func wins(_ step: Step, atLeast threshold: Int) -> Bool {
    let flag = step.flag
    if flag == Step.castling { return threshold <= 0 }
    let from = step.from
    let to = step.to
    var gain = flag == Step.enPassant ? 100 : Node.exchangeValue(kind(at: to))
    var standing = kind(at: from)
    if step.isPromotion {
      gain += Node.exchangeValue(step.promotion) - 100
      standing = step.promotion
    }
    var balance = gain - threshold
    if balance < 0 { return false }
    balance = Node.exchangeValue(standing) - balance
    if balance <= 0 { return true }
    var occupied = (occupied & ~Squares.bit(from)) | Squares.bit(to)
    if flag == Step.enPassant { occupied &= ~Squares.bit(side == 0 ? to - 8 : to + 8) }
    let diagonals = diagonals
    let straights = straights
    var attackers = attackers(of: to, occupied: occupied) & occupied
    var mover = side
    var result = true
    while true {
      mover ^= 1
      let own = attackers & sides[mover]
      if own == 0 { break }
      result.toggle()
      // The least valuable attacker takes.
      var kind = 0
      while own & kinds[kind] == 0 { kind &+= 1 }
      if kind == Kind.king {
        // The king takes only what is not guarded.
        return attackers & sides[mover ^ 1] != 0 ? !result : result
      }
      balance = Node.exchangeValue(kind) - balance
      if balance < (result ? 1 : 0) { break }
      let set = own & kinds[kind]
      occupied ^= set & (0 &- set)
      if kind == Kind.pawn || kind == Kind.bishop || kind == Kind.queen {
        attackers |= Attacks.bishop(to, occupied: occupied) & diagonals
      }
      if kind == Kind.rook || kind == Kind.queen {
        attackers |= Attacks.rook(to, occupied: occupied) & straights
      }
      attackers &= occupied
    }
    return result
  }
}

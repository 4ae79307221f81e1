/// The last four squares of a game: no move lists, no table, each square tried in turn.
///
/// Scores are final disc differences for the side to move, empties to the winner. Windows are null: a result
/// above `alpha` is a lower bound, any other an upper bound.
enum LastSquares {
  /// The score of a finished game.
  @inline(__always)
  static func final(_ own: UInt64, _ opponent: UInt64) -> Int {
    let mine = own.nonzeroBitCount
    let theirs = opponent.nonzeroBitCount
    let difference = mine &- theirs
    let empties = 64 &- mine &- theirs
    if difference == 0 { return 0 }
    return difference > 0 ? difference &+ empties : difference &- empties
  }

  /// One empty square.
  @inline(__always)
  static func one(_ own: UInt64, _ alpha: Int, _ a: Int) -> Int {
    let others = ~(own | Boards.bit(a))
    let mine = own.nonzeroBitCount
    let gain = Boards.flips(a, own, others).nonzeroBitCount
    if gain != 0 { return 2 &* (mine &+ gain) &- 62 }
    // Who passes leaves the square to the other, if that one can turn anything there.
    let passed = mine >= 32 ? 2 &* mine &- 62 : 2 &* mine &- 64
    if passed <= alpha { return passed }
    let loss = Boards.flips(a, others, own).nonzeroBitCount
    return loss != 0 ? 2 &* (mine &- loss) &- 64 : passed
  }

  /// Two empty squares.
  @inline(__always)
  static func two(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ a: Int, _ b: Int, _ nodes: inout UInt64
  ) -> Int {
    nodes &+= 1
    var best = -128
    var turned = Boards.flips(a, own, opponent)
    if turned != 0 {
      nodes &+= 1
      best = -one(opponent ^ turned, ~alpha, b)
      if best > alpha { return best }
    }
    turned = Boards.flips(b, own, opponent)
    if turned != 0 {
      nodes &+= 1
      best = max(best, -one(opponent ^ turned, ~alpha, a))
    }
    if best != -128 { return best }
    // A pass.
    turned = Boards.flips(a, opponent, own)
    if turned != 0 {
      nodes &+= 1
      best = one(own ^ turned, alpha, b)
      if best <= alpha { return best }
    }
    turned = Boards.flips(b, opponent, own)
    if turned != 0 {
      nodes &+= 1
      let score = one(own ^ turned, alpha, a)
      best = best == -128 ? score : min(best, score)
    }
    return best == -128 ? final(own, opponent) : best
  }

  /// Three empty squares, to be tried in this order.
  @inline(__always)
  static func three(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ a: Int, _ b: Int, _ c: Int,
    _ nodes: inout UInt64
  ) -> Int {
    nodes &+= 1
    var best = tryThree(own, opponent, alpha, a, b, c, &nodes)
    if best != -128 { return best }
    best = tryThree(opponent, own, ~alpha, a, b, c, &nodes)
    return best == -128 ? final(own, opponent) : -best
  }

  @inline(__always)
  private static func tryThree(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ a: Int, _ b: Int, _ c: Int,
    _ nodes: inout UInt64
  ) -> Int {
    var best = -128
    var turned = Boards.flips(a, own, opponent)
    if turned != 0 {
      best = -two(opponent ^ turned, own | turned | Boards.bit(a), ~alpha, b, c, &nodes)
      if best > alpha { return best }
    }
    turned = Boards.flips(b, own, opponent)
    if turned != 0 {
      let score = -two(opponent ^ turned, own | turned | Boards.bit(b), ~alpha, a, c, &nodes)
      if score > alpha { return score }
      best = max(best, score)
    }
    turned = Boards.flips(c, own, opponent)
    if turned != 0 {
      let score = -two(opponent ^ turned, own | turned | Boards.bit(c), ~alpha, a, b, &nodes)
      best = max(best, score)
    }
    return best
  }

  /// Whether two squares are in the same quarter of the board.
  @inline(__always)
  private static func together(_ a: Int, _ b: Int) -> Bool { (a ^ b) & 0x24 == 0 }

  /// Four empty squares; squares alone in their quarter are tried first.
  static func four(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ odd: UInt64, _ nodes: inout UInt64
  ) -> Int {
    nodes &+= 1
    let empty = ~(own | opponent)
    // Squares of odd quarters first: with one and three, or one, one and two, the lone ones lead.
    var front = empty & odd
    var back = empty & ~odd
    if front == 0 { swap(&front, &back) }
    var a = front.trailingZeroBitCount
    front &= front &- 1
    if front == 0 {
      front = back
      back = 0
    }
    var b = front.trailingZeroBitCount
    front &= front &- 1
    if front == 0 { front = back }
    var c = front.trailingZeroBitCount
    front &= front &- 1
    if front == 0 { front = back }
    var d = front.trailingZeroBitCount
    // Four squares of two odd quarters are one and three: find the lone one.
    if empty & odd == empty, !(together(a, b) && together(a, d)) {
      if together(a, b) || together(a, c) || together(a, d) {
        if !together(b, c) && !together(b, d) && !together(a, b) {
          swap(&a, &b)
        } else if !together(c, a) && !together(c, b) {
          swap(&a, &c)
        } else if !together(d, a) && !together(d, b) {
          swap(&a, &d)
        }
      }
    }
    var best = tryFour(own, opponent, alpha, a, b, c, d, &nodes)
    if best != -128 { return best }
    best = tryFour(opponent, own, ~alpha, a, b, c, d, &nodes)
    return best == -128 ? final(own, opponent) : -best
  }

  /// Tries three squares, a lone one first.
  @inline(__always)
  private static func parityThree(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ a: Int, _ b: Int, _ c: Int,
    _ nodes: inout UInt64
  ) -> Int {
    var (x, y, z) = (a, b, c)
    if together(a, b) {
      (x, z) = (c, a)
    } else if together(a, c) {
      (x, y) = (b, a)
    }
    return three(own, opponent, alpha, x, y, z, &nodes)
  }

  @inline(__always)
  private static func tryFour(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ a: Int, _ b: Int, _ c: Int, _ d: Int,
    _ nodes: inout UInt64
  ) -> Int {
    var best = -128
    var turned = Boards.flips(a, own, opponent)
    if turned != 0 {
      best = -parityThree(
        opponent ^ turned, own | turned | Boards.bit(a), ~alpha, b, c, d, &nodes)
      if best > alpha { return best }
    }
    turned = Boards.flips(b, own, opponent)
    if turned != 0 {
      let score = -parityThree(
        opponent ^ turned, own | turned | Boards.bit(b), ~alpha, a, c, d, &nodes)
      if score > alpha { return score }
      best = max(best, score)
    }
    turned = Boards.flips(c, own, opponent)
    if turned != 0 {
      let score = -parityThree(
        opponent ^ turned, own | turned | Boards.bit(c), ~alpha, a, b, d, &nodes)
      if score > alpha { return score }
      best = max(best, score)
    }
    turned = Boards.flips(d, own, opponent)
    if turned != 0 {
      let score = -parityThree(
        opponent ^ turned, own | turned | Boards.bit(d), ~alpha, a, b, c, &nodes)
      best = max(best, score)
    }
    return best
  }
}

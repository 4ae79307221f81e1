/// With this many empty squares or fewer, parity alone orders the moves.
private let shallowLimit = 6
/// With fewer empty squares positions are looked up in the thread's own small table, which costs less than the shared one.
private let tableLimit = 11

/// The least alpha for which it is worth asking how many discs are stable, by empty squares.
@inline(__always)
func stabilityThreshold(_ empties: Int) -> Int {
  // With few squares left the question costs more than the tree.
  switch empties {
  case ...4: 99
  case 5: 22
  case 6: 18
  case 7: 14
  case 8: 10
  case 9: 6
  case 10: 2
  case 11: -2
  case 12: -6
  case 13: -8
  case 14: -10
  case 15: -12
  case 16: -14
  default: -20
  }
}

extension Searcher {
  /// Null-window search to the end with few squares left, ordered by parity alone; `all` are the moves there.
  func shallow(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ empties: Int, _ odd: UInt64, _ all: UInt64
  ) -> Int {
    nodes &+= 1
    if alpha >= stabilityThreshold(empties) {
      let bound = 64 &- 2 &* Stability.stable(opponent, own).nonzeroBitCount
      if bound <= alpha { return bound }
    }
    if all == 0 {
      let replies = Boards.moves(opponent, own)
      if replies == 0 { return LastSquares.final(own, opponent) }
      return -shallow(opponent, own, ~alpha, empties, odd, replies)
    }
    var best = -128
    var part = all & odd
    var rest = all & ~odd
    while true {
      while part != 0 {
        let square = part.trailingZeroBitCount
        let bit = part & (0 &- part)
        part ^= bit
        let turned = Boards.flips(square, own, opponent)
        let next = odd ^ Quarters.mask(square)
        let mine = own | turned | bit
        let theirs = opponent ^ turned
        let score =
          empties == 5
          ? -LastSquares.four(theirs, mine, ~alpha, next, &nodes)
          : -shallow(theirs, mine, ~alpha, empties &- 1, next, Boards.moves(theirs, mine))
        if score > best {
          best = score
          if score > alpha { return score }
        }
      }
      if rest == 0 { return best }
      part = rest
      rest = 0
    }
  }

  /// Null-window search to the end.
  func ending(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ empties: Int, _ odd: UInt64
  ) -> Int {
    if empties <= 4 { return few(own, opponent, alpha, empties, odd) }
    let all = Boards.moves(own, opponent)
    return empties <= shallowLimit
      ? shallow(own, opponent, alpha, empties, odd, all)
      : ending(own, opponent, alpha, empties, odd, all)
  }

  /// Null-window search to the end with more than ``shallowLimit`` squares left.
  ///
  /// `all` are the moves there, which the parent has found already to put its own in order.
  private func ending(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ empties: Int, _ odd: UInt64, _ all: UInt64
  ) -> Int {
    nodes &+= 1
    if mustStop() { return alpha }
    if alpha >= stabilityThreshold(empties) {
      let bound = 64 &- 2 &* Stability.stable(opponent, own).nonzeroBitCount
      if bound <= alpha { return bound }
    }
    var best = -128
    var bestMove = 64
    var hashMove = 64
    var secondMove = 64
    let near = near.slot(own, opponent)
    if empties < tableLimit {
      if near.pointee.own == own, near.pointee.opponent == opponent {
        if Int(near.pointee.lower) > alpha { return Int(near.pointee.lower) }
        if Int(near.pointee.upper) <= alpha { return Int(near.pointee.upper) }
        hashMove = Int(near.pointee.best)
      }
    } else if let entry = table.find(own, opponent) {
      if entry.depth == empties, entry.certainty == Certainty.exact {
        if entry.lower > alpha { return entry.lower }
        if entry.upper <= alpha { return entry.upper }
      }
      hashMove = entry.best
      secondMove = entry.second
    }
    if all == 0 {
      let replies = Boards.moves(opponent, own)
      if replies == 0 { return LastSquares.final(own, opponent) }
      return -ending(opponent, own, ~alpha, empties, odd, replies)
    }
    let list = moves(at: empties)
    var count = 0
    var rest = all
    while rest != 0 {
      let square = rest.trailingZeroBitCount
      let bit = rest & (0 &- rest)
      rest ^= bit
      let turned = Boards.flips(square, own, opponent)
      let mine = own | turned | bit
      let theirs = opponent ^ turned
      if turned == opponent { return 64 }
      let replies = Boards.moves(theirs, mine)
      var rank: Int
      if square == hashMove {
        rank = 1 << 24
      } else if square == secondMove {
        rank = 1 << 23
      } else {
        rank = -(replies.nonzeroBitCount &+ (replies & 0x8100_0000_0000_0081).nonzeroBitCount) &* 16
        if odd & bit != 0 { rank &+= 8 }
        rank &+= Int(squareWorth(square))
      }
      list[count] = ListedMove(
        flips: turned, square: Int32(square), rank: Int32(rank), replies: replies)
      count &+= 1
    }
    // A move whose position the table already refutes ends this node at once.
    if empties > tableLimit {
      var i = 0
      while i < count {
        let move = list[i]
        if let entry = table.find(
          opponent ^ move.flips, own | move.flips | Boards.bit(Int(move.square))),
          entry.depth == empties &- 1, entry.certainty == Certainty.exact, -entry.upper > alpha
        {
          return -entry.upper
        }
        i &+= 1
      }
    }
    var index = 0
    while index < count {
      let move = takeBest(list, index, count)
      index &+= 1
      let square = Int(move.square)
      let mine = own | move.flips | Boards.bit(square)
      let theirs = opponent ^ move.flips
      let next = odd ^ Quarters.mask(square)
      let score =
        empties <= shallowLimit &+ 1
        ? -shallow(theirs, mine, ~alpha, empties &- 1, next, move.replies)
        : -ending(theirs, mine, ~alpha, empties &- 1, next, move.replies)
      if score > best {
        best = score
        bestMove = square
        if score > alpha { break }
      }
    }
    if isStopped { return alpha }
    if empties < tableLimit {
      near.pointee = NearTable.Slot(
        own: own, opponent: opponent, lower: Int8(truncatingIfNeeded: best > alpha ? best : -64),
        upper: Int8(truncatingIfNeeded: best > alpha ? 64 : best),
        best: UInt8(truncatingIfNeeded: bestMove))
      return best
    }
    table.store(
      own, opponent, depth: empties, certainty: Certainty.exact, alpha: alpha, beta: alpha &+ 1,
      score: best, best: bestMove)
    return best
  }

  /// Four empty squares or fewer.
  func few(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ empties: Int, _ odd: UInt64
  ) -> Int {
    var empty = ~(own | opponent)
    switch empties {
    case 4: return LastSquares.four(own, opponent, alpha, odd, &nodes)
    case 3:
      let a = empty.trailingZeroBitCount
      empty &= empty &- 1
      let b = empty.trailingZeroBitCount
      empty &= empty &- 1
      return LastSquares.three(
        own, opponent, alpha, a, b, empty.trailingZeroBitCount, &nodes)
    case 2:
      let a = empty.trailingZeroBitCount
      empty &= empty &- 1
      return LastSquares.two(own, opponent, alpha, a, empty.trailingZeroBitCount, &nodes)
    case 1:
      nodes &+= 1
      return LastSquares.one(own, alpha, empty.trailingZeroBitCount)
    default:
      return LastSquares.final(own, opponent)
    }
  }
}

/// A small bonus for squares that are good to have.
@inline(__always)
private func squareWorth(_ square: Int) -> Int8 {
  squareWorths[square & 63]
}

private let squareWorths: InlineArray<64, Int8> = [
  7, 0, 4, 3, 3, 4, 0, 7,
  0, -2, 1, 1, 1, 1, -2, 0,
  4, 1, 3, 2, 2, 3, 1, 4,
  3, 1, 2, 0, 0, 2, 1, 3,
  3, 1, 2, 0, 0, 2, 1, 3,
  4, 1, 3, 2, 2, 3, 1, 4,
  0, -2, 1, 1, 1, 1, -2, 0,
  7, 0, 4, 3, 3, 4, 0, 7,
]

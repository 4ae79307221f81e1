/// With this many empty squares or fewer, parity alone orders the moves.
private let shallowLimit = 6
/// With fewer empty squares a look into the table costs more than it saves.
private let tableLimit = 9

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
  /// Null-window search to the end with few squares left, ordered by parity alone.
  func shallow(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ empties: Int, _ odd: UInt64
  ) -> Int {
    nodes &+= 1
    if alpha >= stabilityThreshold(empties) {
      let bound = 64 &- 2 &* Stability.stable(opponent, own).nonzeroBitCount
      if bound <= alpha { return bound }
    }
    let all = Boards.moves(own, opponent)
    if all == 0 {
      if Boards.moves(opponent, own) == 0 { return LastSquares.final(own, opponent) }
      return -shallow(opponent, own, ~alpha, empties, odd)
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
        let score =
          empties == 5
          ? -LastSquares.four(opponent ^ turned, own | turned | bit, ~alpha, next, &nodes)
          : -shallow(opponent ^ turned, own | turned | bit, ~alpha, empties &- 1, next)
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
    if empties <= shallowLimit {
      return empties <= 4
        ? few(own, opponent, alpha, empties, odd) : shallow(own, opponent, alpha, empties, odd)
    }
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
    if empties >= tableLimit, let entry = table.find(own, opponent) {
      if entry.depth == empties, entry.certainty == Certainty.exact {
        if entry.lower > alpha { return entry.lower }
        if entry.upper <= alpha { return entry.upper }
      }
      hashMove = entry.best
      secondMove = entry.second
    }
    var all = Boards.moves(own, opponent)
    if all == 0 {
      if Boards.moves(opponent, own) == 0 { return LastSquares.final(own, opponent) }
      return -ending(opponent, own, ~alpha, empties, odd)
    }
    let list = moves(at: empties)
    var count = 0
    while all != 0 {
      let square = all.trailingZeroBitCount
      let bit = all & (0 &- all)
      all ^= bit
      let turned = Boards.flips(square, own, opponent)
      let mine = own | turned | bit
      let theirs = opponent ^ turned
      if turned == opponent { return 64 }
      var rank: Int
      if square == hashMove {
        rank = 1 << 24
      } else if square == secondMove {
        rank = 1 << 23
      } else {
        let replies = Boards.moves(theirs, mine)
        rank = -(replies.nonzeroBitCount &+ (replies & 0x8100_0000_0000_0081).nonzeroBitCount) &* 16
        if odd & bit != 0 { rank &+= 8 }
        rank &+= Int(squareWorth(square))
      }
      list[count] = ListedMove(flips: turned, square: Int32(square), rank: Int32(rank))
      count &+= 1
    }
    // A move whose position the table already refutes ends this node at once.
    if empties > tableLimit {
      var i = 0
      while i < count {
        let move = list[i]
        if let entry = table.find(
          opponent ^ move.flips, own | move.flips | 1 << UInt64(Int(move.square))),
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
      let score = -ending(
        opponent ^ move.flips, own | move.flips | 1 << UInt64(square), ~alpha, empties &- 1,
        odd ^ Quarters.mask(square))
      if score > best {
        best = score
        bestMove = square
        if score > alpha { break }
      }
    }
    if empties < tableLimit { return best }
    if isStopped { return alpha }
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

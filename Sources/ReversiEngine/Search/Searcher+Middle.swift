internal import Synchronization

/// To the end with this many empty squares or fewer, the search needs no evaluation.
let endingLimit = 12

/// The depth of the search that predicts one of `depth`.
@inline(__always)
private func predictingDepth(_ depth: Int) -> Int {
  let shallow = 2 &* (depth >> 2) &+ (depth & 1)
  return shallow >= depth ? depth &- 2 : shallow
}

/// The standard deviation of the difference between searches of two depths, in 1/16 of a disc.
@inline(__always)
func predictionError(_ empties: Int, _ depth: Int, _ shallow: Int) -> Int {
  // Chosen by the time that whole solves take: a fit says more, but cuts that are sometimes wrong order moves well.
  let sigma = 22 &+ 2 &* (depth &- shallow) &+ (empties < 30 ? 0 : (30 &- empties) / 4)
  return max(16, sigma)
}

/// Nodes of less depth are not worth sharing.
private let splitDepth = 12

extension Searcher {
  /// Null-window search to `depth`, or to the end when `depth` is the number of empty squares.
  func middle(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ depth: Int, _ empties: Int, _ odd: UInt64,
    _ turn: Int
  ) -> Int {
    if depth == empties {
      if empties <= endingLimit { return ending(own, opponent, alpha, empties, odd) }
    } else if depth <= 2 {
      return depth == 0
        ? evaluated(empties, turn) : leaves(own, opponent, alpha, depth, empties, turn)
    }
    nodes &+= 1
    if mustStop() { return alpha }
    if alpha >= stabilityThreshold(empties) {
      let bound = 64 &- 2 &* Stability.stable(opponent, own).nonzeroBitCount
      if bound <= alpha { return bound }
    }
    var hashMove = 64
    var secondMove = 64
    if let entry = table.find(own, opponent) {
      if entry.depth >= depth, entry.certainty >= certainty {
        if entry.lower > alpha { return entry.lower }
        if entry.upper <= alpha { return entry.upper }
      }
      hashMove = entry.best
      secondMove = entry.second
    }
    let all = Boards.moves(own, opponent)
    if all == 0 {
      if Boards.moves(opponent, own) == 0 { return LastSquares.final(own, opponent) }
      return -middle(opponent, own, ~alpha, depth, empties, odd, turn ^ 1)
    }
    if certainty < Certainty.exact, depth >= 3 {
      let cut = predicted(own, opponent, alpha, depth, empties, odd, turn)
      if cut != -128 { return cut }
    }
    let count = list(
      own, opponent, all, alpha, depth, empties, odd, turn, hashMove, secondMove)
    if count < 0 { return 64 }
    let list = moves(at: empties)

    // A move whose position the table already refutes ends this node at once.
    if depth >= 6 {
      var i = 0
      while i < count {
        let move = list[i]
        let square = Int(move.square)
        if let entry = table.find(
          opponent ^ move.flips, own | move.flips | Boards.bit(square)),
          entry.depth >= depth &- 1, entry.certainty >= certainty, -entry.upper > alpha
        {
          return -entry.upper
        }
        i &+= 1
      }
    }

    var best = -128
    var bestMove = 64
    var index = 0
    while index < count {
      if index > 0, depth >= splitDepth, let crew, crew.idle.load(ordering: .relaxed) > 0 {
        let rest = share(
          own, opponent, alpha, depth, empties, odd, turn, from: index, count: count, crew: crew)
        if rest.score > best { (best, bestMove) = (rest.score, rest.square) }
        break
      }
      let move = takeBest(list, index, count)
      index &+= 1
      let square = Int(move.square)
      carry(empties, turn, square, move.flips)
      let score = -middle(
        opponent ^ move.flips, own | move.flips | Boards.bit(square), ~alpha, depth &- 1,
        empties &- 1, odd ^ Quarters.mask(square), turn ^ 1)
      if score > best {
        best = score
        bestMove = square
        if score > alpha { break }
      }
    }
    if isStopped { return alpha }
    table.store(
      own, opponent, depth: depth, certainty: certainty, alpha: alpha, beta: alpha &+ 1,
      score: best, best: bestMove)
    return best
  }

  /// Brings the best of the rest of a list to `index`.
  @inline(__always)
  func takeBest(_ list: UnsafeMutablePointer<ListedMove>, _ index: Int, _ count: Int) -> ListedMove
  {
    var top = index
    var i = index &+ 1
    while i < count {
      if list[i].rank > list[top].rank { top = i }
      i &+= 1
    }
    let move = list[top]
    list[top] = list[index]
    list[index] = move
    return move
  }

  @inline(__always)
  private func evaluated(_ empties: Int, _ turn: Int) -> Int {
    nodes &+= 1
    return evaluation(empties, turn)
  }

  /// The last two plies before the evaluation.
  func leaves(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ depth: Int, _ empties: Int, _ turn: Int
  ) -> Int {
    nodes &+= 1
    var all = Boards.moves(own, opponent)
    if all == 0 {
      if Boards.moves(opponent, own) == 0 { return LastSquares.final(own, opponent) }
      return -leaves(opponent, own, ~alpha, depth, empties, turn ^ 1)
    }
    var best = -128
    if depth == 1 {
      while all != 0 {
        let square = all.trailingZeroBitCount
        all &= all &- 1
        let turned = Boards.flips(square, own, opponent)
        if turned == opponent { return 64 }
        carry(empties, turn, square, turned)
        nodes &+= 1
        let score = -evaluation(empties &- 1, turn ^ 1)
        if score > best {
          best = score
          if score > alpha { return score }
        }
      }
      return best
    }
    while all != 0 {
      let square = all.trailingZeroBitCount
      all &= all &- 1
      let turned = Boards.flips(square, own, opponent)
      if turned == opponent { return 64 }
      carry(empties, turn, square, turned)
      let score = -leaves(
        opponent ^ turned, own | turned | Boards.bit(square), ~alpha, depth &- 1, empties &- 1,
        turn ^ 1)
      if score > best {
        best = score
        if score > alpha { return score }
      }
    }
    return best
  }

  /// Lists the moves with their ranks; -1 if one of them wipes the opponent out.
  func list(
    _ own: UInt64, _ opponent: UInt64, _ moves: UInt64, _ alpha: Int, _ depth: Int,
    _ empties: Int, _ odd: UInt64, _ turn: Int, _ hashMove: Int, _ secondMove: Int
  ) -> Int {
    let list = self.moves(at: empties)
    var count = 0
    var rest = moves
    let sortDepth = max(
      0,
      depth == empties
        ? (depth &- 13) / 3
        : depth < 9 ? 0 : depth < 13 ? 1 : depth < 18 ? 2 : 2 &+ (depth &- 14) / 4)
    while rest != 0 {
      let square = rest.trailingZeroBitCount
      let bit = rest & (0 &- rest)
      rest ^= bit
      let turned = Boards.flips(square, own, opponent)
      if turned == opponent { return -1 }
      var rank: Int
      if square == hashMove {
        rank = 1 << 24
      } else if square == secondMove {
        rank = 1 << 23
      } else {
        let mine = own | turned | bit
        let theirs = opponent ^ turned
        let replies = Boards.moves(theirs, mine)
        carry(empties, turn, square, turned)
        if sortDepth == 0 {
          rank = -judgement(empties &- 1, turn ^ 1)
        } else {
          // A window somewhat below the bound tells good moves from bad ones.
          let floor = max(-64, alpha &- 8)
          let saved = certainty
          certainty = 0
          rank =
            -128
            &* wide(
              theirs, mine, -64, -floor, sortDepth, empties &- 1, odd ^ Quarters.mask(square),
              turn ^ 1)
          certainty = saved
        }
        rank &-=
          (replies.nonzeroBitCount &+ (replies & 0x8100_0000_0000_0081).nonzeroBitCount)
          &* (depth == empties ? 512 : 24)
        if depth == empties, odd & bit != 0 { rank &+= 32 }
      }
      list[count] = ListedMove(flips: turned, square: Int32(square), rank: Int32(rank))
      count &+= 1
    }
    return count
  }

  /// Search of small depth with an open window, for sorting.
  func wide(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ beta: Int, _ depth: Int, _ empties: Int,
    _ odd: UInt64, _ turn: Int
  ) -> Int {
    if depth == 0 { return evaluated(empties, turn) }
    nodes &+= 1
    let all = Boards.moves(own, opponent)
    if all == 0 {
      if Boards.moves(opponent, own) == 0 { return LastSquares.final(own, opponent) }
      return -wide(opponent, own, -beta, -alpha, depth, empties, odd, turn ^ 1)
    }
    let list = self.moves(at: empties)
    var count = 0
    var rest = all
    while rest != 0 {
      let square = rest.trailingZeroBitCount
      rest &= rest &- 1
      let turned = Boards.flips(square, own, opponent)
      if turned == opponent { return 64 }
      carry(empties, turn, square, turned)
      list[count] = ListedMove(
        flips: turned, square: Int32(square),
        rank: Int32(truncatingIfNeeded: -judgement(empties &- 1, turn ^ 1)))
      count &+= 1
    }
    if depth == 1 {
      var top = -Int.max
      var i = 0
      while i < count {
        top = max(top, Int(list[i].rank))
        i &+= 1
      }
      nodes &+= UInt64(count)
      return min(62, max(-62, (top &+ 64) >> 7))
    }
    var best = -128
    var alpha = alpha
    var index = 0
    while index < count {
      let move = takeBest(list, index, count)
      index &+= 1
      let square = Int(move.square)
      carry(empties, turn, square, move.flips)
      let score = -wide(
        opponent ^ move.flips, own | move.flips | Boards.bit(square), -beta, -alpha, depth &- 1,
        empties &- 1, odd ^ Quarters.mask(square), turn ^ 1)
      if score > best {
        best = score
        if score >= beta { return score }
        alpha = max(alpha, score)
      }
    }
    return best
  }

  /// A bound that a shallower search says will hold, or -128.
  private func predicted(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ depth: Int, _ empties: Int, _ odd: UInt64,
    _ turn: Int
  ) -> Int {
    let shallow = predictingDepth(depth)
    let deviations = Certainty.deviations[certainty]
    let margin = (deviations &* predictionError(empties, depth, shallow) &+ 128) >> 8
    let looseMargin = (deviations &* predictionError(empties, depth, 0) &+ 256) >> 9
    let now = evaluation(empties, turn)
    let beta = alpha &+ 1
    if now >= beta &- looseMargin, beta &+ margin <= 64 {
      let bound = beta &+ margin &- 1
      let score = middle(own, opponent, bound, shallow, empties, odd, turn)
      if score > bound { return beta }
    }
    if now <= alpha &+ looseMargin, alpha &- margin >= -64 {
      let bound = alpha &- margin
      let score = middle(own, opponent, bound, shallow, empties, odd, turn)
      if score <= bound { return alpha }
    }
    return -128
  }

  /// Search with an open window, for nodes of the principal variation.
  func principal(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ beta: Int, _ depth: Int, _ empties: Int,
    _ odd: UInt64, _ turn: Int
  ) -> Int {
    if depth == 0, empties > 0 { return evaluated(empties, turn) }
    if beta &- alpha <= 1 {
      return middle(own, opponent, alpha, depth, empties, odd, turn)
    }
    if depth == empties, empties <= 8 {
      // Few squares: close in by null windows.
      var low = alpha
      var high = beta
      while low < high {
        let middle = low &+ (high &- low &- 1) / 2
        let score = ending(own, opponent, middle, empties, odd)
        if score > middle { low = max(low, score) } else { high = min(high, score) }
        if score > high || score < low { return score }
      }
      return low
    }
    nodes &+= 1
    if mustStop() { return alpha }
    var hashMove = 64
    var secondMove = 64
    if let entry = table.find(own, opponent) {
      hashMove = entry.best
      secondMove = entry.second
      if entry.depth >= depth, entry.certainty >= certainty {
        if entry.lower >= beta { return entry.lower }
        if entry.upper <= alpha { return entry.upper }
        if entry.lower == entry.upper { return entry.lower }
      }
    }
    let all = Boards.moves(own, opponent)
    if all == 0 {
      if Boards.moves(opponent, own) == 0 { return LastSquares.final(own, opponent) }
      return -principal(opponent, own, -beta, -alpha, depth, empties, odd, turn ^ 1)
    }
    let count = list(own, opponent, all, alpha, depth, empties, odd, turn, hashMove, secondMove)
    if count < 0 { return 64 }
    let list = moves(at: empties)
    var best = -128
    var bestMove = 64
    var low = alpha
    var index = 0
    while index < count {
      if index > 0, depth >= splitDepth, let crew, crew.idle.load(ordering: .relaxed) > 0 {
        let rest = share(
          own, opponent, low, depth, empties, odd, turn, from: index, count: count, crew: crew)
        if isStopped { return alpha }
        if rest.score <= low || rest.score >= beta {
          if rest.score > best { (best, bestMove) = (rest.score, rest.square) }
          break
        }
        // It needs the open window: let it be the next, alone; the table remembers the others.
        var i = index
        while i < count {
          if Int(list[i].square) == rest.square { list[i].rank = Int32.max }
          i &+= 1
        }
        let move = takeBest(list, index, count)
        index &+= 1
        carry(empties, turn, rest.square, move.flips)
        let score = -principal(
          opponent ^ move.flips, own | move.flips | Boards.bit(rest.square), -beta, -low,
          depth &- 1, empties &- 1, odd ^ Quarters.mask(rest.square), turn ^ 1)
        if isStopped { return alpha }
        if score > best { (best, bestMove) = (score, rest.square) }
        if score >= beta { break }
        low = max(low, score)
        continue
      }
      let move = takeBest(list, index, count)
      index &+= 1
      let square = Int(move.square)
      carry(empties, turn, square, move.flips)
      let theirs = opponent ^ move.flips
      let mine = own | move.flips | Boards.bit(square)
      let nextOdd = odd ^ Quarters.mask(square)
      var score: Int
      if index == 1 {
        score = -principal(
          theirs, mine, -beta, -low, depth &- 1, empties &- 1, nextOdd, turn ^ 1)
      } else {
        score = -middle(theirs, mine, ~low, depth &- 1, empties &- 1, nextOdd, turn ^ 1)
        if score > low, score < beta, !isStopped {
          carry(empties, turn, square, move.flips)
          score = -principal(
            theirs, mine, -beta, -low, depth &- 1, empties &- 1, nextOdd, turn ^ 1)
        }
      }
      if isStopped { return alpha }
      if score > best {
        best = score
        bestMove = square
        if score >= beta { break }
        low = max(low, score)
      }
    }
    table.store(
      own, opponent, depth: depth, certainty: certainty, alpha: alpha, beta: beta, score: best,
      best: bestMove)
    return best
  }
}

internal import Synchronization

/// One move of the root and what is known of it.
struct RootMove {
  var square: Int
  var flips: UInt64
  /// The value of the last iteration that searched it with an open window.
  var score: Int
  /// Whether ``score`` is exact within the iteration, not only a bound.
  var isKnown: Bool
}

/// A step of iterative deepening.
struct SearchStep: Equatable {
  var depth: Int
  var certainty: Int
}

extension Searcher {
  /// The steps towards a search of `depth` at `certainty`; to the end when `depth` is `empties`.
  static func steps(empties: Int, depth: Int, certainty: Int) -> [SearchStep] {
    var steps: [SearchStep] = []
    if depth < empties {
      var d = depth & 1 == 0 ? 2 : 1
      while d < depth {
        steps.append(SearchStep(depth: d, certainty: min(certainty, d < 5 ? Certainty.exact : 0)))
        d += d < depth - 6 ? 2 : 1
      }
      if certainty > 0 && depth >= 8 { steps.append(SearchStep(depth: depth, certainty: 0)) }
      steps.append(SearchStep(depth: depth, certainty: certainty))
      return steps
    }
    if empties >= 14 {
      var d = empties & 1 == 0 ? 4 : 5
      while d <= empties - 8 {
        steps.append(SearchStep(depth: d, certainty: 0))
        d += 2
      }
    }
    if empties >= 18 { steps.append(SearchStep(depth: empties, certainty: 0)) }
    if empties >= 22, certainty > 2 { steps.append(SearchStep(depth: empties, certainty: 2)) }
    if empties >= 26, certainty > 3 { steps.append(SearchStep(depth: empties, certainty: 3)) }
    steps.append(SearchStep(depth: empties, certainty: certainty))
    return steps
  }

  /// The moves of a position, best first by a look at the evaluation.
  func rootMoves(_ own: UInt64, _ opponent: UInt64) -> [RootMove] {
    let empties = (~(own | opponent)).nonzeroBitCount
    var result: [RootMove] = []
    var rest = Boards.moves(own, opponent)
    while rest != 0 {
      let square = rest.trailingZeroBitCount
      rest &= rest &- 1
      let turned = Boards.flips(square, own, opponent)
      carry(empties, 0, square, turned)
      result.append(
        RootMove(
          square: square, flips: turned, score: -judgement(empties &- 1, 1), isKnown: false))
    }
    result.sort { $0.score > $1.score }
    for i in result.indices { result[i].score = 0 }
    return result
  }

  /// Searches the moves of the root within a window and sorts them; the first `lines` get exact values.
  ///
  /// - Returns: the best value, a bound if it is outside of the window; meaningless once ``isStopped``.
  func searchRoot(
    _ own: UInt64, _ opponent: UInt64, _ moves: inout [RootMove], step: SearchStep, alpha: Int,
    beta: Int, lines: Int = 1
  ) -> Int {
    let empties = (~(own | opponent)).nonzeroBitCount
    let odd = Quarters.odd(~(own | opponent))
    certainty = step.certainty
    var best = -128
    var low = alpha
    var known: [Int] = []
    for i in moves.indices { moves[i].isKnown = false }
    var done = 0
    while done < moves.count {
      if done >= lines, step.depth >= 8, let crew, crew.idle.load(ordering: .relaxed) > 0 {
        let list = self.moves(at: empties)
        let rest = moves.count - done
        for j in 0..<rest {
          let move = moves[done + j]
          list[j] = ListedMove(
            flips: move.flips, square: Int32(move.square), rank: Int32(rest - j))
        }
        let (score, square) = share(
          own, opponent, low, step.depth, empties, odd, 0, from: 0, count: rest, crew: crew)
        if isStopped { break }
        guard score > low, let found = moves[done...].firstIndex(where: { $0.square == square })
        else {
          for j in done..<moves.count { moves[j].score = min(score, low) }
          best = max(best, score)
          break
        }
        // It needs the open window: let it be the next, alone; the table remembers the others.
        let move = moves.remove(at: found)
        moves.insert(move, at: done)
      }
      let i = done
      done += 1
      let move = moves[i]
      carry(empties, 0, move.square, move.flips)
      let theirs = opponent ^ move.flips
      let mine = own | move.flips | Boards.bit(move.square)
      let nextOdd = odd ^ Quarters.mask(move.square)
      var score: Int
      if theirs == 0 {
        score = 64
      } else if i < lines {
        score = -principal(
          theirs, mine, -beta, -low, step.depth - 1, empties - 1, nextOdd, 1)
      } else {
        score = -middle(theirs, mine, ~low, step.depth - 1, empties - 1, nextOdd, 1)
        if score > low, score < beta, !isStopped {
          score = -principal(
            theirs, mine, -beta, -low, step.depth - 1, empties - 1, nextOdd, 1)
        }
      }
      if isStopped { break }
      moves[i].score = score
      // Of several lines none is searched with more than the most that there is, so that also that is exact.
      moves[i].isKnown = score > low && (score < beta || lines > 1)
      if score > best {
        best = score
        if score >= beta, lines == 1 {
          let found = moves.remove(at: i)
          moves.insert(found, at: 0)
          return best
        }
      }
      if score > low {
        known.append(score)
        known.sort(by: >)
        if known.count >= lines { low = known[lines - 1] }
        // All lines are worth the most, and nothing is above it.
        if low >= beta { break }
      }
    }
    if isStopped { return best }
    // Stable: moves that are not known keep their order behind those that are.
    var front = moves.filter { $0.isKnown }
    front.sort { $0.score > $1.score }
    if front.isEmpty, let top = moves.indices.max(by: { moves[$0].score < moves[$1].score }) {
      let found = moves.remove(at: top)
      moves.insert(found, at: 0)
    } else {
      moves = front + moves.filter { !$0.isKnown }
    }
    if best > -128 {
      table.store(
        own, opponent, depth: step.depth, certainty: step.certainty, alpha: alpha, beta: beta,
        score: best, best: moves[0].square)
    }
    return best
  }

  /// Searches by iterative deepening.
  ///
  /// - Parameters:
  ///   - own: the discs of the side to move.
  ///   - opponent: those of the other.
  ///   - moves: the moves of the position; they come back sorted.
  ///   - steps: how deep to go, one after the other.
  ///   - lines: how many of the best moves get a value of their own.
  ///   - isWinnerOnly: whether steps to the end ask only who wins.
  ///   - done: told after each step; `false` ends the search there.
  /// - Returns: the value of the last finished step.
  func deepen(
    _ own: UInt64, _ opponent: UInt64, _ moves: inout [RootMove], steps: [SearchStep],
    lines: Int = 1, isWinnerOnly: Bool = false, done: (SearchStep, Int, [RootMove]) -> Bool
  ) -> Int {
    var value = 0
    var isFirst = true
    let empties = (~(own | opponent)).nonzeroBitCount
    for step in steps {
      var score: Int
      if isWinnerOnly, step.depth == empties {
        score = searchRoot(own, opponent, &moves, step: step, alpha: -1, beta: 1)
        if isStopped { return value }
      } else if lines > 1 || isFirst {
        score = searchRoot(
          own, opponent, &moves, step: step, alpha: -64, beta: 64, lines: lines)
        if isStopped { return value }
      } else {
        // Final scores are even: a window of one on each side tells them apart.
        let isEnd = step.depth == empties
        var width = isEnd ? 1 : 2
        let center = isEnd ? value & ~1 : value
        var alpha = max(-64, center - width)
        var beta = min(64, center + width)
        var fellLow = false
        var rose = false
        while true {
          score = searchRoot(own, opponent, &moves, step: step, alpha: alpha, beta: beta)
          if isStopped { return value }
          if score <= alpha, alpha > -64 {
            fellLow = true
            beta = alpha + 1
          } else if score >= beta, beta < 64 {
            rose = true
            alpha = beta - 1
          } else {
            break
          }
          width *= 2
          if fellLow && rose {
            // Selective searches may contradict each other; an open window settles it.
            (alpha, beta) = (-64, 64)
          } else if fellLow {
            alpha = max(-64, score - width)
          } else {
            beta = min(64, score + width)
          }
        }
      }
      value = score
      isFirst = false
      if !done(step, value, moves) { break }
    }
    return value
  }
}

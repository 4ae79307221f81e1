extension Searcher {
  /// Searches deeper and deeper.
  ///
  /// `finished` is called after each depth, and for each value that is out of its window; `false` ends the search.
  /// Helpers, threads from 1 on, go about it a little differently.
  func deepen(
    maxDepth: Int, lines: Int, thread: Int, finished: (Searcher, _ isWhole: Bool) -> Bool
  ) {
    let lines = min(lines, roots.count)
    if lines == 0 { return }
    var depth = 0
    while depth < maxDepth {
      depth += 1
      // Helpers skip some depths, so that they are ahead of the others now and then.
      if thread > 0, depth > 3, (depth + thread) % 3 == 0, depth < maxDepth { continue }
      rootDepth = depth
      for index in roots.indices {
        roots[index].before = roots[index].value
        roots[index].bound = Bound.exact
      }
      for line in 0..<lines {
        firstRoot = line
        selectiveDepth = 0
        searchWindow(depth, lines: lines, finished: finished)
        if isStopped { break }
        sortRoots(from: 0, to: line + 1)
      }
      if isStopped { break }
      if !finished(self, true) { break }
    }
  }

  /// Searches one line, with a narrow window where the value is about known.
  private func searchWindow(
    _ depth: Int, lines: Int, finished: (Searcher, _ isWhole: Bool) -> Bool
  ) {
    let before = roots[firstRoot].before
    var delta = 14
    var alpha = 0 - Value.infinite
    var beta = Value.infinite
    if depth >= 5, abs(before) < Value.mateBound {
      alpha = max(before - delta, 0 - Value.infinite)
      beta = min(before + delta, Value.infinite)
    }
    var lowered = 0
    while true {
      let value = searchRoots(alpha, beta, depth: max(depth - lowered, 1))
      sortRoots(from: firstRoot, to: roots.count)
      if isStopped { return }
      if value <= alpha {
        roots[firstRoot].bound = Bound.upper
        beta = (alpha + beta) / 2
        alpha = max(value - delta, 0 - Value.infinite)
        lowered = 0
      } else if value >= beta {
        roots[firstRoot].bound = Bound.lower
        beta = min(value + delta, Value.infinite)
        if lowered < 3 { lowered += 1 }
      } else {
        roots[firstRoot].bound = Bound.exact
        return
      }
      if lines == 1, !finished(self, false) {
        isStopped = true
        return
      }
      delta += delta / 2
      if delta > 600 {
        alpha = 0 - Value.infinite
        beta = Value.infinite
      }
    }
  }

  /// Sorts by value, best first; equals keep their order.
  private func sortRoots(from: Int, to: Int) {
    var index = from + 1
    while index < to {
      let root = roots[index]
      var place = index
      while place > from, isBehind(roots[place - 1], root) {
        roots[place] = roots[place - 1]
        place -= 1
      }
      roots[place] = root
      index += 1
    }
  }

  private func isBehind(_ a: Root, _ b: Root) -> Bool {
    a.value != b.value ? a.value < b.value : a.before < b.before
  }

  private func searchRoots(_ alphaIn: Int, _ beta: Int, depth: Int) -> Int {
    let node = nodes
    let frame = frame(0)
    keys[keyBase] = node.pointee.key
    frame.pointee.judgement =
      node.pointee.checkers == 0 ? corrected(evaluator.evaluate(node), node) : Value.none
    self.frame(1).pointee.firstKiller = .none
    self.frame(1).pointee.secondKiller = .none
    self.frame(2).pointee.cutoffs = 0
    var alpha = alphaIn
    var best = 0 - Value.infinite
    var bestStep = Step.none
    let discoverers = node.pointee.discoverers()
    var number = 0
    for index in firstRoot..<roots.count {
      let step = roots[index].step
      number += 1
      let begin = visited
      let isNoisy = node.pointee.isNoisy(step)
      let place = Int(node.pointee.squares[step.from]) << 6 | step.to
      let givesCheck = node.pointee.givesCheck(step, discoverers: discoverers)
      frame.pointee.step = step
      frame.pointee.place = place
      frame.pointee.history = 0
      make(step, node)
      let newDepth = depth - 1
      var value = 0
      if depth >= 3, number > 2, !isNoisy {
        var reduction = Int(tables.reductions[min(depth, 63) * 64 + min(number, 63)])
        reduction -= Int(history.quiet[node.pointee.side * 4096 + step.fromTo]) / 12
        reduction -= givesCheck ? 2500 : 1500
        let lowered = max(1, min(newDepth, newDepth - reduction / 1024))
        value = 0 - search(1, -1 - alpha, 0 - alpha, depth: lowered, isCut: true)
        if value > alpha, lowered < newDepth, !isStopped {
          value = 0 - search(1, -1 - alpha, 0 - alpha, depth: newDepth, isCut: false)
        }
      } else if number > 1 {
        value = 0 - search(1, -1 - alpha, 0 - alpha, depth: newDepth, isCut: true)
      }
      if number == 1 || value > alpha, !isStopped {
        value = 0 - search(1, 0 - beta, 0 - alpha, depth: newDepth, isCut: false)
      }
      roots[index].visited += visited - begin
      if isStopped { return best }
      if number == 1 || value > alpha {
        roots[index].value = value
        roots[index].selectiveDepth = selectiveDepth
        roots[index].line = [step]
        for ply in 0..<lengths[1] { roots[index].line.append(line(1)[ply]) }
        if number > 1 { roots[index].changes += 1 }
      } else {
        roots[index].value = 0 - Value.infinite
      }
      if value > best {
        best = value
        if value > alpha {
          bestStep = step
          if value >= beta { break }
          alpha = value
        }
      }
    }
    let bound =
      best >= beta ? Bound.lower : bestStep.bits != 0 ? Bound.exact : Bound.upper
    if firstRoot == 0, blindness.share == 0 {
      table.store(
        node.pointee.key, bestStep, value: Value.toTable(best, 0),
        judgement: Value.none, depth: depth, bound: bound, isPV: true)
    }
    return best
  }
}

extension Searcher {
  /// Principal variation search below the root.
  ///
  /// `isCut` says whether a value of `beta` or more is expected. The value is exact between the bounds, and a bound
  /// outside.
  func search(_ ply: Int, _ alphaIn: Int, _ betaIn: Int, depth depthIn: Int, isCut: Bool) -> Int {
    if depthIn <= 0 { return quiesce(ply, alphaIn, betaIn, depth: 0) }
    count()
    if isStopped { return 0 }
    let node = nodes + ply
    let frame = frame(ply)
    var alpha = alphaIn
    var beta = betaIn
    var depth = min(depthIn, Value.maxPly)
    let isPV = beta &- alpha > 1
    let excluded = frame.pointee.excluded
    let inCheck = node.pointee.checkers != 0
    lengths[ply] = 0
    if ply > selectiveDepth { selectiveDepth = ply }
    if isRepeated(ply, node) || Searcher.isDead(node) || node.pointee.quietPlies >= 100 {
      return isMateAfterAll(node) ? ply &- Value.mate : 0
    }
    if ply >= Value.maxPly { return inCheck ? 0 : evaluator.evaluate(node) }
    // Nothing here can be better than a mate that is known already.
    alpha = max(alpha, ply &- Value.mate)
    beta = min(beta, Value.mate &- ply &- 1)
    if alpha >= beta { return alpha }

    let us = node.pointee.side
    let key = node.pointee.key
    keys[keyBase &+ ply] = key
    let entry = excluded.bits == 0 ? table.find(key) : nil
    let known = entry.map { Value.fromTable($0.value, ply) } ?? 0
    let tableStep = entry?.step ?? .none
    if let entry, !isPV, entry.depth >= depth, node.pointee.quietPlies < 90,
      entry.bound & (known >= beta ? Bound.lower : Bound.upper) != 0
    {
      if tableStep.bits != 0, known >= beta, node.pointee.isPlausible(tableStep),
        !node.pointee.isNoisy(tableStep)
      {
        reward(tableStep, node, frame, bonus(depth))
      }
      return known
    }
    let wasPV = isPV || entry?.isPV == true
    (self.frame(ply + 1)).pointee.firstKiller = .none
    (self.frame(ply + 1)).pointee.secondKiller = .none
    self.frame(ply + 2).pointee.cutoffs = 0
    frame.pointee.doubles = (frame - 1).pointee.doubles

    // What the position looks like.
    var judgement = Value.none
    var estimate = Value.none
    var isImproving = false
    if inCheck {
      frame.pointee.judgement = Value.none
    } else if excluded.bits != 0 {
      estimate = frame.pointee.judgement
      judgement = estimate
    } else {
      if let entry, entry.judgement != Value.none {
        judgement = entry.judgement
      } else {
        judgement = evaluator.evaluate(node)
        if entry == nil {
          table.store(
            key, .none, value: 0, judgement: judgement, depth: 0, bound: Bound.none, isPV: wasPV)
        }
      }
      estimate = corrected(judgement, node)
      frame.pointee.judgement = estimate
      if let entry, entry.bound & (known > estimate ? Bound.lower : Bound.upper) != 0,
        abs(known) < Value.mateBound
      {
        estimate = known
      }
    }
    if !inCheck {
      let own = frame.pointee.judgement
      let before =
        (frame - 2).pointee.judgement != Value.none
        ? (frame - 2).pointee.judgement : (frame - 4).pointee.judgement
      isImproving = before == Value.none || own > before
    }

    let canPrune = !isPV && !inCheck && excluded.bits == 0
    if canPrune, abs(beta) < Value.mateBound {
      // Hopeless: see whether captures help.
      if depth <= 3, estimate &+ 220 &+ 240 &* depth &* depth / 2 < alpha {
        let value = quiesce(ply, alpha, alpha &+ 1, depth: 0)
        if value <= alpha || isStopped { return value }
      }
      // So good that a quiet move of the other side does not matter.
      if depth <= 8, estimate < Value.evaluationBound,
        estimate &- 78 &* (depth &- (isImproving ? 1 : 0)) &- (frame - 1).pointee.history / 400
          >= beta, !(wasPV && tableStep.bits == 0)
      {
        return (estimate &+ beta) / 2
      }
      // So good that even giving away the move keeps it.
      if depth >= 3, (frame - 1).pointee.step.bits != 0, estimate >= beta,
        frame.pointee.judgement >= beta &- 18 &* depth &+ 120, node.pointee.hasPieces(us),
        ply >= nullFreePlies
      {
        let reduction = 4 &+ depth / 3 &+ min((estimate &- beta) / 180, 4)
        frame.pointee.step = .none
        frame.pointee.place = 0
        node.pointee.makeNull(tables, into: node + 1)
        table.prefetch((node + 1).pointee.key)
        var value =
          0 &- search(ply &+ 1, 0 &- beta, 1 &- beta, depth: depth &- reduction, isCut: !isCut)
        if isStopped { return 0 }
        if value >= beta {
          if value >= Value.mateBound { value = beta }
          if depth < 12 || nullFreePlies > 0 { return value }
          // Deep ones are checked, for having to move can be a disadvantage.
          nullFreePlies = ply &+ 3 &* (depth &- reduction) / 4
          let check = search(ply, beta &- 1, beta, depth: depth &- reduction, isCut: false)
          nullFreePlies = 0
          if isStopped { return 0 }
          if check >= beta { return value }
        }
      }
      // A capture that is far too good at a lower depth.
      let raised = beta &+ 190 &- (isImproving ? 40 : 0)
      if depth >= 5,
        entry == nil || entry?.bound == Bound.none || entry.map({ $0.depth }) ?? 0 < depth &- 3
          || known >= raised
      {
        let value = tryCaptures(ply, raised, depth: depth, isCut: isCut, table: tableStep)
        if isStopped { return 0 }
        if value != Value.none { return value }
      }
    }
    // Without a move to begin with, do not look so deeply yet.
    if depth >= 4, tableStep.bits == 0, isPV || isCut, excluded.bits == 0 { depth &-= 1 }

    return searchMoves(
      ply, alpha, beta, depth: depth, isCut: isCut, isPV: isPV, wasPV: wasPV, entry: entry,
      known: known, judgement: judgement, estimate: estimate, isImproving: isImproving)
  }

  /// Looks for a capture whose value stays above a raised bound; ``Value/none`` if there is none.
  private func tryCaptures(
    _ ply: Int, _ raised: Int, depth: Int, isCut: Bool, table entryStep: Step
  )
    -> Int
  {
    let node = nodes + ply
    let frame = frame(ply)
    if raised >= Value.mateBound { return Value.none }
    let pinned = node.pointee.pinned(node.pointee.side)
    var picker = Picker(
      quiescence: self, node, ply: ply, table: entryStep, pinned: pinned,
      threshold: max(raised &- frame.pointee.judgement, 0))
    while true {
      let step = picker.next(self, node, ply: ply)
      if step.bits == 0 || picker.isAtLosses { return Value.none }
      if blindness.hides(step, in: node.pointee.key) { continue }
      frame.pointee.step = step
      frame.pointee.place = Int(node.pointee.squares[step.from]) << 6 | step.to
      make(step, node)
      var value = 0 &- quiesce(ply &+ 1, 0 &- raised, 1 &- raised, depth: 0)
      if value >= raised, !isStopped {
        value =
          0 &- search(ply &+ 1, 0 &- raised, 1 &- raised, depth: depth &- 4, isCut: !isCut)
      }
      if isStopped { return 0 }
      if value >= raised {
        table.store(
          node.pointee.key, step, value: Value.toTable(value, ply), judgement: Value.none,
          depth: depth &- 3, bound: Bound.lower, isPV: false)
        return value
      }
    }
  }

  private func searchMoves(
    _ ply: Int, _ alphaIn: Int, _ beta: Int, depth: Int, isCut: Bool, isPV: Bool, wasPV: Bool,
    entry: TableEntry?, known: Int, judgement: Int, estimate: Int, isImproving: Bool
  ) -> Int {
    let node = nodes + ply
    let frame = frame(ply)
    let us = node.pointee.side
    let key = node.pointee.key
    let excluded = frame.pointee.excluded
    let inCheck = node.pointee.checkers != 0
    let tableStep = entry?.step ?? .none
    let tableIsNoisy = tableStep.bits != 0 && node.pointee.isNoisy(tableStep)
    var alpha = alphaIn
    let pinned = node.pointee.pinned(us)
    let discoverers = node.pointee.discoverers()
    var picker = Picker(self, node, ply: ply, table: tableStep, pinned: pinned)
    var best = 0 &- Value.infinite
    var bestStep = Step.none
    var number = 0
    var hidden = 0
    var triedQuiet = InlineArray<64, Step>(repeating: .none)
    var quietCount = 0
    var triedNoisy = InlineArray<32, Step>(repeating: .none)
    var noisyCount = 0

    while true {
      let step = picker.next(self, node, ply: ply)
      if step.bits == 0 { break }
      if step == excluded { continue }
      if blindness.hides(step, in: key) {
        hidden &+= 1
        continue
      }
      number &+= 1
      let isNoisy = node.pointee.isNoisy(step)
      let piece = Int(node.pointee.squares[step.from])
      let place = piece << 6 | step.to
      let givesCheck = node.pointee.givesCheck(step, discoverers: discoverers)
      var past: Int
      if isNoisy {
        past = Int(history.capture[place << 3 | node.pointee.kind(at: step.to)])
      } else {
        past =
          Int(history.quiet[us &* 4096 &+ step.fromTo])
          &+ Int(history.continuation[(frame - 1).pointee.place &* 1024 &+ place])
          &+ Int(history.continuation[(frame - 2).pointee.place &* 1024 &+ place])
      }
      var reduction = Int(
        tables.reductions[min(depth, 63) &* 64 &+ min(number, 63)])

      // Moves that hardly matter.
      if best > 0 &- Value.mateBound, node.pointee.hasPieces(us) {
        let reduced = max(depth &- reduction / 1024, 0)
        if !isNoisy, !givesCheck {
          if number >= (4 &+ depth &* depth) / (isImproving ? 1 : 2) { picker.skipsQuiet = true }
          if depth <= 8, past < -3600 &* depth { continue }
          if !inCheck, reduced <= 8, estimate &+ 110 &+ 95 &* reduced &+ past / 160 <= alpha {
            picker.skipsQuiet = true
            continue
          }
          if depth <= 9, !node.pointee.wins(step, atLeast: -22 &* reduced &* reduced &- 8) {
            continue
          }
        } else if depth <= 9,
          !node.pointee.wins(step, atLeast: -95 &* depth &- past / 128)
        {
          continue
        }
      }

      // The one good move is looked at more deeply.
      var extra = 0
      if step == tableStep, let entry, depth >= 7, excluded.bits == 0, entry.depth >= depth &- 3,
        entry.bound & Bound.lower != 0, abs(known) < Value.mateBound, ply < 2 &* rootDepth
      {
        let bar = known &- 2 &* depth
        frame.pointee.excluded = step
        let value = search(ply, bar &- 1, bar, depth: (depth &- 1) / 2, isCut: isCut)
        frame.pointee.excluded = .none
        if isStopped { return 0 }
        if value < bar {
          extra = 1
          if !isPV, value < bar &- 20, frame.pointee.doubles <= 6 { extra = 2 }
        } else if bar >= beta {
          // Several moves are too good.
          return bar
        } else if known >= beta {
          extra = -2
        } else if isCut {
          extra = -1
        }
      } else if givesCheck, depth <= 6, !picker.isAtLosses, node.pointee.wins(step, atLeast: 0) {
        extra = 1
      }
      let newDepth = depth &- 1 &+ extra
      frame.pointee.doubles = (frame - 1).pointee.doubles &+ (extra == 2 ? 1 : 0)
      frame.pointee.step = step
      frame.pointee.place = place
      frame.pointee.history = isNoisy ? 0 : past
      make(step, node)

      var value = 0
      if depth >= 2, number > (isPV ? 2 : 1), !isNoisy || picker.isAtLosses || isCut {
        if isNoisy {
          reduction = reduction / 2 &- past / 12
        } else {
          reduction &-= past / 12
        }
        if isCut { reduction &+= 1500 }
        if !isImproving { reduction &+= 700 }
        if tableIsNoisy { reduction &+= 700 }
        if wasPV { reduction &-= 1100 }
        if isPV { reduction &-= 700 }
        if givesCheck { reduction &-= 900 }
        if step == frame.pointee.firstKiller || step == frame.pointee.secondKiller {
          reduction &-= 900
        }
        if (frame + 1).pointee.cutoffs > 3 { reduction &+= 800 }
        let lowered = max(1, min(newDepth &+ 1, newDepth &- reduction / 1024))
        value = 0 &- search(ply &+ 1, -1 &- alpha, 0 &- alpha, depth: lowered, isCut: true)
        if value > alpha, lowered < newDepth, !isStopped {
          // Deeper or less deeply according to how good it looks.
          let again =
            newDepth &+ (value > best &+ 60 &+ 4 &* newDepth ? 1 : 0)
            &- (value < best &+ newDepth ? 1 : 0)
          if again > lowered {
            value = 0 &- search(ply &+ 1, -1 &- alpha, 0 &- alpha, depth: again, isCut: !isCut)
          }
          if !isNoisy {
            updateContinuation(frame, place, value > alpha ? bonus(newDepth) : 0 &- bonus(newDepth))
          }
        }
      } else if !isPV || number > 1 {
        value = 0 &- search(ply &+ 1, -1 &- alpha, 0 &- alpha, depth: newDepth, isCut: !isCut)
      }
      if isPV, number == 1 || value > alpha, !isStopped {
        value = 0 &- search(ply &+ 1, 0 &- beta, 0 &- alpha, depth: newDepth, isCut: false)
      }
      if isStopped { return 0 }
      if value > best {
        best = value
        if value > alpha {
          bestStep = step
          if isPV { keepLine(ply, step) }
          if value >= beta {
            frame.pointee.cutoffs &+= extra < 2 ? 1 : 0
            break
          }
          alpha = value
        }
      }
      if step != bestStep {
        if isNoisy {
          if noisyCount < 32 {
            triedNoisy[noisyCount] = step
            noisyCount &+= 1
          }
        } else if quietCount < 64 {
          triedQuiet[quietCount] = step
          quietCount &+= 1
        }
      }
    }

    if number == 0 {
      if excluded.bits != 0 { return alphaIn }
      if hidden > 0 { return evaluator.evaluate(node) }
      return inCheck ? ply &- Value.mate : 0
    }
    if best >= beta, bestStep.bits != 0 {
      let gain = bonus(best > beta &+ 90 ? depth &+ 1 : depth)
      if !node.pointee.isNoisy(bestStep) {
        if frame.pointee.firstKiller != bestStep {
          frame.pointee.secondKiller = frame.pointee.firstKiller
          frame.pointee.firstKiller = bestStep
        }
        history.counter[(frame - 1).pointee.place] = bestStep
        reward(bestStep, node, frame, gain)
        for index in 0..<quietCount { reward(triedQuiet[index], node, frame, 0 &- gain) }
      } else {
        rewardNoisy(bestStep, node, gain)
      }
      for index in 0..<noisyCount { rewardNoisy(triedNoisy[index], node, 0 &- gain) }
    }
    if excluded.bits == 0 {
      let bound =
        best >= beta ? Bound.lower : isPV && bestStep.bits != 0 ? Bound.exact : Bound.upper
      table.store(
        key, bestStep, value: Value.toTable(best, ply), judgement: judgement, depth: depth,
        bound: bound, isPV: wasPV)
      if !inCheck, bestStep.bits == 0 || !node.pointee.isNoisy(bestStep),
        !(bound == Bound.lower && best <= frame.pointee.judgement),
        !(bound == Bound.upper && best >= frame.pointee.judgement), blindness.share == 0
      {
        correct(best &- frame.pointee.judgement, depth: depth, node)
      }
    }
    return best
  }

  @inline(__always)
  private func bonus(_ depth: Int) -> Int { min(170 &* depth &- 60, 1700) }

  @inline(__always)
  private func reward(
    _ step: Step, _ node: UnsafeMutablePointer<Node>, _ frame: UnsafeMutablePointer<Frame>,
    _ bonus: Int
  ) {
    History.update(history.quiet + (node.pointee.side &* 4096 &+ step.fromTo), bonus)
    updateContinuation(frame, Int(node.pointee.squares[step.from]) << 6 | step.to, bonus)
  }

  @inline(__always)
  private func rewardNoisy(_ step: Step, _ node: UnsafeMutablePointer<Node>, _ bonus: Int) {
    let place = Int(node.pointee.squares[step.from]) << 6 | step.to
    History.update(
      history.capture + (place << 3 | node.pointee.kind(at: step.to)), bonus)
  }

  @inline(__always)
  private func updateContinuation(
    _ frame: UnsafeMutablePointer<Frame>, _ place: Int, _ bonus: Int
  ) {
    updateContinuation(after: frame - 1, place, bonus)
    updateContinuation(after: frame - 2, place, bonus)
    updateContinuation(after: frame - 4, place, bonus)
  }

  @inline(__always)
  private func updateContinuation(
    after before: UnsafeMutablePointer<Frame>, _ place: Int, _ bonus: Int
  ) {
    if before.pointee.step.bits == 0 { return }
    History.update(history.continuation + (before.pointee.place &* 1024 &+ place), bonus)
  }
}

extension Searcher {
  /// The value of a position when the captures are played out; all moves are tried in check.
  func quiesce(_ ply: Int, _ alphaIn: Int, _ beta: Int, depth: Int) -> Int {
    count()
    if isStopped { return 0 }
    let node = nodes + ply
    lengths[ply] = 0
    if ply > selectiveDepth { selectiveDepth = ply }
    if isRepeated(ply, node) || Searcher.isDead(node) || node.pointee.quietPlies >= 100 {
      return isMateAfterAll(node) ? ply &- Value.mate : 0
    }
    let inCheck = node.pointee.checkers != 0
    if ply >= Value.maxPly { return inCheck ? 0 : evaluator.evaluate(node) }
    var alpha = alphaIn
    let isPV = beta &- alpha > 1
    let key = node.pointee.key
    let entry = table.find(key)
    let known = entry.map { Value.fromTable($0.value, ply) } ?? 0
    if let entry, !isPV, entry.bound & (known >= beta ? Bound.lower : Bound.upper) != 0,
      entry.bound == Bound.exact || (entry.bound == Bound.lower ? known >= beta : known <= alpha)
    {
      return known
    }
    var best: Int
    var judgement = Value.none
    if inCheck {
      best = ply &- Value.mate
    } else {
      if let entry, entry.judgement != Value.none {
        judgement = entry.judgement
      } else {
        judgement = evaluator.evaluate(node)
      }
      best = corrected(judgement, node)
      if let entry, entry.bound & (known > best ? Bound.lower : Bound.upper) != 0,
        abs(known) < Value.mateBound
      {
        best = known
      }
      if best >= beta { return best }
      if best > alpha { alpha = best }
    }
    let margin = best &+ 180
    let pinned = node.pointee.pinned(node.pointee.side)
    var picker = Picker(
      quiescence: self, node, ply: ply, table: entry?.step ?? .none, pinned: pinned, threshold: 0)
    // At the first ply quiet moves are looked at that give check and lose nothing.
    let triesChecks = !inCheck && depth == 0 && margin &+ 100 > alphaIn
    if triesChecks { picker.skipsQuiet = false }
    let discoverers = triesChecks ? node.pointee.discoverers() : 0
    let frame = frame(ply)
    keys[keyBase &+ ply] = key
    var bestStep = Step.none
    var number = 0
    var hidden = 0
    while true {
      let step = picker.next(self, node, ply: ply)
      if step.bits == 0 || !inCheck && picker.isAtLosses { break }
      if blindness.hides(step, in: key) {
        hidden &+= 1
        continue
      }
      if triesChecks, !node.pointee.isNoisy(step),
        !node.pointee.givesCheck(step, discoverers: discoverers)
          || !node.pointee.wins(step, atLeast: 0)
      {
        continue
      }
      number &+= 1
      if best > 0 &- Value.mateBound {
        if inCheck {
          // One evasion that is no capture is enough when a line is known that is not mate.
          if number > 2, !node.pointee.isNoisy(step) { break }
        } else {
          // What cannot reach alpha even if it stays on.
          let captured = node.pointee.kind(at: step.to)
          if !step.isPromotion, captured != Kind.none,
            margin &+ Node.exchangeValue(captured) <= alpha
          {
            best = max(best, margin &+ Node.exchangeValue(captured))
            continue
          }
          if margin <= alpha, node.pointee.isNoisy(step), !node.pointee.wins(step, atLeast: 1) {
            best = max(best, margin)
            continue
          }
        }
      }
      frame.pointee.step = step
      frame.pointee.place = Int(node.pointee.squares[step.from]) << 6 | step.to
      make(step, node)
      let value = 0 &- quiesce(ply &+ 1, 0 &- beta, 0 &- alpha, depth: depth &- 1)
      if isStopped { return 0 }
      if value > best {
        best = value
        if value > alpha {
          bestStep = step
          if isPV { keepLine(ply, step) }
          if value >= beta { break }
          alpha = value
        }
      }
    }
    if inCheck, number == 0 {
      // Not mate if it just did not see the way out.
      return hidden == 0 ? ply &- Value.mate : evaluator.evaluate(node)
    }
    table.store(
      key, bestStep, value: Value.toTable(best, ply), judgement: judgement, depth: 0,
      bound: best >= beta ? Bound.lower : Bound.upper, isPV: isPV)
    return best
  }

  /// Whether the last move of fifty was mate, which counts more.
  func isMateAfterAll(_ node: UnsafeMutablePointer<Node>) -> Bool {
    if node.pointee.checkers == 0 || node.pointee.quietPlies < 100 { return false }
    var list = StepList(steps + (Value.maxPly + 8) * Searcher.listSize)
    node.pointee.generateLegal(&list)
    return list.count == 0
  }

  /// What the weights say, put right by what searches of like positions found.
  @inline(__always)
  func corrected(_ judgement: Int, _ node: UnsafeMutablePointer<Node>) -> Int {
    let (pawns, white, black) = corrections(node)
    let value =
      judgement
      &+ (Int(pawns.pointee) &+ (Int(white.pointee) &+ Int(black.pointee)) / 2) / 128
    return max(0 &- Value.evaluationBound, min(Value.evaluationBound, value))
  }

  @inline(__always)
  private func corrections(_ node: UnsafeMutablePointer<Node>) -> (
    UnsafeMutablePointer<Int16>, UnsafeMutablePointer<Int16>, UnsafeMutablePointer<Int16>
  ) {
    let size = History.correctionSize
    let mask = UInt64(size - 1)
    let base = history.correction + node.pointee.side &* size
    return (
      base + Int(truncatingIfNeeded: node.pointee.pawnKey & mask),
      base + 2 &* size + Int(truncatingIfNeeded: node.pointee.pieceKeys[0] & mask),
      base + 4 &* size + Int(truncatingIfNeeded: node.pointee.pieceKeys[1] & mask)
    )
  }

  /// Learns by how much the weights were off.
  @inline(__always)
  func correct(_ difference: Int, depth: Int, _ node: UnsafeMutablePointer<Node>) {
    let bonus = max(-2048, min(2048, difference &* depth &* 4))
    let (pawns, white, black) = corrections(node)
    History.updateCorrection(pawns, bonus)
    History.updateCorrection(white, bonus)
    History.updateCorrection(black, bonus)
  }
}

extension History {
  @inline(__always)
  static func updateCorrection(_ entry: UnsafeMutablePointer<Int16>, _ bonus: Int) {
    let old = Int(entry.pointee)
    entry.pointee = Int16(truncatingIfNeeded: old &+ bonus &- old &* abs(bonus) / 8192)
  }
}

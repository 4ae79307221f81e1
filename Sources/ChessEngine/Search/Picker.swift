/// Hands out the moves of a node one by one, those first that are likely to be best.
struct Picker {
  private enum Stage {
    case table, noisy, goodNoisy, firstKiller, secondKiller, counter, quiet, quiets, badNoisy, end
  }

  private var stage: Stage
  private let table: Step
  private var firstKiller = Step.none
  private var secondKiller = Step.none
  private var counter = Step.none
  private let list: UnsafeMutablePointer<Step>
  private let scores: UnsafeMutablePointer<Int32>
  private var index = 0
  private var end = 0
  private var badCount = 0
  private var badIndex = 0
  private let pinned: UInt64
  /// What exchanges have to win for a capture to come early.
  private let threshold: Int
  /// Whether quiet moves are left out from here on.
  var skipsQuiet = false
  private let isQuiescence: Bool

  /// Prepares the moves of an inner node.
  @inline(__always)
  init(
    _ searcher: Searcher, _ node: UnsafeMutablePointer<Node>, ply: Int, table: Step, pinned: UInt64
  ) {
    self.pinned = pinned
    list = searcher.steps + ply &* Searcher.listSize
    scores = searcher.scores + ply &* Searcher.listSize
    self.table = node.pointee.isPlausible(table) ? table : .none
    let frame = searcher.frame(ply)
    firstKiller = frame.pointee.firstKiller
    secondKiller = frame.pointee.secondKiller
    counter = searcher.history.counter[(frame - 1).pointee.place]
    stage = .table
    threshold = 0
    isQuiescence = false
  }

  /// Prepares the captures of a quiescence node, and all moves where the king is in check.
  @inline(__always)
  init(
    quiescence searcher: Searcher, _ node: UnsafeMutablePointer<Node>, ply: Int, table: Step,
    pinned: UInt64, threshold: Int
  ) {
    self.pinned = pinned
    list = searcher.steps + ply &* Searcher.listSize
    scores = searcher.scores + ply &* Searcher.listSize
    let isUsed =
      node.pointee.isPlausible(table) && (node.pointee.checkers != 0 || node.pointee.isNoisy(table))
    self.table = isUsed ? table : .none
    stage = .table
    self.threshold = threshold
    isQuiescence = true
    skipsQuiet = node.pointee.checkers == 0
  }

  /// The next legal move, or ``Step/none`` after the last.
  mutating func next(
    _ searcher: Searcher, _ node: UnsafeMutablePointer<Node>, ply: Int
  ) -> Step {
    while true {
      let step = nextPlausible(searcher, node, ply)
      if step.bits == 0 || node.pointee.isSafe(step, pinned: pinned) { return step }
    }
  }

  private mutating func nextPlausible(
    _ searcher: Searcher, _ node: UnsafeMutablePointer<Node>, _ ply: Int
  ) -> Step {
    while true {
      switch stage {
      case .table:
        stage = .noisy
        if table.bits != 0 { return table }
      case .noisy:
        var moves = StepList(list)
        node.pointee.generateNoisy(&moves)
        end = moves.count
        scoreNoisy(searcher, node)
        stage = .goodNoisy
      case .goodNoisy:
        while index < end {
          let step = takeBest()
          if step == table { continue }
          if node.pointee.wins(step, atLeast: threshold) { return step }
          list[badCount] = step
          badCount &+= 1
        }
        stage = isQuiescence ? (skipsQuiet ? .end : .quiet) : .firstKiller
      case .firstKiller:
        stage = .secondKiller
        if !skipsQuiet, isUsable(firstKiller, node) { return firstKiller }
        firstKiller = .none
      case .secondKiller:
        stage = .counter
        if !skipsQuiet, secondKiller != firstKiller, isUsable(secondKiller, node) {
          return secondKiller
        }
        secondKiller = .none
      case .counter:
        stage = .quiet
        if !skipsQuiet, counter != firstKiller, counter != secondKiller, isUsable(counter, node) {
          return counter
        }
        counter = .none
      case .quiet:
        if !skipsQuiet {
          var moves = StepList(list + end)
          index = end
          node.pointee.generateQuiet(&moves)
          end &+= moves.count
          scoreQuiet(searcher, node, ply)
        }
        stage = .quiets
      case .quiets:
        while index < end, !skipsQuiet {
          let step = takeBest()
          if step == table || step == firstKiller || step == secondKiller || step == counter {
            continue
          }
          return step
        }
        stage = .badNoisy
      case .badNoisy:
        if badIndex < badCount {
          badIndex &+= 1
          return list[badIndex &- 1]
        }
        stage = .end
      case .end: return .none
      }
    }
  }

  /// Whether what is left are captures that lose material.
  var isAtLosses: Bool {
    @inline(__always) get { stage == .badNoisy }
  }

  @inline(__always)
  private func isUsable(_ step: Step, _ node: UnsafeMutablePointer<Node>) -> Bool {
    step.bits != 0 && step != table && !node.pointee.isNoisy(step)
      && node.pointee.isPlausible(step)
  }

  @inline(__always)
  private mutating func takeBest() -> Step {
    var best = index
    var score = scores[index]
    var other = index &+ 1
    while other < end {
      if scores[other] > score {
        score = scores[other]
        best = other
      }
      other &+= 1
    }
    let step = list[best]
    list[best] = list[index]
    scores[best] = scores[index]
    index &+= 1
    return step
  }

  private func scoreNoisy(_ searcher: Searcher, _ node: UnsafeMutablePointer<Node>) {
    for number in 0..<end {
      let step = list[number]
      let captured = node.pointee.kind(at: step.to)
      let piece = Int(node.pointee.squares[step.from])
      var score = captured == Kind.none ? 100 : Node.exchangeValue(captured)
      if step.isPromotion { score &+= 900 }
      let past = searcher.history.capture[(piece << 6 | step.to) << 3 | captured]
      scores[number] = Int32(truncatingIfNeeded: score &* 32 &+ Int(past))
    }
  }

  private func scoreQuiet(_ searcher: Searcher, _ node: UnsafeMutablePointer<Node>, _ ply: Int) {
    let quiet = searcher.history.quiet + node.pointee.side &* 4096
    let frame = searcher.frame(ply)
    let first = searcher.history.continuation + (frame - 1).pointee.place &* 1024
    let second = searcher.history.continuation + (frame - 2).pointee.place &* 1024
    let fourth = searcher.history.continuation + (frame - 4).pointee.place &* 1024
    for number in index..<end {
      let step = list[number]
      let place = Int(node.pointee.squares[step.from]) << 6 | step.to
      var score =
        Int(quiet[step.fromTo]) &+ Int(first[place]) &+ Int(second[place])
        &+ Int(fourth[place]) / 2
      if step.isPromotion { score = -30_000 }
      scores[number] = Int32(truncatingIfNeeded: score)
    }
  }
}

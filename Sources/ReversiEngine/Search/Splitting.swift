internal import Synchronization

/// A node whose remaining moves several threads search together.
///
/// The first move of a node is searched alone, since it often ends the node; after it the others may be shared
/// ("younger brothers wait", R. Feldmann 1993). Whoever finds a move above the bound ends the work of all.
final class Split: @unchecked Sendable {
  // Safe to share: what changes is atomic or guarded by the crew's lock; the rest is set before others see it, and
  // the owner's memory that it points to stays as it is until the last helper has left.
  let own: UInt64
  let opponent: UInt64
  let alpha: Int
  let depth: Int
  let empties: Int
  let odd: UInt64
  let turn: Int
  let certainty: Int
  let contents: PatternContents
  let list: UnsafeMutablePointer<ListedMove>
  let count: Int
  let parent: Split?
  private let next: Atomic<Int>
  /// Helpers at work, besides the owner.
  let running = Atomic<Int>(0)
  /// Set when results are of no more use.
  let flag: UnsafeMutablePointer<Atomic<Bool>>
  /// The best score so far plus 128, times 128, and its square: compared as one number.
  private let best = Atomic<Int>(0)

  init(
    own: UInt64, opponent: UInt64, alpha: Int, depth: Int, empties: Int, odd: UInt64, turn: Int,
    certainty: Int, contents: PatternContents, list: UnsafeMutablePointer<ListedMove>, from: Int,
    count: Int, parent: Split?
  ) {
    self.own = own
    self.opponent = opponent
    self.alpha = alpha
    self.depth = depth
    self.empties = empties
    self.odd = odd
    self.turn = turn
    self.certainty = certainty
    self.contents = contents
    self.list = list
    self.count = count
    self.parent = parent
    next = Atomic<Int>(from)
    flag = .allocate(capacity: 1)
    flag.initialize(to: Atomic<Bool>(false))
  }

  deinit { flag.deallocate() }

  var isCancelled: Bool { flag.pointee.load(ordering: .relaxed) }

  func cancel() { flag.pointee.store(true, ordering: .relaxed) }

  var hasWork: Bool {
    next.load(ordering: .relaxed) < count && !isCancelled
  }

  func take() -> ListedMove? {
    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < count ? list[index] : nil
  }

  func report(score: Int, square: Int) {
    let packed = (score &+ 128) &* 128 &+ square
    var seen = best.load(ordering: .relaxed)
    while packed > seen {
      let (done, now) = best.compareExchange(
        expected: seen, desired: packed, ordering: .relaxed)
      if done { return }
      seen = now
    }
  }

  /// The best score and its square, or -128 when no move was searched.
  var result: (score: Int, square: Int) {
    let packed = best.load(ordering: .acquiring)
    return packed == 0 ? (-128, 64) : (packed / 128 &- 128, packed % 128)
  }

  func descends(from other: Split) -> Bool {
    var split: Split? = self
    while let current = split {
      if current === other { return true }
      split = current.parent
    }
    return false
  }
}

/// The threads of a search and the nodes that they share.
///
/// It starts no threads: each helper is a thread of the host that calls ``Searcher/help(_:until:)``.
final class Crew: @unchecked Sendable {
  // Safe to share: the list of splits is guarded by a lock of one atomic flag, held for a few instructions.
  private let isLocked = Atomic<Bool>(false)
  private var open: [Split] = []
  /// Threads that look for work.
  let idle = Atomic<Int>(0)
  /// Set when the whole search has to end.
  let isStopped = Atomic<Bool>(false)
  /// Waits a little; the host says how.
  let rest: () -> Void

  init(rest: @escaping () -> Void) { self.rest = rest }

  /// Makes ready for another search; no helper may be at work.
  func prepare() { isStopped.store(false, ordering: .relaxed) }

  private func locked<T>(_ body: () -> T) -> T {
    while isLocked.exchange(true, ordering: .acquiring) {}
    defer { isLocked.store(false, ordering: .releasing) }
    return body()
  }

  func add(_ split: Split) { locked { open.append(split) } }

  func remove(_ split: Split) {
    locked {
      if let index = open.lastIndex(where: { $0 === split }) { open.remove(at: index) }
    }
  }

  /// Ends the work on a node and on all nodes below it.
  func cancel(_ split: Split) {
    locked {
      split.cancel()
      for other in open where other.descends(from: split) {
        other.cancel()
      }
    }
  }

  /// Ends all work.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    locked { for split in open { split.cancel() } }
  }

  /// Joins the deepest node that has work, below `ancestor` if one is given.
  func join(below ancestor: Split?) -> Split? {
    locked {
      var chosen: Split?
      for split in open where split.hasWork {
        if let ancestor, !split.descends(from: ancestor) { continue }
        if chosen == nil || split.empties > chosen?.empties ?? 0 { chosen = split }
      }
      chosen?.running.wrappingAdd(1, ordering: .relaxed)
      return chosen
    }
  }
}

extension Searcher {
  /// Searches the moves of a node from `index` on together with whoever is idle.
  ///
  /// - Returns: the best score and its square; a score above `alpha` may be of any move above it.
  func share(
    _ own: UInt64, _ opponent: UInt64, _ alpha: Int, _ depth: Int, _ empties: Int, _ odd: UInt64,
    _ turn: Int, from index: Int, count: Int, crew: Crew
  ) -> (score: Int, square: Int) {
    let list = moves(at: empties)
    // Helpers take the moves in order.
    var i = index
    while i < count {
      _ = takeBest(list, i, count)
      i &+= 1
    }
    let split = Split(
      own: own, opponent: opponent, alpha: alpha, depth: depth, empties: empties, odd: odd,
      turn: turn, certainty: certainty, contents: contents[empties], list: list, from: index,
      count: count, parent: self.split)
    crew.add(split)
    self.split = split
    // A stop that came before the split was in the list has passed it by.
    if crew.isStopped.load(ordering: .relaxed) || split.parent?.isCancelled ?? false {
      crew.cancel(split)
    }
    work(on: split, crew)
    crew.remove(split)
    // While helpers finish, help them.
    crew.idle.wrappingAdd(1, ordering: .relaxed)
    while split.running.load(ordering: .acquiring) > 0 {
      if let other = crew.join(below: split) {
        crew.idle.wrappingSubtract(1, ordering: .relaxed)
        help(other, crew)
        crew.idle.wrappingAdd(1, ordering: .relaxed)
      } else {
        _ = askWhetherToStop()
        crew.rest()
      }
    }
    crew.idle.wrappingSubtract(1, ordering: .relaxed)
    self.split = split.parent
    certainty = split.certainty
    return split.result
  }

  /// Works on a node of another thread.
  func help(_ split: Split, _ crew: Crew) {
    let saved = (self.split, certainty)
    let savedContents = contents[split.empties]
    self.split = split
    certainty = split.certainty
    contents[split.empties] = split.contents
    work(on: split, crew)
    contents[split.empties] = savedContents
    (self.split, certainty) = saved
    split.running.wrappingSubtract(1, ordering: .releasing)
  }

  private func work(on split: Split, _ crew: Crew) {
    while !split.isCancelled, let move = split.take() {
      let square = Int(move.square)
      carry(split.empties, split.turn, square, move.flips)
      let score = -middle(
        split.opponent ^ move.flips, split.own | move.flips | Boards.bit(square), ~split.alpha,
        split.depth &- 1, split.empties &- 1, split.odd ^ Quarters.mask(square), split.turn ^ 1)
      if split.isCancelled { return }
      split.report(score: score, square: square)
      if score > split.alpha { crew.cancel(split) }
    }
  }

  /// Looks for work until `isOver` says that there is no more.
  func help(_ crew: Crew, until isOver: () -> Bool) {
    crew.idle.wrappingAdd(1, ordering: .relaxed)
    while !isOver() {
      if let split = crew.join(below: nil) {
        crew.idle.wrappingSubtract(1, ordering: .relaxed)
        help(split, crew)
        crew.idle.wrappingAdd(1, ordering: .relaxed)
      } else {
        crew.rest()
      }
    }
    crew.idle.wrappingSubtract(1, ordering: .relaxed)
  }
}

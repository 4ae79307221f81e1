internal import Synchronization

/// A move in a list that is sorted as it is used.
struct ListedMove {
  var flips: UInt64
  var square: Int32
  var rank: Int32
  /// The moves of the opponent after this one, where they are known.
  var replies: UInt64 = 0
}

/// One thread's search of Reversi: counters, memory for moves and patterns, and the table it shares.
///
/// Values are disc differences for the side to move. Positions are two bitboards, those of the side to move and of
/// its opponent; `odd` is the set of quarters with an odd number of empty squares, `turn` 0 for the side whose
/// discs are the digit 1 of the pattern contents and 1 for the other.
final class Searcher {
  let table: SearchTable
  let weights: PatternWeights
  let deltas: UnsafeMutablePointer<PatternContents>
  /// Pattern contents by the number of empty squares.
  let contents: UnsafeMutablePointer<PatternContents>
  let near = NearTable()
  /// Positions visited.
  var nodes: UInt64 = 0
  /// How sure the search has to be, see ``Certainty``.
  var certainty = Certainty.exact
  /// The node that this thread works on with others.
  var split: Split? {
    didSet { stopFlag = split?.flag ?? rootFlag }
  }
  /// The other threads of the search.
  var crew: Crew?
  private let rootFlag: UnsafeMutablePointer<Atomic<Bool>>
  private var stopFlag: UnsafeMutablePointer<Atomic<Bool>>
  /// The count of nodes at which to ask whether to stop.
  var nextQuestion: UInt64 = .max
  /// Asked now and then; `true` ends the search.
  var shouldStop: () -> Bool = { false }
  /// Moves of all plies, 34 for each.
  private let stack: UnsafeMutablePointer<ListedMove>

  init(table: SearchTable, weights: PatternWeights) {
    self.table = table
    self.weights = weights
    deltas = weights.deltas.squares
    rootFlag = .allocate(capacity: 1)
    rootFlag.initialize(to: Atomic<Bool>(false))
    stopFlag = rootFlag
    contents = .allocate(capacity: 65)
    contents.initialize(repeating: .empty, count: 65)
    stack = .allocate(capacity: 34 * 65)
    stack.initialize(repeating: ListedMove(flips: 0, square: 0, rank: 0), count: 34 * 65)
  }

  deinit {
    rootFlag.deallocate()
    near.deallocate()
    contents.deallocate()
    stack.deallocate()
  }

  /// Positions between two questions whether to stop: about a thousandth of a second.
  static let questionInterval: UInt64 = 16_384

  /// Makes ready for a search from a position.
  func prepare(_ own: UInt64, _ opponent: UInt64) {
    contents[(~(own | opponent)).nonzeroBitCount] = weights.deltas.contents(own, opponent)
    rootFlag.pointee.store(false, ordering: .relaxed)
    nextQuestion = nodes + Searcher.questionInterval
  }

  /// Set when the search, or the node that is shared, has to end; results found after that mean nothing.
  @inline(__always)
  var isStopped: Bool { stopFlag.pointee.load(ordering: .relaxed) }

  @inline(__always)
  func mustStop() -> Bool {
    if nodes < nextQuestion { return isStopped }
    return askWhetherToStop()
  }

  @inline(never)
  func askWhetherToStop() -> Bool {
    nextQuestion = nodes + Searcher.questionInterval
    if shouldStop() {
      rootFlag.pointee.store(true, ordering: .relaxed)
      crew?.stop()
    }
    return isStopped
  }

  @inline(__always)
  func moves(at empties: Int) -> UnsafeMutablePointer<ListedMove> { stack + 34 &* empties }

  /// Carries the pattern contents over a move, from those of `empties` squares to those of one less.
  @inline(__always)
  func carry(_ empties: Int, _ turn: Int, _ square: Int, _ flips: UInt64) {
    var next = contents[empties]
    next.add(deltas[square])
    var rest = flips
    if turn == 0 {
      while rest != 0 {
        next.subtract(deltas[rest.trailingZeroBitCount])
        rest &= rest &- 1
      }
    } else {
      next.add(deltas[square])
      while rest != 0 {
        next.add(deltas[rest.trailingZeroBitCount])
        rest &= rest &- 1
      }
    }
    contents[empties &- 1] = next
  }

  /// What the patterns say of the position with `empties` empty squares, in 1/128 of a disc.
  @inline(__always)
  func judgement(_ empties: Int, _ turn: Int) -> Int {
    let base =
      weights.values + (turn &* PatternWeights.sideStride)
      + PatternWeights.phase(empties: empties) &* Patterns.weightCount
    return patternSum(contents + empties, base) &+ Int(weights.bias[empties])
  }

  /// The same in whole discs.
  @inline(__always)
  func evaluation(_ empties: Int, _ turn: Int) -> Int {
    let discs = (judgement(empties, turn) &+ 64) >> 7
    return min(62, max(-62, discs))
  }
}

/// The quarters of the board, whose empty squares decide who moves last there.
enum Quarters {
  /// The squares of the quarter of the board that a square is in.
  @inline(__always)
  static func mask(_ square: Int) -> UInt64 {
    0x0F0F_0F0F &<< UInt64(truncatingIfNeeded: square & 36)
  }

  /// The quarters with an odd number of empty squares.
  static func odd(_ empty: UInt64) -> UInt64 {
    var result: UInt64 = 0
    var square = 0
    while square < 64 {
      if (empty & mask(square)).nonzeroBitCount & 1 == 1 { result |= mask(square) }
      square = square == 4 ? 32 : square == 36 ? 64 : square + 4
    }
    return result
  }
}

/// How sure a search is, from a rough guess to exact.
///
/// All but ``exact`` cut off what a shallower search says is decided, if it says so by so many standard deviations
/// (multi-ProbCut, M. Buro 1997).
enum Certainty {
  static let exact = 5
  /// The standard deviations times 16, by certainty.
  static let deviations: InlineArray<5, Int> = [18, 24, 32, 42, 53]

  /// The chance that a cut is right, in percent, by the normal distribution.
  static func percent(_ certainty: Int) -> Int {
    switch certainty {
    case ...0: 74
    case 1: 87
    case 2: 95
    case 3: 99
    case 4: 99
    default: 100
    }
  }
}

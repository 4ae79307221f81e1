internal import Synchronization

/// What the search notes for each ply of the line that it looks at.
struct Frame {
  var step = Step.none
  /// Piece and target of ``step``, the index into histories of what follows it.
  var place = 0
  var judgement = Value.none
  var firstKiller = Step.none
  var secondKiller = Step.none
  /// A move that is left out to see whether it is the only good one.
  var excluded = Step.none
  /// How many double extensions the line has.
  var doubles = 0
  /// How often nodes below failed high.
  var cutoffs = 0
  var history = 0
}

/// What the threads of a search share besides the table.
final class SearchSignals: Sendable {
  let isStopped = Atomic<Bool>(false)
}

/// One thread's state of a search.
final class Searcher: @unchecked Sendable {
  // Used by one thread at a time; what it shares is in the table and the signals, which are made for it.
  /// More than fifteen queens and a king have moves.
  static let listSize = 512

  let table: SearchTable
  let signals: SearchSignals
  private let owner: EngineTables
  let tables: Tables
  let evaluator: Evaluator
  let history: History
  let nodes: UnsafeMutablePointer<Node>
  let steps: UnsafeMutablePointer<Step>
  let scores: UnsafeMutablePointer<Int32>
  private let frames: UnsafeMutablePointer<Frame>
  /// The best lines from each ply on, in a triangle, and their lengths.
  let lines: UnsafeMutablePointer<Step>
  let lengths: UnsafeMutablePointer<Int>
  /// The keys of the game and of the line that is looked at.
  private(set) var keys: UnsafeMutablePointer<UInt64>
  private var keyCapacity = 1024
  /// The place of the root's key.
  private(set) var keyBase = 0

  /// The positions visited.
  var visited: UInt64 = 0
  /// What others may read of it.
  let published = Atomic<UInt64>(0)
  var nodeLimit = UInt64.max
  var isStopped = false
  /// Asked now and then whether to stop; only on the first thread.
  var shouldStop: (() -> Bool)?
  var roots: [Root] = []
  /// The roots that are searched: those from here on.
  var firstRoot = 0
  var rootDepth = 0
  var selectiveDepth = 0
  /// Plies below which null moves are not tried, while one is verified.
  var nullFreePlies = 0
  /// What it does not see, see ``Blindness``.
  var blindness = Blindness.none

  init(
    _ tables: EngineTables, _ table: SearchTable, _ signals: SearchSignals, memory: ChessMemory
  ) {
    history = History(memory: memory)
    owner = tables
    self.tables = tables.tables
    self.table = table
    self.signals = signals
    let cacheSize = 3 << Evaluator.pawnCacheBits
    let cache = UnsafeMutablePointer<UInt64>.allocate(capacity: cacheSize)
    cache.initialize(repeating: 0, count: cacheSize)
    evaluator = Evaluator(tables: tables.tables, pawnCache: cache)
    let plies = Value.maxPly + 10
    nodes = .allocate(capacity: plies)
    nodes.initialize(repeating: Node(), count: plies)
    steps = .allocate(capacity: plies * Searcher.listSize)
    scores = .allocate(capacity: plies * Searcher.listSize)
    frames = .allocate(capacity: plies + 8)
    frames.initialize(repeating: Frame(), count: plies + 8)
    lines = .allocate(capacity: plies * plies)
    lines.initialize(repeating: .none, count: plies * plies)
    lengths = .allocate(capacity: plies)
    lengths.initialize(repeating: 0, count: plies)
    keys = .allocate(capacity: keyCapacity)
  }

  deinit {
    evaluator.pawnCache.deallocate()
    history.deallocate()
    nodes.deallocate()
    steps.deallocate()
    scores.deallocate()
    frames.deallocate()
    lines.deallocate()
    lengths.deallocate()
    keys.deallocate()
  }

  @inline(__always)
  func frame(_ ply: Int) -> UnsafeMutablePointer<Frame> { frames + (ply &+ 8) }

  @inline(__always)
  func line(_ ply: Int) -> UnsafeMutablePointer<Step> { lines + ply &* (Value.maxPly &+ 10) }

  /// Forgets everything.
  func clear() {
    history.clear()
    evaluator.pawnCache.initialize(repeating: 0, count: 3 << Evaluator.pawnCacheBits)
  }

  /// Prepares a search from a position, after positions whose keys are given, oldest first.
  func begin(_ root: Node, past: [UInt64]) {
    if keyCapacity < past.count + Value.maxPly + 16 {
      keys.deallocate()
      keyCapacity = past.count + Value.maxPly + 1024
      keys = .allocate(capacity: keyCapacity)
    }
    for (index, key) in past.enumerated() { keys[index] = key }
    keyBase = past.count
    nodes[0] = root
    nodes[0].sinceNull = Int32(clamping: past.count)
    visited = 0
    published.store(0, ordering: .relaxed)
    isStopped = false
    selectiveDepth = 0
    nullFreePlies = 0
    frames.update(repeating: Frame(), count: Value.maxPly + 18)
  }

  /// Whether the position at a ply was there before: once since the root, or twice in all.
  @inline(__always)
  func isRepeated(_ ply: Int, _ node: UnsafeMutablePointer<Node>) -> Bool {
    let reach = Int(min(node.pointee.quietPlies, node.pointee.sinceNull))
    if reach < 4 { return false }
    let here = keyBase &+ ply
    let key = node.pointee.key
    var back = 4
    var seen = 0
    while back <= reach, back <= here {
      if keys[here &- back] == key {
        if back < ply { return true }
        seen &+= 1
        if seen == 2 { return true }
      }
      back &+= 2
    }
    return false
  }

  /// Whether neither side can mate whatever happens, as far as material tells.
  @inline(__always)
  static func isDead(_ node: UnsafeMutablePointer<Node>) -> Bool {
    if node.pointee.kinds[0] | node.pointee.kinds[3] | node.pointee.kinds[4] != 0 { return false }
    let minors = node.pointee.kinds[1] | node.pointee.kinds[2]
    if minors & (minors &- 1) == 0 { return true }
    if node.pointee.kinds[1] != 0 { return false }
    let bishops = node.pointee.kinds[2]
    return bishops & Squares.dark == 0 || bishops & ~Squares.dark == 0
  }

  /// Counts a node and looks whether the search has to end.
  @inline(__always)
  func count() {
    visited &+= 1
    if visited & 1023 == 0 || visited >= nodeLimit { look() }
  }

  @inline(never)
  private func look() {
    published.store(visited, ordering: .relaxed)
    if visited >= nodeLimit || signals.isStopped.load(ordering: .relaxed) {
      isStopped = true
    } else if visited & 1023 == 0, let shouldStop, shouldStop() {
      isStopped = true
    }
  }

  /// Plays a move into the next place.
  @inline(__always)
  func make(_ step: Step, _ node: UnsafeMutablePointer<Node>) {
    node.pointee.make(step, tables, into: node + 1)
    table.prefetch((node + 1).pointee.key)
  }

  /// Keeps the best line: a move and the line behind it.
  @inline(__always)
  func keepLine(_ ply: Int, _ step: Step) {
    let own = line(ply)
    let rest = line(ply &+ 1)
    let length = lengths[ply &+ 1]
    own[0] = step
    for index in 0..<length { own[index &+ 1] = rest[index] }
    lengths[ply] = length &+ 1
  }
}

/// A move of the position that is searched, and what is known of it.
struct Root {
  var step: Step
  var value = -Value.infinite
  var before = -Value.infinite
  var line: [Step]
  var selectiveDepth = 0
  var visited: UInt64 = 0
  var bound = Bound.exact
  /// How often it took the first place from another.
  var changes = 0

  init(_ step: Step) {
    self.step = step
    line = [step]
  }
}

/// The moves that a weak player does not see.
///
/// Whether a move is seen depends on the position, the move and a seed alone, so that a search is at one with itself.
struct Blindness {
  /// Of 65,536 moves so many are not seen.
  var share: UInt32
  var seed: UInt64

  static let none = Blindness(share: 0, seed: 0)

  @inline(__always)
  func hides(_ step: Step, in key: UInt64) -> Bool {
    if share == 0 { return false }
    var z = key ^ seed ^ (UInt64(step.bits) &* 0x9E37_79B9_7F4A_7C15)
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return UInt32(truncatingIfNeeded: z >> 48) < share
  }
}

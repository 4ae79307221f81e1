public import Chess
internal import Synchronization

/// How a host lends threads to a search; the core starts none.
public struct ChessHelpers: Sendable {
  /// How many threads there are beside the one that calls ``ChessSearch/run(_:limits:shouldStop:progress:)``.
  public let count: Int
  /// Makes each of them call ``ChessSearch/help(_:)`` with its number, 1 and up, and returns at once.
  public let start: @Sendable () -> Void
  /// Waits until all of them are back.
  public let wait: @Sendable () -> Void

  /// Creates a crew.
  public init(
    count: Int, start: @escaping @Sendable () -> Void, wait: @escaping @Sendable () -> Void
  ) {
    self.count = count
    self.start = start
    self.wait = wait
  }

  /// Nobody.
  public static let none = ChessHelpers(count: 0, start: {}, wait: {})
}

/// How large memory is got ready before it is used.
///
/// Positions are looked up all over the table. Where the system is told to use large pages for it, the search is a
/// tenth faster; only a host can tell it.
public struct ChessMemory {
  private let advise: (UnsafeMutableRawPointer, Int) -> Void

  /// Creates a way that tells the system about the address and the size in bytes of what was allocated.
  public init(advise: @escaping (UnsafeMutableRawPointer, Int) -> Void) { self.advise = advise }

  /// Nothing is told to anybody.
  public static var plain: ChessMemory { ChessMemory { _, _ in } }

  private static var page: Int { 1 << 21 }

  func allocate(_ count: Int) -> UnsafeMutableRawPointer {
    let isLarge = count >= ChessMemory.page
    let result = UnsafeMutableRawPointer.allocate(
      byteCount: count, alignment: isLarge ? ChessMemory.page : 64)
    if isLarge { advise(result, count) }
    return result
  }
}

/// A search of chess positions: what is looked up, what was learnt, and the threads' states.
///
/// ```swift
/// let search = ChessSearch(memory: 16 << 20)
/// let report = search.run(game, limits: ChessLimits(nodes: 100_000))
/// print(report.best?.text ?? "no move")
/// ```
///
/// One search at a time; what it learnt serves the next. On one thread the same searches after ``forget()`` find the
/// same and visit as many positions.
public final class ChessSearch: @unchecked Sendable {
  // Sendable: one thread calls `run`, and each helper has a searcher of its own.
  private let owner: EngineTables
  private let table: SearchTable
  private let signals = SearchSignals()
  private let helpers: ChessHelpers
  private let searchers: [Searcher]
  private var maxDepth = 0
  private var lines = 1

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - weights: what positions are judged by.
  ///   - memory: the size of the table in bytes; each thread takes about 3 MB more.
  ///   - helpers: further threads.
  ///   - pages: how the memory is got ready.
  public init(
    weights: ChessWeights = .shipped, memory: Int = 16 << 20, helpers: ChessHelpers = .none,
    pages: ChessMemory = .plain
  ) {
    let owner = EngineTables(weights)
    let table = SearchTable(bytes: memory, memory: pages)
    self.owner = owner
    self.table = table
    self.helpers = helpers
    let signals = signals
    searchers = (0...max(helpers.count, 0)).map { _ in
      Searcher(owner, table, signals, memory: pages)
    }
  }

  /// Forgets what earlier searches learnt.
  public func forget() {
    table.clear()
    for searcher in searchers { searcher.clear() }
  }

  /// Searches the position of a game, deeper and deeper.
  ///
  /// - Parameters:
  ///   - game: the position and, for repetitions, those before it.
  ///   - limits: how much to do.
  ///   - shouldStop: asked every 1,024 positions; `true` ends the search.
  ///   - progress: told what is known after each depth; `false` ends the search.
  /// - Returns: what is known at the end. There is a move whenever there is a legal one, also if it was stopped at once.
  public func run(
    _ game: ChessGame, limits: ChessLimits = ChessLimits(),
    shouldStop: @escaping () -> Bool = { false },
    progress: (ChessReport) -> Bool = { _ in true }
  ) -> ChessReport {
    let tables = owner.tables
    var node = Node(game.base, tables)
    var past: [UInt64] = []
    for move in game.moves {
      past.append(node.key)
      node.play(node.step(move), tables)
    }
    let roots = rootMoves(game.position, node, limits)
    guard !roots.isEmpty else { return .none }
    table.startSearch()
    signals.isStopped.store(false, ordering: .relaxed)
    maxDepth = min(max(limits.depth, 1), Value.maxPly)
    lines = max(limits.lines, 1)
    for searcher in searchers {
      searcher.begin(node, past: past)
      searcher.roots = roots
      searcher.blindness = Blindness(
        share: UInt32(65_536 * min(max(limits.oversight, 0), 100) / 100), seed: limits.seed)
    }
    let main = searchers[0]
    main.nodeLimit = searchers.count == 1 ? max(limits.nodes, 1) : .max
    // Until the end of the search they hold each other.
    let all = searchers
    main.shouldStop = {
      shouldStop() || all.count > 1 && ChessSearch.visited(all) >= limits.nodes
    }
    helpers.start()
    var clock = Progress()
    main.deepen(maxDepth: maxDepth, lines: lines, thread: 0) { searcher, isWhole in
      let report = clock.report(searcher, self, isWhole: isWhole, lines: lines)
      if !progress(report) { return false }
      if let mate = limits.mate, isWhole, case .mate(let moves) = report.lines[0].score {
        return moves <= 0 || moves > mate
      }
      return true
    }
    signals.isStopped.store(true, ordering: .relaxed)
    helpers.wait()
    main.shouldStop = nil
    var report = clock.report(main, self, isWhole: false, lines: lines)
    report.isWhole = true
    // A search that was cut before it had a value for anything tells what the position looks like.
    if main.roots[0].value == -Value.infinite, main.roots[0].before == -Value.infinite {
      let value = main.evaluator.evaluate(main.nodes)
      for index in report.lines.indices { report.lines[index].score = .centipawns(value) }
    }
    completeLine(&report, game.position)
    return report
  }

  /// Takes part in the search that runs, until it ends; for thread 1 and up, see ``ChessHelpers``.
  public func help(_ number: Int) {
    guard searchers.indices.contains(number), number > 0 else { return }
    let searcher = searchers[number]
    searcher.deepen(maxDepth: Value.maxPly, lines: lines, thread: number) { _, _ in true }
    searcher.published.store(searcher.visited, ordering: .relaxed)
  }

  /// What the weights say of a position, in hundredths of a pawn for the side to move, without any search.
  public func evaluation(of position: ChessPosition) -> Int {
    let searcher = searchers[0]
    searcher.nodes[0] = Node(position, owner.tables)
    return searcher.evaluator.evaluate(searcher.nodes)
  }

  /// The positions visited so far by all threads.
  fileprivate var visited: UInt64 { ChessSearch.visited(searchers) }

  private static func visited(_ searchers: [Searcher]) -> UInt64 {
    searchers.dropFirst().reduce(searchers[0].visited) {
      $0 &+ $1.published.load(ordering: .relaxed)
    }
  }

  fileprivate var fullness: Int { table.fullness() }

  private func rootMoves(
    _ position: ChessPosition, _ node: Node, _ limits: ChessLimits
  ) -> [Root] {
    var moves = position.legalMoves
    if !limits.moves.isEmpty {
      let wanted = limits.moves.compactMap { position.resolve($0) }
      let kept = moves.filter { wanted.contains($0) }
      // Moves that are none do not leave the search without any.
      if !kept.isEmpty { moves = kept }
    }
    var steps = moves.map { node.step($0) }
    if limits.oversight > 0 {
      let blindness = Blindness(
        share: UInt32(65_536 * min(limits.oversight, 100) / 100), seed: limits.seed)
      let seen = steps.filter { !blindness.hides($0, in: node.key) }
      // With its nose on the board it finds some move.
      if !seen.isEmpty { steps = seen }
    }
    return steps.map { Root($0) }
  }

  /// Finds the expected answer where the line has only one move, so that there is something to ponder on.
  private func completeLine(_ report: inout ChessReport, _ position: ChessPosition) {
    guard let line = report.lines.first, line.moves.count == 1,
      let next = try? position.playing(line.move)
    else { return }
    let node = Node(next, owner.tables)
    guard let step = table.find(node.key)?.step, node.isPlausible(step),
      node.isSafe(step, pinned: node.pinned(node.side)), let move = step.move,
      next.isLegal(move)
    else { return }
    report.lines[0].moves.append(move)
  }
}

/// Follows the best move from depth to depth.
private struct Progress {
  private var best = Step.none
  private var stability = 0
  private var value = 0
  private var fall = 0

  mutating func report(
    _ searcher: Searcher, _ search: ChessSearch, isWhole: Bool, lines: Int
  ) -> ChessReport {
    let first = searcher.roots[0]
    if isWhole {
      stability = first.step == best ? stability + 1 : 0
      fall = best.bits == 0 ? 0 : value - first.value
      best = first.step
      value = first.value
    }
    let visited = search.visited
    let work = searcher.roots.reduce(0) { $0 + $1.visited }
    return ChessReport(
      lines: searcher.roots.prefix(lines).compactMap { ChessLine($0, depth: searcher.rootDepth) },
      depth: searcher.rootDepth, nodes: visited, fullness: search.fullness, isWhole: isWhole,
      stability: stability, fall: fall, effort: Int(first.visited * 1000 / max(work, 1)))
  }
}

extension ChessLine {
  /// The line of a root; one that this depth did not come to is told as the depth before left it.
  fileprivate init?(_ root: Root, depth: Int) {
    let moves = root.line.compactMap { $0.move }
    guard !moves.isEmpty else { return nil }
    let isNew = root.value > -Value.infinite
    let value = isNew ? root.value : root.before
    self.init(
      moves: moves, score: value > -Value.infinite ? ChessScore(value: value) : .centipawns(0),
      bound: root.bound == Bound.exact ? .exact : root.bound == Bound.lower ? .lower : .upper,
      depth: isNew ? depth : max(depth - 1, 1), selectiveDepth: root.selectiveDepth)
  }
}

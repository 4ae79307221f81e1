internal import Reversi
internal import ReversiEngine
internal import ReversiThreads
internal import ReversiWeights

/// How much an engine may work for a move.
struct Effort: Hashable, Sendable {
  /// How many plies to look ahead; without it, deeper and deeper until something else ends it.
  var depth: Int?
  /// The nanoseconds for a move.
  var nanoseconds: UInt64?
  /// About how many positions to visit: the count is looked at every ``Engine/nodeStep`` positions.
  var nodes: UInt64?
  /// With so many empty squares or fewer the exact score is searched for.
  var solve = 0

  /// The empty squares from which on a search of this depth goes to the end of the game.
  ///
  /// About half as deep again as the search before: that costs about as much.
  static func usualSolve(depth: Int) -> Int { max(depth, min(22, depth + depth / 2)) }
}

/// What an engine takes of the machine.
struct EngineSize: Hashable, Sendable {
  /// The memory for searched positions in MiB.
  var megabytes = 128
  /// How many threads search together.
  var threads = 1

  /// The size that a command's options ask for.
  init(_ arguments: ParsedArguments) {
    megabytes = arguments.integer("memory") ?? 128
    threads = arguments.integer("threads") ?? 1
  }

  /// Creates a size.
  init(megabytes: Int, threads: Int) {
    self.megabytes = megabytes
    self.threads = threads
  }
}

/// The strong opponent with a clock beside it.
///
/// It stays on one thread: what a search learns lives in it.
final class Engine {
  /// The positions between two looks at the clock and at the count of positions.
  static let nodeStep: UInt64 = 16_384
  /// The depth of search when nobody says another.
  static let usualDepth = 12

  private let search: ReversiTeam
  private let ponderer: ReversiPonder
  private let now: () -> UInt64

  /// Creates an engine with so much memory and so many threads, and a clock in nanoseconds.
  init(
    _ size: EngineSize, weights: PatternWeights = .shipped, now: @escaping () -> UInt64
  ) {
    search = ReversiTeam(
      weights: weights, memory: size.megabytes << 20, threads: size.threads)
    ponderer = ReversiPonder(team: search)
    self.now = now
  }

  /// Forgets the games before.
  func forget() {
    ponderer.stop()
    search.forget()
  }

  /// Thinks in the background about a position in which the opponent is to move, until the next search.
  func ponder(_ position: ReversiPosition) { ponderer.start(position) }

  /// Stops that.
  func stopPondering() { ponderer.stop() }

  /// Searches a position for a book: all moves within the margin get values.
  ///
  /// - Returns: `nil` if `shouldStop` ended the search.
  func explore(
    _ position: ReversiPosition, _ effort: Effort, margin: Int, shouldStop: @escaping () -> Bool
  ) -> ReversiReport? {
    ponderer.stop()
    var isCut = false
    let report = search.run(
      position, goal: goal(position, effort), margin: margin,
      shouldStop: {
        if shouldStop() { isCut = true }
        return isCut
      })
    return isCut ? nil : report
  }

  /// Searches a position until the effort is spent or `shouldStop` says so.
  ///
  /// - Returns: the last finished step, which has a legal move in any case while the game goes on; and whether
  ///   `shouldStop` ended the search.
  func think(
    _ position: ReversiPosition, _ effort: Effort, lines: Int = 1,
    shouldStop: @escaping () -> Bool = { false },
    progress: (ReversiReport) -> Bool = { _ in true }
  ) -> (report: ReversiReport, isCut: Bool) {
    ponderer.stop()
    let now = now
    let deadline = effort.nanoseconds.map { now() &+ $0 }
    var looks: UInt64 = 0
    var isCut = false
    let report = search.run(
      position, goal: goal(position, effort), lines: lines,
      shouldStop: {
        looks += 1
        if let nodes = effort.nodes, looks * Engine.nodeStep >= nodes { return true }
        if let deadline, now() >= deadline { return true }
        if shouldStop() { isCut = true }
        return isCut
      },
      progress: { report in
        guard progress(report) else { return false }
        if let nodes = effort.nodes, report.nodes >= nodes { return false }
        if let deadline, now() >= deadline { return false }
        return true
      })
    return (report, isCut)
  }

  private func goal(_ position: ReversiPosition, _ effort: Effort) -> ReversiGoal {
    guard let depth = effort.depth else { return .deepest }
    return position.emptyCount <= effort.solve ? .score : .depth(depth)
  }
}

extension OptionSpecification {
  /// From how many empty squares on searches are exact.
  static let solve = OptionSpecification(
    name: "solve", placeholder: "N", value: .integer(0...60),
    summary: "Find the exact score with N empty squares or fewer (default: about half as many "
      + "again as the depth, at most 22).")
}

extension ReversiReport {
  /// How deep the values look, as NBoard writes it: `12`, less sure `12@87%`, at the end `100%`.
  var depthText: String {
    if isExact { return "100%" }
    return certainty < 100 ? "\(depth)@\(certainty)%" : "\(depth)"
  }
}

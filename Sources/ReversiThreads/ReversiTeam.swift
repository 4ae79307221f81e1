internal import Dispatch
public import Games
internal import Hosting
public import Reversi
public import ReversiEngine

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A search of Reversi on several threads.
///
/// The helpers' threads sleep while no search runs. Searches of one team follow each other; a second call waits for
/// the first.
public final class ReversiTeam: @unchecked Sendable {
  // `search` is used under `turn`; the helpers read `isWorking`, which a lock guards, and wait at semaphores.
  private let search: ReversiSearch
  private let turn = DispatchSemaphore(value: 1)
  private let state = Lock(State())
  private let start: [DispatchSemaphore]
  private let idle = DispatchSemaphore(value: 0)

  private struct State {
    var isWorking = false
    var isOver = false
  }

  /// Creates a team.
  ///
  /// - Parameters:
  ///   - weights: the evaluation.
  ///   - memory: the size of the shared table in bytes.
  ///   - threads: how many threads search, the caller's among them; at least 1.
  public init(weights: PatternWeights, memory: Int, threads: Int) {
    let helpers = threads > 1 ? ReversiHelpers(rest: { sched_yield() }) : nil
    search = ReversiSearch(weights: weights, memory: memory, helpers: helpers)
    start = (1..<max(2, threads)).compactMap { _ in
      helpers == nil ? nil : DispatchSemaphore(value: 0)
    }
    for (number, gate) in start.enumerated() {
      guard let helper = search.makeHelper() else { continue }
      DispatchQueue(label: "baton.reversi.helper-\(number + 1)").async {
        [state, idle] in
        while true {
          gate.wait()
          if state.withLock({ $0.isOver }) { return }
          helper.work(until: { !state.withLock { $0.isWorking } })
          idle.signal()
        }
      }
    }
  }

  deinit {
    state.withLock { $0.isOver = true }
    for gate in start { gate.signal() }
  }

  /// Searches a position, see ``ReversiSearch/run(_:goal:lines:margin:shouldStop:progress:)``; blocks the caller's thread.
  public func run(
    _ position: ReversiPosition, goal: ReversiGoal, lines: Int = 1, margin: Int? = nil,
    shouldStop: @escaping () -> Bool = { false },
    progress: (ReversiReport) -> Bool = { _ in true }
  ) -> ReversiReport {
    turn.wait()
    defer { turn.signal() }
    state.withLock { $0.isWorking = true }
    for gate in start { gate.signal() }
    defer {
      state.withLock { $0.isWorking = false }
      for _ in start { idle.wait() }
    }
    return search.run(
      position, goal: goal, lines: lines, margin: margin, shouldStop: shouldStop, progress: progress
    )
  }

  /// Analyses a game, see ``ReversiSearch/analyse(_:depth:solving:shouldStop:progress:)``; blocks the caller's thread.
  public func analyse(
    _ record: Record<ReversiPosition>, depth: Int, solving: Int,
    shouldStop: @escaping () -> Bool = { false }, progress: (Int, Int) -> Void = { _, _ in }
  ) -> GameAnalysis? {
    GameAnalysis(
      of: record, depth: depth, solving: solving, shouldStop: shouldStop, progress: progress
    ) { position, goal in
      run(position, goal: goal, shouldStop: shouldStop)
    }
  }

  /// Forgets what earlier searches learnt.
  public func forget() {
    turn.wait()
    defer { turn.signal() }
    search.forget()
  }
}

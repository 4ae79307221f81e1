public import Chess
public import ChessEngine
internal import Dispatch
internal import Hosting

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A search of chess on several threads.
///
/// The helpers' threads sleep while no search runs. Searches of one team follow each other; a second call waits for
/// the first.
public final class ChessTeam: @unchecked Sendable {
  // `search` is used under `turn`; the helpers wait at semaphores, and each has a part of the search for itself.
  private let search: ChessSearch
  private let turn = DispatchSemaphore(value: 1)
  private let isOver = Lock(false)
  private let gates: [DispatchSemaphore]

  /// Creates a team.
  ///
  /// - Parameters:
  ///   - weights: what positions are judged by.
  ///   - memory: the size of the shared table in bytes.
  ///   - threads: how many threads search, the caller's among them; at least 1.
  public init(weights: ChessWeights = .shipped, memory: Int, threads: Int = 1) {
    let idle = DispatchSemaphore(value: 0)
    let gates = (1..<max(2, threads)).compactMap { _ in
      threads > 1 ? DispatchSemaphore(value: 0) : nil
    }
    let helpers = ChessHelpers(
      count: gates.count, start: { for gate in gates { gate.signal() } },
      wait: { for _ in gates { idle.wait() } })
    let search = ChessSearch(
      weights: weights, memory: memory, helpers: helpers,
      pages: ChessMemory { address, count in
        #if os(Linux)
          // MADV_HUGEPAGE; where there are no large pages nothing happens.
          madvise(address, count, 14)
        #endif
      })
    self.search = search
    self.gates = gates
    for (index, gate) in gates.enumerated() {
      DispatchQueue(label: "baton.chess.helper-\(index + 1)").async { [isOver] in
        while true {
          gate.wait()
          if isOver.withLock({ $0 }) { return }
          search.help(index + 1)
          idle.signal()
        }
      }
    }
  }

  deinit {
    isOver.withLock { $0 = true }
    for gate in gates { gate.signal() }
  }

  /// Searches a position, see ``ChessSearch/run(_:limits:shouldStop:progress:)``; blocks the caller's thread.
  public func run(
    _ game: ChessGame, limits: ChessLimits = ChessLimits(),
    shouldStop: @escaping () -> Bool = { false },
    progress: (ChessReport) -> Bool = { _ in true }
  ) -> ChessReport {
    turn.wait()
    defer { turn.signal() }
    return search.run(game, limits: limits, shouldStop: shouldStop, progress: progress)
  }

  /// Forgets what earlier searches learnt.
  public func forget() {
    turn.wait()
    defer { turn.signal() }
    search.forget()
  }
}

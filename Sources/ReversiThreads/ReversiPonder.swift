internal import Dispatch
internal import Hosting
public import Reversi
public import ReversiEngine

/// Thinks on a team's time while the opponent does.
///
/// It searches the position in which the opponent is to move, deeper and deeper, for all replies at once. What it
/// learns stays in the table of the team, where the next search finds it; it plays nothing itself. While it runs the
/// team is busy, so it has to be stopped before the team is asked.
///
/// ```swift
/// let ponder = ReversiPonder(team: team)
/// ponder.start(after)        // returns at once
/// // … the opponent moves …
/// ponder.stop()              // a thousandth of a second or so
/// let report = team.run(position, goal: .deepest, shouldStop: clockSaysSo)
/// ```
public final class ReversiPonder: Sendable {
  private let team: ReversiTeam
  private let current = Lock<Thought?>(nil)
  private let queue = DispatchQueue(label: "baton.reversi.ponder")

  /// One search in the background.
  private final class Thought: Sendable {
    let position: ReversiPosition
    private let state = Lock((isStopped: false, isDone: false, report: ReversiReport.none))
    private let end = DispatchSemaphore(value: 0)

    init(_ position: ReversiPosition) { self.position = position }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    var isDone: Bool { state.withLock { $0.isDone } }

    func run(on team: ReversiTeam) {
      // One that was stopped before its turn came does nothing.
      if !isStopped {
        let report = team.run(
          position, goal: .deepest, shouldStop: { self.isStopped },
          progress: { _ in !self.isStopped })
        state.withLock { $0.report = report }
      }
      state.withLock { $0.isDone = true }
      end.signal()
    }

    func stop() -> ReversiReport {
      state.withLock { $0.isStopped = true }
      end.wait()
      return state.withLock { $0.report }
    }
  }

  /// Creates a ponderer that searches with a team.
  public init(team: ReversiTeam) { self.team = team }

  deinit { stop() }

  /// The position that is thought about, if there is one.
  public var position: ReversiPosition? { current.withLock { $0?.position } }

  /// Whether a search is going on; it ends by itself when the position is solved.
  public var isThinking: Bool { current.withLock { $0.map { !$0.isDone } ?? false } }

  /// Begins to think about a position and returns at once; what went on before is stopped.
  ///
  /// - Parameter position: one in which the opponent is to move. Nothing happens when the game is over.
  public func start(_ position: ReversiPosition) {
    stop()
    guard !position.isOver else { return }
    let thought = Thought(position)
    current.withLock { $0 = thought }
    queue.async { [team] in thought.run(on: team) }
  }

  /// Stops, and waits until the team is free: a thousandth of a second or so.
  ///
  /// - Returns: the position that was thought about and what is known of it, or `nil` if there was none. It is a
  ///   finding about that position alone, which need not be the one that the game has come to.
  @discardableResult
  public func stop() -> (position: ReversiPosition, report: ReversiReport)? {
    let thought = current.withLock { current in
      defer { current = nil }
      return current
    }
    return thought.map { ($0.position, $0.stop()) }
  }
}

/// A clock that stands still until somebody moves it.
public final class ManualTime: TimeSource {
  private struct Sleeper {
    let due: UInt64
    let number: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var wall: Int64
    var monotonic: UInt64 = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var lastNumber = 0
  }

  private let state: Lock<State>

  /// Creates a clock that shows `wallMilliseconds` since 1970 and does not run.
  public init(wallMilliseconds: Int64 = 1_700_000_000_000) {
    state = Lock(State(wall: wallMilliseconds))
  }

  /// What the wall clock shows.
  public var wallMilliseconds: Int64 { state.withLock { $0.wall } }

  /// The time by which the clock was moved on.
  public var monotonicNanoseconds: UInt64 { state.withLock { $0.monotonic } }

  /// The number of tasks that wait on this clock.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Moves both clocks on and wakes who was waiting for that, earliest first.
  public func advance(milliseconds: Int64) {
    let due = state.withLock { state in
      state.wall += milliseconds
      state.monotonic += UInt64(max(milliseconds, 0)) * 1_000_000
      let now = state.monotonic
      let due = state.sleepers.filter { $0.due <= now }.sorted { $0.due < $1.due }
      state.sleepers.removeAll { $0.due <= now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Sets the wall clock alone, as an administrator or a time server does; it may go back.
  public func setWall(milliseconds: Int64) {
    state.withLock { $0.wall = milliseconds }
  }

  /// Waits until the clock was moved on by as much.
  public func sleep(nanoseconds: UInt64) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isDone = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
          if nanoseconds == 0 { return .success(()) }
          state.sleepers.append(
            Sleeper(
              due: state.monotonic + nanoseconds, number: number, continuation: continuation))
          return nil
        }
        if let isDone { continuation.resume(with: isDone) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
          state.cancelled.insert(number)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}

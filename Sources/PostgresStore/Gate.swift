internal import Hosting

/// When the next connection may be tried, for all threads of a store, which of them are still to be trusted, and whether
/// the database is away.
///
/// While a database is away, one attempt in a while is enough; whoever comes in between is told at once.
final class Gate: Sendable {
  /// The first wait after a failed attempt; each further one is twice as long.
  static let firstDelay: UInt64 = 50_000_000
  /// The longest wait.
  static let longestDelay: UInt64 = 1_000_000_000

  private struct State {
    var nextAttempt: UInt64 = 0
    var delay = Gate.firstDelay
    var reason: String?
    var reconnects = 0
    /// Counts the losses that told something new.
    var age = 0
  }

  private let state = Lock(State())
  private let time: any TimeSource
  private let onFailure: @Sendable (String) -> Void

  init(time: any TimeSource, onFailure: @escaping @Sendable (String) -> Void) {
    self.time = time
    self.onFailure = onFailure
  }

  /// Why no connection should be tried now, and for how long; `nil` if one may be.
  func closed() -> (reason: String, nanoseconds: UInt64)? {
    let now = time.monotonicNanoseconds
    return state.withLock { state in
      guard let reason = state.reason, now < state.nextAttempt else { return nil }
      return (reason, state.nextAttempt - now)
    }
  }

  /// Notes that no connection could be made; tells so once for each time that the database is away.
  func noteFailure(_ reason: String) {
    let now = time.monotonicNanoseconds
    let isFirst = state.withLock { state in
      defer { state.reason = reason }
      if now >= state.nextAttempt {
        state.nextAttempt = now + state.delay
        state.delay = min(state.delay * 2, Gate.longestDelay)
      }
      return state.reason == nil
    }
    if isFirst { onFailure(PostgresFailure.away(reason).description) }
  }

  /// How often connections were lost, for who makes one: from the next loss on it is not to be trusted.
  var age: Int { state.withLock { $0.age } }

  /// Notes that a connection which was made at some age was lost.
  ///
  /// What broke one connection has most likely broken all that were made before, and each would let another call wait
  /// in vain. So whoever has one of them makes a new one before the next use.
  func noteLoss(since age: Int) {
    state.withLock { state in
      // Of all that were made before a loss, only the first to be found broken tells something new.
      if state.age == age { state.age += 1 }
    }
  }

  /// Notes that a connection was made.
  func noteSuccess() {
    state.withLock { state in
      state.nextAttempt = 0
      state.delay = Gate.firstDelay
      state.reason = nil
      state.reconnects += 1
    }
  }

  /// The number of connections that were made.
  var connections: Int { state.withLock { $0.reconnects } }
}

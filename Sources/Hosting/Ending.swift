/// The end of some threads, for which any number of callers may wait.
package final class Ending: Sendable {
  private struct State {
    var running: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Lock<State>

  /// Creates the end of as many threads.
  package init(threads: Int) { state = Lock(State(running: threads)) }

  /// Notes that one of the threads has ended.
  package func finishOne() {
    let waiting = state.withLock { state in
      state.running -= 1
      guard state.running == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until all of them have ended.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.running > 0 { state.waiting.append(continuation) }
        return state.running == 0
      }
      if isOver { continuation.resume() }
    }
  }
}

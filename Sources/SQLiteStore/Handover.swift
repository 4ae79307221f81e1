internal import Hosting

/// A value that one thread makes and exactly one other thread uses from then on.
final class Handover<Value>: @unchecked Sendable {
  // Sendable although `Value` need not be: the maker keeps no other reference and does not touch it again
  // once the thread runs, and starting a thread orders the memory of both.
  private(set) var value: Value?

  init(_ value: Value) { self.value = value }

  /// Lets go of the value, on the thread that used it.
  func end() { value = nil }
}

/// The end of a store, for which any number of callers may wait.
final class Ending: Sendable {
  private struct State {
    var isOver = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  func finish() {
    let waiting = state.withLock { state in
      state.isOver = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.waiting.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }
}

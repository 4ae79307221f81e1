internal import Hosting
internal import MatchStore

extension TimeSource {
  /// Keeps the calling thread waiting; for threads of the store only, never for one that runs tasks.
  func block(nanoseconds: UInt64) {
    let alarm = Mailbox<Void>()
    Task {
      try? await sleep(nanoseconds: nanoseconds)
      alarm.close()
    }
    _ = alarm.take()
  }
}

/// The first of several answers to one question.
final class FirstAnswer: Sendable {
  private struct State {
    var answer: Result<Void, StoreError>?
    var asking: CheckedContinuation<Result<Void, StoreError>, Never>?
  }

  private let state = Lock(State())

  /// Gives an answer; only the first one counts.
  func give(_ answer: Result<Void, StoreError>) {
    let asking = state.withLock {
      state -> CheckedContinuation<Result<Void, StoreError>, Never>? in
      guard state.answer == nil else { return nil }
      state.answer = answer
      defer { state.asking = nil }
      return state.asking
    }
    asking?.resume(returning: answer)
  }

  /// Waits for the first answer; to be called once.
  func wait() async -> Result<Void, StoreError> {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state in
        if state.answer == nil { state.asking = continuation }
        return state.answer
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}

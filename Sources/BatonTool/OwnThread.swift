internal import Dispatch

/// Runs `body` on a thread that is not one of the few that tasks share.
///
/// For what blocks or computes for long: reading from a terminal, searching for a move.
func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "baton.own-thread").async {
      continuation.resume(returning: body())
    }
  }
}

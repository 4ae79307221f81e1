internal import Hosting
internal import MatchStore

/// Whether the store may still be relied on; once it may not, that stays so until it is opened again.
final class Health: Sendable {
  private let reason = Lock<String?>(nil)
  private let onFailure: @Sendable (String) -> Void

  init(onFailure: @escaping @Sendable (String) -> Void) { self.onFailure = onFailure }

  /// Why the store cannot be used any more, or `nil` while it can.
  var failure: StoreError? { reason.withLock { $0 }.map(StoreError.unavailable) }

  /// Notes the first failure, and tells it once.
  func fail(_ failure: SQLiteFailure) {
    let isFirst = reason.withLock { reason in
      guard reason == nil else { return false }
      reason = failure.description
      return true
    }
    if isFirst { onFailure(failure.description) }
  }
}

/// Counts what the writer does, for metrics and tests.
final class Statistics: Sendable {
  private let commitCount = Lock(0)

  /// The number of transactions that were committed.
  var commits: Int { commitCount.withLock { $0 } }

  func countCommit() { commitCount.withLock { $0 += 1 } }
}

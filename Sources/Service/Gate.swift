internal import Hosting

/// Lets one task after the other through for each key, such as a player who does two things at once.
actor Gate<Key: Hashable & Sendable> {
  private var waiting: [Key: [CheckedContinuation<Void, Never>]] = [:]

  /// Waits until nobody else is inside for this key.
  func enter(_ key: Key) async {
    if waiting[key] == nil {
      waiting[key] = []
    } else {
      await withCheckedContinuation { waiting[key]?.append($0) }
    }
  }

  /// Lets the next one in.
  func leave(_ key: Key) {
    if waiting[key]?.isEmpty == false {
      waiting[key]?.removeFirst().resume()
    } else {
      waiting[key] = nil
    }
  }

  /// Lets the next one in as soon as it comes to that, for `defer`, which cannot wait.
  nonisolated func leaveLater(_ key: Key) {
    Task(executorPreference: Background.executor) { await self.leave(key) }
  }
}

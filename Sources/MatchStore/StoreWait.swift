internal import Synchronization

/// How long one request may still wait for a store, over all that it asks of it.
///
/// A request asks several things one after the other, and may have to wait for another request that does. Were each
/// of these allowed to wait as long as the store is patient, somebody would hear only after several times as long
/// that the database is away.
public final class StoreWait: Sendable {
  /// The wait of the request that this task works for, if it works for one.
  @TaskLocal public static var current: StoreWait?

  private static let origin = ContinuousClock.now
  /// When the request began, in nanoseconds after the origin; the greatest number once it has its answer.
  private let begun: Atomic<Int64>

  /// Begins, as if some time ago.
  public init(ago: Duration = .zero) {
    begun = Atomic(StoreWait.now - StoreWait.nanoseconds(ago))
  }

  /// What is left of a patience, in nanoseconds, for one call: at least a sixteenth.
  ///
  /// So much a database that is well needs at most, and a request that was held up by something else is not refused.
  public func left(of patience: UInt64) -> UInt64 {
    let begun = begun.load(ordering: .relaxed)
    // Tasks that a request has left behind have no part in its time.
    guard begun != .max else { return patience }
    let elapsed = UInt64(max(StoreWait.now - begun, 0))
    return max(patience - min(elapsed, patience), patience / 16)
  }

  /// Begins again, after the request has waited for something else on purpose.
  public func restart() { begun.store(StoreWait.now, ordering: .relaxed) }

  /// Notes that the request has its answer.
  public func end() { begun.store(.max, ordering: .relaxed) }

  private static var now: Int64 { nanoseconds(ContinuousClock.now - origin) }

  private static func nanoseconds(_ span: Duration) -> Int64 {
    let (seconds, attoseconds) = span.components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

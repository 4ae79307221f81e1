#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The one clock of a server: every room asks it for the time and waits through it.
///
/// Nothing hosted calls the system's clocks, `Task.sleep` or Dispatch timers by itself, so a test can run
/// years in seconds, freeze time or step it back.
public protocol TimeSource: Sendable {
  /// Milliseconds since 1970-01-01 00:00 UTC. It may jump, forwards or back.
  var wallMilliseconds: Int64 { get }

  /// Nanoseconds since some instant. It never goes back.
  var monotonicNanoseconds: UInt64 { get }

  /// Waits for a span of monotonic time.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(nanoseconds: UInt64) async throws
}

/// The clocks of the system.
public struct SystemTime: TimeSource {
  /// Creates the system's time source.
  public init() {}

  /// Milliseconds since 1970, read from the system's clock.
  public var wallMilliseconds: Int64 {
    let now = SystemTime.read(CLOCK_REALTIME)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }

  /// Nanoseconds since the system started.
  public var monotonicNanoseconds: UInt64 {
    let now = SystemTime.read(CLOCK_MONOTONIC)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }

  /// Waits through the task sleep of the system.
  public func sleep(nanoseconds: UInt64) async throws {
    try await Task.sleep(nanoseconds: nanoseconds)
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}

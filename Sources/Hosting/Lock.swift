#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A POSIX mutex in a place of its own.
///
/// Apart from ``Lock``, so that locking is a plain call and asks for no generic code.
@usableFromInline
struct Mutex: @unchecked Sendable {
  // Sendable: a mutex is there to be used by many threads, and its address never changes.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  @usableFromInline
  func lock() { pthread_mutex_lock(mutex) }

  @usableFromInline
  func unlock() { pthread_mutex_unlock(mutex) }

  func destroy() {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }
}

/// A value behind a mutex.
///
/// It stands on a POSIX mutex because the thread sanitizer does not see `Synchronization.Mutex` and would
/// report races that are none.
public final class Lock<Value>: @unchecked Sendable {
  // Sendable although the value is mutable: every access goes through `withLock`, which holds the mutex.
  @usableFromInline var value: Value
  @usableFromInline let mutex: Mutex

  /// Creates a lock around `value`.
  public init(_ value: sending Value) {
    self.value = value
    mutex = Mutex()
  }

  deinit { mutex.destroy() }

  /// Runs `body` with the value while no other thread can.
  ///
  /// Do not wait inside, and do not take the same lock again: it is not recursive.
  @inlinable
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&value)
  }
}

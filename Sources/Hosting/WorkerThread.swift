#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread that runs one function to its end.
package struct WorkerThread: @unchecked Sendable {
  // Sendable: the handle is a plain number or address, and only `join` uses it, once.
  private let handle: pthread_t

  private final class Start {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread; `nil` if the system has none left.
  ///
  /// Signals go to other threads, so that a server's handlers do not run here.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Start(body)).toOpaque()
    #if canImport(Darwin)
      var created: pthread_t?
      let code = pthread_create(&created, nil, { WorkerThread.run($0) }, context)
      let handle = created
    #else
      var created = pthread_t()
      let code = pthread_create(&created, nil, { WorkerThread.run($0) }, context)
      let handle = Optional(created)
    #endif
    guard code == 0, let handle else {
      Unmanaged<Start>.fromOpaque(context).release()
      return nil
    }
    self.handle = handle
  }

  private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    var everything = sigset_t()
    sigfillset(&everything)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP] { sigdelset(&everything, fault) }
    pthread_sigmask(SIG_BLOCK, &everything, nil)
    Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
    return nil
  }

  /// Waits until the thread has ended.
  package func join() { pthread_join(handle, nil) }

  /// Lets the thread clean up after itself when nobody will wait for it.
  package func detach() { pthread_detach(handle) }
}

/// Starts a thread that runs `body` and cleans up after itself.
///
/// - Returns: whether the system had a thread left.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  guard let thread = WorkerThread(body) else { return false }
  thread.detach()
  return true
}

/// Lets the calling thread wait for all others of the machine: what it computes is never urgent.
package func yieldToOthers() {
  #if canImport(Darwin)
    pthread_set_qos_class_self_np(QOS_CLASS_BACKGROUND, 0)
  #else
    // Linux gives each thread a niceness of its own; 0 is the calling one.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
  #endif
}

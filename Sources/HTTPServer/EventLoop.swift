internal import CMicroHTTPD
internal import Hosting
internal import Glibc

/// A thread that serves sockets, by letting the library look at those that are ready.
///
/// The library's own loop would do the same but for one thing: of many sockets that are ready at once, 0.9.75 takes 128,
/// and if these were all, it waits for more, without a limit of time, before it looks at them. Asked not to wait, as it
/// is here, it looks at them at once.
final class EventLoop: Sendable {
  /// A socket on its way from the acceptor to the library.
  struct Arrival: Sendable {
    let connection: Connection
    let address: sockaddr_storage
    let length: socklen_t
  }

  private struct Inbox {
    var arrivals: [Arrival] = []
    /// Whether a connection was resumed since the thread last looked.
    var hasResumed = false
    /// Whether the thread waits, or is about to, and has to be woken.
    var isAsleep = false
    var isStopping = false

    /// Returns whether the thread has to be woken, for who puts something in.
    mutating func wake() -> Bool {
      defer { isAsleep = false }
      return isAsleep
    }
  }

  /// A pointer that the library itself guards.
  private struct Daemon: @unchecked Sendable {
    // Sendable because only the loop's thread uses it, and who stops the loop after that thread has ended.
    let pointer: OpaquePointer
  }

  private let core: ServerCore
  private let daemon: Daemon
  private let wake: WakePipe
  private let inbox = Lock(Inbox())
  private let thread = Lock<WorkerThread?>(nil)

  /// Starts the library and the thread; `nil` if the system has no room for them.
  init?(core: ServerCore) {
    guard let wake = WakePipe(), let daemon = core.startLibrary() else { return nil }
    self.core = core
    self.daemon = Daemon(pointer: daemon)
    self.wake = wake
    guard let thread = WorkerThread({ [self] in run() }) else {
      core.stopLibrary(daemon)
      return nil
    }
    self.thread.withLock { $0 = thread }
  }

  /// Ends the thread and stops the library; no connection may be suspended any more.
  ///
  /// It waits.
  func stop() {
    inbox.withLock { $0.isStopping = true }
    wake.signal()
    guard let thread = thread.withLock({ $0.take() }) else { return }
    thread.join()
    core.stopLibrary(daemon.pointer)
  }

  /// Hands over a socket that was accepted.
  func take(_ arrival: Arrival) {
    let isAsleep = inbox.withLock { inbox in
      inbox.arrivals.append(arrival)
      return inbox.wake()
    }
    if isAsleep { wake.signal() }
  }

  /// Notes that a connection was resumed, so that the library looks at it.
  ///
  /// The library wakes its loop by itself, but a loop that is just at work may take that for something older.
  func noteResumed() {
    let isAsleep = inbox.withLock { inbox in
      inbox.hasResumed = true
      return inbox.wake()
    }
    if isAsleep { wake.signal() }
  }

  private func run() {
    var polls = [
      pollfd(fd: baton_mhd_epoll(daemon.pointer), events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      inbox.withLock { $0.hasResumed = false }
      MHD_run(daemon.pointer)
      let (arrivals, isOver) = inbox.withLock { inbox in
        defer { if !inbox.arrivals.isEmpty { inbox.arrivals = [] } }
        return (inbox.arrivals, inbox.isStopping)
      }
      for arrival in arrivals { add(arrival) }
      if isOver { return }
      if arrivals.isEmpty { wait(&polls) }
    }
  }

  /// Waits until a socket, the library or the inbox has something to do.
  private func wait(_ polls: inout [pollfd]) {
    var milliseconds: UInt64 = 0
    let isLimited = MHD_get_timeout(daemon.pointer, &milliseconds) == .YES
    if isLimited, milliseconds == 0 { return }
    let mayWait = inbox.withLock { inbox in
      inbox.isAsleep = inbox.arrivals.isEmpty && !inbox.hasResumed && !inbox.isStopping
      return inbox.isAsleep
    }
    guard mayWait else { return }
    poll(&polls, nfds_t(polls.count), isLimited ? Int32(clamping: milliseconds) : -1)
    inbox.withLock { $0.isAsleep = false }
    if polls[1].revents != 0 { wake.drain() }
  }

  private func add(_ arrival: Arrival) {
    var address = arrival.address
    let isAdded = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        MHD_add_connection(
          daemon.pointer, arrival.connection.descriptor, address, arrival.length)
      }
    }
    // The library has closed the socket if it did not take it.
    if isAdded != .YES { core.remove(arrival.connection) }
  }
}

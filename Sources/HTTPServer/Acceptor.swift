internal import CMicroHTTPD
internal import Hosting
internal import Synchronization
internal import Glibc

/// The thread that accepts connections, turns away those over a limit, and lets refused ones linger.
///
/// The library could accept by itself, but beyond its limit it leaves peers waiting without an answer, and
/// with no descriptor left it spins.
final class Acceptor: Sendable {
  private let listener: Int32
  private let core: ServerCore
  private let loops: [EventLoop]
  private let wake: WakePipe
  private let isStopping = Atomic(false)
  private let thread = Lock<pthread_t?>(nil)

  init(listener: Int32, core: ServerCore, loops: [EventLoop], wake: WakePipe) {
    self.listener = listener
    self.core = core
    self.loops = loops
    self.wake = wake
  }

  /// Starts the thread; returns whether that worked.
  func start() -> Bool {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let result = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Acceptor>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard result == 0 else {
      context.release()
      close(listener)
      return false
    }
    self.thread.withLock { $0 = thread }
    return true
  }

  /// Ends the thread and closes the listening socket.
  func stop() {
    isStopping.store(true, ordering: .sequentiallyConsistent)
    wake.signal()
    if let thread = thread.withLock({ $0.take() }) { pthread_join(thread, nil) }
  }

  private func run() {
    var lingering: [Lingering.Socket] = []
    // Given up to accept and close a connection when no other descriptor is left.
    var reserve = open("/dev/null", O_RDONLY | O_CLOEXEC)
    var isExhausted = false
    while !isStopping.load(ordering: .sequentiallyConsistent) {
      var polls = [
        pollfd(fd: isExhausted ? -1 : listener, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      for socket in lingering {
        polls.append(pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0))
      }
      poll(&polls, nfds_t(polls.count), isExhausted || !lingering.isEmpty ? 100 : -1)
      isExhausted = false
      if polls[1].revents != 0 { wake.drain() }
      discard(&lingering, polls.dropFirst(2))
      for descriptor in core.lingering.takeAdded() {
        linger(descriptor, &lingering)
      }
      if polls[0].revents != 0 { isExhausted = !acceptAll(&reserve) }
    }
    for socket in lingering { close(socket.descriptor) }
    core.lingering.end()
    if reserve >= 0 { close(reserve) }
    close(listener)
  }

  /// Accepts what waits; returns `false` when descriptors or memory are exhausted.
  private func acceptAll(_ reserve: inout Int32) -> Bool {
    // Bounded, so that a flood of connections does not keep the thread from the rest of its work.
    for _ in 0..<256 {
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let descriptor = baton_accept(listener, &storage, &length)
      if descriptor >= 0 {
        admit(descriptor, storage, length)
        continue
      }
      switch errno {
      case EAGAIN, EWOULDBLOCK: return true
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        guard reserve >= 0 else {
          reserve = open("/dev/null", O_RDONLY | O_CLOEXEC)
          return false
        }
        close(reserve)
        let turnedAway = accept(listener, nil, nil)
        if turnedAway >= 0 { turnAway(turnedAway) }
        reserve = open("/dev/null", O_RDONLY | O_CLOEXEC)
        if turnedAway < 0 { return false }
      default: continue
      }
    }
    return true
  }

  private func admit(_ descriptor: Int32, _ storage: sockaddr_storage, _ length: socklen_t) {
    let peer = PeerAddress(storage)
    // Descriptors are given out in turn, so connections spread over the loops.
    let loop = loops[Int(descriptor) % loops.count]
    guard let connection = core.admit(descriptor, peer: peer, loop: loop) else {
      turnAway(descriptor)
      return
    }
    // A peer that is gone without a word is given up after this time without acknowledgement.
    var silence: Int32 = 25_000
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &silence,
      socklen_t(MemoryLayout.size(ofValue: silence)))
    loop.take(EventLoop.Arrival(connection: connection, address: storage, length: length))
  }

  private func turnAway(_ descriptor: Int32) {
    core.refusedConnectionCount.add(1, ordering: .relaxed)
    HTTPFault.overloaded.message.withUnsafeBytes { bytes in
      _ = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
    shutdown(descriptor, Int32(SHUT_WR))
    // What the peer has sent already is read, lest closing resets the connection before the answer.
    var bytes = [UInt8](repeating: 0, count: 4_096)
    _ = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    core.lingering.add(descriptor)
  }

  private func linger(_ descriptor: Int32, _ lingering: inout [Lingering.Socket]) {
    guard lingering.count < Lingering.limit else {
      close(descriptor)
      return
    }
    lingering.append(
      Lingering.Socket(descriptor: descriptor, since: core.time.monotonicNanoseconds))
  }

  /// Reads and forgets what lingering sockets got, and closes those that are done.
  private func discard(_ lingering: inout [Lingering.Socket], _ polls: ArraySlice<pollfd>) {
    guard !lingering.isEmpty else { return }
    let now = core.time.monotonicNanoseconds
    var buffer = [UInt8](repeating: 0, count: 16_384)
    var kept: [Lingering.Socket] = []
    for (var socket, result) in zip(lingering, polls) {
      var isDone = now &- socket.since >= UInt64(Lingering.milliseconds) * 1_000_000
      if result.revents != 0 {
        let count = recv(socket.descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        socket.discarded += max(count, 0)
        let isEnd = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
        isDone = isDone || isEnd || socket.discarded > Lingering.byteLimit
      }
      if isDone { close(socket.descriptor) } else { kept.append(socket) }
    }
    lingering = kept
  }
}

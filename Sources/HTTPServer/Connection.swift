internal import CMicroHTTPD
internal import Hosting
internal import Glibc

/// One accepted socket and the request on it, if there is one.
///
/// The library's thread, the tasks of handlers, writers of streams and the sweep meet here. Locks are taken
/// in the order stream, connection, library; no stream is called while a connection's lock is held.
final class Connection: Sendable {
  /// How far the exchange of one request has come.
  enum Phase: Hashable {
    /// The first head, or a head whose request line is there, is on its way.
    case head(since: UInt64)
    /// An answer was sent; nothing or part of a request line has come since.
    case idle(since: UInt64)
    /// The body is on its way.
    case body(since: UInt64, received: Int)
    /// The handler runs.
    case running
    /// The answer is on its way out.
    case responding(since: UInt64, bytes: Int)
    /// A stream is attached.
    case streaming
    /// The request was refused in its middle; the rest of it is read and thrown away.
    case draining(since: UInt64, discarded: Int)
    /// The socket was shut down; the library will notice.
    case aborted
    /// The library has let go of the socket.
    case closed
  }

  struct State {
    /// What serves the socket.
    let loop: EventLoop
    var phase: Phase
    var handle: OpaquePointer?
    var isSuspended = false
    var target: [UInt8]?
    var head: RequestHead?
    var receivedAt: Int64 = 0
    var body: [UInt8] = []
    var exchange: UInt64 = 0
    var task: Task<Void, Never>?
    var response: HTTPResponse?
    var stream: ResponseStream?
    /// Whether the stream is sent in chunks, so that whole chunks may be sent past the library.
    var isChunked = false
    var lingers = false
    /// The phase in which the peer was last seen to send no more.
    var hungUp: Phase?
  }

  let descriptor: Int32
  let peer: PeerAddress
  let state: Lock<State>

  init(descriptor: Int32, peer: PeerAddress, loop: EventLoop, now: UInt64) {
    self.descriptor = descriptor
    self.peer = peer
    state = Lock(State(loop: loop, phase: .head(since: now)))
  }

  /// Suspends the connection, so that the library leaves it alone; only on the library's thread.
  ///
  /// Returns `false` if the connection is about to end.
  func suspend() -> Bool {
    state.withLock { state in
      guard state.phase != .aborted, let handle = state.handle else { return false }
      state.suspend(handle)
      return true
    }
  }

  /// Lets the library go on with a suspended connection.
  func resume() {
    state.withLock { $0.resume() }
  }

  /// Sends a chunk of the stream past the library, which must be suspended with all of its own bytes sent.
  ///
  /// Returns `false` if the library has to do it.
  func sendsPast(_ chunk: [UInt8]) -> Bool {
    let (isSent, task): (Bool, Task<Void, Never>?) = state.withLock { state in
      guard state.phase == .streaming, state.isSuspended, state.isChunked else {
        return (false, nil)
      }
      // What is not yet acknowledged is sent again and again by itself; that is sign of life enough.
      let unsent = baton_unsent(descriptor)
      guard unsent == 0 else { return (unsent > 0, nil) }
      let count = chunk.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if count > 0, count < chunk.count {
        // Half a chunk cannot be taken back; it does not happen while nothing else is unsent.
        return (true, state.abort(descriptor))
      }
      return (count == chunk.count, nil)
    }
    task?.cancel()
    return isSent
  }

  /// Shuts the socket down at once; the library then closes it.
  ///
  /// A handler that still runs is cancelled, and its answer goes nowhere.
  func abort() {
    let task = state.withLock { $0.abort(descriptor) }
    task?.cancel()
  }

  /// Takes the handler's answer to the exchange with this number, or returns `false` if it is too late.
  func complete(_ exchange: UInt64, with response: HTTPResponse) -> Bool {
    state.withLock { state in
      guard state.exchange == exchange, state.phase == .running else { return false }
      state.response = response
      state.task = nil
      state.resume()
      return true
    }
  }
}

extension Connection.State {
  mutating func suspend(_ handle: OpaquePointer) {
    MHD_suspend_connection(handle)
    isSuspended = true
  }

  mutating func resume() {
    guard isSuspended, let handle else { return }
    isSuspended = false
    MHD_resume_connection(handle)
    loop.noteResumed()
  }

  /// Shuts the socket down; returns the handler's task for the caller to cancel outside of the lock.
  mutating func abort(_ descriptor: Int32) -> Task<Void, Never>? {
    guard phase != .closed, phase != .aborted else { return nil }
    phase = .aborted
    shutdown(descriptor, Int32(SHUT_RDWR))
    resume()
    defer { task = nil }
    return task
  }

  /// Answers past the library, which has nothing to send at this point of a request.
  ///
  /// The peer may go on sending for a while, so that a reset does not overtake the answer.
  mutating func refuse(_ descriptor: Int32, with fault: HTTPFault, now: UInt64) {
    fault.message.withUnsafeBytes { bytes in
      _ = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
    shutdown(descriptor, Int32(SHUT_WR))
    phase = .draining(since: now, discarded: 0)
    body = []
  }

  /// Forgets the request that has been answered.
  mutating func endExchange() -> (task: Task<Void, Never>?, stream: ResponseStream?) {
    defer {
      exchange += 1
      target = nil
      head = nil
      body = []
      task = nil
      response = nil
      stream = nil
      isChunked = false
    }
    return (task, stream)
  }
}

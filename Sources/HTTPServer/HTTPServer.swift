public import Hosting
internal import CMicroHTTPD
internal import Synchronization
internal import Glibc

/// An HTTP/1.1 server for handlers that may wait.
///
/// It guards the framing of requests, keeps its own deadlines and limits, and hands only whole, well-formed
/// requests to its handler, each in a task of its own. No thread waits while a handler or a stream does.
/// The handler's task is cancelled when the peer leaves or the server stops.
///
///     let server = HTTPServer(configuration: HTTPServerConfiguration(), time: SystemTime()) { request in
///       .text("Hello, \(request.peerAddress)")
///     }
///     try server.start()
///     await server.stop(withinMilliseconds: 5_000)
///
/// A server that was started must be stopped: until then its threads keep it alive.
public final class HTTPServer: Sendable {
  /// What the server has to do at a moment, and has done.
  public struct Statistics: Hashable, Sendable {
    /// The open connections.
    public let connections: Int
    /// The open streams among them.
    public let streams: Int
    /// The handlers that run.
    public let running: Int
    /// The requests that were handed to the handler so far.
    public let requests: Int
    /// The connections turned away so far because of a limit.
    public let refusedConnections: Int
  }

  private enum Life {
    case new
    case running(Parts)
    case stopping([CheckedContinuation<Void, Never>])
    case stopped
  }

  private struct Parts: Sendable {
    let core: ServerCore
    let loops: [EventLoop]
    let acceptor: Acceptor
    let sweeper: Task<Void, Never>
    let port: UInt16
  }

  private let configuration: HTTPServerConfiguration
  private let time: any TimeSource
  private let handler: @Sendable (HTTPRequest) async -> HTTPResponse
  private let life = Lock(Life.new)

  /// Creates a server that does nothing yet.
  public init(
    configuration: HTTPServerConfiguration, time: any TimeSource,
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) {
    self.configuration = configuration
    self.time = time
    self.handler = handler
  }

  /// The port the server listens on, or `nil` while it does not run.
  public var port: UInt16? {
    life.withLock { if case .running(let parts) = $0 { parts.port } else { nil } }
  }

  /// The open connections; 0 while the server does not run.
  ///
  /// Cheaper than ``statistics``, which looks at each.
  public var connectionCount: Int { runningParts?.core.connectionCount ?? 0 }

  /// Figures of this moment; all zero while the server does not run.
  public var statistics: Statistics {
    guard let core = runningParts?.core else {
      return Statistics(connections: 0, streams: 0, running: 0, requests: 0, refusedConnections: 0)
    }
    var streams = 0
    var running = 0
    let connections = core.connections
    for connection in connections {
      switch connection.state.withLock({ $0.phase }) {
      case .streaming: streams += 1
      case .running: running += 1
      default: break
      }
    }
    return Statistics(
      connections: connections.count, streams: streams, running: running,
      requests: core.requestCount.load(ordering: .relaxed),
      refusedConnections: core.refusedConnectionCount.load(ordering: .relaxed))
  }

  /// Starts to listen.
  ///
  /// It raises the process's limit of descriptors and ignores SIGPIPE.
  public func start() throws(HTTPServerError) {
    let error: HTTPServerError? = life.withLock { life in
      guard case .new = life else { return HTTPServerError(code: .alreadyStarted, systemError: 0) }
      do throws(HTTPServerError) {
        life = .running(try makeParts())
        return nil
      } catch {
        return error
      }
    }
    if let error { throw error }
  }

  /// Looks after deadlines, heartbeats and peers that left; the server does so every second by itself.
  public func sweep() {
    runningParts?.core.sweep()
  }

  /// Stops: no new connections, running requests may end, streams end after what was written.
  ///
  /// What is not done when the time is over is cut off and its handler cancelled. All calls return when
  /// the server has stopped.
  public func stop(withinMilliseconds deadline: Int64 = 10_000) async {
    let parts: Parts? = life.withLock { life in
      switch life {
      case .running(let parts):
        life = .stopping([])
        return parts
      case .new:
        life = .stopped
        return nil
      case .stopping, .stopped: return nil
      }
    }
    guard let parts else {
      await waitUntilStopped()
      return
    }
    await stop(parts, within: deadline)
    let waiters = life.withLock { life -> [CheckedContinuation<Void, Never>] in
      defer { life = .stopped }
      if case .stopping(let waiters) = life { return waiters }
      return []
    }
    for waiter in waiters { waiter.resume() }
  }

  /// The bytes of unfinished bodies that have arrived, smallest first; for tests.
  package var bodyBytes: [Int] {
    (runningParts?.core.connections ?? []).compactMap { connection in
      if case .body(_, let received) = connection.state.withLock({ $0.phase }) {
        received
      } else {
        nil
      }
    }.sorted()
  }

  /// The number of connections whose head is on its way; for tests.
  package var waitingHeads: Int {
    (runningParts?.core.connections ?? []).count { connection in
      if case .head = connection.state.withLock({ $0.phase }) { true } else { false }
    }
  }

  /// The connections that wait for a request, with the answer before it sent to its end.
  package var idleConnections: Int {
    (runningParts?.core.connections ?? []).count { connection in
      if case .idle = connection.state.withLock({ $0.phase }) { true } else { false }
    }
  }

  private var runningParts: Parts? {
    life.withLock { if case .running(let parts) = $0 { parts } else { nil } }
  }

  private func waitUntilStopped() async {
    await withCheckedContinuation { continuation in
      let isStopped = life.withLock { life in
        guard case .stopping(let waiters) = life else { return true }
        life = .stopping(waiters + [continuation])
        return false
      }
      if isStopped { continuation.resume() }
    }
  }

  private func makeParts() throws(HTTPServerError) -> Parts {
    signal(SIGPIPE, SIG_IGN)
    // Room for the store, pipes and files besides the sockets.
    let reserved = 128
    let descriptors = baton_raise_descriptor_limit(
      UInt64(max(configuration.connectionLimit, 0) + 2 * reserved))
    let limit = min(configuration.connectionLimit, max(Int(clamping: descriptors) - reserved, 16))
    let listener = try Listener(address: configuration.address, port: configuration.port)
    guard let wake = WakePipe() else {
      let error = errno
      listener.close()
      throw HTTPServerError(code: .outOfResources, systemError: error)
    }
    let core = ServerCore(
      configuration: configuration, connectionLimit: limit, lingering: Lingering(wake: wake),
      time: time, handler: handler)
    var loops: [EventLoop] = []
    for _ in 0..<max(configuration.threads, 1) {
      guard let loop = EventLoop(core: core) else {
        let error = errno
        for loop in loops { loop.stop() }
        listener.close()
        throw HTTPServerError(code: .outOfResources, systemError: error)
      }
      loops.append(loop)
    }
    let acceptor = Acceptor(listener: listener.descriptor, core: core, loops: loops, wake: wake)
    guard acceptor.start() else {
      for loop in loops { loop.stop() }
      throw HTTPServerError(code: .outOfResources, systemError: errno)
    }
    let sweeper = Task { [time] in
      while (try? await time.sleep(nanoseconds: 1_000_000_000)) != nil { core.sweep() }
    }
    return Parts(
      core: core, loops: loops, acceptor: acceptor, sweeper: sweeper, port: listener.port)
  }

  private func stop(_ parts: Parts, within deadline: Int64) async {
    let core = parts.core
    core.isStopping.store(true, ordering: .sequentiallyConsistent)
    await HTTPServer.onThread { parts.acceptor.stop() }
    for connection in core.connections {
      let stream = connection.state.withLock { state in
        switch state.phase {
        case .head, .idle, .draining: _ = state.abort(connection.descriptor)
        default: break
        }
        return state.stream
      }
      stream?.end(as: .serverStopped)
    }
    await withTaskGroup { [time] group in
      group.addTask { await core.waitUntilEmpty() }
      group.addTask {
        try? await time.sleep(nanoseconds: UInt64(max(deadline, 0)) * 1_000_000)
      }
      await group.next()
      group.cancelAll()
    }
    parts.sweeper.cancel()
    core.isAborting.store(true, ordering: .sequentiallyConsistent)
    for connection in core.connections {
      let stream = connection.state.withLock { $0.stream }
      stream?.close(.serverStopped)
      connection.abort()
    }
    await HTTPServer.onThread { for loop in parts.loops { loop.stop() } }
  }

  /// Runs what blocks on a thread of its own, lest it holds one of the few that tasks share.
  private static func onThread(_ body: @escaping @Sendable () -> Void) async {
    final class Work: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    await withCheckedContinuation { continuation in
      let work = Work {
        body()
        continuation.resume()
      }
      var thread = pthread_t()
      let context = Unmanaged.passRetained(work)
      let result = pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
          return nil
        }, context.toOpaque())
      if result == 0 {
        pthread_detach(thread)
      } else {
        context.release()
        work.body()
      }
    }
  }
}

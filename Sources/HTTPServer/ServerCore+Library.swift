internal import CMicroHTTPD
internal import Hosting
internal import Synchronization
internal import Glibc

// The library's callbacks. All run on the thread of their loop, one loop for one connection, and block on
// nothing but short locks.
extension ServerCore {
  private static func core(_ context: UnsafeMutableRawPointer?) -> ServerCore? {
    context.map { Unmanaged<ServerCore>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func connection(_ pointer: UnsafeMutableRawPointer?) -> Connection? {
    pointer.map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Starts the library for one loop; returns its daemon.
  ///
  /// The daemon keeps the core alive until ``stopLibrary(_:)``.
  func startLibrary() -> OpaquePointer? {
    let context = Unmanaged.passRetained(self)
    let daemon = baton_mhd_start(
      { context, handle, url, method, version, data, size, request in
        guard let core = ServerCore.core(context),
          let connection = ServerCore.connection(request?.pointee),
          let handle, let url, let method, let version, let size
        else { return .NO }
        let line = HeadLayout.Line(method: method, target: url, version: version)
        let bytes = UnsafeRawBufferPointer(start: data, count: size.pointee)
        size.pointee = 0
        return core.proceed(connection, handle, line, bytes) ? .YES : .NO
      },
      { context, target, handle in
        // The one moment at which the target is as it was sent.
        let pointer = baton_mhd_socket_context(handle)
        if let core = ServerCore.core(context) {
          ServerCore.connection(pointer)?.sawTarget(target, now: core.time.monotonicNanoseconds)
        }
        return pointer
      },
      { context, _, request, code in
        guard let core = ServerCore.core(context),
          let connection = ServerCore.connection(request?.pointee)
        else { return }
        core.exchangeEnded(
          connection, completely: code == .REQUEST_TERMINATED_COMPLETED_OK)
      },
      { context, handle, pointer, code in
        guard let core = ServerCore.core(context), let handle, let pointer else { return }
        if code == .CONNECTION_NOTIFY_STARTED {
          let descriptor = baton_mhd_descriptor(handle)
          let connection = core.table.withLock { $0.connections[descriptor] }
          connection?.state.withLock { $0.handle = handle }
          pointer.pointee = connection.map { Unmanaged.passUnretained($0).toOpaque() }
        } else if let connection = ServerCore.connection(pointer.pointee) {
          pointer.pointee = nil
          core.socketCloses(connection)
        }
      },
      { _, _, text in
        // Nothing is decoded by the library: the guard does that, strictly.
        text.map { strlen($0) } ?? 0
      },
      context.toOpaque(), configuration.connectionMemory,
      UInt32(clamping: connectionLimit + 64))
    if daemon == nil { context.release() }
    return daemon
  }

  /// Stops the library after its loop has ended; no connection may be suspended any more.
  func stopLibrary(_ daemon: OpaquePointer) {
    MHD_stop_daemon(daemon)
    Unmanaged.passUnretained(self).release()
  }

  /// One step of a request: its head, some of its body, its end, or its answer.
  ///
  /// Returns `false` if the library shall close the socket.
  private func proceed(
    _ connection: Connection, _ handle: OpaquePointer, _ line: HeadLayout.Line,
    _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    enum Step { case wait, close, refuse(HTTPFault), answer(HTTPResponse, RequestHead) }
    let step: Step = connection.state.withLock { state in
      if !bytes.isEmpty {
        take(bytes, connection, &state)
        return .wait
      }
      switch state.phase {
      case .aborted, .draining, .closed: return .close
      default: break
      }
      guard !isAborting.load(ordering: .sequentiallyConsistent) else { return .close }
      guard let head = state.head else {
        do throws(HTTPFault) {
          let raw = try HeadLayout.read(handle, line, target: state.target ?? [])
          state.head = try RequestHead(raw, limits: limits)
          state.receivedAt = time.wallMilliseconds
          state.phase = .body(since: time.monotonicNanoseconds, received: 0)
          return .wait
        } catch {
          state.lingers = true
          state.phase = .responding(since: time.monotonicNanoseconds, bytes: 0)
          return .refuse(error)
        }
      }
      if let response = state.response {
        state.response = nil
        return .answer(response, head)
      }
      if case .body = state.phase { run(connection, head, &state) }
      state.suspend(handle)
      return .wait
    }
    switch step {
    case .wait: return true
    case .close: return false
    case .refuse(let fault):
      return queue(fault, handle)
    case .answer(let response, let head):
      return queue(
        response, connection, handle, isHead: head.method == .head,
        endsConnection: head.endsConnection || isStopping.load(ordering: .relaxed))
    }
  }

  /// Takes a part of the body, or throws it away.
  ///
  /// The library must not be told to close in the middle of a body: 0.9.75 would then forget the socket
  /// until its peer closes it. Whatever ends the request here shuts the socket down instead.
  private func take(
    _ bytes: UnsafeRawBufferPointer, _ connection: Connection, _ state: inout Connection.State
  ) {
    switch state.phase {
    case .body(let since, let received) where received + bytes.count <= limits.body:
      state.body.append(contentsOf: bytes)
      state.phase = .body(since: since, received: received + bytes.count)
    case .body:
      // Only chunks get here: a length was judged with the head.
      state.refuse(
        connection.descriptor, with: .bodyTooLarge, now: time.monotonicNanoseconds)
    case .draining(let since, let discarded):
      state.phase = .draining(since: since, discarded: discarded + bytes.count)
      if discarded > Lingering.byteLimit { _ = state.abort(connection.descriptor) }
    default:
      break
    }
  }

  /// Starts the handler as a task of its own.
  private func run(_ connection: Connection, _ head: RequestHead, _ state: inout Connection.State) {
    let request = HTTPRequest(
      head: head, body: state.body, peerAddress: connection.peer.text, receivedAt: state.receivedAt)
    let exchange = state.exchange
    state.body = []
    state.phase = .running
    requestCount.add(1, ordering: .relaxed)
    state.task = Task { [handler] in
      let response = await handler(request)
      guard !connection.complete(exchange, with: response) else { return }
      if case .stream(let stream) = response.body { stream.close(.peerLeft) }
    }
  }

  /// The request is over: its answer is sent, or the connection breaks.
  private func exchangeEnded(_ connection: Connection, completely: Bool) {
    let stopping = isStopping.load(ordering: .relaxed)
    let ended = connection.state.withLock { state in
      if state.phase != .aborted {
        state.phase = .idle(since: time.monotonicNanoseconds)
        // An answer that had left before the stop began promised to keep the connection.
        if stopping { shutdown(connection.descriptor, Int32(SHUT_RDWR)) }
      }
      return state.endExchange()
    }
    ended.task?.cancel()
    guard let stream = ended.stream else { return }
    streamEnded(connection)
    stream.responseEnded(completely: completely)
  }

  /// The library is about to close the socket; from here on its number may mean another one.
  private func socketCloses(_ connection: Connection) {
    let ended = connection.state.withLock { state in
      if state.lingers { lingering.add(duplicateOf: connection.descriptor) }
      state.phase = .closed
      state.handle = nil
      return state.endExchange()
    }
    ended.task?.cancel()
    ended.stream?.responseEnded(completely: false)
    remove(connection)
  }
}

extension Connection {
  /// Keeps the target of a request as it was sent, before the library takes it apart.
  fileprivate func sawTarget(_ target: UnsafePointer<CChar>?, now: UInt64) {
    guard let target else { return }
    let bytes = UnsafeRawBufferPointer(start: target, count: strlen(target))
    state.withLock { state in
      state.target = Array(bytes)
      // The head of a first request counts from the accepting on, that of a later one from here.
      if case .idle = state.phase { state.phase = .head(since: now) }
    }
    // The library would now split the query into records of its own, of which thousands fit into one
    // request line, and 0.9.75 loses its thread when they do not fit into its memory. An empty query
    // leaves it nothing to do. The bytes are the library's own, mutable buffer.
    if let mark = bytes.firstIndex(of: UInt8(ascii: "?")), mark + 1 < bytes.count {
      UnsafeMutablePointer(mutating: target)[mark + 1] = 0
    }
  }
}

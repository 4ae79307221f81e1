internal import Hosting

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The end of the administration in a running server: a socket at which one request at a time is carried out.
final class AdminServer: Sendable {
  /// Carries a request out; what it sends is shown to the person, and it returns the end.
  typealias Handler =
    @Sendable (
      _ request: AdminRequest, _ send: @escaping @Sendable (AdminReply) -> Void
    ) async -> AdminReply

  private let descriptor: Int32
  private let path: String
  private let log: Log
  private let handler: Handler
  private let work = Lock<Task<Void, Never>?>(nil)

  /// Starts to listen at a path.
  init(path: String, log: Log, handler: @escaping Handler) throws(UnixSocket.Failure) {
    descriptor = try UnixSocket.listen(at: path)
    self.path = path
    self.log = log
    self.handler = handler
    let task = Task { await self.run() }
    work.withLock { $0 = task }
  }

  /// Ends the listening, gives up what is being done, and waits for it to have cleaned up.
  func stop() async {
    let task = work.withLock { $0.take() }
    task?.cancel()
    // Wakes the thread that waits for somebody to connect.
    shutdown(descriptor, Int32(SHUT_RDWR))
    await task?.value
    close(descriptor)
    unlink(path)
  }

  private func run() async {
    while !Task.isCancelled {
      let (peer, code) = await onOwnThread { [descriptor] in
        let peer = accept(descriptor, nil, nil)
        return (peer, errno)
      }
      guard peer >= 0 else {
        if code == EINTR || code == ECONNABORTED { continue }
        return
      }
      UnixSocket.limitWaiting(peer, seconds: 5)
      await serve(peer)
      close(peer)
    }
  }

  private func serve(_ peer: Int32) async {
    let line = await onOwnThread {
      var rest: [UInt8] = []
      return UnixSocket.readLine(peer, rest: &rest, limit: AdminRequest.longestLine)
    }
    let send: @Sendable (AdminReply) -> Void = { reply in
      // Whoever asked may have left; what was asked for is done nevertheless.
      _ = Descriptors.write((reply.line + "\n").utf8, to: peer)
    }
    guard let request = line.flatMap({ AdminRequest(line: $0) }) else {
      send(.end(ExitCode.usage, "the request cannot be read"))
      return
    }
    let other = UnixSocket.peer(of: peer)
    let end = await handler(request, send)
    log.audit(
      "admin",
      [
        "action": .text(request.action.rawValue), "file": .text(request.file ?? ""),
        "match": .match(request.match ?? ""),
        "user": .integer(other?.user ?? -1), "process": .integer(other?.process ?? -1),
        "code": .integer(Int(end.code ?? -1)), "result": .text(end.text ?? ""),
      ])
    send(end)
  }
}

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Hosting
internal import PostgresStore
internal import Testing

/// Stands between a store and the server, and cuts connections at the worst instants.
final class Proxy: Sendable {
  /// What is not let through.
  enum Cut: Sendable {
    case nothing
    /// The message with the commit; the connection ends before the server has it.
    case beforeCommit
    /// The server's answer to the commit; the connection ends although it is done.
    case afterCommit
    /// Nothing comes through and no connection ends, as when a cable is pulled.
    case everything
  }

  private struct State {
    var cut = Cut.nothing
    var remaining = 0
    var cuts = 0
    var thenRefuses = false
    var refuses = false
    var isClosed = false
    var freezes = false
  }

  /// The address that leads through here.
  let url: String
  private let directory: String
  private let state = Lock(State())

  init(to url: String) throws {
    let parts = url.split(separator: "host=", maxSplits: 1)
    let (head, rest) = (try #require(parts.first), try #require(parts.last))
    let end = rest.firstIndex(of: "&") ?? rest.endIndex
    let target = String(rest[..<end]) + "/.s.PGSQL.5432"
    var template = Array("/tmp/baton-proxy-XXXXXX".utf8CString)
    directory = try #require(mkdtemp(&template).map { String(cString: $0) })
    self.url = "\(head)host=\(directory)\(rest[end...])"
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let bound = Proxy.withAddress(directory + "/.s.PGSQL.5432") { bind(listener, $0, $1) }
    try #require(bound == 0 && listen(listener, 16) == 0)
    let isStarted = startThread { [self] in serve(listener, target: target) }
    try #require(isStarted)
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// Cuts the next commits; afterwards, perhaps, no connection can be made any more.
  func arm(_ cut: Cut, times: Int, thenRefuse: Bool = false) {
    state.withLock { state in
      (state.cut, state.remaining, state.cuts) = (cut, times, 0)
      state.thenRefuses = thenRefuse
    }
  }

  /// Lets nothing through any more on the connections of now, and ends none of them; new ones are well.
  func freeze() { state.withLock { $0.freezes = true } }

  /// Lets connections be made again.
  func reconnect() { state.withLock { ($0.refuses, $0.thenRefuses) = (false, false) } }

  /// How often something was cut since the proxy was armed.
  var cuts: Int { state.withLock { $0.cuts } }

  /// Ends everything.
  func stop() {
    state.withLock { $0.isClosed = true }
    unlink(directory + "/.s.PGSQL.5432")
    rmdir(directory)
  }

  private func serve(_ listener: Int32, target: String) {
    // Pairs of descriptors, and whether the first one is the store's.
    var pipes: [(from: Int32, to: Int32, isStore: Bool)] = []
    var frozen: Set<Int32> = []
    while !state.withLock({ $0.isClosed }) {
      let freezes = state.withLock { state in
        defer { state.freezes = false }
        return state.freezes
      }
      if freezes { frozen.formUnion(pipes.map(\.from)) }
      var waiting = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
      waiting += pipes.map {
        pollfd(fd: frozen.contains($0.from) ? -1 : $0.from, events: Int16(POLLIN), revents: 0)
      }
      // The wait ends often, so that closing needs no signal.
      guard poll(&waiting, nfds_t(waiting.count), 20) > 0 else { continue }
      if state.withLock({ $0.cut }) == .everything {
        usleep(1000)
        continue
      }
      var ended: Set<Int32> = []
      for (index, pipe) in pipes.enumerated() where waiting[index + 1].revents != 0 {
        if !forward(pipe) { ended.formUnion([pipe.from, pipe.to]) }
      }
      for descriptor in ended { close(descriptor) }
      pipes.removeAll { ended.contains($0.from) }
      if waiting[0].revents != 0 {
        let near = accept(listener, nil, nil)
        let far = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        if state.withLock({ $0.refuses })
          || Proxy.withAddress(target, { connect(far, $0, $1) }) != 0
        {
          for descriptor in [near, far] { close(descriptor) }
        } else {
          pipes += [(near, far, true), (far, near, false)]
        }
      }
    }
    for pipe in pipes { close(pipe.from) }
    close(listener)
  }

  /// Passes on what has come; `false` if the connection is to end.
  private func forward(_ pipe: (from: Int32, to: Int32, isStore: Bool)) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(pipe.from, &bytes, bytes.count, 0)
    guard count > 0 else { return false }
    let isCommit = Proxy.contains(bytes.prefix(count), Array("COMMIT\0".utf8))
    let isCut = state.withLock { state in
      guard isCommit, state.remaining > 0,
        state.cut == (pipe.isStore ? .beforeCommit : .afterCommit)
      else { return false }
      state.remaining -= 1
      state.cuts += 1
      if state.remaining == 0 { state.refuses = state.thenRefuses }
      return true
    }
    if isCut { return false }
    var sent = 0
    while sent < count {
      let more = bytes[sent..<count].withUnsafeBytes {
        send(pipe.to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard more > 0 else { return false }
      sent += more
    }
    return true
  }

  private static func contains(_ bytes: ArraySlice<UInt8>, _ word: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: word) }
  }
}

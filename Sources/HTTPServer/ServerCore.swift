internal import CMicroHTTPD
internal import Hosting
internal import Synchronization

/// What the library's callbacks, the acceptor, the sweep and the server share.
final class ServerCore: Sendable {
  struct Table {
    var connections: [Int32: Connection] = [:]
    /// Those of them that no stream is attached to.
    var exchanging: [Int32: Connection] = [:]
    /// The connections with streams, by the second in which they need a look.
    var streamLooks: [UInt64: [Connection]] = [:]
    var perNetwork: [PeerAddress.Network: Int] = [:]
    var emptied: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter = 0
  }

  let configuration: HTTPServerConfiguration
  let limits: RequestHead.Limits
  let connectionLimit: Int
  let time: any TimeSource
  let handler: @Sendable (HTTPRequest) async -> HTTPResponse
  let table = Lock(Table())
  let isStopping = Atomic(false)
  let isAborting = Atomic(false)
  let requestCount = Atomic(0)
  let refusedConnectionCount = Atomic(0)
  let sweepCount = Atomic(0)
  let lingering: Lingering

  init(
    configuration: HTTPServerConfiguration, connectionLimit: Int, lingering: Lingering,
    time: any TimeSource, handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) {
    self.configuration = configuration
    self.connectionLimit = connectionLimit
    self.lingering = lingering
    self.time = time
    self.handler = handler
    var limits = RequestHead.Limits()
    limits.target = configuration.targetLimit
    limits.headers = configuration.headerCountLimit
    limits.arguments = configuration.argumentLimit
    limits.body = configuration.bodyLimit
    self.limits = limits
  }

  /// Takes a freshly accepted socket into the table, or returns `nil` if that were over a limit.
  func admit(_ descriptor: Int32, peer: PeerAddress, loop: EventLoop) -> Connection? {
    let connection = Connection(
      descriptor: descriptor, peer: peer, loop: loop, now: time.monotonicNanoseconds)
    return table.withLock { table in
      let count = table.perNetwork[peer.network, default: 0]
      guard table.connections.count < connectionLimit,
        count < configuration.addressConnectionLimit ?? .max,
        !isStopping.load(ordering: .relaxed)
      else { return nil }
      table.perNetwork[peer.network] = count + 1
      table.connections[descriptor] = connection
      table.exchanging[descriptor] = connection
      return connection
    }
  }

  /// Takes a socket out of the table.
  func remove(_ connection: Connection) {
    let waiters = table.withLock { table -> [CheckedContinuation<Void, Never>] in
      guard table.connections[connection.descriptor] === connection else { return [] }
      table.connections[connection.descriptor] = nil
      table.exchanging[connection.descriptor] = nil
      let network = connection.peer.network
      let count = table.perNetwork[network, default: 1] - 1
      table.perNetwork[network] = count > 0 ? count : nil
      guard table.connections.isEmpty else { return [] }
      defer { table.emptied = [:] }
      return Array(table.emptied.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Notes that a stream was attached, which needs a look only when its heartbeat may be due.
  func streamBegan(_ connection: Connection, firstBeat: UInt64?) {
    table.withLock { table in
      guard table.connections[connection.descriptor] === connection else { return }
      table.exchanging[connection.descriptor] = nil
      if let firstBeat { table.note(connection, at: firstBeat) }
    }
  }

  /// Notes that a stream has ended and the connection takes requests again.
  func streamEnded(_ connection: Connection) {
    table.withLock { table in
      guard table.connections[connection.descriptor] === connection else { return }
      table.exchanging[connection.descriptor] = connection
    }
  }

  var connectionCount: Int { table.withLock { $0.connections.count } }

  /// All connections of this moment.
  var connections: [Connection] {
    table.withLock { Array($0.connections.values) }
  }

  /// Waits until no connection is left, or until the task is cancelled.
  func waitUntilEmpty() async {
    let number = table.withLock { table in
      table.lastWaiter += 1
      return table.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = table.withLock { table in
          if table.connections.isEmpty || Task.isCancelled { return true }
          table.emptied[number] = continuation
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      table.withLock { $0.emptied.removeValue(forKey: number) }?.resume()
    }
  }
}

extension ServerCore.Table {
  mutating func note(_ connection: Connection, at instant: UInt64) {
    streamLooks[instant / 1_000_000_000, default: []].append(connection)
  }

  /// Takes out the connections whose streams need a look by now.
  mutating func takeLooks(by now: UInt64) -> [Connection] {
    let seconds = streamLooks.keys.filter { $0 <= now / 1_000_000_000 }
    return seconds.flatMap { streamLooks.removeValue(forKey: $0) ?? [] }
  }
}

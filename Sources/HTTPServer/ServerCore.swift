internal import CMicroHTTPD
internal import Hosting
internal import Synchronization

/// What the library's callbacks, the acceptor, the sweep and the server share.
final class ServerCore: Sendable {
  struct Table {
    var connections: [Int32: Connection] = [:]
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
  func admit(_ descriptor: Int32, peer: PeerAddress) -> Connection? {
    let connection = Connection(
      descriptor: descriptor, peer: peer, now: time.monotonicNanoseconds)
    return table.withLock { table in
      let count = table.perNetwork[peer.network, default: 0]
      guard table.connections.count < connectionLimit,
        count < configuration.addressConnectionLimit ?? .max,
        !isStopping.load(ordering: .relaxed)
      else { return nil }
      table.perNetwork[peer.network] = count + 1
      table.connections[descriptor] = connection
      return connection
    }
  }

  /// Takes a socket out of the table.
  func remove(_ connection: Connection) {
    let waiters = table.withLock { table -> [CheckedContinuation<Void, Never>] in
      guard table.connections[connection.descriptor] === connection else { return [] }
      table.connections[connection.descriptor] = nil
      let network = connection.peer.network
      let count = table.perNetwork[network, default: 1] - 1
      table.perNetwork[network] = count > 0 ? count : nil
      guard table.connections.isEmpty else { return [] }
      defer { table.emptied = [:] }
      return Array(table.emptied.values)
    }
    for waiter in waiters { waiter.resume() }
  }

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

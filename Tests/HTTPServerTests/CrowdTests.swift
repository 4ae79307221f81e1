import Dispatch
import HTTPServer
import Hosting
import Synchronization
import Testing

@Suite("Many sockets that are ready at once", .timeLimit(.minutes(1)))
struct CrowdTests {
  /// A clock at which the next thread that looks has to wait until it is let go.
  private final class DoorTime: TimeSource {
    private enum Door { case open, armed, shut }
    private let base = ManualTime()
    private let door = Lock(Door.open)
    private let key = DispatchSemaphore(value: 0)

    var wallMilliseconds: Int64 { base.wallMilliseconds }
    func sleep(nanoseconds: UInt64) async throws { try await base.sleep(nanoseconds: nanoseconds) }
    var monotonicNanoseconds: UInt64 {
      let isHeld = door.withLock { door in
        guard case .armed = door else { return false }
        door = .shut
        return true
      }
      if isHeld { key.wait() }
      return base.monotonicNanoseconds
    }

    func arm() { door.withLock { $0 = .armed } }
    var isHolding: Bool { door.withLock { if case .shut = $0 { true } else { false } } }
    func letGo() { key.signal() }
  }

  @Test(
    "All are answered, however many they are", arguments: [64, 127, 128, 129, 256, 300])
  func answersAll(count: Int) async throws {
    let time = DoorTime()
    var configuration = HTTPServerConfiguration()
    configuration.addressConnectionLimit = nil
    let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
    try await withServer(configuration, time: time, handler: { _ in .text("well") }) {
      server, port in
      var clients: [RawClient] = []
      for _ in 0...count {
        let client = try RawClient(port: port)
        clients.append(client)
        await client.send(request)
        try await client.read(until: "well")
      }
      try await eventually("all wait") { server.idleConnections == count + 1 }
      // The one thread that serves sockets is held by a first request, until all others are there.
      time.arm()
      await clients[count].send(request)
      try await eventually("the thread is held") { time.isHolding }
      for client in clients.dropLast() { await client.send(request) }
      time.letGo()
      for client in clients { try await client.read(until: "well") }
      keepOpen(clients)
    }
  }
}

import HTTPServer
import Hosting
import Testing

@Suite struct LifeTests {
  private static let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

  private func server(
    _ configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
    time: any TimeSource = SystemTime(),
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse = echo
  ) -> HTTPServer {
    HTTPServer(configuration: configuration, time: time, handler: handler)
  }

  @Test("The stop waits for running requests and turns new ones away")
  func stopsGracefully() async throws {
    let gate = Gate()
    let server = server(handler: { _ in
      await gate.pass()
      return .text("done")
    })
    try server.start()
    let port = try #require(server.port)
    let busy = try RawClient(port: port)
    await busy.send(Self.request)
    let idle = try RawClient(port: port)
    try await eventually("both are there") {
      server.statistics.running == 1 && server.statistics.connections == 2
    }
    async let stopped: Void = server.stop()
    let (bytes, isClosed) = await idle.read()
    #expect(isClosed && bytes.isEmpty)
    #expect(throws: RawClient.ClientError.self) { _ = try RawClient(port: port) }
    await gate.open()
    await stopped
    let (list, _, isOver) = await busy.responses()
    #expect(isOver)
    #expect(list.map(\.text) == ["done"])
    #expect(list.first?.headers["connection"] == "close")
  }

  @Test("When the stop's time is over, handlers are cancelled and cut off")
  func stopsAtDeadline() async throws {
    let time = ManualTime()
    let gate = Gate()
    let cancelled = Journal<Bool>()
    let server = server(
      time: time,
      handler: { request in
        if request.path == "/stubborn" {
          await gate.pass()
        } else {
          try? await time.sleep(nanoseconds: 1_000_000_000_000_000)
        }
        cancelled.add(Task.isCancelled)
        return .text("late")
      })
    try server.start()
    let port = try #require(server.port)
    let clients = try (0..<2).map { _ in try RawClient(port: port) }
    await clients[0].send(Self.request)
    await clients[1].send("GET /stubborn HTTP/1.1\r\nHost: h\r\n\r\n")
    try await eventually("both run") { server.statistics.running == 2 }
    async let stopped: Void = server.stop(withinMilliseconds: 5_000)
    // The sweeper, a handler, and now the stop's deadline.
    try await eventually("the deadline is set") { time.sleeperCount == 3 }
    time.advance(milliseconds: 5_000)
    await stopped
    for client in clients {
      let (bytes, isClosed) = await client.read()
      #expect(isClosed && bytes.isEmpty)
    }
    await gate.open()
    try await eventually("both were cancelled") { cancelled.entries == [true, true] }
  }

  @Test("A stop may be asked for twice, before the start, and again")
  func stopsOnce() async throws {
    let unused = server()
    await unused.stop()
    #expect(throws: HTTPServerError.self) { try unused.start() }
    let server = server()
    try server.start()
    #expect(throws: HTTPServerError.self) { try server.start() }
    async let first: Void = server.stop()
    async let second: Void = server.stop()
    _ = await (first, second)
    await server.stop()
    #expect(server.port == nil)
  }

  @Test("A handler is cancelled when its peer leaves")
  func cancelsForDepartedPeer() async throws {
    let time = ManualTime()
    let cancelled = Journal<Bool>()
    try await withServer(
      time: time,
      handler: { _ in
        try? await time.sleep(nanoseconds: 1_000_000_000_000_000)
        cancelled.add(Task.isCancelled)
        return .text("nobody")
      }
    ) { server, port in
      var client: RawClient? = try RawClient(port: port)
      await client?.send(Self.request)
      try await eventually("it runs") { server.statistics.running == 1 }
      server.sweep()
      #expect(cancelled.entries.isEmpty)
      keepOpen(client)
      client = nil
      try await eventually("it is cancelled") {
        server.sweep()
        return cancelled.entries == [true]
      }
      try await eventually("it is closed") { server.statistics.connections == 0 }
    }
  }

  @Test("A peer that only ends its side of the connection gets its answer")
  func answersHalfClosed() async throws {
    let gate = Gate()
    try await withServer(handler: { _ in
      await gate.pass()
      return .text("answer")
    }) { server, port in
      let client = try RawClient(port: port)
      await client.send(Self.request)
      try await eventually("it runs") { server.statistics.running == 1 }
      client.finishSending()
      server.sweep()
      await gate.open()
      let (list, _, isClosed) = await client.responses()
      #expect(isClosed)
      #expect(list.map(\.text) == ["answer"])
    }
  }

  @Test("Descriptors do not leak")
  func keepsDescriptors() async throws {
    for _ in 0..<3 {
      try await withServer { server, port in
        for _ in 0..<100 { _ = try RawClient(port: port) }
        for _ in 0..<50 {
          let (list, _, _) = try await exchange(port, "TRACE / HTTP/1.1\r\nHost: h\r\n\r\n")
          #expect(list.map(\.status) == [405])
        }
        try await eventually("all are closed") { server.statistics.connections == 0 }
      }
    }
  }

  @Test("A start that is impossible says why")
  func explainsFailure() async throws {
    var configuration = HTTPServerConfiguration()
    configuration.address = "localhost"
    let named = server(configuration)
    let error = #expect(throws: HTTPServerError.self) { try named.start() }
    #expect(error?.code == .invalidAddress)
    try await withServer { _, port in
      var configuration = HTTPServerConfiguration()
      configuration.port = port
      let second = server(configuration)
      let error = #expect(throws: HTTPServerError.self) { try second.start() }
      #expect(error?.code == .cannotListen)
    }
  }

  @Test("One socket takes both kinds of peers", arguments: ["::", "0.0.0.0"])
  func listensEverywhere(address: String) async throws {
    var configuration = HTTPServerConfiguration()
    configuration.address = address
    try await withServer(configuration, handler: { .text($0.peerAddress) }) { _, port in
      let (list, _, _) = try await exchange(
        port, "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      #expect(list.map(\.text) == ["127.0.0.1"])
    }
  }

  @Test("Several threads serve as one does")
  func servesWithThreads() async throws {
    var configuration = HTTPServerConfiguration()
    configuration.threads = 3
    try await withServer(configuration) { _, port in
      try await withThrowingTaskGroup(of: [Int].self) { group in
        for _ in 0..<30 {
          group.addTask {
            try await exchange(port, "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
              .list.map(\.status)
          }
        }
        for try await statuses in group { #expect(statuses == [200]) }
      }
    }
  }
}

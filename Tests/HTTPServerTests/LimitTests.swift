import HTTPServer
import Hosting
import Testing
import Glibc

@Suite struct LimitTests {
  private static let closing = "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"

  @Test(
    "A connection over a limit is answered 503, and room that becomes free is used",
    arguments: [true, false])
  func limitsConnections(byAddress: Bool) async throws {
    var configuration = HTTPServerConfiguration()
    if byAddress {
      configuration.addressConnectionLimit = 3
    } else {
      configuration.connectionLimit = 3
    }
    try await withServer(configuration) { server, port in
      var clients = try (0..<3).map { _ in try RawClient(port: port) }
      try await eventually("all are accepted") { server.statistics.connections == 3 }
      for _ in 0..<5 {
        let (list, rest, isClosed) = try await exchange(port, Self.closing)
        #expect(isClosed && rest.isEmpty)
        #expect(list.map(\.status) == [503])
        #expect(list.first?.headers["content-type"] == "application/problem+json")
      }
      #expect(server.statistics.refusedConnections == 5)
      clients.removeLast()
      try await eventually("one has left") { server.statistics.connections == 2 }
      let (list, _, _) = try await exchange(port, Self.closing)
      #expect(list.map(\.status) == [200])
      keepOpen(clients)
    }
  }

  @Test("No limit by address applies if none is set")
  func needsNoAddressLimit() async throws {
    var configuration = HTTPServerConfiguration()
    configuration.addressConnectionLimit = nil
    try await withServer(configuration) { server, port in
      let clients = try (0..<20).map { _ in try RawClient(port: port) }
      try await eventually("all are accepted") { server.statistics.connections == clients.count }
      keepOpen(clients)
    }
  }

  @Test("Chunks without end are answered 413 as soon as they pass the limit")
  func limitsChunks() async throws {
    let called = Journal<Int>()
    try await withServer(handler: { request in
      called.add(request.body.count)
      return .empty()
    }) { _, port in
      let client = try RawClient(port: port)
      await client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk =
        Array("1000\r\n".utf8) + Array(repeating: UInt8(ascii: "x"), count: 4_096)
        + Array("\r\n".utf8)
      var sent = 0
      while sent < 20_000, await client.send(chunk) { sent += 1 }
      #expect(sent < 20_000, "the server reads on and on")
      let (list, _, isClosed) = await client.responses()
      #expect(isClosed)
      #expect(list.map(\.status) == [413])
      #expect(called.entries.isEmpty)
    }
  }

  @Test("A refused body that the client sends regardless does not destroy the answer")
  func lingers() async throws {
    try await withServer { _, port in
      for _ in 0..<20 {
        let client = try RawClient(port: port)
        await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 500000\r\n\r\n")
        let piece = [UInt8](repeating: 0, count: 50_000)
        for _ in 0..<10 { await client.send(piece) }
        let (list, _, isClosed) = await client.responses()
        #expect(isClosed)
        #expect(list.map(\.status) == [413])
      }
    }
  }

  @Test("The limit of bodies can be set")
  func setsBodyLimit() async throws {
    var configuration = HTTPServerConfiguration()
    configuration.bodyLimit = 10
    try await withServer(configuration) { _, port in
      for (count, status) in [(10, 200), (11, 413)] {
        let plain = try await exchange(
          port,
          "POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: \(count)\r\n\r\n"
            + String(repeating: "x", count: count))
        #expect(plain.list.map(\.status) == [status])
        let chunked = try await exchange(
          port,
          "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
            + String(repeating: "1\r\nx\r\n", count: count) + "0\r\n\r\n")
        #expect(chunked.list.map(\.status) == [status])
      }
    }
  }

  @Test("Exhausted descriptors cost neither the server nor a processor")
  func survivesExhaustion() async {
    await #expect(processExitsWith: .success) {
      let server = HTTPServer(
        configuration: HTTPServerConfiguration(), time: SystemTime(), handler: echo)
      try server.start()
      let port = try #require(server.port)
      // Dispatch ends the process if it cannot open its timers later.
      try await Task.sleep(for: .milliseconds(1))
      try await Task.sleep(nanoseconds: 1_000_000)
      let last = dup(0)
      close(last)
      var limit = rlimit(rlim_cur: rlim_t(last) + 41, rlim_max: rlim_t(last) + 41)
      guard setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit) == 0 else {
        exit(10)
      }
      // With no descriptor left there is no way to report but the exit code.
      var clients: [RawClient] = []
      while let client = try? RawClient(port: port) { clients.append(client) }
      guard clients.count >= 5 else { exit(11) }
      let before = clock()
      try await Task.sleep(for: .milliseconds(500))
      // It spins if it takes more than a quarter of a processor.
      guard clock() - before < CLOCKS_PER_SEC / 8 else { exit(12) }
      keepOpen(clients)
      clients = []
      for attempt in 0... {
        let answer = try? await exchange(
          port, "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        if answer?.list.map(\.status) == [200] { break }
        guard attempt < 1_000 else { exit(13) }
        try await Task.sleep(for: .milliseconds(10))
      }
      await server.stop(withinMilliseconds: 0)
    }
  }
}

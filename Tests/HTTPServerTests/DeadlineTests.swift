import HTTPServer
import Hosting
import Testing

@Suite struct DeadlineTests {
  @Test("A head that trickles in is answered 408 when its time is over, however busy it is")
  func endsSlowHeads() async throws {
    let time = ManualTime()
    try await withServer(time: time) { server, port in
      let clients = try (0..<30).map { _ in try RawClient(port: port) }
      try await eventually("all are accepted") { server.statistics.connections == 30 }
      let text = Array("GET / HTTP/1.1\r\nHost: h\r\n".utf8)
      for second in 0..<10 {
        server.sweep()
        #expect(server.statistics.connections == 30)
        for client in clients { await client.send([text[second]]) }
        time.advance(milliseconds: second == 9 ? 999 : 1_000)
      }
      server.sweep()
      #expect(server.statistics.connections == 30)
      time.advance(milliseconds: 1)
      server.sweep()
      for client in clients {
        let (list, rest, isClosed) = await client.responses()
        #expect(isClosed && rest.isEmpty)
        #expect(list.map(\.status) == [408])
      }
      #expect(server.statistics.connections == 30)
      time.advance(milliseconds: 2_000)
      server.sweep()
      try await eventually("all are closed") { server.statistics.connections == 0 }
      keepOpen(clients)
    }
  }

  @Test("The head of a later request has a deadline of its own")
  func endsSlowSecondHead() async throws {
    let time = ManualTime()
    try await withServer(time: time) { server, port in
      let client = try RawClient(port: port)
      await client.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
      try await client.read(until: "body 0 ")
      // The reader has the answer a moment before the server knows that it is sent.
      try await eventually("the answer is sent") { server.idleConnections == 1 }
      time.advance(milliseconds: 59_000)
      await client.send("GET /b HTTP/1.1\r\n")
      try await eventually("the line has arrived") { server.waitingHeads == 1 }
      time.advance(milliseconds: 9_999)
      server.sweep()
      await client.send("Host: h\r\n\r\n")
      try await client.read(until: "GET /b")
      try await eventually("the answer is sent") { server.idleConnections == 1 }
      await client.send("GET /c HTTP/1.1\r\n")
      try await eventually("the line has arrived") { server.waitingHeads == 1 }
      time.advance(milliseconds: 10_000)
      server.sweep()
      try await client.read(until: "HTTP/1.1 408 Request Timeout")
    }
  }

  @Test("A connection without a request is closed when its time is over")
  func endsIdle() async throws {
    let time = ManualTime()
    var configuration = HTTPServerConfiguration()
    configuration.idleMilliseconds = 60_000
    try await withServer(configuration, time: time) { server, port in
      let client = try RawClient(port: port)
      await client.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
      try await client.read(until: "body 0 ")
      try await eventually("the answer is sent") { server.idleConnections == 1 }
      time.advance(milliseconds: 59_999)
      server.sweep()
      #expect(server.statistics.connections == 1)
      time.advance(milliseconds: 1)
      server.sweep()
      let (list, rest, isClosed) = await client.responses()
      #expect(isClosed && list.isEmpty && rest.isEmpty)
    }
  }

  @Test("A body slower than the lowest rate is answered 408 after the grace")
  func endsSlowBodies() async throws {
    let time = ManualTime()
    try await withServer(time: time) { server, port in
      let head =
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\nExpect: 100-continue\r\n\r\n"
      let slow = try RawClient(port: port)
      let fast = try RawClient(port: port)
      for client in [slow, fast] {
        await client.send(head)
        try await client.read(until: "100 Continue\r\n\r\n")
      }
      await slow.send("x")
      // More than 1 kB for each of the seconds that follow the grace.
      await fast.send(Array(repeating: UInt8(ascii: "x"), count: 50_000))
      try await eventually("the bytes have arrived") { server.bodyBytes == [1, 50_000] }
      time.advance(milliseconds: 9_999)
      server.sweep()
      #expect(server.statistics.connections == 2)
      time.advance(milliseconds: 1_001)
      server.sweep()
      let (list, _, isClosed) = await slow.responses()
      #expect(isClosed)
      #expect(list.map(\.status) == [408])
      await fast.send(Array(repeating: UInt8(ascii: "x"), count: 50_000))
      let answer = try await fast.read(until: "body 100000 ")
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
  }

  @Test("A peer that does not take its answer is cut off")
  func endsSlowReaders() async throws {
    let time = ManualTime()
    let large = [UInt8](repeating: 1, count: 32_000_000)
    try await withServer(
      time: time, handler: { _ in .bytes(large, contentType: "application/octet-stream") }
    ) { server, port in
      let client = try RawClient(port: port, receiveBuffer: 4_096)
      await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      try await eventually("the answer is under way") {
        let statistics = server.statistics
        return statistics.requests == 1 && statistics.running == 0
      }
      // 10 s of grace, and 32,000 s at the lowest rate.
      time.advance(milliseconds: 32_009_999)
      server.sweep()
      #expect(server.statistics.connections == 1)
      time.advance(milliseconds: 1)
      server.sweep()
      try await eventually("it is closed") { server.statistics.connections == 0 }
      keepOpen(client)
    }
  }

  @Test("The server sweeps by itself every second")
  func sweepsByItself() async throws {
    let time = ManualTime()
    try await withServer(time: time) { server, port in
      let client = try RawClient(port: port)
      try await eventually("it is accepted") { server.statistics.connections == 1 }
      try await eventually("the sweeper sleeps") { time.sleeperCount == 1 }
      time.advance(milliseconds: 10_000)
      let (list, _, isClosed) = await client.responses()
      #expect(isClosed)
      #expect(list.map(\.status) == [408])
    }
  }
}

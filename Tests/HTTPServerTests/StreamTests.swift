import HTTPServer
import Hosting
import Testing

@Suite struct StreamTests {
  private static let request = "GET /events HTTP/1.1\r\nHost: h\r\n\r\n"

  /// A handler that keeps the streams it hands out.
  private final class Source: Sendable {
    let streams = Journal<ResponseStream>()
    let ends = Journal<ResponseStream.CloseReason>()

    func handle(_ request: HTTPRequest) async -> HTTPResponse {
      if request.path != "/events" { return .text(request.path) }
      let stream = ResponseStream { [ends] in ends.add($0) }
      stream.write("hello\n")
      streams.add(stream)
      return .stream(stream)
    }

    func newest() throws -> ResponseStream {
      try #require(streams.entries.last)
    }
  }

  @Test("What is written arrives in order, and the connection can be used again")
  func keepsOrder() async throws {
    let source = Source()
    try await withServer(handler: source.handle) { _, port in
      let client = try RawClient(port: port)
      await client.send(Self.request)
      let head = try await client.read(until: "hello\n")
      #expect(head.contains("Content-Type: text/event-stream\r\n"))
      #expect(head.contains("Cache-Control: no-store\r\n"))
      let stream = try source.newest()
      for number in 0..<2_000 {
        #expect(stream.write("event \(number)\n"))
        if stream.waitingBytes > 30_000 {
          try await eventually("the reader keeps up") { stream.waitingBytes < 10_000 }
        }
      }
      stream.finish()
      #expect(!stream.isOpen)
      #expect(!stream.write("too late"))
      let text = try await client.read(until: "\r\n0\r\n\r\n")
      let expected = (0..<2_000).map { "event \($0)\n" }.joined()
      #expect(RawClient.dechunk(text.drop { $0.isNewline }) == expected)
      try await eventually("the end is told") { source.ends.entries == [.finished] }
      await client.send("GET /next HTTP/1.1\r\nHost: h\r\n\r\n")
      try await client.read(until: "/next")
    }
    #expect(source.ends.entries == [.finished])
  }

  @Test("A heartbeat comes after 15 s of silence, and not before")
  func beats() async throws {
    let source = Source()
    let time = ManualTime()
    try await withServer(time: time, handler: source.handle) { server, port in
      let client = try RawClient(port: port)
      await client.send(Self.request)
      try await client.read(until: "hello\n")
      server.sweep()
      time.advance(milliseconds: 14_999)
      server.sweep()
      let stream = try source.newest()
      #expect(stream.waitingBytes == 0)
      stream.write("x\n")
      try await client.read(until: "x\n\r\n")
      server.sweep()
      time.advance(milliseconds: 14_999)
      server.sweep()
      time.advance(milliseconds: 1)
      server.sweep()
      let text = try await client.read(until: ":\n\n")
      #expect(text.hasPrefix("3\r\n:\n\n"))
    }
    #expect(source.ends.entries == [.peerLeft] || source.ends.entries == [.serverStopped])
  }

  @Test(
    "Heartbeats keep the form of the stream, whatever the peer asked for",
    arguments: [
      ("HTTP/1.1\r\nHost: h\r\n", true), ("HTTP/1.1\r\nHost: h\r\nConnection: close\r\n", nil),
      ("HTTP/1.1\r\nHost: h\r\nConnection: Keep-Alive\r\n", true), ("HTTP/1.0\r\n", false),
    ] as [(String, Bool?)])
  func beatsInForm(head: String, isChunked: Bool?) async throws {
    let source = Source()
    let time = ManualTime()
    try await withServer(time: time, handler: source.handle) { server, port in
      let client = try RawClient(port: port)
      await client.send("GET /events \(head)\r\n")
      let start = try await client.read(until: "hello\n")
      if let isChunked { #expect(start.contains("chunked") == isChunked) }
      for _ in 0..<3 {
        try await eventually("all is sent") { try source.newest().waitingBytes == 0 }
        time.advance(milliseconds: 15_000)
        server.sweep()
        try await client.read(until: ":\n\n")
        try source.newest().write("x\n")
        try await client.read(until: "x\n")
      }
      try source.newest().finish()
      if start.contains("chunked") {
        let rest = try await client.read(until: "0\r\n\r\n")
        #expect(rest.split(separator: "\r\n").allSatisfy { $0 == "0" || $0.isEmpty })
      }
      try await eventually("the end is told") { !source.ends.entries.isEmpty }
      #expect(source.ends.entries == [.finished])
    }
  }

  @Test("A reader that falls behind is dropped at the limit, others are not")
  func dropsSlowReaders() async throws {
    let source = Source()
    try await withServer(handler: source.handle) { server, port in
      let slow = try RawClient(port: port, receiveBuffer: 4_096)
      await slow.send(Self.request)
      try await eventually("the stream is there") { source.streams.entries.count == 1 }
      let stuck = try source.newest()
      let quick = try RawClient(port: port)
      await quick.send(Self.request)
      try await quick.read(until: "hello\n")
      let other = try source.newest()
      let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 4_096)
      var written = 0
      while stuck.write(piece) {
        written += piece.count
        #expect(stuck.waitingBytes <= 65_536)
        try #require(written < 50_000_000)
        await Task.yield()
      }
      #expect(written >= 65_536 - 4_096 - 6)
      #expect(source.ends.entries == [.fellBehind])
      #expect(stuck.waitingBytes == 0)
      try await eventually("its connection is closed") { server.statistics.connections == 1 }
      other.write("still here\n")
      try await quick.read(until: "still here\n")
      keepOpen(slow)
      #expect(source.ends.entries == [.fellBehind])
    }
  }

  @Test("A peer that leaves ends its stream once", arguments: [true, false])
  func noticesDeparture(byReset: Bool) async throws {
    let source = Source()
    let time = ManualTime()
    try await withServer(time: time, handler: source.handle) { server, port in
      var client: RawClient? = try RawClient(port: port)
      await client?.send(Self.request)
      try await client?.read(until: "hello\n")
      if byReset { client?.reset() }
      keepOpen(client)
      client = nil
      try await eventually("the end is told") {
        server.sweep()
        return !source.ends.entries.isEmpty
      }
      let stream = try source.newest()
      #expect(!stream.isOpen)
      #expect(!stream.write("nobody"))
      try await eventually("the connection is closed") { server.statistics.connections == 0 }
    }
    #expect(source.ends.entries == [.peerLeft])
  }

  @Test("The stop of the server ends streams after what was written")
  func endsWithServer() async throws {
    let source = Source()
    let server = HTTPServer(
      configuration: HTTPServerConfiguration(), time: SystemTime(), handler: source.handle)
    try server.start()
    let port = try #require(server.port)
    let clients = try (0..<10).map { _ in try RawClient(port: port) }
    for client in clients {
      await client.send(Self.request)
      try await client.read(until: "hello\n")
    }
    for stream in source.streams.entries { stream.write("last words\n") }
    await server.stop()
    #expect(source.ends.entries == Array(repeating: .serverStopped, count: 10))
    for client in clients {
      let (bytes, isClosed) = await client.read()
      #expect(isClosed)
      #expect(String(decoding: bytes, as: UTF8.self) == "B\r\nlast words\n\r\n0\r\n\r\n")
    }
  }

  @Test("A stream that nobody reads any more is cut off when the stop's time is over")
  func cutsOffAtStop() async throws {
    let source = Source()
    let server = HTTPServer(
      configuration: HTTPServerConfiguration(), time: SystemTime(), handler: source.handle)
    try server.start()
    let port = try #require(server.port)
    let client = try RawClient(port: port, receiveBuffer: 4_096)
    await client.send(Self.request)
    try await eventually("the stream is there") { source.streams.entries.count == 1 }
    let stream = try source.newest()
    // Fill the kernel's buffers until bytes stay in the outbox, but do not overflow it.
    let piece = [UInt8](repeating: 0, count: 1_024)
    var stuck = 0
    while stuck < 50 {
      if stream.waitingBytes < 32_768 { stream.write(piece) }
      stuck = stream.waitingBytes > 30_000 ? stuck + 1 : 0
      try await Task.sleep(for: .microseconds(100))
    }
    await server.stop(withinMilliseconds: 50)
    #expect(source.ends.entries == [.serverStopped])
    #expect(server.statistics.connections == 0)
    keepOpen(client)
  }

  @Test("HEAD is answered without the stream")
  func answersHead() async throws {
    let source = Source()
    try await withServer(handler: source.handle) { _, port in
      let (list, rest, isClosed) = try await exchange(
        port, "HEAD /events HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", heads: [0])
      #expect(isClosed && rest.isEmpty)
      #expect(list.map(\.status) == [200])
      #expect(list.first?.headers["content-type"] == "text/event-stream")
    }
    #expect(source.ends.entries == [.unused])
  }

  @Test("HTTP/1.0 gets the stream without chunks")
  func speaksOldVersion() async throws {
    let source = Source()
    try await withServer(handler: source.handle) { _, port in
      let client = try RawClient(port: port)
      await client.send("GET /events HTTP/1.0\r\n\r\n")
      try await client.read(until: "\r\n\r\nhello\n")
      let stream = try source.newest()
      stream.write("more\n")
      stream.finish()
      let (bytes, isClosed) = await client.read()
      #expect(isClosed)
      #expect(String(decoding: bytes, as: UTF8.self) == "more\n")
    }
    #expect(source.ends.entries == [.finished])
  }

  @Test("A stream that never reached a server tells its end too")
  func endsUnused() {
    let ends = Journal<ResponseStream.CloseReason>()
    do {
      let stream = ResponseStream { ends.add($0) }
      stream.write("x")
    }
    #expect(ends.entries == [.unused])
  }

  @Test("A write beyond the limit drops the stream even before it is attached")
  func limitsUnattached() {
    let ends = Journal<ResponseStream.CloseReason>()
    let stream = ResponseStream(limit: 10) { ends.add($0) }
    #expect(stream.write("0123456789"))
    #expect(!stream.write("0"))
    #expect(!stream.isOpen)
    stream.finish()
    #expect(ends.entries == [.fellBehind])
  }
}

import HTTPServer
import Hosting
import Testing

@Suite struct ExchangeTests {
  @Test("A request reaches the handler whole and its answer comes back")
  func answersRequest() async throws {
    let time = ManualTime(wallMilliseconds: 1_234)
    try await withServer(
      time: time,
      handler: { request in
        let parts: [String] = [
          request.method.rawValue, request.path, request.segments.joined(separator: "|"),
          request.argument("name") ?? "-", request.headers["x-token"] ?? "-",
          String(decoding: request.body, as: UTF8.self), request.peerAddress,
          String(request.receivedAt),
        ]
        return .text(parts.joined(separator: "\n"), status: 201)
      }
    ) { _, port in
      let (list, rest, isClosed) = try await exchange(
        port,
        "POST /a%20b/c%2Fd?name=J%C3%B6rg+x&flag HTTP/1.1\r\nHost: here\r\nX-Token:  t \r\n"
          + "Content-Length: 5\r\nConnection: close\r\n\r\nhello")
      #expect(isClosed && rest.isEmpty)
      let answer = try #require(list.first)
      #expect(answer.status == 201)
      #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
      #expect(
        answer.text == "POST\n/a%20b/c%2Fd\na b|c/d\nJörg x\nt\nhello\n127.0.0.1\n1234")
    }
  }

  @Test("Several requests on one connection are answered in order")
  func keepsConnection() async throws {
    try await withServer { _, port in
      let client = try RawClient(port: port)
      for number in 1...3 {
        await client.send("GET /\(number) HTTP/1.1\r\nHost: h\r\n\r\n")
        let answer = try await client.read(until: "body 0 ")
        #expect(answer.contains("GET /\(number)\n"))
      }
    }
  }

  @Test("Requests sent at once are answered one after the other")
  func answersPipeline() async throws {
    try await withServer { _, port in
      let requests = (1...20).map { number in
        "POST /\(number) HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab"
      }
      let (list, rest, isClosed) = try await exchange(
        port,
        requests.joined() + "GET /end HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      #expect(isClosed && rest.isEmpty)
      #expect(list.map(\.status) == Array(repeating: 200, count: 21))
      for number in 1...20 {
        #expect(list[number - 1].text.hasPrefix("POST /\(number)\n"))
      }
    }
  }

  @Test("A request that comes byte by byte is understood")
  func readsBytewise() async throws {
    try await withServer { _, port in
      let client = try RawClient(port: port)
      let text =
        "POST /slow?x=1 HTTP/1.1\r\nHost: h\r\nCookie: a=b; c=d\r\nContent-Length: 3\r\n"
        + "Connection: close\r\n\r\nxyz"
      for byte in text.utf8 { await client.send([byte]) }
      let (list, _, isClosed) = await client.responses()
      #expect(isClosed)
      #expect(list.map(\.text) == ["POST /slow\n? x=1\nbody 3 xyz"])
    }
  }

  @Test("HEAD is answered with the length of the body and without it")
  func answersHead() async throws {
    try await withServer { _, port in
      let (list, rest, isClosed) = try await exchange(
        port,
        "HEAD /h HTTP/1.1\r\nHost: h\r\n\r\nGET /h HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
        heads: [0])
      #expect(isClosed && rest.isEmpty)
      #expect(list.map(\.status) == [200, 200])
      // "HEAD" is a letter longer than "GET".
      #expect(list[0].headers["content-length"] == String(list[1].body.count + 1))
    }
  }

  @Test("A body is asked for when the client expects that")
  func continues() async throws {
    try await withServer { _, port in
      let client = try RawClient(port: port)
      await client.send(
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nExpect: 100-continue\r\n"
          + "Connection: close\r\n\r\n")
      try await client.read(until: "HTTP/1.1 100 Continue\r\n\r\n")
      await client.send("body")
      let (list, _, _) = await client.responses()
      #expect(list.map(\.text) == ["POST /\nbody 4 body"])
    }
  }

  @Test("A chunked body arrives whole, and is the last on its connection")
  func readsChunks() async throws {
    try await withServer { _, port in
      let (list, rest, isClosed) = try await exchange(
        port,
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"
          + "2\r\nde\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(isClosed && rest.isEmpty)
      #expect(list.map(\.text) == ["POST /\nbody 5 abcde"])
      #expect(list.first?.headers["connection"] == "close")
    }
  }

  @Test("Large bodies pass both ways", arguments: [1, 32_768, 32_769, 131_072])
  func carriesLargeBodies(count: Int) async throws {
    try await withServer(handler: { .bytes($0.body, contentType: "application/octet-stream") }) {
      _, port in
      let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let (list, rest, isClosed) = try await exchange(
        port,
        Array(
          "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: \(count)\r\nConnection: close\r\n\r\n".utf8)
          + body)
      #expect(isClosed && rest.isEmpty)
      #expect(list.count == 1)
      #expect(list.first?.body == body)
    }
  }

  @Test("Handlers that wait hold up neither each other nor the server")
  func handlersWaitTogether() async throws {
    let gate = Gate()
    try await withServer(handler: { request in
      if request.path == "/wait" { await gate.pass() }
      return .text(request.path)
    }) { server, port in
      let waiting = try (0..<50).map { _ in try RawClient(port: port) }
      for client in waiting {
        await client.send("GET /wait HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      }
      try await eventually("all handlers run") { server.statistics.running == 50 }
      let (list, _, _) = try await exchange(
        port, "GET /now HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      #expect(list.map(\.text) == ["/now"])
      await gate.open()
      for client in waiting {
        #expect(await client.responses().list.map(\.text) == ["/wait"])
      }
    }
  }

  @Test("Two servers run side by side")
  func runsTwice() async throws {
    try await withServer(handler: { _ in .text("one") }) { _, one in
      try await withServer(handler: { _ in .text("two") }) { _, two in
        let request = "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
        let first = try await exchange(one, request).list
        let second = try await exchange(two, request).list
        #expect(first.map(\.text) == ["one"])
        #expect(second.map(\.text) == ["two"])
      }
    }
  }

  @Test("An answer without content has none")
  func answersEmpty() async throws {
    try await withServer(handler: { _ in .empty() }) { _, port in
      let (list, rest, _) = try await exchange(
        port, "DELETE / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      #expect(list.map(\.status) == [204])
      #expect(rest.isEmpty)
    }
  }
}

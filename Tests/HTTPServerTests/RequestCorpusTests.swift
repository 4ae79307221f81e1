import HTTPServer
import Hosting
import Testing

@Suite struct RequestCorpusTests {
  private static let seen = Journal<String>()

  /// One server for all rows: each must leave it as it was.
  private static let server: Result<HTTPServer, HTTPServerError> = {
    let server = HTTPServer(configuration: HTTPServerConfiguration(), time: SystemTime()) {
      request in
      seen.add(request.path)
      return .text("\(request.method) \(request.path)")
    }
    do throws(HTTPServerError) {
      try server.start()
      return .success(server)
    } catch {
      return .failure(error)
    }
  }()

  @Test("The corpus has at least 150 rows, each with its own name")
  func hasManyRows() {
    #expect(RequestCorpus.all.count >= 150)
    #expect(Set(RequestCorpus.all.map(\.name)).count == RequestCorpus.all.count)
  }

  @Test("A raw request comes to its expected end", arguments: RequestCorpus.all)
  func judges(_ row: RawCase) async throws {
    let port = try #require(try Self.server.get().port)
    let client = try RawClient(port: port)
    var bytes = row.bytes
    if case .served = row.expected {
      bytes += Array("GET /end HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n".utf8)
    }
    await client.send(bytes)
    // So that a request without an end does not have to wait for its deadline.
    if case .dropped = row.expected { client.finishSending() }
    let (list, rest, isClosed) = await client.responses(heads: row.heads)

    #expect(isClosed, "the connection must close")
    if case .refusedByLibrary = row.expected {
      // A fault of libmicrohttpd 0.9.75; what it repeats is text of its own, and then it closes.
      #expect(rest.count < 300 && !rest.contains(0x0D))
    } else {
      #expect(rest.isEmpty, "nothing may follow the answers")
    }
    switch row.expected {
    case .refused(let statuses):
      #expect(list.count == 1, "one answer, not \(list)")
      if let answer = list.first {
        #expect(statuses.contains(answer.status))
        #expect(answer.headers["connection"] == "close")
      }
    case .refusedByLibrary(let status):
      #expect(list.map(\.status) == [status])
      #expect(list.first?.headers["connection"] == "close")
    case .dropped:
      #expect(list.count <= 1)
      #expect(list.allSatisfy { (400...599).contains($0.status) }, "\(list)")
    case .served(let statuses):
      #expect(list.map(\.status) == statuses + [200])
      #expect(list.last?.text == "GET /end")
    case .last(let status):
      #expect(list.map(\.status) == [status])
      #expect(list.first?.headers["connection"] == "close")
    }
    #expect(!Self.seen.entries.contains("/smuggled"))
  }

  @Test("Errors of the server itself are problem documents")
  func describesProblems() async throws {
    let port = try #require(try Self.server.get().port)
    let (list, _, _) = try await exchange(port, "TRACE / HTTP/1.1\r\nHost: h\r\n\r\n")
    let answer = try #require(list.first)
    #expect(answer.headers["content-type"] == "application/problem+json")
    #expect(answer.headers["allow"] == "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
    #expect(
      answer.text == #"{"type":"about:blank","title":"This method is not allowed","status":405,"#
        + #""code":"methodNotAllowed"}"#)
  }
}

import HTTPServer
import Testing

@Suite struct RequestHeadTests {
  private static func raw(
    method: String = "GET", target: String = "/", version: String = "HTTP/1.1",
    _ fields: [(String, String)] = [("Host", "h")]
  ) -> RequestHead.Raw {
    RequestHead.Raw(
      method: Array(method.utf8), target: Array(target.utf8), version: Array(version.utf8),
      fields: fields.map { (name: Array($0.0.utf8), value: Array($0.1.utf8)) })
  }

  @Test("The pieces of a target are decoded one by one")
  func decodesTarget() throws {
    let head = try RequestHead(
      Self.raw(target: "/a/../%2E%2e/b%2Fc//?x=1&y&=z&a+b=%2B%26"), limits: RequestHead.Limits())
    #expect(head.path == "/a/../%2E%2e/b%2Fc//")
    #expect(head.segments == ["a", "..", "..", "b/c", "", ""])
    #expect(head.query.map(\.name) == ["x", "y", "", "a b"])
    #expect(head.query.map(\.value) == ["1", "", "z", "+&"])
    #expect(!head.endsConnection)
    #expect(head.framing == .none)
  }

  @Test(
    "The framing is read from the fields",
    arguments: [
      ([("Content-Length", "0")], RequestHead.Framing.length(0)),
      ([("content-length", " 17\t")], .length(17)),
      ([("Transfer-Encoding", "CHUNKED")], .chunked),
      ([], .none),
    ])
  func readsFraming(fields: [(String, String)], framing: RequestHead.Framing) throws {
    let head = try RequestHead(
      Self.raw(method: "POST", [("Host", "h")] + fields), limits: RequestHead.Limits())
    #expect(head.framing == framing)
    #expect(head.endsConnection == (framing == .chunked))
  }

  @Test("Each limit is exact")
  func appliesLimits() throws {
    var limits = RequestHead.Limits()
    limits.target = 10
    limits.headers = 2
    limits.arguments = 2
    limits.body = 5
    func status(_ raw: RequestHead.Raw) -> Int? {
      do throws(HTTPFault) {
        _ = try RequestHead(raw, limits: limits)
        return nil
      } catch {
        return error.status
      }
    }
    #expect(status(Self.raw(target: "/123456789")) == nil)
    #expect(status(Self.raw(target: "/1234567890")) == 414)
    #expect(status(Self.raw([("Host", "h"), ("A", "b")])) == nil)
    #expect(status(Self.raw([("Host", "h"), ("A", "b"), ("C", "d")])) == 431)
    #expect(status(Self.raw(target: "/?a&b")) == nil)
    #expect(status(Self.raw(target: "/?a&b&c")) == 400)
    #expect(status(Self.raw([("Host", "h"), ("Content-Length", "5")])) == nil)
    #expect(status(Self.raw([("Host", "h"), ("Content-Length", "6")])) == 413)
  }

  @Test("Random heads are judged without a trap", arguments: [1, 2, 3, 4] as [UInt64])
  func survivesNoise(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func next(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    let names = ["Host", "Content-Length", "Transfer-Encoding", "Expect", "A"]
    let alphabet = Array("/?&=%+09afAF.:;, \t\0\r\nchunked".utf8) + [0x80, 0xC3, 0xFF]
    func noise(_ longest: Int) -> [UInt8] {
      (0..<next(longest + 1)).map { _ in alphabet[next(alphabet.count)] }
    }
    var accepted = 0
    for _ in 0..<5_000 {
      let raw = RequestHead.Raw(
        method: next(4) == 0 ? noise(4) : Array("POST".utf8),
        target: Array("/".utf8) + noise(12), version: Array("HTTP/1.1".utf8),
        fields: (0..<next(4)).map { _ in
          (
            name: next(8) == 0 ? noise(4) : Array(names[next(names.count)].utf8),
            value: next(2) == 0 ? noise(6) : Array(["h", "5", "chunked"][next(3)].utf8)
          )
        })
      if let head = try? RequestHead(raw, limits: RequestHead.Limits()) {
        accepted += 1
        #expect(head.headers.values(for: "Host").count == 1)
        #expect(
          head.headers["Content-Length"] == nil || head.headers["Transfer-Encoding"] == nil)
      }
    }
    #expect(accepted > 0)
  }
}

@Suite struct HTTPHeadersTests {
  @Test("Names compare without regard to case, and the order stays")
  func comparesNames() throws {
    var headers: HTTPHeaders = ["Set-Cookie": "a", "Vary": "x"]
    try headers.append("set-cookie", "b")
    #expect(headers["SET-COOKIE"] == "a")
    #expect(headers.values(for: "Set-cookie") == ["a", "b"])
    try headers.set("VARY", "y")
    #expect(headers.fields.map(\.value) == ["a", "b", "y"])
    #expect(headers["Vary2"] == nil)
  }

  @Test(
    "A field that could break a message is refused",
    arguments: [
      ("A", "b\r\nC: d", HTTPHeaders.InvalidField.Reason.value), ("A", "b\nc", .value),
      ("A", "b\rc", .value), ("A", "b\0", .value), ("A", " b", .value), ("A", "b\t", .value),
      ("A", "b\u{7F}", .value), ("", "b", .name), ("A:", "b", .name), ("A B", "c", .name),
      ("A\r\n", "c", .name), ("Ä", "b", .name), ("Content-Length", "5", .reserved),
      ("transfer-encoding", "chunked", .reserved), ("Connection", "close", .reserved),
      ("Date", "today", .reserved),
    ])
  func refusesInvalid(name: String, value: String, reason: HTTPHeaders.InvalidField.Reason) {
    var headers: HTTPHeaders = ["A": "a"]
    let expected = HTTPHeaders.InvalidField(name: name, reason: reason)
    #expect(throws: expected) { try headers.append(name, value) }
    #expect(throws: expected) { try headers.set(name, value) }
    #expect(headers.fields.map(\.value) == ["a"])
  }

  @Test("A title cannot break out of a problem document")
  func escapesTitle() {
    let response = HTTPResponse.problem(status: 400, title: "a\"b\\c\nd")
    guard case .bytes(let bytes) = response.body else {
      Issue.record("a problem is not a stream")
      return
    }
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"type":"about:blank","title":"a\"b\\c\u000ad","status":400,"code":"malformed"}"#)
  }

  @Test("A request for tests is made from a valid target only")
  func makesRequest() {
    let request = HTTPRequest(method: .get, target: "/a%20b?c=d")
    #expect(request?.segments == ["a b"])
    #expect(request?.argument("c") == "d")
    #expect(HTTPRequest(method: .get, target: "a") == nil)
    #expect(HTTPRequest(method: .get, target: "/%") == nil)
  }
}

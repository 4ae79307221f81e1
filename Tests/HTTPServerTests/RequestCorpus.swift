import Testing

/// One raw request and what may come of it.
struct RawCase: Sendable, CustomTestStringConvertible {
  enum Expectation: Sendable {
    /// Exactly one answer with one of these statuses, then the connection closes.
    case refused(Set<Int>)
    /// Refused with this status by the library itself, which writes the head of this one answer twice.
    case refusedByLibrary(Int)
    /// No answer, or one that refuses; then the connection closes.
    case dropped
    /// Answers with these statuses, after which the connection is still in step.
    case served([Int])
    /// One answer with this status, after which the connection closes.
    case last(Int)
  }

  var name: String
  var bytes: [UInt8]
  var expected: Expectation
  /// The numbers of the answers that belong to HEAD requests.
  var heads: Set<Int> = []

  var testDescription: String { name }

  init(_ name: String, _ text: String, _ expected: Expectation, heads: Set<Int> = []) {
    self.init(name, Array(text.utf8), expected, heads: heads)
  }

  init(_ name: String, _ bytes: [UInt8], _ expected: Expectation, heads: Set<Int> = []) {
    self.name = name
    self.bytes = bytes
    self.expected = expected
    self.heads = heads
  }
}

/// A table of requests as attackers and broken programs send them.
///
/// Whatever follows the first request's proper end asks for `/smuggled`, which no handler may ever see.
enum RequestCorpus {
  static let all =
    requestLines + lineEnds + fieldNames + fieldValues + hosts + lengths + codings + chunks
    + targets + queries + contents + limits + harmless

  /// A request that must never be understood as one.
  static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n"

  static func post(_ fields: String, _ body: String = "") -> String {
    "POST / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\n\(body)"
  }

  static func get(_ fields: String) -> String {
    "GET / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\n"
  }

  static func line(_ line: String) -> String {
    "\(line)\r\nHost: h\r\n\r\n"
  }

  static func target(_ target: String) -> String {
    "GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n"
  }

  // MARK: Request line

  static let requestLines: [RawCase] = [
    RawCase("no version", line("GET /"), .dropped),
    RawCase("no target", line("GET HTTP/1.1"), .dropped),
    RawCase("method alone", line("GET"), .dropped),
    RawCase("method and space", line("GET "), .dropped),
    RawCase("HTTP/0.9", "GET /\r\n", .dropped),
    RawCase("HTTP/1.2", line("GET / HTTP/1.2"), .refused([505])),
    RawCase("HTTP/2.0", line("GET / HTTP/2.0"), .dropped),
    RawCase("HTTP/0.9 named", line("GET / HTTP/0.9"), .dropped),
    RawCase("HTTP/1.10", line("GET / HTTP/1.10"), .dropped),
    RawCase("HTTP/11.1", line("GET / HTTP/11.1"), .dropped),
    RawCase("HTTP/1,1", line("GET / HTTP/1,1"), .dropped),
    RawCase("http/1.1 in small letters", line("GET / http/1.1"), .dropped),
    RawCase("HTTP /1.1", line("GET / HTTP /1.1"), .dropped),
    RawCase("HTTPS/1.1", line("GET / HTTPS/1.1"), .dropped),
    RawCase("version with a letter", line("GET / HTTP/1.x"), .dropped),
    RawCase("version with a NUL", line("GET / HTTP/1.1\0"), .dropped),
    RawCase("space before the method", line(" GET / HTTP/1.1"), .dropped),
    RawCase("tab before the method", line("\tGET / HTTP/1.1"), .dropped),
    RawCase("two spaces after the method", line("GET  / HTTP/1.1"), .refused([400])),
    RawCase("two spaces before the version", line("GET /  HTTP/1.1"), .refused([400])),
    RawCase("space after the version", line("GET / HTTP/1.1 "), .dropped),
    RawCase("tabs as separators", line("GET\t/\tHTTP/1.1"), .dropped),
    RawCase("tab after the method", line("GET\t/ HTTP/1.1"), .dropped),
    RawCase("space inside the target", target("/a b"), .refused([400])),
    RawCase("second request line as target", target("/ HTTP/1.1 /x"), .refused([400])),
    RawCase("small letters in the method", line("get / HTTP/1.1"), .refused([501])),
    RawCase("unknown method", line("BREW / HTTP/1.1"), .refused([501])),
    RawCase("PROPFIND", line("PROPFIND / HTTP/1.1"), .refused([501])),
    RawCase("PRI of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .dropped),
    RawCase("TRACE", line("TRACE / HTTP/1.1"), .refused([405])),
    RawCase("CONNECT", line("CONNECT h:80 HTTP/1.1"), .refused([405])),
    RawCase("method that is no token", line("G@T / HTTP/1.1"), .refused([400])),
    RawCase("method with a colon", line("GET: / HTTP/1.1"), .refused([400])),
    RawCase("method with a control byte", line("G\u{1}ET / HTTP/1.1"), .refused([400])),
    RawCase("method with NUL", line("GE\0T / HTTP/1.1"), .dropped),
    RawCase("method not ASCII", line("GÉT / HTTP/1.1"), .refused([400])),
    RawCase(
      "very long method", line(String(repeating: "A", count: 4_000) + " / HTTP/1.1"),
      .refused([501])),
    RawCase("TLS hello", [0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0, 13, 10, 13, 10], .dropped),
    RawCase("garbage", Array(repeating: 0xFF, count: 64) + [13, 10, 13, 10], .dropped),
    RawCase("NULs", Array(repeating: 0, count: 64) + [13, 10, 13, 10], .dropped),
    RawCase("answer instead of request", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", .dropped),
  ]

  // MARK: Ends of lines

  static let lineEnds: [RawCase] = [
    RawCase("bare LF after the request line", "GET / HTTP/1.1\nHost: h\r\n\r\n", .refused([400])),
    RawCase("bare LF after a field", "GET / HTTP/1.1\r\nHost: h\nA: b\r\n\r\n", .refused([400])),
    RawCase("bare LF after the last field", "GET / HTTP/1.1\r\nHost: h\n\r\n", .refused([400])),
    RawCase("bare LF as the empty line", "GET / HTTP/1.1\r\nHost: h\r\n\n", .refused([400])),
    RawCase("bare LF everywhere", "GET / HTTP/1.1\nHost: h\n\n", .refused([400])),
    RawCase("bare CR after the request line", "GET / HTTP/1.1\rHost: h\r\n\r\n", .dropped),
    RawCase("bare CR after a field", get("A: b\rContent-Length: 5"), .refused([400])),
    RawCase("bare CR in a name", get("A\rB: c"), .refused([400])),
    RawCase("bare CR before CR LF", get("A: b\r"), .refused([400])),
    RawCase("LF CR instead of CR LF", "GET / HTTP/1.1\n\rHost: h\n\r\n\r", .dropped),
    RawCase("CR CR LF", "GET / HTTP/1.1\r\r\nHost: h\r\n\r\n", .dropped),
    RawCase(
      "NUL instead of the empty line", "GET / HTTP/1.1\r\nHost: h\r\n\0\r\n" + smuggled,
      .refused([400])),
    RawCase("line that begins with NUL", get("\0Content-Length: 5"), .refused([400])),
    RawCase("two NULs that look like a line end", get("A: b\0\0C: d"), .refused([400])),
    RawCase("folded line, space", get("A: b\r\n c"), .refused([400])),
    RawCase("folded line, tab", get("A: b\r\n\tc"), .refused([400])),
    RawCase("folded Content-Length", post("Content-Length:\r\n 5", "hello"), .dropped),
    RawCase(
      "folded Transfer-Encoding", post("Transfer-Encoding:\r\n chunked", "0\r\n\r\n"), .dropped),
    RawCase("folded first line", "GET / HTTP/1.1\r\n Host: h\r\n\r\n", .refused([400])),
    RawCase("folded Host", "GET / HTTP/1.1\r\nHost: h\r\n .example\r\n\r\n", .refused([400])),
    RawCase("vertical tab in a value", get("A: b\u{B}c"), .refused([400])),
    RawCase("form feed in a value", get("A: b\u{C}c"), .refused([400])),
  ]

  // MARK: Names

  static let fieldNames: [RawCase] = [
    RawCase("space before the colon", post("Content-Length : 5", "hello"), .refused([400])),
    RawCase("tab before the colon", post("Content-Length\t: 5", "hello"), .refused([400])),
    RawCase(
      "space before the colon of a coding", post("Transfer-Encoding : chunked", "0\r\n\r\n"),
      .refused([400])),
    RawCase("space inside a name", get("A B: c"), .refused([400])),
    RawCase("no colon", get("A"), .refused([400])),
    RawCase("empty name", get(": b"), .refused([400])),
    RawCase("colon alone", get(":"), .refused([400])),
    RawCase("name with a NUL", get("A\0B: c"), .refused([400])),
    RawCase("name with a control byte", get("A\u{1}: c"), .refused([400])),
    RawCase("name with DEL", get("A\u{7F}: c"), .refused([400])),
    RawCase("name not ASCII", get("Ä: c"), .refused([400])),
    RawCase("name in brackets", get("[A]: c"), .refused([400])),
    RawCase("name with a quote", get("\"A\": c"), .refused([400])),
    RawCase("name with a comma", get("A,B: c"), .refused([400])),
    RawCase("name with a slash", get("A/B: c"), .refused([400])),
    RawCase("name with a semicolon", get("A;B: c"), .refused([400])),
    RawCase("name with an equals sign", get("A=B: c"), .refused([400])),
    RawCase("name with an at sign", get("A@B: c"), .refused([400])),
    RawCase("byte order mark before a name", get("\u{FEFF}A: c"), .refused([400])),
  ]

  // MARK: Values

  static let fieldValues: [RawCase] = [
    RawCase("NUL in a value", get("A: b\0c"), .refused([400])),
    RawCase("NUL at the end of a value", get("A: b\0"), .refused([400])),
    RawCase("control byte in a value", get("A: b\u{1}c"), .refused([400])),
    RawCase("escape in a value", get("A: \u{1B}[2J"), .refused([400])),
    RawCase("DEL in a value", get("A: b\u{7F}"), .refused([400])),
    RawCase(
      "value not UTF-8",
      Array("GET / HTTP/1.1\r\nHost: h\r\nA: ".utf8) + [0xFF, 0xFE] + Array("\r\n\r\n".utf8),
      .refused([400])),
    RawCase(
      "overlong UTF-8 in a value",
      Array("GET / HTTP/1.1\r\nHost: h\r\nA: ".utf8) + [0xC0, 0x8A] + Array("\r\n\r\n".utf8),
      .refused([400])),
    RawCase("NUL hides a second length", post("Content-Length: 5\0 5", "hello"), .dropped),
    RawCase("NUL in a coding", post("Transfer-Encoding: chunked\0", "0\r\n\r\n"), .refused([400])),
  ]

  // MARK: Host

  static let hosts: [RawCase] = [
    RawCase("no Host", "GET / HTTP/1.1\r\n\r\n", .refused([400])),
    RawCase("no Host but others", "GET / HTTP/1.1\r\nA: b\r\n\r\n", .refused([400])),
    RawCase("two Hosts", get("Host: h"), .refused([400])),
    RawCase("two Hosts, names in other letters", get("hOST: other"), .refused([400])),
    RawCase(
      "two Hosts in HTTP/1.0", "GET / HTTP/1.0\r\nHost: h\r\nHost: h\r\n\r\n", .refused([400])),
    RawCase("empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", .refused([400])),
    RawCase("Host with a path", "GET / HTTP/1.1\r\nHost: h/x\r\n\r\n", .refused([400])),
    RawCase(
      "Host with a name before an at sign", "GET / HTTP/1.1\r\nHost: u@h\r\n\r\n", .refused([400])),
    RawCase("Host with a space", "GET / HTTP/1.1\r\nHost: h x\r\n\r\n", .refused([400])),
    RawCase("Host with a comma", "GET / HTTP/1.1\r\nHost: h,x\r\n\r\n", .refused([400])),
    RawCase("Host not ASCII", "GET / HTTP/1.1\r\nHost: hé\r\n\r\n", .refused([400])),
    RawCase("Host with a percent sign", "GET / HTTP/1.1\r\nHost: h%00\r\n\r\n", .refused([400])),
    RawCase(
      "Host of 300 letters",
      "GET / HTTP/1.1\r\nHost: \(String(repeating: "h", count: 300))\r\n\r\n", .refused([400])),
    RawCase("Host with a port", "GET / HTTP/1.1\r\nHost: h.example:8080\r\n\r\n", .served([200])),
    RawCase(
      "Host with an IPv6 address", "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", .served([200])),
  ]

  // MARK: Target

  static let targets: [RawCase] =
    [
      "*", "x", "?a", "http://h/", "https://h/", "HTTP://h/x", "h:80", "\\", "/a\\b", "/#a",
      "/a#b?c",
      "/a\"b", "/<a>", "/a\u{1}b", "/a\u{7F}", "/a\tb", "/é", "/%", "/%4", "/%zz", "/%g0", "/a%0",
      "/%00", "/a%00.png",
      "/%0a", "/%0d%0aA:b", "/%7f", "/%ff", "/%c0%af", "/%c0%ae%c0%ae/", "/%e0%80%af", "/%ed%a0%80",
      "/%f4%90%80%80", "/%u0041", "/%1b",
    ].map { RawCase("target “\($0.debugDescription)”", target($0), .refused([400])) }
    + [
      RawCase("target with NUL", target("/a\0b"), .refused([400])),
      RawCase("target with CR", target("/a\rb"), .refused([400])),
      RawCase("OPTIONS for the server", line("OPTIONS * HTTP/1.1"), .refused([400])),
      RawCase(
        "target of 9,000 bytes", target("/" + String(repeating: "a", count: 9_000)), .refused([414])
      ),
      RawCase(
        "target of 40,000 bytes", target("/" + String(repeating: "a", count: 40_000)),
        .refused([414])),
      RawCase("dots are not resolved", target("/a/../../etc/passwd"), .served([200])),
      RawCase("encoded slash", target("/a%2F..%2Fb"), .served([200])),
      RawCase("double slash", target("//evil.example/x"), .served([200])),
      RawCase("encoded text", target("/J%C3%B6rg"), .served([200])),
      RawCase("sub-delimiters", target("/a;b=c,d!$&'()*+:@|^`{}[]~"), .served([200])),
    ]

  // MARK: Query

  static let queries: [RawCase] =
    [
      "/?%", "/?a=%4", "/?a=%zz", "/?%00=1", "/?a=%00", "/?a=%ff", "/?a=%c0%80", "/?a=é", "/?a=<b>",
      "/?a\\b",
    ]
    .map { RawCase("query “\($0)”", target($0), .refused([400])) }
    + [
      RawCase(
        "3,000 arguments", target("/?" + String(repeating: "a&", count: 3_000)), .refused([400])),
      RawCase(
        "101 arguments", target("/?" + String(repeating: "a=1&", count: 101)), .refused([400])),
      RawCase(
        "100 arguments", target("/?" + String(repeating: "a=1&", count: 100)), .served([200])),
      RawCase("empty query", target("/?"), .served([200])),
      RawCase("query of separators", target("/?&&&=&="), .served([200])),
      RawCase("question marks in a query", target("/?a=?&b=/?"), .served([200])),
      RawCase("brackets in a query", target("/?a[]=1&a[]=2"), .served([200])),
      RawCase("line breaks in a query", target("/?a=%0D%0A"), .served([200])),
    ]

  // MARK: Content and expectation

  static let contents: [RawCase] =
    ["gzip", "br", "deflate", "identity, gzip", "x"].map {
      RawCase(
        "content coding \($0)", post("Content-Encoding: \($0)\r\nContent-Length: 5", "hello"),
        .refused([415]))
    }
    + ["200-ok", "100-continue, x", "x=100-continue", ""].map {
      RawCase(
        "expectation “\($0)”", post("Expect: \($0)\r\nContent-Length: 5", "hello"), .refused([417]))
    }
    + [
      RawCase(
        "two expectations",
        post("Expect: 100-continue\r\nExpect: 100-continue\r\nContent-Length: 5", "hello"),
        .refused([417])),
      RawCase(
        "identity", post("Content-Encoding: identity\r\nContent-Length: 5", "hello"), .served([200])
      ),
    ]

  // MARK: Limits

  static let limits: [RawCase] = [
    RawCase(
      "101 fields", get((0..<100).map { "A\($0): b" }.joined(separator: "\r\n")), .refused([431])),
    RawCase(
      "2,000 fields", get((0..<2_000).map { "A\($0): b" }.joined(separator: "\r\n")),
      .refused([431])),
    RawCase("head of 40 kB", get("A: " + String(repeating: "b", count: 40_000)), .refused([431])),
    RawCase(
      "endless head", get(String(repeating: "A: b\r\n", count: 20_000) + "A: b"), .refused([431])),
    RawCase(
      "cookies of 20 kB", get("Cookie: " + String(repeating: "a=b; ", count: 4_000)),
      .refused([431])),
    RawCase("head of 8 kB", get("A: " + String(repeating: "b", count: 8_000)), .served([200])),
    RawCase(
      "100 fields", get((0..<99).map { "A\($0): b" }.joined(separator: "\r\n")), .served([200])),
  ]

  // MARK: What must work

  static let harmless: [RawCase] = [
    RawCase("two requests at once", get("A: b") + get("A: b"), .served([200, 200])),
    RawCase(
      "HEAD, then GET", "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n" + get("A: b"), .served([200, 200]),
      heads: [0]),
    RawCase("empty line before the request", "\r\n" + get("A: b"), .served([200])),
    RawCase("HTTP/1.0", "GET / HTTP/1.0\r\nHost: h\r\n\r\n" + smuggled, .last(200)),
    RawCase("HTTP/1.0 without Host", "GET / HTTP/1.0\r\n\r\n" + smuggled, .last(200)),
    RawCase(
      "HTTP/1.0 that wants to stay", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" + smuggled,
      .last(200)),
    RawCase(
      "close", "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n" + smuggled, .last(200)),
    RawCase(
      "close among others", "GET / HTTP/1.1\r\nHost: h\r\nConnection: x, Close\r\n\r\n" + smuggled,
      .last(200)),
    RawCase(
      "upgrade to h2c",
      get("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk"),
      .served([200])),
    RawCase(
      "upgrade to a web socket", get("Connection: Upgrade\r\nUpgrade: websocket"), .served([200])),
    RawCase("empty value", get("A:"), .served([200])),
    RawCase("white space as value", get("A: \t "), .served([200])),
    RawCase("white space around a value", get("A: \t b \t "), .served([200])),
    RawCase("tab inside a value", get("A: b\tc"), .served([200])),
    RawCase("UTF-8 in a value", get("A: ö"), .served([200])),
    RawCase("all token characters", get("!#$%&'*+-.^_`|~09azAZ: b"), .served([200])),
    RawCase("underscore like a length", post("Content_Length: 5"), .served([200])),
    RawCase("broken cookie", get("Cookie: ;;==\"a;b"), .served([200])),
    RawCase(
      "Connection names the length",
      post("Connection: Content-Length\r\nContent-Length: 5", "hello"), .served([200])),
    RawCase("DELETE", line("DELETE / HTTP/1.1"), .served([200])),
    RawCase("OPTIONS", line("OPTIONS / HTTP/1.1"), .served([200])),
    RawCase("PATCH", line("PATCH / HTTP/1.1"), .served([200])),
    RawCase(
      "PUT with a body", "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx", .served([200])),
  ]
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What ends a measurement: the server did not do what was asked.
struct LoadFailure: Error, CustomStringConvertible {
  let description: String
}

/// Returns nanoseconds since some instant.
func monotonicNanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Opens a connection to this machine.
func connectedSocket(port: UInt16) throws -> Int32 {
  #if canImport(Glibc)
    let kind = Int32(SOCK_STREAM.rawValue)
  #else
    let kind = SOCK_STREAM
  #endif
  let descriptor = socket(AF_INET, kind, 0)
  guard descriptor >= 0 else { throw LoadFailure(description: "no socket: errno \(errno)") }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  let result = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard result == 0 else {
    let code = errno
    close(descriptor)
    throw LoadFailure(description: "cannot connect: errno \(code)")
  }
  var one: Int32 = 1
  setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(4))
  return descriptor
}

/// A connection that is kept and used for one request after the other.
final class Client {
  private let port: UInt16
  let descriptor: Int32
  private var buffer: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 16_384)

  init(port: UInt16) throws {
    self.port = port
    descriptor = try connectedSocket(port: port)
  }

  deinit { close(descriptor) }

  struct Answer {
    let status: Int
    let cookie: String?
    let body: String

    /// The value of a field of a flat JSON object.
    func field(_ name: String) -> String? {
      guard let start = Answer.find("\"\(name)\":", in: body) else { return nil }
      var value = body.utf8[start...]
      if value.first == UInt8(ascii: "\"") { value.removeFirst() }
      return String(Substring(value.prefix { !"\",}]".utf8.contains($0) }))
    }

    private static func find(_ text: String, in body: String) -> String.Index? {
      var rest = body.utf8[...]
      while rest.count >= text.utf8.count {
        if rest.starts(with: text.utf8) {
          return rest.index(rest.startIndex, offsetBy: text.utf8.count)
        }
        rest.removeFirst()
      }
      return nil
    }
  }

  /// Sends a request and waits for its answer.
  func ask(
    _ method: String, _ path: String, body: String = "", cookie: String? = nil, key: String? = nil
  ) throws -> Answer {
    try send(method, path, body: body, cookie: cookie, key: key)
    while true {
      if let answer = takeAnswer() { return answer }
      try fill()
    }
  }

  /// Sends a request; its answer is awaited with ``fill()`` and ``takeAnswer()``.
  func send(
    _ method: String, _ path: String, body: String = "", cookie: String? = nil, key: String? = nil
  ) throws {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\n"
    if let cookie { head += "Cookie: \(cookie)\r\n" }
    if let key { head += "Idempotency-Key: \(key)\r\n" }
    if method != "GET" {
      head += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
    }
    try write(Array((head + "\r\n" + body).utf8))
  }

  private func write(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Client.send(descriptor, $0, from: sent)
      }
      guard count > 0 else { throw LoadFailure(description: "sending failed: errno \(errno)") }
      sent += count
    }
  }

  private static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, from: Int) -> Int {
    #if canImport(Glibc)
      Glibc.send(descriptor, bytes.baseAddress! + from, bytes.count - from, Int32(MSG_NOSIGNAL))
    #else
      Darwin.send(descriptor, bytes.baseAddress! + from, bytes.count - from, 0)
    #endif
  }

  /// Waits for bytes and takes them in.
  func fill() throws {
    let count = chunk.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    guard count > 0 else { throw LoadFailure(description: "the connection was closed") }
    buffer += chunk[..<count]
  }

  /// Takes out the answer that has come, or returns `nil` if some of it is still missing.
  func takeAnswer() -> Answer? {
    guard let headEnd = Client.headEnd(buffer) else { return nil }
    // Bytes and not texts: what the client itself costs counts as the server's time.
    let head = buffer[..<headEnd]
    let status = Client.number(buffer[9..<min(12, headEnd)])
    let length = Client.field("content-length", of: head).map(Client.number) ?? 0
    let cookie = Client.field("set-cookie", of: head).map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
    }
    guard buffer.count >= headEnd + 4 + length else { return nil }
    let body = String(decoding: buffer[(headEnd + 4)..<(headEnd + 4 + length)], as: UTF8.self)
    buffer.removeFirst(headEnd + 4 + length)
    return Answer(status: status, cookie: cookie, body: body)
  }

  /// The value of a header field, whose name is given in small letters.
  private static func field(
    _ name: StaticString, of head: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    let count = name.utf8CodeUnitCount
    var start = head.startIndex
    while let end = head[start...].firstIndex(of: 10) {
      start = end + 1
      guard start + count < head.endIndex, head[start + count] == UInt8(ascii: ":") else { continue }
      var index = 0
      while index < count, head[start + index] | 0x20 == name.utf8Start[index] | 0x20 { index += 1 }
      guard index == count else { continue }
      return head[(start + count + 1)...].drop { $0 == 0x20 }.prefix { $0 != 13 }
    }
    return nil
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.prefix { (0x30...0x39).contains($0) }.reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }

  private static func headEnd(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for index in 0...(bytes.count - 4)
    where bytes[index] == 13 && bytes[index + 1] == 10 && bytes[index + 2] == 13
      && bytes[index + 3] == 10
    {
      return index
    }
    return nil
  }
}

/// Two players who tell a story in turns of one character, through one connection.
final class Table {
  private let client: Client
  private var cookies: [String] = []
  private(set) var match = ""
  private var version = 0
  private var turns = 0
  private let name: String

  init(port: UInt16, name: String) throws {
    self.name = name
    client = try Client(port: port)
    try begin()
  }

  private func begin() throws {
    let options = "\"options\":\"turn=250 total=20000\""
    let made = try client.ask(
      "POST", "/v1/matches", body: "{\"game\":\"story\",\(options)}", cookie: cookies.first,
      key: "make-\(turns)")
    guard made.status == 201, let id = made.field("match") else {
      throw LoadFailure(description: "no match: \(made.status) \(made.body)")
    }
    if let cookie = made.cookie { cookies = [cookie] }
    match = id
    let joined = try client.ask(
      "POST", "/v1/matches/\(id)/join", cookie: cookies.count > 1 ? cookies[1] : nil,
      key: "join-\(turns)")
    guard joined.status == 200, let text = joined.field("version"), let number = Int(text) else {
      throw LoadFailure(description: "no second player: \(joined.status) \(joined.body)")
    }
    if let cookie = joined.cookie { cookies.append(cookie) }
    version = number
  }

  /// Takes the next turn.
  func turn() throws {
    try beginTurn()
    while try !proceed() {}
  }

  /// The socket on which the answer comes.
  var descriptor: Int32 { client.descriptor }

  /// Sends the next turn.
  func beginTurn() throws {
    try client.send(
      "POST", "/v1/matches/\(match)/moves",
      body: "{\"move\":\"write \\\"x\\\"\",\"version\":\(version)}", cookie: cookies[turns % 2],
      key: "\(name)-\(turns)")
  }

  /// Waits for something of the answer; returns whether that was all of it.
  func proceed() throws -> Bool {
    try client.fill()
    guard let answer = client.takeAnswer() else { return false }
    guard answer.status == 200, let text = answer.field("version"), let number = Int(text) else {
      throw LoadFailure(description: "a turn was refused: \(answer.status) \(answer.body)")
    }
    version = number
    turns += 1
    return true
  }
}

import Dispatch
import Glibc

/// An answer as it came over the wire.
struct RawResponse: Hashable, Sendable {
  var status: Int
  var headers: [String: String]
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }
}

/// A client that sends any bytes and blocks only threads of its own.
final class RawClient: Sendable {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "raw client")

  /// Connects to loopback; `receiveBuffer` limits what the kernel takes for a reader that does not read.
  init(port: UInt16, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    if var size = receiveBuffer {
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout.size(ofValue: size)))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // The object is complete, so `deinit` closes the descriptor also when this throws.
    guard result == 0 else { throw ClientError.cannotConnect(errno) }
  }

  deinit {
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  enum ClientError: Error { case cannotConnect(Int32), timeout(String), ended(String) }

  private func run<Value: Sendable>(_ body: @escaping @Sendable (Int32) -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { [self] in continuation.resume(returning: body(descriptor)) }
    }
  }

  /// Sends all bytes; returns whether the peer took them.
  @discardableResult
  func send(_ bytes: [UInt8]) async -> Bool {
    await run { descriptor in
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes { raw in
          Glibc.send(
            descriptor, raw.baseAddress.map { $0 + sent }, raw.count - sent, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }

  @discardableResult
  func send(_ text: String) async -> Bool {
    await send(Array(text.utf8))
  }

  /// Says that nothing more will be sent.
  func finishSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Breaks the connection with a reset.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout.size(ofValue: option)))
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Reads what comes until `isEnough` says so, the peer closes, or nothing came for `seconds`.
  func read(
    seconds: Int = 10, until isEnough: @escaping @Sendable ([UInt8]) -> Bool = { _ in false }
  ) async -> (bytes: [UInt8], isClosed: Bool) {
    await run { descriptor in
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while !isEnough(bytes) {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, Int32(seconds) * 1_000) > 0 else { return (bytes, false) }
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return (bytes, true) }
        bytes.append(contentsOf: buffer[..<count])
      }
      return (bytes, false)
    }
  }

  /// Reads until the text that came holds `part`.
  @discardableResult
  func read(until part: String, seconds: Int = 10) async throws -> String {
    let wanted = Array(part.utf8)
    let (bytes, isClosed) = await read(seconds: seconds) { $0.firstRange(of: wanted) != nil }
    let text = String(decoding: bytes, as: UTF8.self)
    if bytes.firstRange(of: wanted) == nil {
      throw isClosed ? ClientError.ended(text) : ClientError.timeout(text)
    }
    return text
  }

  /// Reads to the end and takes the answers apart.
  func responses(heads: Set<Int> = []) async -> (list: [RawResponse], rest: [UInt8], isClosed: Bool)
  {
    let (bytes, isClosed) = await read()
    let (list, rest) = RawClient.parse(bytes, heads: heads)
    return (list, rest, isClosed)
  }

  /// The content of a chunked body.
  static func dechunk(_ text: Substring) -> String {
    var rest = text.utf8
    var content: [UInt8] = []
    while let end = rest.firstRange(of: "\r\n".utf8),
      let size = Int(String(rest[..<end.lowerBound]) ?? "", radix: 16), size > 0
    {
      rest = rest[end.upperBound...]
      content += rest.prefix(size)
      rest = rest.dropFirst(size + 2)
    }
    return String(decoding: content, as: UTF8.self)
  }

  /// Takes a sequence of answers apart; those numbered in `heads` answer HEAD and have no body.
  static func parse(_ bytes: [UInt8], heads: Set<Int> = []) -> ([RawResponse], [UInt8]) {
    var list: [RawResponse] = []
    var rest = bytes[...]
    while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
      let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
        .split(separator: "\r\n", omittingEmptySubsequences: false)
      guard lines[0].hasPrefix("HTTP/1."),
        let status = Int(lines[0].dropFirst(9).prefix(3))
      else { break }
      var headers: [String: String] = [:]
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        headers[line[..<colon].lowercased()] =
          String(line[line.index(after: colon)...].drop { $0 == " " })
      }
      rest = rest[end.upperBound...]
      var body: [UInt8] = []
      if status != 100, !heads.contains(list.count) {
        let length = Int(headers["content-length"] ?? "") ?? 0
        body = Array(rest.prefix(length))
        rest = rest.dropFirst(length)
      }
      list.append(RawResponse(status: status, headers: headers, body: body))
    }
    return (list, Array(rest))
  }
}

/// Keeps connections open up to this line; an optimised build closes them after their last use.
func keepOpen(_ clients: RawClient?...) {
  withExtendedLifetime(clients) {}
}

/// Keeps connections open up to this line.
func keepOpen(_ clients: [RawClient]) {
  withExtendedLifetime(clients) {}
}

/// Sends bytes over a new connection and reads to its end.
func exchange(
  _ port: UInt16, _ bytes: [UInt8], heads: Set<Int> = []
) async throws -> (list: [RawResponse], rest: [UInt8], isClosed: Bool) {
  let client = try RawClient(port: port)
  await client.send(bytes)
  return await client.responses(heads: heads)
}

func exchange(
  _ port: UInt16, _ text: String, heads: Set<Int> = []
) async throws -> (list: [RawResponse], rest: [UInt8], isClosed: Bool) {
  try await exchange(port, Array(text.utf8), heads: heads)
}

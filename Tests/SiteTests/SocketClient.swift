import Dispatch
import HTTPServer
import Hosting
import Site
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection to loopback that blocks only a thread of its own.
final class SocketClient: Sendable {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "socket client")

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
  }

  deinit { close(descriptor) }

  /// Sends a request and reads until the peer closes, or `isEnough` says so, or nothing came for a minute.
  func exchange(
    _ text: String, until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async -> String {
    await withCheckedContinuation { continuation in
      queue.async { [descriptor] in
        let bytes = Array(text.utf8)
        _ = bytes.isEmpty ? 0 : send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isEnough(String(decoding: received, as: UTF8.self)) {
          var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          guard Glibc.poll(&poll, 1, 60_000) > 0 else { break }
          let count = recv(descriptor, &buffer, buffer.count, 0)
          guard count > 0 else { break }
          received += buffer[..<count]
        }
        continuation.resume(returning: String(decoding: received, as: UTF8.self))
      }
    }
  }
}

/// An answer as it came over the wire.
struct WireAnswer: Sendable {
  let status: Int
  let head: String
  let body: String

  init(_ text: String) throws {
    let end = try #require(text.firstRange(of: "\r\n\r\n"), "no whole head: \(text)")
    head = String(text[..<end.lowerBound])
    body = String(text[end.upperBound...])
    status = try #require(Int(head.dropFirst(9).prefix(3)))
  }
}

/// Somebody at the other end of a socket, with a cookie.
actor WireVisitor {
  private let port: UInt16
  private var cookie: String?
  private var lastKey = 0

  init(port: UInt16) { self.port = port }

  var cookieLine: String { cookie.map { "Cookie: \($0)\r\n" } ?? "" }

  func ask(_ method: String, _ target: String, _ body: String? = nil) async throws -> WireAnswer {
    lastKey += 1
    var text =
      "\(method) \(target) HTTP/1.1\r\nHost: baton.test\r\nConnection: close\r\n\(cookieLine)"
    if let body {
      text += "Idempotency-Key: k-\(lastKey)\r\nContent-Type: application/json\r\n"
      text += "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    } else {
      text += "\r\n"
    }
    let answer = try WireAnswer(await SocketClient(port: port).exchange(text))
    if let given = answer.head.between("Set-Cookie: ", ";") { cookie = given }
    return answer
  }
}

/// Runs a site behind a real server on any free port.
func withServer(_ place: Place, _ body: (UInt16) async throws -> Void) async throws {
  let server = HTTPServer(configuration: HTTPServerConfiguration(), time: SystemTime()) { request in
    await place.site.handle(request)
  }
  try server.start()
  let port = try #require(server.port)
  do {
    try await body(port)
  } catch {
    await server.stop(withinMilliseconds: 0)
    throw error
  }
  await server.stop(withinMilliseconds: 0)
}

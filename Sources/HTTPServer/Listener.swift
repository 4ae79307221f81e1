internal import CMicroHTTPD
internal import Glibc

/// A listening socket.
struct Listener {
  let descriptor: Int32
  let port: UInt16

  /// Opens the socket; `::` takes IPv4 peers too.
  init(address: String, port: UInt16) throws(HTTPServerError) {
    guard var target = SocketAddress(address, port: port) else {
      throw HTTPServerError(code: .invalidAddress, systemError: 0)
    }
    let descriptor = socket(
      target.family,
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw HTTPServerError(code: .cannotListen, systemError: errno) }
    Listener.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    if target.family == AF_INET6 {
      Listener.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, address == "::" ? 0 : 1)
    }
    guard target.withPointer({ bind(descriptor, $0, $1) }) == 0, listen(descriptor, 1_024) == 0
    else {
      let error = errno
      Glibc.close(descriptor)
      throw HTTPServerError(code: .cannotListen, systemError: error)
    }
    var bound = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    _ = withUnsafeMutablePointer(to: &bound) { bound in
      bound.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        getsockname(descriptor, address, &length)
      }
    }
    self.descriptor = descriptor
    // Both kinds of address hold the port at the same place.
    self.port = withUnsafeBytes(of: &bound) { raw in
      UInt16(bigEndian: raw.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    }
  }

  func close() {
    Glibc.close(descriptor)
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(
      descriptor, level, option, &value, socklen_t(MemoryLayout.size(ofValue: value)))
  }
}

/// A numeric address as the system wants it.
private struct SocketAddress {
  private var storage = sockaddr_storage()
  private let length: socklen_t
  let family: Int32

  init?(_ text: String, port: UInt16) {
    var four = sockaddr_in()
    var six = sockaddr_in6()
    if inet_pton(AF_INET, text, &four.sin_addr) == 1 {
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port.bigEndian
      family = AF_INET
      length = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutableBytes(of: &storage) { storage in
        withUnsafeBytes(of: four) { storage.copyMemory(from: $0) }
      }
    } else if inet_pton(AF_INET6, text, &six.sin6_addr) == 1 {
      six.sin6_family = sa_family_t(AF_INET6)
      six.sin6_port = port.bigEndian
      family = AF_INET6
      length = socklen_t(MemoryLayout<sockaddr_in6>.size)
      withUnsafeMutableBytes(of: &storage) { storage in
        withUnsafeBytes(of: six) { storage.copyMemory(from: $0) }
      }
    } else {
      return nil
    }
  }

  mutating func withPointer<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    let length = length
    return withUnsafePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}

internal import CMicroHTTPD
internal import Glibc

/// The numeric address of a peer.
struct PeerAddress: Sendable {
  /// What the limit of connections counts by: an IPv4 address, or the /64 network of an IPv6 address.
  struct Network: Hashable, Sendable {
    let isIPv4: Bool
    let bits: UInt64
  }

  let text: String
  let network: Network

  /// Reads the address that `accept` returned.
  init(_ storage: sockaddr_storage) {
    self = withUnsafeBytes(of: storage) { raw in
      switch Int32(storage.ss_family) {
      case AF_INET:
        let address = raw.loadUnaligned(as: sockaddr_in.self)
        return withUnsafeBytes(of: address.sin_addr) { PeerAddress(ipv4: Array($0)) }
      case AF_INET6:
        let address = raw.loadUnaligned(as: sockaddr_in6.self)
        return withUnsafeBytes(of: address.sin6_addr) { PeerAddress(ipv6: Array($0)) }
      default:
        return PeerAddress(text: "unknown", network: Network(isIPv4: false, bits: 0))
      }
    }
  }

  private init(text: String, network: Network) {
    self.text = text
    self.network = network
  }

  private init(ipv4 bytes: [UInt8]) {
    text = bytes.map { String($0) }.joined(separator: ".")
    network = Network(isIPv4: true, bits: bytes.reduce(0) { $0 << 8 | UInt64($1) })
  }

  private init(ipv6 bytes: [UInt8]) {
    if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
      // A socket for both kinds shows IPv4 peers in this dress.
      self.init(ipv4: Array(bytes[12...]))
      return
    }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    _ = bytes.withUnsafeBytes { inet_ntop(AF_INET6, $0.baseAddress, &text, socklen_t(text.count)) }
    let end = text.firstIndex(of: 0) ?? text.endIndex
    self.init(
      text: String(decoding: text[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self),
      network: Network(isIPv4: false, bits: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }))
  }
}

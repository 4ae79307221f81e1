public import HTTPServer

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A numeric address of a peer: 16 bytes, an IPv4 one in the form that IPv6 has for it.
struct ClientAddress: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Reads an address, perhaps in brackets or with a port; `nil` for anything else.
  init?(_ text: some StringProtocol) {
    let raw = Array(text.utf8)
    // Longer than any address with brackets and a port; nothing of it is looked at.
    guard raw.count <= 64, raw.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    var host = raw[...]
    if raw.first == UInt8(ascii: "[") {
      guard let end = raw.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      host = raw[1..<end]
      guard ClientAddress.isPort(raw[(end + 1)...]) else { return nil }
    } else if raw.filter({ $0 == UInt8(ascii: ":") }).count == 1,
      let colon = raw.firstIndex(of: UInt8(ascii: ":"))
    {
      host = raw[..<colon]
      guard ClientAddress.isPort(raw[colon...]) else { return nil }
    }
    let isIPv4 = !host.contains(UInt8(ascii: ":"))
    let name = String(decoding: host, as: UTF8.self)
    var output = [UInt8](repeating: 0, count: isIPv4 ? 4 : 16)
    guard inet_pton(isIPv4 ? AF_INET : AF_INET6, name, &output) == 1 else { return nil }
    bytes = isIPv4 ? ClientAddress.prefix + output : output
  }

  private static let prefix: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  private static func isPort(_ rest: ArraySlice<UInt8>) -> Bool {
    if rest.isEmpty { return true }
    return rest.first == UInt8(ascii: ":") && (2...6).contains(rest.count)
      && rest.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }

  var isIPv4: Bool { bytes.starts(with: ClientAddress.prefix) }

  var isLoopback: Bool {
    isIPv4 ? bytes[12] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// What limits count by: an IPv4 address, or the /64 network of an IPv6 address, as text.
  var network: String {
    let part = isIPv4 ? bytes[12...] : bytes[..<8]
    return part.map { String($0) }.joined(separator: isIPv4 ? "." : "-")
  }

  fileprivate func shares(_ bits: Int, with other: ClientAddress) -> Bool {
    (0..<16).allSatisfy { index in
      let kept = min(max(bits - 8 * index, 0), 8)
      let mask = UInt8(truncatingIfNeeded: 0xFF00 >> kept)
      return bytes[index] & mask == other.bytes[index] & mask
    }
  }
}

/// The proxies whose word about a client's address is believed.
///
/// A proxy adds the address that it saw at the right end of `X-Forwarded-For`; everything left of what a trusted
/// proxy wrote may be made up. So the list is read from the right, as far as the proxies are trusted.
public struct TrustedProxies: Sendable {
  private var networks: [(address: ClientAddress, bits: Int)] = []

  /// Creates a list of none.
  public init() {}

  /// Creates a list of addresses and networks, such as `127.0.0.1`, `10.0.0.0/8` or `2001:db8::/32`.
  ///
  /// Returns `nil` if one of them is neither.
  public init?(_ list: [String]) {
    for text in list {
      let parts = text.utf8.split(
        separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
      guard let address = ClientAddress(String(decoding: parts[0], as: UTF8.self)) else {
        return nil
      }
      var bits = 128
      if parts.count == 2 {
        let digits = parts[1]
        guard (1...3).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard number <= (address.isIPv4 ? 32 : 128) else { return nil }
        bits = number + (address.isIPv4 ? 96 : 0)
      }
      networks.append((address, bits))
    }
  }

  /// Whether there is none.
  public var isEmpty: Bool { networks.isEmpty }

  private func contains(_ address: ClientAddress) -> Bool {
    networks.contains { $0.address.shares($0.bits, with: address) }
  }

  /// The address that a request came from, by the word of trusted proxies and of nobody else.
  func clientAddress(of request: HTTPRequest) -> ClientAddress? {
    guard var address = ClientAddress(request.peerAddress) else { return nil }
    guard !networks.isEmpty else { return address }
    let hops = request.headers.values(for: "X-Forwarded-For").flatMap { header in
      header.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
        TrustedProxies.trimmed($0)
      }
    }
    for hop in hops.reversed() {
      // What a trusted proxy did not write well ends the walk: nothing left of it can be believed.
      guard contains(address), let next = ClientAddress(hop) else { break }
      address = next
    }
    return address
  }

  private static func trimmed(_ text: Substring.UTF8View) -> String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let start = text.drop(while: isBlank)
    let end = start.reversed().prefix(while: isBlank).count
    return String(decoding: start.dropLast(end), as: UTF8.self)
  }

  /// The address of the client that a request came from as text for limits and logs, or `nil` if it has none.
  ///
  /// An IPv4 address stands for itself, an IPv6 address for its /64 network.
  public func clientNetwork(of request: HTTPRequest) -> String? {
    clientAddress(of: request)?.network
  }
}

extension Site {
  /// What limits count a request by, or `nil` if it may come from anybody.
  ///
  /// On a loopback address a proxy that was not named stands for all people: counting them as one would keep them
  /// out together.
  func limitKey(of request: HTTPRequest) -> String? {
    guard let address = proxies.clientAddress(of: request), !address.isLoopback else { return nil }
    return address.network
  }
}

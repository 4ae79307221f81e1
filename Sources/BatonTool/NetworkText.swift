#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Addresses and networks as settings write them.
enum NetworkText {
  /// Whether a text is a numeric address, or one with the length of its network after a slash.
  static func isAddressOrNetwork(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, let bits = bits(String(first)) else {
      return false
    }
    guard parts.count == 2 else { return true }
    guard let length = Int(parts[1]), parts[1].utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
    else { return false }
    return length <= bits
  }

  /// The number of bits of a numeric address; `nil` if it is none.
  static func bits(_ text: String) -> Int? {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return 32 }
    var six = in6_addr()
    return inet_pton(AF_INET6, text, &six) == 1 ? 128 : nil
  }
}

/// A numeric address with a port.
public struct ListenAddress: Hashable, Sendable {
  /// The numeric address, without brackets.
  public let address: String
  /// The port; 0 for any free one.
  public let port: UInt16

  /// Reads `127.0.0.1:9464` or `[::1]:9464`; `nil` for anything else.
  public init?(_ text: String) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
      let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var host = text[..<colon]
    if host.utf8.first == UInt8(ascii: "["), host.utf8.last == UInt8(ascii: "]") {
      host = host.dropFirst().dropLast()
      guard NetworkText.bits(String(host)) == 128 else { return nil }
    } else {
      guard NetworkText.bits(String(host)) == 32 else { return nil }
    }
    address = String(host)
    self.port = port
  }

  /// Whether only this machine can reach it.
  public var isLoopback: Bool { address.hasPrefix("127.") || address == "::1" }
}

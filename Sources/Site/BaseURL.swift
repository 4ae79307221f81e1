/// Where the pages are reached from outside, as the host says: a scheme, a host and perhaps a port.
///
/// It never comes from a header, which anybody can write.
public struct BaseURL: Hashable, Sendable {
  /// The address without a slash at its end: `https://play.example.org`.
  public let text: String

  /// Whether browsers reach the pages by TLS only.
  public var isSecure: Bool { text.utf8.starts(with: "https://".utf8) }

  /// Creates a base address; `nil` unless it is `http://` or `https://`, a host and perhaps a port.
  public init?(_ text: String) {
    let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
    guard let scheme = ["https://", "http://"].first(where: { trimmed.hasPrefix($0) }) else {
      return nil
    }
    let host = trimmed.utf8.dropFirst(scheme.utf8.count)
    let allowed = { (byte: UInt8) in
      (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20)
        || [
          UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "["),
          UInt8(ascii: "]"),
        ]
        .contains(byte)
    }
    guard !host.isEmpty, host.count <= 255, host.allSatisfy(allowed) else { return nil }
    self.text = trimmed
  }
}

internal import HTTPServer

/// A cookie that only the server reads.
struct Cookie {
  /// Its name; where TLS is sure it says so, and browsers take it from no other host and no plain connection.
  let name: String
  private let isSecure: Bool

  init(_ name: StaticString, isSecure: Bool) {
    self.name = isSecure ? "__Host-\(name)" : "\(name)"
    self.isSecure = isSecure
  }

  /// What a request shows, or `nil`.
  ///
  /// Where TLS is sure only the cookie of that name counts: the other one may come from a neighbouring host or
  /// over a plain connection, by which somebody could sign a reader in as somebody else.
  func value(of request: HTTPRequest) -> String? {
    for header in request.headers.values(for: "Cookie") {
      // Bytes, since comparing what a client sends as text can take long.
      for part in header.utf8.split(separator: UInt8(ascii: ";")) {
        let pair = part.drop { $0 == 0x20 }.split(separator: UInt8(ascii: "="), maxSplits: 1)
        guard pair.count == 2, pair[0].elementsEqual(name.utf8) else { continue }
        return String(decoding: pair[1], as: UTF8.self)
      }
    }
    return nil
  }

  /// The header that hands a value to the browser for a year, out of the reach of scripts.
  func header(_ value: String) -> String { header(value, seconds: 31_536_000) }

  /// The header that takes it away again.
  var removal: String { header("", seconds: 0) }

  private func header(_ value: String, seconds: Int) -> String {
    "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
      + (isSecure ? "; Secure" : "")
  }
}

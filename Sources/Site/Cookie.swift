internal import HTTPServer
internal import Service

/// The cookie that holds a player's session.
enum SessionCookie {
  static let name = "baton"
  /// The name where TLS is sure: browsers then take it from no other host and no plain connection.
  static let secureName = "__Host-baton"

  /// The token that a request shows, or `nil` if it shows none.
  ///
  /// Where TLS is sure only the cookie of that name counts: the other one may come from a neighbouring host or
  /// over a plain connection, by which somebody could sign a reader in as somebody else.
  static func token(of request: HTTPRequest, isSecure: Bool) -> SessionToken? {
    let name = isSecure ? secureName : name
    for header in request.headers.values(for: "Cookie") {
      // Bytes, since comparing what a client sends as text can take long.
      for part in header.utf8.split(separator: UInt8(ascii: ";")) {
        let pair = part.drop { $0 == 0x20 }.split(separator: UInt8(ascii: "="), maxSplits: 1)
        guard pair.count == 2, pair[0].elementsEqual(name.utf8) else { continue }
        return SessionToken(String(decoding: pair[1], as: UTF8.self))
      }
    }
    return nil
  }

  /// The header that hands a token to the browser for a year, out of the reach of scripts.
  static func header(for token: SessionToken, isSecure: Bool) -> String {
    "\(isSecure ? secureName : name)=\(token.text); Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
      + (isSecure ? "; Secure" : "")
  }
}

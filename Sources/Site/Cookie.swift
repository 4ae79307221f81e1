internal import HTTPServer
internal import Service

/// The cookie that holds a player's session.
enum SessionCookie {
  static let name = "baton"

  /// The token that a request shows, or `nil` if it shows none.
  static func token(of request: HTTPRequest) -> SessionToken? {
    for header in request.headers.values(for: "Cookie") {
      for part in header.split(separator: ";") {
        let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
        if pair.count == 2, pair[0] == name { return SessionToken(String(pair[1])) }
      }
    }
    return nil
  }

  /// The header that hands a token to the browser for a year, out of the reach of scripts.
  static func header(for token: SessionToken) -> String {
    "\(name)=\(token.text); Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
  }
}

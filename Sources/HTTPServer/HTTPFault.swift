/// A request that the server answers by itself because it is malformed or over a limit.
package struct HTTPFault: Error, Hashable, Sendable {
  /// The status of the answer.
  package let status: Int

  /// What is wrong, in a few words for people who read logs.
  package let title: String

  /// The methods to name in an `Allow` field.
  package var allow: String?

  package init(_ status: Int, _ title: String, allow: String? = nil) {
    self.status = status
    self.title = title
    self.allow = allow
  }

  static func malformed(_ title: String) -> HTTPFault { HTTPFault(400, title) }

  static let headTimeout = HTTPFault(408, "The request head took too long")
  static let bodyTimeout = HTTPFault(408, "The request body came too slowly")
  static let bodyTooLarge = HTTPFault(413, "The body is too large")
  static let overloaded = HTTPFault(503, "Too many connections")

  /// The `application/problem+json` document of the answer.
  package var document: String {
    HTTPResponse.problemDocument(status: status, title: title)
  }

  /// The whole answer as bytes, for where the answer is written past the HTTP library.
  var message: [UInt8] {
    let body = document
    let head =
      "HTTP/1.1 \(status) \(HTTPFault.reason(status))\r\nContent-Type: application/problem+json\r\n"
      + "Content-Length: \(body.utf8.count)\r\nCache-Control: no-store\r\n"
      + "Connection: close\r\n\r\n"
    return Array((head + body).utf8)
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 408: "Request Timeout"
    case 413: "Content Too Large"
    case 503: "Service Unavailable"
    default: "Bad Request"
    }
  }
}

/// What a handler answers.
public struct HTTPResponse: Sendable {
  /// The content of a response.
  public enum Body: Sendable {
    /// Bytes that are all there.
    case bytes([UInt8])
    /// Bytes that come as time goes by.
    case stream(ResponseStream)
  }

  /// The status code, from 200 to 599.
  public var status: Int

  /// The header fields; length, coding, date and connection are the server's own affair.
  public var headers: HTTPHeaders

  /// The content.
  ///
  /// For HEAD it is not sent, but its length is told.
  public var body: Body

  /// Creates a response.
  public init(status: Int = 200, headers: HTTPHeaders = [:], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A response with a text in UTF-8.
  public static func text(
    _ text: String, status: Int = 200, contentType: StaticString = "text/plain; charset=utf-8"
  ) -> HTTPResponse {
    .bytes(Array(text.utf8), status: status, contentType: contentType)
  }

  /// A response with bytes of a given media type.
  public static func bytes(
    _ bytes: [UInt8], status: Int = 200, contentType: StaticString
  ) -> HTTPResponse {
    // Not checked each time: it is a literal, and this is the path of almost every answer.
    assert(HTTPSyntax.isFieldValue(contentType.description.utf8), "invalid media type")
    var headers = HTTPHeaders()
    headers.appendChecked(name: "Content-Type", value: contentType.description)
    return HTTPResponse(status: status, headers: headers, body: .bytes(bytes))
  }

  /// A response without content.
  public static func empty(status: Int = 204) -> HTTPResponse {
    HTTPResponse(status: status)
  }

  /// A response that names an error as RFC 9457 says, without details.
  public static func problem(status: Int, title: String) -> HTTPResponse {
    .text(
      problemDocument(status: status, title: title), status: status,
      contentType: "application/problem+json")
  }

  /// A response whose content the stream delivers as it is written.
  public static func stream(
    _ stream: ResponseStream, contentType: StaticString = "text/event-stream"
  ) -> HTTPResponse {
    HTTPResponse(
      headers: HTTPHeaders(
        dictionaryLiteral: ("Content-Type", contentType), ("Cache-Control", "no-store"),
        ("X-Accel-Buffering", "no")),
      body: .stream(stream))
  }

  static func problemDocument(status: Int, title: String) -> String {
    var escaped = ""
    for scalar in title.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return "{\"type\":\"about:blank\",\"title\":\"\(escaped)\",\"status\":\(status),"
      + "\"code\":\"\(code(of: status))\"}"
  }

  /// The stable word for programs, as the errors of the layers above have one.
  private static func code(of status: Int) -> String {
    switch status {
    case 400, 414, 431, 505: "malformed"
    case 405, 501: "methodNotAllowed"
    case 408: "tooSlow"
    case 413: "dataTooLarge"
    case 503: "unavailable"
    default: "internal"
    }
  }
}

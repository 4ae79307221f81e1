/// The head of a request after the guard: what it says is unambiguous.
///
/// The guard is stricter than RFC 9112 wherever two readers of the same bytes could disagree about where a
/// request ends, because a proxy in front may be such a second reader.
package struct RequestHead: Sendable {
  /// The limits that the guard applies.
  package struct Limits: Sendable {
    package var target = 8_192
    package var headers = 100
    package var arguments = 100
    package var body = 409_600

    package init() {}
  }

  /// The raw pieces of a head, as they were sent.
  package struct Raw {
    package var method: [UInt8]
    package var target: [UInt8]
    package var version: [UInt8]
    package var fields: [(name: [UInt8], value: [UInt8])]

    package init(
      method: [UInt8], target: [UInt8], version: [UInt8],
      fields: [(name: [UInt8], value: [UInt8])]
    ) {
      self.method = method
      self.target = target
      self.version = version
      self.fields = fields
    }
  }

  /// How the end of the body is found.
  package enum Framing: Hashable, Sendable {
    case none
    case length(Int)
    case chunked
  }

  package var method: HTTPMethod
  package var path: String
  package var segments: [String]
  package var query: [HTTPRequest.Argument]
  package var headers: HTTPHeaders
  package var framing: Framing

  /// Whether the connection must close after the answer.
  ///
  /// So it is after HTTP/1.0, and after every chunked body: the HTTP library reads chunks more
  /// generously than a proxy might, and bytes that are never read as a next request cannot be smuggled
  /// in as one.
  package var endsConnection: Bool

  /// Whether the request is one of HTTP/1.1 that says nothing against keeping the connection.
  var keepsConnection: Bool {
    guard !endsConnection else { return false }
    guard let wish = headers["Connection"] else { return true }
    return wish.lowercased() == "keep-alive"
  }

  /// Checks a head.
  ///
  /// - Throws: The fault to answer with; the connection must then close.
  package init(_ raw: borrowing Raw, limits: Limits) throws(HTTPFault) {
    let isCurrent = try RequestHead.isHTTP11(raw.version)
    method = try RequestHead.method(raw.method)
    let target = try RequestHead.Target(raw.target, limits: limits)
    path = target.path
    segments = target.segments
    query = target.query
    headers = try RequestHead.headers(raw.fields, limit: limits.headers)
    try RequestHead.checkHost(headers, isRequired: isCurrent)
    framing = try RequestHead.framing(headers, isCurrent: isCurrent)
    try RequestHead.checkContent(headers, isCurrent: isCurrent)
    if case .length(let length) = framing, length > limits.body { throw .bodyTooLarge }
    endsConnection = !isCurrent || framing == .chunked
  }

  private static func isHTTP11(_ version: [UInt8]) throws(HTTPFault) -> Bool {
    if version.elementsEqual("HTTP/1.1".utf8) { return true }
    if version.elementsEqual("HTTP/1.0".utf8) { return false }
    throw HTTPFault(505, "Only HTTP/1.1 and HTTP/1.0 are spoken here")
  }

  private static func method(_ bytes: [UInt8]) throws(HTTPFault) -> HTTPMethod {
    for method in HTTPMethod.all where bytes.elementsEqual(method.rawValue.utf8) { return method }
    guard HTTPSyntax.isToken(bytes) else { throw .malformed("The method is not a token") }
    // Registered methods that nothing here answers; what is no method at all is answered 501.
    if ["TRACE", "CONNECT", "QUERY"].contains(where: { bytes.elementsEqual($0.utf8) }) {
      let allowed = HTTPMethod.all.map(\.rawValue).joined(separator: ", ")
      throw HTTPFault(405, "This method is not allowed", allow: allowed)
    }
    throw HTTPFault(501, "This method is not known")
  }

  private static func headers(
    _ fields: [(name: [UInt8], value: [UInt8])], limit: Int
  ) throws(HTTPFault) -> HTTPHeaders {
    guard fields.count <= limit else { throw HTTPFault(431, "Too many header fields") }
    var headers = HTTPHeaders()
    for field in fields {
      guard HTTPSyntax.isToken(field.name) else {
        throw .malformed("A header name is not a token")
      }
      let value = trimmed(field.value)
      guard HTTPSyntax.isFieldValue(value), let text = String(validating: value, as: UTF8.self)
      else { throw .malformed("A header value holds forbidden bytes") }
      headers.appendChecked(name: String(decoding: field.name, as: UTF8.self), value: text)
    }
    return headers
  }

  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var slice = bytes[...]
    while let first = slice.first, HTTPSyntax.isBlank(first) { slice.removeFirst() }
    while let last = slice.last, HTTPSyntax.isBlank(last) { slice.removeLast() }
    return slice
  }

  private static func checkHost(_ headers: HTTPHeaders, isRequired: Bool) throws(HTTPFault) {
    let hosts = headers.values(for: "Host")
    if hosts.isEmpty {
      if isRequired { throw .malformed("The Host field is missing") }
      return
    }
    guard hosts.count == 1 else { throw .malformed("There is more than one Host field") }
    guard !hosts[0].isEmpty, hosts[0].utf8.count <= 255,
      hosts[0].utf8.allSatisfy(HTTPSyntax.isHostByte)
    else { throw .malformed("The Host field is not a host") }
  }

  private static func framing(
    _ headers: HTTPHeaders, isCurrent: Bool
  ) throws(HTTPFault) -> Framing {
    let lengths = headers.values(for: "Content-Length")
    let codings = headers.values(for: "Transfer-Encoding")
    if !codings.isEmpty {
      guard lengths.isEmpty else {
        throw .malformed("Content-Length and Transfer-Encoding exclude each other")
      }
      guard isCurrent else { throw .malformed("HTTP/1.0 knows no Transfer-Encoding") }
      guard codings.count == 1, codings[0].equalsIgnoringASCIICase("chunked") else {
        throw HTTPFault(501, "The only transfer coding is chunked")
      }
      return .chunked
    }
    guard let length = lengths.first else { return .none }
    guard lengths.count == 1 else { throw .malformed("There is more than one Content-Length") }
    guard !length.isEmpty, length.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      throw .malformed("The Content-Length is not a number")
    }
    // `Int` refuses what does not fit; such a length is over every limit.
    guard let number = Int(length) else { throw .bodyTooLarge }
    return .length(number)
  }

  private static func checkContent(
    _ headers: HTTPHeaders, isCurrent: Bool
  ) throws(HTTPFault) {
    for coding in headers.values(for: "Content-Encoding")
    where !coding.equalsIgnoringASCIICase("identity") {
      throw HTTPFault(415, "Bodies are read without a content coding only")
    }
    let expectations = headers.values(for: "Expect")
    guard isCurrent, let expectation = expectations.first else { return }
    guard expectations.count == 1, expectation.equalsIgnoringASCIICase("100-continue") else {
      throw HTTPFault(417, "The only expectation is 100-continue")
    }
  }
}

extension RequestHead {
  /// The target of a request, taken apart and decoded.
  struct Target {
    let path: String
    let segments: [String]
    let query: [HTTPRequest.Argument]

    init(_ bytes: [UInt8], limits: Limits) throws(HTTPFault) {
      guard bytes.count <= limits.target else { throw HTTPFault(414, "The target is too long") }
      guard bytes.first == UInt8(ascii: "/") else {
        throw .malformed("The target does not begin with a slash")
      }
      guard bytes.allSatisfy(HTTPSyntax.isTargetByte) else {
        throw .malformed("The target holds forbidden bytes")
      }
      let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
      path = String(decoding: bytes[..<end], as: UTF8.self)
      segments = try Target.segments(bytes[..<end])
      query =
        end == bytes.endIndex
        ? [] : try Target.arguments(bytes[(end + 1)...], limit: limits.arguments)
    }

    private static func segments(_ path: ArraySlice<UInt8>) throws(HTTPFault) -> [String] {
      var segments: [String] = []
      for part in path.dropFirst().split(
        separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      {
        guard let segment = PercentCoding.decode(part, plusIsSpace: false),
          segment.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { throw .malformed("The path is not well encoded") }
        segments.append(segment)
      }
      return segments
    }

    private static func arguments(
      _ query: ArraySlice<UInt8>, limit: Int
    ) throws(HTTPFault) -> [HTTPRequest.Argument] {
      var arguments: [HTTPRequest.Argument] = []
      for part in query.split(separator: UInt8(ascii: "&")) {
        guard arguments.count < limit else { throw .malformed("There are too many arguments") }
        let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
        guard let name = PercentCoding.decode(part[..<equals], plusIsSpace: true),
          let value = PercentCoding.decode(part[equals...].dropFirst(), plusIsSpace: true)
        else { throw .malformed("The query is not well encoded") }
        arguments.append(HTTPRequest.Argument(name: name, value: value))
      }
      return arguments
    }
  }
}

extension HTTPRequest {
  /// Creates a request as if it had come over the network, for tests of handlers.
  ///
  /// Returns `nil` if the guard would refuse the target.
  public init?(
    method: HTTPMethod, target: String, headers: HTTPHeaders = [:], body: [UInt8] = [],
    peerAddress: String = "127.0.0.1", receivedAt: Int64 = 0
  ) {
    guard let parts = try? RequestHead.Target(Array(target.utf8), limits: RequestHead.Limits())
    else { return nil }
    self.method = method
    path = parts.path
    segments = parts.segments
    query = parts.query
    self.headers = headers
    self.body = body
    self.peerAddress = peerAddress
    self.receivedAt = receivedAt
  }

  init(head: RequestHead, body: [UInt8], peerAddress: String, receivedAt: Int64) {
    method = head.method
    path = head.path
    segments = head.segments
    query = head.query
    headers = head.headers
    self.body = body
    self.peerAddress = peerAddress
    self.receivedAt = receivedAt
  }
}

@testable import Games
@testable import HTTPServer
@testable import Matches
@testable import Service
@testable import Site

/// What stands around the bodies of requests.
extension FuzzTarget {
  static let wire: [FuzzTarget] = [
    FuzzTarget("head", readHead),
    FuzzTarget("target", readTarget),
    FuzzTarget("cookie", readCookie),
    FuzzTarget("address", readAddress),
    FuzzTarget("cursor", text: readCursor),
  ]

  /// Lines: method, target and version, then name and value of each field.
  @Sendable private static func readHead(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let words = (lines.first ?? []).split(
      separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false
    ).map { Array($0) }
    let fields = lines.dropFirst().map { line in
      let end = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
      return (name: Array(line[..<end]), value: Array(line[end...].dropFirst()))
    }
    let raw = RequestHead.Raw(
      method: words.first ?? [], target: words.count > 1 ? words[1] : [],
      version: words.count > 2 ? words[2] : [], fields: fields)
    let limits = RequestHead.Limits()
    guard let head = try? RequestHead(raw, limits: limits) else { return }
    expect(head.headers.fields.count <= limits.headers, "more fields than the limit")
    expect(head.query.count <= limits.arguments, "more arguments than the limit")
    for field in head.headers.fields {
      expect(HTTPSyntax.isToken(field.name.utf8), "a name that is no token")
      expect(
        field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 },
        "a control character in a value")
    }
    expect(head.headers.values(for: "Host").count <= 1, "two hosts")
    let lengths = head.headers.values(for: "Content-Length")
    expect(
      lengths.isEmpty || head.headers["Transfer-Encoding"] == nil, "a length and a coding at once")
    if case .length(let length) = head.framing {
      expect((0...limits.body).contains(length), "a body over the limit")
    }
    for segment in head.segments { expect(!segment.utf8.contains(0), "NUL in a path") }
  }

  @Sendable private static func readTarget(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let request = HTTPRequest(method: .get, target: text) else { return }
    expect(request.path.utf8.first == UInt8(ascii: "/"), "a path without a slash")
    guard let route = Route(segments: request.segments) else { return }
    _ = route.methods
    // What a route is built to is read as the same route.
    guard let again = HTTPRequest(method: .get, target: route.path) else {
      // Names of assets and games may hold what has to be encoded.
      if case .asset = route { return }
      if case .picture = route { return }
      if case .transcript = route { return }
      fail("the path of a route is refused")
    }
    switch route {
    case .asset, .picture, .transcript: return
    default: expect(Route(segments: again.segments) == route, "a route that reads as another")
    }
  }

  /// A line for each `Cookie` field.
  @Sendable private static func readCookie(_ bytes: [UInt8]) {
    guard let request = requesting("Cookie", bytes) else { return }
    for isSecure in [false, true] {
      let cookie = Cookie("baton", isSecure: isSecure)
      guard let value = cookie.value(of: request) else { continue }
      expect(!value.utf8.contains(UInt8(ascii: ";")), "a value with the next cookie in it")
      if let token = SessionToken(value) { expect(token.text.utf8.count == 64, "a short token") }
      _ = Device(value)
      _ = try? Identifier128(text: value)
    }
  }

  /// A line for each `X-Forwarded-For` field; the first for the address of the peer.
  @Sendable private static func readAddress(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let peer = String(decoding: lines.first ?? [], as: UTF8.self)
    if let address = ClientAddress(peer) {
      expect(ClientAddress(address.network) != nil || !address.isIPv4, "a network that is none")
    }
    let names = peer.utf8.split(separator: UInt8(ascii: ",")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let request = requesting("X-Forwarded-For", lines.count > 1 ? Array(lines[1]) : bytes)
    else { return }
    for list in [names, ["127.0.0.0/8", "::1"], ["0.0.0.0/0", "::/0"]] {
      guard let proxies = TrustedProxies(list) else { continue }
      let found = proxies.clientAddress(of: request)
      expect(found != nil, "a request from a known peer has no address")
      _ = proxies.clientNetwork(of: request)
    }
  }

  private static func requesting(_ field: String, _ bytes: [UInt8]) -> HTTPRequest? {
    var headers: HTTPHeaders = [:]
    for line in bytes.split(separator: 0x0A) {
      // What the guard refuses never comes so far.
      try? headers.append(field, String(decoding: line, as: UTF8.self))
    }
    return HTTPRequest(method: .get, target: "/", headers: headers, peerAddress: "127.0.0.1")
  }

  /// The number of an event, and any other number.
  @Sendable private static func readCursor(_ text: String) {
    guard let number = Int(decimal: text.utf8) else {
      expect(Int(text) == nil || text.utf8.first == UInt8(ascii: "+"), "a number that is not read")
      return
    }
    expect(Int(text) == number, "another number")
  }
}

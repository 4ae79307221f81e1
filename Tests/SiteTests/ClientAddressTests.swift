import HTTPServer
import Site
import Testing

@Suite("The address of a client")
struct ClientAddressTests {
  private func client(
    _ peer: String, _ forwarded: [String], trusting proxies: [String]
  ) throws -> String? {
    var headers: HTTPHeaders = ["Host": "baton.test"]
    for value in forwarded { try headers.append("X-Forwarded-For", value) }
    let request = try #require(
      HTTPRequest(method: .get, target: "/", headers: headers, peerAddress: peer))
    return try #require(TrustedProxies(proxies)).clientNetwork(of: request)
  }

  @Test("Nobody's word counts but that of trusted proxies, from the right")
  func walk() throws {
    let trusted = ["127.0.0.1", "10.0.0.0/8", "2001:db8:1::/48"]
    #expect(try client("192.0.2.1", ["198.51.100.7"], trusting: []) == "192.0.2.1")
    #expect(try client("192.0.2.1", ["198.51.100.7"], trusting: trusted) == "192.0.2.1")
    #expect(try client("127.0.0.1", ["198.51.100.7"], trusting: trusted) == "198.51.100.7")
    #expect(try client("127.0.0.1", [], trusting: trusted) == "127.0.0.1")
    // What a client made up stands left of what the first trusted proxy saw.
    #expect(try client("10.1.2.3", ["1.2.3.4, 198.51.100.7"], trusting: trusted) == "198.51.100.7")
    #expect(
      try client("10.1.2.3", ["1.2.3.4", "198.51.100.7,10.9.9.9"], trusting: trusted)
        == "198.51.100.7")
    #expect(try client("10.1.2.3", ["10.0.0.7 ,\t10.9.9.9"], trusting: trusted) == "10.0.0.7")
    #expect(
      try client("::ffff:10.1.2.3", ["198.51.100.7:8080"], trusting: trusted) == "198.51.100.7")
    #expect(
      try client("2001:db8:1:9::1", ["[2001:db8:5:6:7::8]:443"], trusting: trusted)
        == "32-1-13-184-0-5-0-6")
    #expect(try client("unknown", ["198.51.100.7"], trusting: trusted) == nil)
  }

  @Test(
    "Garbage ends the walk where it stands",
    arguments: [
      "", ",", "unknown", "_hidden", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.4/8", "01.2.3.4x",
      "1.2.3.4:port", "[::1", "[1.2.3.4", "::1::", "for=1.2.3.4", "1.2.3.4:999999",
      String(repeating: "1", count: 8000), "a\u{301}",
    ])
  func garbage(value: String) throws {
    guard (try? HTTPHeaders([("X", "1, \(value)")])) != nil else { return }
    #expect(
      try client("10.0.0.1", ["198.51.100.7, \(value)"], trusting: ["10.0.0.0/8"]) == "10.0.0.1")
  }

  @Test("IPv6 counts by its /64 network")
  func networks() throws {
    let one = try client("2001:db8:5:6:7::8", [], trusting: [])
    #expect(try client("2001:db8:5:6:ffff::1", [], trusting: []) == one)
    #expect(try client("2001:db8:5:7:7::8", [], trusting: []) != one)
    #expect(try client("192.0.2.1", [], trusting: []) != client("192.0.2.2", [], trusting: []))
  }

  @Test(
    "A list of proxies is addresses and networks",
    arguments: [
      "", "x", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129", "10.0.0.0/8/8", "10.0.0.0/0x8",
    ])
  func lists(text: String) {
    #expect(TrustedProxies([text]) == nil)
    #expect(TrustedProxies(["::1", text]) == nil)
    #expect(TrustedProxies(["::/0", "10.0.0.0/0"]) != nil)
    #expect(TrustedProxies().isEmpty)
  }
}

extension HTTPHeaders {
  /// Creates headers of pairs that may be invalid.
  fileprivate init(_ pairs: [(String, String)]) throws {
    self.init()
    for (name, value) in pairs { try append(name, value) }
  }
}

import HTTPServer
import Site
import Testing

@Suite("Static files")
struct AssetTests {
  private func address(_ name: String, in place: Place) async throws -> String {
    let page = try await place.send(.get, "/", headers: [("Accept", "text/html")]).text
    let stem = name.prefix { $0 != "." }
    return "/assets/\(stem)." + (try #require(page.between("/assets/\(stem).", "\"")))
  }

  @Test(
    "Pages ask for files under a name with a digest, which browsers may keep for a year",
    arguments: [
      ("baton.css", "text/css; charset=utf-8"), ("page.js", "text/javascript; charset=utf-8"),
      ("worker.js", "text/javascript; charset=utf-8"), ("icon.svg", "image/svg+xml"),
      ("engine-simd.wasm", "application/wasm"), ("reversi.weights", "application/octet-stream"),
    ])
  func immutable(name: String, type: String) async throws {
    let place = try Place()
    let address = try await address(name, in: place)
    #expect(address != "/assets/\(name)")
    let answer = try await place.send(.get, address)
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == type)
    #expect(answer.headers["Cache-Control"] == "public, max-age=31536000, immutable")
    #expect(answer.headers["Vary"] == "Accept-Encoding")
    let plain = try await place.send(.get, "/assets/\(name)")
    let isSame = plain.bytes == answer.bytes
    #expect(isSame)
    #expect(plain.headers["Cache-Control"] == "no-cache")
    let wrong = address.replacing(
      try #require(address.split(separator: ".").dropFirst().first), with: "000000000000")
    #expect(try await place.send(.get, wrong).status == 404)
  }

  @Test(
    "The smallest form that the browser takes is sent",
    arguments: [
      ("gzip, deflate, br", "br"), ("br", "br"), ("BR", "br"), ("gzip", "gzip"),
      ("gzip;q=1.0, br;q=0", "gzip"), ("gzip;q=0,br;q=0.0", nil), ("br;q=0.001", "br"),
      ("deflate", nil), ("identity", nil), ("", nil), (";", nil), (",", nil), (";;,;q=1", nil),
      ("gzip ; q=0.5", "gzip"), ("brotli", nil), ("x-gzip", nil), (" ,br", "br"), ("*", nil),
      ("gzip;q=0", nil), ("gzip;q=00000", nil),
    ] as [(String, String?)])
  func coding(accepted: String, coding: String?) async throws {
    let place = try Place()
    let header = accepted.trimmed
    let answer = try await place.send(
      .get, "/assets/page.js", headers: header.isEmpty ? [] : [("Accept-Encoding", header)])
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Encoding"] == coding)
    #expect(
      answer.text == (coding.map { $0 == "br" ? "brotli of page" : "gzip of page" } ?? "// page"))
    #expect(answer.headers["Content-Type"] == "text/javascript; charset=utf-8")
    #expect(answer.headers["Vary"] == "Accept-Encoding")
  }

  @Test("Where one compressed form is missing, the other or the plain one is sent")
  func fallback() async throws {
    let place = try Place()
    let both = [("Accept-Encoding", "br, gzip")]
    #expect(
      try await place.send(.get, "/assets/worker.js", headers: both).headers["Content-Encoding"]
        == "gzip")
    #expect(
      try await place.send(.get, "/assets/baton.css", headers: both).headers["Content-Encoding"]
        == nil)
    #expect(try await place.send(.get, "/favicon.ico").headers["Content-Type"] == "image/svg+xml")
  }

  @Test("A folder without the files that pages need is refused at the start")
  func missing() {
    #expect(throws: Assets.Problem.self) { try Assets(folder: "/nowhere/at/all") }
    #expect {
      try Assets(folder: "/tmp/")
    } throws: { error in
      (error as? Assets.Problem)?.reason.contains("missing") == true
    }
  }
}

extension String {
  /// The text without spaces around it.
  var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

import Games
import HTTPServer
import Hosting
import MatchStore
import Matches
import Reversi
import Service
import Site
import Story
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A store whose next writes fail when a test says so.
final class Fault: Sendable {
  private let error = Lock<StoreError?>(nil)

  func fail(_ error: StoreError?) { self.error.withLock { $0 = error } }

  func makeStore() -> InMemoryStore {
    InMemoryStore(beforeWrite: { [self] _ throws(StoreError) in
      if let error = error.withLock({ $0 }) { throw error }
    })
  }
}

/// What a site has logged.
final class Journal<Element: Sendable>: Sendable {
  private let list = Lock<[Element]>([])
  var entries: [Element] { list.withLock { $0 } }
  func add(_ element: Element) { list.withLock { $0.append(element) } }
}

/// A folder with small files in place of the real style, script and module.
enum AssetFolder {
  static let files: [(String, String)] = [
    ("baton.css", "body{}"), ("page.js", "// page"), ("page.js.gz", "gzip of page"),
    ("page.js.br", "brotli of page"), ("story.js", "// story"), ("worker.js", "// worker"),
    ("board.js", "// board"), ("match.js", "// match"), ("talk.js", "// talk"),
    ("play.js", "// play"),
    ("engine.js", "// engine"), ("study.js", "// study"), ("files.js", "// files"),
    ("engine.wasm", "\0asm"), ("engine-simd.wasm", "\0asm"), ("reversi.weights", "BRW2"),
    ("worker.js.gz", "gzip only"), ("chess.js", "// chess"), ("chessmen.js", "// chessmen"),
    ("editor.js", "// editor"), ("lines.js", "// lines"), ("puzzles.js", "// puzzles"),
    ("setup.js", "// setup"), ("endings.js", "// endings"),
    ("chess.wasm", "\0asm"), ("chess-engine.wasm", "\0asm"),
    ("chess-engine-simd.wasm", "\0asm"),
    ("baton.wasm", "\0asm"), ("icon.svg", "<svg/>"), ("secret.txt", "not served"),
    ("openapi.json", #"{"openapi":"3.1.0"}"#),
  ]

  static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
    var template = Array("/tmp/baton-site-XXXXXX".utf8CString)
    let path = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer {
      for (name, _) in files { unlink("\(path)/\(name)") }
      rmdir(path)
    }
    for (name, text) in files {
      let file = try #require(fopen("\(path)/\(name)", "wb"))
      let bytes = Array(text.utf8)
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
    return try body(path)
  }
}

/// A site in this process, without a socket.
struct Place: Sendable {
  let time: ManualTime
  let site: Site
  let service: MatchService
  let store: InMemoryStore
  let fault = Fault()
  let log = Journal<String>()

  init(baseURL: BaseURL? = nil) throws { try self.init(store: nil, baseURL: baseURL) }

  /// A second server over the store of another one.
  init(over other: Place) throws { try self.init(store: other.store) }

  private init(store given: InMemoryStore?, baseURL: BaseURL? = nil) throws {
    time = ManualTime()
    store = given ?? fault.makeStore()
    service = MatchService(
      store: store,
      registry: GameRegistry().adding(ReversiPosition.self, bots: [.random])
        .adding(StoryPosition.self).adding(Carried.self), time: time)
    let assets = try AssetFolder.with { folder in try Assets(folder: folder) }
    site = Site(
      service: service, assets: assets, time: time, baseURL: baseURL,
      log: Log(level: .warning, time: time) { [log] in log.add($0) })
  }

  func send(
    _ method: HTTPMethod, _ target: String, headers: [(String, String)] = [], body: [UInt8] = []
  ) async throws -> Answer {
    var fields: HTTPHeaders = ["Host": "baton.test"]
    for (name, value) in headers { try fields.append(name, value) }
    let request = try #require(
      HTTPRequest(
        method: method, target: target, headers: fields, body: body,
        receivedAt: time.wallMilliseconds),
      "the guard would refuse \(target)")
    return Answer(await site.handle(request))
  }
}

/// An answer with its body as text.
struct Answer: Sendable {
  let status: Int
  let headers: HTTPHeaders
  let bytes: [UInt8]
  let stream: ResponseStream?

  init(_ response: HTTPResponse) {
    status = response.status
    headers = response.headers
    switch response.body {
    case .bytes(let bytes): (self.bytes, stream) = (bytes, nil)
    case .stream(let stream): (bytes, self.stream) = ([], stream)
    }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The value of a field of a JSON object, as it is written there.
  func field(_ name: String) -> String? { text.field(name) }

  var code: String? { field("code") }

  /// The cookies that the answer hands out or takes away, as names and values.
  var cookies: [(name: String, value: String)] {
    headers.values(for: "Set-Cookie").compactMap { header in
      let pair = header.prefix { $0 != ";" }.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return pair.count == 2 ? (String(pair[0]), String(pair[1])) : nil
    }
  }

  /// The session that the answer hands out, as a browser sends it back.
  var cookie: String? {
    headers["Set-Cookie"]?.split(separator: ";").first.map { String($0) }
  }
}

extension String {
  /// The first value under a key in JSON without spaces: a text without its quotes, or a bare word.
  func field(_ name: String) -> String? {
    guard let start = firstRange(of: "\"\(name)\":") else { return nil }
    let rest = self[start.upperBound...]
    guard rest.first == "\"" else {
      return String(rest.prefix { $0 != "," && $0 != "}" && $0 != "]" })
    }
    return String(rest.dropFirst().prefix { $0 != "\"" })
  }

  /// The text between two others, the first time that it is there.
  func between(_ start: String, _ end: String) -> String? {
    guard let from = firstRange(of: start),
      let to = self[from.upperBound...].firstRange(of: end)
    else { return nil }
    return String(self[from.upperBound..<to.lowerBound])
  }
}

/// A person with a browser: it keeps its cookie and counts its keys.
actor Visitor {
  private let place: Place
  private var cookies: [String: String] = [:]
  private var lastKey = 0

  init(_ place: Place) { self.place = place }

  /// The cookies as the browser sends them, or `nil` without any session.
  var session: String? {
    guard cookies.keys.contains(where: { $0.hasSuffix("baton") }) else { return nil }
    return cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      .joined(separator: "; ")
  }

  /// Forgets a cookie, as another browser that never had it.
  func forget(_ name: String) { cookies[name] = nil }

  /// Sends a request with the cookies; a form names its origin, as from every browser, unless told not to.
  func ask(
    _ method: HTTPMethod, _ target: String, headers: [(String, String)] = [], body: String = "",
    namingOrigin: Bool = true
  ) async throws -> Answer {
    var fields = headers
    let names = headers.map { $0.0 }
    if namingOrigin, !names.contains("Origin"), !names.contains("Sec-Fetch-Site"),
      headers.contains(where: { $0.1.lowercased().contains("x-www-form-urlencoded") })
    {
      fields.append(("Origin", "http://baton.test"))
    }
    if !cookies.isEmpty {
      let cookie = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      fields.append(("Cookie", cookie.joined(separator: "; ")))
    }
    let answer = try await place.send(method, target, headers: fields, body: Array(body.utf8))
    for (name, value) in answer.cookies { cookies[name] = value.isEmpty ? nil : value }
    return answer
  }

  /// Opens a page, as a browser asks for one.
  func open(_ target: String) async throws -> Answer {
    try await ask(.get, target, headers: [("Accept", "text/html,*/*;q=0.8")])
  }

  /// Sends a form of a page and follows where it leads.
  func submit(_ target: String, _ fields: [(String, String)]) async throws -> Answer {
    let body = fields.map { "\($0.0.formEncoded)=\($0.1.formEncoded)" }.joined(separator: "&")
    let answer = try await ask(
      .post, target,
      headers: [
        ("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "text/html"),
        ("Origin", "http://baton.test"), ("Sec-Fetch-Site", "same-origin"),
      ], body: body)
    guard answer.status == 303, let next = answer.headers["Location"] else { return answer }
    return try await open(next)
  }

  /// Sends a command of the API with a fresh key.
  func command(_ target: String, _ body: String = "", key: String? = nil) async throws -> Answer {
    lastKey += 1
    return try await ask(
      .post, target,
      headers: [
        ("Content-Type", "application/json"), ("Idempotency-Key", key ?? "key-\(lastKey)"),
      ], body: body)
  }

  /// Makes a match of Reversi and returns its identifier.
  func makeMatch(seat: Int = 1) async throws -> String {
    let answer = try await command("/v1/matches", #"{"game":"reversi","seat":\#(seat)}"#)
    #expect(answer.status == 201)
    return try #require(answer.field("match"))
  }
}

extension String {
  /// The text as a form sends it.
  var formEncoded: String {
    utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: String(UnicodeScalar(byte))
      case 0x20: "+"
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}

/// The shortest game there is: Black wins by taking every white disc.
let shortGame = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]

/// An identifier of a match that is not there.
let nowhere = "00000000000000000000000001"

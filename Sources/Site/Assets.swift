#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import HTTPServer
internal import Service

/// The static files of the pages, read once at the start, each under a name that holds its digest.
///
/// A name with a digest never means anything else, so browsers may keep it for a year.
public struct Assets: Sendable {
  struct File: Sendable {
    let contentType: StaticString
    let plain: [UInt8]
    let gzip: [UInt8]?
    let brotli: [UInt8]?
    let isImmutable: Bool
  }

  /// Why the files cannot be served.
  public struct Problem: Error, Sendable {
    /// What is missing, as an English sentence without a full stop.
    public let reason: String
  }

  private static let types: [(suffix: String, type: StaticString)] = [
    ("css", "text/css; charset=utf-8"), ("js", "text/javascript; charset=utf-8"),
    ("wasm", "application/wasm"), ("weights", "application/octet-stream"), ("svg", "image/svg+xml"),
    ("json", "application/json"),
  ]

  /// The files without which no page works.
  static let needed = [
    "baton.css", "page.js", "board.js", "match.js", "story.js", "talk.js", "play.js", "worker.js",
    "engine.js", "study.js", "files.js", "baton.wasm", "engine.wasm", "engine-simd.wasm",
    "reversi.weights", "chess.js", "chessmen.js", "editor.js", "puzzles.js", "lines.js",
    "setup.js", "endings.js",
    "chess.wasm", "chess-engine.wasm", "chess-engine-simd.wasm", "icon.svg",
  ]

  private var files: [String: File] = [:]
  private var names: [String: String] = [:]

  /// Reads every style, script, picture and WebAssembly file of a folder.
  ///
  /// Beside each file its compressed forms, with `.gz` and `.br` added to the name, are used if they exist.
  ///
  /// - Throws: ``Problem`` if the folder or one of the files that the pages need is missing.
  public init(folder: String) throws(Problem) {
    let manager = FileManager.default
    guard let found = try? manager.contentsOfDirectory(atPath: folder) else {
      throw Problem(reason: "the folder of the pages, \(folder), cannot be read")
    }
    for name in found.sorted() {
      guard let type = Assets.types.first(where: { name.hasSuffix("." + $0.suffix) }),
        let plain = Assets.read(folder + "/" + name)
      else { continue }
      let digest = Secrets.digest(plain).prefix(6)
        .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      let stem = name.dropLast(type.suffix.count + 1)
      let file = File(
        contentType: type.type, plain: plain, gzip: Assets.read("\(folder)/\(name).gz"),
        brotli: Assets.read("\(folder)/\(name).br"), isImmutable: true)
      let address = "\(stem).\(digest).\(type.suffix)"
      names[name] = address
      files[address] = file
      files[name] = File(
        contentType: file.contentType, plain: plain, gzip: file.gzip, brotli: file.brotli,
        isImmutable: false)
    }
    for needed in Assets.needed where names[needed] == nil {
      throw Problem(reason: "\(needed) is missing from the folder of the pages, \(folder)")
    }
  }

  private static func read(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0) }
  }

  /// The path under which a page asks for a file.
  func path(_ name: String) -> String { Route.asset(names[name] ?? name).path }

  /// The answer to a request for a file, or `nil` if there is none of that name.
  func response(_ name: String, accepting codings: String) -> HTTPResponse? {
    guard let file = files[name] else { return nil }
    var bytes = file.plain
    var coding: String?
    if let brotli = file.brotli, Assets.accepts("br", in: codings) {
      (bytes, coding) = (brotli, "br")
    } else if let gzip = file.gzip, Assets.accepts("gzip", in: codings) {
      (bytes, coding) = (gzip, "gzip")
    }
    var response = HTTPResponse.bytes(bytes, contentType: file.contentType)
    response.set(
      "Cache-Control", file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache")
    response.set("Vary", "Accept-Encoding")
    if let coding { response.set("Content-Encoding", coding) }
    return response
  }

  /// Whether an `Accept-Encoding` names a coding and does not forbid it by a weight of 0.
  private static func accepts(_ coding: String, in codings: String) -> Bool {
    for item in codings.utf8.split(separator: UInt8(ascii: ",")) {
      let parts = item.split(
        separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
      ).map { part in part.filter { $0 != 0x20 && $0 != 0x09 }.map { $0 | 0x20 } }
      guard parts[0].elementsEqual(coding.utf8) else { continue }
      return !parts.dropFirst().contains { part in
        part.starts(with: "q=0".utf8)
          && part.dropFirst(3).allSatisfy { !(0x31...0x39).contains($0) }
      }
    }
    return false
  }
}

extension HTTPResponse {
  /// Sets a header whose value our own code made; one that is not valid is left out.
  mutating func set(_ name: String, _ value: String) {
    try? headers.set(name, value)
  }

  /// Adds a header whose value our own code made, beside others of the name.
  mutating func add(_ name: String, _ value: String) {
    try? headers.append(name, value)
  }
}

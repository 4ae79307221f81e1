import BatonTool
import Foundation
import SQLiteStore
import Testing

@Suite("Serving")
struct ServeTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "baton-serve-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func withPages<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    for name in [
      "baton.css", "page.js", "board.js", "match.js", "story.js", "talk.js", "play.js", "worker.js",
      "engine.js", "study.js", "files.js", "baton.wasm", "engine.wasm", "engine-simd.wasm",
      "reversi.weights", "chess.js", "chessmen.js", "editor.js", "puzzles.js", "lines.js",
      "setup.js", "endings.js",
      "chess.wasm", "chess-engine.wasm",
      "chess-engine-simd.wasm", "icon.svg",
    ] {
      try Data("x".utf8).write(to: URL(filePath: folder + "/" + name))
    }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await body(folder)
  }

  @Test("A folder without pages is named, with exit code 69")
  func missingPages() async throws {
    let result = await tool(["serve", "--port", "0", "--database", ":memory:", "--web", folder])
    #expect(result.code == 69)
    #expect(result.error.hasPrefix("baton serve: baton.css is missing from the folder"))
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test("A database that another server has is refused with its process, exit code 75")
  func databaseInUse() async throws {
    try await withPages { web in
      let database = folder + "/baton.sqlite"
      let store = try SQLiteStore(path: database)
      let result = await tool(["serve", "--port", "0", "--database", database, "--web", web])
      #expect(result.code == 75)
      let process = ProcessInfo.processInfo.processIdentifier
      #expect(result.error == "baton serve: the database is in use by process \(process)\n")
      await store.close()
    }
  }

  @Test("A port that is taken is refused with its reason, and the database is free again")
  func portInUse() async throws {
    try await withPages { web in
      let database = folder + "/baton.sqlite"
      // Nothing on this machine has the documentation's address.
      let result = await tool([
        "serve", "--address", "192.0.2.1", "--port", "0", "--database", database, "--web", web,
      ])
      #expect(result.code == 69)
      #expect(result.error.contains("192.0.2.1"))
      let store = try SQLiteStore(path: database)
      await store.close()
    }
  }

  @Test(
    "A base address is a scheme, a host and perhaps a port",
    arguments: ["play.example.org", "ftp://x", "https://", "https://x/club", "https://x y"])
  func badBaseURL(url: String) async {
    let result = await tool(["serve", "--base-url", url])
    #expect(result.code == 64)
    #expect(result.error.contains("--base-url"))
  }
}

import Foundation
import Reversi
import Testing

@Suite("The README")
struct ReadmeTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("Its example is the code that is compiled here")
  func exampleIsCompiled() throws {
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let source = try String(
      contentsOf: Self.root.appending(path: "Tests/ReadmeTests/ReadmeExample.swift"),
      encoding: .utf8)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let begin = try #require(lines.firstIndex { $0.hasSuffix("// README begins") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("// README ends") })
    let imports = lines.filter { $0.hasPrefix("import ") }
    let body = lines[(begin + 1)..<end].map { $0.dropFirst(2) }
    let example = (imports + [""] + body).joined(separator: "\n")
    #expect(readme.contains("```swift\n\(example)\n```"), "expected in README.md:\n\(example)")
  }

  @Test("Its example plays a whole game")
  func exampleRuns() throws {
    let game = try Transcript(readmeExample())
    #expect(game.record.position.isOver)
  }

  @Test("It names every module and every file that it points to exists")
  func linksExist() throws {
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 150)
    for module in try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: "Sources").path()) where !module.hasPrefix("C")
    {
      #expect(readme.contains("`\(module)`"), "the module table lacks \(module)")
    }
    let links = readme.matches(of: /\]\((?<target>[^):#]+)\)/)
    #expect(!links.isEmpty)
    for link in links {
      let path = Self.root.appending(path: String(link.target)).path()
      #expect(FileManager.default.fileExists(atPath: path), "missing: \(link.target)")
    }
  }
}

import BatonTool
import Foundation
import Testing

@Suite("Files of baton play")
struct PlayFilesTests {
  /// Runs `body` with an empty folder, which is gone afterwards.
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("baton-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do {
      try await body(folder)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
    try FileManager.default.removeItem(at: folder)
  }

  private func contents(_ file: URL) -> String? {
    (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
  }

  private func names(in folder: URL) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  @Test("What is saved opens again as the same game")
  func roundTrip() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("a game.txt")
      let result = await tool(
        ["play", "reversi", "--both"],
        lines: ["f5", "d6", "save \(file.path)", "c3", "open \(file.path)", "transcript"])
      #expect(contents(file) == "F5D6\n")
      #expect(result.output.contains("Saved as \(file.path)\n"))
      #expect(result.output.contains("The game before: F5D6C3\nOpened \(file.path)\n"))
      #expect(result.output.contains("\nF5D6\n"))
      #expect(names(in: folder) == ["a game.txt"])
    }
  }

  @Test("Save leaves a file that exists alone, and save! replaces it as a whole")
  func overwriting() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("game.txt")
      try Data("precious".utf8).write(to: file)
      let refused = await tool(
        ["play", "reversi", "--both"], lines: ["f5", "save \(file.path)"])
      #expect(contents(file) == "precious")
      #expect(
        refused.output.contains(
          "\(file.path) exists and was left alone; 'save! \(file.path)' replaces it\n"))
      let replaced = await tool(
        ["play", "reversi", "--both"], lines: ["f5", "save! \(file.path)"])
      #expect(replaced.output.contains("Saved as \(file.path)\n"))
      #expect(contents(file) == "F5\n")
      #expect(names(in: folder) == ["game.txt"])
    }
  }

  @Test("A replacement that fails leaves what was there")
  func failedReplacement() async throws {
    try await withFolder { folder in
      let inner = folder.appendingPathComponent("inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      let result = await tool(
        ["play", "reversi", "--both"], lines: ["f5", "save! \(inner.path)", "transcript"])
      #expect(result.output.contains("\(inner.path) was not saved: Is a directory\n"))
      #expect(result.output.contains("\nF5\n"))
      #expect(names(in: folder) == ["inner"])
    }
  }

  @Test(
    "A file that holds no game is refused and the game stays",
    arguments: [
      (Data("F5F5".utf8), "holds no game: f5 is occupied at ply 2"),
      (Data("hello".utf8), "holds no game: expected a square from a1 to h8 at ply 1"),
      (Data([0xff, 0xfe]), "holds no game: the file is not text in UTF-8"),
      (Data(), "holds no game: it is empty"),
      (Data("\n".utf8), "holds no game: it is empty"),
      (
        Data(repeating: 0x20, count: 70_000),
        "was not opened: the file is too long for a transcript"
      ),
    ])
  func wrongFiles(_ bytes: Data, reason: String) async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("x")
      try bytes.write(to: file)
      let result = await tool(
        ["play", "reversi", "--both"], lines: ["f5", "open \(file.path)", "transcript"])
      #expect(result.output.contains("\(file.path) \(reason)\nF5\n"))
    }
  }

  @Test("A byte-order mark in front of a transcript means nothing")
  func mark() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("x")
      try Data("\u{FEFF}f5d6".utf8).write(to: file)
      let result = await tool(
        ["play", "reversi", "--both"], lines: ["open \(file.path)", "transcript"])
      #expect(result.output.contains("\nF5D6\n"))
    }
  }

  @Test("A tilde is the home folder")
  func tilde() async throws {
    try await withFolder { folder in
      let result = await tool(
        ["play", "reversi", "--both"], lines: ["f5", "save ~/game.txt"],
        environment: ["HOME": folder.path])
      #expect(result.output.contains("Saved as ~/game.txt\n"))
      #expect(contents(folder.appendingPathComponent("game.txt")) == "F5\n")
    }
  }

  @Test("The computer answers in an opened game when it is its turn")
  func openToReply() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("game.txt")
      try Data("1. D3\n".utf8).write(to: file)
      let result = await tool(
        ["play", "reversi", "--level", "1"], lines: ["open \(file.path)", "transcript"])
      #expect(result.output.contains("\nD3C3\n"))
    }
  }
}

import BatonTool
import Foundation
import SQLiteStore
import Testing

@Suite("Administration")
struct AdminTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "baton-admin-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func admin(_ words: String...) async -> ToolResult {
    await tool(["admin"] + words + ["--database", folder + "/baton.sqlite"])
  }

  @Test("With the server stopped, a backup, a restore and a check work on the file")
  func stopped() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    await (try SQLiteStore(path: folder + "/baton.sqlite")).close()
    let copy = folder + "/copy"
    let made = await admin("backup", copy)
    #expect(made.code == 0)
    #expect(made.output.hasPrefix("\(copy): 0 matches, 0 events, "))
    #expect(await admin("backup", copy).code == 73)
    #expect(await admin("restore", copy).code == 73)
    #expect(await admin("restore", copy, "--force").code == 0)
    let checked = await admin("check")
    #expect(checked.code == 0)
    #expect(checked.output.hasPrefix("0 matches, 0 events, 0 problems, digest 0000"))
  }

  @Test("A program gets lines of JSON, the last with the code")
  func json() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    await (try SQLiteStore(path: folder + "/baton.sqlite")).close()
    let lines = await admin("check", "--json").output.split(separator: "\n")
    #expect(lines.first == #"{"isProgress":true,"text":"0 matches replayed"}"#)
    #expect(lines.last?.hasPrefix(#"{"code":0,"text":"0 matches, "#) == true)
  }

  @Test("A database that another server has without a socket is busy")
  func busy() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/baton.sqlite")
    #expect(await admin("check").code == 75)
    #expect(await admin("backup", folder + "/copy").code == 75)
    await store.close()
  }

  @Test("What is missing is named, and nothing is made")
  func misuse() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(await admin("backup").error.hasPrefix("baton admin: FILE is missing."))
    #expect(await admin("restore").error.hasPrefix("baton admin: FILE is missing."))
    #expect(await admin("check", "x").error.hasPrefix("baton admin: 'check' takes no file."))
    #expect(await admin("status").code == 69)
    #expect(await admin("check").code == 69)
    #expect(await admin("backpu", "x").error.contains("did you mean 'backup'?"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }
}

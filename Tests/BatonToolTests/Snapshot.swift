import Foundation
import Testing

/// Compares a text with the file `Snapshots/NAME.txt`; with `RECORD_SNAPSHOTS=1` writes the file and fails.
func expectSnapshot(
  _ text: String, named name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Snapshots/\(name).txt")
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
    try Data(text.utf8).write(to: file)
    Issue.record("recorded \(name)", sourceLocation: sourceLocation)
    return
  }
  let expected = try String(decoding: Data(contentsOf: file), as: UTF8.self)
  #expect(text == expected, sourceLocation: sourceLocation)
}

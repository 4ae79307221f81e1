public import Board
import Foundation
public import Testing

extension BoardStyle: CustomTestStringConvertible {
  /// The theme, since the whole value fills a screen.
  public var testDescription: String { theme }
}

/// Compares a text with the file of that name under `Snapshots/`; `RECORD_SNAPSHOTS=1` writes it instead.
func expectSnapshot(
  _ text: String, named name: String, sourceLocation: SourceLocation = #_sourceLocation,
  filePath: String = #filePath
) throws {
  let folder = URL(fileURLWithPath: filePath).deletingLastPathComponent()
    .appendingPathComponent("Snapshots")
  let file = folder.appendingPathComponent(name)
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    Issue.record(
      "Recorded \(name); run again without RECORD_SNAPSHOTS", sourceLocation: sourceLocation)
    return
  }
  let data = try Data(contentsOf: file)
  #expect(
    String(decoding: data, as: UTF8.self) == text, "\(name) differs", sourceLocation: sourceLocation
  )
}

/// Returns what is wrong with the nesting of tags in a piece of XML, `nil` when nothing is.
///
/// The void elements are those of HTML that have no end tag.
func imbalance(of xml: String, voidElements: Set<String> = []) -> String? {
  var open: [String] = []
  var rest = xml[...]
  while let start = rest.firstIndex(of: "<") {
    if rest[..<start].contains(">") { return "a stray > before \(rest[start...].prefix(40))" }
    rest = rest[start...]
    guard let end = rest.firstIndex(of: ">") else { return "an open tag: \(rest.prefix(40))" }
    let tag = rest[rest.index(after: rest.startIndex)..<end]
    rest = rest[rest.index(after: end)...]
    if tag.contains("<") { return "a tag within a tag: \(tag)" }
    if tag.filter({ $0 == "\"" }).count % 2 != 0 { return "an open attribute: \(tag)" }
    if tag.hasPrefix("/") {
      guard open.popLast() == String(tag.dropFirst()) else { return "an unexpected end: \(tag)" }
    } else if !tag.hasSuffix("/") {
      let name = String(tag.prefix { !$0.isWhitespace })
      if !voidElements.contains(name) { open.append(name) }
    }
  }
  return open.isEmpty ? nil : "no end of \(open)"
}

/// A file of settings: a line for each, `key = value`, with comments on lines of their own after `#`.
struct SettingsFile: Equatable, Sendable {
  /// One line that sets something.
  struct Entry: Equatable, Sendable {
    /// The key.
    let name: String
    /// What stands after the equals sign, without the spaces around it.
    let text: String
    /// The number of the line, from 1.
    let line: Int
  }

  /// The entries in the order of the file.
  let entries: [Entry]

  /// Reads the text of a file; `path` is what messages call it.
  init(_ text: String, path: String, keys: [String]) throws(UsageError) {
    var entries: [Entry] = []
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let content = SettingsFile.trimmed(bytes)
      guard let first = content.first, first != UInt8(ascii: "#") else { continue }
      let place = "\(shown(path)) line \(index + 1)"
      guard let equals = content.firstIndex(of: UInt8(ascii: "=")) else {
        throw UsageError("\(place): expected 'key = value'")
      }
      let name = String(decoding: SettingsFile.trimmed(content[..<equals]), as: UTF8.self)
      let value = String(
        decoding: SettingsFile.trimmed(content[content.index(after: equals)...]), as: UTF8.self)
      guard keys.contains(name) else {
        throw UsageError("\(place): unknown key \(quoted(name))", near: name, among: keys)
      }
      if let earlier = entries.first(where: { $0.name == name }) {
        throw UsageError("\(place): '\(name)' is set already in line \(earlier.line)")
      }
      guard !value.utf8.isEmpty else { throw UsageError("\(place): '\(name)' has no value") }
      entries.append(Entry(name: name, text: value, line: index + 1))
    }
    self.entries = entries
  }

  private static func trimmed(_ bytes: Substring.UTF8View) -> Substring.UTF8View {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var rest = bytes.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest
  }
}

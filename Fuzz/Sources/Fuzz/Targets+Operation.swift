@testable import BatonTool
@testable import Hosting
@testable import Site

/// What whoever runs the server writes, and what its log makes of what others wrote.
extension FuzzTarget {
  static let operation: [FuzzTarget] = [
    FuzzTarget("settings", text: readSettings),
    FuzzTarget("admin", readAdmin),
    FuzzTarget("log", text: readLog),
  ]

  private static let keys = Setting.all.map { $0.name }

  @Sendable private static func readSettings(_ text: String) {
    _ = ListenAddress(text)
    _ = BaseURL(text)
    _ = NetworkText.isAddressOrNetwork(text)
    guard let file = try? SettingsFile(text, path: "file", keys: keys) else { return }
    for entry in file.entries {
      guard let setting = Setting.all.first(where: { $0.name == entry.name }) else {
        fail("a key that is none")
      }
      try? setting.value.check(entry.text, label: entry.name)
      _ = ListenAddress(entry.text)
      _ = BaseURL(entry.text)
      for part in entry.text.split(separator: ",") {
        _ = NetworkText.isAddressOrNetwork(String(part))
      }
    }
  }

  @Sendable private static func readAdmin(_ bytes: [UInt8]) {
    if let request = AdminRequest(line: bytes) {
      expect(AdminRequest(line: Array(request.line.utf8)) == request, "another request")
    }
    if let reply = AdminReply(line: bytes) {
      expect(AdminReply(line: Array(reply.line.utf8)) == reply, "another reply")
    }
  }

  @Sendable private static func readLog(_ text: String) {
    for format in [Log.Format.text, .json] {
      let lines = Lock<[String]>([])
      let log = Log(level: .debug, format: format, time: ManualTime()) { line in
        lines.withLock { $0.append(line) }
      }
      log.warning("requestFailed", ["reason": .text(text), "match": .match(text)])
      for line in lines.withLock({ $0 }) {
        expect(line.utf8.last == 0x0A, "a line without an end")
        expect(!line.utf8.dropLast().contains { $0 < 0x20 || $0 == 0x7F }, "a control character")
      }
    }
    _ = Secrecy.masked(text)
  }
}

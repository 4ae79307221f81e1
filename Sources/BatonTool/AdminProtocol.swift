#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What an administrator asks of a running server: one line of JSON.
struct AdminRequest: Codable, Equatable, Sendable {
  /// What can be asked.
  enum Action: String, Codable, CaseIterable, Sendable {
    case backup, check, status, release
  }

  /// The longest line, in bytes.
  static let longestLine = 16_384

  let action: Action
  /// The absolute path of the file that the action makes.
  var file: String?
  /// The match that the action is about.
  var match: String?

  /// The line without its end.
  var line: String { AdminLine.text(of: self) }

  /// Reads a line; `nil` if it is no request.
  init?(line: [UInt8]) {
    guard let request = try? JSONDecoder().decode(AdminRequest.self, from: Data(line)) else {
      return nil
    }
    self = request
  }

  init(_ action: Action, file: String? = nil, match: String? = nil) {
    self.action = action
    self.file = file
    self.match = match
  }
}

/// What a server answers an administrator: lines of JSON, the last of which has a code.
struct AdminReply: Codable, Equatable, Sendable {
  /// What the person reads; none for the end of something that went well.
  var text: String?
  /// Whether the text says only how far something is.
  var isProgress: Bool?
  /// The exit code; there in the last line alone.
  var code: Int32?

  /// The line without its end.
  var line: String { AdminLine.text(of: self) }

  /// Reads a line; `nil` if it is no reply.
  init?(line: [UInt8]) {
    guard let reply = try? JSONDecoder().decode(AdminReply.self, from: Data(line)) else {
      return nil
    }
    self = reply
  }

  /// A line of the result.
  init(_ text: String) { self.text = text }

  /// How far something is.
  static func progress(_ text: String) -> AdminReply {
    var reply = AdminReply(text)
    reply.isProgress = true
    return reply
  }

  /// The end, with a last text where there is one.
  static func end(_ code: Int32, _ text: String? = nil) -> AdminReply {
    var reply = AdminReply("")
    reply.text = text
    reply.code = code
    return reply
  }
}

private enum AdminLine {
  static func text(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Optional texts and numbers always encode; the end of a line that did not would still be one.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}

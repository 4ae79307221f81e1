public import Games

/// A turn in a story.
public enum StoryMove: Hashable, Sendable {
  /// Writes on. A writer may add that the story should end here.
  case write(StoryText, endsHere: Bool)
  /// Writes nothing and agrees that the story ends here.
  case agreeToEnd

  /// Writing on, without a word about the end.
  public static func write(_ text: StoryText) -> StoryMove { .write(text, endsHere: false) }

  /// What the turn adds to the story, or `nil` if it adds nothing.
  public var added: StoryText? {
    if case .write(let text, _) = self { text } else { nil }
  }
}

extension StoryMove: TextRepresentable {
  /// `write "…"`, `write "…" end` or `end`; new lines, quotation marks and backslashes are escaped.
  ///
  /// What stands in quotation marks is a string of JSON.
  public var text: String {
    switch self {
    case .write(let text, let endsHere):
      String(decoding: "write ".utf8 + text.quoted + (endsHere ? " end" : "").utf8, as: UTF8.self)
    case .agreeToEnd: "end"
    }
  }

  /// Reads a turn; blank lines around what it writes are taken off.
  ///
  /// How long it may be depends on the story, which refuses it with how much it is over.
  public init(text: String) throws(TextError) {
    if text.hasSameBytes(as: "end") {
      self = .agreeToEnd
      return
    }
    let all = Array(text.utf8)
    guard all.starts(with: "write ".utf8) else { throw TextError("expected write or end", at: 0) }
    var rest = all.dropFirst(6)
    let written = try StoryText.read(from: &rest, limit: StoryLimits.totals.upperBound)
    let endsHere = rest.elementsEqual(" end".utf8)
    guard rest.isEmpty || endsHere else {
      throw TextError("expected end, or nothing", at: rest.startIndex)
    }
    self = .write(written, endsHere: endsHere)
  }
}

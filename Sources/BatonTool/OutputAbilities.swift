/// What may be written to standard output: colours, signs beyond ASCII, a cleared screen.
struct OutputAbilities: Hashable, Sendable {
  /// When colours are used.
  enum Color: String, CaseIterable, Sendable {
    case auto, always, never
  }

  /// Whether colours may be set.
  let usesColor: Bool
  /// Whether signs beyond ASCII may be written.
  let usesUnicode: Bool
  /// Whether the screen can be cleared and drawn again.
  let canClear: Bool

  /// Finds out what the environment and the terminal allow, where the options leave it open.
  init(
    color: Color, forcesASCII: Bool, environment: [String: String], terminal: TerminalFacts
  ) {
    let name = environment["TERM"] ?? ""
    canClear = terminal.outputIsTerminal && !name.isEmpty && name != "dumb"
    usesColor =
      switch color {
      case .always: true
      case .never: false
      // See no-color.org: any value but an empty one says no.
      case .auto: canClear && (environment["NO_COLOR"] ?? "").isEmpty
      }
    usesUnicode = !forcesASCII && OutputAbilities.isUTF8(environment)
  }

  /// Whether the locale's characters are UTF-8; the first of the three that is set decides.
  private static func isUTF8(_ environment: [String: String]) -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = environment[name], !value.isEmpty else { continue }
      let lower = value.lowercased()
      return lower.contains("utf-8") || lower.contains("utf8")
    }
    return false
  }

  /// Returns a text of ours in the characters that may be written.
  func text(_ text: String) -> String { usesUnicode ? text : asciiOnly(text) }

  /// Returns a text in bold, where that is allowed.
  func bold(_ text: String) -> String { usesColor ? "\u{1b}[1m\(text)\u{1b}[0m" : text }
}

/// Commands as people write them in options: words with spaces between, quotation marks of either kind around words
/// that have spaces of their own.
enum CommandText {
  /// A quotation mark stands alone.
  struct OpenQuote: Error {}

  /// The words of one command.
  static func words(of text: some StringProtocol) throws(OpenQuote) -> [String] {
    try commands(of: text, separator: nil).first ?? []
  }

  /// The words of several commands with a separator between; empty ones are left out.
  static func commands(
    of text: some StringProtocol, separator: Character? = ","
  ) throws(OpenQuote) -> [[String]] {
    var commands: [[String]] = []
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil } else { word?.append(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character == " " || character == separator {
        if let done = word { words.append(done) }
        word = nil
        if character == separator, !words.isEmpty {
          commands.append(words)
          words = []
        }
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if quote != nil { throw OpenQuote() }
    if let word { words.append(word) }
    if !words.isEmpty { commands.append(words) }
    return commands
  }
}

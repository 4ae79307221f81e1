/// A command as a table: what it takes and what each part means.
///
/// Parsing, its error messages and the help all come from this one description.
struct CommandSpecification: Sendable {
  /// The name after `baton`.
  let name: String
  /// What it does, as a line of the tool's help.
  let summary: String
  /// What stands without a name, in order; only the last may repeat.
  var arguments: [ArgumentSpecification] = []
  /// What is given by name.
  var options: [OptionSpecification] = []
  /// Further text of the help, printed as it is.
  var notes = ""
}

/// An argument that is known by its place.
struct ArgumentSpecification: Sendable {
  /// What help and messages call it, in capitals.
  let placeholder: String
  /// Which values it takes.
  let value: ValueSpecification
  /// What it means.
  let summary: String
  /// Whether it may be left out.
  var isOptional = false
  /// Whether all further arguments belong to it as well.
  var isRepeating = false
}

/// An option, with a value or without.
struct OptionSpecification: Sendable {
  /// The name without its dashes.
  let name: String
  /// Another spelling of the name, accepted and not shown.
  var alias: String?
  /// What help calls the value, in capitals; `nil` when the option takes none.
  var placeholder: String?
  /// Which values it takes, where it takes one.
  var value = ValueSpecification.text
  /// What it means.
  let summary: String
  /// Options of one group exclude each other.
  var group: String?
}

/// Which values an argument or an option takes.
enum ValueSpecification: Sendable {
  /// Any text.
  case text
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// Seconds from 0 to this many, with decimals.
  case seconds(Int)
  /// One of some words, of which `kind` says what they are.
  case choice([String], kind: String)

  /// Checks a value; `label` says in the message what it is for.
  func check(_ text: String, label: String) throws(UsageError) {
    switch self {
    case .text: return
    case .integer(let range):
      if let number = Int(text), range.contains(number) { return }
      let bounds =
        range.upperBound == Int.max
        ? "a whole number" : "a number from \(range.lowerBound) to \(range.upperBound)"
      throw UsageError("\(label) needs \(bounds), not \(quoted(text))")
    case .seconds(let limit):
      if let seconds = Double(text), seconds >= 0, seconds <= Double(limit) { return }
      throw UsageError("\(label) needs seconds from 0 to \(limit), not \(quoted(text))")
    case .choice(let words, let kind):
      if words.contains(text) { return }
      throw UsageError(
        "unknown \(kind) \(quoted(text)) for \(label), which takes \(words.joined(separator: ", "))",
        near: text, among: words)
    }
  }
}

/// A use of the command line that cannot be right, as one line says it.
struct UsageError: Error, Equatable {
  /// What is wrong, without a full stop.
  let message: String

  init(_ message: String) { self.message = message }

  /// Adds the word that was probably meant, if one of `candidates` is close.
  init(_ message: String, near word: String, among candidates: [String]) {
    if let nearest = nearestWord(to: word, among: candidates) {
      self.message = "\(message); did you mean '\(nearest)'?"
    } else {
      self.message = message
    }
  }
}

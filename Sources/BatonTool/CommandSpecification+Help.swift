extension CommandSpecification {
  /// The line that shows how the command is called.
  var usage: String {
    var words = ["baton", name]
    for argument in arguments {
      let word = argument.placeholder + (argument.isRepeating ? "..." : "")
      words.append(argument.isOptional ? "[\(word)]" : word)
    }
    if !options.isEmpty { words.append("[OPTIONS]") }
    return words.joined(separator: " ")
  }

  /// The help of the command, in ASCII and at most 80 columns wide.
  func help() -> String {
    var text = "\(summary).\n\nUsage: \(usage)\n"
    if !arguments.isEmpty {
      text += "\nArguments:\n"
      text += table(arguments.map { ($0.placeholder, $0.summary) })
    }
    text += "\nOptions:\n"
    var rows = options.map { option in
      ("--\(option.name)" + (option.placeholder.map { " \($0)" } ?? ""), option.summary)
    }
    rows.append(("-h, --help", "Show this help."))
    text += table(rows)
    if !notes.isEmpty { text += "\n\(notes)\n" }
    return text
  }
}

/// The help of the tool as a whole.
func toolHelp() -> String {
  """
  Baton, a home for turn-based games.

  Usage: baton COMMAND [ARGUMENTS] [OPTIONS]

  Commands:
  \(table(Command.allCases.map { ($0.rawValue, $0.specification.summary + ".") }))
  Options:
  \(table([("-h, --help", "Show this help, or with a command its help."), ("--version", "Print the version.")]))
  Exit codes: 0 all is well, 1 a check found problems, 64 a command used wrongly,
  65 wrong data, 69 something that is needed is missing, 70 a fault inside, 73 a
  file is there already, 74 reading or writing failed, 75 another process has the
  database, 77 not permitted, 130 ended by Ctrl-C.

  'baton COMMAND --help' explains a command. 'baton play reversi' starts a game.

  """
}

/// Two columns of text, the second wrapped and aligned.
private func table(_ rows: [(String, String)]) -> String {
  let indent = 22
  var text = ""
  for (name, meaning) in rows {
    var line = padded("  \(name)", to: indent)
    if name.utf8.count + 2 >= indent {
      text += "  \(name)\n"
      line = padded("", to: indent)
    }
    for (number, part) in wrapped(meaning, width: 80 - indent).enumerated() {
      text += (number == 0 ? line : padded("", to: indent)) + part + "\n"
    }
  }
  return text
}

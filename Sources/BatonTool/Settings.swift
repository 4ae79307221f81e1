internal import Hosting

/// What was chosen, and by whom: a flag wins over the environment, that over the file, that over the default.
struct Settings: Sendable {
  /// Where a value comes from; a later case wins over an earlier one.
  enum Source: Hashable, Sendable {
    case file(path: String, line: Int)
    case variable(String)
    case flag(String)

    fileprivate var rank: Int {
      switch self {
      case .file: 0
      case .variable: 1
      case .flag: 2
      }
    }

    /// What messages call a value from there.
    func label(_ name: String) -> String {
      switch self {
      case .file(let path, let line): "\(shown(path)) line \(line): \(name)"
      case .variable(let name): name
      case .flag(let name): "--\(name)"
      }
    }

    /// The source as the report of the settings names it.
    var words: String {
      switch self {
      case .file(let path, let line): "\(shown(path)) line \(line)"
      case .variable(let name): name
      case .flag(let name): "--\(name)"
      }
    }
  }

  /// A value that somebody chose.
  struct Choice: Hashable, Sendable {
    let text: String
    let source: Source
  }

  /// The choices by setting.
  private(set) var choices: [String: Choice] = [:]
  /// Variables that look like settings and are none, with the setting that was probably meant.
  private(set) var strangers: [String] = []

  /// The flag and the variable that name the file of settings.
  static let fileOption = OptionSpecification(
    name: "config", placeholder: "FILE",
    summary:
      "A file of settings, each as 'key = value' on a line of its own, # for comments."
      + " BATON_CONFIG; default none.")

  /// Collects the settings of a command from all their sources.
  ///
  /// - Parameters:
  ///   - arguments: The flags.
  ///   - environment: The environment.
  ///   - offered: The settings that the command takes; others in the environment and the file are left alone.
  /// - Throws: ``UsageError``, which names the source.
  init(
    _ arguments: ParsedArguments, environment: [String: String],
    among offered: [Setting] = Setting.all
  ) throws(UsageError) {
    let path = arguments.text("config") ?? Settings.nonEmpty(environment["BATON_CONFIG"])
    if let path { try readFile(path, offered) }
    for setting in offered {
      if let text = Settings.nonEmpty(environment[setting.variable]) {
        try choose(setting, Choice(text: text, source: .variable(setting.variable)))
      }
    }
    for setting in offered {
      if let text = arguments.text(setting.name) {
        try choose(setting, Choice(text: text, source: .flag(setting.name)))
      }
    }
    try settleDatabase()
    noteStrangers(environment)
  }

  private static func nonEmpty(_ text: String?) -> String? {
    // Container tools set a variable to nothing where they mean not to set it.
    text.flatMap { $0.utf8.isEmpty ? nil : $0 }
  }

  private mutating func readFile(_ path: String, _ offered: [Setting]) throws(UsageError) {
    let text: String
    do throws(TextFile.Failure) {
      text = try TextFile.read(path, purpose: "settings")
    } catch {
      throw UsageError("the settings in \(quoted(path)) cannot be read: \(error.reason)")
    }
    let file = try SettingsFile(text, path: path, keys: Setting.all.map { $0.name })
    for entry in file.entries {
      guard let setting = offered.first(where: { $0.name == entry.name }) else { continue }
      let source = Source.file(path: path, line: entry.line)
      try choose(setting, Choice(text: entry.text, source: source))
    }
  }

  private mutating func choose(_ setting: Setting, _ choice: Choice) throws(UsageError) {
    try setting.value.check(choice.text, label: choice.source.label(setting.name))
    choices[setting.name] = choice
  }

  /// Of the two ways to name a database the one from the stronger source counts.
  private mutating func settleDatabase() throws(UsageError) {
    guard let name = choices["database"], let file = choices["database-file"] else { return }
    if name.source.rank == file.source.rank {
      throw UsageError(
        "\(name.source.label("database")) and \(file.source.label("database-file"))"
          + " exclude each other")
    }
    choices[name.source.rank < file.source.rank ? "database" : "database-file"] = nil
  }

  private mutating func noteStrangers(_ environment: [String: String]) {
    let known = Setting.all.map { $0.variable } + ["BATON_CONFIG"]
    for name in environment.keys.sorted() where name.hasPrefix("BATON_") && !known.contains(name) {
      guard name.utf8.count <= 64, let meant = nearestVariable(to: name, among: known) else {
        continue
      }
      strangers.append("\(shown(name)) is no setting; did you mean \(meant)?")
    }
  }

  /// The variable that another one is a slip of; what they begin with all of them share.
  private func nearestVariable(to name: String, among known: [String]) -> String? {
    let prefix = "BATON_".utf8.count
    let word = Array(name.utf8.dropFirst(prefix))
    return known.first { editDistance(word, Array($0.utf8.dropFirst(prefix))) <= 2 }
  }

  /// The text that was chosen for a setting.
  func text(_ name: String) -> String? { choices[name]?.text }

  /// The number that was chosen for a setting.
  func integer(_ name: String) -> Int? { choices[name].flatMap { Int($0.text) } }

  /// Refuses the value of a setting, naming where it came from.
  func refusal(_ name: String, _ reason: String) -> UsageError {
    UsageError("the value of \(choices[name]?.source.label(name) ?? name) \(reason)")
  }

  /// Every setting with its value and where that comes from; secrets are masked.
  func report() -> String {
    var rows: [(String, String, String)] = []
    for setting in Setting.all {
      if let choice = choices[setting.name] {
        rows.append((setting.name, shown(Secrecy.masked(choice.text)), choice.source.words))
      } else {
        rows.append((setting.name, setting.standard, "default"))
      }
    }
    let names = rows.map { $0.0.utf8.count }.max() ?? 0
    var text = ""
    for (name, value, source) in rows {
      text += "\(padded(name, to: names)) = \(value)  # \(source)\n"
    }
    return text
  }
}

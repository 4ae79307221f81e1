/// What a command was given, checked against its description.
struct ParsedArguments: Equatable, Sendable {
  private var options: [String: String] = [:]
  private var arguments: [String: [String]] = [:]

  /// Whether an option was given.
  func has(_ option: String) -> Bool { options[option] != nil }

  /// The value of an option, if it was given.
  func text(_ option: String) -> String? { options[option] }

  /// The number that an option was given.
  func integer(_ option: String) -> Int? { options[option].flatMap { Int($0) } }

  /// The seconds that an option was given.
  func seconds(_ option: String) -> Double? { options[option].flatMap { Double($0) } }

  /// All that was given for an argument.
  func arguments(_ placeholder: String) -> [String] { arguments[placeholder] ?? [] }

  fileprivate mutating func set(_ option: String, to value: String) { options[option] = value }

  fileprivate mutating func append(_ value: String, for argument: String) {
    arguments[argument, default: []].append(value)
  }
}

extension CommandSpecification {
  /// Reads the arguments that follow the command's name.
  ///
  /// - Returns: `nil` when help is asked for.
  func parse(_ input: [String]) throws(UsageError) -> ParsedArguments? {
    var parsed = ParsedArguments()
    var place = 0
    var index = 0
    var takesOptions = true
    while index < input.count {
      let word = input[index]
      index += 1
      if takesOptions, word == "--" {
        takesOptions = false
      } else if takesOptions, word == "--help" || word == "-h" {
        return nil
      } else if takesOptions, word.utf8.count > 1, word.utf8.first == UInt8(ascii: "-") {
        try parseOption(word, rest: input, at: &index, into: &parsed)
      } else {
        try parseArgument(word, at: &place, into: &parsed)
      }
    }
    for argument in arguments[min(place, arguments.count)...] where !argument.isOptional {
      guard parsed.arguments(argument.placeholder).isEmpty else { continue }
      var hint = ""
      if case .choice(let words, _) = argument.value {
        hint = ", which is \(words.joined(separator: " or "))"
      }
      throw UsageError("\(argument.placeholder) is missing\(hint)")
    }
    return parsed
  }

  private func parseOption(
    _ word: String, rest input: [String], at index: inout Int, into parsed: inout ParsedArguments
  ) throws(UsageError) {
    let equals = word.firstIndex(of: "=")
    let spelling = equals.map { String(word[..<$0]) } ?? word
    guard
      let option = options.first(where: {
        spelling == "--\($0.name)" || $0.alias.map { spelling == "--\($0)" } ?? false
      })
    else {
      let names = options.map { "--\($0.name)" } + ["--help"]
      throw UsageError("unknown option \(quoted(spelling))", near: spelling, among: names)
    }
    if parsed.has(option.name) { throw UsageError("--\(option.name) is given twice") }
    if let group = option.group {
      let other = options.first { $0.group == group && parsed.has($0.name) }
      if let other { throw UsageError("--\(option.name) and --\(other.name) exclude each other") }
    }
    guard let placeholder = option.placeholder else {
      if equals != nil { throw UsageError("--\(option.name) takes no value") }
      parsed.set(option.name, to: "")
      return
    }
    let value: String
    if let equals {
      value = String(word[word.index(after: equals)...])
    } else if index < input.count {
      // Whatever it begins with: a position begins with `-` where a1 is empty.
      value = input[index]
      index += 1
    } else {
      throw UsageError("--\(option.name) needs a value: --\(option.name) \(placeholder)")
    }
    try option.value.check(value, label: "--\(option.name)")
    parsed.set(option.name, to: value)
  }

  private func parseArgument(
    _ word: String, at place: inout Int, into parsed: inout ParsedArguments
  ) throws(UsageError) {
    guard place < arguments.count else {
      throw UsageError("unexpected argument \(quoted(word))")
    }
    let argument = arguments[place]
    try argument.value.check(word, label: argument.placeholder)
    parsed.append(word, for: argument.placeholder)
    if !argument.isRepeating { place += 1 }
  }
}

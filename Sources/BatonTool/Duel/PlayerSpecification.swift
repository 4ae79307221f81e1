internal import Reversi
internal import ReversiEngine

/// A player of `baton match` as the command line names it: settings, and for a program how to start it.
///
/// It is a list such as `depth:8,solve:16`, `time:0.1,nboard:./engine x` or `level:4`. What follows `nboard:` or
/// `gtp:` is a command to the end of the text.
struct PlayerSpecification: Hashable, Sendable {
  /// Who plays.
  enum Kind: Hashable, Sendable {
    /// Our engine.
    case own
    /// Our opponent of a level.
    case level(ReversiLevel)
    /// A program that speaks NBoard.
    case nboard([String])
    /// A program that speaks the Go Text Protocol.
    case gtp([String])
  }

  /// The text that it was read from.
  let text: String
  /// Who plays.
  private(set) var kind = Kind.own
  /// How many plies to look ahead.
  private(set) var depth: Int?
  /// The time for a move.
  private(set) var nanoseconds: UInt64?
  /// About how many positions to visit for a move.
  private(set) var nodes: UInt64?
  /// From how many empty squares on to find the exact score.
  private(set) var solve: Int?
  /// The memory of our engine in MiB.
  private(set) var megabytes: Int?
  /// The threads of our engine.
  private(set) var threads: Int?
  /// The opening book of our engine: a file, or `shipped`.
  private(set) var book: String?
  /// How many discs a move of the book may give away.
  private(set) var variety: Int?
  /// The file with the weights of our engine, if not those in the program.
  private(set) var weights: String?
  /// Whether our engine thinks while the other one does.
  private(set) var ponders = false

  /// Reads a specification; `label` says in messages what it is for.
  init(_ text: String, label: String) throws(UsageError) {
    self.text = text
    var rest = text[...]
    var seen: Set<String> = []
    while true {
      guard let colon = rest.firstIndex(of: ":") else {
        throw UsageError(
          "\(label) needs settings such as depth:8 or nboard:COMMAND, not \(quoted(text))")
      }
      let name = String(rest[..<colon])
      rest = rest[rest.index(after: colon)...]
      if !seen.insert(name).inserted { throw UsageError("\(label) has \(name) twice") }
      if name == "nboard" || name == "gtp" {
        let words = try PlayerSpecification.words(of: rest, label: label)
        kind = name == "nboard" ? .nboard(words) : .gtp(words)
        break
      }
      let comma = rest.firstIndex(of: ",") ?? rest.endIndex
      try set(name, to: String(rest[..<comma]), label: label)
      if comma == rest.endIndex { break }
      rest = rest[rest.index(after: comma)...]
    }
    try check(label: label)
  }

  private mutating func set(
    _ name: String, to value: String, label: String
  ) throws(UsageError) {
    func number(_ range: ClosedRange<Int>) throws(UsageError) -> Int {
      try ValueSpecification.integer(range).check(value, label: "\(label) \(name)")
      return Int(value) ?? range.lowerBound
    }
    switch name {
    case "depth": depth = try number(1...60)
    case "nodes": nodes = UInt64(try number(1...Int.max))
    case "solve": solve = try number(0...60)
    case "threads": threads = try number(1...256)
    case "variety": variety = try number(0...10)
    case "book": book = value == "off" ? nil : value == "on" ? "shipped" : value
    case "weights": weights = value
    case "ponder":
      try ValueSpecification.choice(["on", "off"], kind: "word").check(
        value, label: "\(label) \(name)")
      ponders = value == "on"
    case "memory": megabytes = try number(1...65_536)
    case "level": kind = ReversiLevel(try number(ReversiLevel.numbers)).map { .level($0) } ?? .own
    case "time":
      try ValueSpecification.seconds(3600).check(value, label: "\(label) \(name)")
      nanoseconds = UInt64((Double(value) ?? 0) * 1_000_000_000)
    default:
      throw UsageError(
        "unknown setting \(quoted(name)) for \(label)", near: name,
        among: [
          "depth", "time", "nodes", "level", "solve", "memory", "threads", "book", "variety",
          "ponder", "weights", "nboard", "gtp",
        ])
    }
  }

  /// Whether there are settings that only our engine has.
  private var hasExtras: Bool { book != nil || variety != nil || weights != nil || ponders }

  /// Refuses settings that the player could not follow.
  private func check(label: String) throws(UsageError) {
    func refuse(_ name: String, _ isGiven: Bool, _ reason: String) throws(UsageError) {
      if isGiven { throw UsageError("\(label): \(name) \(reason)") }
    }
    switch kind {
    case .own:
      if depth == nil, nanoseconds == nil, nodes == nil {
        throw UsageError("\(label) needs depth, time, nodes, level, nboard or gtp")
      }
    case .level:
      let isMore = depth != nil || nanoseconds != nil || nodes != nil || solve != nil
      let isBig = megabytes != nil || threads != nil || hasExtras
      try refuse("a level", isMore || isBig, "has no other settings")
    case .nboard, .gtp:
      try refuse("nodes", nodes != nil, "cannot be told to a program")
      try refuse("solve", solve != nil, "cannot be told to a program")
      try refuse("memory", megabytes != nil, "cannot be told to a program")
      try refuse("threads", threads != nil, "cannot be told to a program")
      try refuse(
        "book, variety, weights or ponder", hasExtras, "cannot be told to a program")
      guard case .gtp = kind else { return }
      try refuse("depth", depth != nil, "cannot be told by GTP; give it to the program itself")
      try refuse(
        "time", (nanoseconds ?? 0) % 1_000_000_000 != 0 || nanoseconds == 0,
        "is told by GTP in whole seconds; give less to the program itself")
    }
  }

  /// The words of a command.
  private static func words(of text: Substring, label: String) throws(UsageError) -> [String] {
    let words: [String]
    do throws(CommandText.OpenQuote) {
      words = try CommandText.words(of: text)
    } catch {
      throw UsageError("\(label) has a quotation mark without its other one")
    }
    if words.isEmpty { throw UsageError("\(label) names no program") }
    return words
  }
}

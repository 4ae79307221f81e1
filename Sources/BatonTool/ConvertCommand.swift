internal import Games
internal import Hosting
internal import Reversi

extension CommandSpecification {
  static let convert = CommandSpecification(
    name: "convert", summary: "Converts games of Reversi or of chess between formats",
    arguments: [
      ArgumentSpecification(
        placeholder: "INPUT", value: .text,
        summary: "A file with games or positions, - for standard input, or a transcript itself.")
    ],
    options: [
      OptionSpecification(
        name: "to", placeholder: "FORMAT",
        value: .choice(
          GameFormat.allCases.map(\.rawValue) + ChessFormat.allCases.map(\.rawValue),
          kind: "format"),
        summary: "What to write: transcript, obf, ggf or wthor; of chess pgn, fen or uci."),
      OptionSpecification(
        name: "from", placeholder: "FORMAT",
        value: .choice(
          GameFormat.allCases.map(\.rawValue) + [ChessFormat.pgn.rawValue], kind: "format"),
        summary: "What to read; without it, the name and the content of the file tell."),
      OptionSpecification(
        name: "output", placeholder: "FILE",
        summary: "Where to write to instead of standard output. Files of WTHOR are only written "
          + "here, with the names beside it in files that end in .jou and .trn."),
      OptionSpecification(
        name: "every",
        summary: "In obf, write every position in which a side could choose, not only the last."),
      OptionSpecification(
        name: "skip",
        summary: "Leave out what cannot be read or written, name it, and end with exit code 1."),
      OptionSpecification(name: "force", summary: "Replace files that are there already."),
      OptionSpecification(
        name: "json",
        summary: "With --output, print one JSON object: from, to, read, written, skipped, files."),
    ],
    notes: """
      Formats:
        transcript  the squares in the order played, one game a line: F5D6C3D3C4
        obf         positions, with the scores of their moves; boards of eight
                    lines are read too
        ggf         games of servers, with players, times and evaluations
        wthor       the games of the French federation, .wtb with .jou and .trn
        pgn         games of chess with variations and comments; files of any size
        fen         positions of chess, the last of each game or with --every all
        uci         the moves of a game of chess in a line: e2e4 e7e5 g1f3

      Of a game of chess that is broken the moves before are kept, unless --skip
      leaves it out; what is wrong is named, and the exit code is 1.
      """)
}

func runConvert(_ arguments: ParsedArguments, io: some ToolIO) async throws -> Int32 {
  guard let word = arguments.text("to") else {
    throw UsageError("--to is missing, which says what to write")
  }
  guard let target = GameFormat(rawValue: word) else {
    return try await runChessConvert(arguments, to: ChessFormat(rawValue: word) ?? .pgn, io: io)
  }
  if arguments.text("from") == ChessFormat.pgn.rawValue {
    throw UsageError("games of chess become pgn, fen or uci, not \(word)")
  }
  let output = arguments.text("output")
  if output == nil {
    if target == .wthor { throw UsageError("wthor is only written to a file: --output FILE") }
    if arguments.has("json") {
      throw UsageError("--json needs --output, so that both have a place")
    }
  }
  let skips = arguments.has("skip")
  let input = try await GameFile.read(
    arguments.arguments("INPUT").first ?? "-",
    format: arguments.text("from").flatMap { GameFormat(rawValue: $0) }, keepsGoing: skips, io: io)
  var problems = input.problems.map { $0.text }
  if input.entries.isEmpty, problems.isEmpty {
    throw ToolFailure(code: ExitCode.data, message: "there are no games in the input")
  }
  var writer = GameWriter(target, writesEvery: arguments.has("every"))
  for entry in input.entries {
    do throws(ToolFailure) {
      try writer.add(entry)
    } catch {
      guard skips else { throw error }
      problems.append(error.message)
    }
  }
  var files: [String] = []
  if let output {
    let contents = try writer.files(output, now: io.time.wallMilliseconds)
    let replaces = arguments.has("force")
    // All are looked for before the first is written, so that no failure leaves games without their names.
    if !replaces, let old = contents.first(where: { TextFile.exists($0.path) }) {
      throw existing(old.path)
    }
    for file in contents {
      try write(file.bytes, to: file.path, replacing: replaces)
      files.append(file.path)
    }
  } else {
    // Line by line, since each game may have its own encoding.
    let lines = writer.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    io.write(lines.map { RawText($0).text }.joined(separator: "\n"))
  }
  for problem in problems { io.writeError("baton convert: \(shown(problem))\n") }
  if arguments.has("json") {
    let summary = JSONText.object([
      ("from", .string(input.format.rawValue)), ("to", .string(target.rawValue)),
      ("read", .integer(input.entries.count + input.problems.count)),
      ("written", .integer(writer.count)), ("skipped", .integer(problems.count)),
      ("files", .array(files.map { .string($0) })),
    ])
    io.write(summary.text + "\n")
  }
  return problems.isEmpty ? ExitCode.success : ExitCode.problems
}

/// Writes a file that a command was asked for.
func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(ToolFailure) {
  do throws(TextFile.Failure) {
    try TextFile.write(bytes: bytes, to: path, replacing: replacing)
  } catch {
    throw error.isBecauseItExists
      ? existing(path)
      : ToolFailure(
        code: ExitCode.inputOutput, message: "\(quoted(path)) cannot be written: \(error.reason)")
  }
}

private func existing(_ path: String) -> ToolFailure {
  ToolFailure(
    code: ExitCode.cannotCreate, message: "\(quoted(path)) is there already; --force replaces it")
}

/// Puts games into one format.
private struct GameWriter {
  let format: GameFormat
  let writesEvery: Bool
  /// The games so far, unless the format is WTHOR's.
  private(set) var bytes: [UInt8] = []
  /// The games or positions so far.
  private(set) var count = 0
  private var games: [WTHORGame] = []
  private var players = NameList()
  private var tournaments = NameList()
  private var years: Set<Int> = []

  init(_ format: GameFormat, writesEvery: Bool) {
    self.format = format
    self.writesEvery = writesEvery
  }

  mutating func add(_ entry: GameEntry) throws(ToolFailure) {
    switch format {
    case .transcript: add(line: Array(Transcript(entry.record).text.utf8))
    case .obf: addPositions(entry)
    case .ggf: add(line: (entry.ggf ?? GameWriter.ggf(entry)).bytes)
    case .wthor:
      try demandUsualStart(entry)
      guard
        let game = WTHORGame(
          entry.record, tournament: try tournaments.number(of: entry.event),
          black: try players.number(of: entry.black), white: try players.number(of: entry.white))
      else { return }
      games.append(game)
      count += 1
      if let year = entry.year { years.insert(year) }
    }
  }

  private func demandUsualStart(_ entry: GameEntry) throws(ToolFailure) {
    guard entry.record.positions[0] != .start else { return }
    throw ToolFailure(
      code: ExitCode.data,
      message: "\(entry.place) does not begin at the usual start, which \(format.rawValue) demands")
  }

  private mutating func add(line: [UInt8]) {
    bytes += line
    bytes.append(UInt8(ascii: "\n"))
    count += 1
  }

  private mutating func addPositions(_ entry: GameEntry) {
    if let position = entry.obf {
      add(line: position.bytes)
      return
    }
    let positions = entry.record.positions
    let kept = writesEvery ? positions.filter { $0.placements != 0 } : positions.suffix(1)
    for position in kept {
      add(line: OBFPosition(position, comment: RawText(entry.title)).bytes)
    }
  }

  private static func ggf(_ entry: GameEntry) -> GGFGame {
    let last = entry.record.position
    let score = last.tournamentScore(of: .black)
    let properties: [(String, String?)] = [
      ("GM", "Othello"), ("PC", entry.event), ("DT", entry.year.map { "\($0)" }),
      ("PB", entry.black ?? "?"), ("PW", entry.white ?? "?"),
      ("RE", last.isOver ? (score < 0 ? "" : "+") + "\(score).000" : "?"), ("TY", "8"),
    ]
    let tags = properties.compactMap { name, value -> GGFGame.Tag? in
      guard let value else { return nil }
      let escaped = value.replacing("\\", with: "\\\\").replacing("]", with: "\\]")
      return GGFGame.Tag(RawText(name), RawText(escaped))
    }
    return GGFGame(entry.record, tags: tags)
  }

  /// What to write to which file.
  func files(
    _ path: String, now: Int64
  ) throws(ToolFailure) -> [(path: String, bytes: [UInt8])] {
    guard format == .wthor else { return [(path, bytes)] }
    let today = civilDate(days: now / 86_400_000)
    // A file is of one year; where the games are of several, it is of none.
    let year = years.count == 1 ? years.first ?? 0 : 0
    let header = WTHORHeader(
      year: today.year, month: today.month, day: today.day, yearOfGames: year)
    let stem = GameFile.withoutEnding(path)
    do throws(WTHORError) {
      var files = [(path, try WTHORGames(header, games: games).bytes)]
      if players.isUsed {
        files.append(
          (stem + ".jou", try WTHORNames(.players, header, names: players.names).bytes))
      }
      if tournaments.isUsed {
        files.append(
          (stem + ".trn", try WTHORNames(.tournaments, header, names: tournaments.names).bytes))
      }
      return files
    } catch {
      throw ToolFailure(code: ExitCode.data, message: error.text)
    }
  }
}

/// Names with a number each; the first stands for the unknown one.
private struct NameList {
  private(set) var names = ["?"]
  private var numbers = ["?": UInt16(0)]

  var isUsed: Bool { names.count > 1 }

  mutating func number(of name: String?) throws(ToolFailure) -> UInt16 {
    guard let name, !name.isEmpty else { return 0 }
    if let number = numbers[name] { return number }
    guard let number = UInt16(exactly: names.count), number < .max else {
      throw ToolFailure(code: ExitCode.data, message: "there are more names than wthor can hold")
    }
    names.append(name)
    numbers[name] = number
    return number
  }
}

/// The day of the calendar that is `days` after 1 January 1970.
private func civilDate(days: Int64) -> (year: Int, month: Int, day: Int) {
  var year = 1970
  var rest = Int(max(days, 0))
  func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }
  while rest >= (isLeap(year) ? 366 : 365) {
    rest -= isLeap(year) ? 366 : 365
    year += 1
  }
  var month = 1
  for length in [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
    if rest < length { break }
    rest -= length
    month += 1
  }
  return (year, month, rest + 1)
}

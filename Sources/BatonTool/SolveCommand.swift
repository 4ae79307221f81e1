internal import Games
internal import Hosting
internal import Reversi
internal import ReversiEngine
internal import ReversiThreads
internal import ReversiWeights

extension CommandSpecification {
  static let solve = CommandSpecification(
    name: "solve", summary: "Finds the exact result of Reversi positions",
    arguments: [
      ArgumentSpecification(
        placeholder: "FILE", value: .text,
        summary:
          "Positions in OBF, one a line: 64 squares from a1 to h8, X black, O white, - empty, "
          + "then the side to move; what follows is not read, nor are lines that begin with # or "
          + "%. Plain boards of eight lines do as well. Without a file, or with -, standard input.",
        isOptional: true)
    ],
    options: [
      OptionSpecification(
        name: "position", placeholder: "TEXT",
        summary: "Solve this position instead of those of a file."),
      OptionSpecification(
        name: "winner",
        summary: "Find only who wins, which is faster: the score is 1, 0 or -1.", group: "goal"),
      OptionSpecification(
        name: "lines", placeholder: "N", value: .integer(1...60),
        summary: "How many of the best moves get an exact score (default 1).", group: "goal"),
      .threads,
      .memory,
      OptionSpecification(
        name: "json",
        summary: "Print an object a line for each position: position, empties, score, best, "
          + "nodes, seconds, nodesPerSecond, variation and lines."),
    ],
    notes: """
      The score is the final difference of discs for the side to move, with the
      empty squares given to the winner. A position with more than about 30 empty
      squares takes very long.
      """)
}

extension OptionSpecification {
  /// How many threads search.
  static let threads = OptionSpecification(
    name: "threads", placeholder: "N", value: .integer(1...256),
    summary: "How many threads search together (default 1).")
  /// How much memory a search uses.
  static let memory = OptionSpecification(
    name: "memory", placeholder: "MB", value: .integer(1...65_536),
    summary: "The size of the table of positions in MiB (default 128).")
}

func runSolve(_ arguments: ParsedArguments, io: some ToolIO) async throws -> Int32 {
  let settings = SolveSettings(
    isWinnerOnly: arguments.has("winner"), lines: arguments.integer("lines") ?? 1,
    isJSON: arguments.has("json"))
  let team = ReversiTeam(
    weights: .shipped, memory: (arguments.integer("memory") ?? 128) << 20,
    threads: arguments.integer("threads") ?? 1)
  if let text = arguments.text("position") {
    guard arguments.arguments("FILE").isEmpty else {
      throw UsageError("--position and a file exclude each other")
    }
    guard let position = try? ReversiPosition(text: text) else {
      throw ToolFailure(code: ExitCode.data, message: positionProblem(text))
    }
    await solve(position, number: 1, team, settings, io: io)
    return ExitCode.success
  }
  let source = arguments.arguments("FILE").first ?? "-"
  var count = 0
  var totalNodes: UInt64 = 0
  var totalTime: UInt64 = 0
  func solveAll(in bytes: [UInt8], firstLine: Int) async throws {
    var reader = OBFReader(withoutNotes(bytes))
    while io.outputFailure == nil {
      let entry: OBFReader.Entry?
      do throws(OBFError) {
        entry = try reader.next()
      } catch {
        let name = source == "-" ? "input" : source
        throw ToolFailure(
          code: ExitCode.data,
          message:
            "\(name), line \(error.line + firstLine - 1), byte \(error.byte): \(error.reason)")
      }
      guard let found = entry else { return }
      count += 1
      let (nodes, time) = await solve(
        found.value.position, number: count, team, settings, io: io)
      totalNodes += nodes
      totalTime += time
    }
  }
  if source == "-" {
    // Each position is solved when it is complete, so that a program can ask and wait for the answer.
    var pending: [UInt8] = []
    var firstLine = 1
    var lineNumber = 0
    while io.outputFailure == nil, let line = await io.readLine() {
      lineNumber += 1
      pending += Array(line.utf8) + [0x0a]
      if lineNumber == 1 { pending = withoutMark(pending) }
      guard isComplete(pending) else { continue }
      try await solveAll(in: pending, firstLine: firstLine)
      pending = []
      firstLine = lineNumber + 1
    }
    try await solveAll(in: pending, firstLine: firstLine)
  } else {
    let bytes: [UInt8]
    do throws(TextFile.Failure) {
      bytes = try TextFile.readBytes(source, limit: 1 << 28, purpose: "positions")
    } catch {
      throw ToolFailure(code: ExitCode.unavailable, message: "\(source): \(error.reason)")
    }
    try await solveAll(in: withoutMark(bytes), firstLine: 1)
  }
  if count > 1, !settings.isJSON {
    io.write(
      "\(leftPadded("all", to: 4))  \(grouped(totalNodes)) nodes, "
        + "\(seconds(totalTime, decimals: 3)) s, \(rateText(totalNodes, totalTime))\n")
  }
  return ExitCode.success
}

private struct SolveSettings: Sendable {
  let isWinnerOnly: Bool
  let lines: Int
  let isJSON: Bool
}

/// Whether lines hold all of a position, or nothing of one.
private func isComplete(_ bytes: [UInt8]) -> Bool {
  var symbols = 0
  for line in bytes.split(separator: 0x0a) {
    let text = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = text.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "%") else {
      continue
    }
    symbols += text.count { $0 > 0x20 }
  }
  return symbols == 0 || symbols >= 65
}

/// Takes a byte-order mark away, so that it does not count for squares.
private func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
  bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes
}

/// Cuts off what stands behind a position on its line: somebody's notes, which need not be right.
private func withoutNotes(_ bytes: [UInt8]) -> [UInt8] {
  var result: [UInt8] = []
  for line in bytes.split(separator: 0x0a, omittingEmptySubsequences: false) {
    var symbols = 0
    var end = line.startIndex
    while end < line.endIndex, symbols < 65 {
      if line[end] > 0x20 { symbols += 1 }
      end += 1
    }
    let start = String(decoding: line[..<end], as: UTF8.self)
    let isPosition = symbols == 65 && (try? ReversiPosition(text: start)) != nil
    result += isPosition ? line[..<end] : line
    result.append(0x0a)
  }
  return result
}

private func positionProblem(_ text: String) -> String {
  do throws(TextError) {
    _ = try ReversiPosition(text: text)
    return "the position is wrong"
  } catch {
    return "the position is wrong: \(error.placed)"
  }
}

/// Solves one position and prints what was found.
@discardableResult
private func solve(
  _ position: ReversiPosition, number: Int, _ team: ReversiTeam, _ settings: SolveSettings,
  io: some ToolIO
) async -> (nodes: UInt64, time: UInt64) {
  let latest = Lock(ReversiReport.none)
  let time = io.time
  let begin = time.monotonicNanoseconds
  let showsProgress = io.terminal.errorIsTerminal
  let progress = Task {
    guard showsProgress else { return }
    var hasWritten = false
    defer { if hasWritten { io.writeError("\r" + String(repeating: " ", count: 72) + "\r") } }
    while true {
      try await time.sleep(nanoseconds: 1_000_000_000)
      hasWritten = true
      let report = latest.withLock { $0 }
      let elapsed = time.monotonicNanoseconds - begin
      io.writeError(
        "\r\(number): depth \(report.depth)@\(report.certainty)%, value \(signed(report.value)), "
          + "\(grouped(report.nodes)) nodes, \(seconds(elapsed, decimals: 0)) s   ")
    }
  }
  let report = await onOwnThread {
    team.run(
      position, goal: settings.isWinnerOnly ? .winner : .score, lines: settings.lines,
      progress: { report in
        latest.withLock { $0 = report }
        return true
      })
  }
  let elapsed = time.monotonicNanoseconds - begin
  progress.cancel()
  _ = await progress.result
  if settings.isJSON {
    io.write(json(report, of: position, elapsed: elapsed).text + "\n")
  } else {
    let best = report.best?.text ?? "-"
    io.write(
      leftPadded("\(number)", to: 4) + leftPadded("\(position.emptyCount)", to: 4) + " empty"
        + leftPadded(signed(report.value), to: 5) + "  " + padded(best, to: 5)
        + leftPadded(grouped(report.nodes), to: 16) + " nodes"
        + leftPadded(seconds(elapsed, decimals: 3), to: 10) + " s  "
        + rateText(report.nodes, elapsed) + "\n")
    if report.lines.count > 1 {
      for line in report.lines {
        io.write("          \(line.move.text) \(signed(line.value))\n")
      }
    }
  }
  return (report.nodes, elapsed)
}

/// A number with its sign, `+2`, `-4` or `0`.
func signed(_ number: Int) -> String { number > 0 ? "+\(number)" : "\(number)" }

private func rate(_ nodes: UInt64, _ nanoseconds: UInt64) -> UInt64? {
  guard nanoseconds > 0 else { return nil }
  return UInt64(Double(nodes) / Double(nanoseconds) * 1_000_000_000)
}

private func rateText(_ nodes: UInt64, _ nanoseconds: UInt64) -> String {
  rate(nodes, nanoseconds).map { grouped($0) + " a second" } ?? "-"
}

private func json(
  _ report: ReversiReport, of position: ReversiPosition, elapsed: UInt64
) -> JSONText {
  .object([
    ("position", .string(position.text)),
    ("empties", .integer(position.emptyCount)),
    ("score", .integer(report.value)),
    ("best", report.best.map { .string($0.text) } ?? .null),
    ("nodes", .number("\(report.nodes)")),
    ("seconds", .number(seconds(elapsed, decimals: 6))),
    ("nodesPerSecond", rate(report.nodes, elapsed).map { .number("\($0)") } ?? .null),
    ("variation", .array((report.lines.first?.variation ?? []).map { .string($0.text) })),
    (
      "lines",
      .array(
        report.lines.map {
          .object([("move", .string($0.move.text)), ("score", .integer($0.value))])
        })
    ),
  ])
}

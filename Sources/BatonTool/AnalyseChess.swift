internal import Chess
internal import ChessEngine
internal import ChessThreads
internal import GameBoards
internal import Games
internal import Hosting

/// Analyses the games of a PGN file, and writes them with what was found.
func runChessAnalysis(
  _ file: ChessFile, _ arguments: ParsedArguments, io: some ToolIO
) async throws -> Int32 {
  for name in ["solve"] where arguments.integer(name) != nil {
    throw UsageError("--\(name) is not for chess")
  }
  let entries = try chosen(PGNReader.games(in: file.bytes), number: arguments.integer("game"))
  let svg = arguments.text("svg")
  if svg != nil, entries.count > 1 {
    throw ToolFailure(
      code: ExitCode.usage,
      message: "--svg draws one game, and there are \(entries.count); --game N chooses one")
  }
  let nodes = UInt64(
    arguments.integer("nodes") ?? (arguments.integer("depth") == nil ? 500_000 : 0))
  var limits = ChessLimits()
  if nodes > 0 { limits.nodes = nodes }
  limits.depth = arguments.integer("depth") ?? limits.depth
  let desk = ChessDesk(
    limits, size: EngineSize(arguments),
    total: entries.reduce(0) { $0 + $1.game.mainLine.count + 1 })
  let progress = Task { await desk.showProgress(io: io) }
  defer { progress.cancel() }
  var problems = 0
  for entry in entries {
    for problem in entry.errors {
      problems += 1
      desk.clearProgress(io: io)
      io.writeError("baton analyse: \(shown(problem.description))\n")
    }
    let moves = entry.game.mainLine.compactMap { entry.game.move(to: $0) }
    // Only a search that is stopped finds nothing, and nobody stops this one.
    guard let analysis = await desk.analyse(entry.game.start, moves) else { continue }
    desk.clearProgress(io: io)
    let names = sanNames(entry.game.start, moves)
    if arguments.has("json") {
      for line in json(analysis, names: names, game: entry.number) { io.write(line.text + "\n") }
    } else {
      var game = entry.game
      game[notes: .root].comment = headline(analysis, limits, game[notes: .root].comment)
      analysis.annotate(&game)
      if entry.number != entries.first?.number { io.write("\n") }
      io.write(game.text)
    }
    if let svg {
      let picture = ChessGraph(analysis, names: names, title: title(entry.game)).svg()
      try write(Array(picture.utf8), to: svg, replacing: true)
    }
    if io.outputFailure != nil { break }
  }
  progress.cancel()
  await progress.value
  return problems == 0 ? ExitCode.success : ExitCode.problems
}

private func chosen(_ entries: [PGNEntry], number: Int?) throws(ToolFailure) -> [PGNEntry] {
  guard !entries.isEmpty else {
    throw ToolFailure(code: ExitCode.data, message: "there are no games in the input")
  }
  guard let number else { return entries }
  guard number <= entries.count else {
    throw ToolFailure(
      code: ExitCode.data,
      message: "there is no game \(number), only \(entries.count) in the input")
  }
  return [entries[number - 1]]
}

/// The moves of a game as people write them.
func sanNames(_ start: ChessPosition, _ moves: [ChessMove]) -> [String] {
  var position = start
  return moves.map { move in
    let name = position.san(move)
    if let next = try? position.playing(move) { position = next }
    return name
  }
}

private func title(_ game: PGNGame) -> String {
  func name(_ tag: String) -> String? {
    game.value(of: tag).flatMap { $0 == "?" || $0.isEmpty ? nil : $0 }
  }
  let players = [name("White") ?? "?", name("Black") ?? "?"].joined(separator: " – ")
  let event = [name("Event"), name("Date").map { String($0.prefix(4)) }].compactMap { $0 }
    .filter { !$0.hasPrefix("?") }.joined(separator: ", ")
  if players == "? – ?" { return event }
  return event.isEmpty ? players : "\(players), \(event)"
}

/// What is said before the first move.
private func headline(_ analysis: ChessAnalysis, _ limits: ChessLimits, _ old: String) -> String {
  let work =
    limits.nodes == .max
    ? "\(limits.depth) plies" : "\(grouped(limits.nodes)) positions a move"
  var text = "Baton \(toolVersion), \(work)."
  for side in ChessSide.allCases {
    let counts = ChessJudgement.allCases.reversed().compactMap { judgement -> String? in
      let count = analysis.count(judgement, of: side)
      guard count > 0 else { return nil }
      let word = judgement.name.lowercased()
      return count == 1 ? "1 \(word)" : "\(count) \(plural(word))"
    }
    text += " \(side == .white ? "White" : "Black"): "
    text += counts.isEmpty ? "no mistakes" : counts.joined(separator: ", ")
    text += "."
  }
  return old.isEmpty ? text : "\(old)\n\(text)"
}

private func plural(_ word: String) -> String {
  word.hasSuffix("y") ? word.dropLast() + "ies" : word + "s"
}

private func json(_ score: ChessScore) -> JSONText {
  switch score {
  case .centipawns(let value): .object([("cp", .integer(value))])
  case .mate(let moves): .object([("mate", .integer(moves))])
  }
}

private func isMate(after move: ChessMove, in position: ChessPosition) -> Bool {
  (try? position.playing(move))?.isCheckmate ?? false
}

private func json(_ analysis: ChessAnalysis, names: [String], game: Int) -> [JSONText] {
  var position = analysis.start
  return analysis.moves.enumerated().map { index, move in
    defer { if let next = try? position.playing(move.move) { position = next } }
    return .object([
      ("game", .integer(game)), ("ply", .integer(move.ply)),
      ("side", .string(move.side.name)), ("move", .string(names[index])),
      ("uci", .string(position.uci(move.move))),
      ("score", isMate(after: move.move, in: position) ? json(.mate(in: 0)) : json(move.score)),
      ("best", .string(position.san(move.best))), ("bestScore", json(move.bestScore)),
      ("loss", .integer(move.loss)),
      ("judgement", move.judgement.map { .string($0.name.lowercased()) } ?? .null),
      ("depth", .integer(move.depth)),
    ])
  }
}

/// Analyses games one after the other on a thread of its own, and says how far it is.
private final class ChessDesk: Sendable {
  private struct State {
    var done = 0
    var doneBefore = 0
  }

  private let limits: ChessLimits
  private let team: ChessTeam
  /// The positions of all games.
  private let total: Int
  private let state = Lock(State())
  private let line = ProgressLine()

  init(_ limits: ChessLimits, size: EngineSize, total: Int) {
    self.limits = limits
    self.total = total
    team = ChessTeam(memory: size.megabytes << 20, threads: size.threads)
  }

  func analyse(_ start: ChessPosition, _ moves: [ChessMove]) async -> ChessAnalysis? {
    let analysis = await onOwnThread { [self] in
      // Games do not depend on those before them in the file.
      team.forget()
      return ChessAnalysis.analysing(
        from: start, moves,
        progress: { done, _ in
          state.withLock { $0.done = $0.doneBefore + done }
          return true
        },
        search: { team.run($0, limits: limits) })
    }
    state.withLock { $0.doneBefore = $0.done }
    return analysis
  }

  /// Writes a line of progress until the task is cancelled.
  func showProgress(io: some ToolIO) async {
    await line.show(io: io) { [self] elapsed in
      let done = state.withLock { $0.done }
      return "\(done) of \(total) positions, \(seconds(elapsed, decimals: 0)) s"
    }
  }

  /// Takes the line of progress away.
  func clearProgress(io: some ToolIO) { line.clear(io: io) }
}

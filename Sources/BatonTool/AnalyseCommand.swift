internal import Chess
internal import GameBoards
internal import Games
internal import Hosting
internal import Reversi
internal import ReversiEngine
internal import ReversiThreads
internal import ReversiWeights

extension CommandSpecification {
  static let analyse = CommandSpecification(
    name: "analyse", summary: "Finds the mistakes in games of Reversi or of chess",
    arguments: [
      ArgumentSpecification(
        placeholder: "GAME", value: .text,
        summary: "A transcript such as F5D6C3, a file with games (transcripts, GGF or WTHOR; PGN "
          + "for chess), or - for standard input.",
        isRepeating: true)
    ],
    options: [
      OptionSpecification(
        name: "depth", placeholder: "N", value: .integer(1...60),
        summary: "How many moves to look ahead where the end is too far (default 12; in chess as "
          + "many as --nodes allows)."),
      OptionSpecification(
        name: "solve", placeholder: "N", value: .integer(0...60),
        summary: "With how many empty squares or fewer a position is solved to the end "
          + "(default 20). Each square more takes about three times as long."),
      OptionSpecification(
        name: "nodes", placeholder: "N", value: .integer(1...Int.max),
        summary: "Chess: how many positions to visit for each move (default 500000)."),
      .threads, .memory,
      OptionSpecification(
        name: "game", placeholder: "N", value: .integer(1...Int.max),
        summary: "Analyse only this game of the file, from 1."),
      OptionSpecification(
        name: "svg", placeholder: "FILE",
        summary: "Also write a graph of the game to a file, which is replaced if it is there."),
      OptionSpecification(
        name: "json", summary: "Print one JSON object a line for each move, see below."),
    ],
    notes: """
      Values are discs at the end of the game with the best play of both sides, from
      Black's point of view: +4 means that Black wins by 4, -4 that White does; empty
      squares go to the winner. The loss of a move is what it gave away, of the side
      that played it. "solved" is certain, "12 plies" an estimate. A loss of
      \(AnalysisGraph.mistake) discs or more is marked ?, of \(AnalysisGraph.blunder) or more ??.

      The JSON objects have these members, in this order:
        game         the number of the game, from 1
        number       the number of the move, from 1, passes counted
        side         "black" or "white"
        move         the move, or "pass"
        value        the value after the move, for Black
        best         the best move; the move itself, if none is better
        bestValue    the value after the best move, for Black
        loss         the discs that the move gave away
        exact        true when value is certain
        bestExact    true when bestValue and loss are certain
        depth        the plies looked ahead
        empties      the empty squares before the move

      Of chess the games come out as PGN: the value of each move, ?!, ? and ?? behind
      those that gave away a tenth, a fifth and three tenths of the way from a sure
      win to a sure loss, and what should have been played. With --json:
        game, ply    the numbers of the game and the half-move, from 1
        side, move   "white" or "black", and the move as people write it
        uci          the move as UCI writes it
        score        {"cp": n} or {"mate": n} for White after the move
        best         the best move; the move itself, if none is better
        bestScore    the score after the best move
        loss         what the move gave away, in thousandths, 1000 from sure to even
        judgement    "inaccuracy", "mistake", "blunder" or null
        depth        the plies looked ahead in full
      """)
}

func runAnalyse(_ arguments: ParsedArguments, io: some ToolIO) async throws -> Int32 {
  let words = arguments.arguments("GAME").joined(separator: " ")
  if let file = try await ChessFile.read(words, io: io) {
    return try await runChessAnalysis(file, arguments, io: io)
  }
  if arguments.integer("nodes") != nil { throw UsageError("--nodes is not for Reversi") }
  let number = arguments.integer("game")
  let input: GameFile
  do {
    // What is wrong with other games than the one that is asked for does not matter.
    input = try await GameFile.read(words, format: nil, keepsGoing: number != nil, io: io)
  } catch let failure as ToolFailure {
    guard let record = try? ChessNotation.read(words), !record.moves.isEmpty else { throw failure }
    throw ToolFailure(
      code: failure.code, message: "\(failure.message); a game of chess is read from a PGN file")
  }
  let games = try chosenGames(of: input, number: number)
  let svg = arguments.text("svg")
  if svg != nil, games.count > 1 {
    throw ToolFailure(
      code: ExitCode.usage,
      message: "--svg draws one game, and there are \(games.count); --game N chooses one")
  }
  let desk = AnalysisDesk(
    depth: arguments.integer("depth") ?? 12, solving: arguments.integer("solve") ?? 20,
    size: EngineSize(arguments),
    total: games.reduce(0) { $0 + $1.entry.record.positions.count })
  let progress = Task { await desk.showProgress(io: io) }
  defer { progress.cancel() }
  for (number, entry) in games {
    // Only a search that is stopped finds nothing, and nobody stops this one.
    guard let analysis = await desk.analyse(entry.record) else { break }
    desk.clearProgress(io: io)
    if arguments.has("json") {
      for move in analysis.moves { io.write(json(move, game: number).text + "\n") }
    } else {
      let heading = games.count > 1 || !entry.title.isEmpty ? "Game \(number)" : ""
      io.write(analysisText(analysis, heading: heading, title: shown(entry.title)))
    }
    if let svg {
      let picture = AnalysisGraph(analysis, title: entry.title).svg()
      try write(Array(picture.utf8), to: svg, replacing: true)
    }
    if io.outputFailure != nil { break }
  }
  progress.cancel()
  await progress.value
  return ExitCode.success
}

private func chosenGames(
  of input: GameFile, number: Int?
) throws(ToolFailure) -> [(number: Int, entry: GameEntry)] {
  if input.format == .obf {
    throw ToolFailure(
      code: ExitCode.data, message: "the file has positions, not games, and nothing to analyse")
  }
  let games = input.entries.map { ($0.number, $0) }
  let count = games.count + input.problems.count
  guard count > 0 else {
    throw ToolFailure(code: ExitCode.data, message: "there are no games in the input")
  }
  guard let number else { return games }
  if let problem = input.problems.first(where: { $0.number == number }) {
    throw ToolFailure(code: ExitCode.data, message: problem.text)
  }
  guard let game = games.first(where: { $0.0 == number }) else {
    throw ToolFailure(
      code: ExitCode.data, message: "there is no game \(number), only \(count) in the input")
  }
  return [game]
}

/// Analyses games one after the other on a thread of its own, and says how far it is.
private final class AnalysisDesk: Sendable {
  private let depth: Int
  private let solving: Int
  private let team: ReversiTeam
  /// The positions of all games.
  private let total: Int
  private let state = Lock(State())
  private let line = ProgressLine()

  private struct State {
    var done = 0
    var doneBefore = 0
  }

  init(depth: Int, solving: Int, size: EngineSize, total: Int) {
    team = ReversiTeam(
      weights: .shipped, memory: size.megabytes << 20, threads: size.threads)
    self.depth = depth
    self.solving = solving
    self.total = total
  }

  func analyse(_ record: Record<ReversiPosition>) async -> GameAnalysis? {
    let analysis = await onOwnThread { [self] in
      // Games do not depend on those before them in the file.
      team.forget()
      return team.analyse(
        record, depth: depth, solving: solving,
        progress: { done, _ in state.withLock { $0.done = $0.doneBefore + done } })
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

private func json(_ move: AnalysedMove, game: Int) -> JSONText {
  .object([
    ("game", .integer(game)), ("number", .integer(move.number)),
    ("side", .string(move.side == .black ? "black" : "white")), ("move", .string(move.move.text)),
    ("value", .integer(move.value)), ("best", .string(move.best.text)),
    ("bestValue", .integer(move.bestValue)), ("loss", .integer(move.loss)),
    ("exact", .bool(move.isExact)), ("bestExact", .bool(move.isBestExact)),
    ("depth", .integer(move.depth)), ("empties", .integer(move.emptyCount)),
  ])
}

private func analysisText(_ analysis: GameAnalysis, heading: String, title: String) -> String {
  var text = ""
  if !heading.isEmpty { text += heading + (title.isEmpty ? "" : ": \(title)") + "\n" }
  text += "move  side   played  value  best  value  loss     seen\n"
  for move in analysis.moves {
    let mark =
      move.loss >= AnalysisGraph.blunder ? "??" : move.loss >= AnalysisGraph.mistake ? "?" : ""
    text += leftPadded("\(move.number)", to: 4) + "  " + padded(move.side.name, to: 7)
    text += padded(move.move.text, to: 6) + leftPadded(signed(move.value), to: 7) + "  "
    text += padded(move.best.text, to: 4) + leftPadded(signed(move.bestValue), to: 7)
    text += leftPadded(move.loss == 0 ? "-" : "\(move.loss)", to: 6) + " " + padded(mark, to: 4)
    text += (move.isExact ? "solved" : "\(move.depth) plies") + "\n"
  }
  for side in Side.allCases {
    let own = analysis.moves.filter { $0.side == side && $0.move != .pass }
    let count = own.count { $0.loss >= AnalysisGraph.mistake }
    text += "\(side.name) lost \(analysis.loss(of: side)) discs in \(own.count) moves, "
    text += count == 0 ? "without a mistake" : "with \(count) mistake\(count == 1 ? "" : "s")"
    text += side == .black ? "; " : ".\n"
  }
  let last = analysis.record.position
  text += last.isOver ? "The game ended \(signed(last.tournamentScore(of: .black))).\n" : ""
  return text + "\n"
}

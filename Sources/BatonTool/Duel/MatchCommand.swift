internal import Games
internal import Hosting
internal import Reversi

extension CommandSpecification {
  static let match = CommandSpecification(
    name: "match", summary: "Lets two engines play against each other",
    arguments: [
      .game,
      ArgumentSpecification(
        placeholder: "OPENINGS", value: .text,
        summary: "A file with an opening a line as a transcript; # begins a comment. Each is "
          + "played twice, with colours reversed."),
    ],
    options: [
      OptionSpecification(
        name: "first", placeholder: "PLAYER", summary: "The one whose results are told."),
      OptionSpecification(name: "second", placeholder: "PLAYER", summary: "The other one."),
      OptionSpecification(
        name: "games", placeholder: "N", value: .integer(2...10_000_000),
        summary: "The most games, an even number (default two for each opening); more than that "
          + "begin with the first opening again."),
      OptionSpecification(
        name: "stop", placeholder: "LOW,HIGH",
        summary: "Stop as soon as it is 19 times likelier that first is HIGH Elo stronger than "
          + "LOW, or the other way round."),
      OptionSpecification(
        name: "solve", placeholder: "N", value: .integer(0...60),
        summary: "Let our engine find the exact score with N empty squares or fewer, where the "
          + "player's own setting says nothing (default: half as many again as its depth, at "
          + "most 22)."),
      OptionSpecification(
        name: "limit", placeholder: "SECONDS", value: .seconds(86_400),
        summary: "The longest time for a move of a program, which then loses (default 60)."),
      OptionSpecification(
        name: "concurrency", placeholder: "N", value: .integer(1...64),
        summary: "How many games to play at once (default 1)."),
      OptionSpecification(
        name: "seed", placeholder: "N", value: .integer(0...Int.max),
        summary: "Shuffle the openings, and make the choices of levels, by this number; without "
          + "it the openings keep their order."),
      OptionSpecification(
        name: "games-file", placeholder: "FILE",
        summary: "Write each game to a new file: in GGF if its name ends in .ggf, else a "
          + "transcript a line."),
      OptionSpecification(
        name: "json",
        summary: "Print an object a line for each game, then one for the match, see below."),
    ],
    notes: """
      A PLAYER is a list of settings:
        depth:N       our engine, looking N plies ahead
        time:SECONDS  our engine, thinking so long about each move
        nodes:N       our engine, visiting about N positions for each move
        level:N       our opponent of a level, as 'baton play' has it
        solve:N       the exact score with N empty squares or fewer
        memory:MB     the memory of our engine in MiB, usually 64
        threads:N     how many threads of our engine search together, usually 1
        book:on       our engine with the opening book in the program; book:FILE with
                      another one; usually off
        variety:N     moves of the book that give away up to N discs
        ponder:on     our engine thinks also while the other player does
        weights:FILE  our engine with these weights of 'baton train'
        nboard:COMMAND ARGUMENTS...   a program that speaks NBoard; before it may
                      stand depth:N (usually \(Engine.usualDepth)), or time:SECONDS: then it is
                      asked for a hint, which is ended when the time is over, or
                      both: then it has a clock of 30 times SECONDS for the game
        gtp:COMMAND ARGUMENTS...      a program that speaks the Go Text Protocol;
                      before it may stand time:SECONDS in whole seconds
      for example --first depth:8,solve:16 --second 'depth:6,nboard:./engine -x'

      A program that plays a wrong move, ends or is too slow loses the game, and the
      reason is printed; it is started again for the next one.

      Each JSON object of a game has these members:
        game, black     the number, from 1; who has black: "first" or "second"
        moves           the transcript
        points, discs   of the first player; discs is null if the game was lost
                        before its end
        forfeit         {"loser", "reason"} or null

      The last object has these; all is from the first player's side:
        games, wins, draws, losses
        score, discs    {"mean", "error", "low", "high"}: the share of the points,
                        the disc difference; the standard error and the 95 %
                        interval, of pairs of games with the same opening
        elo             {"mean", "low", "high"}; null where infinite
        firstTime, secondTime   {"mean", "longest"}: seconds a move
        forfeits        {"first", "second"}: games lost before their end
        stop            {"low", "high", "ratio", "bound", "verdict"} or null
      """)
}

func runMatch(_ arguments: ParsedArguments, io: some ToolIO) async throws -> Int32 {
  func player(_ name: String) throws(UsageError) -> PlayerSpecification {
    guard let text = arguments.text(name) else { throw UsageError("--\(name) is missing") }
    return try PlayerSpecification(text, label: "--\(name)")
  }
  let first = try player("first")
  let second = try player("second")
  let test = try arguments.text("stop").map { text throws(UsageError) in
    try SequentialTest(text)
  }
  var openings = try MatchOpenings.read(arguments.arguments("OPENINGS").first ?? "")
  let games = arguments.integer("games") ?? openings.count * 2
  guard games.isMultiple(of: 2) else {
    throw UsageError("--games needs an even number, since each opening is played twice")
  }
  if let seed = arguments.integer("seed") {
    var chance = Chance(seed: UInt64(seed))
    chance.shuffle(&openings)
  }
  let file = try arguments.text("games-file").map { path throws(ToolFailure) in
    try MatchFile(path, first: first.text, second: second.text)
  }
  let isStopping = Lock(false)
  let time = io.time
  var rules = MatchRules(
    now: { time.monotonicNanoseconds }, shouldStop: { isStopping.withLock { $0 } })
  rules.solve = arguments.integer("solve")
  rules.seed = arguments.integer("seed").map { UInt64($0) } ?? 0
  if let limit = arguments.seconds("limit") { rules.limit = UInt64(limit * 1_000_000_000) }
  for player in [first, second] {
    if let name = player.book, rules.books[name] == nil {
      rules.books[name] = try BookFile.named(name)
    }
    if let path = player.weights, rules.weights[path] == nil {
      rules.weights[path] = try WeightsFile.read(path)
    }
  }
  let wasInterrupted = Lock(false)
  let signals = StopSignals { _ in
    wasInterrupted.withLock { $0 = true }
    isStopping.withLock { $0 = true }
  }
  defer { signals.cancel() }
  let runner = MatchRunner(
    openings: openings, pairs: games / 2, rules: rules, isJSON: arguments.has("json"), file: file,
    io: io, stop: { isStopping.withLock { $0 = true } },
    report: MatchReport(first: first, second: second, test: test))
  let failure = await runner.run(workers: min(arguments.integer("concurrency") ?? 1, games / 2))
  if let failure { throw failure }
  return wasInterrupted.withLock { $0 } ? ExitCode.interrupted : ExitCode.success
}

/// Plays the openings of a match, several at once if that is wanted, and tells of each.
final class MatchRunner<IO: ToolIO>: Sendable {
  private struct State {
    var next = 0
    var report: MatchReport
    var failure: ToolFailure?
    var hasProgress = false
  }

  private let state: Lock<State>
  private let openings: [EngineGame]
  private let pairs: Int
  private let rules: MatchRules
  private let isJSON: Bool
  private let file: MatchFile?
  private let io: IO
  private let stop: @Sendable () -> Void
  private let first: PlayerSpecification
  private let second: PlayerSpecification

  init(
    openings: [EngineGame], pairs: Int, rules: MatchRules, isJSON: Bool, file: MatchFile?, io: IO,
    stop: @escaping @Sendable () -> Void, report: MatchReport
  ) {
    (first, second) = (report.first, report.second)
    state = Lock(State(report: report))
    self.openings = openings
    self.pairs = pairs
    self.rules = rules
    self.isJSON = isJSON
    self.file = file
    self.io = io
    self.stop = stop
  }

  /// Plays all, then writes the summary.
  ///
  /// - Returns: why the match could not go on.
  func run(workers: Int) async -> ToolFailure? {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<workers {
        group.addTask { await onOwnThread { self.work() } }
      }
    }
    let (report, failure, hasProgress) = state.withLock { ($0.report, $0.failure, $0.hasProgress) }
    if hasProgress { io.writeError("\r" + String(repeating: " ", count: 70) + "\r") }
    if failure == nil || report.statistics.games > 0 { io.write(report.summary(isJSON: isJSON)) }
    return failure
  }

  private func work() {
    let players = [first.makePlayer(rules), second.makePlayer(rules)]
    defer { for player in players { player.close() } }
    while !rules.shouldStop(), let pair = takeNext() {
      var games: [MatchGame] = []
      for black in [MatchSide.first, .second] {
        let game = playMatchGame(
          number: 2 * pair + black.rawValue, opening: openings[pair % openings.count],
          black: black, first: players[0], second: players[1], now: rules.now)
        guard let game else { return }
        games.append(game)
      }
      finish(games)
    }
  }

  private func takeNext() -> Int? {
    state.withLock { state in
      guard state.next < pairs else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Tells of an opening that was played, and looks whether that is enough.
  private func finish(_ games: [MatchGame]) {
    state.withLock { state in
      guard state.failure == nil else { return }
      // A program that is not there will not be there for the next game either.
      if let forfeit = games.compactMap({ $0.forfeit }).first(where: { $0.isStart }) {
        state.failure = ToolFailure(
          code: ExitCode.unavailable, message: "\(forfeit.loser.name) \(forfeit.reason)")
        return stop()
      }
      state.report.add(games)
      io.write(state.report.text(games, isJSON: isJSON))
      for game in games {
        guard let reason = file?.write(game) else { continue }
        state.failure = ToolFailure(
          code: ExitCode.inputOutput, message: "the games cannot be written: \(reason)")
      }
      let isDecided = state.report.test?.verdict(state.report.statistics) != nil
      if state.failure != nil || isDecided || io.outputFailure != nil { stop() }
      let terminal = io.terminal
      guard terminal.errorIsTerminal, !terminal.outputIsTerminal else { return }
      state.hasProgress = true
      let done = state.report.statistics
      io.writeError(
        "\r\(done.games) of \(2 * pairs) games, +\(done.wins) =\(done.draws) -\(done.losses) ")
    }
  }
}

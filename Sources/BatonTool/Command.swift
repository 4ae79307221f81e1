internal import Chess
internal import Games
internal import Reversi
internal import ReversiEngine

/// The commands of the tool.
enum Command: String, CaseIterable, Sendable {
  case play, show, perft, solve, analyse, convert, bench, train, weights, book, nboard, gtp, uci,
    match, serve, config, admin, help

  /// What the command takes.
  var specification: CommandSpecification {
    switch self {
    case .play: .play
    case .show: .show
    case .perft: .perft
    case .solve: .solve
    case .analyse: .analyse
    case .convert: .convert
    case .bench: .bench
    case .train: .train
    case .weights: .weights
    case .book: .book
    case .nboard: .nboard
    case .gtp: .gtp
    case .uci: .uci
    case .match: .match
    case .serve: .serve
    case .config: .config
    case .admin: .admin
    case .help: .help
    }
  }

  /// Runs the command.
  func run(
    _ arguments: ParsedArguments, environment: [String: String], io: some ToolIO
  ) async throws -> Int32 {
    switch self {
    case .play: try await runPlay(arguments, environment: environment, io: io)
    case .show: try runShow(arguments, environment: environment, io: io)
    case .perft: try await runPerft(arguments, io: io)
    case .solve: try await runSolve(arguments, io: io)
    case .analyse: try await runAnalyse(arguments, io: io)
    case .convert: try await runConvert(arguments, io: io)
    case .bench: try await runBench(arguments, io: io)
    case .train: try await runTrain(arguments, io: io)
    case .weights: try await runWeights(arguments, io: io)
    case .book: try await runBook(arguments, io: io)
    case .nboard: try await runNBoard(arguments, io: io)
    case .gtp: try await runGTP(arguments, io: io)
    case .uci: try await runUCI(arguments, io: io)
    case .match: try await runMatch(arguments, io: io)
    case .serve:
      try await runServe(Settings(arguments, environment: environment), arguments, io: io)
    case .admin: try await runAdmin(arguments, environment: environment, io: io)
    case .config: try checkSettings(Settings(arguments, environment: environment), io: io)
    // `baton help` was taken for `--help` before it came here.
    case .help: ExitCode.success
    }
  }
}

private func runServe(
  _ settings: Settings, _ arguments: ParsedArguments, io: some ToolIO
) async throws -> Int32 {
  if arguments.has("check") { return try checkSettings(settings, io: io) }
  return await serve(try ServeOptions(settings), strangers: settings.strangers, io: io)
}

extension CommandSpecification {
  static let help = CommandSpecification(
    name: "help", summary: "Shows what a command does and takes",
    arguments: [
      ArgumentSpecification(
        placeholder: "COMMAND", value: .text, summary: "The command; without one, all are listed.",
        isOptional: true)
    ])
}

extension ArgumentSpecification {
  /// The game that a command is about.
  static let game = ArgumentSpecification(
    placeholder: "GAME", value: .choice([ReversiPosition.info.id], kind: "game"),
    summary: "The game: \(ReversiPosition.info.id).")

  /// One of the games with a board.
  static let boardGame = ArgumentSpecification(
    placeholder: "GAME",
    value: .choice([ReversiPosition.info.id, ChessGame.info.id], kind: "game"),
    summary: "The game: \(ReversiPosition.info.id) or \(ChessGame.info.id).")
}

extension OptionSpecification {
  /// When colours are used.
  static let color = OptionSpecification(
    name: "colour", alias: "color", placeholder: "WHEN",
    value: .choice(OutputAbilities.Color.allCases.map { $0.rawValue }, kind: "word"),
    summary: "Use colours: auto, always or never. Auto (the default) means on a terminal, "
      + "unless NO_COLOR is set or TERM is dumb.")

  /// Whether only ASCII is written.
  static let ascii = OptionSpecification(
    name: "ascii",
    summary: "Write ASCII only; the default where the locale (LC_ALL, LC_CTYPE, LANG) is not UTF-8."
  )
}

extension OutputAbilities {
  /// Finds out what may be written, from the usual two options, the environment and the terminal.
  init(_ arguments: ParsedArguments, environment: [String: String], terminal: TerminalFacts) {
    self.init(
      color: arguments.text("colour").flatMap { Color(rawValue: $0) } ?? .auto,
      forcesASCII: arguments.has("ascii"), environment: environment, terminal: terminal)
  }
}

/// Reads a transcript that came from the command line.
func readTranscript(_ text: String) throws(ToolFailure) -> Transcript {
  do throws(TranscriptError) {
    return try Transcript(text)
  } catch {
    throw ToolFailure(code: ExitCode.data, message: "the transcript is wrong: \(error.text)")
  }
}

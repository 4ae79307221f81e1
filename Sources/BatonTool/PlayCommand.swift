internal import Chess
internal import ChessEngine
internal import GameBoards
internal import Games
internal import Reversi
internal import ReversiEngine

extension CommandSpecification {
  static let play = CommandSpecification(
    name: "play", summary: "Plays a game in the terminal",
    arguments: [.boardGame],
    options: [
      OptionSpecification(
        name: "level", placeholder: "N", value: .integer(ReversiLevel.numbers),
        summary: "How strong the computer plays, \(ReversiLevel.numbers.lowerBound) to "
          + "\(ReversiLevel.numbers.upperBound) (default \(ReversiLevel.usual.number))."),
      OptionSpecification(
        name: "black", summary: "You play Black, the default in Reversi.", group: "side"),
      OptionSpecification(
        name: "white", summary: "You play White, the default in chess.", group: "side"),
      OptionSpecification(
        name: "both", summary: "Two people play, and the computer does not.", group: "side"),
      OptionSpecification(
        name: "game", placeholder: "MOVES",
        summary: "Go on from these moves: of Reversi such as F5D6C3; of chess as PGN or UCI "
          + "writes them, or a position as FEN."),
      OptionSpecification(
        name: "seed", placeholder: "N", value: .integer(0...Int.max),
        summary: "Make the computer's choices repeatable."),
      OptionSpecification(
        name: "pause", placeholder: "SECONDS", value: .seconds(60),
        summary: "How long the computer takes at least, so that it seems to think (default 1 on "
          + "a terminal, else 0)."),
      .color, .ascii,
    ],
    notes: "While playing Reversi:\n" + PlayWord.table(ReversiTable.self, indent: "  ")
      + "\n\nWhile playing chess:\n" + PlayWord.table(ChessTable.self, indent: "  ")
  )
}

func runPlay(
  _ arguments: ParsedArguments, environment: [String: String], io: some ToolIO
) async throws -> Int32 {
  let game = arguments.text("game") ?? ""
  guard arguments.arguments("GAME").first == ChessGame.info.id else {
    let record = try readTranscript(game).record
    let people = people(arguments, usual: Side.black.seat, other: ("white", Side.white.seat))
    let level = arguments.integer("level") ?? ReversiTable.usualLevel
    let (table, effects) = ReversiTable.starting(people: people, level: level, record: record)
    return await play(table, effects, arguments, environment: environment, io: io)
  }
  let record: Record<ChessGame>
  do throws(TextError) {
    record = try ChessNotation.read(Array(game.utf8), playsOn: true)
  } catch {
    throw ToolFailure(code: ExitCode.data, message: "the game is wrong: \(shown(error.reason))")
  }
  let people = people(
    arguments, usual: ChessSide.white.seat, other: ("black", ChessSide.black.seat))
  let level = arguments.integer("level") ?? ChessTable.usualLevel
  let (table, effects) = ChessTable.starting(people: people, level: level, record: record)
  return await play(table, effects, arguments, environment: environment, io: io)
}

private func people(
  _ arguments: ParsedArguments, usual: Seat, other: (option: String, seat: Seat)
) -> SeatSet {
  if arguments.has("both") { return SeatSet(first: 2) }
  return SeatSet(arguments.has(other.option) ? other.seat : usual)
}

private func play<Table: PlayTable>(
  _ table: Table, _ effects: [ScreenEffect<Table.Move>], _ arguments: ParsedArguments,
  environment: [String: String], io: some ToolIO
) async -> Int32 {
  let terminal = io.terminal
  let usualPause = terminal.outputIsTerminal ? 1.0 : 0
  let pause = arguments.seconds("pause") ?? usualPause
  io.exitOnInterrupt()
  var session = PlaySession(
    table, effects,
    level: Table.level(arguments.integer("level") ?? Table.usualLevel),
    seed: arguments.integer("seed").map { UInt64($0) } ?? .random(in: 0...UInt64(Int.max)),
    pauseNanoseconds: UInt64(pause * 1_000_000_000),
    home: environment["HOME"],
    abilities: OutputAbilities(arguments, environment: environment, terminal: terminal),
    io: io)
  await session.run()
  return ExitCode.success
}

internal import Games
internal import Reversi
internal import ReversiEngine

extension CommandSpecification {
  static let play = CommandSpecification(
    name: "play", summary: "Plays a game in the terminal",
    arguments: [.game],
    options: [
      OptionSpecification(
        name: "level", placeholder: "N", value: .integer(ReversiLevel.numbers),
        summary: "How strong the computer plays, \(ReversiLevel.numbers.lowerBound) to "
          + "\(ReversiLevel.numbers.upperBound) (default \(ReversiLevel.usual.number))."),
      OptionSpecification(
        name: "black", summary: "You play Black, who moves first (the default).", group: "side"),
      OptionSpecification(name: "white", summary: "You play White.", group: "side"),
      OptionSpecification(
        name: "both", summary: "Two people play, and the computer does not.", group: "side"),
      OptionSpecification(
        name: "game", placeholder: "TRANSCRIPT",
        summary: "Go on from these moves, such as F5D6C3."),
      OptionSpecification(
        name: "seed", placeholder: "N", value: .integer(0...Int.max),
        summary: "Make the computer's choices repeatable."),
      OptionSpecification(
        name: "pause", placeholder: "SECONDS", value: .seconds(60),
        summary: "How long the computer takes at least, so that it seems to think (default 1 on "
          + "a terminal, else 0)."),
      .color, .ascii,
    ],
    notes: "While playing:\n" + PlayWord.table(indent: "  ")
  )
}

func runPlay(
  _ arguments: ParsedArguments, environment: [String: String], io: some ToolIO
) async throws -> Int32 {
  let record = try readTranscript(arguments.text("game") ?? "").record
  let people: SeatSet =
    if arguments.has("both") {
      SeatSet(first: 2)
    } else {
      SeatSet(arguments.has("white") ? Side.white.seat : Side.black.seat)
    }
  let terminal = io.terminal
  let usualPause = terminal.outputIsTerminal ? 1.0 : 0
  let pause = arguments.seconds("pause") ?? usualPause
  io.exitOnInterrupt()
  var session = PlaySession(
    people: people,
    level: arguments.integer("level").flatMap { ReversiLevel($0) } ?? .usual,
    record: record,
    seed: arguments.integer("seed").map { UInt64($0) } ?? .random(in: 0...UInt64(Int.max)),
    pauseNanoseconds: UInt64(pause * 1_000_000_000),
    home: environment["HOME"],
    abilities: OutputAbilities(arguments, environment: environment, terminal: terminal),
    io: io)
  await session.run()
  return ExitCode.success
}

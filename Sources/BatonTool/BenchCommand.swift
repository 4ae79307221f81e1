internal import Chess
internal import Games
internal import Hosting
internal import Reversi
internal import ReversiEngine
internal import ReversiThreads
internal import ReversiWeights

extension CommandSpecification {
  static let bench = CommandSpecification(
    name: "bench", summary: "Does a fixed amount of the engine's work and times it",
    arguments: [.boardGame],
    options: [
      .threads,
      OptionSpecification(
        name: "json", summary: "Print an object a line for each part: part, nodes, seconds."),
    ],
    notes: """
      The nodes on one thread are the signature of the engine: a change of the
      program that does not mean to change its decisions leaves them as they are.
      """)
}

/// The openings of the positions, ten plies each.
private let benchGames = [
  "f5f6f7d6c3d3c4g5f4b5", "f5f6c4g5e6c5g6c3g4f4", "f5d6c4d3e6g6c7b5b3b4", "f5f6d3c3c4c5b6e2f7f4",
  "f5f4e3f6c5c3d3c4e6d7",
]

func runBench(_ arguments: ParsedArguments, io: some ToolIO) async throws -> Int32 {
  let isJSON = arguments.has("json")
  let threads = arguments.integer("threads") ?? 1
  let time = io.time
  var nodes: UInt64 = 0
  var elapsed: UInt64 = 0
  func report(_ part: String, _ partNodes: UInt64, _ nanoseconds: UInt64) {
    if isJSON {
      let line = JSONText.object([
        ("part", .string(part)), ("nodes", .number("\(partNodes)")),
        ("seconds", .number(seconds(nanoseconds, decimals: 6))),
      ])
      io.write(line.text + "\n")
    } else {
      io.write(
        padded(part, to: 26) + leftPadded(grouped(partNodes), to: 16) + " nodes"
          + leftPadded(seconds(nanoseconds, decimals: 3), to: 10) + " s\n")
    }
  }
  if arguments.arguments("GAME").first == ChessGame.info.id {
    try await benchChess(threads: threads, io: io, report: report)
    return ExitCode.success
  }
  let team = ReversiTeam(weights: .shipped, memory: 64 << 20, threads: threads)
  var begin = time.monotonicNanoseconds
  let leaves = await onOwnThread { ReversiPosition.start.countedLeaves(atDepth: 10) }
  report("perft 10", leaves, time.monotonicNanoseconds - begin)

  for (number, moves) in benchGames.enumerated() {
    let position: ReversiPosition
    do throws(TranscriptError) {
      position = try Transcript(moves).record.position
    } catch {
      throw ToolFailure(code: ExitCode.software, message: "opening \(number + 1): \(error.reason)")
    }
    team.forget()
    begin = time.monotonicNanoseconds
    let found = await onOwnThread { team.run(position, goal: .depth(16)) }
    let spent = time.monotonicNanoseconds - begin
    report("search \(number + 1) to 16 plies", found.nodes, spent)
    nodes += found.nodes
    elapsed += spent
    // The best line of that search played to its end leads on to an ending.
    var ending = position
    while ending.emptyCount > 20, !ending.isOver {
      let at = ending
      let report = await onOwnThread { team.run(at, goal: .depth(6)) }
      guard let move = report.best, (try? ending.play(move, by: ending.sideToMove.seat)) != nil
      else { break }
    }
    let last = ending
    team.forget()
    begin = time.monotonicNanoseconds
    let solved = await onOwnThread { team.run(last, goal: .score) }
    let solving = time.monotonicNanoseconds - begin
    report("ending \(number + 1), \(last.emptyCount) empty", solved.nodes, solving)
    nodes += solved.nodes
    elapsed += solving
  }
  report("signature", nodes, elapsed)
  return ExitCode.success
}

internal import Dispatch
internal import Hosting
internal import ReversiEngine
internal import ReversiWeights

extension CommandSpecification {
  static let weights = CommandSpecification(
    name: "weights", summary: "Compares or reduces what the Reversi engine learnt",
    arguments: [
      .game,
      ArgumentSpecification(
        placeholder: "FILE", value: .text,
        summary: "A file of weights, as 'baton train' makes them (default: those that come with "
          + "Baton).", isOptional: true),
    ],
    options: [
      OptionSpecification(
        name: "reduce", placeholder: "OUTPUT",
        summary: "Write fewer and coarser weights to a new file, as a browser loads them."),
      OptionSpecification(
        name: "unit", placeholder: "N", value: .integer(4...128),
        summary: "How fine the written weights are, in 1/128 of a disc (default 40)."),
      OptionSpecification(name: "force", summary: "Replace the file that is there."),
      OptionSpecification(
        name: "against", placeholder: "OTHER",
        summary: "Play games against another file of weights; 'own' are those that come with "
          + "Baton."),
      OptionSpecification(
        name: "pairs", placeholder: "N", value: .integer(1...1_000_000),
        summary: "How many random openings to play, each with both colours (default 100)."),
      OptionSpecification(
        name: "depth", placeholder: "N", value: .integer(1...20),
        summary: "How many plies both look ahead (default 4)."),
      OptionSpecification(
        name: "seed", placeholder: "N", value: .integer(0...Int.max),
        summary: "Other openings (default 1)."),
    ])
}

/// The phases that reduced weights store: closer where more of the weights are known.
private let reducedPhases = [2, 5, 8, 11, 14]
/// How fine they are, in 1/128 of a disc: as fine as 400 kB allow, compressed.
private let reducedUnit = 40

func runWeights(_ arguments: ParsedArguments, io: some ToolIO) async throws -> Int32 {
  let path = arguments.arguments("FILE").first
  let weights = try path.map { try WeightsFile.read($0) } ?? .shipped
  if let output = arguments.text("reduce") {
    let bytes = weights.reduced(
      phases: reducedPhases, unit: arguments.integer("unit") ?? reducedUnit)
    do throws(TextFile.Failure) {
      try TextFile.write(bytes: bytes, to: output, replacing: arguments.has("force"))
    } catch {
      throw ToolFailure(code: ExitCode.inputOutput, message: "\(output): \(error.reason)")
    }
    io.write("\(output): \(bytes.count) bytes\n")
  }
  if let other = arguments.text("against") {
    let second = other == "own" ? PatternWeights.shipped : try WeightsFile.read(other)
    let pairs = arguments.integer("pairs") ?? 100
    let depth = arguments.integer("depth") ?? 4
    let seed = UInt64(arguments.integer("seed") ?? 1)
    let total = Lock(WeightsMatch.Result())
    await onOwnThread {
      DispatchQueue.concurrentPerform(iterations: pairs) { pair in
        let result = WeightsMatch.playPair(
          weights, second, depth: depth, seed: seed &* 1_000_003 &+ UInt64(pair))
        total.withLock { $0.add(result) }
      }
    }
    let result = total.withLock { $0 }
    let hundredths = result.discs * 100 / (2 * pairs)
    io.write(
      "\(2 * pairs) games at depth \(depth): \(result.wins) won, \(result.ties) tied, "
        + "\(result.losses) lost, \(hundredths) hundredths of a disc a game\n")
  }
  return ExitCode.success
}

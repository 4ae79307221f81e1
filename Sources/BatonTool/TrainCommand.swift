internal import Chess
internal import Dispatch
internal import Foundation
internal import Games
internal import Hosting
internal import Reversi
internal import ReversiEngine
internal import ReversiWeights

extension CommandSpecification {
  static let train = CommandSpecification(
    name: "train", summary: "Fits the evaluation of an engine to games of its own",
    arguments: [
      .boardGame,
      ArgumentSpecification(
        placeholder: "FOLDER", value: .text,
        summary: "Where positions, weights and the log are kept. A run that was ended goes on "
          + "from what is there."),
    ],
    options: [
      OptionSpecification(
        name: "generations", placeholder: "N", value: .integer(1...1000),
        summary: "How often to play and fit (default 4)."),
      OptionSpecification(
        name: "games", placeholder: "N", value: .integer(1...100_000_000),
        summary: "Games of the first generation (default 20000, in chess 4500)."),
      OptionSpecification(
        name: "growth", placeholder: "N", value: .integer(1...100),
        summary:
          "Reversi: each generation plays N times as many games as the one before (default 1)."),
      OptionSpecification(
        name: "depth", placeholder: "N", value: .integer(0...20),
        summary: "Reversi: how many plies the players look ahead (default 4)."),
      OptionSpecification(
        name: "solve", placeholder: "N", value: .integer(4...30),
        summary: "Reversi: from this many empty squares on, values are exact (default 16)."),
      OptionSpecification(
        name: "nodes", placeholder: "N", value: .integer(100...10_000_000),
        summary: "Chess: how many positions the players visit for a move (default 4000)."),
      OptionSpecification(
        name: "passes", placeholder: "N", value: .integer(1...100_000),
        summary: "Chess: how often the fit goes over all positions (default 600)."),
      OptionSpecification(
        name: "estimates", placeholder: "PERCENT", value: .integer(0...100),
        summary: "How much the searches' own estimates count beside the final scores that the "
          + "games led to (default 0, in chess 50)."),
      OptionSpecification(
        name: "seed", placeholder: "N", value: .integer(0...Int.max),
        summary: "Another seed gives other games (default 1)."),
      OptionSpecification(
        name: "threads", placeholder: "N", value: .integer(1...256),
        summary: "How many games are played at once (default: as many as there are cores)."),
    ],
    notes: """
      The first generation of Reversi plays without an evaluation, for mobility, that
      of chess with weights that were set by hand; each other one with the weights
      of the one before. The weights of the last generation are
      FOLDER/reversi.weights or FOLDER/chess.weights. With the same settings the same
      weights come out, however often the run was ended and on however many threads.
      """)
}

/// The settings of a training run; they are written down in its folder.
private struct TrainingRun: Codable, Equatable {
  var games: Int
  var growth: Int
  var depth: Int
  var solve: Int
  var estimates: Int
  var seed: Int

  /// How many games a generation plays.
  func games(of generation: Int) -> Int {
    var count = games
    for _ in 1..<generation { count = min(count * growth, 1_000_000_000) }
    return count
  }
}

private let gamesInChunk = 500

func runTrain(_ arguments: ParsedArguments, io: some ToolIO) async throws -> Int32 {
  if arguments.arguments("GAME").first == ChessGame.info.id {
    return try await runTrainChess(arguments, io: io)
  }
  let folder = arguments.arguments("FOLDER").first ?? "."
  let settings = TrainingRun(
    games: arguments.integer("games") ?? 20_000, growth: arguments.integer("growth") ?? 1,
    depth: arguments.integer("depth") ?? 4, solve: arguments.integer("solve") ?? 16,
    estimates: arguments.integer("estimates") ?? 0, seed: arguments.integer("seed") ?? 1)
  let generations = arguments.integer("generations") ?? 4
  let threads =
    arguments.integer("threads") ?? max(1, ProcessInfo.processInfo.activeProcessorCount)
  let files = TrainingFiles(folder: folder)
  try files.begin(settings)
  var weights: PatternWeights?
  for generation in 0..<generations {
    let number = generation + 1
    if let done = try files.weights(of: number) {
      weights = done
      io.write("generation \(number): fitted before\n")
      continue
    }
    try await play(number, settings, weights, threads: threads, files, io: io)
    let fitted = try await fit(upTo: number, settings, files, io: io)
    if let before = weights {
      let result = await compare(fitted, before, seed: settings.seed, threads: threads)
      let line =
        "generation \(number) against the one before, \(2 * comparedPairs) games at depth 4: "
        + "\(result.wins) won, \(result.ties) tied, \(result.losses) lost, "
        + "\(decimal(Double(result.discs) / Double(2 * comparedPairs))) discs a game"
      io.write(line + "\n")
      try files.log(line)
    }
    try files.save(fitted, of: number)
    weights = try files.weights(of: number)
  }
  io.write("the weights are \(folder)/reversi.weights\n")
  return ExitCode.success
}

private let comparedPairs = 100

private func decimal(_ number: Double) -> String {
  let hundredths = Int((number * 100).rounded())
  let sign = hundredths < 0 ? "-" : ""
  let size = abs(hundredths)
  return "\(sign)\(size / 100).\(size % 100 < 10 ? "0" : "")\(size % 100)"
}

/// Plays the games of a generation that are not there yet.
private func play(
  _ generation: Int, _ settings: TrainingRun, _ weights: PatternWeights?, threads: Int,
  _ files: TrainingFiles, io: some ToolIO
) async throws {
  let total = settings.games(of: generation)
  let chunks = (total + gamesInChunk - 1) / gamesInChunk
  let missing = (0..<chunks).filter { !files.hasChunk($0, of: generation) }
  let shared = Lock((next: 0, done: chunks - missing.count, failure: ToolFailure?.none))
  let isTerminal = io.terminal.errorIsTerminal
  var play = SelfPlaySettings()
  play.depth = weights == nil ? 0 : settings.depth
  play.solvedEmpties = weights == nil ? min(14, settings.solve) : settings.solve
  let used = weights ?? PatternWeights()
  let how = play
  io.write("generation \(generation): \(total) games\n")
  await onOwnThread {
    DispatchQueue.concurrentPerform(iterations: min(threads, max(1, missing.count))) { _ in
      while true {
        let taken: Int? = shared.withLock {
          guard $0.next < missing.count, $0.failure == nil else { return nil }
          $0.next += 1
          return missing[$0.next - 1]
        }
        guard let chunk = taken else { return }
        let seed =
          UInt64(settings.seed) &* 1_000_003 &+ UInt64(generation) &* 7_919_000_003
          &+ UInt64(chunk)
        let player = SelfPlay(weights: used, settings: how, seed: seed)
        var positions: [TrainingPosition] = []
        let games = min(gamesInChunk, total - chunk * gamesInChunk)
        for _ in 0..<games { positions += player.playGame() }
        do throws(ToolFailure) {
          try files.save(positions, chunk: chunk, of: generation)
        } catch {
          shared.withLock { $0.failure = error }
        }
        let done = shared.withLock {
          $0.done += 1
          return $0.done
        }
        if isTerminal { io.writeError("\r\(done) of \(chunks) parts played ") }
      }
    }
  }
  if isTerminal { io.writeError("\r" + String(repeating: " ", count: 40) + "\r") }
  if let failure = shared.withLock({ $0.failure }) { throw failure }
}

/// Fits weights to all positions so far, those of the first generation only while there is no other.
private func fit(
  upTo generation: Int, _ settings: TrainingRun, _ files: TrainingFiles, io: some ToolIO
) async throws -> PatternWeights {
  var byEmpties: [[TrainingPosition]] = Array(repeating: [], count: 61)
  for number in (generation > 2 ? 2 : 1)...generation {
    for position in try files.positions(of: number) { byEmpties[position.empties].append(position) }
  }
  let positions = byEmpties
  let (weights, reports) = await onOwnThread {
    let weights = PatternWeights()
    var reports: [FitReport] = []
    var fit = WeightsFit()
    fit.estimateShare = Float(settings.estimates) / 100
    for phase in 0..<PatternWeights.phaseCount {
      var sample: [TrainingPosition] = []
      for empties in 0...60 {
        let near = [empties, min(60, empties + 2), max(0, empties - 2)]
        if near.contains(where: { PatternWeights.phase(empties: $0) == phase }) {
          sample += positions[empties]
        }
      }
      guard sample.count >= 1000 else { continue }
      reports.append(fit.fit(sample, phase: phase, into: weights))
    }
    WeightsFit.fillGaps(in: weights, fitted: Set(reports.map { $0.phase }))
    weights.mirror()
    return (weights, reports)
  }
  for report in reports {
    let line =
      "generation \(generation), phase \(report.phase): \(report.positions) positions, "
      + "error \(decimal(report.trainingError)), on positions held back "
      + "\(decimal(report.testError)), \(report.weights) weights"
    io.write(line + "\n")
    try files.log(line)
  }
  return weights
}

private func compare(
  _ first: PatternWeights, _ second: PatternWeights, seed: Int, threads: Int
) async -> WeightsMatch.Result {
  let total = Lock(WeightsMatch.Result())
  await onOwnThread {
    DispatchQueue.concurrentPerform(iterations: comparedPairs) { pair in
      let result = WeightsMatch.playPair(
        first, second, depth: 4, seed: UInt64(seed) &* 31 &+ UInt64(pair))
      total.withLock { $0.add(result) }
    }
  }
  return total.withLock { $0 }
}

/// What a training run keeps on disk.
///
/// Every file is written beside its place and moved there whole.
private struct TrainingFiles: Sendable {
  let folder: String
  private let recordSize = 18

  init(folder: String) { self.folder = folder }

  private func failure(_ path: String, _ error: any Error) -> ToolFailure {
    ToolFailure(
      code: ExitCode.inputOutput, message: "\(path): \((error as NSError).localizedDescription)")
  }

  /// Makes the folder, or checks that it is of a run with these settings.
  func begin(_ run: TrainingRun) throws(ToolFailure) {
    let path = folder + "/settings.json"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      if let data = FileManager.default.contents(atPath: path) {
        let before = try JSONDecoder().decode(TrainingRun.self, from: data)
        guard before == run else {
          throw ToolFailure(
            code: ExitCode.data,
            message: "\(path) is of a run with other settings; take another folder or those")
        }
        return
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
      try encoder.encode(run).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch let error as ToolFailure {
      throw error
    } catch {
      throw failure(path, error)
    }
  }

  private func chunkPath(_ chunk: Int, of generation: Int) -> String {
    "\(folder)/\(generation)-\(chunk).positions"
  }

  func hasChunk(_ chunk: Int, of generation: Int) -> Bool {
    FileManager.default.fileExists(atPath: chunkPath(chunk, of: generation))
  }

  /// Saves positions, 18 bytes each: both bitboards, least byte first, the score and the estimate.
  func save(
    _ positions: [TrainingPosition], chunk: Int, of generation: Int
  ) throws(ToolFailure) {
    var data = Data(capacity: positions.count * recordSize)
    for position in positions {
      withUnsafeBytes(of: position.own.littleEndian) { data.append(contentsOf: $0) }
      withUnsafeBytes(of: position.opponent.littleEndian) { data.append(contentsOf: $0) }
      data.append(UInt8(bitPattern: position.score))
      data.append(UInt8(bitPattern: position.estimate))
    }
    let path = chunkPath(chunk, of: generation)
    do {
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw failure(path, error)
    }
  }

  func positions(of generation: Int) throws(ToolFailure) -> [TrainingPosition] {
    var result: [TrainingPosition] = []
    var chunk = 0
    while hasChunk(chunk, of: generation) {
      let path = chunkPath(chunk, of: generation)
      guard let data = FileManager.default.contents(atPath: path), data.count % recordSize == 0
      else {
        throw ToolFailure(code: ExitCode.data, message: "\(path) is damaged; remove it")
      }
      data.withUnsafeBytes { bytes in
        for at in stride(from: 0, to: bytes.count, by: recordSize) {
          let own = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
          let opponent = UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self))
          let score = Int8(bitPattern: bytes[at + 16])
          let estimate = Int8(bitPattern: bytes[at + 17])
          guard own & opponent == 0, abs(Int(score)) <= 64, abs(Int(estimate)) <= 64 else {
            continue
          }
          result.append(
            TrainingPosition(own: own, opponent: opponent, score: score, estimate: estimate))
        }
      }
      chunk += 1
    }
    return result
  }

  private func weightsPath(_ generation: Int) -> String { "\(folder)/\(generation).weights" }

  func weights(of generation: Int) throws(ToolFailure) -> PatternWeights? {
    let path = weightsPath(generation)
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return try WeightsFile.decoded([UInt8](data), path)
  }

  func save(_ weights: PatternWeights, of generation: Int) throws(ToolFailure) {
    let data = Data(weights.encoded())
    for path in [weightsPath(generation), folder + "/reversi.weights"] {
      do {
        try data.write(to: URL(fileURLWithPath: path), options: .atomic)
      } catch {
        throw failure(path, error)
      }
    }
  }

  func log(_ line: String) throws(ToolFailure) {
    let path = folder + "/log.txt"
    do {
      let before = FileManager.default.contents(atPath: path) ?? Data()
      try (before + Data((line + "\n").utf8)).write(
        to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw failure(path, error)
    }
  }
}

internal import Chess
internal import ChessEngine
internal import Dispatch
internal import Foundation
internal import Games
internal import Hosting

/// The settings of a training run of chess; they are written down in its folder.
private struct ChessTrainingRun: Codable, Equatable {
  var games: Int
  var nodes: Int
  var passes: Int
  var estimates: Int
  var seed: Int
}

private let gamesInChunk = 250
private let comparedPairs = 100

/// Plays games, fits the weights to all of them, plays on with the new weights, and so on.
func runTrainChess(_ arguments: ParsedArguments, io: some ToolIO) async throws -> Int32 {
  let run = ChessTrainingRun(
    games: arguments.integer("games") ?? 4_500, nodes: arguments.integer("nodes") ?? 4_000,
    passes: arguments.integer("passes") ?? 600, estimates: arguments.integer("estimates") ?? 50,
    seed: arguments.integer("seed") ?? 1)
  let files = ChessTrainingFiles(folder: arguments.arguments("FOLDER").first ?? ".")
  try files.begin(run)
  let threads =
    arguments.integer("threads") ?? max(1, ProcessInfo.processInfo.activeProcessorCount)
  var weights = ChessWeights.handMade
  for generation in 1...(arguments.integer("generations") ?? 4) {
    if let done = try files.weights(of: generation) {
      weights = done
      io.write("generation \(generation): fitted before\n")
      continue
    }
    io.write("generation \(generation): \(run.games) games\n")
    try await play(generation, run, weights, threads: threads, files, io: io)
    let fit = ChessFit(from: weights)
    fit.estimateShare = Float(run.estimates) / 100
    let tables = ChessFitTables()
    for number in 1...generation {
      for position in try files.positions(of: number, run) { fit.add(position, tables: tables) }
    }
    let passes = run.passes
    let before = fit.fit(passes: 1, rate: 0) { _, _ in false }
    let after = fit.fit(passes: passes) { _, _ in true }
    let fitted = fit.result
    let points = await compare(fitted, weights, run, threads: threads)
    let line =
      "generation \(generation): \(fit.count) positions, error \(before) before and \(after) after; "
      + "against the one before \(Double(points) / 2) of \(2 * comparedPairs)"
    io.write(line + "\n")
    try files.log(line)
    try files.save(fitted, of: generation)
    weights = fitted
  }
  io.write("the weights are \(files.folder)/chess.weights\n")
  return ExitCode.success
}

private func play(
  _ generation: Int, _ run: ChessTrainingRun, _ weights: ChessWeights, threads: Int,
  _ files: ChessTrainingFiles, io: some ToolIO
) async throws {
  let chunks = (run.games + gamesInChunk - 1) / gamesInChunk
  let missing = (0..<chunks).filter { !files.hasChunk($0, of: generation) }
  let shared = Lock((next: 0, failure: ToolFailure?.none))
  await onOwnThread {
    DispatchQueue.concurrentPerform(iterations: min(threads, max(1, missing.count))) { _ in
      while true {
        let taken: Int? = shared.withLock {
          guard $0.next < missing.count, $0.failure == nil else { return nil }
          $0.next += 1
          return missing[$0.next - 1]
        }
        guard let chunk = taken else { return }
        var text = ""
        for game in chunk * gamesInChunk..<min((chunk + 1) * gamesInChunk, run.games) {
          // Each game has a seed of its own, so that it does not matter who plays it.
          let seed =
            UInt64(run.seed) &* 1_000_003 &+ UInt64(generation - 1) &* 7_919_000_003
            &+ UInt64(game)
          let player = ChessSelfPlay(weights: weights, nodes: UInt64(run.nodes), seed: seed)
          for position in player.playGame() {
            text += "\(position.position.fen());\(position.result);\(position.value)\n"
          }
        }
        do throws(ToolFailure) {
          try files.save(text, chunk: chunk, of: generation)
        } catch {
          shared.withLock { $0.failure = error }
        }
      }
    }
  }
  if let failure = shared.withLock({ $0.failure }) { throw failure }
}

private func compare(
  _ first: ChessWeights, _ second: ChessWeights, _ run: ChessTrainingRun, threads: Int
) async -> Int {
  let total = Lock(0)
  await onOwnThread {
    DispatchQueue.concurrentPerform(iterations: comparedPairs) { pair in
      let points = ChessWeightsMatch.playPair(
        first, second, nodes: UInt64(run.nodes), seed: UInt64(run.seed) &* 31 &+ UInt64(pair))
      total.withLock { $0 += points }
    }
  }
  return total.withLock { $0 }
}

/// What a training run of chess keeps on disk: text, so that it can be looked at.
private struct ChessTrainingFiles: Sendable {
  let folder: String

  private func failure(_ path: String, _ error: any Error) -> ToolFailure {
    ToolFailure(
      code: ExitCode.inputOutput, message: "\(path): \((error as NSError).localizedDescription)")
  }

  private func write(_ text: String, to path: String) throws(ToolFailure) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw failure(path, error)
    }
  }

  /// Makes the folder, or checks that it is of a run with these settings.
  func begin(_ run: ChessTrainingRun) throws(ToolFailure) {
    let path = folder + "/settings.json"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      if let data = FileManager.default.contents(atPath: path) {
        guard try JSONDecoder().decode(ChessTrainingRun.self, from: data) == run else {
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

  func save(_ text: String, chunk: Int, of generation: Int) throws(ToolFailure) {
    try write(text, to: chunkPath(chunk, of: generation))
  }

  func positions(
    of generation: Int, _ run: ChessTrainingRun
  ) throws(ToolFailure) -> [ChessTrainingPosition] {
    var result: [ChessTrainingPosition] = []
    for chunk in 0..<(run.games + gamesInChunk - 1) / gamesInChunk {
      let path = chunkPath(chunk, of: generation)
      guard let data = FileManager.default.contents(atPath: path) else {
        throw ToolFailure(code: ExitCode.unavailable, message: "\(path) is missing")
      }
      for (number, line) in String(decoding: data, as: UTF8.self).split(separator: "\n")
        .enumerated()
      {
        let fields = line.split(separator: ";")
        guard fields.count == 3, let position = try? ChessPosition(fen: String(fields[0])),
          let outcome = Int(fields[1]), let value = Int(fields[2])
        else {
          throw ToolFailure(
            code: ExitCode.data, message: "\(path), line \(number + 1): not a position with values")
        }
        result.append(ChessTrainingPosition(position: position, result: outcome, value: value))
      }
    }
    return result
  }

  func weights(of generation: Int) throws(ToolFailure) -> ChessWeights? {
    let path = "\(folder)/\(generation).weights"
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let values = String(decoding: data, as: UTF8.self)
      .split { $0 == "," || $0 == "\n" || $0 == " " }.compactMap { Int16($0) }
    guard let weights = ChessWeights(values: values) else {
      throw ToolFailure(
        code: ExitCode.data, message: "\(path): expected \(ChessWeights.count) numbers")
    }
    return weights
  }

  func save(_ weights: ChessWeights, of generation: Int) throws(ToolFailure) {
    let text = weights.values.map { "\($0)" }.joined(separator: ",") + "\n"
    try write(text, to: "\(folder)/\(generation).weights")
    try write(text, to: "\(folder)/chess.weights")
  }

  func log(_ line: String) throws(ToolFailure) {
    let path = folder + "/log"
    let before = FileManager.default.contents(atPath: path) ?? Data()
    try write(String(decoding: before, as: UTF8.self) + line + "\n", to: path)
  }
}

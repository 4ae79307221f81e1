internal import Chess

/// Fits weights to positions: the chance to win that they say should be what the games came to.
///
/// Logistic regression by gradient descent with momentum (Adam; Kingma and Ba, 2015) over all positions at once. The
/// evaluation is a sum of weights, so each position is a short list of weights and how often they count.
public final class ChessFit {
  private var weights: [Float]
  private let initial: [Float]
  private var entries: [Entry] = []
  private var samples: [Sample] = []
  /// How much the search's own value counts beside the result of the game.
  public var estimateShare: Float = 0.5
  /// How much a weight that goes away from where it began costs.
  public var inertia: Float = 1e-7
  /// Hundredths of a pawn for which the odds are e to 1.
  public var unit: Float = 220

  private struct Entry {
    let index: Int16
    let count: Int16
  }

  private struct Sample {
    let begin: Int32
    let end: Int32
    let target: Float
    /// The share of the midgame.
    let phase: Float
    /// How much of the endgame's value counts when White is ahead, and when Black is.
    let scales: (Float, Float)
  }

  /// Creates a fit that begins with weights.
  public init(from weights: ChessWeights) {
    self.weights = weights.values.map { Float($0) }
    initial = self.weights
  }

  /// How many positions there are.
  public var count: Int { samples.count }

  /// Adds a position; those with a bare king are not judged by weights, and are left out.
  public func add(_ training: ChessTrainingPosition, tables owner: ChessFitTables) {
    owner.node[0] = Node(training.position, owner.owner.tables)
    let node = owner.node
    guard Endgames.value(of: node) == nil else { return }
    var sink = TraceSink(counts: owner.counts)
    let passed = Evaluator.walkPawns(node, &sink)
    Evaluator.walk(node, passed: passed, &sink)
    for square in 0..<64 where node.pointee.squares[square] != 6 {
      let piece = Int(node.pointee.squares[square])
      let sign: Int16 = piece < 8 ? 1 : -1
      owner.counts[W.material + piece & 7] += sign
      owner.counts[W.place(piece & 7, square, side: piece >> 3)] += sign
    }
    let begin = entries.count
    for index in 0..<W.count where owner.counts[index] != 0 {
      entries.append(Entry(index: Int16(index), count: owner.counts[index]))
      owner.counts[index] = 0
    }
    let estimate = ChessFit.chance(Float(training.value) / unit)
    let target =
      Float(training.result) / 2 * (1 - estimateShare) + estimate * estimateShare
    samples.append(
      Sample(
        begin: Int32(begin), end: Int32(entries.count), target: target,
        phase: Float(min(Int(node.pointee.phase), 24)) / 24,
        scales: (
          Float(Endgames.scale(node, stronger: 0)) / 64,
          Float(Endgames.scale(node, stronger: 1)) / 64
        )))
  }

  /// What the weights say of a position, for White.
  package func value(of number: Int) -> Float {
    let sample = samples[number]
    var midgame: Float = 0
    var endgame: Float = 0
    for entry in entries[Int(sample.begin)..<Int(sample.end)] {
      midgame += Float(entry.count) * weights[2 * Int(entry.index)]
      endgame += Float(entry.count) * weights[2 * Int(entry.index) + 1]
    }
    let scale = endgame > 0 ? sample.scales.0 : sample.scales.1
    return midgame * sample.phase + endgame * scale * (1 - sample.phase)
  }

  /// Fits, with so many passes over the positions.
  ///
  /// - Parameters:
  ///   - passes: how often to go over all of them.
  ///   - rate: how far a weight may go in a pass, in its own units.
  ///   - progress: told the number of each pass and the mean square error; `false` ends the fit.
  /// - Returns: the mean square error at the end.
  public func fit(passes: Int, rate: Float = 1, progress: (Int, Float) -> Bool) -> Float {
    var mean = [Float](repeating: 0, count: weights.count)
    var square = [Float](repeating: 0, count: weights.count)
    var gradient = [Float](repeating: 0, count: weights.count)
    var error: Float = 0
    var meanPower: Float = 1
    var squarePower: Float = 1
    for pass in 1...max(passes, 1) {
      for index in gradient.indices { gradient[index] = 0 }
      error = accumulate(&gradient)
      meanPower *= 0.9
      squarePower *= 0.999
      // Smaller steps towards the end.
      let step = rate * (pass * 4 > passes * 3 ? 0.1 : pass * 2 > passes ? 0.3 : 1)
      for index in weights.indices {
        let slope = gradient[index] + 2 * inertia * (weights[index] - initial[index])
        mean[index] = 0.9 * mean[index] + 0.1 * slope
        square[index] = 0.999 * square[index] + 0.001 * slope * slope
        let size = (square[index] / (1 - squarePower)).squareRoot() + 1e-9
        weights[index] -= step * mean[index] / (1 - meanPower) / size
      }
      if !progress(pass, error) { break }
    }
    return error
  }

  /// The weights, rounded to whole numbers.
  public var result: ChessWeights {
    ChessWeights(values: weights.map { Int16(max(-4000, min(4000, $0.rounded()))) }) ?? .handMade
  }

  /// Adds the slopes of the mean square error.
  private func accumulate(_ gradient: inout [Float]) -> Float {
    var total: Float = 0
    let scale = 1 / Float(max(samples.count, 1))
    gradient.withUnsafeMutableBufferPointer { gradient in
      weights.withUnsafeBufferPointer { weights in
        entries.withUnsafeBufferPointer { entries in
          var part: Float = 0
          for (number, sample) in samples.enumerated() {
            var midgame: Float = 0
            var endgame: Float = 0
            for place in Int(sample.begin)..<Int(sample.end) {
              let entry = entries[place]
              let index = 2 * Int(entry.index)
              let count = Float(entry.count)
              midgame += count * weights[index]
              endgame += count * weights[index + 1]
            }
            let scaled = endgame > 0 ? sample.scales.0 : sample.scales.1
            let value = midgame * sample.phase + endgame * scaled * (1 - sample.phase)
            let chance = ChessFit.chance(value / unit)
            let difference = chance - sample.target
            part += difference * difference
            let slope = 2 * difference * chance * (1 - chance) / unit * scale
            let early = slope * sample.phase
            let late = slope * scaled * (1 - sample.phase)
            for place in Int(sample.begin)..<Int(sample.end) {
              let entry = entries[place]
              let index = 2 * Int(entry.index)
              let count = Float(entry.count)
              gradient[index] += early * count
              gradient[index + 1] += late * count
            }
            // Short sums, so that single precision does.
            if number & 1023 == 1023 {
              total += part * scale
              part = 0
            }
          }
          total += part * scale
        }
      }
    }
    return total
  }

  /// 1 / (1 + e^-x), without a mathematics library.
  static func chance(_ x: Float) -> Float {
    let bounded = max(-30, min(30, x))
    // e^x is (e^(x/256))^256.
    let part = bounded / 256
    var power = 1 + part * (1 + part / 2 * (1 + part / 3))
    for _ in 0..<8 { power *= power }
    return power / (1 + power)
  }
}

/// Room to take positions apart in.
public final class ChessFitTables {
  let owner = EngineTables(.handMade)
  let node = UnsafeMutablePointer<Node>.allocate(capacity: 1)
  let counts = UnsafeMutablePointer<Int16>.allocate(capacity: W.count)

  /// Creates room for one position at a time.
  public init() {
    node.initialize(to: Node())
    counts.initialize(repeating: 0, count: W.count)
  }

  deinit {
    node.deallocate()
    counts.deallocate()
  }
}

/// Counts how often each weight counts, White's less Black's.
struct TraceSink: WeightSink {
  let counts: UnsafeMutablePointer<Int16>
  var sign: Int16 = 1

  @inline(__always)
  mutating func add(_ index: Int) { counts[index] += sign }

  @inline(__always)
  mutating func add(_ index: Int, times: Int) {
    counts[index] += sign * Int16(truncatingIfNeeded: times)
  }

  @inline(__always)
  mutating func turn() { sign = -sign }
}

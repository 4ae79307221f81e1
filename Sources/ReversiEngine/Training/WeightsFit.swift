/// How well weights fit positions of one phase.
package struct FitReport: Hashable, Sendable {
  /// The phase, 0 at the start of the game.
  package var phase: Int
  /// How many positions there were.
  package var positions: Int
  /// The root of the mean squared error on the positions learnt from, in discs.
  package var trainingError: Double
  /// The same on those held back, one in twenty.
  package var testError: Double
  /// How many contents of shapes were met, symmetric ones counted once.
  package var weights: Int
}

/// Fits weights to positions by least squares, phase by phase.
///
/// The model is linear: the value is the sum of the weights of what the shapes hold. Full gradients, scaled for each
/// weight by how often it was met, with momentum; the same positions in the same order give the same weights.
package struct WeightsFit {
  /// The most rounds over all positions.
  package var rounds = 200
  /// How many positions a weight is pulled towards zero by.
  package var prior: Float = 20
  /// How much the estimates of searches count beside the scores that games led to, from 0 to 1.
  package var estimateShare: Float = 0

  /// Creates a fit with the usual settings.
  package init() {}

  /// Fits one phase into `weights`.
  ///
  /// - Parameters:
  ///   - positions: those of the phase, and of its neighbours by two squares at most.
  ///   - phase: the phase to fit.
  ///   - weights: where the weights of the phase are put; the rest stays.
  /// - Returns: how well they fit.
  /// - Complexity: 46 look-ups a position and round; 200 bytes of memory a position.
  package func fit(
    _ positions: [TrainingPosition], phase: Int, into weights: PatternWeights
  ) -> FitReport {
    let count = positions.count
    let lanes = Patterns.laneCount
    let size = Patterns.weightCount
    let classes = WeightsFit.classes()
    let offsets = Patterns.makeShapes().flatMap { Array(repeating: $0.offset, count: $0.instances) }

    let indices = UnsafeMutablePointer<Int32>.allocate(capacity: count * lanes + 1)
    let targets = UnsafeMutablePointer<Float>.allocate(capacity: count + 1)
    let empties = UnsafeMutablePointer<Int>.allocate(capacity: count + 1)
    let values = UnsafeMutablePointer<Float>.allocate(capacity: size)
    let best = UnsafeMutablePointer<Float>.allocate(capacity: size)
    let speed = UnsafeMutablePointer<Float>.allocate(capacity: size)
    let gradient = UnsafeMutablePointer<Float>.allocate(capacity: size)
    let scale = UnsafeMutablePointer<Float>.allocate(capacity: size)
    defer {
      indices.deallocate()
      targets.deallocate()
      empties.deallocate()
      for pointer in [values, best, speed, gradient, scale] { pointer.deallocate() }
    }
    for pointer in [values, best, speed, scale] { pointer.initialize(repeating: 0, count: size) }

    for (i, position) in positions.enumerated() {
      let contents = weights.deltas.contents(position.own, position.opponent)
      withUnsafePointer(to: contents) { pointer in
        let raw = UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt16.self)
        for lane in 0..<lanes {
          indices[i * lanes + lane] = classes[offsets[lane] + Int(raw[lane])]
        }
      }
      targets[i] =
        Float(position.score)
        + estimateShare * (Float(position.estimate) - Float(position.score))
      empties[i] = position.empties
    }

    var bias = [Float](repeating: 0, count: 64)
    var bestBias = bias
    var biasCount = bias
    for i in 0..<count where i % 20 != 19 {
      for lane in 0..<lanes { scale[Int(indices[i * lanes + lane])] += 1 }
      biasCount[empties[i]] += 1
    }
    var used: [Int] = []
    for i in 0..<size where scale[i] > 0 {
      scale[i] = 1 / (scale[i] + prior)
      used.append(i)
    }

    var report = FitReport(
      phase: phase, positions: count, trainingError: 0, testError: .infinity, weights: used.count)
    var worse = 0
    var markedError = Double.infinity
    for round in 0..<rounds where count > 0 {
      gradient.initialize(repeating: 0, count: size)
      var biasGradient = [Float](repeating: 0, count: 64)
      var trainingError = 0.0
      var testError = 0.0
      for i in 0..<count {
        let row = indices + i * lanes
        var sum = bias[empties[i]]
        for lane in 0..<lanes { sum += values[Int(row[lane])] }
        let error = targets[i] - sum
        if i % 20 == 19 {
          testError += Double(error * error)
          continue
        }
        trainingError += Double(error * error)
        for lane in 0..<lanes { gradient[Int(row[lane])] += error }
        biasGradient[empties[i]] += error
      }
      let tested = (testError / Double(max(1, count / 20))).squareRoot()
      if tested < report.testError || count < 20 {
        worse = 0
        report.testError = tested
        report.trainingError = (trainingError / Double(max(1, count - count / 20))).squareRoot()
        best.update(from: values, count: size)
        bestBias = bias
      } else {
        // The momentum swings at first; a long rise is the end.
        worse += 1
        if worse >= 40 { break }
      }
      // So is a standstill.
      if round % 20 == 19 {
        if report.testError > markedError * 0.9995 { break }
        markedError = report.testError
      }
      // Each error is spread over all shapes, so a step is one part in as many.
      let momentum: Float = round < 5 ? 0.5 : 0.9
      for i in used {
        speed[i] = momentum * speed[i] + gradient[i] * scale[i] / Float(lanes)
        values[i] += speed[i]
      }
      for e in 0..<64 where biasCount[e] > 0 { bias[e] += 0.02 * biasGradient[e] / biasCount[e] }
    }

    let to = weights.values + phase * size
    for i in 0..<size { to[i] = WeightsFit.rounded(best[Int(classes[i])]) }
    for e in 0...60 where PatternWeights.phase(empties: e) == phase {
      weights.bias[e] = WeightsFit.rounded(bestBias[e])
    }
    return report
  }

  /// Gives phases without positions the weights of the next phase that has some.
  package static func fillGaps(in weights: PatternWeights, fitted: Set<Int>) {
    for phase in (0..<PatternWeights.phaseCount - 1).reversed() where !fitted.contains(phase) {
      let to = weights.values + phase * Patterns.weightCount
      to.update(from: to + Patterns.weightCount, count: Patterns.weightCount)
    }
  }

  private static func rounded(_ discs: Float) -> Int16 {
    Int16(max(-32_000, min(32_000, (discs * 128).rounded())))
  }

  /// For each weight, the one that stands for its symmetric class.
  private static func classes() -> [Int32] {
    Patterns.makeShapes().flatMap { shape in
      Patterns.makeCanonical(of: shape).map { Int32(shape.offset) + $0 }
    }
  }
}

import Foundation
import Games
import Reversi
import ReversiEngine
import ReversiWeights
import Testing

@Suite("Patterns and weights")
struct EvaluationTests {
  @Test("The lanes are the instances of the shapes, and their contents fit into the weights")
  func lanes() {
    let shapes = Patterns.makeShapes()
    let lanes = Patterns.makeLanes()
    #expect(lanes.count == Patterns.laneCount)
    #expect(shapes.reduce(0) { $0 + $1.instances } == Patterns.laneCount)
    #expect(shapes.reduce(0) { $0 + $1.size } == Patterns.weightCount)
    #expect(shapes.last.map { $0.offset + $0.size } == Patterns.weightCount)
    for shape in shapes {
      for lane in lanes[shape.lane..<shape.lane + shape.instances] {
        #expect(lane.count == shape.squares.count)
        #expect(Set(lane).count == lane.count)
      }
    }
  }

  @Test("Contents carried along a game are those made anew, for both sides, seed 21")
  func carried() throws {
    var random = SplitMix(state: 21)
    for _ in 0..<40 {
      let start = ReversiPosition.start
      var position = start
      var moves: [(isFirst: Bool, square: Int, flips: UInt64)] = []
      while !position.isOver {
        let legal = position.legalMoves(for: position.sideToMove.seat)
        let move = legal[random.below(legal.count)]
        if case .place(let square) = move {
          moves.append((position.sideToMove == .black, square.index, position.flips(at: square)))
        }
        try position.play(move, by: position.sideToMove.seat)
      }
      #expect(
        Inspection.areContentsKept(first: start.black, second: start.white, moves: moves))
    }
  }

  @Test("A position has the same value under all symmetries and seen by the other colour, seed 22")
  func symmetric() throws {
    func value(_ own: UInt64, _ other: UInt64, isSecond: Bool = false) -> Int {
      Inspection.judgement(own, other, weights: .shipped, isSecond: isSecond)
    }
    for position in randomPositions(games: 6, seed: 22) {
      let expected = value(position.own, position.other)
      #expect(value(position.own, position.other, isSecond: true) == expected)
      for symmetry in 1..<8 {
        func image(_ discs: UInt64) -> UInt64 {
          (0..<64).reduce(UInt64(0)) {
            discs >> UInt64($1) & 1 == 0
              ? $0 : $0 | 1 << UInt64(Patterns.image($1, symmetry))
          }
        }
        #expect(value(image(position.own), image(position.other)) == expected)
      }
    }
  }

  @Test("Weights that are packed and read again are the same up to rounding")
  func packing() throws {
    let weights = PatternWeights()
    var random = SplitMix(state: 23)
    for shape in Patterns.makeShapes() {
      let classes = Patterns.makeCanonical(of: shape)
      for phase in 0..<PatternWeights.phaseCount {
        let to = weights.values + phase * Patterns.weightCount + shape.offset
        for content in 0..<shape.size {
          let first = Int(classes[content])
          to[content] =
            first < content
            ? to[first] : random.below(3) == 0 ? Int16(random.below(9000) - 4500) : 0
        }
      }
    }
    for empties in 0...60 { weights.bias[empties] = Int16(random.below(2000) - 1000) }
    weights.mirror()
    let bytes = weights.encoded()
    let again = try bytes.withUnsafeBytes { try PatternWeights(decoding: $0) }
    var worst = 0
    for i in 0..<2 * PatternWeights.phaseCount * Patterns.weightCount {
      worst = max(worst, abs(Int(weights.values[i]) - Int(again.values[i])))
    }
    #expect(worst <= 2)
    let isSame = again.encoded() == bytes
    #expect(isSame)
  }

  @Test("Damaged weights are refused, wherever the damage is")
  func damage() {
    let bytes = PatternWeights().encoded()
    func isRefused(_ bytes: [UInt8]) -> Bool {
      do throws(WeightsError) {
        let raw = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { raw.deallocate() }
        raw.copyBytes(from: bytes)
        _ = try PatternWeights(decoding: UnsafeRawBufferPointer(raw))
        return false
      } catch {
        return true
      }
    }
    #expect(!isRefused(bytes))
    for length in 0..<bytes.count { #expect(isRefused(Array(bytes.prefix(length)))) }
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x10
      #expect(isRefused(changed))
    }
    #expect(isRefused(bytes + [0]))
  }

  /// Reads weights from bytes.
  private func read(_ bytes: [UInt8]) throws -> PatternWeights {
    try bytes.withUnsafeBytes { try PatternWeights(decoding: $0) }
  }

  @Test("Reduced weights that keep all phases are the weights, and the kept phases are read back")
  func reducing() throws {
    let shipped = PatternWeights.shipped
    let all = try read(shipped.reduced(phases: Array(0..<15), unit: 4))
    let count = 2 * PatternWeights.phaseCount * Patterns.weightCount
    for i in 0..<count where all.values[i] != shipped.values[i] {
      Issue.record("weight \(i) is \(all.values[i]), not \(shipped.values[i])")
      break
    }
    // What is read and reduced again stays as it is: between the kept phases there are only straight lines.
    let bytes = shipped.reduced(phases: [2, 5, 8, 11, 14], unit: 40)
    let once = try read(bytes)
    let twice = try read(once.reduced(phases: [2, 5, 8, 11, 14], unit: 40))
    var differing = 0
    for i in 0..<count where abs(Int(once.values[i]) - Int(twice.values[i])) > 40 { differing += 1 }
    #expect(differing == 0)
  }

  @Test("Reduced weights judge positions much as the shipped ones, seed 24")
  func reducedJudgement() throws {
    let web = try read(PatternWeights.shipped.reduced(phases: [2, 5, 8, 11, 14], unit: 40))
    var sum = 0
    var count = 0
    var settings = SelfPlaySettings()
    settings.depth = 2
    settings.solvedEmpties = 8
    let player = SelfPlay(weights: .shipped, settings: settings, seed: 24)
    for _ in 0..<10 {
      for position in player.playGame() {
        func judge(_ weights: PatternWeights) -> Int {
          Inspection.judgement(
            position.own, position.opponent, weights: weights, isSecond: false)
        }
        sum += abs(judge(.shipped) - judge(web))
        count += 1
      }
    }
    // In 1/128 of a disc.
    print("reduced weights are off by \(sum / count)/128 discs on average")
    #expect(sum / count < 256)
  }

  @Test("The browser's weights are the shipped ones, reduced")
  func browser() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let bytes = try [UInt8](Data(contentsOf: root.appending(path: "Web/reversi.weights")))
    let expected = PatternWeights.shipped.reduced(phases: [2, 5, 8, 11, 14], unit: 40)
    // Compared outside: where they differ, a list of all differences would take for ever.
    let areSame = bytes == expected
    #expect(
      areSame, "run: baton weights reversi --reduce Web/reversi.weights --force")
  }

  @Test("Reduced files with phases out of order, or none, are refused")
  func reducedDamage() {
    func head(_ phases: [UInt8]) -> [UInt8] {
      var bytes: [UInt8] = [0x42, 0x52, 0x57, 0x32, UInt8(phases.count)] + phases + [32]
      bytes += [UInt8](repeating: 1, count: 100)
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      for i in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: hash >> UInt64(8 * i))) }
      return bytes
    }
    for phases in [[], [5, 2], [5, 5], [15], Array(0...15), [255]] as [[UInt8]] {
      #expect(throws: WeightsError.self) { try read(head(phases)) }
    }
    #expect(throws: WeightsError.self) { try read([0x42, 0x52, 0x57, 0x32, 15]) }
  }

  @Test("The shipped weights can be read and are small enough")
  func shipped() {
    #expect(PatternWeights.shipped.encoded().count <= 4_000_000)
  }

  @Test("What is known of a position is not overwritten by what is known less well")
  func table() throws {
    let exact = Inspection.Finding(
      depth: 12, certainty: 5, alpha: -64, beta: 64, score: 6, best: 9)
    var shallower = exact
    (shallower.depth, shallower.score, shallower.best) = (8, -4, 3)
    var vaguer = exact
    (vaguer.certainty, vaguer.score, vaguer.best) = (1, -2, 3)
    let kept = try #require(Inspection.remembered([exact, shallower, vaguer]))
    #expect(kept == (6, 6, 12, 9))
    // Bounds of the same depth are put together.
    let low = Inspection.Finding(depth: 5, certainty: 2, alpha: 1, beta: 2, score: 4, best: 10)
    let high = Inspection.Finding(depth: 5, certainty: 2, alpha: 7, beta: 8, score: 6, best: 11)
    let both = try #require(Inspection.remembered([low, high]))
    #expect(both == (4, 6, 5, 10))
  }

  @Test("Training gives the same positions for the same seed, with scores that fit")
  func selfPlay() throws {
    var settings = SelfPlaySettings()
    settings.depth = 2
    settings.solvedEmpties = 8
    let first = SelfPlay(weights: .shipped, settings: settings, seed: 5)
    let second = SelfPlay(weights: .shipped, settings: settings, seed: 5)
    for _ in 0..<3 {
      let positions = first.playGame()
      #expect(positions == second.playGame())
      #expect(positions.count > 10)
      for position in positions where position.empties <= 8 {
        let exact = try #require(
          ReversiPosition(black: position.own, white: position.opponent, sideToMove: .black))
        let search = ReversiSearch(weights: .shipped, memory: 1 << 16)
        #expect(search.run(exact, goal: .score).value == Int(position.score))
      }
    }
  }

  @Test("A fit finds weights that made the scores")
  func fit() {
    // Scores that count the discs on the edges: the shapes can say that exactly.
    var positions: [TrainingPosition] = []
    let edge: UInt64 = 0xFF81_8181_8181_81FF
    for position in randomPositions(games: 900, seed: 31) where position.emptyCount == 30 {
      let score =
        (position.own & edge).nonzeroBitCount - (position.other & edge).nonzeroBitCount
      positions.append(
        TrainingPosition(own: position.own, opponent: position.other, score: Int8(score)))
    }
    let weights = PatternWeights()
    var fit = WeightsFit()
    fit.prior = 2
    fit.rounds = 200
    let report = fit.fit(positions, phase: PatternWeights.phase(empties: 30), into: weights)
    #expect(report.positions == positions.count)
    #expect(report.trainingError < 1)
    #expect(report.testError < 3)
  }
}

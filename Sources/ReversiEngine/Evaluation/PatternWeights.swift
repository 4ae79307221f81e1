/// The fitted weights of all patterns, laid out for looking up.
public final class PatternWeights: @unchecked Sendable {
  // Filled once while nobody else holds it, then only read.
  /// Weights in 1/128 of a disc: for each side of the board's numbers, each phase, ``Patterns/weightCount``.
  package let values: UnsafeMutablePointer<Int16>
  /// What the side to move adds by the number of empty squares.
  package let bias: UnsafeMutablePointer<Int16>
  let deltas = PatternDeltas()

  /// Phases of the game, four squares each.
  package static let phaseCount = 15
  /// Weights of both sides start this far apart.
  static let sideStride = phaseCount * Patterns.weightCount

  /// The phase of a position by its empty squares: 0 at the start.
  @inline(__always)
  package static func phase(empties: Int) -> Int { min(14, max(0, (60 &- empties) >> 2)) }

  /// Makes weights that are all zero.
  package init() {
    values = .allocate(capacity: 2 * PatternWeights.sideStride)
    values.initialize(repeating: 0, count: 2 * PatternWeights.sideStride)
    bias = .allocate(capacity: 64)
    bias.initialize(repeating: 0, count: 64)
  }

  deinit {
    values.deallocate()
    bias.deallocate()
  }

  /// Makes the second side's weights from the first's, by exchanging the digits 1 and 2.
  package func mirror() {
    for shape in Patterns.makeShapes() {
      var swapped = [Int](repeating: 0, count: shape.size)
      for content in 0..<shape.size {
        let last = content % 3
        swapped[content] = content < 3 ? 0 : swapped[content / 3] * 3
        swapped[content] += last == 0 ? 0 : 3 - last
      }
      for phase in 0..<PatternWeights.phaseCount {
        let from = values + phase * Patterns.weightCount + shape.offset
        let to = from + PatternWeights.sideStride
        for content in 0..<shape.size { to[swapped[content]] = from[content] }
      }
    }
  }
}

/// The value of a position to the side to move, in 1/128 of a disc.
@inline(__always)
func patternSum(
  _ contents: UnsafePointer<PatternContents>, _ weights: UnsafePointer<Int16>
) -> Int {
  let raw = UnsafeRawPointer(contents).assumingMemoryBound(to: UInt16.self)
  @inline(__always) func at(_ lane: Int, _ offset: Int) -> Int32 {
    Int32(weights[offset &+ Int(raw[lane])])
  }
  // Written out: the optimiser turns a loop of look-ups into gathers, which are slower.
  let edge = 0
  let triangle = 59_049
  let block = 2 * 59_049
  let corner = 3 * 59_049
  let row2 = corner + 19_683
  let row3 = row2 + 6_561
  let row4 = row3 + 6_561
  let diagonal8 = row4 + 6_561
  let diagonal7 = diagonal8 + 6_561
  let diagonal6 = diagonal7 + 2_187
  let diagonal5 = diagonal6 + 729
  var s = at(0, edge) &+ at(1, edge) &+ at(2, edge) &+ at(3, edge)
  s &+= at(4, triangle) &+ at(5, triangle) &+ at(6, triangle) &+ at(7, triangle)
  s &+= at(8, block) &+ at(9, block) &+ at(10, block) &+ at(11, block)
  s &+= at(12, block) &+ at(13, block) &+ at(14, block) &+ at(15, block)
  s &+= at(16, corner) &+ at(17, corner) &+ at(18, corner) &+ at(19, corner)
  s &+= at(20, row2) &+ at(21, row2) &+ at(22, row2) &+ at(23, row2)
  s &+= at(24, row3) &+ at(25, row3) &+ at(26, row3) &+ at(27, row3)
  s &+= at(28, row4) &+ at(29, row4) &+ at(30, row4) &+ at(31, row4)
  s &+= at(32, diagonal8) &+ at(33, diagonal8)
  s &+= at(34, diagonal7) &+ at(35, diagonal7) &+ at(36, diagonal7) &+ at(37, diagonal7)
  s &+= at(38, diagonal6) &+ at(39, diagonal6) &+ at(40, diagonal6) &+ at(41, diagonal6)
  s &+= at(42, diagonal5) &+ at(43, diagonal5) &+ at(44, diagonal5) &+ at(45, diagonal5)
  return Int(s)
}

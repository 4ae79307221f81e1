/// What a walk over a position tells about it: which weights count, how often, for whom.
protocol WeightSink {
  /// Notes that a weight counts for the side whose turn it is to be judged.
  mutating func add(_ index: Int)
  /// Notes that a weight counts several times.
  mutating func add(_ index: Int, times: Int)
  /// From now on what is noted is about the other side.
  mutating func turn()
}

/// Adds up the weights; midgame and endgame at once, in one word.
struct SumSink: WeightSink {
  let weights: UnsafeMutablePointer<Int32>
  /// The value for the side that is judged.
  var sum: Int32 = 0

  @inline(__always)
  mutating func add(_ index: Int) { sum &+= weights[index] }

  @inline(__always)
  mutating func add(_ index: Int, times: Int) {
    sum &+= weights[index] &* Int32(truncatingIfNeeded: times)
  }

  @inline(__always)
  mutating func turn() { sum = 0 &- sum }
}

/// A pair of values in one word.
enum Pair {
  @inline(__always)
  static func pack(_ midgame: Int, _ endgame: Int) -> Int32 {
    Int32(truncatingIfNeeded: endgame &<< 16 &+ midgame)
  }

  @inline(__always)
  static func midgame(_ pair: Int32) -> Int { Int(Int16(truncatingIfNeeded: pair)) }

  @inline(__always)
  static func endgame(_ pair: Int32) -> Int { Int((pair &+ 0x8000) >> 16) }
}

/// Judges positions by the weights.
struct Evaluator {
  let tables: Tables
  /// What is known of arrangements of pawns: key, sum, passed pawns.
  let pawnCache: UnsafeMutablePointer<UInt64>

  static let pawnCacheBits = 14

  /// The value of a position to the side to move, in hundredths of a pawn.
  func evaluate(_ node: UnsafeMutablePointer<Node>) -> Int {
    if let known = Endgames.value(of: node) {
      return node.pointee.side == 0 ? known : -known
    }
    var sink = SumSink(weights: tables.weights)
    sink.sum = node.pointee.sum
    let entry =
      pawnCache
      + 3 &* Int(truncatingIfNeeded: node.pointee.pawnKey & (1 << UInt64(Self.pawnCacheBits) - 1))
    let passed: UInt64
    if entry[0] == node.pointee.pawnKey {
      sink.sum &+= Int32(truncatingIfNeeded: entry[1])
      passed = entry[2]
    } else {
      var pawns = SumSink(weights: tables.weights)
      passed = Evaluator.walkPawns(node, &pawns)
      entry[0] = node.pointee.pawnKey
      entry[1] = UInt64(UInt32(bitPattern: pawns.sum))
      entry[2] = passed
      sink.sum &+= pawns.sum
    }
    Evaluator.walk(node, passed: passed, &sink)
    let midgame = Pair.midgame(sink.sum)
    let endgame = Pair.endgame(sink.sum)
    let phase = min(Int(node.pointee.phase), 24)
    let scale = Endgames.scale(node, stronger: endgame > 0 ? 0 : 1)
    let value = (midgame * phase * 64 + endgame * scale * (24 - phase)) / (24 * 64)
    return node.pointee.side == 0 ? value : -value
  }
}

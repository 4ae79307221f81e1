/// Moves and flips of Reversi on bitboards (bit 0 is a1, bit 63 is h8), for the engine's inner loops.
///
/// The rules' own, plainer ones are in `Reversi`; the tests hold these against them.
enum Boards {
  /// Every square but those of columns a and h.
  static let inner: UInt64 = 0x7E7E_7E7E_7E7E_7E7E

  /// Returns the squares where the owner of `own` may move.
  ///
  /// Parallel prefix in the four lines at once, upwards and downwards.
  @inline(__always)
  static func moves(_ own: UInt64, _ opponent: UInt64) -> UInt64 {
    let step = Lanes(1, 8, 7, 9)
    let twice = Lanes(2, 16, 14, 18)
    let over = Lanes(repeating: opponent) & Lanes(inner, .max, inner, inner)
    let from = Lanes(repeating: own)
    var up = over & (from << step)
    var down = over & (from >> step)
    up = up | (over & (up << step))
    down = down | (over & (down >> step))
    let upPairs = over & (over << step)
    let downPairs = upPairs >> step
    up = up | (upPairs & (up << twice))
    down = down | (downPairs & (down >> twice))
    up = up | (upPairs & (up << twice))
    down = down | (downPairs & (down >> twice))
    return ((up << step) | (down >> step)).union & ~(own | opponent)
  }

  /// Returns the discs of `opponent` that a disc of `own` on `square` turns.
  ///
  /// Upwards a carry runs through the opponent's discs to the first other square; downwards the first other
  /// square is found by smearing. Both end in a subtraction that fills the run.
  @inline(__always)
  static func flips(_ square: Int, _ own: UInt64, _ opponent: UInt64) -> UInt64 {
    flipLanes(square, own, opponent).union
  }

  @inline(__always)
  static func flipLanes(_ square: Int, _ own: UInt64, _ opponent: UInt64) -> Lanes {
    let upRay = Lanes(unsafeBitCast(Rays.up[square & 63], to: SIMD4<UInt64>.self))
    let downRay = Lanes(unsafeBitCast(Rays.down[square & 63], to: SIMD4<UInt64>.self))
    let own = Lanes(repeating: own)
    let other = Lanes(repeating: ~opponent)
    let ones = Lanes(repeating: .max)

    // The carry of adding one below the ray stops at the first square that is not the opponent's.
    let upStop = ((ones ^ (other & upRay)) - ones) & own & upRay
    let up = ((upStop + ones) - upStop.zeroLanes) & upRay

    let step = Lanes(1, 8, 7, 9)
    var smear = other & downRay
    let stops = smear
    smear = smear | (smear >> step)
    smear = smear | (smear >> Lanes(2, 16, 14, 18))
    smear = smear | (smear >> Lanes(4, 32, 28, 36))
    let downStop = (stops & own) & (ones ^ (smear >> step))
    let down = (Lanes(repeating: 0) - (downStop + downStop)) & downRay
    return up | down
  }
}

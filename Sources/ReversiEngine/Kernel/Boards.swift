/// Moves and flips of Reversi on bitboards (bit 0 is a1, bit 63 is h8), for the engine's inner loops.
///
/// The rules' own, plainer ones are in `Reversi`; the tests hold these against them.
enum Boards {
  /// Every square but those of columns a and h.
  static let inner: UInt64 = 0x7E7E_7E7E_7E7E_7E7E

  /// The set of one square; a shift that asks for no range, unlike `<<`.
  @inline(__always)
  static func bit(_ square: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: square) }

  #if WIDE_LANES
    /// Returns the squares where the owner of `own` may move.
    @inline(__always)
    static func moves(_ own: UInt64, _ opponent: UInt64) -> UInt64 {
      lanesMoves(own, opponent)
    }

    /// Returns the discs of `opponent` that a disc of `own` on `square` turns.
    @inline(__always)
    static func flips(_ square: Int, _ own: UInt64, _ opponent: UInt64) -> UInt64 {
      lanesFlips(square, own, opponent)
    }
  #else
    // Where a vector holds two lanes and cannot shift each by its own count (WebAssembly, x86-64 without AVX2), one
    // line after the other is faster.

    /// Returns the squares where the owner of `own` may move.
    @inline(__always)
    static func moves(_ own: UInt64, _ opponent: UInt64) -> UInt64 {
      scalarMoves(own, opponent)
    }

    /// Returns the discs of `opponent` that a disc of `own` on `square` turns.
    @inline(__always)
    static func flips(_ square: Int, _ own: UInt64, _ opponent: UInt64) -> UInt64 {
      scalarFlips(square, own, opponent)
    }
  #endif

  /// The moves, line by line: parallel prefix upwards and downwards.
  @inline(__always)
  static func scalarMoves(_ own: UInt64, _ opponent: UInt64) -> UInt64 {
    let sides = opponent & inner
    let result =
      lineMoves(own, sides, 1) | lineMoves(own, opponent, 8) | lineMoves(own, sides, 7)
      | lineMoves(own, sides, 9)
    return result & ~(own | opponent)
  }

  @inline(__always)
  private static func lineMoves(_ own: UInt64, _ over: UInt64, _ step: UInt64) -> UInt64 {
    var up = over & (own &<< step)
    var down = over & (own &>> step)
    up |= over & (up &<< step)
    down |= over & (down &>> step)
    let upPairs = over & (over &<< step)
    let downPairs = upPairs &>> step
    up |= upPairs & (up &<< (2 &* step))
    down |= downPairs & (down &>> (2 &* step))
    up |= upPairs & (up &<< (2 &* step))
    down |= downPairs & (down &>> (2 &* step))
    return (up &<< step) | (down &>> step)
  }

  /// The discs turned, line by line: a carry finds the end of a run upwards, counting zeros that of one downwards.
  @inline(__always)
  static func scalarFlips(_ square: Int, _ own: UInt64, _ opponent: UInt64) -> UInt64 {
    let up = Rays.up[square & 63]
    let down = Rays.down[square & 63]
    return (lineFlips(up[0], down[0], own, opponent) | lineFlips(up[1], down[1], own, opponent))
      | (lineFlips(up[2], down[2], own, opponent) | lineFlips(up[3], down[3], own, opponent))
  }

  @inline(__always)
  private static func lineFlips(
    _ up: UInt64, _ down: UInt64, _ own: UInt64, _ opponent: UInt64
  ) -> UInt64 {
    let upStop = ((opponent | ~up) &+ 1) & own & up
    let turnedUp = (upStop &- (upStop == 0 ? 0 : 1)) & up
    // The lowest bit stands in where the run reaches the edge; it is never the stop of a run.
    let free = (~opponent & down) | 1
    let downStop = (0x8000_0000_0000_0000 &>> UInt64(truncatingIfNeeded: free.leadingZeroBitCount))
    let turnedDown = (0 &- ((downStop & own & down) &<< 1)) & down
    return turnedUp | turnedDown
  }

  /// The moves in the four lines at once: parallel prefix, upwards and downwards.
  @inline(__always)
  static func lanesMoves(_ own: UInt64, _ opponent: UInt64) -> UInt64 {
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

  /// The discs turned, in the four lines at once.
  ///
  /// Upwards a carry runs through the opponent's discs to the first other square; downwards the first other
  /// square is found by smearing. Both end in a subtraction that fills the run.
  @inline(__always)
  static func lanesFlips(_ square: Int, _ own: UInt64, _ opponent: UInt64) -> UInt64 {
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

/// The geometry of legal moves and flips, on bitboards: bit 0 is a1, bit 7 is h1, bit 63 is h8.
///
/// Moves are found for all squares at once by parallel prefix in each of the four lines, in both
/// directions; see "Chess programming", Kogge–Stone algorithm.
enum Bitboard {
  /// Every square but those of columns a and h: a line along a row must not leave the board there.
  private static let inner: UInt64 = 0x7E7E_7E7E_7E7E_7E7E

  /// Returns the squares where the owner of `own` may move.
  static func moves(own: UInt64, opponent: UInt64) -> UInt64 {
    let empty = ~(own | opponent)
    let sideways = opponent & inner
    return
      (reached(from: own, over: sideways, by: 1)
      | reached(from: own, over: opponent, by: 8)
      | reached(from: own, over: sideways, by: 7)
      | reached(from: own, over: sideways, by: 9)) & empty
  }

  /// Returns the squares just behind unbroken runs of `over` that start beside `from`.
  @inline(__always)
  private static func reached(from: UInt64, over: UInt64, by step: UInt64) -> UInt64 {
    let (up, down) = runs(from: from, over: over, by: step)
    return up &<< step | down &>> step
  }

  /// Returns the opponent's discs that a disc of `own` on the square of `bit` turns.
  static func flips(at bit: UInt64, own: UInt64, opponent: UInt64) -> UInt64 {
    let sideways = opponent & inner
    return turned(at: bit, own: own, over: sideways, by: 1)
      | turned(at: bit, own: own, over: opponent, by: 8)
      | turned(at: bit, own: own, over: sideways, by: 7)
      | turned(at: bit, own: own, over: sideways, by: 9)
  }

  @inline(__always)
  private static func turned(
    at bit: UInt64, own: UInt64, over: UInt64, by step: UInt64
  ) -> UInt64 {
    let (up, down) = runs(from: bit, over: over, by: step)
    // A run is turned only if it ends at an own disc.
    let upCloses = (up &<< step) & own != 0
    let downCloses = (down &>> step) & own != 0
    return (upCloses ? up : 0) | (downCloses ? down : 0)
  }

  /// Returns the unbroken runs of `over` that start beside `from`, in both directions of one line.
  ///
  /// Six steps are enough, since a run lies between two squares of a line of eight; three doublings make them.
  @inline(__always)
  private static func runs(
    from: UInt64, over: UInt64, by step: UInt64
  ) -> (up: UInt64, down: UInt64) {
    var up = over & (from &<< step)
    var down = over & (from &>> step)
    up |= over & (up &<< step)
    down |= over & (down &>> step)
    let upPairs = over & (over &<< step)
    let downPairs = over & (over &>> step)
    up |= upPairs & (up &<< (2 &* step))
    down |= downPairs & (down &>> (2 &* step))
    up |= upPairs & (up &<< (2 &* step))
    down |= downPairs & (down &>> (2 &* step))
    return (up, down)
  }
}

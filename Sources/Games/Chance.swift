/// A seeded source of chance: dice, shuffles, coins.
///
/// A match keeps one secret seed. Before each move the referee makes the chance of that move from the
/// seed and the number of the move, so a game replays from its record alone, on any machine and in any
/// release. The generator is SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", 2014); it is not for secrets, and a view never carries it.
public struct Chance: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// Creates the chance of move `number` (0 for the set-up) in a match with this seed.
  public init(seed: UInt64, move number: Int = 0) {
    state = seed
    // The number goes through the mixer once, so that neighbouring moves share no sequence.
    state = next() ^ (UInt64(truncatingIfNeeded: number) &* 0xD134_2543_DE82_EF95)
    state = next()
  }

  /// Returns 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number from 0 up to but not including `bound`, each equally likely.
  ///
  /// - Precondition: `bound` is greater than 0.
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "Chance.below needs a bound greater than 0")
    let width = UInt64(bound)
    // Rejection keeps every value equally likely, and is our own so that a release of the standard
    // library cannot change what a stored match replays to.
    let limit = UInt64.max - (UInt64.max % width)
    var draw = next()
    while draw >= limit { draw = next() }
    return Int(draw % width)
  }

  /// Returns the throw of a die with `sides` faces, 1 to `sides`.
  public mutating func roll(_ sides: Int = 6) -> Int { below(sides) + 1 }

  /// Shuffles `items` in place (Fisher–Yates), each order equally likely.
  ///
  /// - Complexity: O(*n*).
  public mutating func shuffle<T>(_ items: inout [T]) {
    guard items.count > 1 else { return }
    for last in stride(from: items.count - 1, to: 0, by: -1) {
      items.swapAt(last, below(last + 1))
    }
  }
}

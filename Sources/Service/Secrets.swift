internal import CSodium
internal import Games
internal import Hosting
public import Matches

/// What only the service draws and checks: identifiers, seeds and tokens.
public enum Secrets {
  // libsodium asks to be initialised once before its random source is used; doing it again is harmless.
  private static let isReady: Bool = sodium_init() >= 0

  /// What a simulation draws from, so that a run can be repeated; nothing else sets it.
  @TaskLocal package static var simulation: SimulatedDraws?

  /// Draws random bytes from the system's source.
  public static func randomBytes(_ count: Int) -> [UInt8] {
    if let simulation { return (0..<count).map { _ in simulation.next() } }
    precondition(isReady, "libsodium could not be initialised")
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }

  /// Draws an identifier that cannot be guessed.
  public static func makeIdentifier() -> Identifier128 {
    Identifier128(high: makeSeed(), low: makeSeed())
  }

  /// Draws a seed for a match.
  public static func makeSeed() -> UInt64 {
    randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns the BLAKE2b digest of some bytes, 32 bytes long.
  public static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: 32)
    crypto_generichash(&output, output.count, bytes, UInt64(bytes.count), nil, 0)
    return output
  }
}

/// What a simulation draws from instead of the system's source.
package final class SimulatedDraws: Sendable {
  private let chance: Lock<Chance>

  /// Draws that follow from a seed.
  package init(seed: UInt64) { chance = Lock(Chance(seed: seed, move: -2)) }

  func next() -> UInt8 { chance.withLock { UInt8(truncatingIfNeeded: $0.next() >> 32) } }
}

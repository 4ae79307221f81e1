internal import CSodium
public import Matches

/// A link of the chain that shows whether a match's log was changed: BLAKE2b, 16 bytes.
///
/// It finds damage and careless edits by hand. It is not a signature: who can write the database and knows
/// this file can write a new chain.
public struct Checksum: Hashable, Sendable {
  /// The number of bytes.
  public static let length = 16

  /// The bytes.
  public let bytes: [UInt8]

  /// Creates a checksum as read from a store; `nil` unless it has 16 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Checksum.length else { return nil }
    self.bytes = bytes
  }

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// What stands before the first event of every match.
  public static let start = Checksum(unchecked: .init(repeating: 0, count: length))

  /// Returns the checksum of event `number` of `match` with this body, after the previous checksum.
  public static func next(
    after previous: Checksum, match: MatchID, number: Int, body: [UInt8]
  ) -> Checksum {
    var input = match.raw.bytes
    input.reserveCapacity(16 + 8 + length + body.count)
    for shift in stride(from: 56, through: 0, by: -8) {
      input.append(UInt8(truncatingIfNeeded: number >> shift))
    }
    input += previous.bytes
    input += body
    return of(input)
  }

  /// Returns the checksum of some bytes by themselves.
  package static func of(_ input: [UInt8]) -> Checksum {
    var output = [UInt8](repeating: 0, count: length)
    crypto_generichash(&output, output.count, input, UInt64(input.count), nil, 0)
    return Checksum(unchecked: output)
  }
}

/// A reader of bytes that come from outside, and what must hold for whatever it is given.
///
/// No input may trap it, and none may take long. Beyond that most readers have a law of their own, such as
/// that what was read is written back the same.
struct FuzzTarget: Sendable {
  /// The name by which it is chosen, and that of the folder with its seeds.
  let name: String
  /// The most computing time for one input, in nanoseconds, instruments included.
  let limit: UInt64
  /// Reads one input.
  let read: @Sendable ([UInt8]) -> Void

  init(
    _ name: String, limit: UInt64 = 50_000_000, _ read: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.name = name
    self.limit = limit
    self.read = read
  }

  /// A reader of text, which gets whatever bytes as UTF-8, repaired.
  init(_ name: String, text read: @escaping @Sendable (String) -> Void) {
    self.init(name) { read(String(decoding: $0, as: UTF8.self)) }
  }

  static let all: [FuzzTarget] = wire + bodies + games + chess + stored + operation + sites
}

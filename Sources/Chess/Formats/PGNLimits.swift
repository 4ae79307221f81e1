/// How much a reader of PGN keeps of one game, so that no file makes it grow without bound.
public struct PGNLimits: Hashable, Sendable {
  /// The most bytes of a line with a tag.
  public var tagBytes = 8192
  /// The most tags of a game.
  public var tags = 256
  /// The most bytes of one comment.
  public var commentBytes = 65_536
  /// The most bytes of all comments of a game together.
  public var textBytes = 8_388_608
  /// How deep variations may be nested.
  public var depth = 100
  /// The most moves of a game, those of variations counted.
  public var moves = 100_000
  /// The most problems that are told of a game; the others only count.
  public var problems = 100

  /// Creates the usual limits.
  public init() {}
}

/// A game as it was read from a PGN file, with what was wrong with it.
public struct PGNEntry: Hashable, Sendable {
  /// The game, as far as it could be read.
  public let game: PGNGame
  /// What is wrong, in the order of the file.
  public let problems: [PGNProblem]
  /// The number of problems, those counted that were too many to be told.
  public let problemCount: Int
  /// The number of the game in the file, from 1.
  public let number: Int
  /// The line on which it begins, from 1.
  public let line: Int

  /// The problems by which something was lost.
  public var errors: [PGNProblem] { problems.filter { !$0.isWarning } }
  /// The others.
  public var warnings: [PGNProblem] { problems.filter { $0.isWarning } }
}

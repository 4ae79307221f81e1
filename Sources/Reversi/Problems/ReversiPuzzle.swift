/// A puzzle: a position near the end in which the best result of the side to move is known.
///
/// It is solved by playing to the end without a move that gives some of that result away; any move that keeps it is right.
public struct ReversiPuzzle: Hashable, Sendable {
  /// Where it comes from, such as `FFO-17`; several puzzles may come from one place.
  public let name: String
  /// Where it begins.
  public let position: ReversiPosition
  /// The difference of discs at the end for the side to move, when both play their best; empty squares go to the winner.
  public let score: Int

  /// Creates a puzzle.
  public init(name: String, position: ReversiPosition, score: Int) {
    self.name = name
    self.position = position
    self.score = score
  }

  /// What is to be found, as one sentence.
  public var task: String {
    let side = position.sideToMove.name
    if score > 0 { return "\(side) to move wins by \(score)." }
    return score == 0
      ? "\(side) to move holds a draw." : "\(side) to move loses by \(-score) at most."
  }

  /// Returns whether both are the same position with the same result.
  public static func == (a: ReversiPuzzle, b: ReversiPuzzle) -> Bool {
    a.position == b.position && a.score == b.score
  }

  /// Hashes the position.
  public func hash(into hasher: inout Hasher) { hasher.combine(position) }
}

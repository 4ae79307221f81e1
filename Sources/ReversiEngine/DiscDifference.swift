public import Games
public import Opponents
public import Reversi

/// Judges a position by its discs alone: own less the opponent's.
public struct DiscDifference: Evaluation {
  /// Creates the judgement.
  public init() {}

  /// The seat's discs less the other's.
  public func value(of position: ReversiPosition, for seat: Seat) -> Int {
    guard let side = Side(seat) else { return 0 }
    return position.discCount(of: side) - position.discCount(of: side.opponent)
  }

  /// The seat's discs less the other's, also at the end: a greedy player does not know more.
  public func finalValue(
    of position: ReversiPosition, outcome: Outcome, for seat: Seat
  ) -> Int {
    value(of: position, for: seat)
  }
}

public import Games
public import Opponents
public import Reversi

/// Judges a position by corners, the squares beside them, edges and mobility.
///
/// The unit is a hundredth of a disc, roughly. The weights are round numbers chosen by hand; the strong
/// engine brings fitted ones.
public struct PositionalEvaluation: Evaluation {
  /// Creates the judgement.
  public init() {}

  private static let corners: UInt64 = 0x8100_0000_0000_0081
  private static let edges: UInt64 = 0x3C00_8181_8181_003C
  /// Each corner with the square diagonally inside and the two beside it on the edges.
  private static let nearCorners: [(corner: UInt64, diagonal: UInt64, beside: UInt64)] = [
    (1 << 0, 1 << 9, 1 << 1 | 1 << 8), (1 << 7, 1 << 14, 1 << 6 | 1 << 15),
    (1 << 56, 1 << 49, 1 << 48 | 1 << 57), (1 << 63, 1 << 54, 1 << 55 | 1 << 62),
  ]

  /// The value to the seat, by ``PositionalEvaluation``'s weights.
  public func value(of position: ReversiPosition, for seat: Seat) -> Int {
    guard let side = Side(seat) else { return 0 }
    let own = position.discs(of: side)
    let opponent = position.discs(of: side.opponent)
    let empty = ~(own | opponent)
    var value = 0
    value += 800 * difference(own, opponent, PositionalEvaluation.corners)
    value += 60 * difference(own, opponent, PositionalEvaluation.edges)
    for place in PositionalEvaluation.nearCorners where empty & place.corner != 0 {
      // A disc beside an empty corner offers the corner to the other side.
      value -= 250 * difference(own, opponent, place.diagonal)
      value -= 120 * difference(own, opponent, place.beside)
    }
    let ownMoves = position.placements(of: side).nonzeroBitCount
    let opponentMoves = position.placements(of: side.opponent).nonzeroBitCount
    value += 80 * (ownMoves - opponentMoves)
    if ownMoves == 0 { value -= 200 }
    if opponentMoves == 0 { value += 200 }
    // Discs that touch empty squares are moves for the other side later on.
    let open = around(empty)
    value -= 15 * ((own & open).nonzeroBitCount - (opponent & open).nonzeroBitCount)
    return value
  }

  /// A hundredth of a disc a disc, and more than any other value for a win.
  public func finalValue(
    of position: ReversiPosition, outcome: Outcome, for seat: Seat
  ) -> Int {
    guard let side = Side(seat) else { return 0 }
    let score = position.tournamentScore(of: side)
    if score == 0 { return 0 }
    return score > 0 ? finalValueBound + 100 * score : -finalValueBound + 100 * score
  }

  private func difference(_ own: UInt64, _ opponent: UInt64, _ mask: UInt64) -> Int {
    (own & mask).nonzeroBitCount - (opponent & mask).nonzeroBitCount
  }

  private func around(_ squares: UInt64) -> UInt64 {
    let notA: UInt64 = 0xFEFE_FEFE_FEFE_FEFE
    let notH: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let sideways = squares | (squares << 1) & notA | (squares >> 1) & notH
    return sideways | sideways << 8 | sideways >> 8
  }
}

/// How a count of game trees treats passes and finished games.
public enum PerftConvention: UInt8, Hashable, Sendable, CaseIterable {
  /// A pass is a ply; a finished game counts 1 at its own depth and every greater one. The usual one.
  case passIsPly
  /// A pass is not a ply, so depth is discs placed; a finished game counts 1 at every greater depth.
  case passIsFree
  /// A pass is a ply; a finished game counts 0 at greater depths, so only full paths count.
  case fullPathsOnly
}

extension ReversiPosition {
  /// Counts the leaves of the game tree at `depth` plies.
  ///
  /// - Complexity: about ten times as long for each further ply. The last ply is counted, not played.
  public func perft(_ depth: Int, convention: PerftConvention = .passIsPly) -> UInt64 {
    let own = discs(of: sideToMove)
    let opponent = discs(of: sideToMove.opponent)
    return Perft(convention: convention).count(own, opponent, depth)
  }
}

private struct Perft {
  let convention: PerftConvention

  func count(_ own: UInt64, _ opponent: UInt64, _ depth: Int) -> UInt64 {
    if depth <= 0 { return 1 }
    var rest = Bitboard.moves(own: own, opponent: opponent)
    if rest == 0 {
      guard Bitboard.moves(own: opponent, opponent: own) != 0 else {
        return convention == .fullPathsOnly ? 0 : 1
      }
      return count(opponent, own, convention == .passIsFree ? depth : depth - 1)
    }
    if depth == 1 { return UInt64(rest.nonzeroBitCount) }
    var total: UInt64 = 0
    while rest != 0 {
      let bit = rest & (0 &- rest)
      rest &= rest &- 1
      let flipped = Bitboard.flips(at: bit, own: own, opponent: opponent)
      total += count(opponent ^ flipped, own | bit | flipped, depth - 1)
    }
    return total
  }
}

public import Reversi

extension ReversiPosition {
  /// Counts the leaves of the game tree at `depth` plies, by the engine's kernels.
  ///
  /// It counts what ``ReversiPosition/perft(_:convention:)`` counts, several times faster.
  ///
  /// - Complexity: about ten times as long for each further ply. The last ply is counted, not played.
  public func countedLeaves(
    atDepth depth: Int, convention: PerftConvention = .passIsPly
  ) -> UInt64 {
    let own = discs(of: sideToMove)
    let opponent = discs(of: sideToMove.opponent)
    if depth <= 0 { return 1 }
    return switch convention {
    case .passIsPly: Counting.leaves(own, opponent, depth)
    case .passIsFree: Counting.placements(own, opponent, depth)
    case .fullPathsOnly: Counting.paths(own, opponent, depth)
    }
  }
}

/// Counts game trees, one function for each convention so that none asks which it is.
private enum Counting {
  /// A pass is a ply and a finished game counts 1.
  static func leaves(_ own: UInt64, _ opponent: UInt64, _ depth: Int) -> UInt64 {
    var rest = Boards.moves(own, opponent)
    // A pass, or the end of the game, is one leaf.
    if depth == 1 { return UInt64(max(1, rest.nonzeroBitCount)) }
    if rest == 0 {
      guard Boards.moves(opponent, own) != 0 else { return 1 }
      return leaves(opponent, own, depth &- 1)
    }
    var total: UInt64 = 0
    if depth == 2 {
      while rest != 0 {
        let square = rest.trailingZeroBitCount
        rest &= rest &- 1
        let flipped = Boards.flips(square, own, opponent)
        let replies = Boards.moves(opponent ^ flipped, own | flipped | 1 << UInt64(square))
        total &+= UInt64(max(1, replies.nonzeroBitCount))
      }
      return total
    }
    while rest != 0 {
      let square = rest.trailingZeroBitCount
      rest &= rest &- 1
      let flipped = Boards.flips(square, own, opponent)
      total &+= leaves(opponent ^ flipped, own | flipped | 1 << UInt64(square), depth &- 1)
    }
    return total
  }

  /// A pass is no ply and a finished game counts 1.
  static func placements(_ own: UInt64, _ opponent: UInt64, _ depth: Int) -> UInt64 {
    var rest = Boards.moves(own, opponent)
    if rest == 0 {
      guard Boards.moves(opponent, own) != 0 else { return 1 }
      return placements(opponent, own, depth)
    }
    if depth == 1 { return UInt64(rest.nonzeroBitCount) }
    var total: UInt64 = 0
    while rest != 0 {
      let square = rest.trailingZeroBitCount
      rest &= rest &- 1
      let flipped = Boards.flips(square, own, opponent)
      total &+= placements(opponent ^ flipped, own | flipped | 1 << UInt64(square), depth &- 1)
    }
    return total
  }

  /// A pass is a ply and a finished game counts 0.
  static func paths(_ own: UInt64, _ opponent: UInt64, _ depth: Int) -> UInt64 {
    var rest = Boards.moves(own, opponent)
    if rest == 0 {
      guard Boards.moves(opponent, own) != 0 else { return 0 }
      return depth == 1 ? 1 : paths(opponent, own, depth &- 1)
    }
    if depth == 1 { return UInt64(rest.nonzeroBitCount) }
    var total: UInt64 = 0
    while rest != 0 {
      let square = rest.trailingZeroBitCount
      rest &= rest &- 1
      let flipped = Boards.flips(square, own, opponent)
      total &+= paths(opponent ^ flipped, own | flipped | 1 << UInt64(square), depth &- 1)
    }
    return total
  }
}

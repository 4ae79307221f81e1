extension ChessPosition {
  /// Counts the leaves of the tree of legal moves at `depth` plies.
  ///
  /// Checkmate and stalemate end a line; no rule of draws does.
  ///
  /// - Complexity: about thirty times as long for each further ply. The last ply is counted, not played.
  @inline(never)
  public func perft(_ depth: Int) -> UInt64 {
    if depth <= 0 { return 1 }
    let tables = AttackTables.shared
    return sideToMove == .white
      ? LeafCount<White>.count(board, depth, tables)
      : LeafCount<Black>.count(board, depth, tables)
  }

  /// Counts the leaves below each legal move at `depth` plies, at least one.
  public func divide(_ depth: Int) -> [(move: ChessMove, count: UInt64)] {
    legalMoves.map { move in
      var next = self
      next.play(known: move)
      return (move, next.perft(depth - 1))
    }
  }
}

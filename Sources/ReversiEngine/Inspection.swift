package import Reversi

/// The engine's inner parts, one call at a time, for whoever checks them.
///
/// The parts themselves stay internal: their callers are then all in one module, which the optimiser needs to know.
package enum Inspection {
  /// The engine's moves, see ``Boards``.
  package static func moves(_ own: UInt64, _ opponent: UInt64) -> UInt64 {
    Boards.moves(own, opponent)
  }

  /// The engine's flips.
  package static func flips(_ square: Int, _ own: UInt64, _ opponent: UInt64) -> UInt64 {
    Boards.flips(square, own, opponent)
  }

  /// The ray of a lane, upwards or downwards.
  package static func ray(from square: Int, lane: Int, isUp: Bool) -> UInt64 {
    isUp ? Rays.up[square][lane] : Rays.down[square][lane]
  }

  /// Discs that are known to be stable.
  package static func stable(_ own: UInt64, _ opponent: UInt64) -> UInt64 {
    Stability.stable(own, opponent)
  }

  /// The quarters with an odd number of empty squares.
  package static func oddQuarters(_ empty: UInt64) -> UInt64 { Quarters.odd(empty) }

  /// The quarter of a square.
  package static func quarter(_ square: Int) -> UInt64 { Quarters.mask(square) }

  /// What the evaluation says, in 1/128 of a disc, to the side whose discs are `own`.
  ///
  /// - Parameters:
  ///   - own: the discs of the side to move.
  ///   - opponent: those of the other.
  ///   - weights: the evaluation.
  ///   - isSecond: whether the contents are numbered for the other side, which must not matter.
  /// - Returns: the value of the position.
  package static func judgement(
    _ own: UInt64, _ opponent: UInt64, weights: PatternWeights, isSecond: Bool
  ) -> Int {
    let searcher = Searcher(table: SearchTable(bits: 4), weights: weights)
    let empties = (~(own | opponent)).nonzeroBitCount
    searcher.contents[empties] =
      isSecond ? weights.deltas.contents(opponent, own) : weights.deltas.contents(own, opponent)
    return searcher.judgement(empties, isSecond ? 1 : 0)
  }

  /// Whether the contents carried over a game equal those made anew after each move.
  ///
  /// - Parameters:
  ///   - first: the discs of one side at the start.
  ///   - second: those of the other.
  ///   - moves: for each disc placed: whether by the first side, the square and the flips.
  /// - Returns: whether they are equal all along.
  package static func areContentsKept(
    first: UInt64, second: UInt64, moves: [(isFirst: Bool, square: Int, flips: UInt64)]
  ) -> Bool {
    let searcher = Searcher(table: SearchTable(bits: 4), weights: PatternWeights())
    searcher.prepare(first, second)
    var (first, second) = (first, second)
    for move in moves {
      let empties = (~(first | second)).nonzeroBitCount
      searcher.carry(empties, move.isFirst ? 0 : 1, move.square, move.flips)
      let bit: UInt64 = 1 << UInt64(move.square)
      if move.isFirst {
        (first, second) = (first | move.flips | bit, second ^ move.flips)
      } else {
        (first, second) = (first ^ move.flips, second | move.flips | bit)
      }
      let fresh = searcher.weights.deltas.contents(first, second)
      let kept = searcher.contents[empties - 1]
      if kept.a != fresh.a || kept.b != fresh.b || kept.c != fresh.c { return false }
    }
    return true
  }

  /// One thing that a search may store.
  package struct Finding {
    package var depth: Int
    package var certainty: Int
    package var alpha: Int
    package var beta: Int
    package var score: Int
    package var best: Int

    /// Creates a finding.
    package init(depth: Int, certainty: Int, alpha: Int, beta: Int, score: Int, best: Int) {
      self.depth = depth
      self.certainty = certainty
      self.alpha = alpha
      self.beta = beta
      self.score = score
      self.best = best
    }
  }

  /// What a table says of a position after some findings: bounds, depth and best square.
  package static func remembered(
    _ findings: [Finding]
  ) -> (lower: Int, upper: Int, depth: Int, best: Int)? {
    let table = SearchTable(bits: 6)
    for finding in findings {
      table.store(
        1, 2, depth: finding.depth, certainty: finding.certainty, alpha: finding.alpha,
        beta: finding.beta, score: finding.score, best: finding.best)
    }
    // Another position is not there.
    if table.find(2, 1) != nil { return nil }
    return table.find(1, 2).map { ($0.lower, $0.upper, $0.depth, $0.best) }
  }

  /// The image of a bitboard under one of the eight symmetries.
  package static func image(_ board: UInt64, _ symmetry: Int) -> UInt64 {
    Symmetry.image(board, symmetry)
  }

  /// The image of a square, and the symmetry that leads back.
  package static func image(square: Int, _ symmetry: Int) -> (square: Int, inverse: Int) {
    (Symmetry.image(square: square, symmetry), Symmetry.inverse(symmetry))
  }

  /// The positions of a book, Black to move, with the values that the book has for them.
  package static func positions(
    of book: ReversiBook
  ) -> [(position: ReversiPosition, value: Int, isMoveConnected: [Bool])] {
    book.nodes.compactMap { node in
      ReversiPosition(
        black: node.position.own, white: node.position.opponent, sideToMove: .black
      ).map { ($0, node.value, node.moves.map { $0.child != nil }) }
    }
  }
}

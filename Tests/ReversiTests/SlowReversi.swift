import Games
import Reversi

/// The rules as the rule book tells them, square by square, to compare the fast ones with.
struct SlowReversi {
  var discs: [Side?]

  init(_ position: ReversiPosition) { discs = Square.all.map { position[$0] } }

  /// The squares of the opponent's discs that a disc of `side` at a place turns.
  func turned(column: Int, row: Int, by side: Side) -> [Int] {
    guard discs[row * 8 + column] == nil else { return [] }
    var result: [Int] = []
    for (right, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
      var line: [Int] = []
      var (x, y) = (column + right, row + down)
      while (0..<8).contains(x), (0..<8).contains(y), discs[y * 8 + x] == side.opponent {
        line.append(y * 8 + x)
        x += right
        y += down
      }
      if (0..<8).contains(x), (0..<8).contains(y), discs[y * 8 + x] == side { result += line }
    }
    return result
  }

  func flips(at square: Square, by side: Side) -> UInt64 {
    turned(column: square.column, row: square.row, by: side).reduce(0) { $0 | 1 << UInt64($1) }
  }

  func placements(of side: Side) -> UInt64 {
    Square.all.reduce(0) { flips(at: $1, by: side) == 0 ? $0 : $0 | $1.bit }
  }
}

/// Plays random games from seeds and hands each position to `visit`, the last one too.
func visitRandomGames(
  seeds: ClosedRange<UInt64>, _ visit: (ReversiPosition, _ chance: inout Chance) throws -> Void
) throws {
  for seed in seeds {
    var chance = Chance(seed: seed)
    var position = ReversiPosition.start
    while true {
      try visit(position, &chance)
      let moves = position.legalMoves(for: position.sideToMove.seat)
      guard !moves.isEmpty else { break }
      try position.play(moves[chance.below(moves.count)], by: position.sideToMove.seat)
    }
  }
}

/// A position with random discs, such as no game would reach, with `empties` squares left free on average.
func scattered(by chance: inout Chance) -> ReversiPosition {
  let (a, b, c) = (chance.next(), chance.next(), chance.next())
  let isFull = chance.below(2) == 0
  let occupied = isFull ? a | b : a & b
  let black = c & occupied
  return ReversiPosition(
    black: black, white: occupied & ~black, sideToMove: chance.below(2) == 0 ? .black : .white)
    ?? .start
}

/// The random play of one seed as a record.
func randomRecord(seed: UInt64) throws -> Record<ReversiPosition> {
  var chance = Chance(seed: seed)
  var record = Record(start: ReversiPosition.start)
  while let seat = record.position.seatsToAct.first {
    let moves = record.position.legalMoves(for: seat)
    try record.play(moves[chance.below(moves.count)], by: seat)
  }
  return record
}

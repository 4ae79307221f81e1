import Board
import GameBoards
import Games
import Opponents
import Reversi
import ReversiEngine
import Testing

let everybody = SeatSet(first: 2)
let shortGame = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]

/// A game whose last move but some forces a pass: Black plays, White cannot, Black is to play again.
func gameBeforePass() throws -> (before: String, move: ReversiMove, passer: Side) {
  for seed in 1...50 as ClosedRange<UInt64> {
    var chance = Chance(seed: seed)
    var record = Record(start: ReversiPosition.start)
    while !record.position.isOver {
      let side = record.position.sideToMove
      let moves = record.position.legalMoves(for: side.seat)
      for move in moves {
        var next = record
        if try next.play(move, by: side.seat) == 2, !next.position.isOver {
          return (Transcript(record).text, move, side.opponent)
        }
      }
      try record.play(moves[chance.below(moves.count)], by: side.seat)
    }
  }
  throw NoSuchGame()
}

struct NoSuchGame: Error {}

extension ReversiScreen {
  /// Presses and releases on a square, as a finger does.
  mutating func tap(_ name: String, pointer: Int = 1) throws -> [ReversiScreen.Effect] {
    let index = try square(name).index
    return handle(.pointerDown(pointer: pointer, square: index, isPrimary: true))
      + handle(.pointerUp(pointer: pointer, square: index))
  }

  /// The names of the squares that can be pressed.
  var targets: Set<String> {
    Set(Square.all.filter { board.squares[$0.index].isEnabled }.map(\.text))
  }

  /// Whether the board shows what the rules say of the shown position.
  var boardIsRight: Bool {
    Square.all.allSatisfy { board.squares[$0.index] == squares.content(of: $0.index) }
  }
}

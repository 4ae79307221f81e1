import Games
import Opponents
import Reversi
import ReversiEngine

/// Returns the position after `plies` random moves from a seed; a game that ends before is tried anew.
func randomPosition(seed: UInt64, plies: Int) -> ReversiPosition {
  var chance = Chance(seed: seed, move: plies)
  while true {
    var record = Record(start: ReversiPosition.start)
    while record.moves.count < plies, let seat = record.position.seatsToAct.first {
      let moves = record.position.legalMoves(for: seat)
      guard (try? record.play(moves[chance.below(moves.count)], by: seat)) != nil else { break }
    }
    if !record.position.isOver { return record.position }
  }
}

/// Plain negamax to a fixed depth: every move, no bounds, no ordering.
///
/// Forced moves cost no depth.
struct PlainSearch<E: Evaluation> {
  let evaluation: E

  func value(of position: E.Position, for seat: Seat, depth: Int) -> Int {
    if let outcome = position.outcome {
      return evaluation.finalValue(of: position, outcome: outcome, for: seat)
    }
    if let forced = position.forcedMove {
      return value(after: forced.move, by: forced.seat, in: position, for: seat, depth: depth)
    }
    guard depth > 0, let mover = position.seatsToAct.first else {
      return evaluation.value(of: position, for: seat)
    }
    let values = position.legalMoves(for: mover).map {
      value(after: $0, by: mover, in: position, for: mover, depth: depth - 1)
    }
    let best = values.max() ?? 0
    return mover == seat ? best : -best
  }

  func value(
    after move: E.Position.Move, by mover: Seat, in position: E.Position, for seat: Seat, depth: Int
  ) -> Int {
    var luck = Chance(seed: 0)
    guard let next = try? position.playing(move, by: mover, chance: &luck) else { return .min }
    return value(of: next, for: seat, depth: depth)
  }
}

/// The best final disc difference that the side to move can reach, by trying everything.
func bruteForce(_ position: ReversiPosition) -> Int {
  if position.isOver { return position.tournamentScore(of: position.sideToMove) }
  var best = -65
  for move in position.legalMoves(for: position.sideToMove.seat) {
    var next = position
    guard (try? next.play(move, by: position.sideToMove.seat)) != nil else { continue }
    best = max(best, -bruteForce(next))
  }
  return best
}

/// Plays one game between two opponents from a position.
///
/// - Returns: the tournament score of black.
func playGame(
  from start: ReversiPosition, black: some Opponent<ReversiPosition>,
  white: some Opponent<ReversiPosition>, seed: UInt64
) throws -> Int {
  var record = Record(start: start)
  while let seat = record.position.seatsToAct.first {
    var chance = Chance(seed: seed, move: record.moves.count)
    let choice =
      seat == .first
      ? black.choose(in: record.position, for: seat, chance: &chance, limits: SearchLimits())
      : white.choose(in: record.position, for: seat, chance: &chance, limits: SearchLimits())
    guard let choice else { throw IllegalMove("no choice was made") }
    try record.play(choice.move, by: seat)
  }
  return record.position.tournamentScore(of: .black)
}

/// Chooses any legal move.
struct RandomOpponent<Position: EnumerableGame>: Opponent {
  func choose(
    in position: Position, for seat: Seat, chance: inout Chance, limits: SearchLimits
  ) -> Choice<Position.Move>? {
    let moves = position.legalMoves(for: seat)
    return moves.isEmpty ? nil : Choice(move: moves[chance.below(moves.count)])
  }
}

/// Knows nothing but the end.
struct EndOnly<Position: EnumerableGame>: Evaluation {
  func value(of position: Position, for seat: Seat) -> Int { 0 }
}

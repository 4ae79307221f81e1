public import Games
public import Reversi

/// What an analysis found out about one move of a game.
///
/// Values are final disc differences from Black's point of view, empty squares to the winner, whoever moves.
public struct AnalysedMove: Hashable, Sendable {
  /// The number of the move, from 1, passes counted.
  public let number: Int
  /// The side that moved.
  public let side: Side
  /// The move played.
  public let move: ReversiMove
  /// What the game was worth after the move.
  public let value: Int
  /// The move that should have been played: the one played, if none is better.
  public let best: ReversiMove
  /// What the game would have been worth after the best move.
  public let bestValue: Int
  /// Whether ``value`` is that of perfect play to the end.
  public let isExact: Bool
  /// Whether the best move is known to be the best, and the loss so to be certain.
  public let isBestExact: Bool
  /// How many plies the search for the best move looked ahead.
  public let depth: Int
  /// The empty squares before the move.
  public let emptyCount: Int

  /// The discs that the move gave away, 0 or more.
  public var loss: Int { side == .black ? bestValue - value : value - bestValue }
}

/// The value of every move of a game, and of the moves that should have been played.
public struct GameAnalysis: Hashable, Sendable {
  /// The game.
  public let record: Record<ReversiPosition>
  /// What was found out about each move.
  public let moves: [AnalysedMove]
  /// What the first position is worth to Black.
  public let startValue: Int
  /// Whether that is exact.
  public let isStartExact: Bool

  /// The discs that a side gave away in all.
  public func loss(of side: Side) -> Int {
    moves.reduce(0) { $1.side == side ? $0 + $1.loss : $0 }
  }
}

extension ReversiSearch {
  /// Analyses a game, from its end backwards so that what is learnt of later positions helps with earlier ones.
  ///
  /// - Parameters:
  ///   - record: the game.
  ///   - depth: how many plies to look ahead where the end is too far to be solved.
  ///   - solving: with how many empty squares or fewer a position is solved to the end.
  ///   - shouldStop: asked about a thousand times a second.
  ///   - progress: told how many of how many positions are done.
  /// - Returns: `nil` when it was stopped.
  public func analyse(
    _ record: Record<ReversiPosition>, depth: Int, solving: Int,
    shouldStop: @escaping () -> Bool = { false }, progress: (Int, Int) -> Void = { _, _ in }
  ) -> GameAnalysis? {
    GameAnalysis(
      of: record, depth: depth, solving: solving, shouldStop: shouldStop, progress: progress
    ) { position, goal in
      run(position, goal: goal, shouldStop: shouldStop)
    }
  }
}

extension GameAnalysis {
  /// Analyses a game with whatever searches, `nil` when it was stopped; see ``ReversiSearch/analyse(_:depth:solving:shouldStop:progress:)``.
  ///
  /// - Parameters:
  ///   - record: the game.
  ///   - depth: how many plies to look ahead where the end is too far to be solved.
  ///   - solving: with how many empty squares or fewer a position is solved to the end.
  ///   - shouldStop: asked before each position; `search` has to ask it as well.
  ///   - progress: told how many of how many positions are done.
  ///   - search: finds out what is asked of a position.
  public init?(
    of record: Record<ReversiPosition>, depth: Int, solving: Int, shouldStop: () -> Bool,
    progress: (Int, Int) -> Void, search: (ReversiPosition, ReversiGoal) -> ReversiReport
  ) {
    let judge = Judge(depth: max(1, depth), solving: solving)
    var moves: [AnalysedMove] = []
    let total = record.positions.count
    var after = judge.value(of: record.position, search)
    for index in record.moves.indices.reversed() {
      progress(total - 1 - index, total)
      if shouldStop() { return nil }
      let found = judge.judge(record, index, after: after, search)
      moves.append(found.move)
      after = found.before
    }
    if shouldStop() { return nil }
    progress(total, total)
    self.record = record
    self.moves = moves.reversed()
    startValue = after.value
    isStartExact = after.isExact
  }
}

/// A value from Black's point of view.
private struct Value {
  var value: Int
  var isExact: Bool
  var depth: Int
}

/// Finds the values of positions and of moves.
private struct Judge {
  typealias Search = (ReversiPosition, ReversiGoal) -> ReversiReport

  let depth: Int
  let solving: Int

  /// Returns what is known of a position, looking ahead `less` plies less than asked for.
  func report(_ position: ReversiPosition, less: Int = 0, _ search: Search) -> ReversiReport {
    search(
      position, position.emptyCount <= solving ? .score : .depth(max(1, depth - less)))
  }

  func value(of position: ReversiPosition, less: Int = 0, _ search: Search) -> Value {
    value(report(position, less: less, search), in: position)
  }

  private func value(_ report: ReversiReport, in position: ReversiPosition) -> Value {
    Value(
      value: position.sideToMove == .black ? report.value : -report.value,
      isExact: report.isExact, depth: report.depth)
  }

  /// Judges a move; `after` is what the position behind it is worth.
  func judge(
    _ record: Record<ReversiPosition>, _ index: Int, after: Value, _ search: Search
  ) -> (move: AnalysedMove, before: Value) {
    let entry = record.moves[index]
    let position = record.positions[index]
    guard entry.move != .pass else {
      return (made(record, index, after, best: .pass, after, before: after), after)
    }
    let report = report(position, search)
    let before = value(report, in: position)
    var played = after
    var best = report.best ?? entry.move
    var bestValue = before
    if best == entry.move {
      if !after.isExact { played = before }
      bestValue = played
    } else if !(after.isExact && before.isExact) {
      // Values are only compared when they come from equal depths.
      if !after.isExact { played = value(of: record.positions[index + 1], less: 1, search) }
      if after.isExact, let other = child(of: position, best) {
        bestValue = value(of: other, search)
      }
    }
    let loss = (bestValue.value - played.value) * (position.sideToMove == .black ? 1 : -1)
    if loss <= 0 {
      best = entry.move
      bestValue = played
    }
    return (made(record, index, played, best: best, bestValue, before: before), before)
  }

  private func child(of position: ReversiPosition, _ move: ReversiMove) -> ReversiPosition? {
    var child = position
    guard (try? child.play(move, by: position.sideToMove.seat)) != nil else { return nil }
    return child
  }

  private func made(
    _ record: Record<ReversiPosition>, _ index: Int, _ played: Value, best: ReversiMove,
    _ bestValue: Value, before: Value
  ) -> AnalysedMove {
    let position = record.positions[index]
    return AnalysedMove(
      number: index + 1, side: position.sideToMove, move: record.moves[index].move,
      value: played.value, best: best, bestValue: bestValue.value, isExact: played.isExact,
      isBestExact: before.isExact, depth: before.depth, emptyCount: position.emptyCount)
  }
}

public import Games

/// Searches a two-seat game to a fixed depth: negamax with alpha-beta bounds and iterative deepening.
///
/// It expects a game of two seats without secrets in which what one wins the other loses. Forced moves cost
/// no depth. Moves are ordered by the judgement of the position after them, and at the root by the
/// iteration before. See Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975.
public struct AlphaBetaOpponent<E: Evaluation>: Opponent {
  /// How it judges the positions at its horizon.
  public let evaluation: E
  /// How many plies it looks ahead, 1 or more.
  public let depth: Int
  /// Of moves within this much of the best one it picks any by chance, so that games differ.
  public let carelessness: Int
  /// The chance in percent that it overlooks what follows a move, and takes the move for what it looks at once.
  ///
  /// That is how people err: a move that looks bad at once is never played, one that a reply refutes is.
  public let oversight: Int

  /// Creates a player that looks `depth` plies ahead.
  @inlinable
  public init(evaluation: E, depth: Int, carelessness: Int = 0, oversight: Int = 0) {
    self.evaluation = evaluation
    self.depth = max(depth, 1)
    self.carelessness = max(carelessness, 0)
    self.oversight = min(max(oversight, 0), 100)
  }

  /// Chooses the best move at the last depth that was finished.
  @inlinable
  public func choose(
    in position: E.Position, for seat: Seat, chance: inout Chance, limits: SearchLimits
  ) -> Choice<E.Position.Move>? {
    var search = AlphaBetaSearch(evaluation: evaluation, limits: limits)
    var roots = search.roots(of: position, for: seat)
    guard var best = roots.first.map({ Choice(move: $0.move) }) else { return nil }
    guard roots.count > 1 else { return best }
    let firstSight = roots
    // Whoever overlooks what is wrong with the best moves needs to know what the others are worth.
    let margin = oversight > 0 ? Int.max : carelessness
    for depth in 1...self.depth {
      guard search.searchRoots(&roots, seat: seat, depth: depth, margin: margin) else { break }
      best = Choice(move: roots[0].move, value: roots[0].value, depth: depth)
      // All that was looked at was the end of a game: further depths would find the same.
      if !search.reachedHorizon { break }
    }
    if oversight > 0, best.depth > 1 {
      overlook(&roots, firstSight, &chance)
      best.move = roots[0].move
      best.value = roots[0].value
    }
    if carelessness > 0, let top = best.value {
      let near = roots.filter { $0.value >= AlphaBetaSearch<E>.bound(top, less: carelessness) }
      if !near.isEmpty { best.move = near[chance.below(near.count)].move }
    }
    best.nodes = search.nodes
    return best
  }

  /// Puts the value at first sight in place of what was found out, for each move by chance.
  @inlinable
  func overlook(
    _ roots: inout [AlphaBetaSearch<E>.Root], _ firstSight: [AlphaBetaSearch<E>.Root],
    _ chance: inout Chance
  ) {
    for seen in firstSight where chance.below(100) < oversight {
      for index in roots.indices where roots[index].move == seen.move {
        roots[index].value = seen.value
      }
    }
    roots = AlphaBetaSearch.sorted(roots)
  }
}

/// One run of a search: its limits and what it has visited.
///
/// It is inlinable so that it is compiled for each game that is searched; compiled once for all, it calls
/// the rules through tables and is several times slower.
@usableFromInline
struct AlphaBetaSearch<E: Evaluation> {
  @usableFromInline typealias Position = E.Position

  @usableFromInline
  struct Root {
    @usableFromInline let move: Position.Move
    @usableFromInline let position: Position
    @usableFromInline var value: Int

    @inlinable
    init(move: Position.Move, position: Position, value: Int) {
      self.move = move
      self.position = position
      self.value = value
    }
  }

  @usableFromInline let evaluation: E
  @usableFromInline let limits: SearchLimits
  @usableFromInline var nodes = 0
  /// Whether the last depth judged a position whose game goes on.
  @usableFromInline var reachedHorizon = false
  @usableFromInline var isStopped = false

  @inlinable
  init(evaluation: E, limits: SearchLimits) {
    self.evaluation = evaluation
    self.limits = limits
  }

  /// The moves of `seat` with the positions after them, best first by the evaluation.
  @inlinable
  mutating func roots(of position: Position, for seat: Seat) -> [Root] {
    successors(of: position, for: seat).map {
      Root(move: $0.move, position: $0.position, value: $0.value)
    }
  }

  /// Searches every root to `depth` and sorts them, best first.
  ///
  /// Values within `margin` of the best are exact; the rest are bounds.
  ///
  /// - Returns: `false` if the search was stopped; the roots are then as they were.
  @inlinable
  mutating func searchRoots(
    _ roots: inout [Root], seat: Seat, depth: Int, margin: Int
  ) -> Bool {
    var result = roots
    var best = -Int.max
    reachedHorizon = false
    for index in result.indices {
      let floor = AlphaBetaSearch.bound(AlphaBetaSearch.bound(best, less: margin), less: 1)
      result[index].value = value(
        of: result[index].position, for: seat, depth: depth - 1, alpha: floor, beta: .max)
      if isStopped { return false }
      best = max(best, result[index].value)
    }
    roots = AlphaBetaSearch.sorted(result)
    return true
  }

  /// Returns `value - margin`, held to what can be negated.
  @inlinable
  static func bound(_ value: Int, less margin: Int) -> Int {
    let (difference, overflows) = value.subtractingReportingOverflow(margin)
    return overflows ? -Int.max : max(difference, -Int.max)
  }

  /// The value of `position` to `seat`, exact between `alpha` and `beta` and a bound outside.
  @inlinable
  mutating func value(
    of position: Position, for seat: Seat, depth: Int, alpha: Int, beta: Int
  ) -> Int {
    countNode()
    if isStopped { return 0 }
    if let outcome = position.outcome {
      return evaluation.finalValue(of: position, outcome: outcome, for: seat)
    }
    if let forced = position.forcedMove {
      var luck = Chance(seed: 0)
      var next = position
      if (try? next.play(forced.move, by: forced.seat, chance: &luck)) != nil {
        return value(of: next, for: seat, depth: depth, alpha: alpha, beta: beta)
      }
    }
    guard depth > 0, let mover = position.seatsToAct.first else {
      reachedHorizon = true
      return evaluation.value(of: position, for: seat)
    }
    if mover != seat {
      return -best(of: position, for: mover, depth: depth, alpha: -beta, beta: -alpha)
    }
    return best(of: position, for: seat, depth: depth, alpha: alpha, beta: beta)
  }

  @inlinable
  mutating func best(
    of position: Position, for seat: Seat, depth: Int, alpha: Int, beta: Int
  ) -> Int {
    var alpha = alpha
    var best = -Int.max
    if depth == 1 {
      // At the horizon ordering would cost as much as it could save.
      for move in position.legalMoves(for: seat) {
        var luck = Chance(seed: 0)
        guard let next = try? position.playing(move, by: seat, chance: &luck) else { continue }
        best = max(best, value(of: next, for: seat, depth: 0, alpha: alpha, beta: beta))
        alpha = max(alpha, best)
        if alpha >= beta || isStopped { break }
      }
      return best
    }
    for next in successors(of: position, for: seat) {
      let score = value(of: next.position, for: seat, depth: depth - 1, alpha: alpha, beta: beta)
      best = max(best, score)
      alpha = max(alpha, best)
      if alpha >= beta || isStopped { break }
    }
    return best
  }

  @inlinable
  func successors(of position: Position, for seat: Seat) -> [Root] {
    var result: [Root] = []
    for move in position.legalMoves(for: seat) {
      var luck = Chance(seed: 0)
      guard let next = try? position.playing(move, by: seat, chance: &luck) else { continue }
      let value =
        next.outcome.map { evaluation.finalValue(of: next, outcome: $0, for: seat) }
        ?? evaluation.value(of: next, for: seat)
      result.append(Root(move: move, position: next, value: value))
    }
    return AlphaBetaSearch.sorted(result)
  }

  /// Sorts by value, best first; equals keep their order.
  @inlinable
  static func sorted(_ roots: [Root]) -> [Root] {
    // Insertion sort: stable, small, and fast for the few moves a position has.
    var result = roots
    for index in result.indices.dropFirst() {
      let root = result[index]
      var place = index
      while place > 0, result[place - 1].value < root.value {
        result[place] = result[place - 1]
        place -= 1
      }
      result[place] = root
    }
    return result
  }

  @inlinable
  mutating func countNode() {
    nodes += 1
    if nodes >= limits.nodes || (nodes & 1023 == 0 && limits.shouldStop()) { isStopped = true }
  }
}

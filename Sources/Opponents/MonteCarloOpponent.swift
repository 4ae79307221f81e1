public import Games

/// Plays any game without being taught: it tries its moves in random games and keeps to what wins.
///
/// A tree of one level with upper confidence bounds (UCB1; Auer, Cesa-Bianchi, Fischer, 2002), so it fits
/// games of any number of seats. It looks at the position itself: give it a game without secrets, or a
/// position in which they were filled in by chance.
public struct MonteCarloOpponent<Position: EnumerableGame>: Opponent {
  /// How many random games it plays for one choice.
  public let playouts: Int
  /// The number of moves after which a random game is given up and counts as a tie.
  public let longestPlayout: Int

  /// Creates a player that plays `playouts` random games a choice.
  public init(playouts: Int, longestPlayout: Int = 1000) {
    self.playouts = max(playouts, 1)
    self.longestPlayout = max(longestPlayout, 1)
  }

  private struct Arm {
    let move: Position.Move
    var visits = 0
    // Twice the points, so that a tie is a whole number.
    var points = 0
  }

  /// Chooses the move that was tried most.
  public func choose(
    in position: Position, for seat: Seat, chance: inout Chance, limits: SearchLimits
  ) -> Choice<Position.Move>? {
    var arms: [Arm] = []
    for move in position.legalMoves(for: seat) {
      var luck = chance
      guard (try? position.playing(move, by: seat, chance: &luck)) != nil else { continue }
      arms.append(Arm(move: move))
    }
    guard !arms.isEmpty else { return nil }
    var nodes = 0
    for playout in 0..<playouts where arms.count > 1 {
      if nodes >= limits.nodes || limits.shouldStop() { break }
      let index = MonteCarloOpponent.arm(of: arms, after: playout)
      // The move is played anew each time, so that its dice fall anew.
      var next = position
      guard (try? next.play(arms[index].move, by: seat, chance: &chance)) != nil else { break }
      arms[index].visits += 1
      arms[index].points += play(next, for: seat, &chance, &nodes)
    }
    var best = 0
    for index in arms.indices where arms[index].visits > arms[best].visits { best = index }
    return Choice(move: arms[best].move, depth: 1, nodes: nodes)
  }

  private static func arm(of arms: [Arm], after playouts: Int) -> Int {
    if let untried = arms.firstIndex(where: { $0.visits == 0 }) { return untried }
    // The logarithm by counting bits is near enough for the bound and needs no library.
    let logarithm = Double(Int.bitWidth - max(playouts, 1).leadingZeroBitCount) * 0.6931
    var best = 0
    var bestBound = -1.0
    for (index, arm) in arms.enumerated() {
      let visits = Double(arm.visits)
      let bound = Double(arm.points) / (2 * visits) + squareRoot(2 * logarithm / visits)
      if bound > bestBound {
        bestBound = bound
        best = index
      }
    }
    return best
  }

  /// Returns the square root by Newton's method, near enough for the bound.
  ///
  /// The standard library's own calls the C mathematics library in debug builds, which nothing here links.
  private static func squareRoot(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    var root = value > 1 ? value : 1
    for _ in 0..<16 {
      let better = (root + value / root) / 2
      if better >= root { break }
      root = better
    }
    return root
  }

  private func play(
    _ start: Position, for seat: Seat, _ chance: inout Chance, _ nodes: inout Int
  ) -> Int {
    var position = start
    for _ in 0..<longestPlayout {
      nodes += 1
      if let outcome = position.outcome {
        switch outcome[seat] {
        case .won, .place(1): return 2
        case .lost, .quit, .timeExpired: return 0
        default: return 1
        }
      }
      let seats = position.seatsToAct.seats
      guard !seats.isEmpty else { return 1 }
      let mover = seats[chance.below(seats.count)]
      let moves = position.legalMoves(for: mover)
      guard !moves.isEmpty else { return 1 }
      let move = moves[chance.below(moves.count)]
      guard (try? position.play(move, by: mover, chance: &chance)) != nil else { return 1 }
    }
    return 1
  }
}

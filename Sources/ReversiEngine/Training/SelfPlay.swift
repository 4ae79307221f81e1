/// A position to learn from, and what it turned out to be worth.
package struct TrainingPosition: Hashable, Sendable {
  /// The discs of the side to move.
  package var own: UInt64
  /// The discs of the other side.
  package var opponent: UInt64
  /// The final disc difference for the side to move, -64 to 64.
  package var score: Int8
  /// What a search said of it when it was played: less noisy than the score, but only as good as the weights then.
  package var estimate: Int8

  /// Creates a position to learn from; without an estimate the score stands for it.
  package init(own: UInt64, opponent: UInt64, score: Int8, estimate: Int8? = nil) {
    self.own = own
    self.opponent = opponent
    self.score = score
    self.estimate = estimate ?? score
  }

  /// The number of empty squares.
  package var empties: Int { (~(own | opponent)).nonzeroBitCount }
}

/// How games to learn from are played.
package struct SelfPlaySettings: Hashable, Sendable {
  /// Plies that each move of the middle game is searched; 0 plays for mobility, without an evaluation.
  package var depth = 4
  /// From this many empty squares on, play is perfect and values are exact.
  package var solvedEmpties = 16
  /// One position in so many is followed by a random move, whose position is judged as well; 0 for none.
  package var strayInterval = 4

  /// Creates the usual settings.
  package init() {}
}

/// Plays games against itself and gives the positions with the scores that they led to.
///
/// A game begins with some random moves. The positions after them get the final score of the game, which is exact
/// from ``SelfPlaySettings/solvedEmpties`` on. Searches meet bad moves all the time, good games hardly ever do;
/// so positions after a random move ("strays") are added, valued by a search.
package final class SelfPlay {
  private let searcher: Searcher
  private let settings: SelfPlaySettings
  private var random: SplitMix

  /// Creates a player; the same weights, settings and seed give the same games.
  package init(weights: PatternWeights, settings: SelfPlaySettings, seed: UInt64) {
    searcher = Searcher(table: SearchTable(bits: 18), weights: weights)
    self.settings = settings
    random = SplitMix(state: seed)
  }

  /// Plays one game.
  package func playGame() -> [TrainingPosition] {
    // No memory of earlier games, so that each depends on its seed alone.
    searcher.table.startSearch()
    var game = TrainingGame()
    let randomPlies = random.below(4) == 0 ? 10 + random.below(32) : 4 + random.below(16)
    var record: [(own: UInt64, opponent: UInt64, isBlack: Bool, estimate: Int)] = []
    var strays: [TrainingPosition] = []
    var blackScore: Int?
    var ply = 0
    while !game.isOver {
      let moves = game.moves
      let square: Int
      if ply < randomPlies {
        square = pick(moves)
      } else {
        if settings.strayInterval > 0, random.below(settings.strayInterval) == 0 {
          stray(from: game, into: &strays)
        }
        let (best, value) = think(game)
        record.append((game.own, game.opponent, game.isBlack, value))
        if game.empties <= settings.solvedEmpties, blackScore == nil {
          blackScore = game.isBlack ? value : -value
        }
        square = best
      }
      game.play(square)
      ply += 1
    }
    let final = LastSquares.final(game.own, game.opponent)
    let score = blackScore ?? (game.isBlack ? final : -final)
    // Without an evaluation only the score says something.
    let hasEstimates = settings.depth > 0
    return record.map {
      TrainingPosition(
        own: $0.own, opponent: $0.opponent, score: Int8($0.isBlack ? score : -score),
        estimate: hasEstimates ? Int8($0.estimate) : nil)
    } + strays
  }

  /// The move and value of a search, exact near the end.
  private func think(_ game: TrainingGame) -> (square: Int, value: Int) {
    let (own, opponent) = (game.own, game.opponent)
    searcher.prepare(own, opponent)
    var moves = searcher.rootMoves(own, opponent)
    let empties = game.empties
    if empties <= settings.solvedEmpties {
      let value = searcher.deepen(
        own, opponent, &moves,
        steps: Searcher.steps(empties: empties, depth: empties, certainty: Certainty.exact)
      ) { _, _, _ in true }
      return (moves[0].square, value)
    }
    if settings.depth == 0 { return (mobile(moves, own, opponent), 0) }
    let depth = min(settings.depth, empties)
    let value = searcher.deepen(
      own, opponent, &moves,
      steps: Searcher.steps(
        empties: empties, depth: depth, certainty: depth > 4 ? 1 : Certainty.exact)
    ) { _, _, _ in true }
    return (moves[0].square, value)
  }

  /// The move that leaves the opponent fewest replies, corners counting more, with a little chance.
  private func mobile(_ moves: [RootMove], _ own: UInt64, _ opponent: UInt64) -> Int {
    let corners: UInt64 = 0x8100_0000_0000_0081
    var best = Int.max
    var square = moves[0].square
    for move in moves {
      let bit: UInt64 = 1 << UInt64(move.square)
      let replies = Boards.moves(opponent ^ move.flips, own | move.flips | bit)
      var cost = 16 * replies.nonzeroBitCount + 40 * (replies & corners).nonzeroBitCount
      cost += random.below(24) - (bit & corners != 0 ? 100 : 0)
      if cost < best { (best, square) = (cost, move.square) }
    }
    return square
  }

  /// Adds the position after a random move.
  private func stray(from game: TrainingGame, into strays: inout [TrainingPosition]) {
    var game = game
    game.play(pick(game.moves))
    if game.isOver || settings.depth == 0 && game.empties > settings.solvedEmpties { return }
    let value = think(game).value
    strays.append(
      TrainingPosition(own: game.own, opponent: game.opponent, score: Int8(value)))
  }

  private func pick(_ moves: UInt64) -> Int {
    var moves = moves
    for _ in 0..<random.below(moves.nonzeroBitCount) { moves &= moves &- 1 }
    return moves.trailingZeroBitCount
  }
}

/// A game in the engine's terms; whoever cannot move has passed already.
struct TrainingGame {
  var own: UInt64 = 0x0000_0008_1000_0000
  var opponent: UInt64 = 0x0000_0010_0800_0000
  var isBlack = true
  var isOver = false

  var moves: UInt64 { Boards.moves(own, opponent) }
  var empties: Int { (~(own | opponent)).nonzeroBitCount }

  mutating func play(_ square: Int) {
    let flips = Boards.flips(square, own, opponent)
    (own, opponent) = (opponent ^ flips, own | flips | 1 << UInt64(square))
    isBlack.toggle()
    if moves == 0 {
      if Boards.moves(opponent, own) == 0 {
        isOver = true
      } else {
        swap(&own, &opponent)
        isBlack.toggle()
      }
    }
  }
}

/// A small generator of random numbers: SplitMix64, by Steele, Lea and Flood, 2014.
package struct SplitMix: Sendable {
  private var state: UInt64

  /// Creates a generator; the same seed gives the same numbers.
  package init(state: UInt64) { self.state = state }

  /// The next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// A number from 0 to `bound` - 1.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }
}

public import Reversi

/// What a search of Reversi is to find out.
public enum ReversiGoal: Hashable, Sendable {
  /// The best move so many plies ahead, and to the end where that is nearer.
  case depth(Int)
  /// The exact final score.
  case score
  /// Who wins, which is found sooner than by how much: the value is 1, 0 or -1.
  case winner
  /// Deeper and deeper, until the exact score is known or the search is stopped.
  case deepest
}

/// What a search knows of a position.
public struct ReversiReport: Hashable, Sendable {
  /// One move and what follows.
  public struct Line: Hashable, Sendable {
    /// The move to play.
    public var move: ReversiMove
    /// The final disc difference that the mover can expect, empty squares to the winner.
    public var value: Int
    /// The moves that both sides play best, as far as they are known; the first is ``move``.
    public var variation: [ReversiMove]

    /// Creates a line; a search makes the usual ones.
    public init(move: ReversiMove, value: Int, variation: [ReversiMove] = []) {
      self.move = move
      self.value = value
      self.variation = variation
    }
  }

  /// The best moves, best first; empty when the game is over.
  public var lines: [Line] = []
  /// How many plies ahead the values look.
  public var depth = 0
  /// How sure the values are, in percent; below 100 parts of the tree were cut off on a shallower search's word.
  public var certainty = 100
  /// Whether the values are those of perfect play to the end.
  public var isExact = false
  /// Positions visited.
  public var nodes: UInt64 = 0
  /// The value of the position to the side to move; for a game that is over, its final score.
  public var value = 0
  /// What the moves that are not in ``lines`` are worth at most, where a margin was asked for.
  public var rest = 64

  /// Nothing known yet.
  public static let none = ReversiReport()

  /// The move to play, or `nil` when the game is over.
  public var best: ReversiMove? { lines.first?.move }
}

/// A search of Reversi positions: what it learns of one helps with the next.
///
/// It is not `Sendable`: one task at a time. It has no clock; who wants a limit of time stops it.
///
/// ```swift
/// let search = ReversiSearch(weights: .shipped)
/// let report = search.run(.start, goal: .depth(10))
/// print(report.lines[0].move.text, report.value)
/// ```
public final class ReversiSearch {
  private let searcher: Searcher
  private let helpers: ReversiHelpers?
  private var team: [ReversiHelper] = []

  /// Creates a search with its own memory.
  ///
  /// - Parameters:
  ///   - weights: the evaluation.
  ///   - memory: the size of the table in bytes, rounded down to a power of two; 64 MiB if not given.
  ///   - helpers: the other threads that search with this one, if there are any.
  public init(
    weights: PatternWeights, memory: Int = 64 << 20, helpers: ReversiHelpers? = nil
  ) {
    self.helpers = helpers
    let slots = max(memory / 16, 1 << 12)
    let bits = Int.bitWidth - 1 - slots.leadingZeroBitCount
    searcher = Searcher(table: SearchTable(bits: bits), weights: weights)
    searcher.crew = helpers?.crew
  }

  /// Makes the state of one more thread; it may work while this search runs, and wait while it does not.
  public func makeHelper() -> ReversiHelper? {
    guard let crew = helpers?.crew else { return nil }
    let other = Searcher(table: searcher.table, weights: searcher.weights)
    other.crew = crew
    let helper = ReversiHelper(searcher: other, crew: crew)
    team.append(helper)
    return helper
  }

  /// Forgets what earlier searches learnt.
  public func forget() {
    searcher.table.clear()
    searcher.near.clear()
    for helper in team { helper.searcher.near.clear() }
  }

  /// Searches a position.
  ///
  /// The same calls on a fresh search give the same reports, unless `shouldStop` intervenes. A search that is
  /// stopped reports its last finished step, and a legal move in any case.
  ///
  /// - Parameters:
  ///   - position: where to search from.
  ///   - goal: what to find out.
  ///   - lines: how many of the best moves get a value of their own.
  ///   - margin: after the last step, every move that is worth at most so many discs less than the best gets a
  ///     value of its own, however many these are.
  ///   - shouldStop: asked about a thousand times a second.
  ///   - progress: told after each step; `false` ends the search.
  /// - Returns: what is known at the end.
  public func run(
    _ position: ReversiPosition, goal: ReversiGoal, lines: Int = 1, margin: Int? = nil,
    shouldStop: @escaping () -> Bool = { false },
    progress: (ReversiReport) -> Bool = { _ in true }
  ) -> ReversiReport {
    let own = position.discs(of: position.sideToMove)
    let opponent = position.discs(of: position.sideToMove.opponent)
    var report = ReversiReport()
    if Boards.moves(own, opponent) == 0 {
      guard Boards.moves(opponent, own) != 0 else {
        report.isExact = true
        let final = LastSquares.final(own, opponent)
        report.value = goal == .winner ? final.signum() : final
        return report
      }
      // A pass: the opponent's search with its values turned round.
      let answer = run(opponent, own, goal, 1, nil, shouldStop) {
        progress(ReversiSearch.passed($0))
      }
      return ReversiSearch.passed(answer)
    }
    return run(own, opponent, goal, lines, margin, shouldStop, progress)
  }

  private static func passed(_ report: ReversiReport) -> ReversiReport {
    var report = report
    report.value = -report.value
    if let line = report.lines.first {
      report.lines = [
        .init(move: .pass, value: report.value, variation: [.pass] + line.variation)
      ]
    }
    return report
  }

  private func run(
    _ own: UInt64, _ opponent: UInt64, _ goal: ReversiGoal, _ lines: Int, _ margin: Int?,
    _ shouldStop: @escaping () -> Bool, _ progress: (ReversiReport) -> Bool
  ) -> ReversiReport {
    let empties = (~(own | opponent)).nonzeroBitCount
    searcher.table.startSearch()
    searcher.nodes = 0
    for helper in team { helper.searcher.nodes = 0 }
    searcher.crew?.prepare()
    searcher.shouldStop = shouldStop
    searcher.prepare(own, opponent)
    defer { searcher.shouldStop = { false } }
    var moves = searcher.rootMoves(own, opponent)
    var report = ReversiReport()
    report.lines = [makeLine(own, opponent, moves[0])]
    report.lines[0].value = max(-64, min(64, searcher.evaluation(empties, 0)))
    report.value = report.lines[0].value
    let wanted = max(1, min(lines, moves.count))
    let steps = ReversiSearch.steps(goal, empties: empties)
    _ = searcher.deepen(
      own, opponent, &moves, steps: steps, lines: wanted,
      isWinnerOnly: goal == .winner
    ) { step, value, moves in
      report.lines = moves.prefix(wanted).map { makeLine(own, opponent, $0) }
      // The last step of a search for the winner gives a bound, of which only the sign was asked.
      report.value = goal == .winner && step.depth == empties ? value.signum() : value
      report.lines[0].value = report.value
      report.depth = step.depth
      report.certainty = Certainty.percent(step.certainty)
      report.isExact = step.depth == empties && step.certainty == Certainty.exact
      report.nodes = countedNodes
      return progress(report)
    }
    if let margin, let last = steps.last, report.depth == last.depth, !searcher.isStopped {
      let floor = max(-65, report.value - max(0, margin) - 1)
      let value = searcher.searchRoot(
        own, opponent, &moves, step: last, alpha: max(-64, floor), beta: 64, lines: moves.count)
      if !searcher.isStopped {
        let known = moves.filter { $0.isKnown || floor < -64 || $0.score == 64 }
        if !known.isEmpty {
          report.lines = known.map { makeLine(own, opponent, $0) }
          report.value = value
          report.rest = max(-64, floor)
        }
      }
    }
    report.nodes = countedNodes
    return report
  }

  private var countedNodes: UInt64 {
    team.reduce(searcher.nodes) { $0 &+ $1.searcher.nodes }
  }

  private static func steps(_ goal: ReversiGoal, empties: Int) -> [SearchStep] {
    switch goal {
    case .depth(let depth):
      return depth >= empties
        ? Searcher.steps(empties: empties, depth: empties, certainty: Certainty.exact)
        : Searcher.steps(empties: empties, depth: max(1, depth), certainty: 1)
    case .score, .winner:
      return Searcher.steps(empties: empties, depth: empties, certainty: Certainty.exact)
    case .deepest:
      var steps = Searcher.steps(
        empties: empties, depth: max(1, empties - 10), certainty: empties > 14 ? 1 : Certainty.exact
      )
      if empties <= 11 { steps = [] }
      for certainty in empties <= 20 ? [0, Certainty.exact] : [0, 1, 2, 3, 4, Certainty.exact] {
        steps.append(SearchStep(depth: empties, certainty: certainty))
      }
      return steps
    }
  }

  /// A root move with the variation that the table knows.
  private func makeLine(_ own: UInt64, _ opponent: UInt64, _ move: RootMove) -> ReversiReport.Line {
    var variation: [ReversiMove] = []
    var (own, opponent) = (own, opponent)
    var square = move.square
    while let at = Square(square) {
      let flips = Boards.flips(square, own, opponent)
      if flips == 0 || (own | opponent) & at.bit != 0 { break }
      variation.append(.place(at))
      (own, opponent) = (opponent ^ flips, own | flips | at.bit)
      if Boards.moves(own, opponent) == 0 {
        if Boards.moves(opponent, own) == 0 { break }
        variation.append(.pass)
        swap(&own, &opponent)
      }
      square = searcher.table.find(own, opponent)?.best ?? 64
    }
    if variation.last == .pass { variation.removeLast() }
    return .init(
      move: Square(move.square).map { .place($0) } ?? .pass, value: move.score,
      variation: variation)
  }
}

import Games
import Opponents
import Reversi
import ReversiEngine
import Synchronization
import Testing

@Suite("The alpha-beta opponent")
struct AlphaBetaTests {
  #if DEBUG
    static let positions: ClosedRange<UInt64> = 1...6
  #else
    static let positions: ClosedRange<UInt64> = 1...40
  #endif

  private func choose<E: Evaluation>(
    _ evaluation: E, depth: Int, carelessness: Int = 0, in position: ReversiPosition,
    seed: UInt64 = 0, limits: SearchLimits = SearchLimits()
  ) -> Choice<ReversiMove>? where E.Position == ReversiPosition {
    var chance = Chance(seed: seed)
    return AlphaBetaOpponent(evaluation: evaluation, depth: depth, carelessness: carelessness)
      .choose(in: position, for: position.sideToMove.seat, chance: &chance, limits: limits)
  }

  private func compare(_ evaluation: some Evaluation<ReversiPosition>, depth: Int) throws {
    let plain = PlainSearch(evaluation: evaluation)
    for seed in AlphaBetaTests.positions {
      let position = randomPosition(seed: seed, plies: Int(seed * 13 % 58))
      let seat = position.sideToMove.seat
      let choice = try #require(choose(evaluation, depth: depth, in: position))
      guard position.legalMoves(for: seat).count > 1 else { continue }
      let best = plain.value(of: position, for: seat, depth: depth)
      #expect(choice.value == best, "\(position.text) depth \(depth)")
      #expect(
        plain.value(after: choice.move, by: seat, in: position, for: seat, depth: depth - 1)
          == best,
        "\(choice.move.text) in \(position.text) depth \(depth)")
    }
  }

  @Test("Who overlooks all replies plays as at first sight; who overlooks none plays as before")
  func oversight() throws {
    let evaluation = PositionalEvaluation()
    var erred = 0
    for seed in AlphaBetaTests.positions {
      let position = randomPosition(seed: seed, plies: Int(seed * 7 % 50))
      let seat = position.sideToMove.seat
      func choice(_ depth: Int, _ oversight: Int, chance seed: UInt64) -> Choice<ReversiMove>? {
        var chance = Chance(seed: seed)
        return AlphaBetaOpponent(evaluation: evaluation, depth: depth, oversight: oversight)
          .choose(in: position, for: seat, chance: &chance, limits: SearchLimits())
      }
      func move(_ depth: Int, _ oversight: Int, chance seed: UInt64) -> ReversiMove? {
        choice(depth, oversight, chance: seed)?.move
      }
      // Of moves that look alike it may take another.
      #expect(choice(4, 100, chance: seed)?.value == choice(1, 0, chance: 0)?.value)
      #expect(move(4, 0, chance: seed) == move(4, 0, chance: 0))
      // The same chance gives the same oversights, and half of all replies overlooked leads astray now and then.
      #expect(move(4, 50, chance: seed) == move(4, 50, chance: seed))
      if move(4, 50, chance: seed) != move(4, 0, chance: 0) { erred += 1 }
    }
    #expect(erred > 0)
  }

  @Test("It values and plays like a plain search by position", arguments: 1...4)
  func likePlainByPosition(depth: Int) throws {
    try compare(PositionalEvaluation(), depth: depth)
  }

  @Test("It values and plays like a plain search by discs", arguments: 1...4)
  func likePlainByDiscs(depth: Int) throws {
    try compare(DiscDifference(), depth: depth)
  }

  @Test("Near the end it finds the best result that exists", arguments: [3, 5, 6, 8])
  func exactEnds(empties: Int) throws {
    #if DEBUG
      let seeds: ClosedRange<UInt64> = empties > 6 ? 1...1 : 1...8
    #else
      let seeds: ClosedRange<UInt64> = empties > 6 ? 1...25 : 1...60
    #endif
    for seed in seeds {
      let position = randomPosition(seed: seed, plies: 60 - empties)
      let seat = position.sideToMove.seat
      let depth = position.emptyCount
      let choice = try #require(choose(PositionalEvaluation(), depth: depth, in: position))
      let best = bruteForce(position)
      var next = position
      try next.play(choice.move, by: seat)
      #expect(-bruteForce(next) == best, "\(choice.move.text) in \(position.text)")
      guard position.legalMoves(for: seat).count > 1 else { continue }
      let expected =
        best == 0 ? 0 : best > 0 ? finalValueBound + 100 * best : -finalValueBound + 100 * best
      #expect(choice.value == expected, "\(position.text)")
    }
  }

  @Test("A carelessness picks only moves within it of the best, and each of them sometimes")
  func carelessness() throws {
    let plain = PlainSearch(evaluation: PositionalEvaluation())
    for seed in AlphaBetaTests.positions {
      let position = randomPosition(seed: seed, plies: 12)
      let seat = position.sideToMove.seat
      let values = position.legalMoves(for: seat).map { move in
        (move, plain.value(after: move, by: seat, in: position, for: seat, depth: 1))
      }
      let best = values.map(\.1).max() ?? 0
      let near = Set(values.filter { $0.1 >= best - 200 }.map(\.0))
      var chosen: Set<ReversiMove> = []
      for draw in 0..<150 as Range<UInt64> {
        let choice = choose(
          PositionalEvaluation(), depth: 2, carelessness: 200, in: position, seed: draw)
        chosen.insert(try #require(choice).move)
      }
      #expect(chosen == near, "\(position.text)")
    }
  }

  @Test("A single move is played without a search, also by the careless", arguments: [0, 100])
  func singleMove(carelessness: Int) throws {
    let position = try #require(ReversiPosition(black: 1, white: 2, sideToMove: .black))
    #expect(position.legalMoves(for: .first).count == 1)
    let choice = choose(
      PositionalEvaluation(), depth: 8, carelessness: carelessness, in: position)
    #expect(choice?.move.text == "c1")
    #expect(choice?.nodes == 0)
  }

  @Test("A win in sight does not end the search while a better one may lie beyond its horizon")
  func looksOnPastAWin() {
    var chance = Chance(seed: 1)
    let deep = AlphaBetaOpponent(evaluation: EndOnly<Climb>(), depth: 20)
      .choose(in: Climb(), for: .first, chance: &chance, limits: SearchLimits())
    #expect(deep?.value == finalValueBound + 5000)
    // Nothing lies beyond the ninth ply, so that no further depth is searched.
    #expect(deep?.depth == 9)
    let shallow = AlphaBetaOpponent(evaluation: EndOnly<Climb>(), depth: 3)
      .choose(in: Climb(), for: .first, chance: &chance, limits: SearchLimits())
    #expect(shallow?.move == .high)
    #expect(shallow?.value == finalValueBound + 2000)
  }

  @Test("It plays Nim perfectly", arguments: 1...21)
  func nim(left: Int) throws {
    var chance = Chance(seed: 1)
    let choice = try #require(
      AlphaBetaOpponent(evaluation: EndOnly<Nim>(), depth: 21)
        .choose(in: Nim(left: left), for: .first, chance: &chance, limits: SearchLimits()))
    if left % 4 != 0 { #expect(choice.move.count == left % 4) }
    if left > 1 { #expect((choice.value ?? 0 > 0) == (left % 4 != 0)) }
  }

  @Test("A limit in nodes is kept, and the move is legal", arguments: [0, 1, 2, 10, 1000, 5000])
  func nodeLimit(nodes: Int) throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let position = randomPosition(seed: seed, plies: 20)
      let limits = SearchLimits(nodes: nodes)
      let choice = try #require(
        choose(PositionalEvaluation(), depth: 30, in: position, limits: limits))
      #expect(choice.nodes <= max(nodes, 1))
      #expect(position.legalMoves(for: position.sideToMove.seat).contains(choice.move))
    }
  }

  @Test("A search that is told to stop stops at once with a legal move")
  func stop() throws {
    for after in [1, 2, 5] {
      let asked = Atomic(0)
      let limits = SearchLimits {
        asked.add(1, ordering: .relaxed)
        return asked.load(ordering: .relaxed) >= after
      }
      let position = randomPosition(seed: 3, plies: 18)
      let choice = try #require(
        choose(PositionalEvaluation(), depth: 40, in: position, limits: limits))
      #expect(asked.load(ordering: .relaxed) == after)
      #expect(choice.nodes <= 1024 * after)
      #expect(position.legalMoves(for: position.sideToMove.seat).contains(choice.move))
    }
  }

  @Test("A stopped search plays the best move of the last depth that it finished")
  func lastFinishedDepth() throws {
    let position = randomPosition(seed: 9, plies: 14)
    for depth in 1...3 {
      let whole = try #require(choose(PositionalEvaluation(), depth: depth, in: position))
      let limits = SearchLimits(nodes: whole.nodes + 2)
      let stopped = try #require(
        choose(PositionalEvaluation(), depth: depth + 1, in: position, limits: limits))
      #expect(stopped.move == whole.move)
      #expect(stopped.value == whole.value)
      #expect(stopped.depth == depth)
    }
  }

  @Test("The same position, chance and limits give the same choice")
  func deterministic() throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      let position = randomPosition(seed: seed, plies: 16)
      let limits = SearchLimits(nodes: 700)
      let first = choose(
        PositionalEvaluation(), depth: 6, carelessness: 50, in: position, seed: seed, limits: limits
      )
      let second = choose(
        PositionalEvaluation(), depth: 6, carelessness: 50, in: position, seed: seed, limits: limits
      )
      #expect(first == second)
      #expect(first != nil)
    }
  }

  @Test("It has no move for a seat that may not act, and any carelessness is allowed")
  func edges() throws {
    var chance = Chance(seed: 1)
    let opponent = AlphaBetaOpponent(
      evaluation: PositionalEvaluation(), depth: -3, carelessness: .max)
    let limits = SearchLimits()
    #expect(opponent.depth == 1)
    #expect(opponent.choose(in: .start, for: .second, chance: &chance, limits: limits) == nil)
    let choice = opponent.choose(in: .start, for: .first, chance: &chance, limits: limits)
    #expect(choice != nil)
  }

  @Test("A level's evaluation is the same for both sides with the sign turned")
  func zeroSum() throws {
    for seed in 1...30 as ClosedRange<UInt64> {
      let position = randomPosition(seed: seed, plies: Int(seed))
      let positional = PositionalEvaluation()
      let value = positional.value(of: position, for: .first)
      #expect(value == -positional.value(of: position, for: .second))
      #expect(abs(value) < finalValueBound)
      let discs = DiscDifference()
      #expect(discs.value(of: position, for: .first) == -discs.value(of: position, for: .second))
    }
  }
}

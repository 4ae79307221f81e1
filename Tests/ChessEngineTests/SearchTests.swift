import Chess
import ChessEngine
import ChessThreads
import Games
import Opponents
import Testing

@Suite("The search of chess")
struct SearchTests {
  private func run(_ fen: String, _ limits: ChessLimits) throws -> ChessReport {
    ChessSearch(memory: 1 << 20).run(ChessGame(try ChessPosition(fen: fen)), limits: limits)
  }

  @Test(
    "It finds mates and says in how many moves",
    arguments: [
      ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", 1),
      ("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", "h6h7", 2),
      ("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1", "c6c4", 2),
    ])
  func mates(_ fen: String, _ move: String, _ moves: Int) throws {
    let report = try run(fen, ChessLimits(nodes: 50_000))
    #expect(report.best?.text == move)
    #expect(report.lines.first?.score == .mate(in: moves))
  }

  @Test(
    "It solves tactics that need no capture to begin with",
    arguments: [
      ("5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1", "e3g3"),
      ("7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1", "b6b7"),
      ("r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/R5K1 w - - 0 1", "e7f7"),
      ("r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - - 0 1", "e2c3"),
      ("1k5r/pppbn1pp/4q1r1/1P3p2/2NPp3/1QP5/P4PPP/R1B1R1K1 w - - 0 1", "c4e5"),
      ("6k1/1b1nqpbp/pp4p1/5P2/1PN5/4Q3/P5PP/1B2B1K1 b - - 0 1", "g7d4"),
      ("1r1r2k1/4pp1p/2p1b1p1/p3R3/RqBP4/4P3/1PQ2PPP/6K1 b - - 0 1", "b4e1"),
      ("3r1r1k/1p4pp/p4p2/8/1PQR4/6Pq/P3PP2/2R3K1 b - - 0 1", "d8c8"),
    ])
  func tactics(_ fen: String, _ move: String) throws {
    #expect(try run(fen, ChessLimits(nodes: 50_000)).best?.text == move)
  }

  @Test("A search for a mate ends when it has one")
  func mateLimit() throws {
    var limits = ChessLimits(nodes: 1_000_000)
    limits.mate = 2
    let report = try run("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", limits)
    #expect(report.nodes < 100_000)
    #expect(report.lines.first?.score == .mate(in: 2))
  }

  @Test("The same search finds the same and visits as many positions")
  func repeatable() {
    let search = ChessSearch(memory: 1 << 20)
    let first = search.run(ChessGame(), limits: ChessLimits(depth: 8))
    search.forget()
    #expect(search.run(ChessGame(), limits: ChessLimits(depth: 8)) == first)
    #expect(ChessSearch(memory: 1 << 20).run(ChessGame(), limits: ChessLimits(depth: 8)) == first)
  }

  @Test("A limit of positions is kept exactly", arguments: [1, 100, 12_345] as [UInt64])
  func nodes(_ limit: UInt64) {
    let report = ChessSearch(memory: 1 << 20).run(ChessGame(), limits: ChessLimits(nodes: limit))
    #expect(report.nodes == limit)
    #expect(report.best != nil)
  }

  @Test("A search that is stopped at once has a legal move")
  func stopped() {
    let report = ChessSearch(memory: 1 << 20).run(ChessGame(), shouldStop: { true })
    #expect(report.best.map { ChessPosition.start.isLegal($0) } == true)
    #expect(report.nodes <= 1024)
  }

  @Test("Only the moves that are asked for are looked at, and as many lines as are wanted")
  func rootMoves() throws {
    var limits = ChessLimits(depth: 5, lines: 5)
    limits.moves = ["a2a3", "e2e4", "g1f3"].compactMap { try? ChessMove(text: $0) }
    let report = ChessSearch(memory: 1 << 20).run(ChessGame(), limits: limits)
    #expect(Set(report.lines.map { $0.move }) == Set(limits.moves))
    let values = report.lines.map { $0.score.value }
    #expect(values == values.sorted(by: >))
    #expect(report.lines.allSatisfy { $0.depth == 5 })
  }

  @Test("No line plays an illegal move")
  func lines() throws {
    for fen in assortedPositions {
      let report = try run(fen, ChessLimits(nodes: 20_000, lines: 3))
      for line in report.lines {
        var position = try ChessPosition(fen: fen)
        for move in line.moves {
          #expect(position.isLegal(move), "\(fen) \(line.moves.map { $0.text })")
          try position.play(move)
        }
      }
    }
  }

  @Test(
    "More queens than a game can have are searched as well",
    arguments: [
      "QQQ5/Q1Q5/QQQ5/8/1QQQ4/1Q1Q4/1QQK3p/7k w - - 0 1",
      "k6K/1p6/8/2qqq1qq/8/q1q1q1qq/8/qq1q2q1 w - - 0 1",
    ])
  func queens(_ fen: String) throws {
    let game = ChessGame(try ChessPosition(fen: fen))
    guard !game.isOver else { return }
    let report = ChessSearch(memory: 1 << 16).run(game, limits: ChessLimits(nodes: 3_000))
    #expect(report.best.map { game.position.isLegal($0) } == true)
  }

  @Test("A finished position has no line")
  func finished() throws {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
      #expect(try run(fen, ChessLimits(depth: 5)).lines.isEmpty)
    }
  }

  @Test("A side that is lost takes the third repetition, and one that is ahead avoids it")
  func repetition() throws {
    // Black checks for ever; White is a queen ahead and cannot help it.
    var game = ChessGame(try ChessPosition(fen: "6k1/5pp1/8/8/8/7q/5P2/Q4RK1 b - - 0 1"))
    for move in ["h3g4", "g1h2", "g4h4", "h2g1", "h4g4", "g1h2", "g4h4", "h2g1"] {
      try game.play(try game.position.move(uci: move))
    }
    let report = ChessSearch(memory: 1 << 20).run(game, limits: ChessLimits(nodes: 20_000))
    #expect(report.best?.text == "h4g4")
    #expect(report.lines.first?.score == .centipawns(0))
  }

  @Test("Fifty moves without progress are a draw, unless the last of them is mate")
  func fiftyMoves() throws {
    let drawn = try run("7k/8/8/8/8/8/6R1/K7 w - - 99 80", ChessLimits(depth: 6))
    #expect(drawn.lines.first?.score == .centipawns(0))
    let won = try run("7k/R7/6K1/8/8/8/8/1R6 w - - 99 80", ChessLimits(depth: 6))
    #expect(won.lines.first?.score == .mate(in: 1))
  }

  @Test(
    "Material that cannot win is worth nothing",
    arguments: [
      "7k/8/8/8/8/8/6N1/K7 w - - 0 1", "7k/8/8/8/8/8/6NN/K7 w - - 0 1",
      "k7/8/8/8/8/8/5B2/K7 w - - 0 1",
    ])
  func dead(_ fen: String) throws {
    #expect(try run(fen, ChessLimits(depth: 8)).lines.first?.score == .centipawns(0))
  }

  @Test("Two threads find a mate, keep about to their limit, and can be asked again")
  func threads() throws {
    let team = ChessTeam(memory: 1 << 20, threads: 2)
    let game = ChessGame(
      try ChessPosition(fen: "5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1"))
    for _ in 0..<3 {
      #expect(team.run(game, limits: ChessLimits(depth: 6)).best?.text == "c6c4")
      let report = team.run(ChessGame(), limits: ChessLimits(nodes: 20_000))
      #expect(report.nodes >= 20_000 && report.best != nil)
      team.forget()
    }
  }

  @Test("A clock is never overdrawn and always leaves some time to think")
  func allowance() {
    let millisecond: UInt64 = 1_000_000
    for remaining in [0, 1, 5, 50, 1_000, 60_000, 10_000_000] as [UInt64] {
      for increment in [0, 10, 30_000] as [UInt64] {
        for moves in [nil, 1, 2, 40, 1_000] as [Int?] {
          let clock = ChessClock(
            remaining: remaining * millisecond, increment: increment * millisecond,
            movesToGo: moves)
          let allowance = ChessAllowance(clock, overhead: 15 * millisecond)
          #expect(allowance.hard > 0 && allowance.soft > 0 && allowance.soft <= allowance.hard)
          #expect(allowance.hard <= max(clock.remaining, millisecond))
        }
      }
    }
    let extreme = ChessAllowance(
      ChessClock(remaining: .max / 4, increment: .max / 4, movesToGo: 3), overhead: .max / 8)
    #expect(extreme.hard > 0)
  }
}

@Suite("The computer player of chess")
struct ChessLevelTests {
  @Test("Levels are in order, have names, and their strengths grow")
  func order() {
    let levels = ChessLevel.all
    #expect(levels.map { $0.number } == Array(1...10))
    #expect(ChessLevel(0) == nil && ChessLevel(11) == nil)
    #expect(Set(levels.map { $0.name }).count == 10)
    for (low, high) in zip(levels, levels.dropFirst()) {
      #expect(low < high)
      #expect(low.estimate.elo < high.estimate.elo)
      #expect(low.strength.nodes <= high.strength.nodes)
      #expect(low.strength.oversight >= high.strength.oversight)
    }
  }

  @Test("A strength in Elo lies between those of the levels and grows with it")
  func elo() {
    var before = ChessStrength(elo: 0)
    #expect(before == ChessLevel.all[0].strength)
    for elo in stride(from: 0, through: 4_000, by: 10) {
      let strength = ChessStrength(elo: elo)
      #expect(strength.nodes >= before.nodes && strength.oversight <= before.oversight)
      before = strength
    }
    #expect(before == ChessLevel.strongest.strength)
    for level in ChessLevel.all {
      #expect(ChessStrength(elo: level.estimate.elo) == level.strength)
    }
  }

  @Test("Every level plays legal moves to the end, the same ones for the same chance")
  func games() throws {
    for level in ChessLevel.all.prefix(8) {
      let opponent = ChessOpponent(level: level)
      let limits = SearchLimits(nodes: 300)
      var game = ChessGame()
      for ply in 0..<40 {
        guard let seat = game.seatsToAct.first else { break }
        var chance = Chance(seed: 7, move: ply)
        var again = chance
        let choice = try #require(
          opponent.choose(in: game, for: seat, chance: &chance, limits: limits))
        #expect(
          opponent.choose(in: game, for: seat, chance: &again, limits: limits) == choice)
        #expect(
          opponent.choose(in: game, for: seat.next(of: 2), chance: &chance, limits: limits) == nil)
        var luck = Chance(seed: 0)
        try game.play(choice.move, by: seat, chance: &luck)
      }
    }
  }

  @Test("Who overlooks nothing mates in one at every strength")
  func mate() throws {
    let game = ChessGame(try ChessPosition(fen: "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 20"))
    for level in ChessLevel.all.suffix(3) {
      var chance = Chance(seed: 1)
      let choice = ChessOpponent(level: level).choose(
        in: game, for: .first, chance: &chance, limits: SearchLimits(nodes: 5_000))
      #expect(choice?.move.text == "d1d8")
    }
  }

  @Test("It claims a draw when it is not ahead")
  func claims() throws {
    var game = ChessGame(try ChessPosition(fen: "7k/8/8/8/8/8/q7/7K w - - 0 1"))
    for move in ["h1g1", "h8g8", "g1h1", "g8h8", "h1g1", "h8g8", "g1h1", "g8h8"] {
      try game.play(try game.position.move(uci: move))
    }
    #expect(game.canClaimDraw)
    var chance = Chance(seed: 1)
    let choice = ChessOpponent(level: .strongest).choose(
      in: game, for: .first, chance: &chance, limits: SearchLimits(nodes: 5_000))
    #expect(choice?.move == .claimDraw)
  }
}

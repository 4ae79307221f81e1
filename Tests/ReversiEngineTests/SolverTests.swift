import Foundation
import Games
import Reversi
import ReversiEngine
import ReversiThreads
import ReversiWeights
import Testing

/// A line of the FFO test suite: a position, its score and the moves that reach it.
struct EndgamePosition: Sendable, CustomTestStringConvertible {
  let number: Int
  let position: ReversiPosition
  let score: Int
  let best: Set<String>

  var testDescription: String { "FFO #\(number)" }

  static let all: [EndgamePosition] = ["ffo01-39", "ffo40-49"].flatMap { name in
    let text =
      (try? String(contentsOf: fixture(name), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line -> EndgamePosition? in
      let words = line.split(separator: " ")
      guard words.count > 5, !line.hasPrefix("#"),
        let position = try? ReversiPosition(text: "\(words[0]) \(words[1])"),
        let score = Int(words[2]),
        let number = words[5].split(separator: "-").last.flatMap({ Int($0) })
      else { return nil }
      return EndgamePosition(
        number: number, position: position, score: score,
        best: Set(words[3].split(separator: ",").map { String($0) }))
    }
  }

  static func fixture(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/\(name).txt")
  }
}

/// The value of perfect play by the rules alone.
private func plainScore(_ position: ReversiPosition) -> Int {
  if position.isOver { return position.tournamentScore(of: position.sideToMove) }
  var best = -65
  for move in position.legalMoves(for: position.sideToMove.seat) {
    var next = position
    guard (try? next.play(move, by: position.sideToMove.seat)) != nil else { continue }
    best = max(best, -plainScore(next))
  }
  return best
}

@Suite("Solving endgames")
struct SolverTests {
  @Test("The fixtures are all there")
  func fixtures() {
    #expect(EndgamePosition.all.map { $0.number } == Array(1...49))
  }

  @Test("Positions with up to seven empty squares have the value of the plain search, seed 11")
  func fewSquares() throws {
    let search = ReversiSearch(weights: .shipped, memory: 1 << 20)
    for position in randomPositions(games: 150, seed: 11) where position.emptyCount <= 7 {
      let report = search.run(position, goal: .score)
      try #require(report.value == plainScore(position), "\(position.text)")
      #expect(report.isExact)
      let winner = search.run(position, goal: .winner).value
      #expect(winner == report.value.signum())
    }
  }

  @Test("Each move has the value of the plain search, also beside one that wins all discs, seed 12")
  func values() throws {
    let search = ReversiSearch(weights: .shipped, memory: 1 << 20)
    let won = try [
      "XXXXXXXXXXXOXXXXX-XX-XXXXXXXXXXXXXXX-XXXXX-XXXXXXXXXX--XXXXXO-XX X",
      "X-XXXXXXXXXOXXXXXXX-XXXXXXXXXXOXXXX-XX--XXXXXXXXXXXXX-XXX-XXXXX- X",
    ].map { try ReversiPosition(text: $0) }
    let few = randomPositions(games: 60, seed: 12).filter { $0.emptyCount <= 6 && !$0.mustPass }
    for position in won + few where !position.isOver {
      var expected: [String: Int] = [:]
      for move in position.legalMoves(for: position.sideToMove.seat) {
        var next = position
        try next.play(move, by: position.sideToMove.seat)
        expected[move.text] =
          next.sideToMove == position.sideToMove ? plainScore(next) : -plainScore(next)
      }
      for lines in [2, 60] {
        let report = search.run(position, goal: .score, lines: lines)
        try #require(report.lines.count == min(lines, expected.count), "\(position.text)")
        let values = report.lines.map { $0.value }
        #expect(values == Array(expected.values.sorted(by: >).prefix(lines)), "\(position.text)")
        for line in report.lines {
          #expect(line.value == expected[line.move.text], "\(position.text) \(line.move.text)")
        }
      }
    }
    let first = search.run(won[0], goal: .score, lines: 2).lines
    #expect(first.map { $0.move.text } == ["f8", "e3"])
    #expect(first.map { $0.value } == [64, 54])
    let second = search.run(won[1], goal: .score, lines: 60).lines
    #expect(second.first { $0.move.text == "g5" }?.value == 64)
  }

  @Test(
    "Published endgames of up to 20 squares come out", arguments: EndgamePosition.all.prefix(34))
  func published(endgame: EndgamePosition) {
    let search = ReversiSearch(weights: .shipped, memory: 32 << 20)
    let report = search.run(endgame.position, goal: .score)
    #expect(report.value == endgame.score)
    #expect(endgame.best.contains(report.best?.text ?? "-"))
    #expect(report.isExact && report.certainty == 100)
  }

  @Test("Every puzzle has the result that it asks for; the short ones have one way to it")
  func puzzles() {
    let search = ReversiSearch(weights: .shipped, memory: 32 << 20)
    #expect(ReversiPuzzle.endings.count == 96)
    #expect(Set(ReversiPuzzle.endings).count == 96)
    for puzzle in ReversiPuzzle.endings where puzzle.position.emptyCount <= 20 {
      let isShort = puzzle.position.emptyCount < 14
      let report = search.run(puzzle.position, goal: .score, lines: isShort ? 2 : 1)
      #expect(report.value == puzzle.score && report.isExact, "\(puzzle.name)")
      guard isShort else { continue }
      #expect(report.lines.count == 2 && report.lines[1].value < puzzle.score, "\(puzzle.name)")
      #expect(puzzle.position.placements.nonzeroBitCount >= 4)
    }
    // Those with more are published ones, which other tests solve.
    for puzzle in ReversiPuzzle.endings where puzzle.position.emptyCount >= 14 {
      #expect(
        EndgamePosition.all.contains {
          $0.position == puzzle.position && $0.score == puzzle.score
        })
    }
    #expect(
      ReversiPuzzle(name: "", position: .start, score: -2).task
        == "Black to move loses by 2 at most.")
    #expect(
      ReversiPuzzle(name: "", position: .start, score: 0).task == "Black to move holds a draw.")
  }

  @Test("Each move of ten published endgames has its published score")
  func moveScores() throws {
    let search = ReversiSearch(weights: .shipped, memory: 32 << 20)
    for (number, expected) in try SolverTests.moveScores() where number <= 10 {
      let endgame = try #require(EndgamePosition.all.first { $0.number == number })
      let report = search.run(endgame.position, goal: .score, lines: 60)
      let found = Dictionary(
        uniqueKeysWithValues: report.lines.map { ($0.move.text, $0.value) })
      #expect(found == expected, "FFO #\(number)")
    }
  }

  /// Minutes of work, for `make deep`.
  static let isDeep = ProcessInfo.processInfo.environment["BATON_DEEP"] != nil

  @Test(
    "The other published endgames come out",
    .enabled(if: isDeep, "set BATON_DEEP for a minute of work"),
    arguments: EndgamePosition.all.dropFirst(34))
  func deep(endgame: EndgamePosition) {
    let team = ReversiTeam(weights: .shipped, memory: 512 << 20, threads: 2)
    let report = team.run(endgame.position, goal: .score)
    #expect(report.value == endgame.score)
    #expect(endgame.best.contains(report.best?.text ?? "-"))
  }

  @Test(
    "Every published score of a move comes out",
    .enabled(if: isDeep, "set BATON_DEEP for some minutes of work"))
  func deepMoveScores() throws {
    let team = ReversiTeam(weights: .shipped, memory: 512 << 20, threads: 2)
    var count = 0
    for (number, expected) in try SolverTests.moveScores() {
      let endgame = try #require(EndgamePosition.all.first { $0.number == number })
      let report = team.run(endgame.position, goal: .score, lines: 60)
      let found = Dictionary(
        uniqueKeysWithValues: report.lines.map { ($0.move.text, $0.value) })
      #expect(found == expected, "FFO #\(number)")
      count += found.count
    }
    #expect(count == 355)
  }

  /// The published scores: number of the position, and score by move.
  static func moveScores() throws -> [(number: Int, scores: [String: Int])] {
    let text = try String(
      contentsOf: EndgamePosition.fixture("ffo-move-scores"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let number = words.first.flatMap({ Int($0) }) else { return nil }
      var scores: [String: Int] = [:]
      for word in words.dropFirst() {
        let parts = word.split(separator: ":")
        scores[String(parts[0])] = Int(parts[1])
      }
      return (number, scores)
    }
  }

  @Test("A game that is over has its final score, a wipe-out counts 64 and a pass turns the sign")
  func ends() throws {
    let search = ReversiSearch(weights: .shipped, memory: 1 << 20)
    let alone = try #require(ReversiPosition(black: 0xFF00, white: 0, sideToMove: .white))
    let over = search.run(alone, goal: .score)
    #expect(over.value == -64)
    #expect(over.best == nil)
    #expect(over.isExact)
    // Black takes the last white disc with squares left.
    let wipeOut = try #require(ReversiPosition(black: 0b1, white: 0b10, sideToMove: .black))
    #expect(search.run(wipeOut, goal: .score).value == 64)
    for position in randomPositions(games: 300, seed: 12)
    where position.mustPass && position.emptyCount < 12 {
      var next = position
      try next.pass()
      let report = search.run(position, goal: .score)
      #expect(report.best == .pass)
      #expect(report.value == -search.run(next, goal: .score).value)
      #expect(report.lines[0].variation.first == .pass)
    }
  }

  @Test("A search that is stopped at once still gives a legal move")
  func stopped() {
    let search = ReversiSearch(weights: .shipped, memory: 1 << 20)
    for position in randomPositions(games: 4, seed: 13) where !position.isOver {
      let report = search.run(position, goal: .deepest, shouldStop: { true })
      let move = report.best
      #expect(move.map { position.legalMoves(for: position.sideToMove.seat).contains($0) } == true)
    }
  }

  @Test("The same search on fresh memory gives the same report")
  func deterministic() throws {
    let position = EndgamePosition.all[20].position
    let first = ReversiSearch(weights: .shipped, memory: 4 << 20).run(position, goal: .depth(8))
    let second = ReversiSearch(weights: .shipped, memory: 4 << 20).run(position, goal: .depth(8))
    #expect(first == second)
    #expect(first.lines[0].variation.first == first.best)
  }

  @Test("Variations are legal and lead to the value in solved endgames")
  func variations() throws {
    let search = ReversiSearch(weights: .shipped, memory: 16 << 20)
    for endgame in EndgamePosition.all.prefix(12) {
      let report = search.run(endgame.position, goal: .score)
      var position = endgame.position
      for move in report.lines[0].variation {
        try position.play(move, by: position.sideToMove.seat)
      }
      #expect(report.lines[0].variation.count >= 1)
    }
  }

  @Test("Two threads find what one finds", arguments: EndgamePosition.all[20..<28])
  func threads(endgame: EndgamePosition) {
    let team = ReversiTeam(weights: .shipped, memory: 32 << 20, threads: 2)
    let report = team.run(endgame.position, goal: .score)
    #expect(report.value == endgame.score)
    #expect(endgame.best.contains(report.best?.text ?? "-"))
  }

  @Test("Four threads that are stopped at every moment leave a team that works")
  func stoppedTeam() {
    let team = ReversiTeam(weights: .shipped, memory: 8 << 20, threads: 4)
    for questions in [0, 1, 2, 5, 20, 60] {
      var left = questions
      _ = team.run(
        EndgamePosition.all[39].position, goal: .score,
        shouldStop: {
          left -= 1
          return left < 0
        })
    }
    team.forget()
    let endgame = EndgamePosition.all[21]
    #expect(team.run(endgame.position, goal: .score).value == endgame.score)
  }
}

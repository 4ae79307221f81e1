import Games
import Reversi
import ReversiEngine
import ReversiThreads
import ReversiWeights
import Testing

@Suite("Thinking on the opponent's time")
struct PonderTests {
  /// Waits until all is found, as in a position near the end.
  private func wait(for ponder: ReversiPonder) async throws {
    for _ in 0..<3000 where ponder.isThinking { try await Task.sleep(for: .milliseconds(10)) }
    #expect(!ponder.isThinking)
  }

  @Test("It starts and stops at once, and says what it thought about", arguments: [1, 2])
  func startsAndStops(threads: Int) throws {
    let team = ReversiTeam(weights: .shipped, memory: 1 << 20, threads: threads)
    let ponder = ReversiPonder(team: team)
    #expect(ponder.stop() == nil)
    let clock = ContinuousClock()
    var longest = Duration.zero
    for number in 0..<10 {
      let position = try Transcript(["f5", "f5d6", "f5d6c3", "f5f6"][number % 4]).record.position
      let begin = clock.now
      ponder.start(position)
      #expect(ponder.position == position)
      let found = try #require(ponder.stop())
      longest = max(longest, clock.now - begin)
      #expect(found.position == position)
      #expect(ponder.position == nil && !ponder.isThinking)
    }
    // A thousandth of a second or two; the rest is for busy machines.
    #expect(longest < .seconds(2))
  }

  @Test("The team is free after a stop, and its answer is that of the position asked about")
  func noStaleMove() throws {
    let team = ReversiTeam(weights: .shipped, memory: 1 << 20, threads: 2)
    let ponder = ReversiPonder(team: team)
    let other = try Transcript("f5f6e6").record.position
    let position = try Transcript("f5d6c3d3c4").record.position
    ponder.start(other)
    ponder.start(position)
    #expect(ponder.stop()?.position == position)
    let best = try #require(team.run(position, goal: .depth(6)).best)
    #expect(position.legalMoves(for: position.sideToMove.seat).contains(best))
  }

  @Test("What was found stays: the reply is solved with fewer nodes")
  func warmTable() async throws {
    let endgame = try #require(EndgamePosition.all.first { $0.number == 1 })
    let team = ReversiTeam(weights: .shipped, memory: 16 << 20, threads: 1)
    let ponder = ReversiPonder(team: team)
    ponder.start(endgame.position)
    try await wait(for: ponder)
    let found = try #require(ponder.stop())
    #expect(found.report.isExact && found.report.value == endgame.score)
    var next = endgame.position
    try next.play(try #require(found.report.best), by: next.sideToMove.seat)
    let warm = team.run(next, goal: .score)
    let fresh = ReversiSearch(weights: .shipped, memory: 16 << 20).run(next, goal: .score)
    #expect(warm.value == fresh.value && warm.value == -endgame.score)
    #expect(warm.nodes < fresh.nodes)
  }

  @Test("A game that is over is nothing to think about, and a ponderer may go while it thinks")
  func ends() throws {
    let team = ReversiTeam(weights: .shipped, memory: 1 << 20, threads: 1)
    let over = try #require(ReversiPosition(black: 1, white: 0, sideToMove: .white))
    do {
      let ponder = ReversiPonder(team: team)
      ponder.start(over)
      #expect(ponder.position == nil)
      ponder.start(.start)
    }
    // The team would be busy for ever.
    #expect(team.run(.start, goal: .depth(2)).best != nil)
  }
}

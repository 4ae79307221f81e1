import Reversi
import ReversiEngine
import ReversiThreads
import ReversiWeights
import Testing

/// Work for the thread sanitizer: small, since the program is slow under it, and with much that threads meet at.
@Suite("Threads that share a search")
struct ThreadTests {
  @Test("Three threads on a table of few places find what one finds", arguments: [0, 1])
  func crowded(index: Int) {
    let endgame = EndgamePosition.all[index]
    let team = ReversiTeam(weights: .shipped, memory: 1 << 16, threads: 3)
    #expect(team.run(endgame.position, goal: .score).value == endgame.score)
  }

  @Test("A team whose search is stopped goes on with the next one")
  func stopped() {
    let team = ReversiTeam(weights: .shipped, memory: 1 << 16, threads: 3)
    for questions in [0, 1, 2] {
      var left = questions
      let report = team.run(
        EndgamePosition.all[39].position, goal: .score,
        shouldStop: {
          left -= 1
          return left < 0
        })
      #expect(report.best != nil)
    }
    team.forget()
    #expect(team.run(.start, goal: .depth(3)).best != nil)
  }
}

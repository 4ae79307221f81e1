import Board
import Chess
import ChessEngine
import GameBoards
import Games
import Matches
import Opponents
import Reversi
import ReversiEngine
import Story

/// Uses every core module and nothing else; the tests look at what the program links to.
///
/// It plays a game between two levels, puts it into a match, and draws the end.
@main
struct Main {
  static func main() {
    var (screen, effects) = ReversiScreen.starting(people: [], level: .usual)
    var chance = Chance(seed: 1)
    while let effect = effects.first {
      effects.removeFirst()
      guard case .startSearch(let ticket, _) = effect else { continue }
      let position = screen.game.record.position
      guard
        let choice = PlainReversiOpponent(level: .usual)?.choose(
          in: position, for: position.sideToMove.seat, chance: &chance, limits: SearchLimits())
      else { return }
      effects += screen.finishSearch(ticket, move: choice.move)
    }
    let terms = MatchTerms(for: ReversiPosition.self, seatCount: 2, seed: 1)
    let match = try? Match<ReversiPosition>(first: .created(terms), at: Timestamp(milliseconds: 0))
    print(match?.status.rawValue ?? "no match")
    print(screen.board.snapshot.text())
    print(screen.status)
    var story = StoryPosition(seatCount: 2)
    if let text = try? StoryText("Once upon a time") { try? story?.play(.write(text), by: .first) }
    print(story?.text ?? "no story")
    print(ChessPosition.start.perft(3))
    let report = ChessSearch(memory: 1 << 20).run(ChessGame(), limits: ChessLimits(nodes: 2000))
    print(report.best?.text ?? "no move")
  }
}

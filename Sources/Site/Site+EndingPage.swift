internal import Board
internal import GameBoards
internal import Games
internal import HTTPServer
internal import MatchStore
internal import Opponents
internal import Reversi
internal import ReversiEngine

extension Site {
  /// The page of puzzles of Reversi; without script it shows them one by one, to be tried on the first page.
  func endingPage(_ request: HTTPRequest) async throws -> HTTPResponse {
    let player = try await player(of: request)
    let puzzles = ReversiPuzzle.endings
    let given = request.field("number").flatMap { Int(decimal: $0.utf8) }
    let number = given.map { min(max($0, 0), puzzles.count - 1) } ?? 0
    let puzzle = puzzles[number]
    let record = Record(start: puzzle.position)
    let screen = ReversiScreen.starting(people: SeatSet(first: 2), level: .usual, record: record)
      .screen
    let options = HTML.joined(
      puzzles.enumerated().map { index, puzzle in
        "<option value=\"\(index)\"\(" selected", if: index == number)>\(index + 1) · \(puzzle.position.emptyCount) empty squares</option>"
          as HTML
      })
    let board = "\(Route.home.path)?mode=two&game=\(screen.transcript.encodingSpaces)"
    let body: HTML = """
      <h1 class="unseen">Puzzles of Reversi</h1>
      \(PuzzleKinds.html(isChess: false))
      <div class="play">
      \(BoardSection.html(
        screen: screen, status: screen.status, said: [], problem: nil,
        form: BoardForm(
          action: Route.playForm.path,
          fields: [BoardForm.Field("game", screen.transcript), BoardForm.Field("mode", "two")]),
        steps: matchSteps))
      <aside class="side">
      <section class="card" aria-labelledby="puzzle-title"><h2 id="puzzle-title">Keep the best result</h2>
      <p><strong id="task">\(puzzle.task)</strong></p>
      <p class="hint">Play to the end without giving a disc away; empty squares count for the winner.</p>
      <p id="verdict" class="verdict" role="status"></p>
      <div class="buttons script">
      <button type="button" class="button" id="hint">Hint</button>
      <button type="button" class="button" id="give-up">Give up</button>
      <button type="button" class="button" id="again">Start again</button>
      <button type="button" class="button main" id="next">Next puzzle</button>
      </div>
      <form method="get" action="\(Route.reversiPuzzles.path)" class="chooser"><label class="field">Puzzle <select id="puzzle-number" name="number">\(options)</select></label><noscript><div class="buttons"><button class="button">Show</button> <a class="button" href="\(board)">Try it on the board</a></div></noscript></form>
      <p id="progress" class="hint"></p>
      </section>
      <section class="card" aria-labelledby="moves-title"><h2 id="moves-title">Moves</h2>
      \(MoveList.html(screen.game.record.moves, shown: screen.shownPly))
      </section>
      </aside>
      </div>
      """
    let page = Page(
      title: "Reversi puzzles · Baton", kind: "endings",
      description: "Endings of Reversi: keep the best result to the last square. No account.",
      data: [
        ("puzzles", puzzles.map { "\($0.score)~\($0.position.text)" }.joined(separator: "|")),
        ("given", given == nil ? "" : String(number)),
        ("engine", assets.path("engine.js")),
        ("engine-simd", assets.path("engine-simd.wasm")),
        ("engine-basic", assets.path("engine.wasm")), ("weights", assets.path("reversi.weights")),
      ],
      now: request.receivedAt, corner: NameForm.html(player), body: body)
    return page.response(assets)
  }
}

/// The way from the puzzles of one game to those of another.
enum PuzzleKinds {
  static func html(isChess: Bool) -> HTML {
    """
    <nav class="kinds" aria-label="Puzzles"><a href="\(Route.chessPuzzles.path)"\(" aria-current=\"page\"" as HTML, if: isChess)>Chess</a><a href="\(Route.reversiPuzzles.path)"\(" aria-current=\"page\"" as HTML, if: !isChess)>Reversi</a></nav>
    """
  }
}

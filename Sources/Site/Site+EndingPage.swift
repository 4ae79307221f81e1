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
    let (given, number) = PuzzleParts.number(request, of: puzzles.count)
    let puzzle = puzzles[number]
    let record = Record(start: puzzle.position)
    let screen = ReversiScreen.starting(people: SeatSet(first: 2), level: .usual, record: record)
      .screen
    let options = PuzzleParts.options(
      puzzles.map { "\($0.position.emptyCount) empty squares" }, chosen: number)
    let board = "\(Route.home.path)?mode=two&game=\(screen.transcript.encodingSpaces)"
    let body: HTML = """
      <h1 class="unseen">Puzzles of Reversi</h1>
      \(PuzzleParts.kinds(current: .reversiPuzzles))
      <div class="play">
      \(BoardSection.html(
        screen: screen, status: screen.status, said: [], problem: nil,
        form: BoardForm(
          action: Route.playForm.path,
          fields: [BoardForm.Field("game", screen.transcript), BoardForm.Field("mode", "two")]),
        steps: matchSteps))
      <aside class="side">
      \(PuzzleParts.card(
        title: "Keep the best result",
        task: """
        <p><strong id="task">\(puzzle.task)</strong></p>
        <p class="hint">Play to the end without giving a disc away; empty squares count for the winner.</p>
        """, options: options, action: .reversiPuzzles, board: board))
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

internal import Board
internal import Chess
internal import GameBoards
internal import Games
internal import HTTPServer
internal import MatchStore
internal import Opponents

extension Site {
  /// The page of puzzles; without script it shows them one by one, to be tried on the page of chess.
  func puzzlePage(_ request: HTTPRequest) async throws -> HTTPResponse {
    let player = try await player(of: request)
    let puzzles = ChessPuzzle.mates
    let (given, number) = PuzzleParts.number(request, of: puzzles.count)
    let puzzle = puzzles[number]
    guard let record = try? ChessTranscript(text: puzzle.transcript).record else {
      throw Problem.internalError
    }
    var screen = ChessScreen.starting(people: SeatSet(first: 2), level: 1, record: record).screen
    screen.see(from: screen.position.sideToMove)
    let side = ChessWords.name(screen.position.sideToMove)
    let options = PuzzleParts.options(
      puzzles.map { "mate in \($0.moves)" }, chosen: number)
    let board = "\(Route.chess.path)?mode=two&game=\(ChessFormGame.encoded(puzzle.transcript))"
    let body: HTML = """
      <h1 class="unseen">Puzzles of chess</h1>
      \(PuzzleParts.kinds(current: .chessPuzzles))
      <div class="play">
      \(ChessSection.html(
        screen: screen, status: screen.status, said: [], problem: nil,
        form: BoardForm(
          action: Route.chessForm.path,
          fields: [BoardForm.Field("game", puzzle.transcript), BoardForm.Field("mode", "two")]),
        steps: matchSteps))
      <aside class="side">
      \(PuzzleParts.card(
        title: "Find the mate",
        task: """
        <p id="task"><strong>\(side) to move mates in \(puzzle.moves) moves.</strong></p>
        """, options: options, action: .chessPuzzles, board: board))
      <section class="card" aria-labelledby="moves-title"><h2 id="moves-title">Moves</h2>
      \(ChessSection.moves(screen))
      <details><summary>Position</summary>\(ChessSection.fen(screen))</details>
      </section>
      </aside>
      </div>
      """
    var page = Page(
      title: "Chess puzzles · Baton", kind: "puzzles",
      description: "Mates in two to four moves, to be found move by move. No account.",
      data: [
        (
          "puzzles", puzzles.map { "\($0.moves)~\($0.transcript)" }.joined(separator: "|")
        ),
        ("given", given == nil ? "" : String(number)), ("men", assets.path("chessmen.js")),
        ("engine", assets.path("engine.js")),
        ("engine-simd", assets.path("chess-engine-simd.wasm")),
        ("engine-basic", assets.path("chess-engine.wasm")),
      ],
      now: request.receivedAt, corner: NameForm.html(player), body: body)
    page.isChess = true
    return page.response(assets)
  }
}

internal import Opponents
internal import MatchStore
internal import Board
internal import GameBoards
internal import Games
internal import HTTPServer
internal import Matches
internal import Reversi
internal import ReversiEngine
internal import Service

extension Site {
  /// The first page: a live board, and everything that can be begun from it.
  func homePage(_ request: HTTPRequest) async throws -> HTTPResponse {
    let game = try await FormGame(desk: desk) { request.field($0) }
    return try await homePage(game, request)
  }

  /// Plays what a form without script sent, and goes to the page of the game as it stands then.
  ///
  /// What was wrong is told on the page itself, with the game unchanged.
  func playByForm(_ request: HTTPRequest) async throws -> HTTPResponse {
    let form = try FormBody(request)
    let game = try await FormGame(desk: desk) { form[$0] }
    if game.problem != nil { return try await homePage(game, request) }
    return seeOther(game.address, cookie: nil)
  }

  private func homePage(_ game: FormGame, _ request: HTTPRequest) async throws -> HTTPResponse {
    let player = try await player(of: request)
    var matches: [MatchListEntry] = []
    if let player { matches = try await service.matches(of: player.id, limit: 30) }
    if isPartial(request) { return part(lists(matches, request), title: nil, request) }
    let body: HTML = """
      <h1 class="unseen">Play Reversi</h1>
      <div class="play">
      \(table(game))
      \(controls(game))
      </div>
      <section id="review-result" class="review" aria-label="Review of the game" aria-live="polite"></section>
      <section class="lists card" aria-labelledby="puzzles-title"><h2 id="puzzles-title">Puzzles</h2>
      <p>Endings in which one move keeps the result, \(ReversiPuzzle.endings.count) of them, from the last \(ReversiPuzzle.endings.first?.position.emptyCount ?? 0) squares to the last \(ReversiPuzzle.endings.last?.position.emptyCount ?? 0).</p>
      <p><a class="button main" href="\(Route.reversiPuzzles.path)">Solve puzzles</a></p></section>
      \(lists(matches, request))
      <section class="lists" aria-labelledby="others-title">
      <h2 id="others-title">Play with others</h2>
      <div class="cards">
      \(MatchForms.reversi(bots: service.registry.bots(of: ReversiPosition.info.id)))
      \(MatchForms.story)
      </div>
      </section>
      <section class="lists" aria-labelledby="public-title">
      <h2 id="public-title">Matches to watch</h2>
      \(PublicList.html(try await service.publicMatches(limit: 12), now: request.receivedAt))
      </section>
      """
    let page = Page(
      title: "Play Reversi · Baton", kind: "home",
      description:
        "Play Reversi at once: against the computer, with a friend by a link, or on one device; or tell a story together. No account.",
      data: [
        ("game", game.screen.transcript), ("level", String(game.level.number)),
        ("colour", game.colour.name.lowercased()), ("two", game.isForTwo ? "1" : ""),
        ("given", request.query.isEmpty ? "" : "1"),
        ("plain", String(ReversiLevel.lastPlain.number)), ("engine", assets.path("engine.js")),
        ("engine-simd", assets.path("engine-simd.wasm")),
        ("engine-basic", assets.path("engine.wasm")), ("weights", assets.path("reversi.weights")),
        ("files", assets.path("files.js")), ("study", assets.path("study.js")),
        ("setup", assets.path("setup.js")),
      ],
      now: request.receivedAt, corner: NameForm.html(player), body: body)
    return page.response(assets)
  }

  private func table(_ game: FormGame) -> HTML {
    BoardSection.html(
      screen: game.screen, status: game.screen.status, said: game.said, problem: game.problem,
      form: BoardForm(
        action: Route.playForm.path, fields: game.fields.map { BoardForm.Field($0.name, $0.value) }),
      steps: steps(game))
  }

  private func steps(_ game: FormGame) -> HTML {
    let count = game.screen.game.record.moves.count
    let shown = game.screen.shownPly
    func link(_ ply: Int, _ label: String, _ sign: String, _ action: String) -> HTML {
      let target = game.address + (ply < count ? "&ply=\(min(max(ply, 0), count))" : "")
      return """
        <a class="button icon" href="\(target)" data-do="\(action)" aria-label="\(label)" title="\(label)">\(sign)</a>
        """
    }
    let fields = HTML.joined(
      game.fields.map { field in
        "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(field.value)\">" as HTML
      })
    return """
      \(link(0, "First position", "«", "first"))\(link(shown - 1, "One move back", "‹", "previous"))<output id="ply" class="ply">\(shown) / \(count)</output>\(link(shown + 1, "One move on", "›", "next"))\(link(count, "Last position", "»", "last"))<form method="post" action="\(Route.playForm.path)">\(fields)<button class="button" name="undo" value="1" data-do="undo"\(" disabled", if: !game.screen.canTakeBack)>Undo</button></form>
      """
  }

  private func controls(_ game: FormGame) -> HTML {
    let levels = HTML.joined(
      ReversiLevel.all.map { level in
        """
        <option value="\(level.number)" data-says="The computer \(level.summary)."\(" selected", if: level == game.level)>\(level.number) · \(level.name)</option>
        """ as HTML
      })
    let isWhite = game.colour == .white
    return """
      <aside class="side">
      <form id="setup" method="get" action="/" class="card">
      <h2>On this device</h2>
      <label class="field">Level <select name="level" id="level">\(levels)</select></label>
      <p id="level-says" class="hint">The computer \(game.level.summary).</p>
      <fieldset class="choice"><legend>You play</legend>
      <label><input type="radio" name="colour" value="black"\(" checked", if: !isWhite)>Black, first</label>
      <label><input type="radio" name="colour" value="white"\(" checked", if: isWhite)>White</label>
      </fieldset>
      <label class="check script"><input type="checkbox" id="pause" checked> The computer takes a second to think</label>
      <div class="buttons">
      <button class="button main" name="mode" value="computer" data-do="new">New game</button>
      <button class="button" name="mode" value="two" data-do="two">Two players</button>
      </div>
      </form>
      <section class="card" aria-labelledby="moves-title"><h2 id="moves-title">Moves</h2>
      \(MoveList.html(game.screen.game.record.moves, shown: game.screen.shownPly))
      </section>
      <section class="card script" id="analysis" aria-labelledby="analysis-title"><h2 id="analysis-title">Analysis</h2>
      <label class="check"><input type="checkbox" id="study"> Show what each move is worth</label>
      <p id="verdict" class="verdict"></p>
      <p id="line" class="line-of-play"></p>
      <div class="buttons">
      <button type="button" class="button" id="review">Review the game</button>
      <button type="button" class="button" id="review-stop" hidden>Stop</button>
      </div>
      </section>
      <details class="card" id="files"><summary>Save or open a game</summary>
      <div class="buttons"><a class="button" id="download" href="\(Route.transcript(game: game.screen.transcript.isEmpty ? "start" : game.screen.transcript).path)" download="reversi.txt">Download the transcript</a> <button type="button" class="button script" id="set-up">Set up a position</button></div>
      <form id="open" method="post" action="\(Route.playForm.path)">
      <input type="hidden" name="game" value="\(game.screen.transcript)"><input type="hidden" name="mode" value="two">
      <label class="field" for="open-text">Paste a transcript, such as F5D6C3, or a position</label>
      <textarea id="open-text" name="open" rows="3" spellcheck="false" autocomplete="off" maxlength="4096"></textarea>
      <div class="buttons"><button class="button">Open</button><label class="button file script">Choose a file<input type="file" id="open-file" accept=".txt,text/plain" class="unseen"></label></div>
      <p id="open-error" class="problem" role="alert"></p>
      </form>
      <div class="script"><h3>Saved on this browser</h3><ul id="saved" class="saved"></ul></div>
      </details>
      </aside>
      """
  }

  /// A picture of a position, given by its transcript, or `start`.
  func picture(of game: String) throws -> HTTPResponse {
    let record = try record(of: game)
    let (screen, _) = ReversiScreen.starting(
      people: SeatSet(first: 2), level: .usual, record: record)
    var squares = screen.squares
    squares.mayMove = false
    let snapshot = BoardSnapshot(
      geometry: ReversiSquares.geometry, squares: (0..<64).map { squares.content(of: $0) },
      name: "Reversi, \(screen.status)")
    return .text(snapshot.svg(), contentType: "image/svg+xml")
  }

  /// A game as a file to keep: its transcript on one line.
  func transcriptFile(_ game: String) throws -> HTTPResponse {
    let text = Transcript(try record(of: game)).text
    var response = HTTPResponse.text(text + "\n")
    response.set("Content-Disposition", "attachment; filename=\"reversi.txt\"")
    return response
  }

  private func record(of game: String) throws -> Record<ReversiPosition> {
    guard game != "start" else { return Record(start: .start) }
    guard game.utf8.count <= 4096 else { throw Problem.malformed("game", "the game is too long") }
    do throws(TranscriptError) {
      return try Transcript(game).record
    } catch {
      throw Problem.malformed("game", error.text)
    }
  }

  /// The page that tells a person of an error.
  func errorPage(_ problem: Problem) -> HTTPResponse {
    let title = problem.status == 404 ? "Nothing here" : MatchWords.problem
    let page = Page(
      title: "\(title) · Baton", kind: "error",
      body: """
        <section class="card narrow"><h1>\(title)</h1><p>\(problem.detail.capitalisedFirst).</p><p><a class="button main" href="/">To the board</a></p></section>
        """)
    return page.response(assets, status: problem.status)
  }
}

extension String {
  /// The text with its first letter as a capital.
  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}

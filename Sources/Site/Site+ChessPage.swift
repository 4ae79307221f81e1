internal import Board
internal import Chess
internal import ChessEngine
internal import GameBoards
internal import Games
internal import HTTPServer
internal import MatchStore
internal import Matches
internal import Service

extension Site {
  /// The page of chess: a live board, and everything that can be begun from it.
  func chessPage(_ request: HTTPRequest) async throws -> HTTPResponse {
    let game = try await ChessFormGame(desk: desk) { request.field($0) }
    return try await chessPage(game, request)
  }

  /// Plays what a form without script sent, and goes to the page of the game as it stands then.
  func playChessByForm(_ request: HTTPRequest) async throws -> HTTPResponse {
    let form = try FormBody(request)
    let game = try await ChessFormGame(desk: desk) { form[$0] }
    if game.problem != nil { return try await chessPage(game, request) }
    return seeOther(game.address, cookie: nil)
  }

  private func chessPage(_ game: ChessFormGame, _ request: HTTPRequest) async throws -> HTTPResponse
  {
    let player = try await player(of: request)
    var matches: [MatchListEntry] = []
    if let player { matches = try await service.matches(of: player.id, limit: 30) }
    if isPartial(request) { return part(lists(matches, request), title: nil, request) }
    let body: HTML = """
      <h1 class="unseen">Play chess</h1>
      <div class="play">
      \(table(game))
      \(controls(game))
      </div>
      <section id="review-result" class="review" aria-label="Review of the game" aria-live="polite"></section>
      <section class="lists card" aria-labelledby="puzzles-title"><h2 id="puzzles-title">Puzzles</h2>
      <p>Mates in two to four moves, \(ChessPuzzle.mates.count) of them, to be found move by move.</p>
      <p><a class="button main" href="\(Route.chessPuzzles.path)">Solve puzzles</a></p></section>
      \(lists(matches, request))
      <section class="lists" aria-labelledby="others-title">
      <h2 id="others-title">Play with others</h2>
      <div class="cards">
      \(MatchForms.chess(bots: service.registry.bots(of: ChessGame.info.id)))
      </div>
      </section>
      """
    var page = Page(
      title: "Play Chess · Baton", kind: "chess",
      description:
        "Play chess at once: against the computer, with a friend by a link, or on one device. No account.",
      data: [
        ("game", game.screen.transcript.text), ("level", String(game.level.number)),
        ("colour", game.colour.name), ("two", game.isForTwo ? "1" : ""),
        ("given", request.query.isEmpty ? "" : "1"), ("home", Route.chess.path),
        ("games", "chess"), ("men", assets.path("chessmen.js")),
        ("engine", assets.path("engine.js")),
        ("engine-simd", assets.path("chess-engine-simd.wasm")),
        ("engine-basic", assets.path("chess-engine.wasm")), ("files", assets.path("files.js")),
        ("lines", assets.path("lines.js")), ("editor", assets.path("editor.js")),
      ],
      now: request.receivedAt, corner: NameForm.html(player), body: body)
    page.isChess = true
    return page.response(assets)
  }

  private func table(_ game: ChessFormGame) -> HTML {
    let fields = HTML.joined(
      game.fields.map { field in
        "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(field.value)\">" as HTML
      })
    return ChessSection.html(
      screen: game.screen, status: game.screen.status, said: game.said, problem: game.problem,
      form: BoardForm(
        action: Route.chessForm.path,
        fields: (game.fields + game.hand).map { BoardForm.Field($0.name, $0.value) }),
      steps: steps(game, fields),
      promotion: ChessSection.promotion(game.screen, Route.chessForm.path, fields))
  }

  private func steps(_ game: ChessFormGame, _ fields: HTML) -> HTML {
    let count = game.screen.notation.count
    let shown = game.screen.shownPly
    func link(_ ply: Int, _ label: String, _ sign: String, _ action: String) -> HTML {
      let target = game.address + (ply < count ? "&ply=\(min(max(ply, 0), count))" : "")
      return """
        <a class="button icon" href="\(target)" data-do="\(action)" aria-label="\(label)" title="\(label)">\(sign)</a>
        """
    }
    return """
      \(link(0, "First position", "«", "first"))\(link(shown - 1, "One move back", "‹", "previous"))<output id="ply" class="ply">\(shown) / \(count)</output>\(link(shown + 1, "One move on", "›", "next"))\(link(count, "Last position", "»", "last"))<button type="button" class="button icon script" data-do="flip" aria-label="Flip the board" title="Flip the board">⇅</button><form method="post" action="\(Route.chessForm.path)">\(fields)<button class="button icon" name="undo" value="1" data-do="undo" aria-label="Take back" title="Take back"\(" disabled", if: !game.screen.canTakeBack)>↶</button></form>
      """
  }

  private func controls(_ game: ChessFormGame) -> HTML {
    let levels = HTML.joined(
      ChessLevel.all.map { level in
        """
        <option value="\(level.number)" data-says="The computer \(level.summary)."\(" selected", if: level == game.level)>\(level.number) · \(level.name) (\(level.estimate.elo) ± \(level.estimate.error) Elo)</option>
        """ as HTML
      })
    let isBlack = game.colour == .black
    let claim = game.screen.canClaimDraw
    return """
      <aside class="side">
      <form id="setup" method="get" action="\(Route.chess.path)" class="card">
      <h2>On this device</h2>
      <label class="field">Level <select name="level" id="level">\(levels)</select></label>
      <p id="level-says" class="hint">The computer \(game.level.summary).</p>
      <fieldset class="choice"><legend>You play</legend>
      <label><input type="radio" name="colour" value="white"\(" checked", if: !isBlack)>White, first</label>
      <label><input type="radio" name="colour" value="black"\(" checked", if: isBlack)>Black</label>
      </fieldset>
      <label class="check script"><input type="checkbox" id="pause" checked> The computer takes a second to think</label>
      <div class="buttons">
      <button class="button main" name="mode" value="computer" data-do="new">New game</button>
      <button class="button" name="mode" value="two" data-do="two">Two players</button>
      </div>
      </form>
      <section class="card" aria-labelledby="moves-title"><h2 id="moves-title">Moves</h2>
      \(ChessSection.moves(game.screen))
      <form method="post" action="\(Route.chessForm.path)" id="claim"\(" hidden", if: !claim)><input type="hidden" name="game" value="\(game.screen.transcript.text)"><input type="hidden" name="mode" value="\(game.isForTwo ? "two" : "computer")"><input type="hidden" name="colour" value="\(game.colour.name)"><p class="hint">The rules grant a draw now.</p><button class="button" name="claim" value="1">Claim the draw</button></form>
      </section>
      <section class="card script" id="analysis" aria-labelledby="analysis-title"><h2 id="analysis-title">Analysis</h2>
      <label class="check"><input type="checkbox" id="study"> Show the engine’s lines</label>
      <div id="bar" class="bar" role="img" hidden><span></span></div>
      <p id="verdict" class="verdict"></p>
      <ol id="lines" class="engine-lines"></ol>
      <div class="buttons">
      <button type="button" class="button" id="review">Review the game</button>
      <button type="button" class="button" id="review-stop" hidden>Stop</button>
      </div>
      </section>
      <details class="card" id="files"><summary>Save or open a game</summary>
      \(ChessSection.fen(game.screen))
      <div class="buttons"><button type="button" class="button script" id="edit">Set up a position</button><a class="button" id="pgn" href="\(Route.chessFile.path)?game=\(ChessFormGame.encoded(game.screen.transcript.text))" download="chess.pgn">Download the game (PGN)</a></div>
      <form id="open" method="post" action="\(Route.chessForm.path)">
      <input type="hidden" name="game" value="\(game.screen.transcript.text)"><input type="hidden" name="mode" value="two">
      <label class="field" for="open-text">Paste a game (PGN) or a position (FEN)</label>
      <textarea id="open-text" name="open" rows="4" spellcheck="false" autocomplete="off" maxlength="16384"></textarea>
      <div class="buttons"><button class="button">Open</button><label class="button file script">Choose a file<input type="file" id="open-file" accept=".pgn,.fen,.txt,text/plain" class="unseen"></label></div>
      <p id="open-error" class="problem" role="alert"></p>
      </form>
      <div class="script"><h3>Saved on this browser</h3><ul id="saved" class="saved"></ul></div>
      </details>
      </aside>
      """
  }

  /// A game of chess on one device as a file to keep.
  func chessFile(_ request: HTTPRequest) throws -> HTTPResponse {
    let text = request.field("game") ?? ""
    guard text.utf8.count <= 16_384 else {
      throw Problem.malformed("game", "the game is too long")
    }
    do throws(TextError) {
      let record = try ChessTranscript(text: text).record
      return pgnFile(ChessNotation.pgn(of: record, white: "?", black: "?"))
    } catch {
      throw Problem.malformed("game", error.reason)
    }
  }

  func pgnFile(_ text: [UInt8]) -> HTTPResponse {
    var response = HTTPResponse.bytes(text, contentType: "application/x-chess-pgn")
    response.set("Content-Disposition", "attachment; filename=\"chess.pgn\"")
    return response
  }
}

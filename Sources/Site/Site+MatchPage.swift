internal import Board
internal import Chess
internal import GameBoards
internal import Games
internal import HTTPServer
internal import MatchStore
internal import Matches
internal import Opponents
internal import Reversi
internal import ReversiEngine
internal import Service
internal import Story

extension Site {
  /// The page of a match, with what went wrong if somebody asked for something.
  func matchPage(
    _ match: MatchID, _ request: HTTPRequest, problem: Problem? = nil
  ) async throws -> HTTPResponse {
    let player = try await player(of: request)
    let view = try await service.view(of: match, for: player?.id)
    if view.game == StoryPosition.info.id {
      return try await storyPage(
        view, of: match, player: player, host: request, problem: problem)
    }
    if view.game == ChessGame.info.id {
      return try await chessMatchPage(view, of: match, player: player, request, problem: problem)
    }
    guard view.game == ReversiPosition.info.id else { throw Problem.notFound }
    var matches: [MatchListEntry] = []
    if let player { matches = try await service.matches(of: player.id, limit: 30) }
    let card = card(view, match, request, .board)
    let title = "\(view.statusLine) · Baton"
    if isPartial(request) {
      return part(
        "\(card.html)\(lists(matches, request, here: view.id))", title: title, request, of: view)
    }
    var (screen, _) = ReversiScreen.starting(people: SeatSet(first: 2), level: .usual)
    let moves = (view.moves ?? []).compactMap { $0.move }.joined(separator: " ")
    do throws(TranscriptError) {
      _ = try screen.showMatch(
        moves: moves, you: view.you.flatMap { Seat($0 - 1) }, mayAct: view.yourTurn)
    } catch {
      throw Problem.internalError
    }
    var said = (view.moves ?? []).suffix(1).compactMap { last in
      last.isForced
        ? ReversiWords.announcement(of: .pass, by: last.seat == 1 ? .black : .white) : nil
    }
    if view.status == "ended" {
      said = [screen.position.isOver ? screen.status + "." : view.ending ?? ""]
    }
    let form = BoardForm(
      action: Route.matchForm(match, .moves).path,
      fields: hiddenFields(view).map { BoardForm.Field($0.name, $0.value) })
    let clocks = view.seats.map { seat in
      SeatClock(view, seat: seat.number, now: request.receivedAt)?.html(
        seat: seat.number, isEcho: true) ?? SeatClock.none(seat: seat.number)
    }
    let body: HTML = """
      <h1 class="unseen">A match of Reversi</h1>
      <div class="play">
      \(BoardSection.html(
        screen: screen, status: view.statusLine, said: said,
        problem: problem.map { "\(MatchWords.problem) (\($0.detail))" }, form: form,
        steps: matchSteps, isEnded: view.status == "ended", clocks: clocks,
        players: view.seats))
      <aside class="side">
      \(card.html)
      <section class="card" aria-labelledby="moves-title"><h2 id="moves-title">Moves</h2>
      \(MoveList.html(screen.game.record.moves, shown: screen.shownPly))
      <p><a class="button" id="download" href="/games/\(screen.transcript.isEmpty ? "start" : screen.transcript).txt" download="reversi.txt">Download the transcript</a></p>
      </section>
      </aside>
      </div>
      \(lists(matches, request, here: view.id))
      """
    let page = Page(
      title: title, kind: "match",
      description: "A match of Reversi, move by move. Whoever has the link can take a free seat.",
      data: [
        ("match", match.text), ("you", view.you.map { String($0) } ?? ""),
        ("version", String(view.version)), ("watch", request.field("watch") == nil ? "" : "1"),
      ],
      now: request.receivedAt, corner: NameForm.html(player), body: body,
      refreshSeconds: refreshSeconds(view))
    return page.response(assets, status: problem?.status ?? 200)
  }

  /// How soon a browser without script asks again: at once where others act, now and then where only clocks and
  /// offers may come.
  func refreshSeconds(_ view: MatchView) -> Int? {
    if view.status == "ended" { return nil }
    return view.yourTurn ? nil : 5
  }

  var matchSteps: HTML {
    let buttons = [
      ("first", "First position", "«"), ("previous", "One move back", "‹"),
      ("next", "One move on", "›"), ("last", "Last position", "»"),
    ].map { action, label, sign in
      """
      <button type="button" class="button icon script" data-do="\(action)" aria-label="\(label)" title="\(label)">\(sign)</button>
      """ as HTML
    }
    return
      "\(buttons[0])\(buttons[1])<output id=\"ply\" class=\"ply script\"></output>\(buttons[2])\(buttons[3])<button type=\"button\" class=\"button script\" data-do=\"flip\" aria-label=\"Flip the board\" title=\"Flip the board\">Flip</button>"
  }

  func hiddenFields(_ view: MatchView) -> [(name: String, value: String)] {
    // The key belongs to this view of the match: pressing twice sends the same command twice.
    [
      ("version", String(view.version)), ("key", "form-\(view.version)-\(view.id.suffix(8))"),
      ("ply", view.ply),
    ]
  }

  func hidden(_ view: MatchView) -> HTML {
    HTML.joined(
      hiddenFields(view).map { field in
        "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(field.value)\">" as HTML
      })
  }

  /// The card with the players.
  func card(
    _ view: MatchView, _ match: MatchID, _ request: HTTPRequest, _ words: SeatWords
  ) -> MatchCard {
    let base = baseURL?.text ?? "http://\(request.headers["Host"] ?? "")"
    return MatchCard(
      view: view, match: match, words: words, link: "\(base)\(Route.match(match).path)",
      fields: hiddenFields(view), now: request.receivedAt)
  }

  // MARK: Parts that the script asks for again

  /// The reader's matches, at the foot of a page.
  func lists(
    _ matches: [MatchListEntry], _ request: HTTPRequest, here: String? = nil
  ) -> HTML {
    """
    <section class="lists" aria-labelledby="matches-title"><h2 id="matches-title">My matches</h2>
    \(MatchList.html(matches, now: request.receivedAt, here: here))
    </section>
    """
  }

  /// Whether the script asks for what can change on a page, without the board and the frame.
  func isPartial(_ request: HTTPRequest) -> Bool { request.field("part") != nil }

  /// The answer to the script that asks for what can change on a page.
  func part(
    _ body: HTML, title: String?, _ request: HTTPRequest, of view: MatchView? = nil
  ) -> HTTPResponse {
    let version: HTML =
      view.map { " data-version=\"\($0.version)\"" as HTML } ?? .none
    let html: HTML = """
      <!doctype html><html lang="en"><title>\(title ?? "Baton")</title><body data-now="\(String(request.receivedAt))"\(version)><main>\(body)</main></body></html>
      """
    return .text(html.text, contentType: "text/html; charset=utf-8")
  }
}

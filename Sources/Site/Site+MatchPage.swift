internal import ReversiEngine
internal import Opponents
internal import Board
internal import GameBoards
internal import Games
internal import HTTPServer
internal import MatchStore
internal import Matches
internal import Reversi
internal import Service
internal import Story

extension Site {
  /// The page of a match.
  func matchPage(_ match: MatchID, _ request: HTTPRequest) async throws -> HTTPResponse {
    let player = try await player(of: request)
    return try await matchPage(
      match, player: player, problem: nil, receivedAt: request.receivedAt, host: request)
  }

  private func matchPage(
    _ match: MatchID, player: PlayerRecord?, problem: String?, receivedAt: Int64,
    host request: HTTPRequest
  ) async throws -> HTTPResponse {
    let view = try await service.view(of: match, for: player?.id)
    if view.game == StoryPosition.info.id {
      return try await storyPage(view, of: match, player: player, host: request)
    }
    guard view.game == ReversiPosition.info.id else { throw Problem.notFound }
    var matches: [MatchListEntry] = []
    if let player { matches = try await service.matches(of: player.id, limit: 30) }
    var (screen, _) = ReversiScreen.starting(people: SeatSet(first: 2), level: .usual)
    let moves = (view.moves ?? []).compactMap { $0.move }.joined(separator: " ")
    do throws(TranscriptError) {
      _ = try screen.showMatch(
        moves: moves, you: view.you.flatMap { Seat($0 - 1) }, mayAct: view.yourTurn)
    } catch {
      throw Problem.internalError
    }
    let said = (view.moves ?? []).suffix(1).compactMap { last in
      last.isForced
        ? ReversiWords.announcement(of: .pass, by: last.seat == 1 ? .black : .white) : nil
    }
    let form = BoardForm(
      action: Route.matchForm(match, .moves).path,
      fields: hiddenFields(view).map { BoardForm.Field($0.name, $0.value) })
    let body: HTML = """
      <h1 class="unseen">A match of Reversi</h1>
      <div class="play">
      \(BoardSection.html(
        screen: screen, status: view.statusLine, said: said, problem: problem, form: form,
        steps: steps, isEnded: view.status == "ended"))
      <aside class="side">
      \(seats(view, match, request))
      <section class="card" aria-labelledby="moves-title"><h2 id="moves-title">Moves</h2>
      \(MoveList.html(screen.game.record.moves, shown: screen.shownPly))
      <p><a class="button" id="download" href="/games/\(screen.transcript.isEmpty ? "start" : screen.transcript).txt" download="reversi.txt">Download the transcript</a></p>
      </section>
      </aside>
      </div>
      <section class="lists" aria-labelledby="matches-title"><h2 id="matches-title">My matches</h2>
      \(MatchList.html(matches, now: receivedAt))
      </section>
      """
    let waits = view.status != "ended" && !view.yourTurn
    let page = Page(
      title: "\(view.statusLine) · Baton", kind: "match",
      data: [("match", match.text), ("you", view.you.map { String($0) } ?? "")],
      corner: NameForm.html(player), body: body, refreshSeconds: waits ? 5 : nil)
    return page.response(assets)
  }

  private var steps: HTML {
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

  /// The card with the players, the link to send, and what can be asked of the match besides moves.
  func seats(
    _ view: MatchView, _ match: MatchID, _ request: HTTPRequest, words: SeatWords = .board
  ) -> HTML {
    let rows = HTML.joined(view.seats.map { seatRow($0, you: view.you, words: words) })
    func form(_ command: Route.Command, _ label: String, _ style: String, id: String) -> HTML {
      """
      <form method="post" action="\(Route.matchForm(match, command).path)" id="\(id)">\(hidden(view))<button class="button \(style)">\(label)</button></form>
      """
    }
    let canJoin =
      view.you == nil && view.seats.contains { $0.name == nil } && view.status != "ended"
    let isPlaying = view.you != nil && view.status != "ended"
    let base = baseURL?.text ?? "http://\(request.headers["Host"] ?? "")"
    let link = "\(base)\(Route.match(match).path)"
    return """
      <section class="card" id="match" aria-labelledby="seats-title"><h2 id="seats-title">Players</h2>
      <ul id="seats" class="seats">\(rows)</ul>
      <div id="invite"\(" hidden", if: view.seats.allSatisfy { $0.name != nil } || view.you == nil)><label class="field" for="link">\(words.invitation)</label><div class="copy"><input id="link" readonly value="\(link)"><button type="button" class="button script" id="copy">Copy</button></div></div>
      <div class="buttons">
      <div id="join"\(" hidden", if: !canJoin)>\(form(.join, words.join, "main", id: "join-form"))</div>
      <div id="rematch"\(" hidden", if: view.you == nil || view.status != "ended" || view.rematch != nil)>\(form(.rematch, "Rematch", "main", id: "rematch-form"))</div>
      <a id="to-rematch" class="button main" href="/m/\(view.rematch ?? "")"\(" hidden", if: view.rematch == nil)>To the rematch</a>
      <div id="quit"\(" hidden", if: !isPlaying)><details><summary class="button">Quit</summary><p class="hint">\(words.quitting)</p>\(form(.quit, "Yes, quit", "danger", id: "quit-form"))</details></div>
      </div>
      <p id="link-state" class="hint" role="status"></p>
      </section>
      """
  }

  private func seatRow(_ seat: SeatView, you: Int?, words: SeatWords) -> HTML {
    """
    <li\(" class=\"turn\"" as HTML, if: seat.mayAct)><span class="disc \(words.mark(seat.number))" aria-hidden="true"></span><span class="who"><bdi>\(seat.name ?? "open seat")</bdi>\(" (you)", if: seat.number == you)</span> <span class="state">\(words.outcomes[seat.outcome] ?? "")</span></li>
    """
  }
}

/// What the card of players says, which is not the same for every game.
struct SeatWords {
  let invitation: String
  let join: String
  let quitting: String
  let outcomes: [String: String]
  /// The class of the mark of a seat, by its number.
  let mark: @Sendable (Int) -> String

  /// For two at a board.
  static let board = SeatWords(
    invitation: "Send this link to a friend", join: "Take the seat",
    quitting: "You lose the match if you quit.",
    outcomes: [
      "won": "won", "lost": "lost", "tied": "draw", "quit": "quit", "timeExpired": "out of time",
    ], mark: { $0 == 1 ? "b" : "w" })

  /// For those who tell a story.
  static let story = SeatWords(
    invitation: "Send this link to the others", join: "Take a seat",
    quitting: "The others tell the story on without you. What you wrote stays.",
    outcomes: ["won": "stayed", "tied": "finished", "quit": "quit"], mark: { "s\($0)" })
}

extension MatchView {
  /// How many moves there are, as forms send it along.
  var ply: String { String(moves?.count ?? 0) }
}

internal import Games
internal import HTTPServer
internal import MatchStore
internal import Matches
internal import Service
internal import Story

extension Site {
  /// The page of a story: what is written so far, whose turn it is, and the form to write on.
  func storyPage(
    _ view: MatchView, of match: MatchID, player: PlayerRecord?, host request: HTTPRequest,
    refused: StoryDraft? = nil, problem asked: Problem? = nil
  ) async throws -> HTTPResponse {
    let story: StoryView
    do {
      story = try StoryView(view)
    } catch {
      throw Problem.internalError
    }
    var matches: [MatchListEntry] = []
    if let player { matches = try await service.matches(of: player.id, limit: 30) }
    let problem = (refused?.problem ?? asked).map { "\(MatchWords.problem) (\($0.detail))" }
    let agreed = story.standing.agreed.count
    let isOver = view.status == "ended"
    let body: HTML = """
      <h1 class="unseen">A story told in turns</h1>
      <div class="play">
      <section class="telling" aria-label="Story">
      <p id="status" class="status" role="status">\(view.statusLine)</p>
      <p id="problem" class="problem" role="alert">\(problem ?? "")</p>
      <p id="said" class="said" role="status" data-own>\(view.ending ?? "")</p>
      <ol id="story" class="story" aria-live="polite">\(HTML.joined(story.moves.map { part($0.seat, $0.move, in: story) }))</ol>
      <p id="agreed" class="hint"\(" hidden", if: agreed == 0 || isOver)>\(agreed) of \(story.standing.staying.count) agree that the story ends here.</p>
      \(writing(story, match, refused))
      <p class="hint"><output id="left">\(story.standing.left)</output> of \(story.standing.limits.total) characters are left in the story.</p>
      </section>
      <aside class="side">
      \(card(view, match, request, .story).html)
      </aside>
      </div>
      \(lists(matches, request, here: view.id))
      """
    let title = "\(view.statusLine) · Story · Baton"
    // A page with words that were not taken stays as it is.
    let waits = refused == nil && asked == nil
    let page = Page(
      title: title, kind: "story",
      description: "A story told in turns: everybody adds some words, until it is full.",
      data: [
        ("match", match.text), ("you", view.you.map { String($0) } ?? ""),
        ("version", String(view.version)), ("room", String(story.standing.room)),
        ("turn", view.yourTurn ? "1" : ""), ("watch", request.field("watch") == nil ? "" : "1"),
      ],
      now: request.receivedAt, corner: NameForm.html(player), body: body,
      refreshSeconds: waits ? refreshSeconds(view) : nil)
    return page.response(assets, status: (refused?.problem ?? asked)?.status ?? 200)
  }

  /// One turn: who, and what.
  private func part(_ seat: Int, _ move: StoryMove, in story: StoryView) -> HTML {
    let words =
      move.added.map { "<bdi class=\"words\" dir=\"auto\">\($0.text)</bdi>" as HTML } ?? .none
    let speaksOfEnd =
      switch move {
      case .write(_, let endsHere): endsHere
      case .agreeToEnd: true
      }
    return """
      <li class="part s\(seat)"><span class="by"><span class="disc s\(seat)" aria-hidden="true"></span><bdi>\(story.name(seat))</bdi></span>\(words)\("<span class=\"note\">The story could end here.</span>", if: speaksOfEnd)</li>
      """
  }

  private func writing(_ story: StoryView, _ match: MatchID, _ refused: StoryDraft?) -> HTML {
    let view = story.match
    guard view.you != nil, view.status != "ended" || refused != nil else { return .none }
    let room = story.standing.room
    let count = refused.map { $0.text.unicodeScalars.count } ?? 0
    let counter =
      count > room ? "\(count - room) characters too many" : "\(room - count) characters left"
    // Words that were refused can be copied even when it is not the writer's turn any more.
    let state: HTML = view.yourTurn ? .none : refused == nil ? " disabled" : " readonly"
    return """
      <form id="write" class="writing" method="post" action="\(Route.matchForm(match, .moves).path)">\(hidden(view))
      <label for="draft">How the story goes on</label>
      <textarea id="draft" name="text" rows="5" dir="auto" autocomplete="off" aria-describedby="counter"\(state)>
      \(refused?.text ?? "")</textarea>
      <p id="counter" class="counter\(" over", if: count > room)">\(counter)</p>
      <label class="check"><input type="checkbox" name="end" id="end" value="1"\(" checked", if: refused?.endsHere == true)\(" disabled", if: !view.yourTurn)> The story could end here</label>
      <p class="hint">It ends when everybody who is left says so, one after the other. Say so without writing to agree.</p>
      <div class="buttons"><button id="send" class="button main"\(" disabled", if: !view.yourTurn)>Send</button></div>
      </form>
      """
  }
}

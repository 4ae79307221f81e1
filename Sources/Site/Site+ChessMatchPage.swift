internal import Board
internal import Chess
internal import GameBoards
internal import Games
internal import HTTPServer
internal import MatchStore
internal import Matches
internal import Opponents
internal import Service

extension Site {
  /// The page of a match of chess.
  func chessMatchPage(
    _ view: MatchView, of match: MatchID, player: PlayerRecord?, _ request: HTTPRequest,
    problem: Problem?
  ) async throws -> HTTPResponse {
    var matches: [MatchListEntry] = []
    if let player { matches = try await service.matches(of: player.id, limit: 30) }
    var screen = try chessScreen(view)
    var card = card(view, match, request, .chess)
    if screen.canClaimDraw { card.drawClaim = ChessAction.claimDraw.text }
    let title = "\(view.statusLine) · Chess · Baton"
    if isPartial(request) {
      return part(
        "\(card.html)\(lists(matches, request, here: view.id))", title: title, request, of: view)
    }
    // Without script the piece in hand is in the address.
    if let from = request.field("from").flatMap({ try? ChessSquare(text: $0) }) {
      screen.select(from)
      if let to = request.field("to").flatMap({ try? ChessSquare(text: $0) }),
        screen.squares.moves(to: to).contains(where: { $0.promotion != nil })
      {
        _ = screen.tap(to)
      }
    }
    let action = Route.matchForm(match, .moves).path
    let hand = screen.squares.selected.map { [BoardForm.Field("from", $0.text)] } ?? []
    let form = BoardForm(
      action: action, fields: hiddenFields(view).map { BoardForm.Field($0.name, $0.value) } + hand)
    let clocks = view.seats.map { seat in
      SeatClock(view, seat: seat.number, now: request.receivedAt)?.html(
        seat: seat.number, isEcho: true) ?? SeatClock.none(seat: seat.number)
    }
    let isEnded = view.status == "ended"
    let said = isEnded ? [screen.shown.isOver ? screen.status + "." : view.ending ?? ""] : []
    let body: HTML = """
      <h1 class="unseen">A match of chess</h1>
      <div class="play">
      \(ChessSection.html(
        screen: screen, status: view.statusLine, said: said,
        problem: problem.map { "\(MatchWords.problem) (\($0.detail))" }, form: form,
        steps: matchSteps, players: view.seats, isEnded: isEnded, clocks: clocks,
        promotion: ChessSection.promotion(screen, action, hidden(view))))
      <aside class="side">
      \(card.html)
      <section class="card" aria-labelledby="moves-title"><h2 id="moves-title">Moves</h2>
      \(ChessSection.moves(screen))
      <p><a class="button" id="pgn" href="\(Route.matchFile(match).path)" download="chess.pgn">Download the game (PGN)</a></p>
      <details><summary>Position</summary>\(ChessSection.fen(screen))</details>
      </section>
      </aside>
      </div>
      \(lists(matches, request, here: view.id))
      """
    var page = Page(
      title: title, kind: "match",
      description: "A match of chess, move by move. Whoever has the link can take a free seat.",
      data: [
        ("match", match.text), ("you", view.you.map { String($0) } ?? ""),
        ("version", String(view.version)), ("watch", request.field("watch") == nil ? "" : "1"),
        ("start", "\(Site.start(of: view)) moves "), ("men", assets.path("chessmen.js")),
      ],
      now: request.receivedAt, corner: NameForm.html(player), body: body,
      refreshSeconds: hand.isEmpty ? refreshSeconds(view) : nil)
    page.isChess = true
    return page.response(assets, status: problem?.status ?? 200)
  }

  /// How the line of a match begins.
  private static func start(of view: MatchView) -> String {
    view.start.map { "fen \($0)" } ?? "startpos"
  }

  /// The screen of a match as its reader sees it.
  private func chessScreen(_ view: MatchView) throws(Problem) -> ChessScreen {
    var (screen, _) = ChessScreen.starting(people: SeatSet(first: 2), level: 1)
    let moves = (view.moves ?? []).compactMap { $0.move }.joined(separator: " ")
    do throws(TextError) {
      _ = try screen.showMatch(
        "\(Site.start(of: view)) moves \(moves)", you: view.you.flatMap { Seat($0 - 1) },
        mayAct: view.yourTurn)
    } catch {
      throw .internalError
    }
    if view.you == 2 { screen.flip() }
    return screen
  }

  /// What a square means that was pressed on a page without script: a piece to take up, or where it goes.
  ///
  /// - Returns: `nil` where the match is of another game.
  func touchByForm(
    _ square: ChessSquare, _ form: FormBody, on match: MatchID, _ request: HTTPRequest
  ) async throws -> HTTPResponse? {
    let player = try await player(of: request)
    let view = try await service.view(of: match, for: player?.id)
    guard view.game.hasSameBytes(as: ChessGame.info.id) else { return nil }
    var screen = try chessScreen(view)
    screen.select(form["from"].flatMap { try? ChessSquare(text: $0) })
    for case .send(let action) in screen.tap(square) {
      return try await performByForm(.moves, form, move: action.text, on: match, request)
    }
    var address = Route.match(match).path
    if let selected = screen.squares.selected { address += "?from=\(selected.text)" }
    if let promotion = screen.promotion { address += "&to=\(promotion.to.text)" }
    return seeOther("\(address)#board", cookie: nil)
  }

  /// A match as a file to keep: only chess has one.
  func matchFile(_ match: MatchID, _ request: HTTPRequest) async throws -> HTTPResponse {
    let view = try await service.view(of: match, for: try await player(of: request)?.id)
    guard view.game.hasSameBytes(as: ChessGame.info.id) else { throw Problem.notFound }
    let record = try chessScreen(view).game.record
    func name(_ seat: Int) -> String {
      view.seats.first { $0.number == seat }?.name ?? "?"
    }
    let day = UTCDay(milliseconds: request.receivedAt)
    return pgnFile(
      ChessNotation.pgn(
        of: record, white: name(1), black: name(2), date: day.text,
        result: Site.result(of: view)))
  }

  /// The result of a match where the rules of the board did not give it, as PGN writes it.
  private static func result(of view: MatchView) -> PGNResult? {
    guard view.status == "ended", view.seats.count == 2 else { return nil }
    switch (view.seats[0].outcome, view.seats[1].outcome) {
    case ("won", _): return .whiteWins
    case (_, "won"): return .blackWins
    case ("tied", "tied"): return .draw
    default: return .unknown
    }
  }
}

/// A day of the Gregorian calendar in UTC.
struct UTCDay {
  let year: Int
  let month: Int
  let day: Int

  /// The day of an instant, by Howard Hinnant's algorithm for civil dates.
  init(milliseconds: Int64) {
    let days = Int(milliseconds / 86_400_000) + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The day as PGN writes it: `2026.11.30`.
  var text: String { "\(year).\(month < 10 ? "0" : "")\(month).\(day < 10 ? "0" : "")\(day)" }
}

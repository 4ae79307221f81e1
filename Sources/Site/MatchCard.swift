internal import Chess
internal import Games
internal import Matches
internal import Service
internal import Story

/// The card with the players of a match, the link to send, and what can be asked of the match besides moves.
struct MatchCard {
  let view: MatchView
  let match: MatchID
  let words: SeatWords
  /// The address to send to others.
  let link: String
  /// The fields that every form of the match carries.
  let fields: [(name: String, value: String)]
  /// When the page is made, in milliseconds since 1970.
  let now: Int64
  /// The move by which the reader can claim a draw now, if there is one.
  var drawClaim: String?

  var html: HTML {
    let rows = HTML.joined(view.seats.map { row($0) })
    let hasOpenSeat = view.seats.contains { $0.name == nil }
    let canJoin = view.you == nil && hasOpenSeat && !isEnded
    let isFull = view.seats.allSatisfy { $0.name != nil }
    return """
      <section class="card" id="match" tabindex="-1" aria-labelledby="seats-title"><h2 id="seats-title">Players</h2>
      <ul id="seats" class="seats">\(rows)</ul>
      <p id="terms" class="hint">\(terms)</p>
      <div id="asked">\(asked)</div>
      <div id="invite"\(" hidden", if: isFull || view.you == nil || isEnded)><label class="field" for="link">\(words.invitation)</label><div class="copy"><input id="link" readonly value="\(link)"><button type="button" class="button script" id="copy" data-own>Copy</button></div></div>
      <div class="buttons" id="actions">
      <div id="join"\(" hidden", if: !canJoin)>\(form(.join, words.join, "main", id: "join-form"))</div>
      <div id="rematch"\(" hidden", if: view.you == nil || !isEnded || view.rematch != nil || !isFull)>\(form(.rematch, "Rematch", "main", id: "rematch-form"))</div>
      <a id="to-rematch" class="button main" href="/m/\(view.rematch ?? "")"\(" hidden", if: view.rematch == nil)>To the rematch</a>
      \(actions)
      <div id="quit"\(" hidden", if: !isPlaying)>\(quit)</div>
      </div>
      <p id="link-state" class="hint" role="status" data-own></p>
      </section>
      """
  }

  private var isEnded: Bool { view.status == "ended" }
  private var own: SeatView? { view.seats.first { $0.number == view.you } }
  private var isPlaying: Bool { own?.status == "active" && !isEnded }

  private func name(_ seat: Int) -> HTML {
    "<bdi>\(view.seats.first { $0.number == seat }?.name ?? "Player \(seat)")</bdi>"
  }

  private func form(
    _ command: Route.Command, _ label: String, _ style: String, id: String,
    _ more: [(name: String, value: String)] = []
  ) -> HTML {
    let hidden = HTML.joined(
      (fields + more).map { field in
        "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(field.value)\">" as HTML
      })
    return """
      <form method="post" action="\(Route.matchForm(match, command).path)" id="\(id)">\(hidden)<button class="button \(style)">\(label)</button></form>
      """
  }

  // MARK: Who plays

  private func row(_ seat: SeatView) -> HTML {
    let acts = seat.mayAct && !isEnded
    let clock = SeatClock(view, seat: seat.number, now: now)?.html(seat: seat.number) ?? .none
    return """
      <li id="seat-\(seat.number)"\(" class=\"turn\"" as HTML, if: acts)><span class="disc \(words.mark(seat.number))" aria-hidden="true"></span><span class="who"><bdi>\(seat.name ?? Who.nobody)</bdi>\(" (you)", if: seat.number == view.you)</span> <span class="state">\(state(seat))</span>\(clock)</li>
      """
  }

  private func state(_ seat: SeatView) -> String {
    if let outcome = words.outcomes[seat.outcome] { return outcome }
    if seat.status == "invited" { return "invited" }
    if seat.status == "declined" { return "declined" }
    guard !isEnded else { return "" }
    if view.claimable.contains(seat.number) { return "out of time" }
    if view.clock?.away.contains(seat.number) == true { return "on vacation" }
    return view.clock?.isPaused == true ? "paused" : ""
  }

  private var terms: String {
    var parts: [String] = []
    if let control = try? TimeControl(text: view.timeControl) {
      parts.append(ClockWords.words(control))
    }
    switch view.spectators {
    case "public": parts.append("anybody may watch")
    case "none": parts.append("nobody else may watch")
    default: break
    }
    if let clock = view.clock, let seat = view.you, seat <= clock.vacation.count,
      clock.vacation[seat - 1] > 0, isPlaying
    {
      parts.append("\(ClockWords.left(clock.vacation[seat - 1])) of vacation left")
    }
    return parts.joined(separator: " · ")
  }

  // MARK: What is to be answered

  private var asked: HTML {
    var panels: [HTML] = []
    if own?.status == "invited", !isEnded {
      panels.append(
        panel(
          "You are invited to this match.",
          [
            form(.join, "Accept", "main", id: "accept-form"),
            form(.decline, "Decline", "", id: "decline-form"),
          ]))
    }
    if let offer = view.offer, !isEnded { panels.append(panel(for: offer)) }
    let late = view.claimable.filter { $0 != view.you }
    if isPlaying, let first = late.first {
      panels.append(
        panel(
          "\(name(first)) has run out of time.",
          [form(.claim, "Claim the win", "main", id: "claim-form")]))
    }
    if isPlaying, view.claimable.contains(view.you ?? 0) {
      panels.append(panel("Your time is over. You may move until somebody claims the win.", []))
    }
    if view.clock?.isPaused == true, !isEnded {
      panels.append(
        panel(
          "The clocks are paused. A move lets them run again.",
          isPlaying ? [form(.resume, "Go on now", "", id: "resume-form")] : []))
    }
    return HTML.joined(panels)
  }

  private func panel(_ text: HTML, _ forms: [HTML]) -> HTML {
    """
    <div class="panel"><p>\(text)</p>\("<div class=\"buttons\">\(HTML.joined(forms))</div>", if: !forms.isEmpty)</div>
    """
  }

  private func panel(for offer: OfferView) -> HTML {
    let isOwn = offer.seat == view.you
    let what: HTML =
      switch offer.kind {
      case "draw": isOwn ? "You offer a draw." : "\(name(offer.seat)) offers a draw."
      case "takeback":
        isOwn
          ? "You ask to take your last move back."
          : "\(name(offer.seat)) asks to take the last move back."
      default: isOwn ? "You ask for a pause." : "\(name(offer.seat)) asks for a pause."
      }
    let number = ("offer", String(offer.number))
    if isOwn, isPlaying {
      return panel(
        what,
        [form(.answer, "Withdraw", "", id: "withdraw-form", [number, ("accept", "no")])])
    }
    guard isPlaying else { return panel(what, []) }
    if offer.accepted.contains(view.you ?? 0) {
      return panel("\(what) You accept; others have still to answer.", [])
    }
    return panel(
      what,
      [
        form(.answer, "Accept", "main", id: "yes-form", [number, ("accept", "yes")]),
        form(.answer, "Decline", "", id: "no-form", [number, ("accept", "no")]),
      ])
  }

  // MARK: What can be done

  private var actions: HTML {
    var forms: [HTML] = []
    let labels = [
      "draw": "Offer a draw", "takeback": "Ask to take back", "pause": "Ask for a pause",
    ]
    for kind in view.mayOffer ?? [] where kind != "draw" || words.knowsDraws {
      // A computer does what it is asked for at once.
      let plain = ["takeback": "Take back", "pause": "Pause"]
      let label = isAgainstComputers ? plain[kind] : labels[kind]
      forms.append(form(.offer, label ?? kind, "", id: "offer-\(kind)", [("kind", kind)]))
    }
    if let drawClaim, isPlaying {
      forms.append(form(.moves, "Claim a draw", "", id: "claim-draw-form", [("move", drawClaim)]))
    }
    if isPlaying, canRemind { forms.append(form(.remind, "Remind", "", id: "remind-form")) }
    if isPlaying, let clock = view.clock, let seat = view.you, seat <= clock.vacation.count {
      let left = clock.vacation[seat - 1]
      if clock.away.contains(seat) {
        forms.append(
          form(.vacation, "End the vacation", "main", id: "vacation-form", [("begins", "no")]))
      } else if left > 0 {
        forms.append(
          form(.vacation, "Go on vacation", "", id: "vacation-form", [("begins", "yes")]))
      }
    }
    if isEnded, let analysis = words.analysis(view) {
      forms.append("<a class=\"button\" id=\"analyse\" href=\"\(analysis)\">Analyse</a>")
    }
    if let own, isEnded || own.status == "done" || own.status == "declined" {
      forms.append(form(.remove, "Remove from the list", "", id: "remove-form"))
    }
    return HTML.joined(forms)
  }

  private var isAgainstComputers: Bool {
    view.seats.allSatisfy { $0.number == view.you || $0.bot != nil || $0.status != "active" }
  }

  /// Whether somebody else is to act who can be reminded, and there is the time for it.
  private var canRemind: Bool {
    let others = view.seats.filter { $0.mayAct && $0.number != view.you }
    guard others.contains(where: { $0.bot == nil && $0.status == "active" }),
      let control = try? TimeControl(text: view.timeControl)
    else { return false }
    switch control.system {
    case .none: return true
    case .perTurn(let span): return span >= 3_600_000
    default: return false
    }
  }

  private var quit: HTML {
    // Before it begins there is nothing to lose.
    let isBegun = view.status == "open"
    let label = !isBegun ? "Cancel" : words.quits
    let hint = !isBegun ? "The match ends before it has begun." : words.quitting
    let outcome = isBegun ? words.outcomeOfQuitting.map { [("outcome", $0)] } ?? [] : []
    return """
      <details><summary class="button">\(label)</summary><p class="hint">\(hint)</p>\(form(.quit, "Yes, \(label.lowercased())", "danger", id: "quit-form", outcome))</details>
      """
  }
}

/// What the card of players says, which is not the same for every game.
struct SeatWords: Sendable {
  let invitation: String
  let join: String
  /// What leaving is called.
  let quits: String
  let quitting: String
  /// What somebody who leaves has come to, where that is another thing than having quit.
  let outcomeOfQuitting: String?
  /// Whether all can agree on a draw.
  let knowsDraws: Bool
  /// Where a match that is over can be analysed, if it can be.
  let analysis: @Sendable (MatchView) -> String?
  let outcomes: [String: String]
  /// The class of the mark of a seat, by its number.
  let mark: @Sendable (Int) -> String

  /// For two at a board.
  static let board = SeatWords(
    invitation: "Waiting for a player. Send this link to a friend", join: "Take the seat",
    quits: "Resign", quitting: "You lose the match if you resign.", outcomeOfQuitting: "lost",
    knowsDraws: true,
    analysis: { view in
      guard let moves = view.moves, !moves.isEmpty else { return nil }
      let game = moves.compactMap { $0.isForced ? nil : $0.move }.joined()
      return "/?mode=two&game=\(game)#analysis"
    },
    outcomes: [
      "won": "won", "lost": "lost", "tied": "draw", "quit": "quit", "timeExpired": "out of time",
    ], mark: { $0 == 1 ? "b" : "w" })

  /// For two at a board at which white begins.
  static let chess = SeatWords(
    invitation: board.invitation, join: board.join, quits: board.quits, quitting: board.quitting,
    outcomeOfQuitting: board.outcomeOfQuitting, knowsDraws: true,
    analysis: { view in
      guard let moves = view.moves, !moves.isEmpty else { return nil }
      let start = view.start.map { "fen \($0)" } ?? "startpos"
      let game = "\(start) moves \(moves.compactMap { $0.move }.joined(separator: " "))"
      return "\(Route.chess.path)?mode=two&game=\(ChessFormGame.encoded(game))#analysis"
    },
    outcomes: board.outcomes, mark: { $0 == 1 ? "w" : "b" })

  /// The words for a game, by its identifier.
  static func of(_ game: String) -> SeatWords {
    switch game {
    case StoryPosition.info.id: .story
    case ChessGame.info.id: .chess
    default: .board
    }
  }

  /// For those who tell a story.
  static let story = SeatWords(
    invitation: "Waiting for players. Send this link to the others", join: "Take a seat",
    quits: "Quit",
    quitting: "The others tell the story on without you. What you wrote stays.",
    outcomeOfQuitting: nil, knowsDraws: false, analysis: { _ in nil },
    outcomes: [
      "won": "stayed", "tied": "finished", "quit": "quit", "timeExpired": "out of time",
    ], mark: { "s\($0)" })
}

extension MatchView {
  /// How many moves there are, as forms send it along.
  var ply: String { String(moves?.count ?? 0) }
}

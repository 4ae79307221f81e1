internal import Board
internal import GameBoards
internal import Games
internal import MatchStore
internal import Matches
internal import Reversi
internal import Service
internal import Story

/// The part of a page with the board: scores, status, board, steps.
enum BoardSection {
  static func html(
    screen: ReversiScreen, status: String, said: [String], problem: String?, form: BoardForm,
    steps: HTML, isEnded: Bool = false
  ) -> HTML {
    let position = screen.position
    let acting = position.isOver || isEnded ? nil : position.sideToMove
    let snapshot = screen.board.snapshot
    return """
      <section class="table" aria-label="Game">
      \(HTML(markup: snapshot.style.sprite))
      <div class="scores">
      <p class="score\(" turn", if: acting == .black)" id="black-score"><span class="disc b" aria-hidden="true"></span>Black <output id="black">\(position.discCount(of: .black))</output></p>
      <p class="score\(" turn", if: acting == .white)" id="white-score"><span class="disc w" aria-hidden="true"></span>White <output id="white">\(position.discCount(of: .white))</output></p>
      </div>
      <p id="status" class="status">\(status)</p>
      <p id="problem" class="problem" role="alert">\(problem ?? "")</p>
      <div id="board" class="board-frame">\(HTML(markup: snapshot.html(form, markup: .plain)))</div>
      <p id="said" class="said" aria-live="polite">\(said.joined(separator: ". "))</p>
      <nav class="steps" aria-label="Step through the game">\(steps)</nav>
      </section>
      """
  }
}

/// The list of moves beside the board.
enum MoveList {
  static func html(_ moves: [RecordedMove<ReversiMove>], shown: Int) -> HTML {
    let items = HTML.joined(
      moves.enumerated().map { index, entry in
        """
        <li\(" class=\"white\"" as HTML, if: entry.seat == Side.white.seat)\(" aria-current=\"true\"" as HTML, if: index + 1 == shown)>\(entry.move.text)</li>
        """ as HTML
      })
    return "<ol id=\"moves\" class=\"moves\">\(items)</ol>"
  }
}

/// The reader's matches, those that wait for the reader first.
enum MatchList {
  static func html(_ matches: [MatchListEntry], now: Int64) -> HTML {
    guard !matches.isEmpty else {
      return """
        <ul id="matches" class="matches"></ul><p id="no-matches" class="hint">\(MatchWords.welcome). “Play with a friend” makes a match and gives you a link to send.</p>
        """
    }
    return
      "<ul id=\"matches\" class=\"matches\">\(HTML.joined(matches.map { item($0, now: now) }))</ul>"
  }

  private static func item(_ match: MatchListEntry, now: Int64) -> HTML {
    let others =
      match.others.isEmpty ? "Waiting for a friend" : match.others.joined(separator: ", ")
    let word =
      if match.status == "ended" { "Match Ended" } else if match.yourTurn {
        "Your turn"
      } else if match.others.isEmpty { "Send the link" } else { "Their turn" }
    let words: SeatWords = match.game == StoryPosition.info.id ? .story : .board
    return """
      <li\(" class=\"yours\"" as HTML, if: match.yourTurn)><a href="/m/\(match.id)"><span class="disc \(words.mark(match.you ?? 2))" aria-hidden="true"></span><span class="game">\(match.title)</span> <bdi>\(others)</bdi> <span class="state">\(word)</span> <span class="ago" data-at="\(String(match.updatedAt))">\(age(now - match.updatedAt))</span></a></li>
      """
  }

  /// How long ago something was, in the largest fitting unit.
  static func age(_ milliseconds: Int64) -> String {
    let seconds = max(milliseconds, 0) / 1000
    switch seconds {
    case ..<60: return "just now"
    case ..<3600: return "\(seconds / 60) min ago"
    case ..<86_400: return "\(seconds / 3600) h ago"
    default: return "\(seconds / 86_400) d ago"
    }
  }
}

/// The form with the reader's name.
enum NameForm {
  static func html(_ player: PlayerRecord?) -> HTML {
    guard let player else { return "<a href=\"\(Route.account.path)\">Sign in</a>" }
    return """
      <details class="name"><summary><bdi>\(player.name)</bdi></summary><form method="post" action="/name"><label class="field">Your name <input name="name" maxlength="48" required value="\(player.name)" autocomplete="nickname"></label><button class="button">Save</button><p class="more"><a href="\(Route.account.path)">Account</a></p></form></details>
      """
  }
}

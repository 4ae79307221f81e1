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
    steps: HTML, isEnded: Bool = false, clocks: [HTML] = [], players: [SeatView] = []
  ) -> HTML {
    // Beside the discs, where a look at the board finds them.
    func clock(_ seat: Int) -> HTML {
      guard clocks.indices.contains(seat) else { return .none }
      return clocks[seat]
    }
    func who(_ side: Side) -> HTML {
      Who.html(players, side.seat, colour: side == .black ? "Black" : "White")
    }
    let position = screen.position
    let acting = position.isOver || isEnded ? nil : position.sideToMove
    let snapshot = screen.board.snapshot
    return """
      <section class="table" aria-label="Game">
      \(HTML(markup: snapshot.style.sprite))
      <div class="scores">
      <p class="score\(" turn", if: acting == .black)" id="black-score"><span class="disc b" aria-hidden="true"></span>\(who(.black))\(clock(0))<output id="black">\(position.discCount(of: .black))</output></p>
      <p class="score\(" turn", if: acting == .white)" id="white-score"><span class="disc w" aria-hidden="true"></span>\(who(.white))\(clock(1))<output id="white">\(position.discCount(of: .white))</output></p>
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

/// Whose discs or pieces they are: the player's name in a match, elsewhere the colour.
enum Who {
  static func html(_ players: [SeatView], _ seat: Seat, colour: String) -> HTML {
    guard let player = players.first(where: { $0.number == seat.number }) else {
      return "<span class=\"who\">\(colour)</span>"
    }
    // The colour is seen beside it and has to be heard; the script keeps the name up to date by the seat's row.
    return """
      <span class="who"><span class="unseen">\(colour): </span><bdi data-seat="\(seat.number)">\(player.name ?? Who.nobody)</bdi></span>
      """
  }

  /// What stands for a name while a seat is open.
  static let nobody = "open seat"
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

/// The form with the reader's name.
enum NameForm {
  static func html(_ player: PlayerRecord?) -> HTML {
    guard let player else { return "<a href=\"\(Route.account.path)\">Sign in</a>" }
    return """
      <details class="name"><summary><bdi>\(player.name)</bdi></summary><form method="post" action="/name"><label class="field">Your name <input name="name" maxlength="48" required value="\(player.name)" autocomplete="nickname"></label><button class="button">Save</button><p class="more"><a href="\(Route.account.path)">Account</a></p></form></details>
      """
  }
}

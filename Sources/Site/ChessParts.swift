internal import Board
internal import Chess
internal import GameBoards
internal import Games
internal import Service

/// The part of a page with a chess board: status, the players' strips, board, steps.
enum ChessSection {
  /// The section; `players` are those of a match, `promotion` the form that asks what a waiting pawn becomes.
  static func html(
    screen: ChessScreen, status: String, said: [String], problem: String?, form: BoardForm,
    steps: HTML, players: [SeatView] = [], isEnded: Bool = false, clocks: [HTML] = [],
    promotion: HTML = .none
  ) -> HTML {
    let snapshot = screen.board.snapshot
    let material = screen.material
    let acting = screen.shown.isOver || isEnded ? nil : screen.position.sideToMove
    func strip(_ side: ChessSide) -> HTML {
      let index = side.seat.index
      let clock: HTML = clocks.indices.contains(index) ? clocks[index] : .none
      let taken = HTML.joined(
        material.taken(by: side).map { kind in
          "<svg><use href=\"#p-\(side.opponent.name)-\(kind.name)\"/></svg>" as HTML
        })
      let lead = material.lead(of: side).map { "+\($0)" } ?? ""
      return """
        <p class="score\(" turn", if: acting == side)" id="\(side.name)-score"><span class="disc \(side == .white ? "w" : "b")" aria-hidden="true"></span>\(Who.html(players, side.seat, colour: side.name.capitalisedFirst))<span class="taken" id="\(side.name)-taken" role="img" aria-label="\(ChessSection.words(material.taken(by: side)))">\(taken)</span><output id="\(side.name)">\(lead)</output>\(clock)</p>
        """
    }
    return """
      <section class="table chess" aria-label="Game">
      \(HTML(markup: snapshot.style.sprite))
      <p id="status" class="status">\(status)</p>
      <p id="problem" class="problem" role="alert">\(problem ?? "")</p>
      \(promotion)
      <div class="sides">
      \(strip(.black))
      <div id="board" class="board-frame">\(HTML(markup: snapshot.html(form, markup: .plain)))</div>
      \(strip(.white))
      </div>
      <p id="said" class="said" aria-live="polite">\(said.joined(separator: ". "))</p>
      <nav class="steps" aria-label="Step through the game">\(steps)</nav>
      </section>
      """
  }

  /// What was taken in words, for who does not see the pictures.
  static func words(_ taken: [ChessPieceKind]) -> String {
    taken.isEmpty
      ? "has taken nothing" : "has taken: \(taken.map { $0.name }.joined(separator: ", "))"
  }

  /// The form of pages without script that asks what a pawn becomes.
  static func promotion(_ screen: ChessScreen, _ action: String, _ fields: HTML) -> HTML {
    guard let waiting = screen.promotion else { return .none }
    let buttons = HTML.joined(
      ChessPieceKind.promotions.map { kind in
        """
        <button class="button" name="promotion" value="\(String(decoding: [kind.letter | 0x20], as: UTF8.self))">\(kind.name.capitalisedFirst)</button>
        """ as HTML
      })
    return """
      <form method="post" action="\(action)" class="panel"><p>What does the pawn become on \(waiting.to.text)?</p>\(fields)<input type="hidden" name="from" value="\(waiting.from.text)"><input type="hidden" name="to" value="\(waiting.to.text)"><div class="buttons">\(buttons)</div></form>
      """
  }

  /// The list of moves beside the board.
  static func moves(_ screen: ChessScreen) -> HTML {
    let start = screen.transcript.start
    let items = HTML.joined(
      screen.notation.enumerated().map { index, text in
        let label = ChessNotation.label(ofMoveAt: index, from: start)
        return """
          <li\(" data-number=\"\(label)\"" as HTML, if: !label.isEmpty)\(" aria-current=\"true\"", if: index + 1 == screen.shownPly)>\(text)</li>
          """ as HTML
      })
    let isBlackFirst = start.sideToMove == .black
    return
      "<ol id=\"moves\" class=\"moves pairs\(" black-first", if: isBlackFirst)\">\(items)</ol>"
  }

  /// The position as text, to copy.
  static func fen(_ screen: ChessScreen) -> HTML {
    """
    <label class="field fen">Position (FEN) <input id="fen" readonly value="\(screen.position.fen())"></label>
    """
  }
}

internal import Games
internal import HTTPServer

/// What the pages of puzzles have in common, whatever the game.
enum PuzzleParts {
  /// The number that an address asks for, if it asks for one, and the place of the puzzle to show.
  static func number(_ request: HTTPRequest, of count: Int) -> (given: Int?, shown: Int) {
    let given = request.field("number").flatMap { Int(decimal: $0.utf8) }
    return (given, min(max(given ?? 0, 0), count - 1))
  }

  /// The way from the puzzles of one game to those of another.
  static func kinds(current: Route) -> HTML {
    let links = [(Route.chessPuzzles, "Chess"), (.reversiPuzzles, "Reversi")].map { route, name in
      "<a href=\"\(route.path)\"\(" aria-current=\"page\"" as HTML, if: route == current)>\(name)</a>"
        as HTML
    }
    return "<nav class=\"kinds\" aria-label=\"Puzzles\">\(HTML.joined(links))</nav>"
  }

  /// The puzzles to choose from, each by its place and what is said of it.
  static func options(_ words: [String], chosen: Int) -> HTML {
    HTML.joined(
      words.enumerated().map { index, words in
        "<option value=\"\(index)\"\(" selected", if: index == chosen)>\(index + 1) · \(words)</option>"
          as HTML
      })
  }

  /// The card with what is to be found, what the script says and does, and the choice among the puzzles.
  ///
  /// Without script the choice is a form to `action`, and `board` is the address where the puzzle can be tried.
  static func card(
    title: String, task: HTML, options: HTML, action: Route, board: String
  ) -> HTML {
    """
    <section class="card" aria-labelledby="puzzle-title"><h2 id="puzzle-title">\(title)</h2>
    \(task)
    <p id="verdict" class="verdict" role="status"></p>
    <div class="buttons script">
    <button type="button" class="button" id="hint">Hint</button>
    <button type="button" class="button" id="give-up">Give up</button>
    <button type="button" class="button" id="again">Start again</button>
    <button type="button" class="button main" id="next">Next puzzle</button>
    </div>
    <form method="get" action="\(action.path)" class="chooser"><label class="field">Puzzle <select id="puzzle-number" name="number">\(options)</select></label><noscript><div class="buttons"><button class="button">Show</button> <a class="button" href="\(board)">Try it on the board</a></div></noscript></form>
    <p id="progress" class="hint"></p>
    </section>
    """
  }
}

internal import Board
internal import HTTPServer

/// The frame of every page.
struct Page {
  /// What the window is called.
  var title: String
  /// What the script does on this page: `home`, `match`, `story`, or nothing; `account` has no script.
  var kind: String
  /// Whether the page has a board, and so the module, the script and the choice of boards that belong to one.
  var hasBoard: Bool { ["home", "chess", "puzzles", "endings", "match"].contains(kind) }
  /// Whether that board is one of chess, with its own module and looks.
  var isChess = false
  /// The script of the page, and the parts that it takes in.
  private var script: (main: String, parts: [String])? {
    switch kind {
    case "home": ("page.js", ["board.js"])
    case "chess": ("chess.js", ["board.js"])
    case "puzzles": ("puzzles.js", ["board.js"])
    case "endings": ("endings.js", ["board.js"])
    case "match": ("match.js", ["board.js", "talk.js", "play.js"])
    case "story": ("story.js", ["talk.js", "play.js"])
    default: nil
    }
  }
  /// What search engines and previews say of the page.
  var description = "Turn-based games with others, by a link. No account."
  /// Attributes of the body that the script reads; the values are escaped.
  var data: [(name: String, value: String)] = []
  /// The server's time at which the page is made, by which running clocks are shown.
  var now: Int64 = 0
  /// What the page says at its top right.
  var corner: HTML = .none
  /// The page itself.
  var body: HTML
  /// Whether a browser without script asks again after some seconds.
  var refreshSeconds: Int?

  /// The whole document.
  func html(_ assets: Assets) -> HTML {
    let attributes = HTML.joined(
      data.map { " data-\(HTML(markup: $0.name))=\"\($0.value)\"" as HTML })
    let refresh: HTML =
      refreshSeconds.map {
        "<noscript><meta http-equiv=\"refresh\" content=\"\($0)\"></noscript>" as HTML
      } ?? .none
    let skip: HTML =
      hasBoard
      ? "<a class=\"skip\" href=\"#board\">To the board</a>"
      : kind == "story"
        ? "<a class=\"skip\" href=\"#story\">To the story</a>"
        : kind == "account" ? "<a class=\"skip\" href=\"#account\">To the account</a>" : .none
    // What a script takes in is asked for beside it, not after it.
    let scripts: HTML =
      script.map { script in
        let parts = HTML.joined(
          script.parts.map { "<link rel=\"modulepreload\" href=\"\(assets.path($0))\">\n" as HTML })
        return "\(parts)<script type=\"module\" src=\"\(assets.path(script.main))\"></script>"
          as HTML
      } ?? .none
    let themes = HTML.joined(
      (isChess ? BoardStyle.chessThemes : BoardStyle.themes).map { style in
        "<option value=\"\(style.theme)\">\(style.theme.capitalisedFirst)</option>" as HTML
      })
    let module = assets.path(isChess ? "chess.wasm" : "baton.wasm")
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="description" content="\(description)">
      <title>\(title)</title>
      <link rel="stylesheet" href="\(assets.path("baton.css"))">
      <link rel="icon" href="\(assets.path("icon.svg"))" type="image/svg+xml">
      \("<link rel=\"preload\" href=\"\(module)\" as=\"fetch\" type=\"application/wasm\" crossorigin>\n", if: hasBoard)\(scripts)
      \(refresh)
      </head>
      <body data-page="\(kind)" data-wasm="\(module)" data-worker="\(assets.path("worker.js"))" data-board="\(assets.path("board.js"))" data-talk="\(assets.path("talk.js"))" data-play="\(assets.path("play.js"))" data-now="\(String(now))"\(attributes)>
      \(skip)
      <header class="top"><a class="brand" href="/"><svg viewBox="0 0 40 24" aria-hidden="true"><circle cx="12" cy="12" r="10" class="b"/><circle cx="28" cy="12" r="10" class="w"/></svg>Baton</a><nav class="games" aria-label="Games"><a href="/"\(current(kind == "home"))>Reversi</a><a href="\(Route.chess.path)"\(current(kind == "chess"))>Chess</a><a href="\(Route.chessPuzzles.path)"\(current(["puzzles", "endings"].contains(kind)))>Puzzles</a><a href="/#story-setup">Story</a></nav><nav aria-label="Settings">\("<label class=\"script\">Board <select id=\"theme\">\(themes)</select></label>", if: hasBoard)\(corner)</nav></header>
      <main>\(body)</main>
      <div id="notice" class="notice script" role="status" data-own></div>
      </body>
      </html>

      """
  }

  private func current(_ isCurrent: Bool) -> HTML {
    isCurrent ? " aria-current=\"page\"" : .none
  }

  /// The answer that carries the page.
  func response(_ assets: Assets, status: Int = 200) -> HTTPResponse {
    .text(html(assets).text, status: status, contentType: "text/html; charset=utf-8")
  }
}

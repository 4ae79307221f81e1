internal import Board
internal import HTTPServer

/// The frame of every page.
struct Page {
  /// What the window is called.
  var title: String
  /// What the script does on this page: `home`, `match`, `story`, or nothing; `account` has no script.
  var kind: String
  /// Whether the page has a board, and so the module, the script and the choice of boards that belong to one.
  var hasBoard: Bool { kind != "story" && kind != "account" }
  /// Attributes of the body that the script reads; the values are escaped.
  var data: [(name: String, value: String)] = []
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
      switch kind {
      case "story": "<a class=\"skip\" href=\"#story\">To the story</a>"
      case "account": "<a class=\"skip\" href=\"#account\">To the account</a>"
      default: "<a class=\"skip\" href=\"#board\">To the board</a>"
      }
    let script: HTML =
      kind == "account"
      ? .none
      : "<script type=\"module\" src=\"\(assets.path(hasBoard ? "page.js" : "story.js"))\"></script>"
    let themes = HTML.joined(
      BoardStyle.themes.map { style in
        "<option value=\"\(style.theme)\">\(style.theme.capitalisedFirst)</option>" as HTML
      })
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="description" content="Play Reversi at once: against the computer, with a friend by a link, or on one device. No account.">
      <title>\(title)</title>
      <link rel="stylesheet" href="\(assets.path("baton.css"))">
      <link rel="icon" href="\(assets.path("icon.svg"))" type="image/svg+xml">
      \("<link rel=\"preload\" href=\"\(assets.path("baton.wasm"))\" as=\"fetch\" type=\"application/wasm\" crossorigin>\n", if: hasBoard)\(script)
      \(refresh)
      </head>
      <body data-page="\(kind)" data-wasm="\(assets.path("baton.wasm"))" data-worker="\(assets.path("worker.js"))"\(attributes)>
      \(skip)
      <header class="top"><a class="brand" href="/"><svg viewBox="0 0 40 24" aria-hidden="true"><circle cx="12" cy="12" r="10" class="b"/><circle cx="28" cy="12" r="10" class="w"/></svg>Baton</a><nav>\("<label class=\"script\">Board <select id=\"theme\">\(themes)</select></label>", if: hasBoard)\(corner)</nav></header>
      <main>\(body)</main>
      </body>
      </html>

      """
  }

  /// The answer that carries the page.
  func response(_ assets: Assets, status: Int = 200) -> HTTPResponse {
    .text(html(assets).text, status: status, contentType: "text/html; charset=utf-8")
  }
}

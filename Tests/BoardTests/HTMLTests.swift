import Board
import Testing

@Suite("HTML")
struct HTMLTests {
  private let form = BoardForm(
    action: "/matches/7?a=1&b=2", fields: [.init("turn", "12"), .init("token", "\"<x>")])

  @Test("The start of Reversi is as recorded")
  func start() throws {
    try expectSnapshot(reversiStart.html(form), named: "reversi-start.html")
  }

  @Test("A board with everything on it, flipped, is as recorded", arguments: BoardStyle.themes)
  func allMarks(style: BoardStyle) throws {
    try expectSnapshot(
      everything(style: style).html(form), named: "everything-\(style.theme).html")
  }

  @Test(
    "Without a script, squares that cannot be used are disabled and the others in the tab order")
  func plain() throws {
    let html = reversiStart.html(form, markup: .plain)
    try expectSnapshot(html, named: "reversi-start-plain.html")
    #expect(html.pieces(from: "<button ", to: ">").filter { $0.contains(" disabled") }.count == 60)
    #expect(!html.contains("tabindex"))
    #expect(!html.contains("aria-disabled"))
  }

  @Test(
    "The sprite of each theme is as recorded and holds every symbol that boards use",
    arguments: BoardStyle.themes)
  func sprite(style: BoardStyle) throws {
    try expectSnapshot(style.sprite, named: "sprite-\(style.theme).svg")
    #expect(imbalance(of: style.sprite) == nil)
    let ids = Set(style.sprite.pieces(from: "<symbol id=\"", to: "\""))
    let used = everything(style: style).html(form).pieces(from: "<use href=\"#", to: "\"")
    #expect(Set(used).isSubset(of: ids))
    #expect(Set(used).count == 11)
  }

  @Test(
    "Every board is well-formed, has one tab stop, and no inline style or script",
    arguments: [BoardMarkup.scripted, .plain])
  func wellFormed(markup: BoardMarkup) {
    let boards = [
      reversiStart, reversiMiddle, everything(style: .slate),
      BoardSnapshot(geometry: BoardGeometry(rows: 1, columns: 7), squares: []),
    ]
    for board in boards {
      let html = board.html(form, markup: markup)
      #expect(imbalance(of: html, voidElements: ["input"]) == nil)
      #expect(!html.contains("style="))
      #expect(!html.contains("<script"))
      #expect(!html.contains("<style"))
      #expect(!html.contains(" on"))
      let stops = html.pieces(from: " tabindex=\"0\"", to: ">").count
      #expect(stops == (markup == .scripted ? 1 : 0))
      #expect(
        html.pieces(from: "role=\"gridcell\" name=\"move\"", to: ">").count == board.squares.count)
    }
  }

  @Test("An empty board is an empty grid")
  func empty() {
    let board = BoardSnapshot(
      geometry: BoardGeometry(rows: 0, columns: 0), squares: [], name: "None")
    let html = board.html(BoardForm(action: "/"))
    #expect(imbalance(of: html) == nil)
    #expect(html.contains("<div class=\"board theme-felt idle\">"))
    #expect(!html.contains("<button"))
  }

  @Test("Buttons say where they are: name, index and label agree, also on a flipped board")
  func agreement() {
    let board = everything(style: .felt)
    let buttons = board.html(form).pieces(from: "<button ", to: ">")
    #expect(buttons.count == 30)
    for (place, button) in buttons.enumerated() {
      let square = board.geometry.square(displayRow: place / 6, displayColumn: place % 6)
      #expect(button.value(after: "data-i=\"") == square.map { "\($0)" })
      let name = square.map(board.geometry.name(of:))
      #expect(button.value(after: "value=\"") == name)
      #expect(button.value(after: "aria-label=\"")?.hasPrefix((name ?? "") + ", ") == true)
    }
  }

  @Test("Text from outside cannot leave its place")
  func escaping() {
    let evil = "\"><script>alert('1')</script>\n\t&amp;"
    var board = BoardSnapshot(
      geometry: BoardGeometry(rows: 1, columns: 1), squares: [SquareContent(label: evil)],
      overlays: [.label(evil, on: 0)], name: evil)
    board.style.theme = evil
    board.style.backgroundImage = evil
    let html = board.html(BoardForm(action: evil, fields: [.init(evil, evil)]))
    #expect(imbalance(of: html, voidElements: ["input"]) == nil)
    #expect(!html.contains("<script"))
    #expect(!html.contains("\t"))
    #expect(
      html.contains(
        "aria-label=\"a1, &quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;  &amp;amp;\""))
  }

  @Test("A background image is shown behind the squares")
  func background() {
    var board = reversiStart
    board.style.backgroundImage = "/art/wood.jpg?a=1&b=2"
    #expect(
      board.html(form).contains(
        "<svg class=\"backdrop\" aria-hidden=\"true\"><image href=\"/art/wood.jpg?a=1&amp;b=2\""))
  }
}

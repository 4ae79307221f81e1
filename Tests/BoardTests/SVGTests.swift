import Board
import Testing

@Suite("SVG")
struct SVGTests {
  @Test("A game is drawn as recorded in each theme", arguments: BoardStyle.themes)
  func game(style: BoardStyle) throws {
    var board = reversiMiddle
    board.style = style
    try expectSnapshot(board.svg(), named: "reversi-middle-\(style.theme).svg")
  }

  @Test("Everything that can be drawn is as recorded", arguments: BoardStyle.themes)
  func all(style: BoardStyle) throws {
    try expectSnapshot(
      everything(style: style).svg(width: 600), named: "everything-\(style.theme).svg")
  }

  private var boards: [BoardSnapshot] {
    let plain = [
      reversiStart, reversiMiddle, everything(style: .felt), everything(style: .contrast),
      BoardSnapshot(geometry: BoardGeometry(rows: 0, columns: 0), squares: []),
      BoardSnapshot(geometry: BoardGeometry(rows: 1, columns: 30), squares: []),
    ]
    var bare = reversiMiddle
    bare.style.showsCoordinates = false
    bare.style.lineWidth = 0
    return plain + [bare]
  }

  @Test("Every picture is well-formed and stands alone")
  func alone() {
    for board in boards {
      let svg = board.svg()
      #expect(imbalance(of: svg) == nil)
      #expect(!svg.contains("style"))
      #expect(!svg.contains("class="))
      #expect(!svg.contains("@"))
      // Each reference is to something in the picture itself.
      let ids = Set(svg.pieces(from: " id=\"", to: "\""))
      let references =
        svg.pieces(from: "href=\"", to: "\"").map { $0.dropFirst() }
        + svg.pieces(from: "url(#", to: ")").map { $0[...] }
      #expect(Set(references.map(String.init)).isSubset(of: ids))
      #expect(svg.pieces(from: "http", to: "\"") == ["://www.w3.org/2000/svg"])
      // The only fonts are generic ones.
      #expect(Set(svg.pieces(from: "font-family=\"", to: "\"")).isSubset(of: ["sans-serif"]))
    }
  }

  @Test("No identifier occurs twice")
  func uniqueIdentifiers() {
    for board in boards {
      let ids = board.svg().pieces(from: " id=\"", to: "\"")
      #expect(Set(ids).count == ids.count)
    }
  }

  @Test("Title and description say what is shown")
  func words() {
    let svg = everything(style: .felt).svg()
    #expect(svg.contains("<title id=\"title\">All &lt;marks&gt; &amp; &quot;signs&quot;</title>"))
    #expect(svg.contains("unknown piece: f4."))
    #expect(reversiStart.svg().contains("8 × 8. black disc: e4, d5. white disc: d4, e5."))
  }

  @Test("Pieces stand where they are seen, also flipped")
  func places() {
    let flipped = BoardSnapshot(
      geometry: BoardGeometry(rows: 2, columns: 3, orientation: .flipped),
      squares: squares(["X..", "..."]))
    #expect(flipped.svg().contains("<use href=\"#p-black-disc\" x=\"200\" y=\"100\""))
  }

  @Test("Each mark has a shape of its own, beside any colour")
  func shapes() {
    let symbols = BoardStyle.felt.sprite.split(separator: "\n").filter { $0.contains("id=\"m-") }
    let drawings = symbols.compactMap { $0.split(separator: ">", maxSplits: 1).last }
    #expect(symbols.count == 8)
    #expect(Set(drawings).count == 8)
  }

  @Test("Only a picture that can be carried along is a background")
  func background() {
    var board = reversiStart
    board.style.backgroundImage = "https://example.org/a.png"
    #expect(!board.svg().contains("<image"))
    board.style.backgroundImage = "data:image/png;base64,AAAA"
    #expect(board.svg().contains("<image href=\"data:image/png;base64,AAAA\" width=\"800\""))
  }

  @Test("A piece set without drawings shows letters")
  func letters() {
    var board = reversiStart
    board.style.pieceSet = PieceSet([
      .init(
        .blackDisc, PieceArt(symbol: "b", name: "black", letter: "B", sign: "", shapes: []))
    ])
    let svg = board.svg()
    #expect(svg.contains(">B</text></symbol>"))
    #expect(svg.contains("<use href=\"#p-unknown\""))
    #expect(imbalance(of: svg) == nil)
    #expect(board.label(of: 28) == "e4, black")
  }

  @Test("Arrows to nowhere are not drawn")
  func badArrows() {
    var board = reversiStart
    board.overlays = [
      .arrow(from: 0, to: 0), .arrow(from: -1, to: 5), .arrow(from: 3, to: 64),
      .label("x", on: 64), Overlay(.ring(-1), layer: .below),
    ]
    var none = reversiStart
    none.overlays = []
    #expect(
      board.svg().filter { $0 != "\n" }.replacing(
        "<g opacity=\"0.9\" color=\"#f2c14e\"></g>", with: "")
        == none.svg().filter { $0 != "\n" })
  }
}

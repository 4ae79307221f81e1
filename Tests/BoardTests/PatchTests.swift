import Board
import Testing

@Suite("Patch")
struct PatchTests {
  @Test("An unchanged model gives an empty text")
  func unchanged() {
    #expect(reversiMiddle.patch(from: reversiMiddle) == "")
    #expect(everything(style: .felt).patch(from: everything(style: .felt)) == "")
  }

  @Test("Nothing known draws everything, on one line")
  func unknown() {
    let patch = reversiStart.patch(from: nil)
    #expect(patch.hasPrefix("t\t<div class=\"board theme-felt\">"))
    #expect(patch.filter { $0 == "\n" }.count == 1)
    #expect(Array(patch.utf8) == reversiStart.patchBytes(from: nil))
    #expect(PageModel(html: patch) == PageModel(html: reversiStart.html(BoardForm(action: "/"))))
  }

  @Test("One change is one line")
  func oneLine() {
    var contents = reversiStart.squares
    contents[19] = SquareContent(occupant: .blackDisc, marks: .lastTo, isEnabled: false)
    let new = BoardSnapshot(
      geometry: reversiStart.geometry, squares: contents, focusedSquare: 26, name: reversiStart.name
    )
    let old = BoardSnapshot(
      geometry: reversiStart.geometry, squares: reversiStart.squares, focusedSquare: 26,
      name: reversiStart.name)
    #expect(
      new.patch(from: old)
        == "q\t19\tp-black-disc\tsquare light has-piece is-last-to\t-1\t1\td3, black disc, last move\n"
    )
  }

  @Test("A focus that moves is two lines, the label unescaped")
  func focus() {
    func board(_ focus: Int) -> BoardSnapshot {
      BoardSnapshot(
        geometry: BoardGeometry(rows: 1, columns: 3),
        squares: [SquareContent(label: "<&>"), SquareContent(), SquareContent()],
        focusedSquare: focus)
    }
    #expect(
      board(2).patch(from: board(0))
        == "q\t0\t-\tsquare dark\t-1\t0\ta1, <&>\nq\t2\t-\tsquare dark\t0\t0\tc1, empty\n")
  }

  @Test("A piece that moves glides, before the squares are painted")
  func glide() {
    let geometry = BoardGeometry(rows: 1, columns: 3)
    let old = BoardSnapshot(geometry: geometry, squares: squares(["X.."]), focusedSquare: 0)
    let new = BoardSnapshot(geometry: geometry, squares: squares(["..X"]), focusedSquare: 0)
    #expect(
      new.patch(from: old) == """
        m\t0\t2
        q\t0\t-\tsquare dark\t0\t0\ta1, empty
        q\t2\tp-black-disc\tsquare dark has-piece\t-1\t0\tc1, black disc

        """)
  }

  @Test("What cannot be seen is not written")
  func invisible() {
    let geometry = BoardGeometry(rows: 1, columns: 1)
    let old = BoardSnapshot(
      geometry: geometry, squares: [SquareContent(occupant: .blackDisc, label: "disc")])
    let new = BoardSnapshot(
      geometry: geometry,
      squares: [SquareContent(occupant: .blackDisc, identity: PieceIdentity(4), label: "disc")])
    #expect(old != new)
    #expect(new.patch(from: old) == "")
  }

  @Test("A board that nobody may use says so")
  func idle() {
    var contents = reversiMiddle.squares
    for square in contents.indices { contents[square].isEnabled = false }
    let new = BoardSnapshot(
      geometry: reversiMiddle.geometry, squares: contents, focusedSquare: 26,
      name: reversiMiddle.name)
    let lines = new.patch(from: reversiMiddle).split(separator: "\n")
    #expect(lines.last == "b\tboard theme-felt idle")
    #expect(lines.count == 1 + reversiMiddle.squares.filter(\.isEnabled).count)
  }

  @Test("Overlays that change are sent layer by layer")
  func overlays() {
    var new = reversiMiddle
    new.overlays = [.label("+2", on: 0)]
    #expect(
      new.patch(from: reversiMiddle) == """
        o\tbelow\t<text x="50" y="60" font-size="30" font-family="sans-serif" font-weight="bold" \
        text-anchor="middle" fill="currentColor">+2</text>

        """)
    #expect(reversiMiddle.patch(from: new) == "o\tbelow\t\n")
  }

  @Test("Sixty-four new occupants are one update without gliding")
  func wholeBoard() {
    let geometry = reversiStart.geometry
    let old = BoardSnapshot(
      geometry: geometry, squares: squares([String](repeating: "XOXOXOXO", count: 8)))
    let new = BoardSnapshot(
      geometry: geometry, squares: squares([String](repeating: "OXOXOXOX", count: 8)))
    let lines = new.patch(from: old).split(separator: "\n")
    #expect(lines.count == 64)
    #expect(lines.allSatisfy { $0.hasPrefix("q\t") })
  }

  @Test(
    "A page that carries out a patch shows what it would show if drawn anew",
    arguments: 1...120 as ClosedRange<UInt64>)
  func applies(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var geometry = BoardGeometry(
      rows: Int.random(in: 0...5, using: &random), columns: Int.random(in: 0...6, using: &random))
    func next(_ random: inout SeededGenerator) -> BoardSnapshot {
      var board = randomSnapshot(
        geometry: geometry, pieces: Int.random(in: 0...20, using: &random),
        hasIdentities: seed % 2 == 0,
        using: &random)
      if geometry.squareCount > 1, Bool.random(using: &random) {
        board.overlays = [.arrow(from: 0, to: geometry.squareCount - 1), .label("<\t>", on: 0)]
      }
      return board
    }
    var shown = next(&random)
    var page = PageModel(html: shown.html(BoardForm(action: "/")))
    for step in 0..<6 {
      if step == 3 { geometry.orientation = geometry.orientation.opposite }
      let new = next(&random)
      let difference = BoardDifference(from: shown, to: new)
      let applied = page.apply(new.patch(from: shown))
      let moves = try #require(applied)
      #expect(page == PageModel(html: new.html(BoardForm(action: "/"))))
      #expect(moves.count <= BoardDifference.maximumGlides)
      #expect(
        moves
          == difference.changes.compactMap { change -> [Int]? in
            if case .move(let from, let to) = change { [from, to] } else { nil }
          })
      shown = new
    }
  }
}

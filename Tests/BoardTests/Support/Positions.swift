import Board

extension Occupant {
  static let whiteKnight = Occupant(kind: 2, owner: 1)
  static let blackPawn = Occupant(kind: 1, owner: 0)
  /// A piece that no set of ours knows.
  static let dragon = Occupant(kind: 99, owner: 7)
}

/// Reads a drawing of a position, a text each row.
///
/// `X` black disc, `O` white disc, `+` a target, `*` a black disc as a target, `(` a white disc that was
/// the last move, `:` where a move came from, `[` a selected black disc, `!` a white disc in danger,
/// `{` a hint, `/` disabled, `?` a piece that the set lacks, `#` empty and not enabled.
func squares(_ rows: [String]) -> [SquareContent] {
  rows.flatMap { row in
    row.map { sign -> SquareContent in
      switch sign {
      case "X": SquareContent(occupant: .blackDisc)
      case "O": SquareContent(occupant: .whiteDisc)
      case "+": SquareContent(marks: .target)
      case "*": SquareContent(occupant: .blackDisc, marks: .target)
      case "(": SquareContent(occupant: .whiteDisc, marks: .lastTo)
      case ":": SquareContent(marks: .lastFrom)
      case "[": SquareContent(occupant: .blackDisc, marks: .selected)
      case "!": SquareContent(occupant: .whiteDisc, marks: .danger)
      case "{": SquareContent(marks: [.hint, .target])
      case "/": SquareContent(marks: .disabled, isEnabled: false)
      case "?": SquareContent(occupant: .dragon)
      case "#": .empty
      default: SquareContent()
      }
    }
  }
}

/// Reads a drawing in which only targets can be used, as in Reversi.
private func targets(_ rows: [String]) -> [SquareContent] {
  squares(rows).map { content in
    var content = content
    content.isEnabled = content.marks.contains(.target)
    return content
  }
}

/// The start of Reversi with black to move, as a game's data source gives it.
let reversiStart = BoardSnapshot(
  geometry: BoardGeometry(rows: 8, columns: 8),
  squares: targets([
    "########",
    "########",
    "###+####",
    "##+OX###",
    "###XO+##",
    "####+###",
    "########",
    "########",
  ]), name: "Reversi board")

/// The same after a few moves.
let reversiMiddle = BoardSnapshot(
  geometry: BoardGeometry(rows: 8, columns: 8),
  squares: targets([
    "########",
    "##+++###",
    "##XOO+##",
    "#+XXOO##",
    "##XXXO+#",
    "##(OO{##",
    "########",
    "########",
  ]), focusedSquare: 26, name: "Reversi board")

/// A board with everything that can be drawn, flipped, ranks from the bottom.
func everything(style: BoardStyle) -> BoardSnapshot {
  BoardSnapshot(
    geometry: BoardGeometry(rows: 5, columns: 6, rankOrder: .fromBottom, orientation: .flipped),
    squares: squares([
      "[+*(::",
      "!{/..?",
      "XO.OX.",
      "......",
      "/X##O/",
    ]), style: style,
    overlays: [
      .arrow(from: 12, to: 20), .arrow(from: 16, to: 3, emphasis: .weak), .label("+12", on: 19),
      Overlay(.ring(21), layer: .above), Overlay(.ring(22), layer: .below, emphasis: .weak),
    ], focusedSquare: 25, name: "All <marks> & \"signs\"")
}

/// A random position of random size up to 8 by 8, with or without identities.
func randomSnapshot(
  geometry: BoardGeometry, pieces: Int, hasIdentities: Bool, using random: inout SeededGenerator
) -> BoardSnapshot {
  var contents = [SquareContent](repeating: SquareContent(), count: geometry.squareCount)
  let places = Array(geometry.squares.shuffled(using: &random).prefix(pieces))
  for (number, square) in places.enumerated() {
    contents[square].occupant = Occupant(
      kind: UInt8.random(in: 0...1, using: &random), owner: UInt8.random(in: 0...1, using: &random))
    if hasIdentities { contents[square].identity = PieceIdentity(UInt32(number)) }
  }
  for square in geometry.squares where Int.random(in: 0..<6, using: &random) == 0 {
    contents[square].marks = Marks(rawValue: UInt8.random(in: 0..<128, using: &random))
    contents[square].isEnabled = Bool.random(using: &random)
    if Bool.random(using: &random) { contents[square].label = "a \"b\"\t<c>" }
  }
  return BoardSnapshot(
    geometry: geometry, squares: contents,
    focusedSquare: geometry.squareCount > 0 && Bool.random(using: &random)
      ? Int.random(in: geometry.squares, using: &random) : nil)
}

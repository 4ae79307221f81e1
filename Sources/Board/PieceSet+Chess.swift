// Six chess silhouettes of our own, each drawn once and painted for both sides.

/// A kind of chess piece, as boards number them.
public enum ChessMan: UInt8, Hashable, Sendable, CaseIterable {
  /// A pawn.
  case pawn = 1
  /// A knight.
  case knight
  /// A bishop.
  case bishop
  /// A rook.
  case rook
  /// A queen.
  case queen
  /// A king.
  case king
}

extension Occupant {
  /// A chess piece; white owns number 0.
  public static func chess(_ man: ChessMan, isWhite: Bool) -> Occupant {
    Occupant(kind: man.rawValue, owner: isWhite ? 0 : 1)
  }
}

extension PieceSet {
  /// Chess pieces with a soft light: the white ones pale with a dark edge, the black ones dark with pale lines.
  public static let chess = PieceSet(
    entries(
      white: ChessPaint(
        body: .sheen(light: BoardColor(0xffffff), dark: BoardColor(0xe4dac6)),
        edge: BoardColor(0x2b2621), lines: BoardColor(0x2b2621), edgeWidth: 30),
      black: ChessPaint(
        body: .sheen(light: BoardColor(0x5d5a5c), dark: BoardColor(0x222022)),
        edge: BoardColor(0x0f0e10), lines: BoardColor(0xcfc8ba), edgeWidth: 30)))

  /// Flat chess pieces in pure black and white.
  public static let contrastChess = PieceSet(
    entries(
      white: ChessPaint(
        body: .solid(BoardColor(0xffffff)), edge: BoardColor(0x000000),
        lines: BoardColor(0x000000), edgeWidth: 44),
      black: ChessPaint(
        body: .solid(BoardColor(0x000000)), edge: BoardColor(0x000000),
        lines: BoardColor(0xffffff), edgeWidth: 44)))

  private static func entries(white: ChessPaint, black: ChessPaint) -> [Entry] {
    var entries: [Entry] = []
    for man in ChessMan.allCases {
      let words = man.words
      entries.append(
        Entry(
          .chess(man, isWhite: true),
          PieceArt(
            symbol: words.white.symbol, name: words.white.name, letter: words.white.letter,
            sign: words.white.sign, shapes: man.shapes(white))))
      entries.append(
        Entry(
          .chess(man, isWhite: false),
          PieceArt(
            symbol: words.black.symbol, name: words.black.name, letter: words.black.letter,
            sign: words.black.sign, shapes: man.shapes(black))))
    }
    return entries
  }
}

/// What the pieces of one side are painted with.
private struct ChessPaint {
  let body: Paint
  let edge: BoardColor
  let lines: BoardColor
  let edgeWidth: Int
}

/// What one piece is called.
private struct ChessWords {
  let symbol: String
  let name: String
  let letter: Unicode.Scalar
  let sign: String
}

extension ChessMan {
  fileprivate var words: (white: ChessWords, black: ChessWords) {
    switch self {
    case .pawn:
      (
        ChessWords(symbol: "white-pawn", name: "white pawn", letter: "P", sign: "♙"),
        ChessWords(symbol: "black-pawn", name: "black pawn", letter: "p", sign: "♟")
      )
    case .knight:
      (
        ChessWords(symbol: "white-knight", name: "white knight", letter: "N", sign: "♘"),
        ChessWords(symbol: "black-knight", name: "black knight", letter: "n", sign: "♞")
      )
    case .bishop:
      (
        ChessWords(symbol: "white-bishop", name: "white bishop", letter: "B", sign: "♗"),
        ChessWords(symbol: "black-bishop", name: "black bishop", letter: "b", sign: "♝")
      )
    case .rook:
      (
        ChessWords(symbol: "white-rook", name: "white rook", letter: "R", sign: "♖"),
        ChessWords(symbol: "black-rook", name: "black rook", letter: "r", sign: "♜")
      )
    case .queen:
      (
        ChessWords(symbol: "white-queen", name: "white queen", letter: "Q", sign: "♕"),
        ChessWords(symbol: "black-queen", name: "black queen", letter: "q", sign: "♛")
      )
    case .king:
      (
        ChessWords(symbol: "white-king", name: "white king", letter: "K", sign: "♔"),
        ChessWords(symbol: "black-king", name: "black king", letter: "k", sign: "♚")
      )
    }
  }

  /// The body with its foot, and the lines within.
  private var drawing: (body: String, lines: String?) {
    switch self {
    case .pawn:
      (
        """
        M500 172C578 172 638 231 638 306C638 350 617 388 583 413H612Q636 413 636 437T612 461H574\
        C582 566 618 650 680 706Q694 720 696 745L698 770H302L304 745Q306 720 320 706C382 650 418 566 426 461\
        H388Q364 461 364 437T388 413H417C383 388 362 350 362 306C362 231 422 172 500 172Z\
        M272 770H728Q758 770 758 800V835Q758 855 738 855H262Q242 855 242 835V800Q242 770 272 770Z
        """, nil
      )
    case .knight:
      (
        """
        M410 118C442 142 462 170 472 200C640 222 772 366 772 590C772 660 760 716 744 770H276\
        C272 690 316 630 386 568C434 526 464 484 464 434C432 470 396 486 352 490C338 532 306 560 264 556\
        C212 550 176 512 188 464C200 422 258 372 292 300C312 256 344 234 380 216C380 180 388 148 410 118Z\
        M236 770H774Q804 770 804 800V835Q804 855 784 855H226Q206 855 206 835V800Q206 770 236 770Z
        """, "M512 276C612 316 686 430 690 600M232 470L246 460M362 316H368"
      )
    case .bishop:
      (
        """
        M500 92A52 52 0 0 1 528 188C616 262 664 344 664 428C664 496 626 544 570 566H612Q636 566 636 590T612 614\
        H572C580 676 612 712 652 740Q664 750 666 770H334Q336 750 348 740C388 712 420 676 428 614\
        H388Q364 614 364 590T388 566H430C374 544 336 496 336 428C336 344 384 262 472 188A52 52 0 0 1 500 92Z\
        M246 770H754Q784 770 784 800V835Q784 855 764 855H236Q216 855 216 835V800Q216 770 246 770Z
        """, "M500 300V440M432 366H568"
      )
    case .rook:
      (
        """
        M258 182Q258 164 276 164H362Q380 164 380 182V232H442V182Q442 164 460 164H540Q558 164 558 182V232H620\
        V182Q620 164 638 164H724Q742 164 742 182V300Q742 320 726 332L662 380L682 640L730 712Q744 734 744 770H256\
        Q256 734 270 712L318 640L338 380L274 332Q258 320 258 300Z\
        M226 770H774Q804 770 804 800V835Q804 855 784 855H216Q196 855 196 835V800Q196 770 226 770Z
        """, "M344 384H656M324 640H676"
      )
    case .queen:
      (
        """
        M176 330L334 520L318 246L440 490L500 214L560 490L682 246L666 520L824 330L744 634Q736 664 746 696L762 770\
        H238L254 696Q264 664 256 634Z\
        M212 770H788Q818 770 818 800V835Q818 855 798 855H202Q182 855 182 835V800Q182 770 212 770Z
        """, "M268 650C420 616 580 616 732 650"
      )
    case .king:
      (
        """
        M466 86H534V150H598V218H534V296H466V218H402V150H466Z\
        M500 268C550 300 560 350 534 396C566 350 616 326 668 326C740 326 792 376 792 446C792 530 724 576 700 650\
        L738 770H262L300 650C276 576 208 530 208 446C208 376 260 326 332 326C384 326 434 350 466 396\
        C440 350 450 300 500 268Z\
        M212 770H788Q818 770 818 800V835Q818 855 798 855H202Q182 855 182 835V800Q182 770 212 770Z
        """, "M300 654C420 620 580 620 700 654M500 400V590"
      )
    }
  }

  fileprivate func shapes(_ paint: ChessPaint) -> [Shape] {
    let drawing = drawing
    var shapes = [
      Shape.path(
        drawing.body, fill: paint.body, stroke: .solid(paint.edge), strokeWidth: paint.edgeWidth)
    ]
    if let lines = drawing.lines {
      shapes.append(.path(lines, stroke: .solid(paint.lines), strokeWidth: 26))
    }
    if self == .queen {
      for (x, y) in [(170, 300), (314, 222), (500, 186), (686, 222), (830, 300)] {
        shapes.append(
          .circle(
            x, y, radius: 46, fill: paint.body, stroke: .solid(paint.edge),
            strokeWidth: paint.edgeWidth))
      }
    }
    return shapes
  }
}

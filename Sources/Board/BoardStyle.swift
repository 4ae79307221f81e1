/// How a board looks: colours, coordinates, pieces, and the words of its labels.
public struct BoardStyle: Hashable, Sendable {
  private(set) var themeText: ByteText
  private(set) var imageText = ByteText("")
  /// The colour around the squares.
  public var frame: BoardColor
  /// The colour of the light squares.
  public var light: BoardColor
  /// The colour of the dark squares.
  public var dark: BoardColor
  /// The colour of the lines between squares.
  public var line: BoardColor
  /// The width of these lines in hundredths of a square; 0 draws none.
  public var lineWidth: Int
  /// The colour of the coordinates.
  public var coordinate: BoardColor
  /// The colour of marks and overlays.
  public var mark: BoardColor
  /// The colour of the mark for danger.
  public var danger: BoardColor
  /// How strongly drawings light the board from above, in percent; 0 is flat.
  public var lighting: Int
  /// Whether files and ranks are named beside the board.
  public var showsCoordinates: Bool
  /// How pieces look.
  public var pieceSet: PieceSet
  /// The words of labels.
  public var words: BoardWords

  /// The theme's name, lower-case ASCII letters and hyphens; it becomes the class `theme-NAME`.
  public var theme: String {
    get { themeText.string }
    set { themeText = ByteText(newValue) }
  }

  /// The address of a picture behind the squares, empty for none.
  ///
  /// HTML shows any address that the page's policy allows; a stand-alone SVG only a picture that it can
  /// carry in itself, that is, a `data:image/…` address. The squares are then drawn half transparent.
  public var backgroundImage: String {
    get { imageText.string }
    set { imageText = ByteText(newValue) }
  }

  /// Creates a style.
  public init(
    theme: String, frame: BoardColor, light: BoardColor, dark: BoardColor, line: BoardColor,
    lineWidth: Int, coordinate: BoardColor, mark: BoardColor, danger: BoardColor,
    lighting: Int = 0, showsCoordinates: Bool = true, pieceSet: PieceSet = .discs,
    words: BoardWords = BoardWords()
  ) {
    themeText = ByteText(theme)
    self.frame = frame
    self.light = light
    self.dark = dark
    self.line = line
    self.lineWidth = lineWidth
    self.coordinate = coordinate
    self.mark = mark
    self.danger = danger
    self.lighting = lighting
    self.showsCoordinates = showsCoordinates
    self.pieceSet = pieceSet
    self.words = words
  }
}

// MARK: - Themes

extension BoardStyle {
  /// A calm green felt.
  public static let felt = BoardStyle(
    theme: "felt", frame: BoardColor(0x16382c), light: BoardColor(0x318360),
    dark: BoardColor(0x2a7453), line: BoardColor(0x1d5941), lineWidth: 2,
    coordinate: BoardColor(0xa9cdbb), mark: BoardColor(0xf2c14e), danger: BoardColor(0xd64545),
    lighting: 12)

  /// Cool greys with blue marks.
  public static let slate = BoardStyle(
    theme: "slate", frame: BoardColor(0x2b3440), light: BoardColor(0xaebccb),
    dark: BoardColor(0x94a5b8), line: BoardColor(0x7d8fa3), lineWidth: 2,
    coordinate: BoardColor(0xc3cfdc), mark: BoardColor(0x1c4f8f), danger: BoardColor(0xb3261e),
    lighting: 8)

  /// Black lines on white, for eyes and screens that need every bit of contrast.
  public static let contrast = BoardStyle(
    theme: "contrast", frame: BoardColor(0x000000), light: BoardColor(0xffffff),
    dark: BoardColor(0xe4e4e4), line: BoardColor(0x000000), lineWidth: 4,
    coordinate: BoardColor(0xffffff), mark: BoardColor(0x00319c), danger: BoardColor(0xa80000),
    pieceSet: .contrastDiscs)

  /// All themes that ship for discs, the first being the default.
  public static let themes: [BoardStyle] = [felt, slate, contrast]

  /// Warm wood, for chess.
  public static let walnut = BoardStyle(
    theme: "walnut", frame: BoardColor(0x3f2c1f), light: BoardColor(0xf0e2c6),
    dark: BoardColor(0xb48761), line: BoardColor(0xb48761), lineWidth: 0,
    coordinate: BoardColor(0xe2cdac), mark: BoardColor(0x2e6b4f), danger: BoardColor(0xb3261e),
    pieceSet: .chess, words: .chess)

  /// The green and cream of tournament boards.
  public static let tournament = BoardStyle(
    theme: "tournament", frame: BoardColor(0x2c4632), light: BoardColor(0xeeeed8),
    dark: BoardColor(0x769a6a), line: BoardColor(0x769a6a), lineWidth: 0,
    coordinate: BoardColor(0xd5e0cb), mark: BoardColor(0x8a4b12), danger: BoardColor(0xb3261e),
    pieceSet: .chess, words: .chess)

  /// Cool greys with blue marks, for chess.
  public static let ice = BoardStyle(
    theme: "ice", frame: BoardColor(0x2b3440), light: BoardColor(0xe4eaf1),
    dark: BoardColor(0x8ea4bb), line: BoardColor(0x8ea4bb), lineWidth: 0,
    coordinate: BoardColor(0xc3cfdc), mark: BoardColor(0x1c4f8f), danger: BoardColor(0xb3261e),
    pieceSet: .chess, words: .chess)

  /// Black lines on white and grey, for chess and eyes that need every bit of contrast.
  public static let contrastChess = BoardStyle(
    theme: "contrast", frame: BoardColor(0x000000), light: BoardColor(0xffffff),
    dark: BoardColor(0xb8b8b8), line: BoardColor(0x000000), lineWidth: 4,
    coordinate: BoardColor(0xffffff), mark: BoardColor(0x00319c), danger: BoardColor(0xa80000),
    pieceSet: .contrastChess, words: .chess)

  /// All themes that ship for chess, the first being the default.
  public static let chessThemes: [BoardStyle] = [walnut, tournament, ice, contrastChess]
}

/// The words that labels are made of, so that another language is a value and not a fork.
public struct BoardWords: Hashable, Sendable {
  private var texts: [ByteText]

  /// Creates the words of a language; without arguments, English.
  public init(
    empty: String = "empty", target: String = "playable", selected: String = "selected",
    lastFrom: String = "last move from here", lastTo: String = "last move", hint: String = "hint",
    danger: String = "in danger", disabled: String = "out of play"
  ) {
    texts = []
    for text in [disabled, lastFrom, lastTo, danger, selected, hint, target, target, empty] {
      texts.append(ByteText(text))
    }
  }

  /// English words for chess.
  public static let chess = BoardWords(target: "can move here", danger: "in check")

  /// What is said of a square without a piece.
  public var empty: String { texts[texts.count - 1].string }

  var emptyText: ByteText { texts[texts.count - 1] }

  func word(for mark: MarkArt) -> ByteText { texts[mark.rawValue] }
}

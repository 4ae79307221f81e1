/// All that a screen needs to draw a board, as one value.
///
/// Equal snapshots look the same; the difference of two is what a screen has to change.
public struct BoardSnapshot: Hashable, Sendable {
  var nameText: ByteText
  /// Size, names and orientation.
  public let geometry: BoardGeometry
  /// What stands on each square, in model order, with the selection among its marks.
  public let squares: [SquareContent]
  /// How it looks.
  public var style: BoardStyle
  /// What is drawn over it.
  public var overlays: [Overlay]
  /// The square that has the keyboard's focus, or had it last.
  public let focusedSquare: Int?

  /// The board's name, as read out, such as `Reversi board`.
  public var name: String {
    get { nameText.string }
    set { nameText = ByteText(newValue) }
  }

  /// Creates a snapshot.
  ///
  /// Squares that are missing are empty, those in excess are left out, and a focus that is not on the
  /// board is none.
  public init(
    geometry: BoardGeometry, squares: [SquareContent], style: BoardStyle = .felt,
    overlays: [Overlay] = [], focusedSquare: Int? = nil, name: String = "Board"
  ) {
    self.geometry = geometry
    if squares.count == geometry.squareCount {
      self.squares = squares
    } else {
      var fitted = Array(squares.prefix(geometry.squareCount))
      while fitted.count < geometry.squareCount { fitted.append(.empty) }
      self.squares = fitted
    }
    self.style = style
    self.overlays = overlays
    self.focusedSquare = focusedSquare.flatMap { geometry.contains($0) ? $0 : nil }
    nameText = ByteText(name)
  }

  /// Whether any square can be used.
  public var isActive: Bool {
    for content in squares where content.isEnabled { return true }
    return false
  }

  /// The one square that the Tab key reaches: the focus, else the first that can be used as seen, else the first.
  ///
  /// `nil` only on a board without squares.
  public var tabStop: Int? {
    if let focusedSquare { return focusedSquare }
    for index in geometry.squares {
      let square = geometry.square(atDisplayIndex: index)
      if squares[square].isEnabled { return square }
    }
    return squares.isEmpty ? nil : geometry.square(atDisplayIndex: 0)
  }

  /// Returns the art of the piece on a square, `nil` when it is empty.
  public func art(on square: Int) -> PieceArt? {
    squares[square].occupant.map { style.pieceSet.art(for: $0) }
  }

  /// Returns what a square is called with all that is on it, such as `d3, black disc, last move`.
  public func label(of square: Int) -> String {
    var output = Output()
    writeLabel(of: square, to: &output)
    return output.string
  }

  func writeLabel(of square: Int, to output: inout Output) {
    let content = squares[square]
    geometry.writeName(of: square, to: &output)
    output.write(", ")
    if !content.labelText.isEmpty {
      output.write(line: content.labelText)
    } else {
      output.write(line: art(on: square)?.nameText ?? style.words.emptyText)
    }
    for mark in MarkArt.allCases where mark.isShown(on: content) {
      output.write(", ")
      output.write(line: style.words.word(for: mark))
    }
  }
}

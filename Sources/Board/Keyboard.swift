/// A key that means something to a board.
public enum BoardKey: Hashable, Sendable {
  /// The arrow to the upper edge of the screen.
  case up
  /// The arrow to the lower edge of the screen.
  case down
  /// The arrow to the left edge of the screen.
  case left
  /// The arrow to the right edge of the screen.
  case right
  /// Home: the leftmost square of the row.
  case rowStart
  /// End: the rightmost square of the row.
  case rowEnd
  /// Home with Control: the square at the top left.
  case boardStart
  /// End with Control: the square at the bottom right.
  case boardEnd
  /// Enter or Space.
  case activate
  /// Escape.
  case escape

  /// Reads the name that browsers give a key, such as `ArrowUp`; `nil` for all others.
  ///
  /// `isControl` is true while Control is held; with other modifiers a key is not the board's to take.
  public init?(name: String, isControl: Bool = false) {
    let name = ByteText(name)
    for (text, key, controlKey) in Self.names where name.equals(text) {
      guard let meant = isControl ? controlKey : key else { return nil }
      self = meant
      return
    }
    return nil
  }

  private static let names: [(StaticString, BoardKey, BoardKey?)] = [
    ("ArrowUp", .up, nil), ("ArrowDown", .down, nil), ("ArrowLeft", .left, nil),
    ("ArrowRight", .right, nil), ("Home", .rowStart, .boardStart), ("End", .rowEnd, .boardEnd),
    ("Enter", .activate, nil), (" ", .activate, nil), ("Escape", .escape, nil),
  ]
}

extension BoardGeometry {
  /// Returns the square to which a key moves the focus, as seen on the screen.
  ///
  /// At an edge an arrow stays where it is. `nil` for keys that do not move the focus, and when the
  /// square does not exist.
  public func square(reachedFrom square: Int, by key: BoardKey) -> Int? {
    guard contains(square) else { return nil }
    var row = displayRow(of: square)
    var column = displayColumn(of: square)
    switch key {
    case .up: row -= 1
    case .down: row += 1
    case .left: column -= 1
    case .right: column += 1
    case .rowStart: column = 0
    case .rowEnd: column = columns - 1
    case .boardStart: (row, column) = (0, 0)
    case .boardEnd: (row, column) = (rows - 1, columns - 1)
    case .activate, .escape: return nil
    }
    return self.square(displayRow: row, displayColumn: column) ?? square
  }
}

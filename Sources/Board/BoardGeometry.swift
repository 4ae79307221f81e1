/// From which side a board is seen.
public enum BoardOrientation: Hashable, Sendable {
  /// Row 0 is at the top and column 0 at the left.
  case normal
  /// Turned by half a circle: row 0 is at the bottom and column 0 at the right.
  case flipped

  /// The other side.
  public var opposite: BoardOrientation { self == .normal ? .flipped : .normal }
}

/// At which end of the normal board ranks begin to count.
public enum RankOrder: Hashable, Sendable {
  /// Rank 1 is the top row, as in Reversi: `a1` is row 0, column 0.
  case fromTop
  /// Rank 1 is the bottom row, as in chess: `a1` is the last row, column 0.
  case fromBottom
}

/// The size of a board, the names of its squares, and how it is turned on the screen.
///
/// A square is an `Int`: `row * columns + column`, in model order, which never depends on the
/// orientation. Display rows and columns are counted from the top left corner as seen.
public struct BoardGeometry: Hashable, Sendable {
  /// The largest number of rows or columns; more is cut to this.
  public static let maximumSide = 512

  /// The number of rows, 0…512.
  public let rows: Int
  /// The number of columns, 0…512.
  public let columns: Int
  /// Where ranks begin to count.
  public let rankOrder: RankOrder
  /// The side from which the board is seen.
  public var orientation: BoardOrientation

  /// Creates a geometry; sizes out of range are cut to the nearest that is possible.
  public init(
    rows: Int, columns: Int, rankOrder: RankOrder = .fromTop,
    orientation: BoardOrientation = .normal
  ) {
    self.rows = min(max(rows, 0), Self.maximumSide)
    self.columns = min(max(columns, 0), Self.maximumSide)
    self.rankOrder = rankOrder
    self.orientation = orientation
  }

  /// The number of squares.
  public var squareCount: Int { rows * columns }

  /// All squares in model order.
  public var squares: Range<Int> { 0..<squareCount }

  /// Returns whether a square with this index exists.
  public func contains(_ square: Int) -> Bool { square >= 0 && square < squareCount }

  /// Returns the square at a row and column of the model; `nil` outside the board.
  public func square(row: Int, column: Int) -> Int? {
    guard row >= 0, row < rows, column >= 0, column < columns else { return nil }
    return row * columns + column
  }

  /// Returns the row of a square in the model.
  public func row(of square: Int) -> Int { columns == 0 ? 0 : square / columns }

  /// Returns the column of a square in the model.
  public func column(of square: Int) -> Int { columns == 0 ? 0 : square % columns }

  /// Returns the rank of a square, counted from 1.
  public func rank(of square: Int) -> Int { rank(ofRow: row(of: square)) }

  /// Returns whether a square is one of the dark ones; `a1` always is.
  public func isDark(_ square: Int) -> Bool {
    (rank(of: square) + column(of: square)) % 2 == 1
  }

  func rank(ofRow row: Int) -> Int { rankOrder == .fromTop ? row + 1 : rows - row }

  func row(ofRank rank: Int) -> Int { rankOrder == .fromTop ? rank - 1 : rows - rank }
}

// MARK: - As seen

extension BoardGeometry {
  /// Returns the row in which a square is seen, counted from the top.
  public func displayRow(of square: Int) -> Int {
    orientation == .normal ? row(of: square) : rows - 1 - row(of: square)
  }

  /// Returns the column in which a square is seen, counted from the left.
  public func displayColumn(of square: Int) -> Int {
    orientation == .normal ? column(of: square) : columns - 1 - column(of: square)
  }

  /// Returns the square seen at a row and column counted from the top left; `nil` outside the board.
  public func square(displayRow: Int, displayColumn: Int) -> Int? {
    orientation == .normal
      ? square(row: displayRow, column: displayColumn)
      : square(row: rows - 1 - displayRow, column: columns - 1 - displayColumn)
  }

  /// Returns the square seen at a place in reading order.
  ///
  /// It is its own inverse: turning the board by half a circle reverses the order of its squares.
  func square(atDisplayIndex index: Int) -> Int {
    orientation == .normal ? index : squareCount - 1 - index
  }

  /// Returns the text beside a row as seen, such as `8`.
  public func rankName(displayRow: Int) -> String {
    var output = Output()
    output.write(rank(ofDisplayRow: displayRow))
    return output.string
  }

  /// Returns the text above a column as seen, such as `h`.
  public func fileName(displayColumn: Int) -> String {
    var output = Output()
    writeFileName(displayColumn: displayColumn, to: &output)
    return output.string
  }

  func rank(ofDisplayRow row: Int) -> Int {
    rank(ofRow: orientation == .normal ? row : rows - 1 - row)
  }

  func writeFileName(displayColumn: Int, to output: inout Output) {
    writeFileName(
      orientation == .normal ? displayColumn : columns - 1 - displayColumn, to: &output)
  }
}

// MARK: - Names

extension BoardGeometry {
  /// Returns the name of a square, such as `a1`; an empty text outside the board.
  ///
  /// Files are `a`…`z`, then `aa`, `ab` and so on.
  public func name(of square: Int) -> String {
    var output = Output()
    writeName(of: square, to: &output)
    return output.string
  }

  func writeName(of square: Int, to output: inout Output) {
    guard contains(square) else { return }
    writeFileName(column(of: square), to: &output)
    output.write(rank(of: square))
  }

  /// Returns the square with a name such as `a1` or `A1`; `nil` when the board has none.
  public func square(named name: String) -> Int? {
    var file = 0
    var rank = 0
    for byte in ByteText(name).bytes {
      let letter = byte | 0x20
      if rank == 0, letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z") {
        file = file * 26 + Int(letter - UInt8(ascii: "a")) + 1
      } else if file > 0, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        rank = rank * 10 + Int(byte - UInt8(ascii: "0"))
        if rank == 0 { return nil }  // `a01` is not a name
      } else {
        return nil
      }
      if file > Self.maximumSide || rank > Self.maximumSide { return nil }
    }
    guard file > 0, rank > 0 else { return nil }
    return square(row: row(ofRank: rank), column: file - 1)
  }

  private func writeFileName(_ column: Int, to output: inout Output) {
    // Most have one letter; with 512 columns none has more than two.
    if column >= 26 { output.write(byte: UInt8(ascii: "a") + UInt8(column / 26 - 1)) }
    output.write(byte: UInt8(ascii: "a") + UInt8(column % 26))
  }
}

// MARK: - From one board to another

extension BoardGeometry {
  /// Returns the square of the same name on another board; `nil` when it has none.
  func square(_ square: Int, on other: BoardGeometry) -> Int? {
    guard contains(square) else { return nil }
    return other.square(row: other.row(ofRank: rank(of: square)), column: column(of: square))
  }

  /// Returns the square nearest to the same name on another board; `nil` when that is empty.
  func nearestSquare(to square: Int, on other: BoardGeometry) -> Int? {
    guard contains(square), other.squareCount > 0 else { return nil }
    let rank = min(rank(of: square), other.rows)
    return other.square(
      row: other.row(ofRank: rank), column: min(column(of: square), other.columns - 1))
  }
}

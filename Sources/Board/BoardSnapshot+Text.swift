/// How a board is written to a terminal.
public struct TextStyle: Hashable, Sendable {
  /// Which characters may be used.
  public enum Characters: Hashable, Sendable {
    /// Signs such as `●`.
    case unicode
    /// Letters such as `X`, for terminals that know nothing else.
    case ascii
  }

  /// Which characters may be used.
  public var characters: Characters
  /// Whether colours are set by ANSI sequences of the 256-colour kind.
  public var usesColor: Bool
  /// Whether the focused square is shown, for a terminal that takes keys.
  public var showsFocus: Bool
  /// Whether lines below the board explain the marks that occur.
  public var showsLegend: Bool

  /// Creates a style.
  public init(
    characters: Characters = .unicode, usesColor: Bool = false, showsFocus: Bool = false,
    showsLegend: Bool = false
  ) {
    self.characters = characters
    self.usesColor = usesColor
    self.showsFocus = showsFocus
    self.showsLegend = showsLegend
  }
}

extension BoardSnapshot {
  /// Returns the board for a terminal, a line each row; each square takes three columns.
  ///
  /// The middle of a square is the piece's sign, `.` or `·` when empty, `+` for an empty target. The
  /// characters beside it are marks: `> <` focus, `[ ]` selected, `! !` danger, `{ }` hint, `* *` a target
  /// with a piece, `( )` where the last move went, `: :` where it came from, `/ /` disabled. With two
  /// marks the left side shows the first of this list and the right side the second.
  public func text(_ textStyle: TextStyle = TextStyle()) -> String {
    var output = Output()
    let rankWidth = style.showsCoordinates ? digits(geometry.rows) + 1 : 0
    if style.showsCoordinates { writeFiles(rankWidth: rankWidth, to: &output) }
    for row in 0..<geometry.rows {
      if style.showsCoordinates {
        let rank = geometry.rank(ofDisplayRow: row)
        for _ in digits(rank)..<rankWidth - 1 { output.write(" ") }
        output.write(rank)
        output.write(" ")
      }
      var colors: TerminalColors?
      for column in 0..<geometry.columns {
        guard let square = geometry.square(displayRow: row, displayColumn: column) else { continue }
        let wanted = textStyle.usesColor ? terminalColors(of: square) : nil
        if let wanted, wanted != colors { wanted.write(to: &output) }
        colors = wanted
        writeSquare(square, textStyle, to: &output)
      }
      if textStyle.usesColor { output.write("\u{1b}[0m") }
      output.write("\n")
    }
    if textStyle.showsLegend { writeLegend(textStyle, to: &output) }
    return output.string
  }

  private func digits(_ number: Int) -> Int { number < 10 ? 1 : number < 100 ? 2 : 3 }

  private func writeFiles(rankWidth: Int, to output: inout Output) {
    var pending = rankWidth + 1
    for column in 0..<geometry.columns {
      for _ in 0..<pending { output.write(" ") }
      let start = output.bytes.count
      geometry.writeFileName(displayColumn: column, to: &output)
      pending = 3 - (output.bytes.count - start)
    }
    output.write("\n")
  }

  private struct Signs {
    let left: UInt8
    let right: UInt8
  }

  private static let focusSigns = Signs(left: UInt8(ascii: ">"), right: UInt8(ascii: "<"))

  private func signs(of mark: MarkArt) -> Signs? {
    switch mark {
    case .selected: Signs(left: UInt8(ascii: "["), right: UInt8(ascii: "]"))
    case .danger: Signs(left: UInt8(ascii: "!"), right: UInt8(ascii: "!"))
    case .hint: Signs(left: UInt8(ascii: "{"), right: UInt8(ascii: "}"))
    case .capture: Signs(left: UInt8(ascii: "*"), right: UInt8(ascii: "*"))
    case .lastTo: Signs(left: UInt8(ascii: "("), right: UInt8(ascii: ")"))
    case .lastFrom: Signs(left: UInt8(ascii: ":"), right: UInt8(ascii: ":"))
    case .disabled: Signs(left: UInt8(ascii: "/"), right: UInt8(ascii: "/"))
    case .target: nil  // It is the sign of the square itself.
    }
  }

  private static let order: [MarkArt] = [
    .selected, .danger, .hint, .capture, .lastTo, .lastFrom, .disabled,
  ]

  private func writeSquare(_ square: Int, _ textStyle: TextStyle, to output: inout Output) {
    let content = squares[square]
    var left: Signs?
    var right: Signs?
    func take(_ signs: Signs?) {
      if left == nil { left = signs } else if right == nil { right = signs }
    }
    if textStyle.showsFocus, square == focusedSquare { take(Self.focusSigns) }
    for mark in Self.order where mark.isShown(on: content) { take(signs(of: mark)) }
    output.write(byte: left?.left ?? UInt8(ascii: " "))
    if let art = art(on: square) {
      switch textStyle.characters {
      case .unicode: output.write(line: art.signText)
      case .ascii: output.write(byte: art.letter)
      }
    } else if content.marks.contains(.target) {
      output.write("+")
    } else {
      output.write(textStyle.characters == .unicode ? "·" : ".")
    }
    output.write(byte: (right ?? left)?.right ?? UInt8(ascii: " "))
  }

  private struct TerminalColors: Equatable {
    let background: Int
    let foreground: Int

    func write(to output: inout Output) {
      output.write("\u{1b}[48;5;")
      output.write(background)
      output.write(";38;5;")
      output.write(foreground)
      output.write("m")
    }
  }

  /// Returns a background by the kind of square and a foreground by the owner of the piece.
  private func terminalColors(of square: Int) -> TerminalColors {
    let isBright: Bool
    if let occupant = squares[square].occupant {
      isBright = occupant.owner % 2 == 1
    } else {
      isBright = style.light.isDarkish
    }
    return TerminalColors(
      background: (geometry.isDark(square) ? style.dark : style.light).terminalIndex,
      foreground: isBright ? 231 : 16)
  }

  private func writeLegend(_ textStyle: TextStyle, to output: inout Output) {
    var isFirst = true
    for mark in MarkArt.allCases where squares.contains(where: mark.isShown(on:)) {
      // A target and a capture are the same word; both signs are shown if both occur.
      output.write(isFirst ? "\n" : "  ")
      isFirst = false
      if let signs = signs(of: mark) {
        output.write(byte: signs.left)
        output.write(" ")
        output.write(byte: signs.right)
      } else {
        output.write("+")
      }
      output.write(" ")
      output.write(line: style.words.word(for: mark))
    }
    if !isFirst { output.write("\n") }
  }
}

extension BoardColor {
  /// The nearest of the 216 colours of a terminal's colour cube.
  var terminalIndex: Int {
    func level(_ part: UInt8) -> Int { part < 48 ? 0 : part < 115 ? 1 : (Int(part) - 35) / 40 }
    return 16 + 36 * level(red) + 6 * level(green) + level(blue)
  }

  var isDarkish: Bool { 3 * Int(red) + 6 * Int(green) + Int(blue) < 1400 }
}

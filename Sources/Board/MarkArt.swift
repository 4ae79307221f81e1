/// The drawings of marks, each told from the others by its shape.
enum MarkArt: Int, CaseIterable {
  // In the order in which they are drawn and in which class names are listed.
  case disabled, lastFrom, lastTo, danger, selected, hint, target, capture

  /// The part of class names (`is-…`) and symbols (`m-…`).
  var name: StaticString {
    switch self {
    case .disabled: "disabled"
    case .lastFrom: "last-from"
    case .lastTo: "last-to"
    case .danger: "danger"
    case .selected: "selected"
    case .hint: "hint"
    case .target: "target"
    case .capture: "capture"
    }
  }

  /// Returns whether a square shows it: a target is a dot on an empty square, a ring around a piece.
  func isShown(on content: SquareContent) -> Bool {
    switch self {
    case .disabled: content.marks.contains(.disabled)
    case .lastFrom: content.marks.contains(.lastFrom)
    case .lastTo: content.marks.contains(.lastTo)
    case .danger: content.marks.contains(.danger)
    case .selected: content.marks.contains(.selected)
    case .hint: content.marks.contains(.hint)
    case .target: content.marks.contains(.target) && content.occupant == nil
    case .capture: content.marks.contains(.target) && content.occupant != nil
    }
  }

  var shapes: [Shape] {
    switch self {
    case .disabled:
      [
        .path(
          "M60 340L340 60M60 640L640 60M60 940L940 60M360 940L940 360M660 940L940 660",
          stroke: .current, strokeWidth: 22)
      ]
    case .lastFrom:
      [
        .path(
          "M80 200V80H200M800 80H920V200M920 800V920H800M200 920H80V800", stroke: .current,
          strokeWidth: 34)
      ]
    case .lastTo:
      [
        .path(
          "M50 50H330L50 330ZM950 950H670L950 670Z", fill: .current)
      ]
    case .danger:
      [
        .path("M790 60L950 330H630Z", fill: .current),
        .path("M790 150V220M790 278V282", stroke: .solid(BoardColor(0xffffff)), strokeWidth: 40),
      ]
    case .selected:
      [
        .path(
          "M110 50H890Q950 50 950 110V890Q950 950 890 950H110Q50 950 50 890V110Q50 50 110 50Z",
          stroke: .current, strokeWidth: 64)
      ]
    case .hint:
      [
        .path(
          "M210 640L350 780L210 920L70 780Z", fill: .solid(BoardColor(0xffffff)),
          stroke: .current, strokeWidth: 44)
      ]
    case .target: [.circle(radius: 130, fill: .current)]
    case .capture: [.circle(radius: 440, stroke: .current, strokeWidth: 60)]
    }
  }

  func writeSymbol(to output: inout Output) {
    output.write("<symbol id=\"m-")
    output.write(name)
    output.write("\" viewBox=\"0 0 1000 1000\">")
    for (index, shape) in shapes.enumerated() {
      shape.write(to: &output, gradient: ByteText(byte: 0), index: index)
    }
    output.write("</symbol>")
  }
}

/// A colour of 24 bits.
public struct BoardColor: Hashable, Sendable {
  /// The red part.
  public let red: UInt8
  /// The green part.
  public let green: UInt8
  /// The blue part.
  public let blue: UInt8

  /// Creates a colour from its hexadecimal form, such as `0x1b5e3f`.
  public init(_ hex: UInt32) {
    red = UInt8(truncatingIfNeeded: hex >> 16)
    green = UInt8(truncatingIfNeeded: hex >> 8)
    blue = UInt8(truncatingIfNeeded: hex)
  }
}

/// What a shape is painted with.
public enum Paint: Hashable, Sendable {
  /// Nothing.
  case none
  /// One colour.
  case solid(BoardColor)
  /// Lit from above and to the left.
  case sheen(light: BoardColor, dark: BoardColor)
  /// A soft black shadow that fades to nothing at the edge.
  case shadow
  /// The colour of what surrounds the drawing (`currentColor`), which the theme sets.
  case current
}

/// One part of a drawing, on a square of 1000 by 1000 units.
public struct Shape: Hashable, Sendable {
  private enum Outline: Hashable {
    case circle(x: Int, y: Int, radius: Int)
    case path(ByteText)
  }

  private let outline: Outline
  /// What fills it.
  public let fill: Paint
  /// What draws its outline.
  public let stroke: Paint
  /// The width of its outline.
  public let strokeWidth: Int

  /// Creates a circle.
  public static func circle(
    _ x: Int = 500, _ y: Int = 500, radius: Int, fill: Paint = .none, stroke: Paint = .none,
    strokeWidth: Int = 0
  ) -> Shape {
    Shape(
      outline: .circle(x: x, y: y, radius: radius), fill: fill, stroke: stroke,
      strokeWidth: strokeWidth)
  }

  /// Creates a shape from the path data of SVG.
  public static func path(
    _ data: String, fill: Paint = .none, stroke: Paint = .none, strokeWidth: Int = 0
  ) -> Shape {
    Shape(outline: .path(ByteText(data)), fill: fill, stroke: stroke, strokeWidth: strokeWidth)
  }

  func write(to output: inout Output, gradient: ByteText, index: Int) {
    switch outline {
    case .circle(let x, let y, let radius):
      output.write("<circle")
      output.attribute("cx", x)
      output.attribute("cy", y)
      output.attribute("r", radius)
    case .path(let data):
      output.write("<path")
      output.attribute("d", data)
    }
    write(fill, as: "fill", to: &output, gradient: gradient, index: index)
    if stroke != .none {
      write(stroke, as: "stroke", to: &output, gradient: gradient, index: index)
      output.attribute("stroke-width", strokeWidth)
      output.write(" stroke-linecap=\"round\" stroke-linejoin=\"round\"")
    }
    output.write("/>")
  }

  private func write(
    _ paint: Paint, as attribute: StaticString, to output: inout Output, gradient: ByteText,
    index: Int
  ) {
    switch paint {
    case .none: output.attribute(attribute, "none")
    case .solid(let color): output.attribute(attribute, color)
    case .current: output.attribute(attribute, "currentColor")
    case .sheen, .shadow:
      output.write(" ")
      output.write(attribute)
      output.write("=\"url(#")
      writeGradientName(to: &output, gradient: gradient, index: index)
      output.write(")\"")
    }
  }

  func writeGradient(to output: inout Output, gradient: ByteText, index: Int) {
    switch fill {
    case .none, .solid, .current: return
    case .sheen(let light, let dark):
      output.write("<radialGradient id=\"")
      writeGradientName(to: &output, gradient: gradient, index: index)
      output.write("\" cx=\"36%\" cy=\"26%\" r=\"82%\"><stop offset=\"0%\" stop-color=\"")
      output.write(light)
      output.write("\"/><stop offset=\"100%\" stop-color=\"")
      output.write(dark)
      output.write("\"/></radialGradient>")
    case .shadow:
      output.write("<radialGradient id=\"")
      writeGradientName(to: &output, gradient: gradient, index: index)
      output.write(
        """
        "><stop offset="82%" stop-color="#000000" stop-opacity="0.5"/>\
        <stop offset="100%" stop-color="#000000" stop-opacity="0"/></radialGradient>
        """)
    }
  }

  private func writeGradientName(to output: inout Output, gradient: ByteText, index: Int) {
    output.write("g-")
    output.write(escaped: gradient)
    output.write("-")
    output.write(index)
  }
}

/// How a piece looks on every screen: shapes for drawings, a letter and a sign for the terminal, a name.
public struct PieceArt: Hashable, Sendable {
  let symbolText: ByteText
  let nameText: ByteText
  let signText: ByteText
  private let letterText: ByteText
  /// The ASCII letter that stands for it in plain text.
  public let letter: UInt8
  /// What it consists of, drawn in this order.
  public let shapes: [Shape]

  /// The part of identifiers and class names that tells it from others, such as `black-disc`.
  public var symbol: String { symbolText.string }
  /// The name that is read out, such as `black disc`.
  public var name: String { nameText.string }
  /// The character that stands for it in a terminal, one column wide.
  public var sign: String { signText.string }

  /// Creates the art of a piece.
  ///
  /// - Parameters:
  ///   - symbol: Lower-case ASCII letters, digits and hyphens; unique in its set.
  ///   - name: The name that is read out.
  ///   - letter: The letter for plain text.
  ///   - sign: The character for a terminal; the letter if empty.
  ///   - shapes: The drawing; without any, the letter is drawn in a circle.
  public init(symbol: String, name: String, letter: Unicode.Scalar, sign: String, shapes: [Shape]) {
    self.letter = letter.isASCII ? UInt8(truncatingIfNeeded: letter.value) : UInt8(ascii: "?")
    letterText = ByteText(byte: self.letter)
    symbolText = ByteText(symbol)
    nameText = ByteText(name)
    let signText = ByteText(sign)
    self.signText = signText.isEmpty ? letterText : signText
    self.shapes = shapes
  }

  /// What is drawn for a piece that the set lacks.
  public static let unknown = PieceArt(
    symbol: "unknown", name: "unknown piece", letter: "?", sign: "?", shapes: [])

  func writeGradients(to output: inout Output) {
    for (index, shape) in shapes.enumerated() {
      shape.writeGradient(to: &output, gradient: symbolText, index: index)
    }
  }

  /// Writes the `<symbol>` with the identifier `p-` and the name of the symbol.
  func writeSymbol(to output: inout Output) {
    output.write("<symbol id=\"p-")
    output.write(escaped: symbolText)
    output.write("\" viewBox=\"0 0 1000 1000\">")
    for (index, shape) in shapes.enumerated() {
      shape.write(to: &output, gradient: symbolText, index: index)
    }
    if shapes.isEmpty {
      output.write(
        """
        <circle cx="500" cy="500" r="380" fill="#f4f1ea" stroke="#1d2126" stroke-width="40"/>\
        <text x="500" y="640" font-family="sans-serif" font-size="420" font-weight="bold" \
        text-anchor="middle" fill="#1d2126">
        """)
      output.write(escaped: letterText)
      output.write("</text>")
    }
    output.write("</symbol>")
  }
}

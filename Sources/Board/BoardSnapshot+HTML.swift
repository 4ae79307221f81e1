/// The form around a board on a page.
public struct BoardForm: Hashable, Sendable {
  /// A hidden field that is sent along with a square.
  public struct Field: Hashable, Sendable {
    let nameText: ByteText
    let valueText: ByteText
    /// The field's name.
    public var name: String { nameText.string }
    /// The field's value.
    public var value: String { valueText.string }

    /// Creates a field.
    public init(_ name: String, _ value: String) {
      nameText = ByteText(name)
      valueText = ByteText(value)
    }
  }

  let actionText: ByteText
  /// What is sent along, such as the number of the turn and a token.
  public let fields: [Field]

  /// The address to which a square is posted as `move=d3`.
  public var action: String { actionText.string }

  /// Creates a form.
  public init(action: String, fields: [Field] = []) {
    actionText = ByteText(action)
    self.fields = fields
  }
}

/// Who works a board on a page.
public enum BoardMarkup: Hashable, Sendable {
  /// A script moves the focus: one square is in the tab order, and squares that cannot be used are
  /// `aria-disabled` so that they can still be read.
  case scripted
  /// Nobody: every square that can be used is in the tab order, the others are `disabled`.
  case plain
}

extension BoardSnapshot {
  /// Returns the board as an ARIA grid of buttons in a form, which works without a script.
  ///
  /// ```html
  /// <form class="board-form" method="post" action="…">
  ///   <div class="board theme-felt">
  ///     <svg class="backdrop">…</svg>                    only with a background image
  ///     <svg class="overlay overlay-below">…</svg>
  ///     <div class="grid" role="grid" aria-label="Reversi board">
  ///       <div class="files" role="row">… <span class="file" role="columnheader">a</span> …</div>
  ///       <div class="rank-row" role="row">
  ///         <span class="rank" role="rowheader">1</span>
  ///         <button class="square dark has-piece is-last-to" role="gridcell" name="move" value="a1"
  ///           data-i="0" tabindex="0" aria-disabled="false" aria-label="a1, black disc, last move">
  ///           <svg class="piece" aria-hidden="true"><use href="#p-black-disc"/></svg>
  ///           <svg class="marks" aria-hidden="true"><use href="#m-last-to"/></svg>
  ///         </button> …
  ///       </div> …
  ///     </div>
  ///     <svg class="overlay overlay-above">…</svg>
  ///   </div>
  /// </form>
  /// ```
  ///
  /// Rows and squares come in the order in which they are seen. `svg.piece` and `svg.marks` are there
  /// only if there is something in them. Classes of the board: `theme-NAME`, `idle` (no square can be
  /// used), `flipped`, `no-coordinates`. Classes of a square: `light` or `dark`, `has-piece`, and for
  /// each mark `is-disabled`, `is-last-from`, `is-last-to`, `is-danger`, `is-selected`, `is-hint`,
  /// `is-target` (empty) or `is-capture` (a target with a piece); a class `is-NAME` is drawn by the
  /// symbol `m-NAME`. The page must hold ``BoardStyle/sprite`` once. There is no inline style and no
  /// script, so the strictest content security policy will do.
  public func html(_ form: BoardForm, markup: BoardMarkup = .scripted) -> String {
    var output = Output()
    output.write("<form class=\"board-form\" method=\"post\"")
    output.attribute("action", form.actionText)
    output.write(">\n")
    for field in form.fields {
      output.write("<input type=\"hidden\"")
      output.attribute("name", field.nameText)
      output.attribute("value", field.valueText)
      output.write(">\n")
    }
    writeBoard(markup, newline: "\n", to: &output)
    output.write("</form>\n")
    return output.string
  }

  /// Writes `div.board` with all that is in it; without newlines it fits on a line of a patch.
  func writeBoard(_ markup: BoardMarkup, newline: StaticString, to output: inout Output) {
    output.write("<div class=\"")
    writeBoardClasses(to: &output)
    output.write("\">")
    output.write(newline)
    writeBackdrop(to: &output)
    writeOverlayElement(.below, newline: newline, to: &output)
    output.write("<div class=\"grid\" role=\"grid\"")
    output.attribute("aria-label", nameText)
    output.attribute("data-rows", geometry.rows)
    output.attribute("data-columns", geometry.columns)
    output.write(">")
    output.write(newline)
    writeFileRow(newline: newline, to: &output)
    let tabStop = tabStop
    for row in 0..<geometry.rows {
      output.write("<div class=\"rank-row\" role=\"row\"><span class=\"rank\" role=\"rowheader\">")
      output.write(geometry.rank(ofDisplayRow: row))
      output.write("</span>")
      output.write(newline)
      for column in 0..<geometry.columns {
        guard let square = geometry.square(displayRow: row, displayColumn: column) else { continue }
        writeSquareElement(square, markup, isTabStop: square == tabStop, to: &output)
        output.write(newline)
      }
      output.write("</div>")
      output.write(newline)
    }
    output.write("</div>")
    output.write(newline)
    writeOverlayElement(.above, newline: newline, to: &output)
    output.write("</div>")
    output.write(newline)
  }

  func writeBoardClasses(to output: inout Output) {
    output.write("board theme-")
    output.write(escaped: style.themeText)
    if !isActive { output.write(" idle") }
    if geometry.orientation == .flipped { output.write(" flipped") }
    if !style.showsCoordinates { output.write(" no-coordinates") }
  }

  func writeSquareClasses(_ square: Int, to output: inout Output) {
    let content = squares[square]
    output.write(geometry.isDark(square) ? "square dark" : "square light")
    if content.occupant != nil { output.write(" has-piece") }
    for mark in MarkArt.allCases where mark.isShown(on: content) {
      output.write(" is-")
      output.write(mark.name)
    }
  }

  private func writeFileRow(newline: StaticString, to output: inout Output) {
    guard geometry.squareCount > 0 else { return }
    output.write(
      "<div class=\"files\" role=\"row\"><span class=\"corner\" role=\"gridcell\"></span>")
    for column in 0..<geometry.columns {
      output.write("<span class=\"file\" role=\"columnheader\">")
      geometry.writeFileName(displayColumn: column, to: &output)
      output.write("</span>")
    }
    output.write("</div>")
    output.write(newline)
  }

  private func writeSquareElement(
    _ square: Int, _ markup: BoardMarkup, isTabStop: Bool, to output: inout Output
  ) {
    let content = squares[square]
    output.write("<button class=\"")
    writeSquareClasses(square, to: &output)
    output.write("\" role=\"gridcell\" name=\"move\" value=\"")
    geometry.writeName(of: square, to: &output)
    output.write("\"")
    output.attribute("data-i", square)
    switch markup {
    case .scripted:
      output.attribute("tabindex", isTabStop ? 0 : -1)
      output.attribute("aria-disabled", content.isEnabled ? "false" : "true")
    case .plain:
      if !content.isEnabled { output.write(" disabled") }
    }
    var label = Output()
    writeLabel(of: square, to: &label)
    output.attribute("aria-label", ByteText(label.bytes))
    output.write(">")
    if let art = art(on: square) {
      output.write("<svg class=\"piece\" aria-hidden=\"true\"><use href=\"#p-")
      output.write(escaped: art.symbolText)
      output.write("\"/></svg>")
    }
    var hasMarks = false
    for mark in MarkArt.allCases where mark.isShown(on: content) {
      if !hasMarks { output.write("<svg class=\"marks\" aria-hidden=\"true\">") }
      hasMarks = true
      output.write("<use href=\"#m-")
      output.write(mark.name)
      output.write("\"/>")
    }
    output.write(hasMarks ? "</svg></button>" : "</button>")
  }

  private func writeBackdrop(to output: inout Output) {
    guard !style.imageText.isEmpty else { return }
    output.write("<svg class=\"backdrop\" aria-hidden=\"true\"><image")
    output.attribute("href", style.imageText)
    output.write(" width=\"100%\" height=\"100%\" preserveAspectRatio=\"xMidYMid slice\"/></svg>")
  }

  private func writeOverlayElement(
    _ layer: Overlay.Layer, newline: StaticString, to output: inout Output
  ) {
    output.write("<svg class=\"overlay overlay-")
    output.write(layer == .below ? "below" : "above")
    output.write("\" viewBox=\"0 0 ")
    output.write(geometry.columns * 100)
    output.write(" ")
    output.write(geometry.rows * 100)
    output.write("\" aria-hidden=\"true\">")
    writeOverlays(layer, to: &output)
    output.write("</svg>")
    output.write(newline)
  }
}

extension BoardStyle {
  /// The `<svg class="sprite">` with a symbol for each piece (`p-…`) and each mark (`m-…`), for pages.
  ///
  /// It must not be hidden by `display: none`, which would take the gradients away; its size is 0.
  /// Marks are painted in `currentColor`. The piece that the set lacks is `p-unknown`.
  public var sprite: String {
    var output = Output()
    output.write(
      """
      <svg class="sprite" xmlns="http://www.w3.org/2000/svg" width="0" height="0" \
      aria-hidden="true"><defs>

      """)
    for entry in pieceSet.entries { entry.art.writeGradients(to: &output) }
    output.write("</defs>\n")
    for entry in pieceSet.entries {
      entry.art.writeSymbol(to: &output)
      output.write("\n")
    }
    PieceArt.unknown.writeSymbol(to: &output)
    output.write("\n")
    for mark in MarkArt.allCases {
      mark.writeSymbol(to: &output)
      output.write("\n")
    }
    output.write("</svg>\n")
    return output.string
  }
}

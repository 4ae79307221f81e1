extension BoardSnapshot {
  /// Returns the board as a picture of its own, which needs no other file, font or style sheet.
  ///
  /// Marks differ by shape: a dot or, around a piece, a ring for a target; filled corners for where the
  /// last move went and thin ones for where it came from; a frame for selected; a diamond for a hint; a
  /// warning sign for danger; hatching for disabled. Title and description say in words what is shown.
  ///
  /// - Parameter width: The width in pixels; without one the picture fills what it is put in.
  /// - Returns: An SVG document with `\n` between its parts.
  public func svg(width: Int? = nil) -> String {
    let margin = style.showsCoordinates ? 48 : 20
    let boardWidth = geometry.columns * 100
    let boardHeight = geometry.rows * 100
    var output = Output()
    output.write("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
    output.write(boardWidth + 2 * margin)
    output.write(" ")
    output.write(boardHeight + 2 * margin)
    output.write("\"")
    if let width { output.attribute("width", width) }
    output.write(" role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">")
    output.write(escaped: nameText)
    output.write("</title>\n<desc id=\"desc\">")
    output.write(escaped: summary)
    output.write("</desc>\n")
    writeDefinitions(to: &output)
    writeFrame(margin: margin, to: &output)
    output.write("<g transform=\"translate(")
    output.write(margin)
    output.write(" ")
    output.write(margin)
    output.write(")\">\n")
    writeSquares(width: boardWidth, height: boardHeight, to: &output)
    writeTints(to: &output)
    writeOverlayGroup(.below, to: &output)
    writePieces(to: &output)
    writeMarks(to: &output)
    writeOverlayGroup(.above, to: &output)
    output.write("</g>\n</svg>\n")
    return output.string
  }

  /// What is on the board in words: its size, then for each kind of piece the squares.
  var summary: ByteText {
    var output = Output()
    output.write(geometry.rows)
    output.write(" × ")
    output.write(geometry.columns)
    output.write(".")
    for entry in style.pieceSet.entries {
      writeSquareNames(of: entry.art.nameText, to: &output) { $0 == entry.occupant }
    }
    writeSquareNames(of: PieceArt.unknown.nameText, to: &output) { !style.pieceSet.contains($0) }
    return ByteText(output.bytes)
  }

  private func writeSquareNames(
    of name: ByteText, to output: inout Output, where isMeant: (Occupant) -> Bool
  ) {
    var isFirst = true
    for square in geometry.squares {
      guard let occupant = squares[square].occupant, isMeant(occupant) else { continue }
      if isFirst {
        output.write(" ")
        output.write(line: name)
      }
      output.write(isFirst ? ": " : ", ")
      geometry.writeName(of: square, to: &output)
      isFirst = false
    }
    if !isFirst { output.write(".") }
  }

  /// The art of all pieces on the board, in the order of the set, and last what it lacks.
  private var usedArt: [PieceArt] {
    var used: [PieceArt] = []
    for entry in style.pieceSet.entries
    where squares.contains(where: { $0.occupant == entry.occupant }) {
      used.append(entry.art)
    }
    let lacksArt = squares.contains { content in
      content.occupant.map { !style.pieceSet.contains($0) } ?? false
    }
    if lacksArt { used.append(.unknown) }
    return used
  }

  private func writeDefinitions(to output: inout Output) {
    output.write("<defs>\n")
    if style.lighting > 0 {
      // From a light that turns transparent to a shade that comes out of transparency; a stop of each
      // colour in the middle, since a blend of both would be grey.
      output.write("<radialGradient id=\"g-light\" cx=\"40%\" cy=\"32%\" r=\"80%\">")
      writeStop(at: 0, color: "#ffffff", opacity: style.lighting, to: &output)
      writeStop(at: 55, color: "#ffffff", opacity: 0, to: &output)
      writeStop(at: 55, color: "#000000", opacity: 0, to: &output)
      writeStop(at: 100, color: "#000000", opacity: style.lighting, to: &output)
      output.write("</radialGradient>\n")
    }
    for art in usedArt {
      art.writeGradients(to: &output)
      art.writeSymbol(to: &output)
      output.write("\n")
    }
    for mark in MarkArt.allCases {
      for content in squares where mark.isShown(on: content) {
        mark.writeSymbol(to: &output)
        output.write("\n")
        break
      }
    }
    output.write("</defs>\n")
  }

  /// Writes a stop of a gradient; position and opacity in percent.
  private func writeStop(
    at offset: Int, color: StaticString, opacity: Int, to output: inout Output
  ) {
    output.write("<stop offset=\"")
    output.write(offset)
    output.write("%\" stop-color=\"")
    output.write(color)
    output.write("\" stop-opacity=\"")
    output.write(opacity >= 100 ? "1" : opacity < 10 ? "0.0" : "0.")
    if opacity < 100 { output.write(opacity) }
    output.write("\"/>")
  }

  private func writeFrame(margin: Int, to output: inout Output) {
    let width = geometry.columns * 100 + 2 * margin
    let height = geometry.rows * 100 + 2 * margin
    output.write("<rect")
    output.attribute("width", width)
    output.attribute("height", height)
    output.write(" rx=\"28\"")
    output.attribute("fill", style.frame)
    output.write("/>\n")
    guard style.showsCoordinates else { return }
    output.write(
      "<g font-family=\"sans-serif\" font-size=\"25\" font-weight=\"600\" text-anchor=\"middle\"")
    output.attribute("fill", style.coordinate)
    output.write(">\n")
    for column in 0..<geometry.columns {
      writeCoordinateStart(x: margin + column * 100 + 50, y: margin / 2 + 9, to: &output)
      geometry.writeFileName(displayColumn: column, to: &output)
      output.write("</text>\n")
    }
    for row in 0..<geometry.rows {
      writeCoordinateStart(x: margin / 2, y: margin + row * 100 + 59, to: &output)
      output.write(geometry.rank(ofDisplayRow: row))
      output.write("</text>\n")
    }
    output.write("</g>\n")
  }

  private func writeCoordinateStart(x: Int, y: Int, to output: inout Output) {
    output.write("<text")
    output.attribute("x", x)
    output.attribute("y", y)
    output.write(">")
  }

  private func writeSquares(width: Int, height: Int, to output: inout Output) {
    let image = style.imageText
    let hasImage = image.starts(with: "data:image/")
    if hasImage {
      output.write("<image")
      output.attribute("href", image)
      output.attribute("width", width)
      output.attribute("height", height)
      output.write(" preserveAspectRatio=\"xMidYMid slice\"/>\n")
    }
    output.write(hasImage ? "<g opacity=\"0.6\">\n" : "<g>\n")
    writeRectangle(width: width, height: height, to: &output)
    output.attribute("fill", style.light)
    output.write("/>\n<path d=\"")
    for square in geometry.squares where geometry.isDark(square) {
      output.write("M")
      output.write(geometry.displayColumn(of: square) * 100)
      output.write(" ")
      output.write(geometry.displayRow(of: square) * 100)
      output.write("h100v100h-100z")
    }
    output.write("\"")
    output.attribute("fill", style.dark)
    output.write("/>\n</g>\n")
    if style.lighting > 0 {
      writeRectangle(width: width, height: height, to: &output)
      output.write(" fill=\"url(#g-light)\"/>\n")
    }
    guard style.lineWidth > 0 else { return }
    output.write("<path d=\"")
    for row in 0...geometry.rows {
      output.write("M0 ")
      output.write(row * 100)
      output.write("H")
      output.write(width)
    }
    for column in 0...geometry.columns {
      output.write("M")
      output.write(column * 100)
      output.write(" 0V")
      output.write(height)
    }
    output.write("\" fill=\"none\" stroke-linecap=\"square\"")
    output.attribute("stroke", style.line)
    output.attribute("stroke-width", style.lineWidth)
    output.write("/>\n")
  }

  private func writeRectangle(width: Int, height: Int, to output: inout Output) {
    output.write("<rect")
    output.attribute("width", width)
    output.attribute("height", height)
  }

  private func writeTints(to output: inout Output) {
    for square in geometry.squares
    where !squares[square].marks.isDisjoint(with: [.selected, .lastFrom, .lastTo]) {
      output.write("<rect")
      output.attribute("x", geometry.displayColumn(of: square) * 100)
      output.attribute("y", geometry.displayRow(of: square) * 100)
      output.write(" width=\"100\" height=\"100\" fill-opacity=\"0.16\"")
      output.attribute("fill", style.mark)
      output.write("/>\n")
    }
  }

  private func writePieces(to output: inout Output) {
    for square in geometry.squares {
      guard let art = art(on: square) else { continue }
      output.write("<use href=\"#p-")
      output.write(escaped: art.symbolText)
      writePlace(of: square, to: &output)
      output.write("/>\n")
    }
  }

  private func writeMarks(to output: inout Output) {
    for square in geometry.squares {
      for mark in MarkArt.allCases where mark.isShown(on: squares[square]) {
        output.write("<use href=\"#m-")
        output.write(mark.name)
        writePlace(of: square, to: &output)
        output.attribute("color", color(of: mark))
        output.write("/>\n")
      }
    }
  }

  private func color(of mark: MarkArt) -> BoardColor {
    switch mark {
    case .danger: style.danger
    case .disabled: style.frame  // It takes a square out of sight rather than into it.
    case .lastFrom, .lastTo, .selected, .hint, .target, .capture: style.mark
    }
  }

  private func writePlace(of square: Int, to output: inout Output) {
    output.write("\"")
    output.attribute("x", geometry.displayColumn(of: square) * 100)
    output.attribute("y", geometry.displayRow(of: square) * 100)
    output.write(" width=\"100\" height=\"100\"")
  }

  private func writeOverlayGroup(_ layer: Overlay.Layer, to output: inout Output) {
    guard hasOverlays(layer) else { return }
    output.write("<g opacity=\"0.9\"")
    output.attribute("color", style.mark)
    output.write(">\n")
    writeOverlays(layer, to: &output)
    output.write("\n</g>\n")
  }
}

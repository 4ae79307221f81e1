extension BoardSnapshot {
  /// Whether anything is to be drawn on a layer.
  func hasOverlays(_ layer: Overlay.Layer) -> Bool {
    for overlay in overlays where overlay.layer == layer { return true }
    return false
  }

  /// Writes the drawings of a layer, a square being 100 units wide and the top left corner the origin.
  func writeOverlays(_ layer: Overlay.Layer, to output: inout Output) {
    for overlay in overlays where overlay.layer == layer {
      switch overlay.figure {
      case .arrow(let from, let to):
        guard geometry.contains(from), geometry.contains(to), from != to else { continue }
        writeArrow(from: from, to: to, emphasis: overlay.emphasis, to: &output)
      case .ring(let square):
        guard geometry.contains(square) else { continue }
        output.write("<circle")
        output.attribute("cx", middleX(of: square))
        output.attribute("cy", middleY(of: square))
        output.write(" r=\"45\" fill=\"none\" stroke=\"currentColor\"")
        output.attribute("stroke-width", overlay.emphasis == .strong ? 6 : 4)
        if overlay.emphasis == .weak { output.write(" stroke-dasharray=\"10 8\"") }
        output.write("/>")
      case .label(let square):
        guard geometry.contains(square) else { continue }
        output.write("<text")
        output.attribute("x", middleX(of: square))
        output.attribute("y", middleY(of: square) + 10)
        output.attribute("font-size", overlay.emphasis == .strong ? 30 : 24)
        output.write(
          " font-family=\"sans-serif\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"currentColor\">"
        )
        output.write(escaped: overlay.textBytes)
        output.write("</text>")
      }
    }
  }

  private func middleX(of square: Int) -> Int { geometry.displayColumn(of: square) * 100 + 50 }

  private func middleY(of square: Int) -> Int { geometry.displayRow(of: square) * 100 + 50 }

  private func writeArrow(
    from: Int, to: Int, emphasis: Overlay.Emphasis, to output: inout Output
  ) {
    let startX = Double(middleX(of: from))
    let startY = Double(middleY(of: from))
    let wayX = Double(middleX(of: to)) - startX
    let wayY = Double(middleY(of: to)) - startY
    let length = Double(geometry.distance(from, to)) * 100 / 1024
    func writePoint(along: Double, across: Double, to output: inout Output) {
      // Both are positive or within half a square of it, so adding a half and cutting off rounds.
      output.write(Int(startX + (wayX * along - wayY * across) / length + 0.5))
      output.write(" ")
      output.write(Int(startY + (wayY * along + wayX * across) / length + 0.5))
    }
    output.write("<path d=\"M")
    writePoint(along: 22, across: 0, to: &output)
    output.write("L")
    writePoint(along: length - 40, across: 0, to: &output)
    output.write("\" fill=\"none\" stroke=\"currentColor\"")
    output.attribute("stroke-width", emphasis == .strong ? 16 : 10)
    if emphasis == .weak { output.write(" stroke-dasharray=\"16 12\"") }
    output.write("/><path d=\"M")
    writePoint(along: length - 6, across: 0, to: &output)
    output.write("L")
    writePoint(along: length - 44, across: 24, to: &output)
    output.write("L")
    writePoint(along: length - 44, across: -24, to: &output)
    output.write("Z\" fill=\"currentColor\"/>")
  }
}

extension BoardSnapshot {
  /// Returns what a page's script has to do to turn the picture of `old` into this one.
  ///
  /// The patch is text; each operation is a line that ends with `\n`, its fields are separated by one
  /// tab, and no field contains either. A square is named by its index, the `data-i` of its button.
  /// Nothing to do gives an empty text. The markup is that of ``html(_:markup:)``, for
  /// ``BoardMarkup/scripted``. Operations come in this order:
  ///
  /// | line | meaning |
  /// |---|---|
  /// | `t` *html* | Replace the element `.board` by this one; it is the only line then. If the focus was on a square, focus the one with `tabindex="0"`. |
  /// | `m` *from* *to* | The piece on the first square glides to the second. Measure before any `q` is carried out; `q` lines follow for those of both squares that look different in the end. |
  /// | `q` *index* *piece* *classes* *tabindex* *aria-disabled* *label* | Make the square so: see below. |
  /// | `b` *classes* | Set `class` of `.board`. |
  /// | `o` `below` or `above` *svg* | Set what is inside `.overlay-below` or `.overlay-above`. |
  ///
  /// In a `q` line *piece* is the symbol's identifier, such as `p-black-disc`, or `-` for none: the
  /// `<use>` of `svg.piece`, which goes with the last piece. *classes* is the whole `class` attribute;
  /// for each class `is-NAME` in it, in that order, `svg.marks` holds a `<use href="#m-NAME">`.
  /// *tabindex* is `0` or `-1`; if the focus was on the square that loses the `0`, focus the one that
  /// gets it. *aria-disabled* is `0` for `false` or `1` for `true`. *label* is plain text for
  /// `aria-label`, not escaped; it is the last field.
  ///
  /// - Parameter old: What the page shows now; `nil` when that is not known, which draws everything.
  /// - Returns: The lines, or an empty text.
  /// - Complexity: O(*n*) in the number of squares; the text is as long as what changed.
  public func patch(from old: BoardSnapshot?) -> String {
    String(decoding: patchBytes(from: old), as: UTF8.self)
  }

  /// Returns the same as ``patch(from:)`` in UTF-8, which spares the browser's module the making of a text.
  public func patchBytes(from old: BoardSnapshot?) -> [UInt8] {
    var output = Output()
    guard let old, hasSameFrame(as: old) else {
      output.write("t\t")
      writeBoard(.scripted, newline: "", to: &output)
      output.write("\n")
      return output.bytes
    }
    if old == self { return [] }
    for change in BoardDifference(from: old, to: self).changes {
      guard case .move(let from, let to) = change else { continue }
      output.write("m\t")
      output.write(from)
      output.write("\t")
      output.write(to)
      output.write("\n")
    }
    let oldTabStop = old.tabStop
    let newTabStop = tabStop
    for square in geometry.squares {
      let isTabStop = square == newTabStop
      let wasTabStop = square == oldTabStop
      guard squares[square] != old.squares[square] || isTabStop != wasTabStop else { continue }
      // Contents may differ in what cannot be seen, such as an identity.
      let before = old.squareLine(square, isTabStop: wasTabStop)
      let after = squareLine(square, isTabStop: isTabStop)
      if before != after { output.write(bytes: after) }
    }
    if isActive != old.isActive {
      output.write("b\t")
      writeBoardClasses(to: &output)
      output.write("\n")
    }
    if overlays != old.overlays {
      writeOverlayLine(.below, from: old, to: &output)
      writeOverlayLine(.above, from: old, to: &output)
    }
    return output.bytes
  }

  private func hasSameFrame(as old: BoardSnapshot) -> Bool {
    geometry == old.geometry && style == old.style && nameText == old.nameText
  }

  private func squareLine(_ square: Int, isTabStop: Bool) -> [UInt8] {
    var output = Output()
    output.write("q\t")
    output.write(square)
    output.write("\t")
    if let art = art(on: square) {
      output.write("p-")
      output.write(line: art.symbolText)
    } else {
      output.write("-")
    }
    output.write("\t")
    writeSquareClasses(square, to: &output)
    output.write(isTabStop ? "\t0\t" : "\t-1\t")
    output.write(squares[square].isEnabled ? "0\t" : "1\t")
    writeLabel(of: square, to: &output)
    output.write("\n")
    return output.bytes
  }

  private func writeOverlayLine(
    _ layer: Overlay.Layer, from old: BoardSnapshot, to output: inout Output
  ) {
    var before = Output()
    old.writeOverlays(layer, to: &before)
    var after = Output()
    writeOverlays(layer, to: &after)
    guard before.bytes != after.bytes else { return }
    output.write(layer == .below ? "o\tbelow\t" : "o\tabove\t")
    output.write(bytes: after.bytes)
    output.write("\n")
  }
}

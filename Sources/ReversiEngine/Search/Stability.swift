/// Discs that nothing can turn any more.
enum Stability {
  /// Returns a set of stable discs of `own`: not all of them, but never one too many.
  ///
  /// A disc is stable when in each of its four lines the line is full, or it stands at the board's edge, or beside
  /// a stable disc of its own colour.
  static func stable(_ own: UInt64, _ opponent: UInt64) -> UInt64 {
    let occupied = own | opponent
    // Full rows.
    var rows = occupied
    rows &= rows >> 4
    rows &= rows >> 2
    rows &= rows >> 1
    rows = (rows & 0x0101_0101_0101_0101) &* 0xFF
    // Full columns.
    var columns = occupied
    columns &= columns >> 8 | columns << 56
    columns &= columns >> 16 | columns << 48
    columns &= columns >> 32 | columns << 32
    let (rising, falling) = fullDiagonals(occupied)

    let edgeColumns: UInt64 = 0x8181_8181_8181_8181
    let edgeRows: UInt64 = 0xFF00_0000_0000_00FF
    let edge = edgeColumns | edgeRows
    let notA: UInt64 = 0xFEFE_FEFE_FEFE_FEFE
    let notH: UInt64 = 0x7F7F_7F7F_7F7F_7F7F

    let horizontal = rows | edgeColumns
    let vertical = columns | edgeRows
    let rise = rising | edge
    let fall = falling | edge
    // Discs on full lines only, and corners, start it.
    var stable = own & horizontal & vertical & rise & fall
    if stable == 0 { return 0 }
    while true {
      let h = horizontal | (stable & notH) << 1 | (stable & notA) >> 1
      let v = vertical | stable << 8 | stable >> 8
      let r = rise | (stable & notA) << 7 | (stable & notH) >> 7
      let f = fall | (stable & notH) << 9 | (stable & notA) >> 9
      let next = stable | (own & h & v & r & f)
      if next == stable { return stable }
      stable = next
    }
  }

  /// Returns the squares on diagonals without an empty square, those of a8–h1's direction and of a1–h8's.
  @inline(__always)
  private static func fullDiagonals(_ occupied: UInt64) -> (rising: UInt64, falling: UInt64) {
    // An empty square spoils its whole diagonal: smear the empties along it both ways.
    let empty = ~occupied
    let notA: UInt64 = 0xFEFE_FEFE_FEFE_FEFE
    let notH: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    var up7 = empty
    up7 |= (up7 & notA) << 7
    up7 |= (up7 & 0xFCFC_FCFC_FCFC_FCFC) << 14
    up7 |= (up7 & 0xF0F0_F0F0_F0F0_F0F0) << 28
    var down7 = empty
    down7 |= (down7 & notH) >> 7
    down7 |= (down7 & 0x3F3F_3F3F_3F3F_3F3F) >> 14
    down7 |= (down7 & 0x0F0F_0F0F_0F0F_0F0F) >> 28
    var up9 = empty
    up9 |= (up9 & notH) << 9
    up9 |= (up9 & 0x3F3F_3F3F_3F3F_3F3F) << 18
    up9 |= (up9 & 0x0F0F_0F0F_0F0F_0F0F) << 36
    var down9 = empty
    down9 |= (down9 & notA) >> 9
    down9 |= (down9 & 0xFCFC_FCFC_FCFC_FCFC) >> 18
    down9 |= (down9 & 0xF0F0_F0F0_F0F0_F0F0) >> 36
    return (~(up7 | down7), ~(up9 | down9))
  }
}

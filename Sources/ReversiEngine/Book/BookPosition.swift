/// A position as a book keeps it: of its eight images under the symmetries of the board the least one.
///
/// Who has the black discs does not matter; whoever could not move has passed already.
struct BookPosition: Hashable {
  /// The discs of the side to move.
  var own: UInt64
  /// The discs of the other side.
  var opponent: UInt64

  static let start = BookPosition(own: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000)

  var empties: Int { (~(own | opponent)).nonzeroBitCount }

  /// The squares where the side to move may place a disc.
  var moves: UInt64 { Boards.moves(own, opponent) }

  /// The least image, and the symmetry that leads to it.
  var canonical: (position: BookPosition, symmetry: Int) {
    var best = self
    var found = 0
    for symmetry in 1..<8 {
      let image = BookPosition(
        own: Symmetry.image(own, symmetry), opponent: Symmetry.image(opponent, symmetry))
      if image.own < best.own || image.own == best.own && image.opponent < best.opponent {
        (best, found) = (image, symmetry)
      }
    }
    return (best, found)
  }

  /// The position after a move, with a pass made if one is due.
  ///
  /// - Returns: `nil` if the disc would turn nothing.
  func playing(_ square: Int) -> BookStep? {
    guard own | opponent | 1 << UInt64(square) != own | opponent else { return nil }
    let flips = Boards.flips(square, own, opponent)
    guard flips != 0 else { return nil }
    let next = BookPosition(own: opponent ^ flips, opponent: own | flips | 1 << UInt64(square))
    if next.moves != 0 { return BookStep(position: next, isPassed: false, isOver: false) }
    let turned = BookPosition(own: next.opponent, opponent: next.own)
    if turned.moves != 0 { return BookStep(position: turned, isPassed: true, isOver: false) }
    return BookStep(position: next, isPassed: false, isOver: true)
  }
}

/// What a move leads to.
struct BookStep {
  /// The position, the next to move first.
  var position: BookPosition
  /// Whether the opponent had to pass, so that the same side moves again.
  var isPassed: Bool
  /// Whether the game is over.
  var isOver: Bool
}

/// The eight symmetries of the board: bit 0 mirrors the columns, bit 1 the rows, and then bit 2 swaps both.
enum Symmetry {
  /// The image of a bitboard.
  static func image(_ board: UInt64, _ symmetry: Int) -> UInt64 {
    var x = board
    if symmetry & 1 != 0 {
      x = (x >> 1 & 0x5555_5555_5555_5555) | (x & 0x5555_5555_5555_5555) << 1
      x = (x >> 2 & 0x3333_3333_3333_3333) | (x & 0x3333_3333_3333_3333) << 2
      x = (x >> 4 & 0x0F0F_0F0F_0F0F_0F0F) | (x & 0x0F0F_0F0F_0F0F_0F0F) << 4
    }
    if symmetry & 2 != 0 { x = x.byteSwapped }
    if symmetry & 4 != 0 {
      var t = (x ^ x >> 7) & 0x00AA_00AA_00AA_00AA
      x ^= t ^ t << 7
      t = (x ^ x >> 14) & 0x0000_CCCC_0000_CCCC
      x ^= t ^ t << 14
      t = (x ^ x >> 28) & 0x0000_0000_F0F0_F0F0
      x ^= t ^ t << 28
    }
    return x
  }

  /// The image of a square.
  static func image(square: Int, _ symmetry: Int) -> Int { Patterns.image(square, symmetry) }

  /// The symmetry that leads back.
  static func inverse(_ symmetry: Int) -> Int {
    symmetry & 4 == 0 ? symmetry : 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1
  }
}

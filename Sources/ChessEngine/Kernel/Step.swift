/// A move as the search writes it, in 16 bits: from, to, and what is special about it.
///
/// Castling is the king's move to the square of its own rook.
struct Step: Equatable {
  var bits: UInt16

  @inline(__always)
  init(bits: UInt16) { self.bits = bits }

  @inline(__always)
  init(_ from: Int, _ to: Int, _ flag: Int = Step.plain) {
    bits = UInt16(truncatingIfNeeded: from | to << 6 | flag << 12)
  }

  /// No move; no legal move has these bits.
  static var none: Step { @inline(__always) get { Step(bits: 0) } }

  static var plain: Int { @inline(__always) get { 0 } }
  static var castling: Int { @inline(__always) get { 1 } }
  static var enPassant: Int { @inline(__always) get { 2 } }
  /// Added to the kind of the new piece.
  static var promotionBase: Int { @inline(__always) get { 3 } }

  var from: Int { @inline(__always) get { Int(bits & 63) } }
  var to: Int { @inline(__always) get { Int(bits >> 6 & 63) } }
  var flag: Int { @inline(__always) get { Int(bits >> 12) } }
  var isPromotion: Bool { @inline(__always) get { bits >= 0x4000 } }
  /// The kind that a pawn becomes, if ``isPromotion``.
  var promotion: Int { @inline(__always) get { flag &- Step.promotionBase } }
  var fromTo: Int { @inline(__always) get { Int(bits & 0xFFF) } }

  @inline(__always)
  static func == (a: Step, b: Step) -> Bool { a.bits == b.bits }
}

/// The kinds of pieces as the search numbers them.
enum Kind {
  static var pawn: Int { @inline(__always) get { 0 } }
  static var knight: Int { @inline(__always) get { 1 } }
  static var bishop: Int { @inline(__always) get { 2 } }
  static var rook: Int { @inline(__always) get { 3 } }
  static var queen: Int { @inline(__always) get { 4 } }
  static var king: Int { @inline(__always) get { 5 } }
  /// No piece: what an empty square holds.
  static var none: Int { @inline(__always) get { 6 } }
}

/// Sets of squares, a1 the lowest bit.
enum Squares {
  static var fileA: UInt64 { @inline(__always) get { 0x0101_0101_0101_0101 } }
  static var fileH: UInt64 { @inline(__always) get { 0x8080_8080_8080_8080 } }
  static var dark: UInt64 { @inline(__always) get { 0xAA55_AA55_AA55_AA55 } }

  @inline(__always)
  static func rank(_ rank: Int) -> UInt64 { 0xFF &<< UInt64(truncatingIfNeeded: rank &* 8) }

  @inline(__always)
  static func file(_ file: Int) -> UInt64 { fileA &<< UInt64(truncatingIfNeeded: file) }

  /// The ranks of a side from its own first on.
  @inline(__always)
  static func rank(_ rank: Int, of side: Int) -> UInt64 {
    Squares.rank(side == 0 ? rank : 7 &- rank)
  }

  /// One step towards the opponent.
  @inline(__always)
  static func forward(_ set: UInt64, _ side: Int) -> UInt64 { side == 0 ? set << 8 : set >> 8 }

  @inline(__always)
  static func east(_ set: UInt64) -> UInt64 { (set & ~fileH) << 1 }

  @inline(__always)
  static func west(_ set: UInt64) -> UInt64 { (set & ~fileA) >> 1 }

  /// All squares in front of a set, towards the opponent.
  @inline(__always)
  static func ahead(_ set: UInt64, _ side: Int) -> UInt64 {
    if side == 0 {
      var s = set << 8
      s |= s << 8
      s |= s << 16
      return s | s << 32
    }
    var s = set >> 8
    s |= s >> 8
    s |= s >> 16
    return s | s >> 32
  }

  @inline(__always)
  static func pawnAttacks(_ pawns: UInt64, _ side: Int) -> UInt64 {
    let ahead = forward(pawns, side)
    return east(ahead) | west(ahead)
  }

  @inline(__always)
  static func bit(_ square: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: square) }

  /// How many king's steps two squares are apart.
  @inline(__always)
  static func distance(_ a: Int, _ b: Int) -> Int {
    max(abs((a & 7) &- (b & 7)), abs((a >> 3) &- (b >> 3)))
  }
}

extension UInt64 {
  /// The lowest square of a set that is not empty.
  @inline(__always)
  var lowest: Int { trailingZeroBitCount }

  /// Removes the lowest square and returns it.
  @inline(__always)
  mutating func popLowest() -> Int {
    let square = trailingZeroBitCount
    self &= self &- 1
    return square
  }

  @inline(__always)
  var count: Int { nonzeroBitCount }

  @inline(__always)
  func has(_ square: Int) -> Bool { self & Squares.bit(square) != 0 }
}

/// A position as the search holds it.
///
/// It is copied for each move, so that nothing has to be taken back. White is side 0. A piece is its kind and, for
/// Black, 8 more.
struct Node {
  var kinds = InlineArray<6, UInt64>(repeating: 0)
  var sides = InlineArray<2, UInt64>(repeating: 0)
  var squares = InlineArray<64, UInt8>(repeating: 6)
  /// Hash of everything that the rules look at, except the counters.
  var key: UInt64 = 0
  /// Hash of the pawns.
  var pawnKey: UInt64 = 0
  /// Hashes of the other pieces of each side.
  var pieceKeys = InlineArray<2, UInt64>(repeating: 0)
  /// The pieces that give check.
  var checkers: UInt64 = 0
  /// The rooks that may still castle.
  var castlingRooks: UInt64 = 0
  /// The sum of material and square values, midgame and endgame in one word, White's less Black's.
  var sum: Int32 = 0
  /// Pieces left, see ``Node/phaseWeights``.
  var phase: Int32 = 0
  /// Half moves since the last capture or pawn move.
  var quietPlies: Int32 = 0
  /// Plies since the last null move.
  var sinceNull: Int32 = 0
  var side: Int = 0
  /// The square of an en passant capture that is legal, or 64.
  var enPassant = 64

  @inline(__always)
  var occupied: UInt64 { sides[0] | sides[1] }

  @inline(__always)
  func pieces(_ kind: Int, _ side: Int) -> UInt64 { kinds[kind] & sides[side] }

  @inline(__always)
  func king(_ side: Int) -> Int { (kinds[5] & sides[side]).lowest }

  @inline(__always)
  var diagonals: UInt64 { kinds[2] | kinds[4] }

  @inline(__always)
  var straights: UInt64 { kinds[3] | kinds[4] }

  @inline(__always)
  func kind(at square: Int) -> Int { Int(squares[square] & 7) }

  /// Whether a side has more than pawns and king.
  @inline(__always)
  func hasPieces(_ side: Int) -> Bool { sides[side] & ~(kinds[0] | kinds[5]) != 0 }

  /// How much of the midgame each kind stands for; 24 in the starting position.
  @inline(__always)
  static func phaseWeight(_ kind: Int) -> Int32 {
    // Four bits each: knight and bishop 1, rook 2, queen 4.
    Int32(truncatingIfNeeded: 0x042110 >> (kind &* 4) & 15)
  }

  @inline(__always)
  mutating func put(_ piece: Int, _ square: Int, _ tables: Tables) {
    let bit = Squares.bit(square)
    let kind = piece & 7
    kinds[kind] |= bit
    sides[piece >> 3] |= bit
    squares[square] = UInt8(truncatingIfNeeded: piece)
    hash(piece, square, tables)
    sum &+= tables.squareValues[piece << 6 | square]
    phase &+= Node.phaseWeight(kind)
  }

  @inline(__always)
  mutating func take(_ piece: Int, _ square: Int, _ tables: Tables) {
    let bit = Squares.bit(square)
    let kind = piece & 7
    kinds[kind] &= ~bit
    sides[piece >> 3] &= ~bit
    squares[square] = 6
    hash(piece, square, tables)
    sum &-= tables.squareValues[piece << 6 | square]
    phase &-= Node.phaseWeight(kind)
  }

  @inline(__always)
  mutating func hash(_ piece: Int, _ square: Int, _ tables: Tables) {
    let word = tables.pieceWords[piece << 6 | square]
    key ^= word
    if piece & 7 == 0 { pawnKey ^= word } else { pieceKeys[piece >> 3] ^= word }
  }

  /// Computes the fields that follow from the squares, after the pieces were put.
  mutating func finish(_ tables: Tables) {
    var rooks = castlingRooks
    while rooks != 0 { key ^= tables.castlingWords[rooks.popLowest()] }
    if side == 1 { key ^= tables.sideWord }
    if enPassant < 64, !hasEnPassant(to: enPassant) { enPassant = 64 }
    if enPassant < 64 { key ^= tables.enPassantWords[enPassant & 7] }
    checkers = attackers(of: king(side), occupied: occupied) & sides[side ^ 1]
  }
}

/// Everything that searches only read: words for hashing, and the weights as they are used.
///
/// Raw memory of one owner, ``EngineTables``, which lives as long as any search that uses it.
struct Tables {
  let pieceWords: UnsafeMutablePointer<UInt64>
  let castlingWords: UnsafeMutablePointer<UInt64>
  let enPassantWords: UnsafeMutablePointer<UInt64>
  let sideWord: UInt64
  /// By piece and square: material and place, White's positive.
  let squareValues: UnsafeMutablePointer<Int32>
  /// The weights in pairs, midgame in the low half and endgame in the high half.
  let weights: UnsafeMutablePointer<Int32>
  /// By depth and number of the move, in 1024ths of a ply.
  let reductions: UnsafeMutablePointer<Int32>
}

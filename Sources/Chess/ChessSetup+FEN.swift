public import Games

/// How FEN writes rights to castle.
public enum ChessCastlingNotation: Hashable, Sendable {
  /// `KQkq`, and the letter of the rook's file where another rook stands farther out (X-FEN).
  case automatic
  /// The letters of the rooks' files, `HAha`, as Shredder writes Chess960.
  case shredder
}

extension ChessSetup {
  /// Reads a position in Forsyth–Edwards notation: FEN, X-FEN or Shredder-FEN.
  ///
  /// Only the pieces must be there; without more, white is to move, nobody may castle, no pawn has just leapt, and the
  /// counters stand at 0 and 1. Fields are separated by any white space.
  ///
  /// - Throws: ``TextError`` at the first byte that does not fit. Whether the position is legal is not asked.
  public init(fen: String) throws(TextError) {
    try self.init(fenBytes: Array(fen.utf8)[...])
  }

  init(fenBytes bytes: ArraySlice<UInt8>) throws(TextError) {
    self.init()
    var fields = FENFields(bytes)
    guard let pieces = fields.next() else { throw TextError("expected eight ranks", at: 0) }
    try readPieces(pieces, fields)
    if let field = fields.next() {
      switch (field.count, field.first.map { $0 | 0x20 }) {
      case (1, UInt8(ascii: "w")): sideToMove = .white
      case (1, UInt8(ascii: "b")): sideToMove = .black
      default: throw TextError("expected w or b", at: fields.offset(of: field))
      }
    }
    if let field = fields.next() { try readCastling(field, fields) }
    if let field = fields.next() {
      if !(field.count == 1 && field.first == UInt8(ascii: "-")) {
        let bytes = Array(field)
        guard bytes.count == 2, let square = ChessSquare(bytes[0], bytes[1]) else {
          throw TextError("expected a square or -", at: fields.offset(of: field))
        }
        enPassant = square
      }
    }
    if let field = fields.next() {
      halfmoveClock = try ChessSetup.counter(field, fields)
    }
    if let field = fields.next() {
      // Some programs begin to count at 0.
      fullmoveNumber = max(1, try ChessSetup.counter(field, fields))
    }
    if let field = fields.next() {
      throw TextError("expected the end of the position", at: fields.offset(of: field))
    }
  }

  private static func counter(_ field: ArraySlice<UInt8>, _ fields: FENFields) throws(TextError)
    -> Int
  {
    guard let value = Int(decimal: field), value >= 0, value <= 9999 else {
      throw TextError("expected a number from 0 to 9999", at: fields.offset(of: field))
    }
    return value
  }

  private mutating func readPieces(_ field: ArraySlice<UInt8>, _ fields: FENFields)
    throws(TextError)
  {
    var rank = 7
    var file = 0
    var index = field.startIndex
    while index < field.endIndex {
      let byte = field[index]
      let place = index - fields.start
      if byte == UInt8(ascii: "/") {
        guard file == 8 else { throw TextError("this rank has too few squares", at: place) }
        guard rank > 0 else { throw TextError("expected eight ranks", at: place) }
        rank -= 1
        file = 0
      } else if byte >= UInt8(ascii: "1"), byte <= UInt8(ascii: "8") {
        file += Int(byte - UInt8(ascii: "0"))
        guard file <= 8 else { throw TextError("this rank has too many squares", at: place) }
      } else if let piece = ChessPiece(letter: byte) {
        guard let square = ChessSquare(file: file, rank: rank) else {
          throw TextError("this rank has too many squares", at: place)
        }
        self[square] = piece
        file += 1
      } else {
        throw TextError("expected a piece, a digit or /", at: place)
      }
      index += 1
    }
    let end = field.endIndex - fields.start
    guard file == 8 else { throw TextError("this rank has too few squares", at: end) }
    guard rank == 0 else { throw TextError("expected eight ranks", at: end) }
  }

  private mutating func readCastling(_ field: ArraySlice<UInt8>, _ fields: FENFields)
    throws(TextError)
  {
    if field.count == 1, field.first == UInt8(ascii: "-") { return }
    for index in field.indices {
      let byte = field[index]
      let side: ChessSide = byte & 0x20 == 0 ? .white : .black
      let square: ChessSquare?
      switch byte & ~0x20 {
      case UInt8(ascii: "K"): square = outermostRook(of: side, isShort: true)
      case UInt8(ascii: "Q"): square = outermostRook(of: side, isShort: false)
      case let letter:
        square = ChessSquare(file: Int(letter) - Int(UInt8(ascii: "A")), rank: side.homeRank)
      }
      guard let square else {
        throw TextError("expected KQkq, the files of rooks or -", at: index - fields.start)
      }
      board.castlingRooks |= square.bit
    }
  }

  /// The outermost rook on a wing, or the corner if there is none, where its absence is noticed.
  private func outermostRook(of side: ChessSide, isShort: Bool) -> ChessSquare {
    let own = board.pieces(of: side)
    let home: UInt64 = side == .white ? 0xFF : 0xFF << 56
    let king = board.kings & own & home
    let rooks = board.pieces(.rook) & own & home
    let found =
      king == 0 ? 0 : isShort ? rooks & ~(king | (king &- 1)) : rooks & (king &- 1)
    let corner = side.homeRank * 8 + (isShort ? 7 : 0)
    if found == 0 { return ChessSquare(known: corner) }
    return ChessSquare(
      known: isShort ? 63 - found.leadingZeroBitCount : found.trailingZeroBitCount)
  }

  /// The position in Forsyth–Edwards notation.
  public func fen(castling: ChessCastlingNotation = .automatic) -> String {
    var bytes = placement
    bytes += [UInt8(ascii: " "), sideToMove.letter, UInt8(ascii: " ")]
    bytes += castlingField(castling)
    bytes.append(UInt8(ascii: " "))
    if let enPassant {
      bytes += [enPassant.fileLetter, enPassant.rankDigit]
    } else {
      bytes.append(UInt8(ascii: "-"))
    }
    bytes += Array(" \(halfmoveClock) \(fullmoveNumber)".utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The first field of FEN.
  var placement: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(72)
    for rank in (0..<8).reversed() {
      var empty: UInt8 = 0
      for file in 0..<8 {
        guard let piece = self[ChessSquare(known: rank * 8 + file)] else {
          empty += 1
          continue
        }
        if empty > 0 { bytes.append(UInt8(ascii: "0") + empty) }
        empty = 0
        bytes.append(piece.letter)
      }
      if empty > 0 { bytes.append(UInt8(ascii: "0") + empty) }
      if rank > 0 { bytes.append(UInt8(ascii: "/")) }
    }
    return bytes
  }

  private func castlingField(_ notation: ChessCastlingNotation) -> [UInt8] {
    var letters: [UInt8] = []
    for side in ChessSide.allCases {
      let own = board.pieces(of: side)
      let king = (board.kings & own).trailingZeroBitCount & 7
      let rooks = castlingRooks.filter { $0.rank == side.homeRank }.reversed()
      for rook in rooks {
        let isShort = rook.file > king
        let isOutermost = outermostRook(of: side, isShort: isShort) == rook
        let letter: UInt8 =
          notation == .automatic && isOutermost
          ? (isShort ? UInt8(ascii: "K") : UInt8(ascii: "Q"))
          : UInt8(ascii: "A") + UInt8(truncatingIfNeeded: rook.file)
        letters.append(side == .white ? letter : letter | 0x20)
      }
    }
    return letters.isEmpty ? [UInt8(ascii: "-")] : letters
  }
}

/// The fields of a line, separated by white space.
struct FENFields {
  let start: Int
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    start = bytes.startIndex
    rest = bytes
  }

  mutating func next() -> ArraySlice<UInt8>? {
    rest = rest.drop { FENFields.isSpace($0) }
    let field = rest.prefix { !FENFields.isSpace($0) }
    rest = rest[field.endIndex...]
    return field.isEmpty ? nil : field
  }

  func offset(of field: ArraySlice<UInt8>) -> Int { field.startIndex - start }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
}

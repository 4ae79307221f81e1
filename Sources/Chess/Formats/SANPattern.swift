/// What the text of a move says, before any position is asked.
struct SANPattern {
  enum Form { case ordinary, castlesShort, castlesLong, null }

  var form = Form.ordinary
  /// The kind of piece; `nil` when the text has only squares, as in `e2e4`.
  var kind: ChessPieceKind?
  /// Where the piece comes from, as far as the text says; -1 where it does not.
  var fromFile = -1
  var fromRank = -1
  /// Where it goes to; the rank is -1 in `exd`.
  var toFile = -1
  var toRank = -1
  var promotion: ChessPieceKind?
  var saysCapture = false

  /// Whether both squares are written, as in `e2e4` or `Ng1-f3`.
  var isFull: Bool { fromFile >= 0 && fromRank >= 0 && toRank >= 0 }

  /// Reads the commonest spellings, which are those of the standard, with a small part of the work.
  ///
  /// `nil` says nothing of the text, and neither does it read what begins with a small `b` and captures.
  @inline(__always)
  init?(quickly bytes: Span<UInt8>, in range: Range<Int>) {
    var start = range.lowerBound
    var end = range.upperBound
    guard end - start >= 2 else { return nil }
    let last = bytes[end - 1]
    if last == UInt8(ascii: "+") || last == UInt8(ascii: "#") { end -= 1 }
    guard end - start >= 2, end - start <= 5 else { return nil }
    let first = bytes[start]
    let rank = bytes[end - 1] &- 0x31
    let file = bytes[end - 2] &- 0x61
    guard rank < 8, file < 8 else { return nil }
    (toFile, toRank) = (Int(file), Int(rank))
    switch first {
    case UInt8(ascii: "N"): kind = .knight
    case UInt8(ascii: "B"): kind = .bishop
    case UInt8(ascii: "R"): kind = .rook
    case UInt8(ascii: "Q"): kind = .queen
    case UInt8(ascii: "K"): kind = .king
    case 0x61...0x68:
      kind = .pawn
      if end - start == 2 { return }
      guard end - start == 4, bytes[start + 1] == UInt8(ascii: "x"), first != UInt8(ascii: "b")
      else { return nil }
      fromFile = Int(first) - 0x61
      saysCapture = true
      return
    default: return nil
    }
    start += 1
    end -= 2
    if end > start, bytes[end - 1] == UInt8(ascii: "x") {
      saysCapture = true
      end -= 1
    }
    if start == end { return }
    guard end - start == 1 else { return nil }
    let origin = bytes[start]
    if origin &- 0x61 < 8 {
      fromFile = Int(origin) - 0x61
    } else if origin &- 0x31 < 8 {
      fromRank = Int(origin) - 0x31
    } else {
      return nil
    }
  }

  /// Reads a move text; `nil` if it is none in any spelling.
  ///
  /// With `readsBAsBishop`, a small `b` at the beginning is a bishop and not a file.
  init?(_ bytes: Span<UInt8>, in range: Range<Int>, readsBAsBishop: Bool = false) {
    let end = SANPattern.endWithoutSuffixes(bytes, range)
    var index = range.lowerBound
    guard index < end else { return nil }
    let first = bytes[index]
    if SANPattern.isCastlingLetter(first) {
      guard readCastling(bytes, index..<end) else { return nil }
      return
    }
    if end - index == 2,
      (first == 0x2d && bytes[index + 1] == 0x2d) || (first == 0x5a && bytes[index + 1] == 0x30)
    {
      form = .null
      return
    }
    if readsBAsBishop, first == UInt8(ascii: "b") {
      kind = .bishop
      index += 1
    } else if let (piece, length) = SANPattern.piece(bytes, index, end, inSmallLetters: false) {
      kind = piece
      index += length
    }
    guard readSquares(bytes, &index, end), readPromotion(bytes, &index, end), index == end else {
      return nil
    }
    if kind == nil, !isFull { kind = .pawn }
    if toRank < 0 {
      guard kind == .pawn, fromFile >= 0, fromFile != toFile else { return nil }
    }
  }

  private mutating func readCastling(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var letters = 1
    var index = range.lowerBound + 1
    let isDigit = bytes[range.lowerBound] == 0x30
    while index < range.upperBound {
      let dash = SANPattern.dash(bytes, index, range.upperBound)
      index += dash
      guard index < range.upperBound, SANPattern.isCastlingLetter(bytes[index]),
        // `00` is no castling: it may be a number.
        dash > 0 || !isDigit
      else { return false }
      letters += 1
      index += 1
    }
    form = letters == 2 ? .castlesShort : .castlesLong
    return letters == 2 || letters == 3
  }

  private mutating func readSquares(
    _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int
  ) -> Bool {
    fromFile = SANPattern.file(bytes, &index, end)
    fromRank = SANPattern.rank(bytes, &index, end)
    let separator = readSeparator(bytes, &index, end)
    // A `b` at the end of a whole square is the piece of a promotion: e8b, e7e8b.
    let isSquare =
      index < end && SANPattern.isFile(bytes[index])
      && (fromRank < 0 || fromFile < 0 || (index + 1 < end && SANPattern.isRank(bytes[index + 1])))
    if isSquare {
      toFile = SANPattern.file(bytes, &index, end)
      toRank = SANPattern.rank(bytes, &index, end)
      return true
    }
    guard !separator, fromFile >= 0, fromRank >= 0 else { return false }
    (toFile, toRank) = (fromFile, fromRank)
    (fromFile, fromRank) = (-1, -1)
    return true
  }

  private mutating func readSeparator(
    _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int
  ) -> Bool {
    guard index < end else { return false }
    let byte = bytes[index]
    if byte == UInt8(ascii: "x") || byte == UInt8(ascii: "X") || byte == UInt8(ascii: ":") {
      index += 1
      saysCapture = true
      return true
    }
    // The multiplication sign.
    if byte == 0xc3, index + 1 < end, bytes[index + 1] == 0x97 {
      index += 2
      saysCapture = true
      return true
    }
    let dash = SANPattern.dash(bytes, index, end)
    index += dash
    return dash > 0
  }

  private mutating func readPromotion(
    _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int
  ) -> Bool {
    guard index < end else { return true }
    var closes = false
    if bytes[index] == UInt8(ascii: "=") || bytes[index] == UInt8(ascii: "/") { index += 1 }
    if index < end, bytes[index] == UInt8(ascii: "(") {
      index += 1
      closes = true
    }
    guard let (piece, length) = SANPattern.piece(bytes, index, end, inSmallLetters: true),
      piece != .king, piece != .pawn
    else { return false }
    promotion = piece
    index += length
    if closes {
      guard index < end, bytes[index] == UInt8(ascii: ")") else { return false }
      index += 1
    }
    return true
  }
}

/// Letters and signs.
extension SANPattern {
  /// Reads a piece: a letter or a figurine, and how many bytes it takes.
  ///
  /// With `inSmallLetters`, `b` is a bishop; the other small letters always count.
  static func piece(
    _ bytes: Span<UInt8>, _ index: Int, _ end: Int, inSmallLetters: Bool
  ) -> (ChessPieceKind, Int)? {
    guard index < end else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "N"), UInt8(ascii: "n"): return (.knight, 1)
    case UInt8(ascii: "B"): return (.bishop, 1)
    case UInt8(ascii: "b"): return inSmallLetters ? (.bishop, 1) : nil
    case UInt8(ascii: "R"), UInt8(ascii: "r"): return (.rook, 1)
    case UInt8(ascii: "Q"), UInt8(ascii: "q"): return (.queen, 1)
    case UInt8(ascii: "K"), UInt8(ascii: "k"): return (.king, 1)
    case UInt8(ascii: "P"), UInt8(ascii: "p"): return (.pawn, 1)
    case 0xe2:
      // U+2654 to U+265F: king, queen, rook, bishop, knight, pawn, first white, then black.
      guard index + 2 < end, bytes[index + 1] == 0x99, bytes[index + 2] >= 0x94,
        bytes[index + 2] <= 0x9f
      else { return nil }
      let kinds: [6 of ChessPieceKind] = [.king, .queen, .rook, .bishop, .knight, .pawn]
      // A selector of the glyph's style may follow.
      let selects =
        index + 5 < end && bytes[index + 3] == 0xef && bytes[index + 4] == 0xb8
        && bytes[index + 5] & 0xfe == 0x8e
      return (kinds[Int(bytes[index + 2] - 0x94) % 6], selects ? 6 : 3)
    default: return nil
    }
  }

  /// The end of the move without signs of check, mate, praise, a draw offer and `e.p.`, and without spaces.
  private static func endWithoutSuffixes(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound {
      let last = bytes[end - 1]
      switch last {
      case UInt8(ascii: "+"), UInt8(ascii: "#"), UInt8(ascii: "!"), UInt8(ascii: "?"),
        UInt8(ascii: "="), 0x20:
        end -= 1
      case UInt8(ascii: "."):
        guard end - range.lowerBound > 4, bytes[end - 2] | 0x20 == UInt8(ascii: "p"),
          bytes[end - 3] == UInt8(ascii: "."), bytes[end - 4] | 0x20 == UInt8(ascii: "e")
        else { return end }
        end -= 4
      case UInt8(ascii: "p"):
        guard end - range.lowerBound > 2, bytes[end - 2] == UInt8(ascii: "e") else { return end }
        end -= 2
      case 0xa0, 0xa1:
        // A dagger for check, two for mate.
        guard end - range.lowerBound > 3, bytes[end - 2] == 0x80, bytes[end - 3] == 0xe2 else {
          return end
        }
        end -= 3
      default: return end
      }
    }
    return end
  }

  /// The length of a dash: a hyphen, a dash or a minus sign of Unicode, or the dash of Windows-1252.
  static func dash(_ bytes: Span<UInt8>, _ index: Int, _ end: Int) -> Int {
    guard index < end else { return 0 }
    switch bytes[index] {
    case 0x2d, 0x96: return 1
    case 0xe2:
      guard index + 2 < end else { return 0 }
      let isDash = bytes[index + 1] == 0x80 && (0x90...0x95).contains(bytes[index + 2])
      let isMinus = bytes[index + 1] == 0x88 && bytes[index + 2] == 0x92
      return isDash || isMinus ? 3 : 0
    default: return 0
    }
  }

  private static func isCastlingLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "O") || byte == UInt8(ascii: "0") || byte == UInt8(ascii: "o")
  }

  private static func isFile(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "h")
  }

  private static func isRank(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "1") && byte <= UInt8(ascii: "8")
  }

  private static func file(_ bytes: Span<UInt8>, _ index: inout Int, _ end: Int) -> Int {
    guard index < end, isFile(bytes[index]) else { return -1 }
    index += 1
    return Int(bytes[index - 1] | 0x20) - 0x61
  }

  private static func rank(_ bytes: Span<UInt8>, _ index: inout Int, _ end: Int) -> Int {
    guard index < end, isRank(bytes[index]) else { return -1 }
    index += 1
    return Int(bytes[index - 1]) - 0x31
  }
}

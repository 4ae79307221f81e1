/// Cuts the bytes of a PGN file into tokens.
///
/// The bytes come in pieces: a token that is not complete yet stays, and is gone on with when there are more.
struct PGNLexer {
  enum Token {
    /// A pair at the head of a game; details are its parts.
    case tag
    /// A tag that is too long, of which the beginning is given.
    case longTag
    /// A comment without its braces or semicolon.
    case comment
    /// A move, a result or other text.
    case word
    /// A number of a move, and the points behind it.
    case number
    /// `!`, `?` and pairs of them.
    case marks
    /// `$14`
    case glyph
    case open
    case close
    /// `*`
    case star
    /// A bracket or brace that opens or closes nothing.
    case stray
    /// More bytes are needed.
    case more
    /// The file is over.
    case end
  }

  enum CommentFault { case unclosed, tooLong }

  private enum Skip { case nothing, line, comment }

  /// What is to be known of the last token.
  struct Details {
    /// Where it stands in the bytes given.
    var range = 0..<0
    var tagName = 0..<0
    var tagValue = 0..<0
    var number = 0
    var line = 1
    var column = 1
    var dots: UInt8 = 0
    /// Whether a tag lacks something.
    var isMalformed = false
    /// Whether a tag is one wherever it stands: a name and a quote follow the bracket.
    var isTagLike = false
    var commentFault: CommentFault?
    /// Whether it was the first of its line, and whether an empty line came before it.
    var isFirstOnLine = false
    var followsEmptyLine = false
  }

  /// Where reading goes on, in the bytes given.
  var index = 0
  var last = Details()

  /// The number of bytes that were given before those at index 0.
  private var offset = 0
  private var line = 1
  private var lineStart = 0
  private var lineIsEmpty = true
  /// Up to where there is no end of the line, counted from the beginning of the file.
  private var lineSearched = 0
  private var sawEmptyLine = false
  private var skip = Skip.nothing
  private var comment = PGNCommentScan()
  private let limits: PGNLimits

  init(limits: PGNLimits) { self.limits = limits }

  /// The line that is being read.
  var currentLine: Int { line }

  /// The number of bytes of the file that have been read.
  var position: Int { offset &+ index }

  /// Tells that the bytes before the index are gone.
  mutating func forget() {
    // Where numbers have 32 bits, a file may be longer.
    offset &+= index
    index = 0
  }

  /// Reads the next token of `bytes`; `isLast` says that no bytes follow these.
  mutating func next(_ bytes: Span<UInt8>, isLast: Bool) -> Token {
    if skip != .nothing, !skipOn(bytes, isLast: isLast) { return isLast ? .end : .more }
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x20, 0x09, 0x0b, 0x0c, 0, 0x1a: index += 1
      case 0x0a:
        index += 1
        endLine()
      case 0x0d:
        guard index + 1 < bytes.count || isLast else { return .more }
        index += 1
        if index == bytes.count || bytes[index] != 0x0a { endLine() }
      case UInt8(ascii: "."): index += 1
      case UInt8(ascii: "%") where offset &+ index == lineStart:
        index += 1
        lineIsEmpty = false
        skip = .line
        if !skipOn(bytes, isLast: isLast) { return isLast ? .end : .more }
      case 0xe2, 0xef, 0xc2, 0xa0, 0x85:
        // Three dots, a byte-order mark and spaces that do not break; anything else is a word.
        let length = byte == 0xe2 || byte == 0xef ? 3 : byte == 0xc2 ? 2 : 1
        guard index + length <= bytes.count || isLast else { return .more }
        guard isSpace(bytes, length) else { return word(bytes, isLast: isLast) }
        if offset &+ index == lineStart { lineStart &+= length }
        index += length
      default: return token(bytes, byte, isLast: isLast)
      }
    }
    return isLast ? .end : .more
  }

  private func isSpace(_ bytes: Span<UInt8>, _ length: Int) -> Bool {
    guard index + length <= bytes.count else { return false }
    switch bytes[index] {
    case 0xe2: return PGNLexer.isEllipsis(bytes, index)
    case 0xef: return bytes[index + 1] == 0xbb && bytes[index + 2] == 0xbf
    case 0xc2: return bytes[index + 1] == 0xa0
    default: return true
    }
  }

  private static func isEllipsis(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index] == 0xe2 && bytes[index + 1] == 0x80
      && bytes[index + 2] == 0xa6
  }

  private mutating func endLine() {
    if lineIsEmpty { sawEmptyLine = true }
    line += 1
    lineStart = offset &+ index
    lineIsEmpty = true
  }

  /// Skips what is not kept; `false` if it does not end in these bytes.
  private mutating func skipOn(_ bytes: Span<UInt8>, isLast: Bool) -> Bool {
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0a || byte == 0x0d {
        if skip == .line {
          skip = .nothing
          return true
        }
        guard byte == 0x0a || index + 1 < bytes.count || isLast else { return false }
        index += 1
        if byte == 0x0a || index == bytes.count || bytes[index] != 0x0a { endLine() }
        continue
      }
      index += 1
      if skip == .comment, byte == UInt8(ascii: "}") {
        skip = .nothing
        return true
      }
    }
    return false
  }

  /// Notes where a token stands.
  private mutating func found(_ token: Token, _ start: Int, _ end: Int) -> Token {
    place(start)
    last.range = start..<end
    index = end
    return token
  }

  private mutating func place(_ start: Int) {
    last.line = line
    last.column = offset &+ start &- lineStart &+ 1
    last.isFirstOnLine = lineIsEmpty
    last.followsEmptyLine = sawEmptyLine
    lineIsEmpty = false
    sawEmptyLine = false
  }

  private mutating func token(_ bytes: Span<UInt8>, _ byte: UInt8, isLast: Bool) -> Token {
    let start = index
    switch byte {
    case UInt8(ascii: "{"): return comment(bytes, isLast: isLast, inBraces: true)
    case UInt8(ascii: ";"): return comment(bytes, isLast: isLast, inBraces: false)
    case UInt8(ascii: "("):
      // `(=)` is a draw offer.
      guard start + 2 < bytes.count || isLast else { return .more }
      if start + 2 < bytes.count, bytes[start + 1] == UInt8(ascii: "="),
        bytes[start + 2] == UInt8(ascii: ")")
      {
        return found(.word, start, start + 3)
      }
      return found(.open, start, start + 1)
    case UInt8(ascii: ")"): return found(.close, start, start + 1)
    case UInt8(ascii: "["): return tag(bytes, isLast: isLast)
    case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "<"), UInt8(ascii: ">"):
      return found(.stray, start, start + 1)
    case UInt8(ascii: "*"): return found(.star, start, start + 1)
    case UInt8(ascii: "$"): return glyph(bytes, isLast: isLast)
    case UInt8(ascii: "!"), UInt8(ascii: "?"):
      var end = start + 1
      if end < bytes.count, bytes[end] == UInt8(ascii: "!") || bytes[end] == UInt8(ascii: "?") {
        end += 1
      } else if end == bytes.count, !isLast {
        return .more
      }
      return found(.marks, start, end)
    case 0x30...0x39: return numberOrWord(bytes, isLast: isLast)
    default: return word(bytes, isLast: isLast)
    }
  }

  private mutating func glyph(_ bytes: Span<UInt8>, isLast: Bool) -> Token {
    var end = index + 1
    var value = 0
    while end < bytes.count, Bytes.isDigit(bytes[end]), end - index < 6 {
      value = value * 10 + Int(bytes[end] - 0x30)
      end += 1
    }
    guard end < bytes.count || isLast else { return .more }
    last.number = value
    return found(end > index + 1 && value <= 0xffff ? .glyph : .stray, index, end)
  }

  private mutating func numberOrWord(_ bytes: Span<UInt8>, isLast: Bool) -> Token {
    var end = index
    var value = 0
    // A row of digits is cut somewhere, wherever the pieces of the file end.
    while end < bytes.count, Bytes.isDigit(bytes[end]), end - index < 200 {
      value = min(value * 10 + Int(bytes[end] - 0x30), 1_000_000)
      end += 1
    }
    guard end < bytes.count || isLast else { return .more }
    last.dots = 0
    if end < bytes.count {
      let byte = bytes[end]
      if byte == 0xe2 {
        guard end + 2 < bytes.count || isLast else { return .more }
        if PGNLexer.isEllipsis(bytes, end) {
          last.number = value
          last.dots = 3
          return found(.number, index, end + 3)
        }
      }
      // Results and castling with digits go on with a dash or a stroke.
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/") || byte >= 0x80 {
        return word(bytes, isLast: isLast)
      }
      while end < bytes.count, bytes[end] == UInt8(ascii: "."), last.dots < 3 {
        end += 1
        last.dots += 1
      }
      guard end < bytes.count || isLast else { return .more }
    }
    last.number = value
    return found(.number, index, end)
  }

  private mutating func word(_ bytes: Span<UInt8>, isLast: Bool) -> Token {
    let start = index
    // Longer ones are cut, wherever the pieces of the file end.
    let longest = start + min(bytes.count - start, 256)
    var end = start + 1
    while true {
      while end < longest, !PGNLexer.endsWord(bytes[end]) { end += 1 }
      guard end < bytes.count || isLast else { return .more }
      // e8(Q)
      guard end < longest, bytes[end] == UInt8(ascii: "(") else { break }
      guard end + 2 < bytes.count || isLast else { return .more }
      let isPromotion =
        end + 2 < longest && bytes[end + 2] == UInt8(ascii: ")") && Bytes.isLetter(bytes[end + 1])
        && (bytes[end - 1] == 0x31 || bytes[end - 1] == 0x38 || bytes[end - 1] == 0x3d)
      guard isPromotion else { break }
      end += 3
    }
    return found(.word, start, end)
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    let half = byte < 64 ? lowerEnds : byte < 128 ? upperEnds : 0
    return half >> UInt64(byte & 63) & 1 != 0
  }

  /// Control characters, space and `!`, `$`, `(`, `)`, `*`, `;`, `<`, `>`, `?`, a bit each.
  private static var lowerEnds: UInt64 { 0xd800_0713_ffff_ffff }
  /// `[`, `]`, `{`, `}` likewise.
  private static var upperEnds: UInt64 { 0x2800_0000_2800_0000 }

  private mutating func comment(_ bytes: Span<UInt8>, isLast: Bool, inBraces: Bool) -> Token {
    let start = index + 1
    guard
      let end = comment.read(
        bytes, from: start, isLast: isLast, inBraces: inBraces, limit: limits.commentBytes)
    else { return .more }
    place(index)
    last.range = start..<end
    last.commentFault = comment.fault
    index = end
    // What was read of lines counts now that it is known where the comment ends.
    if comment.lines > 0 {
      line += comment.lines
      lineStart = offset &+ start &+ comment.lineStart
    }
    switch comment.ending {
    case .closed: index += 1
    case .line: break
    case .reopened:
      lineIsEmpty = true
      sawEmptyLine = true
    case .cut: skip = inBraces ? .comment : .line
    }
    comment = PGNCommentScan()
    return .comment
  }

  /// Reads `[Name "value"]`, which stands on one line, or skips other brackets among the moves.
  private mutating func tag(_ bytes: Span<UInt8>, isLast: Bool) -> Token {
    if !lineIsEmpty {
      guard let opensTag = opensTag(bytes, isLast: isLast) else { return .more }
      if !opensTag { return strayBracket(bytes, isLast: isLast) }
    }
    // Where several tags stand on a line, its end is looked for once.
    var end = max(index + 1, lineSearched &- offset)
    while end < bytes.count, bytes[end] != 0x0a, bytes[end] != 0x0d, end - index < limits.tagBytes {
      end += 1
    }
    lineSearched = offset &+ end
    guard end < bytes.count || isLast else { return .more }
    let isWhole = end == bytes.count ? isLast : bytes[end] == 0x0a || bytes[end] == 0x0d
    let scan = PGNTagScan(bytes, index..<end, isWhole: isWhole)
    (last.tagName, last.tagValue) = (scan.name, scan.value)
    (last.isMalformed, last.isTagLike) = (scan.isMalformed, scan.isTag)
    if !isWhole, !scan.isClosed {
      skip = .line
      return found(.longTag, index, end)
    }
    return found(.tag, index, scan.end)
  }

  /// Whether a name and a quote follow the bracket; `nil` if more bytes are needed to tell.
  private func opensTag(_ bytes: Span<UInt8>, isLast: Bool) -> Bool? {
    var end = index + 1
    var isName = false
    var isBehindName = false
    while end < bytes.count, end - index < 200 {
      let byte = bytes[end]
      if byte == 0x22 { return isName }
      if Bytes.isSpace(byte) {
        if byte == 0x0a || byte == 0x0d { return false }
        isBehindName = isName
      } else {
        guard !isBehindName, byte != UInt8(ascii: "]"), byte != UInt8(ascii: "[") else {
          return false
        }
        isName = true
      }
      end += 1
    }
    return end == bytes.count && end - index < 200 && !isLast ? nil : false
  }

  /// Takes brackets that close on the line as one token.
  private mutating func strayBracket(_ bytes: Span<UInt8>, isLast: Bool) -> Token {
    var end = index + 1
    while end < bytes.count, end - index < 200 {
      let byte = bytes[end]
      if byte == UInt8(ascii: "]") { return found(.stray, index, end + 1) }
      if byte == 0x0a || byte == 0x0d || byte == UInt8(ascii: "[") {
        return found(.stray, index, index + 1)
      }
      end += 1
    }
    if end == bytes.count, end - index < 200, !isLast { return .more }
    return found(.stray, index, index + 1)
  }
}

/// Where a comment ends, looked for as far as there are bytes.
///
/// A comment that is never closed would swallow all games behind it. So where an empty line and two lines of
/// tags stand in a comment, it ends before them if another comment opens, or nothing closes it at all.
struct PGNCommentScan {
  enum Ending { case closed, line, cut, reopened }

  private(set) var ending = Ending.closed
  private(set) var fault: PGNLexer.CommentFault?
  /// The number of line ends in the comment, and where its last line begins.
  private(set) var lines = 0
  /// Where the last line begins; this and other places are counted from where the comment begins.
  private(set) var lineStart = 0
  /// How far it has been read.
  private var done = 0
  private var kind = LineKind.text
  private var candidate: Mark?
  private var restart: Mark?

  private enum LineKind { case empty, tag, text }

  private struct Mark {
    let place: Int
    let lines: Int
  }

  /// Returns the end of the comment that begins at `start`; `nil` if more bytes are needed.
  mutating func read(
    _ bytes: Span<UInt8>, from start: Int, isLast: Bool, inBraces: Bool, limit: Int
  ) -> Int? {
    var index = start + done
    let end = start + min(bytes.count - start, max(limit, 0))
    while index < end {
      let byte = bytes[index]
      if byte == 0x0a || byte == 0x0d {
        if !inBraces {
          ending = .line
          return index
        }
        // Of two bytes that end a line only the second counts.
        guard byte == 0x0a || index + 1 < bytes.count || isLast else { break }
        let isPair = byte == 0x0d && index + 1 < bytes.count && bytes[index + 1] == 0x0a
        if !isPair {
          endLine(bytes, start + lineStart..<index)
          lines += 1
          lineStart = index + 1 - start
        }
      } else if inBraces {
        if byte == UInt8(ascii: "}") { return index }
        if byte == UInt8(ascii: "{"), let restart { return start + reopen(at: restart) }
      }
      index += 1
    }
    done = index - start
    if !isLast, index - start < limit || index == bytes.count { return nil }
    if !inBraces, index == bytes.count, isLast {
      ending = .line
      return index
    }
    if let restart { return start + reopen(at: restart) }
    if index - start < limit || (isLast && index == bytes.count) {
      fault = .unclosed
      ending = .line
    } else {
      fault = .tooLong
      ending = .cut
    }
    return index
  }

  private mutating func reopen(at mark: Mark) -> Int {
    fault = .unclosed
    ending = .reopened
    lines = mark.lines
    lineStart = mark.place
    return mark.place
  }

  private mutating func endLine(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let isFirst = lines == 0
    var index = range.lowerBound
    while index < range.upperBound, Bytes.isSpace(bytes[index]) { index += 1 }
    let before = kind
    if index == range.upperBound {
      kind = isFirst ? .text : .empty
    } else if bytes[index] == UInt8(ascii: "["), !isFirst,
      PGNTagScan(bytes, index..<range.upperBound, isWhole: true).isTag
    {
      kind = .tag
      if before == .empty { candidate = Mark(place: lineStart, lines: lines) }
      if before == .tag, restart == nil { restart = candidate }
    } else {
      kind = .text
      candidate = nil
    }
  }
}

/// The parts of a line with a tag.
struct PGNTagScan {
  private(set) var name = 0..<0
  private(set) var value = 0..<0
  private(set) var end = 0
  /// Whether quotes and bracket are as they must be.
  private(set) var isClosed = false
  private(set) var isMalformed = false
  /// Whether it is a tag beyond doubt: bracket, name, quote.
  private(set) var isTag = false

  /// Reads from the bracket to the end of the line.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>, isWhole: Bool) {
    var index = range.lowerBound + 1
    let last = range.upperBound
    func skipSpaces() { while index < last, Bytes.isSpace(bytes[index]) { index += 1 } }
    skipSpaces()
    let start = index
    while index < last, !Bytes.isSpace(bytes[index]), bytes[index] != 0x22, bytes[index] != 0x5d {
      index += 1
    }
    name = start..<index
    skipSpaces()
    guard index < last, bytes[index] == 0x22 else {
      readBare(bytes, from: index, to: last)
      return
    }
    isTag = !name.isEmpty
    index += 1
    let first = index
    while index < last {
      if PGNTagScan.escapes(bytes, index, last) {
        // A backslash before the last quote of the line was meant as one.
        let isMeant =
          bytes[index + 1] == 0x22 && isWhole && PGNTagScan.endsLine(bytes, index + 2, last)
        guard isMeant else {
          index += 2
          continue
        }
        index += 1
      }
      if bytes[index] == 0x22 {
        var bracket = index + 1
        while bracket < last, Bytes.isSpace(bytes[bracket]) { bracket += 1 }
        if bracket < last, bytes[bracket] == 0x5d {
          value = first..<index
          end = bracket + 1
          isClosed = true
          return
        }
      }
      index += 1
    }
    // No quote closes it, or no bracket.
    isMalformed = true
    end = last
    var stop = last
    while stop > first, Bytes.isSpace(bytes[stop - 1]) { stop -= 1 }
    if stop > first, bytes[stop - 1] == 0x5d { stop -= 1 }
    if stop > first, bytes[stop - 1] == 0x22 { stop -= 1 }
    value = first..<stop
  }

  /// Reads a value that has no quotes, up to the bracket.
  private mutating func readBare(_ bytes: Span<UInt8>, from start: Int, to last: Int) {
    isMalformed = true
    var bracket = start
    while bracket < last, bytes[bracket] != 0x5d { bracket += 1 }
    isClosed = bracket < last
    end = isClosed ? bracket + 1 : last
    var stop = bracket
    while stop > start, Bytes.isSpace(bytes[stop - 1]) { stop -= 1 }
    value = start..<stop
  }

  /// Returns whether a backslash stands here that takes away the meaning of the next byte.
  private static func escapes(_ bytes: Span<UInt8>, _ index: Int, _ last: Int) -> Bool {
    bytes[index] == 0x5c && index + 1 < last
      && (bytes[index + 1] == 0x22 || bytes[index + 1] == 0x5c)
  }

  /// Returns whether only a bracket and spaces follow.
  private static func endsLine(_ bytes: Span<UInt8>, _ start: Int, _ last: Int) -> Bool {
    var index = start
    while index < last, Bytes.isSpace(bytes[index]) { index += 1 }
    guard index < last, bytes[index] == 0x5d else { return false }
    index += 1
    while index < last, Bytes.isSpace(bytes[index]) { index += 1 }
    return index == last
  }

  /// The value without the backslashes that escape something.
  static func unescaped(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var index = range.lowerBound
    while index < range.upperBound, bytes[index] != 0x5c { index += 1 }
    if index == range.upperBound { return Bytes.utf8(Bytes.array(bytes, range)) }
    var result = Bytes.array(bytes, range.lowerBound..<index)
    while index < range.upperBound {
      if escapes(bytes, index, range.upperBound) { index += 1 }
      result.append(bytes[index])
      index += 1
    }
    return Bytes.utf8(result)
  }
}

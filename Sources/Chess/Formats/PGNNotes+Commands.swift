/// The annotations inside comments: `[%clk 1:02:03]`, `[%emt …]`, `[%eval …]`, `[%csl …]`, `[%cal …]`.
extension PGNNotes {
  /// Adds a comment of a file.
  mutating func add(comment bytes: Span<UInt8>, in range: Range<Int>) {
    // Annotations stand in front, and most comments hold nothing else; then nothing needs to be copied.
    var index = range.lowerBound
    let end = range.upperBound
    while true {
      while index < end, Bytes.isSpace(bytes[index]) { index += 1 }
      guard index + 1 < end else { break }
      guard bytes[index] == UInt8(ascii: "["), bytes[index + 1] == UInt8(ascii: "%") else { break }
      var last = index + 2
      while last < end, bytes[last] >= 0x20, bytes[last] != UInt8(ascii: "["),
        bytes[last] != UInt8(ascii: "]")
      {
        last += 1
      }
      guard last < end, bytes[last] == UInt8(ascii: "]"), read(bytes, index + 2, last) else {
        break
      }
      index = last + 1
    }
    if index < end { add(comment: PGNNotes.tidied(bytes, index..<end)) }
  }

  /// Adds a tidy comment, of which the annotations become properties; one that is malformed or repeated stays text.
  mutating func add(comment: [UInt8]) {
    let bytes = comment.span
    var next = PGNNotes.command(in: bytes, from: 0)
    if next < 0 {
      PGNNotes.append(comment, to: &commentBytes)
      return
    }
    var text: [UInt8] = []
    var kept = 0
    while next >= 0 {
      var end = next + 2
      // Another bracket first: this one is no annotation.
      while end < bytes.count, bytes[end] != UInt8(ascii: "["), bytes[end] != UInt8(ascii: "]") {
        end += 1
      }
      if end < bytes.count, bytes[end] == UInt8(ascii: "]"), read(bytes, next + 2, end) {
        PGNNotes.join(bytes, kept..<next, to: &text)
        kept = end + 1
        next = PGNNotes.command(in: bytes, from: kept)
      } else {
        next = PGNNotes.command(in: bytes, from: next + 2)
      }
    }
    PGNNotes.join(bytes, kept..<bytes.count, to: &text)
    if text.last == 0x0a { text.removeLast() }
    PGNNotes.append(text, to: &commentBytes)
  }

  private static func command(in bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "["), bytes[index + 1] == UInt8(ascii: "%") { return index }
      index += 1
    }
    return -1
  }

  /// Puts the parts around an annotation together, with the white space between them that is the stronger.
  private static func join(_ bytes: Span<UInt8>, _ part: Range<Int>, to text: inout [UInt8]) {
    var (start, end) = (part.lowerBound, part.upperBound)
    var breaks = false
    while let last = text.last, last == 0x20 || last == 0x0a {
      breaks = breaks || last == 0x0a
      text.removeLast()
    }
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x0a {
      breaks = breaks || bytes[start] == 0x0a
      start += 1
    }
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    if start == end {
      if breaks, !text.isEmpty { text.append(0x0a) }
      return
    }
    if !text.isEmpty { text.append(breaks ? 0x0a : 0x20) }
    for index in start..<end { text.append(bytes[index]) }
  }

  /// Reads the inside of an annotation, such as `clk 1:02:03`; `false` if it is left as text.
  private mutating func read(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    // The letters of the name as one number.
    var name: UInt64 = 0
    var index = start
    while index < end, bytes[index] != 0x20 {
      guard index - start < 4 else { return false }
      name = name << 8 | UInt64(bytes[index])
      index += 1
    }
    guard index < end else { return false }
    index += 1
    switch name {
    case 0x63_6c6b where clock == nil:
      clock = PGNNotes.milliseconds(bytes, index, end)
      return clock != nil
    case 0x65_6d74 where elapsed == nil:
      elapsed = PGNNotes.milliseconds(bytes, index, end)
      return elapsed != nil
    case 0x6576_616c where evaluation == nil:
      evaluation = PGNEvaluation(bytes, index, end)
      return evaluation != nil
    case 0x63_736c: return readMarks(bytes, index, end)
    case 0x63_616c: return readArrows(bytes, index, end)
    default: return false
    }
  }

  /// Reads `1:02:03`, `02:03` or `3`, with up to three decimals; `nil` beyond 500 hours.
  private static func milliseconds(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
    var index = start
    var seconds = 0
    var parts = 0
    while true {
      guard let number = Bytes.number(bytes, &index, end, digits: 7) else { return nil }
      seconds += number
      guard seconds <= PGNNotes.longestTime else { return nil }
      guard index < end, bytes[index] == UInt8(ascii: ":"), parts < 2 else { break }
      seconds *= 60
      parts += 1
      index += 1
    }
    if index == end { return seconds * 1000 }
    guard bytes[index] == UInt8(ascii: ".") else { return nil }
    index += 1
    let first = index
    guard var decimals = Bytes.number(bytes, &index, end, digits: 3), index == end else {
      return nil
    }
    for _ in index - first..<3 { decimals *= 10 }
    return seconds * 1000 + decimals
  }

  /// 500 hours in seconds, which are still a number of 32 bits in milliseconds.
  private static let longestTime = 1_800_000

  private mutating func readMarks(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var found: [PGNMark] = []
    let isList = PGNNotes.list(bytes, start, end, length: 3) { index in
      guard let color = PGNColor(rawValue: bytes[index]),
        let square = PGNNotes.square(bytes, index + 1)
      else { return false }
      found.append(PGNMark(color, square))
      return true
    }
    if isList { marks += found }
    return isList
  }

  private mutating func readArrows(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var found: [PGNArrow] = []
    let isList = PGNNotes.list(bytes, start, end, length: 5) { index in
      guard let color = PGNColor(rawValue: bytes[index]),
        let from = PGNNotes.square(bytes, index + 1), let to = PGNNotes.square(bytes, index + 3)
      else { return false }
      found.append(PGNArrow(color, from: from, to: to))
      return true
    }
    if isList { arrows += found }
    return isList
  }

  private static func square(_ bytes: Span<UInt8>, _ index: Int) -> ChessSquare? {
    ChessSquare(file: Int(bytes[index]) - 0x61, rank: Int(bytes[index + 1]) - 0x31)
  }

  /// Reads words of one length with commas and spaces between them, at least one.
  private static func list(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, length: Int, _ read: (Int) -> Bool
  ) -> Bool {
    var index = start
    var isEmpty = true
    while index < end {
      if bytes[index] == UInt8(ascii: ",") || bytes[index] == 0x20 {
        index += 1
        continue
      }
      let next = index + length
      guard next <= end, next == end || bytes[next] == UInt8(ascii: ",") || bytes[next] == 0x20,
        read(index)
      else { return false }
      isEmpty = false
      index = next
    }
    return !isEmpty
  }
}

/// Writing them.
extension PGNNotes {
  /// The annotations as words that stay in one piece.
  var commands: [[UInt8]] {
    var words: [[UInt8]] = []
    if let evaluation { words.append(Array("[%eval \(evaluation.text)]".utf8)) }
    if let clock { words.append(Array("[%clk \(PGNNotes.time(clock))]".utf8)) }
    if let elapsed { words.append(Array("[%emt \(PGNNotes.time(elapsed))]".utf8)) }
    // Ten fit on a line.
    for start in stride(from: 0, to: marks.count, by: 10) {
      let part = marks[start..<min(start + 10, marks.count)]
      words.append(PGNNotes.command("csl", part.map { [$0.color.rawValue] + $0.square.text.utf8 }))
    }
    for start in stride(from: 0, to: arrows.count, by: 10) {
      let part = arrows[start..<min(start + 10, arrows.count)]
      words.append(
        PGNNotes.command(
          "cal", part.map { [$0.color.rawValue] + $0.from.text.utf8 + $0.to.text.utf8 }))
    }
    return words
  }

  private static func command(_ name: String, _ parts: [[UInt8]]) -> [UInt8] {
    Array("[%\(name) ".utf8) + Array(parts.joined(separator: [UInt8(ascii: ",")]))
      + [UInt8(ascii: "]")]
  }

  private static func time(_ milliseconds: Int) -> String {
    let value = min(max(milliseconds, 0), longestTime * 1000)
    let seconds = value / 1000
    var text = "\(seconds / 3600):" + two(seconds / 60 % 60) + ":" + two(seconds % 60)
    let rest = value % 1000
    if rest > 0 {
      text += "."
      text += "\(rest / 100)"
      if rest % 100 > 0 { text += "\(rest / 10 % 10)" }
      if rest % 10 > 0 { text += "\(rest % 10)" }
    }
    return text
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension PGNEvaluation {
  /// Reads `0.17`, `-1.5`, `#-3` or `#4`, and a depth after a comma.
  fileprivate init?(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) {
    var index = start
    let isMate = index < end && bytes[index] == UInt8(ascii: "#")
    if isMate { index += 1 }
    let isNegative = index < end && bytes[index] == UInt8(ascii: "-")
    if isNegative || (index < end && bytes[index] == UInt8(ascii: "+")) { index += 1 }
    let sign = isNegative ? -1 : 1
    guard let whole = Bytes.number(bytes, &index, end, digits: 5) else { return nil }
    if isMate {
      guard whole <= 1000 else { return nil }
      score = .mate(sign * whole)
    } else {
      guard whole <= 10_000 else { return nil }
      var hundredths = whole * 100
      if index < end, bytes[index] == UInt8(ascii: ".") {
        index += 1
        let first = index
        guard let decimals = Bytes.number(bytes, &index, end, digits: 6) else { return nil }
        // As many digits as there may be, rounded to two.
        var (scaled, places) = (decimals, index - first)
        while places < 6 {
          scaled *= 10
          places += 1
        }
        hundredths += (scaled + 5_000) / 10_000
      }
      score = .centipawns(sign * hundredths)
    }
    depth = nil
    guard index < end else { return }
    guard bytes[index] == UInt8(ascii: ",") else { return nil }
    index += 1
    guard let depth = Bytes.number(bytes, &index, end, digits: 4), depth <= 1000, index == end
    else { return nil }
    self.depth = depth
  }

  /// The text between `[%eval ` and the bracket.
  fileprivate var text: String {
    let value: String
    switch score {
    case .mate(let moves): value = "#\(moves)"
    case .centipawns(let hundredths):
      let size = Int(hundredths.magnitude)
      value =
        (hundredths < 0 ? "-" : "") + "\(size / 100).\(size / 10 % 10)\(size % 10)"
    }
    guard let depth else { return value }
    return value + ",\(depth)"
  }
}

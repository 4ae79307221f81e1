/// The annotations inside comments: `[%clk 1:02:03]`, `[%emt …]`, `[%eval …]`, `[%csl …]`, `[%cal …]`.
extension PGNNotes {
  /// Adds a comment, of which the annotations become properties; one that is malformed or repeated stays text.
  mutating func add(comment bytes: [UInt8]) {
    guard let first = PGNNotes.command(in: bytes, from: 0) else {
      PGNNotes.append(bytes, to: &commentBytes)
      return
    }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var kept = 0
    var next: Int? = first
    while let start = next {
      // Another bracket first: this one is no annotation.
      let end = bytes[(start + 2)...].firstIndex { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") } ?? bytes.endIndex
      if end < bytes.endIndex, bytes[end] == UInt8(ascii: "]"),
        read(command: bytes[start + 2..<end])
      {
        PGNNotes.join(bytes[kept..<start], to: &text)
        kept = end + 1
        next = PGNNotes.command(in: bytes, from: kept)
      } else {
        next = PGNNotes.command(in: bytes, from: start + 2)
      }
    }
    PGNNotes.join(bytes[kept...], to: &text)
    if text.last == 0x0a { text.removeLast() }
    PGNNotes.append(text, to: &commentBytes)
  }

  private static func command(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    let bytes = bytes.span
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "["), bytes[index + 1] == UInt8(ascii: "%") { return index }
      index += 1
    }
    return nil
  }

  /// Puts the parts around an annotation together, with the white space between them that is the stronger.
  private static func join(_ part: ArraySlice<UInt8>, to text: inout [UInt8]) {
    var part = part
    var breaks = false
    while let last = text.last, last == 0x20 || last == 0x0a {
      breaks = breaks || last == 0x0a
      text.removeLast()
    }
    while let first = part.first, first == 0x20 || first == 0x0a {
      breaks = breaks || first == 0x0a
      part = part.dropFirst()
    }
    while let last = part.last, last == 0x20 { part = part.dropLast() }
    if part.isEmpty {
      if breaks, !text.isEmpty { text.append(0x0a) }
      return
    }
    if !text.isEmpty { text.append(breaks ? 0x0a : 0x20) }
    text += part
  }

  /// Reads the inside of an annotation, such as `clk 1:02:03`; `false` if it is left as text.
  private mutating func read(command: ArraySlice<UInt8>) -> Bool {
    guard let space = command.firstIndex(of: 0x20) else { return false }
    let name = command[..<space]
    let value = command[(space + 1)...]
    if Bytes.equal(name, "clk"), clock == nil {
      clock = PGNNotes.milliseconds(value)
      return clock != nil
    } else if Bytes.equal(name, "emt"), elapsed == nil {
      elapsed = PGNNotes.milliseconds(value)
      return elapsed != nil
    } else if Bytes.equal(name, "eval"), evaluation == nil {
      evaluation = PGNEvaluation(value)
      return evaluation != nil
    } else if Bytes.equal(name, "csl") {
      guard let more = PGNNotes.list(value, length: 3, { PGNMark($0) }) else { return false }
      marks += more
      return true
    } else if Bytes.equal(name, "cal") {
      guard let more = PGNNotes.list(value, length: 5, { PGNArrow($0) }) else { return false }
      arrows += more
      return true
    }
    return false
  }

  /// Reads `1:02:03`, `02:03` or `3`, with up to three decimals; `nil` beyond 10,000 hours.
  private static func milliseconds(_ bytes: ArraySlice<UInt8>) -> Int? {
    var parts = 0
    var seconds = 0
    var index = bytes.startIndex
    var number = 0
    var digits = 0
    func isDone() -> Bool { index == bytes.endIndex }
    while !isDone() {
      let byte = bytes[index]
      if Bytes.isDigit(byte) {
        number = number * 10 + Int(byte - 0x30)
        digits += 1
        guard digits <= 8 else { return nil }
      } else if byte == UInt8(ascii: ":"), digits > 0, parts < 2 {
        seconds = (seconds + number) * 60
        parts += 1
        (number, digits) = (0, 0)
      } else {
        break
      }
      index += 1
    }
    guard digits > 0 else { return nil }
    seconds += number
    guard seconds <= 36_000_000 else { return nil }
    var thousandths = 0
    if !isDone() {
      guard bytes[index] == UInt8(ascii: ".") else { return nil }
      let decimals = bytes[(index + 1)...]
      guard (1...3).contains(decimals.count), decimals.allSatisfy(Bytes.isDigit) else { return nil }
      for digit in decimals { thousandths = thousandths * 10 + Int(digit - 0x30) }
      for _ in decimals.count..<3 { thousandths *= 10 }
    }
    return seconds * 1000 + thousandths
  }

  /// Reads words of one length with commas between them.
  private static func list<T>(
    _ bytes: ArraySlice<UInt8>, length: Int, _ read: (ArraySlice<UInt8>) -> T?
  ) -> [T]? {
    var result: [T] = []
    for part in bytes.split(separator: UInt8(ascii: ",")) {
      let word = part.drop { $0 == 0x20 }
      guard word.count >= length, word.dropFirst(length).allSatisfy({ $0 == 0x20 }),
        let value = read(word.prefix(length))
      else { return nil }
      result.append(value)
    }
    return result.isEmpty ? nil : result
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
    let value = min(max(milliseconds, 0), 36_000_000_000 + 999)
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

extension PGNMark {
  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    guard let color = PGNColor(rawValue: bytes[bytes.startIndex]),
      let square = ChessSquare(bytes.dropFirst())
    else { return nil }
    self.init(color, square)
  }
}

extension PGNArrow {
  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    guard let color = PGNColor(rawValue: bytes[bytes.startIndex]),
      let from = ChessSquare(bytes.dropFirst().prefix(2)),
      let to = ChessSquare(bytes.dropFirst(3))
    else { return nil }
    self.init(color, from: from, to: to)
  }
}

extension ChessSquare {
  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    self.init(
      file: Int(bytes[bytes.startIndex]) - 0x61, rank: Int(bytes[bytes.startIndex + 1]) - 0x31)
  }
}

extension PGNEvaluation {
  /// Reads `0.17`, `-1.5`, `#-3` or `#4`, and a depth after a comma.
  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    let parts = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count <= 2, var value = parts.first, !value.isEmpty else { return nil }
    depth = nil
    if parts.count == 2 {
      guard let number = PGNEvaluation.number(parts[1]), number <= 1000 else { return nil }
      depth = number
    }
    let isMate = value.first == UInt8(ascii: "#")
    if isMate { value = value.dropFirst() }
    let isNegative = value.first == UInt8(ascii: "-")
    if isNegative || value.first == UInt8(ascii: "+") { value = value.dropFirst() }
    let sign = isNegative ? -1 : 1
    if isMate {
      guard let moves = PGNEvaluation.number(value), moves <= 1000 else { return nil }
      score = .mate(sign * moves)
      return
    }
    let point = value.firstIndex(of: UInt8(ascii: ".")) ?? value.endIndex
    let decimals = value[point...].dropFirst()
    guard let whole = PGNEvaluation.number(value[..<point]), whole <= 10_000,
      decimals.count <= 6, decimals.allSatisfy(Bytes.isDigit),
      point == value.endIndex || !decimals.isEmpty
    else { return nil }
    var hundredths = whole * 100
    for (place, digit) in decimals.enumerated() {
      let number = Int(digit - 0x30)
      switch place {
      case 0: hundredths += number * 10
      case 1: hundredths += number
      case 2: hundredths += number >= 5 ? 1 : 0
      default: break
      }
    }
    score = .centipawns(sign * hundredths)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard (1...6).contains(bytes.count), bytes.allSatisfy(Bytes.isDigit) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
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

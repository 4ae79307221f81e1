/// Returns a word from outside in quotation marks, with what a terminal might obey taken out.
func quoted(_ word: String) -> String { "'\(shown(word))'" }

/// Returns a text from outside so that it can be shown: no control characters, and not endless.
func shown(_ text: String) -> String {
  var result = ""
  for (number, scalar) in text.unicodeScalars.enumerated() {
    if number == 200 { return result + "..." }
    let isControl: Bool =
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: true
      default: false
      }
    result.unicodeScalars.append(isControl ? "?" : scalar)
  }
  return result
}

/// Returns a text of ours in ASCII, for terminals that know nothing else.
func asciiOnly(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "–", "—", "−": result += "-"
    case "…": result += "..."
    case "×": result += "x"
    case "½": result += "1/2"
    case "·": result += "-"
    case "’", "‘": result += "'"
    case "“", "”", "„": result += "\""
    case "●": result += "X"
    case "○": result += "O"
    default: result.unicodeScalars.append(scalar.isASCII ? scalar : "?")
    }
  }
  return result
}

/// Returns `text` with spaces after it up to `width` columns.
func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(width - visibleWidth(of: text), 0))
}

/// Returns `text` with spaces before it up to `width` columns.
func leftPadded(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(width - visibleWidth(of: text), 0)) + text
}

/// The columns that a text of ours takes, colour sequences not counted.
func visibleWidth(of text: String) -> Int {
  var width = 0
  var isSequence = false
  for scalar in text.unicodeScalars {
    if scalar == "\u{1b}" {
      isSequence = true
    } else if isSequence {
      // A sequence ends at its letter; the bracket after ESC is none.
      if scalar.properties.isAlphabetic { isSequence = false }
    } else {
      width += 1
    }
  }
  return width
}

/// Breaks a text at spaces into lines of at most `width` characters; a longer word is cut.
func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for piece in text.split(separator: " ") {
    var word = String(piece)
    if !line.isEmpty, line.count + 1 + word.count <= width {
      line += " " + word
      continue
    }
    if !line.isEmpty { lines.append(line) }
    while word.count > width {
      lines.append(String(word.prefix(width)))
      word.removeFirst(width)
    }
    line = word
  }
  if !line.isEmpty || lines.isEmpty { lines.append(line) }
  return lines
}

/// Returns the one of `candidates` that `word` is most likely a slip of; `nil` if none is close.
func nearestWord(to word: String, among candidates: [String]) -> String? {
  let word = word.lowercased()
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let distance = editDistance(Array(word.utf8.prefix(64)), Array(candidate.utf8))
    if distance < best?.distance ?? Int.max { best = (candidate, distance) }
  }
  guard let best else { return nil }
  // A third of the letters may be wrong; the dashes of an option are no letters.
  let letters = best.candidate.utf8.count { $0 != UInt8(ascii: "-") }
  if best.distance <= max(1, (letters + 1) / 3) { return best.candidate }
  // The beginning of exactly one candidate means that one.
  let begun = candidates.filter { $0.utf8.starts(with: word.utf8) }
  return begun.count == 1 && word.utf8.contains { $0 != UInt8(ascii: "-") } ? begun.first : nil
}

/// The number of letters to change, insert, leave out or swap with a neighbour to get from `a` to `b`.
///
/// - Complexity: O(*n* · *m*).
func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1]
    for j in 0..<b.count {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}

/// Returns a span of time in seconds with a fixed number of decimals, cut and not rounded.
func seconds(_ nanoseconds: UInt64, decimals: Int) -> String {
  var unit: UInt64 = 1_000_000_000
  for _ in 0..<decimals { unit /= 10 }
  let digits = String(nanoseconds / unit)
  let whole = leftZeros(digits, to: decimals + 1)
  guard decimals > 0 else { return whole }
  return "\(whole.dropLast(decimals)).\(whole.suffix(decimals))"
}

private func leftZeros(_ digits: String, to width: Int) -> String {
  String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
}

/// Returns a number with a comma before each group of three digits.
func grouped(_ number: UInt64) -> String {
  let digits = Array(String(number).utf8)
  var bytes: [UInt8] = []
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index).isMultiple(of: 3) { bytes.append(UInt8(ascii: ",")) }
    bytes.append(digit)
  }
  return String(decoding: bytes, as: UTF8.self)
}

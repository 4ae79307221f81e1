internal import Reversi
public import ReversiEngine

// What the worker of a page tells the page: lines with fields separated by tabs,
//
// | line | meaning |
// |---|---|
// | `D` depth, certainty, exact, value, nodes | How far it looked: plies, percent, 1 or 0, discs, positions. |
// | `L` move, value, variation | A move, best first, and how play goes on, separated by spaces. |
extension ReversiReport {
  /// The report as lines of text.
  public var text: String {
    var text = "D\t\(depth)\t\(certainty)\t\(isExact ? 1 : 0)\t\(value)\t\(nodes)\n"
    for line in lines {
      text += "L\t\(line.move.text)\t\(line.value)\t"
      for (index, move) in line.variation.enumerated() {
        text += index == 0 ? move.text : " " + move.text
      }
      text += "\n"
    }
    return text
  }

  /// Reads a report; `nil` if the text is none.
  public init?(text: String) {
    self = .none
    var isBegun = false
    for line in text.utf8.split(separator: 0x0A) {
      let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
      func number(_ index: Int) -> Int? {
        ReversiReport.number(fields[index]).flatMap { Int(exactly: $0) }
      }
      if line.first == UInt8(ascii: "D"), fields.count == 6, !isBegun {
        guard let depth = number(1), let certainty = number(2), let exact = number(3),
          let value = number(4), let nodes = ReversiReport.number(fields[5])
        else { return nil }
        self.depth = depth
        self.certainty = certainty
        isExact = exact == 1
        self.value = value
        self.nodes = UInt64(clamping: nodes)
        isBegun = true
      } else if line.first == UInt8(ascii: "L"), fields.count == 4, isBegun {
        guard let move = ReversiReport.move(fields[1]), let value = number(2) else { return nil }
        var variation: [ReversiMove] = []
        for word in fields[3].split(separator: 0x20) {
          guard let move = ReversiReport.move(word) else { return nil }
          variation.append(move)
        }
        lines.append(Line(move: move, value: value, variation: variation))
      } else {
        return nil
      }
    }
    if !isBegun { return nil }
  }

  /// Reads a whole number of at most 18 digits; positions may be more than 32 bits count.
  private static func number(_ text: Substring.UTF8View) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text
    guard 1...18 ~= digits.count else { return nil }
    var number: Int64 = 0
    for byte in digits {
      guard 0x30...0x39 ~= byte else { return nil }
      number = number * 10 + Int64(byte - 0x30)
    }
    return isNegative ? -number : number
  }

  private static func move(_ text: Substring.UTF8View) -> ReversiMove? {
    try? ReversiMove(text: String(decoding: text, as: UTF8.self))
  }
}

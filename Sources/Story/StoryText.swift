internal import Games

/// Why a text cannot be part of a story.
public enum StoryTextError: Error, Hashable, Sendable {
  /// There is nothing to be seen in it.
  case empty
  /// It is so many characters too long.
  case tooLong(by: Int)
  /// It holds a control character other than a new line, with its number in Unicode.
  case controlCharacter(UInt32)
  /// A character that turns the direction of writing is not closed on its line, or closes nothing.
  case unbalancedDirection
  /// It piles up more combining marks than a script needs.
  case tooManyMarks

  /// What is wrong, as an English sentence without a full stop.
  public var reason: String {
    switch self {
    case .empty: "there is nothing to be read in it"
    case .tooLong(let excess):
      "the text is \(excess) character\(excess == 1 ? "" : "s") too long"
    case .controlCharacter(0x09): "use spaces in place of tabs"
    case .controlCharacter: "the text holds a control character"
    case .unbalancedDirection: "the text turns the direction of writing and does not turn it back"
    case .tooManyMarks: "the text has too many combining marks in a row"
    }
  }
}

/// A piece of a story, checked once: whoever holds one can show it.
///
/// New lines are kept, however they were sent; blank lines at both ends are taken off. Nothing else changes,
/// and nothing is ever cut: what is too long is refused with how much it is over.
public struct StoryText: Hashable, Sendable {
  /// The most combining marks in a row.
  public static let maximumMarks = 30

  /// The text.
  public let text: String
  /// Its length in characters, which are Unicode scalars.
  public let count: Int

  /// Checks a text of at most `limit` characters.
  ///
  /// - Complexity: O(*n*), whatever the characters are.
  public init(_ raw: String, limit: Int = StoryLimits.turns.upperBound) throws(StoryTextError) {
    let scalars = StoryText.tidied(raw)
    try StoryText.check(scalars)
    guard scalars.count <= limit else { throw .tooLong(by: scalars.count - limit) }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    text = String(view)
    count = scalars.count
  }

  /// Returns whether both consist of the same characters.
  public static func == (a: StoryText, b: StoryText) -> Bool { a.text.hasSameBytes(as: b.text) }

  /// Hashes the bytes, since hashing a string normalises it, which can take long.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  /// Returns the scalars with one kind of new line and without blank lines at the ends.
  private static func tidied(_ raw: String) -> ArraySlice<Unicode.Scalar> {
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(raw.utf8.count)
    var last: Unicode.Scalar = " "
    for scalar in raw.unicodeScalars {
      if scalar == "\r" {
        scalars.append("\n")
      } else if scalar != "\n" || last != "\r" {
        scalars.append(scalar)
      }
      last = scalar
    }
    // From each end to the first line with something on it.
    guard let first = scalars.firstIndex(where: { $0 != " " && $0 != "\n" }),
      let final = scalars.lastIndex(where: { $0 != " " && $0 != "\n" })
    else { return [] }
    let start = scalars[..<first].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let end = scalars[final...].firstIndex(of: "\n") ?? scalars.count
    return scalars[start..<end]
  }

  private static func check(_ scalars: ArraySlice<Unicode.Scalar>) throws(StoryTextError) {
    var marks = 0
    var hasInk = false
    // What is open on this line: `true` for an isolate, `false` for an embedding or override.
    var open: [Bool] = []
    for scalar in scalars {
      let value = scalar.value
      marks = CombiningMarks.contains(scalar) ? marks + 1 : 0
      guard marks <= maximumMarks else { throw .tooManyMarks }
      switch value {
      case 0x0A:
        guard open.isEmpty else { throw .unbalancedDirection }
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: throw .controlCharacter(value)
      case 0x2066...0x2068: open.append(true)
      case 0x202A, 0x202B, 0x202D, 0x202E: open.append(false)
      case 0x2069:
        guard open.popLast() == true else { throw .unbalancedDirection }
      case 0x202C:
        guard open.popLast() == false else { throw .unbalancedDirection }
      case _ where value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value):
        throw .controlCharacter(value)
      default: hasInk = hasInk || !isBlank(value)
      }
    }
    guard open.isEmpty else { throw .unbalancedDirection }
    guard hasInk else { throw .empty }
  }

  /// Whether nothing is to be seen of a character by itself: spaces, and what only steers others.
  private static func isBlank(_ value: UInt32) -> Bool {
    switch value {
    case 0x20, 0xA0, 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x1680, 0x180B...0x180F, 0x2000...0x200F,
      0x202F, 0x205F...0x206F, 0x2800, 0x3000, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0,
      0xE0000...0xE0FFF:
      true
    default: false
    }
  }
}

// MARK: Quoted

extension StoryText {
  /// The text in quotation marks on one line; new lines, quotation marks and backslashes are escaped.
  ///
  /// What stands there is also a string of JSON, and the other way round.
  var quoted: [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    bytes.reserveCapacity(text.utf8.count + 2)
    for byte in text.utf8 {
      switch byte {
      case 0x0A: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return bytes
  }

  /// Reads a text in quotation marks from the start of `bytes`, and takes it off.
  static func read(
    from bytes: inout ArraySlice<UInt8>, limit: Int
  ) throws(TextError) -> StoryText {
    let start = bytes.startIndex
    guard bytes.first == UInt8(ascii: "\"") else {
      throw TextError("expected a text in quotation marks", at: start)
    }
    var raw: [UInt8] = []
    var index = start + 1
    while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
      var byte = bytes[index]
      if byte == UInt8(ascii: "\\") {
        index += 1
        guard index < bytes.endIndex, let meant = escapes(bytes[index]) else {
          throw TextError(
            "expected n, a quotation mark or a backslash", at: min(index, bytes.endIndex))
        }
        byte = meant
      }
      raw.append(byte)
      index += 1
    }
    guard index < bytes.endIndex else {
      throw TextError("expected a quotation mark at the end", at: bytes.endIndex)
    }
    bytes = bytes[(index + 1)...]
    do throws(StoryTextError) {
      return try StoryText(String(decoding: raw, as: UTF8.self), limit: limit)
    } catch {
      throw TextError(error.reason, at: start)
    }
  }

  /// What an escaped byte means; tabs and returns are read so that the refusal can say what is wrong.
  private static func escapes(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
    default: nil
    }
  }
}

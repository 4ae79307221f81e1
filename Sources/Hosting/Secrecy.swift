/// What must never be read in a log or a report: passwords in addresses, and whatever looks like a token.
public enum Secrecy {
  /// The characters of an identifier that a log may show; all of it would invite into a match.
  public static let shownCharacters = 6
  /// A run of letters and digits of this length is taken for a token or an identifier.
  static let shortestToken = 20

  /// Returns a text with its passwords replaced: in `scheme://user:password@host`, and after `password=`.
  public static func masked(_ text: String) -> String {
    var bytes = Array(text.utf8)
    maskUserInformation(&bytes)
    maskPasswords(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a masked text in which also whatever looks like a token is cut to its first characters.
  ///
  /// Identifiers of matches, tokens and digests are long runs of letters and digits, which words are not.
  public static func withoutTokens(_ text: String) -> String {
    var result: [UInt8] = []
    var run: [UInt8] = []
    func flush() {
      let digits = run.count { $0 >= 0x30 && $0 <= 0x39 }
      if run.count >= shortestToken, digits > 0 {
        result += run.prefix(shownCharacters)
        result += Array("…".utf8)
      } else {
        result += run
      }
      run = []
    }
    for byte in masked(text).utf8 {
      let isTokenByte =
        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20)
        || byte == UInt8(ascii: "_")
      if isTokenByte {
        run.append(byte)
      } else {
        flush()
        result.append(byte)
      }
    }
    flush()
    return String(decoding: result, as: UTF8.self)
  }

  private static let mask = Array("***".utf8)

  private static func maskUserInformation(_ bytes: inout [UInt8]) {
    let start = Array("://".utf8)
    var index = 0
    while index + start.count <= bytes.count {
      guard bytes[index..<(index + start.count)].elementsEqual(start) else {
        index += 1
        continue
      }
      index += start.count
      let end = bytes[index...].firstIndex { isEnd($0) || $0 == UInt8(ascii: "?") } ?? bytes.count
      // A password may hold further signs of its own, so the last one counts.
      guard let at = bytes[index..<end].lastIndex(of: UInt8(ascii: "@")),
        let colon = bytes[index..<at].firstIndex(of: UInt8(ascii: ":"))
      else { continue }
      bytes.replaceSubrange((colon + 1)..<at, with: mask)
    }
  }

  private static func maskPasswords(_ bytes: inout [UInt8]) {
    let word = Array("password=".utf8)
    var index = 0
    while index + word.count <= bytes.count {
      let isWord = zip(bytes[index...], word).allSatisfy { $0 | 0x20 == $1 | 0x20 }
      guard isWord else {
        index += 1
        continue
      }
      index += word.count
      let end =
        bytes[index...].firstIndex { isEnd($0) || $0 == UInt8(ascii: "&") } ?? bytes.count
      bytes.replaceSubrange(index..<end, with: mask)
      index += mask.count
    }
  }

  private static func isEnd(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }
}

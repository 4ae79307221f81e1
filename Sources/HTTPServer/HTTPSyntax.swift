/// The character classes of RFC 9110 and RFC 9112.
package enum HTTPSyntax {
  /// Whether the bytes are a token: one or more letters, digits and `!#$%&'*+-.^_`|~`.
  package static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
    guard !bytes.isEmpty else { return false }
    return bytes.allSatisfy(isTokenByte)
  }

  /// Whether the bytes may stand as a field value: no control characters but tab inside, no white
  /// space around.
  package static func isFieldValue(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return true }
    guard !isBlank(first), !isBlank(last) else { return false }
    return bytes.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
  }

  /// Whether the byte is a space or a tab.
  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09
  }

  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
      UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
      UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Whether a byte may stand raw in a path or a query: what browsers send, and no more.
  static func isTargetByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x7E:
      byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "#") && byte != UInt8(ascii: "<")
        && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "\\")
    default: false
    }
  }

  /// Whether a byte may stand in a `Host` field: names, addresses, a port.
  static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }
}

extension String {
  /// Whether both are equal when the letters A to Z count like a to z.
  package func equalsIgnoringASCIICase(_ other: String) -> Bool {
    let left = utf8
    let right = other.utf8
    guard left.count == right.count else { return false }
    return zip(left, right).allSatisfy { $0 == $1 || lowercase($0) == lowercase($1) }
  }
}

private func lowercase(_ byte: UInt8) -> UInt8 {
  byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}

public import Games

/// How a game of a PGN file ended.
public enum PGNResult: UInt8, Hashable, Sendable, CaseIterable {
  /// `1-0`.
  case whiteWins
  /// `0-1`.
  case blackWins
  /// `1/2-1/2`.
  case draw
  /// `*`: not known, or still being played.
  case unknown
}

extension PGNResult: TextRepresentable {
  /// The mark at the end of the moves: `1-0`, `0-1`, `1/2-1/2` or `*`.
  public var text: String {
    switch self {
    case .whiteWins: "1-0"
    case .blackWins: "0-1"
    case .draw: "1/2-1/2"
    case .unknown: "*"
    }
  }

  /// Reads a mark; `1/2`, `½-½` and other dashes are understood.
  public init(text: String) throws(TextError) {
    let bytes = Array(text.utf8)
    guard let result = PGNResult(bytes.span, in: 0..<bytes.count) else {
      throw TextError("expected 1-0, 0-1, 1/2-1/2 or *", at: 0)
    }
    self = result
  }

  init?(_ bytes: Span<UInt8>, in range: Range<Int>) {
    // Each byte stands for itself; a half for h, any dash for a hyphen.
    var word: UInt64 = 0
    var index = range.lowerBound
    while index < range.upperBound {
      guard word >> 56 == 0 else { return nil }
      let dash = SANPattern.dash(bytes, index, range.upperBound)
      if dash > 0 {
        word = word << 8 | 0x2d
        index += dash
      } else if bytes[index] == 0xc2, index + 1 < range.upperBound, bytes[index + 1] == 0xbd {
        word = word << 8 | 0x68
        index += 2
      } else {
        // A half in Latin-1.
        word = word << 8 | UInt64(bytes[index] == 0xbd ? 0x68 : bytes[index])
        index += 1
      }
    }
    switch word {
    case 0x31_2d30: self = .whiteWins
    case 0x30_2d31: self = .blackWins
    case 0x31_2f32_2d31_2f32, 0x31_2f32, 0x68_2d68, 0x68: self = .draw
    case 0x2a: self = .unknown
    default: return nil
    }
  }
}

public import Games

/// A turn in Reversi: a disc on a square, or a pass when there is none to place.
public enum ReversiMove: Hashable, Sendable {
  /// Placing a disc.
  case place(Square)
  /// Passing, which the rules demand exactly when the side to move cannot place.
  case pass
}

extension ReversiMove: TextRepresentable {
  /// The square in lower case, or `pass`.
  public var text: String {
    switch self {
    case .place(let square): square.text
    case .pass: "pass"
    }
  }

  /// Reads a square's name, or `pass`, `pa`, `ps` or `--`, in any case.
  public init(text: String) throws(TextError) {
    guard let move = ReversiMove(bytes: Array(text.utf8)[...]) else {
      throw TextError("expected a square from a1 to h8, or a pass", at: 0)
    }
    self = move
  }

  /// Reads the bytes of a square's name or of a word for a pass; `nil` for any others.
  init?(bytes: ArraySlice<UInt8>) {
    if ReversiMove.isPass(bytes) {
      self = .pass
    } else if bytes.count == 2, let column = bytes.first, let row = bytes.last,
      let square = Square(column: column, row: row)
    {
      self = .place(square)
    } else {
      return nil
    }
  }

  /// Returns whether the bytes are one of the words for a pass.
  static func isPass(_ bytes: ArraySlice<UInt8>) -> Bool {
    let lower = bytes.map { $0 | 0x20 }
    return lower.elementsEqual("pass".utf8) || lower.elementsEqual("pa".utf8)
      || lower.elementsEqual("ps".utf8) || bytes.elementsEqual("--".utf8)
  }
}

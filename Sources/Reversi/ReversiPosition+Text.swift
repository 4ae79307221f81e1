public import Games

extension ReversiPosition {
  /// The 64 squares from a1 to h8, `X` black, `O` white, `-` empty, a space, and the side to move.
  ///
  /// This is a line of the OBF format without its moves.
  public var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(66)
    for square in Square.all { bytes.append(ReversiPosition.symbol(self[square])) }
    bytes.append(UInt8(ascii: " "))
    bytes.append(ReversiPosition.symbol(sideToMove))
    return String(decoding: bytes, as: UTF8.self)
  }

  static func symbol(_ side: Side?) -> UInt8 {
    switch side {
    case .black: UInt8(ascii: "X")
    case .white: UInt8(ascii: "O")
    case nil: UInt8(ascii: "-")
    }
  }

  /// Reads 64 squares and the side to move.
  ///
  /// Black is `X`, `B` or `*`, white `O`, `W` or `0`, empty `-`, `.` or `_`, in any case; white space
  /// between squares does not count.
  ///
  /// - Throws: ``TextError`` at the first byte that does not fit, or at the end when something is missing.
  public init(text: String) throws(TextError) {
    try self.init(bytes: Array(text.utf8)[...])
  }

  /// Reads the bytes of 64 squares and the side to move; the offset of an error counts from the first of them.
  init(bytes: ArraySlice<UInt8>) throws(TextError) {
    var black: UInt64 = 0
    var white: UInt64 = 0
    var count = 0
    var side: Side?
    for (offset, byte) in bytes.enumerated() {
      if Bytes.isSpace(byte) { continue }
      guard let symbol = ReversiPosition.side(of: byte) else {
        throw TextError("expected X, O or -", at: offset)
      }
      guard count < 64 else {
        guard side == nil, let toMove = symbol else {
          throw TextError("expected 64 squares and the side to move, X or O", at: offset)
        }
        side = toMove
        continue
      }
      if symbol == .black { black |= 1 << UInt64(count) }
      if symbol == .white { white |= 1 << UInt64(count) }
      count += 1
    }
    guard let side else {
      throw TextError("expected 64 squares and the side to move, X or O", at: bytes.count)
    }
    self.init(uncheckedBlack: black, white: white, toMove: side)
  }

  // The text cannot put two discs on one square.
  private init(uncheckedBlack black: UInt64, white: UInt64, toMove: Side) {
    self = ReversiPosition(black: black, white: white, sideToMove: toMove) ?? .start
  }

  /// The side of a symbol, `.some(nil)` for an empty square, `nil` for any other byte.
  static func side(of byte: UInt8) -> Side?? {
    switch byte {
    case UInt8(ascii: "X"), UInt8(ascii: "x"), UInt8(ascii: "B"), UInt8(ascii: "b"),
      UInt8(ascii: "*"):
      .some(.black)
    case UInt8(ascii: "O"), UInt8(ascii: "o"), UInt8(ascii: "W"), UInt8(ascii: "w"),
      UInt8(ascii: "0"):
      .some(.white)
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): .some(nil)
    default: nil
    }
  }
}

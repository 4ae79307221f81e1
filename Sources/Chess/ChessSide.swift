public import Games

/// One of the two sides; white moves first.
public enum ChessSide: UInt8, Hashable, Sendable, CaseIterable {
  /// The side that begins.
  case white
  /// The side that answers.
  case black

  /// The other side.
  public var opponent: ChessSide { self == .white ? .black : .white }

  /// The seat that plays it: white sits first.
  public var seat: Seat { self == .white ? .first : .second }

  /// The side that sits at `seat`, or `nil` for a seat that chess does not have.
  public init?(_ seat: Seat) {
    switch seat.index {
    case 0: self = .white
    case 1: self = .black
    default: return nil
    }
  }

  /// The word for the side: `white` or `black`.
  public var name: String { self == .white ? "white" : "black" }

  /// The index of the rank on which its pieces begin, 0 or 7.
  public var homeRank: Int { self == .white ? 0 : 7 }

  /// The letter in FEN, `w` or `b`.
  var letter: UInt8 { self == .white ? UInt8(ascii: "w") : UInt8(ascii: "b") }
}

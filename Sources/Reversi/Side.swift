public import Games

/// One of the two colours of disc.
public enum Side: UInt8, Hashable, Sendable, CaseIterable {
  /// Moves first, from the first seat.
  case black
  /// Moves second, from the second seat.
  case white

  /// The other side.
  public var opponent: Side { self == .black ? .white : .black }

  /// The seat that plays this side.
  public var seat: Seat { self == .black ? .first : .second }

  /// Creates the side that a seat plays; `nil` for a seat that Reversi does not have.
  public init?(_ seat: Seat) {
    switch seat.index {
    case 0: self = .black
    case 1: self = .white
    default: return nil
    }
  }

  /// The name with a capital: `Black` or `White`.
  public var name: String { self == .black ? "Black" : "White" }
}

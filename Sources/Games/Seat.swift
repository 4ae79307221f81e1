/// A place at the table, numbered from 0 in code and from 1 for people.
///
/// A game has 1 to 16 seats. Their order is fixed when a match is made and never changes.
public struct Seat: Hashable, Comparable, Sendable {
  /// The most seats that one game can have.
  public static let maximumCount = 16

  /// The place in the order of seats, 0 to 15.
  public let index: Int

  /// Creates the seat at `index`; `nil` outside 0 to 15.
  public init?(_ index: Int) {
    guard index >= 0, index < Seat.maximumCount else { return nil }
    self.index = index
  }

  /// Creates the seat that people know by `number`; `nil` outside 1 to 16.
  public init?(number: Int) {
    // Before anything is subtracted: the least number has none before it.
    guard number >= 1, number <= Seat.maximumCount else { return nil }
    index = number - 1
  }

  private init(unchecked index: Int) { self.index = index }

  /// The first seat, the one that opens the game in games where one does.
  public static let first = Seat(unchecked: 0)

  /// The second seat.
  public static let second = Seat(unchecked: 1)

  /// The number that people see, 1 to 16.
  public var number: Int { index + 1 }

  /// The seat that follows when `count` seats take turns in a circle; `count` is held to 1 to 16.
  public func next(of count: Int) -> Seat {
    Seat(unchecked: (index + 1) % min(max(count, 1), Seat.maximumCount))
  }

  /// Returns whether `a` comes before `b` in the order of seats.
  public static func < (a: Seat, b: Seat) -> Bool { a.index < b.index }
}

/// A set of seats: who may act, who has left, who sees something.
public struct SeatSet: OptionSet, Hashable, Sendable {
  /// One bit a seat, the lowest for the first.
  public let rawValue: UInt16

  /// Creates a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Creates the set that holds one seat.
  public init(_ seat: Seat) { rawValue = 1 << UInt16(seat.index) }

  /// Creates the set of the first `count` seats; `count` is held to 0 to 16.
  public init(first count: Int) {
    rawValue = count >= 16 ? .max : (1 << UInt16(max(count, 0))) - 1
  }

  /// The number of seats in the set.
  public var count: Int { rawValue.nonzeroBitCount }

  /// Whether `seat` is in the set.
  public func contains(_ seat: Seat) -> Bool { rawValue & (1 << UInt16(seat.index)) != 0 }

  /// The lowest seat in the set, or `nil` when the set is empty.
  public var first: Seat? { rawValue == 0 ? nil : Seat(rawValue.trailingZeroBitCount) }

  /// The seats in ascending order.
  public var seats: [Seat] {
    var result: [Seat] = []
    var rest = rawValue
    while rest != 0 {
      if let seat = Seat(rest.trailingZeroBitCount) { result.append(seat) }
      rest &= rest &- 1
    }
    return result
  }
}

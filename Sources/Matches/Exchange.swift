public import Games

/// Where an exchange stands.
public enum ExchangeStatus: String, Hashable, Sendable {
  /// Somebody has still to reply.
  case active
  /// Everybody has replied, was too slow or has left; who holds the baton is to resolve it.
  case complete
  /// What came of it is part of the match.
  case resolved
  /// Its sender took it back, or the match ended before.
  case cancelled
}

/// A question of one seat to others beside the turns, and their replies.
public struct Exchange: Hashable, Sendable {
  /// The number within the match, from 1.
  public let id: Int
  /// Who asked.
  public let sender: Seat
  /// Who was asked.
  public let recipients: SeatSet
  /// What was asked, as text that only the game understands.
  public let payload: String
  /// When it was asked.
  public let askedAt: Timestamp
  /// When the time for replies is over; `nil` for never.
  public let deadline: Timestamp?
  /// The replies in the order in which they came.
  public internal(set) var replies: [ExchangeReply] = []
  /// Who can reply no more, having been too slow or left.
  public internal(set) var lapsed: SeatSet = []
  /// Where it stands.
  public internal(set) var status = ExchangeStatus.active

  /// The most bytes of a question or a reply.
  public static let payloadLimit = 1024
  /// The most exchanges of one match that are not resolved or cancelled.
  public static let openLimit = 16
  /// The usual time for replies, a day.
  public static let usualTime: Int64 = 86_400_000

  /// Who has still to reply.
  public var awaited: SeatSet {
    replies.reduce(recipients.subtracting(lapsed)) { $0.subtracting(SeatSet($1.seat)) }
  }

  /// Whether it still holds up the end of a turn, or may.
  public var isOpen: Bool { status == .active || status == .complete }

  /// Returns whether both are the same in everything.
  public static func == (a: Exchange, b: Exchange) -> Bool {
    a.id == b.id && a.sender == b.sender && a.recipients == b.recipients
      && a.payload.hasSameBytes(as: b.payload) && a.askedAt == b.askedAt
      && a.deadline == b.deadline && a.replies == b.replies && a.lapsed == b.lapsed
      && a.status == b.status
  }

  /// Hashes the number.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// What one seat replied.
public struct ExchangeReply: Hashable, Sendable {
  /// Who replied.
  public let seat: Seat
  /// What it replied.
  public let payload: String

  /// Returns whether both are the same in everything.
  public static func == (a: ExchangeReply, b: ExchangeReply) -> Bool {
    a.seat == b.seat && a.payload.hasSameBytes(as: b.payload)
  }

  /// Hashes the seat.
  public func hash(into hasher: inout Hasher) { hasher.combine(seat) }
}

/// What somebody may offer to all others.
public enum OfferKind: String, Hashable, Sendable, CaseIterable {
  /// To end the match with the same result for all who play.
  case draw
  /// To go back to before the offerer's last move.
  case takeback
  /// To stop all clocks until somebody goes on.
  case pause
}

/// An offer that waits for answers.
public struct Offer: Hashable, Sendable {
  /// The number of the event that made it, by which an answer names it.
  public let number: Int
  /// What is offered.
  public let kind: OfferKind
  /// Who offers it.
  public let seat: Seat
  /// Who has accepted so far.
  public internal(set) var accepted: SeatSet = []
}

extension OfferKind {
  /// The kind of this name, compared by its bytes.
  public init?(name: String) {
    guard let kind = OfferKind.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }) else {
      return nil
    }
    self = kind
  }
}

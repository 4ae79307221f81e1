public import Games

/// Why a match refuses a command, which has then changed nothing.
public enum Refusal: Error, Hashable, Sendable {
  /// The player has no seat in this match.
  case notMember
  /// Another seat is to act.
  case notYourTurn
  /// The rules refuse the move, with the reason.
  case illegalMove(IllegalMove)
  /// The seat, or every seat, is taken.
  case seatTaken
  /// The command names a seat that cannot be named there, with the reason.
  case invalidParticipant(String)
  /// The command makes no sense as the match stands, with the reason.
  case invalidState(String)
  /// The match has moved on since the version that the command names.
  case staleVersion(current: Int)
  /// Exchanges are complete and have to be resolved first; here are their numbers.
  case exchangeUnresolved([Int])
  /// A question or a reply is larger than it may be.
  case dataTooLarge(limit: Int)
  /// It is too soon to do this again.
  case tooSoon(until: Timestamp)

  /// Returns whether both refuse for the same reason.
  public static func == (a: Refusal, b: Refusal) -> Bool {
    switch (a, b) {
    case (.notMember, .notMember), (.notYourTurn, .notYourTurn), (.seatTaken, .seatTaken): true
    case (.illegalMove(let x), .illegalMove(let y)): x == y
    case (.invalidState(let x), .invalidState(let y)): x.hasSameBytes(as: y)
    case (.invalidParticipant(let x), .invalidParticipant(let y)): x.hasSameBytes(as: y)
    case (.staleVersion(let x), .staleVersion(let y)): x == y
    case (.exchangeUnresolved(let x), .exchangeUnresolved(let y)): x == y
    case (.dataTooLarge(let x), .dataTooLarge(let y)): x == y
    case (.tooSoon(let x), .tooSoon(let y)): x == y
    default: false
    }
  }

  /// Hashes the kind of refusal.
  public func hash(into hasher: inout Hasher) {
    for byte in code.utf8 { hasher.combine(byte) }
  }

  /// The stable word for programs, as in the contract of matches.
  public var code: String {
    switch self {
    case .notMember: "notMember"
    case .notYourTurn: "notYourTurn"
    case .illegalMove(let error): error.kind.rawValue
    case .seatTaken: "seatTaken"
    case .invalidParticipant: "invalidParticipant"
    case .invalidState: "invalidState"
    case .staleVersion: "staleVersion"
    case .exchangeUnresolved: "exchangeUnresolved"
    case .dataTooLarge: "dataTooLarge"
    case .tooSoon: "rateLimited"
    }
  }

  /// What went wrong, as an English sentence without a full stop.
  public var reason: String {
    switch self {
    case .notMember: "you have no seat in this match"
    case .notYourTurn: "it is not your turn"
    case .illegalMove(let error): error.reason
    case .seatTaken: "the seat is taken"
    case .invalidParticipant(let reason): reason
    case .invalidState(let reason): reason
    case .staleVersion(let current): "the match has moved on to version \(current)"
    case .exchangeUnresolved: "an exchange is complete and has to be resolved first"
    case .dataTooLarge(let limit): "at most \(limit) bytes are allowed"
    case .tooSoon: "it is too soon to do this again"
    }
  }
}

public import Games

/// What happens when somebody declines an invitation.
public enum DeclinePolicy: String, Hashable, Sendable, CaseIterable {
  /// The seat is open again, for anybody.
  case reopen
  /// The match goes on without the seat.
  case proceed
  /// The match ends.
  case end
}

/// What happens when the time of a seat is over.
public enum TimeoutPolicy: String, Hashable, Sendable, CaseIterable {
  /// The game goes on without the move, where the game and the clock allow it; otherwise the seat loses.
  case pass
  /// The seat has lost.
  case lose
  /// The server moves once in the seat's place.
  case standIn
  /// The seat may still move until somebody else claims that it has lost.
  case claim
}

/// Who besides its members may look at a match.
public enum SpectatorPolicy: Hashable, Sendable {
  /// Nobody, once all seats are taken.
  case none
  /// Whoever has the link.
  case link
  /// Anybody; the match is listed.
  case open
  /// Whoever has the link, this many moves late.
  case delayed(Int)

  /// The most moves that spectators can be behind.
  public static let longestDelay = 100
}

/// What the players of a match agreed on besides the game, when it was made.
public struct MatchPolicies: Hashable, Sendable {
  /// How much time there is.
  public var clock: TimeControl
  /// How long each seat may be on vacation in all, in milliseconds.
  public var vacation: Int64
  /// What happens when somebody declines.
  public var decline: DeclinePolicy
  /// What happens when somebody's time is over.
  public var timeout: TimeoutPolicy
  /// Who may look.
  public var spectators: SpectatorPolicy
  /// The group within which players are matched; 0 for everybody.
  public var group: Int
  /// Whether anybody may be matched to the open seats, not only who has the link.
  public var isFindable: Bool
  /// Whether who is matched needs a role that nobody has yet, so that all roles together fill all 32 bits.
  public var hasRoles: Bool

  /// The longest vacation, 60 days.
  public static let longestVacation: Int64 = 60 * 86_400_000
  /// The largest number of a group.
  public static let largestGroup = 0x7FFF_FFFF

  /// Creates policies; without arguments, those of a match made without any: no clock, and whoever has the link
  /// may look.
  public init(
    clock: TimeControl = .unlimited, vacation: Int64 = 0, decline: DeclinePolicy = .reopen,
    timeout: TimeoutPolicy = .pass, spectators: SpectatorPolicy = .link, group: Int = 0,
    isFindable: Bool = false, hasRoles: Bool = false
  ) {
    self.clock = clock
    self.vacation = vacation
    self.decline = decline
    self.timeout = timeout
    self.spectators = spectators
    self.group = group
    self.isFindable = isFindable
    self.hasRoles = hasRoles
  }

  /// Whether all numbers are within their limits.
  public var isSound: Bool {
    guard (0...MatchPolicies.longestVacation).contains(vacation),
      (0...MatchPolicies.largestGroup).contains(group)
    else { return false }
    guard case .delayed(let moves) = spectators else { return true }
    return (1...SpectatorPolicy.longestDelay).contains(moves)
  }
}

extension SpectatorPolicy: TextRepresentable {
  /// `none`, `link`, `public` or `delayed-5`.
  public var text: String {
    switch self {
    case .none: "none"
    case .link: "link"
    case .open: "public"
    case .delayed(let moves): "delayed-\(moves)"
    }
  }

  /// Reads the text form.
  public init(text: String) throws(TextError) {
    if text.hasSameBytes(as: "none") {
      self = .none
    } else if text.hasSameBytes(as: "link") {
      self = .link
    } else if text.hasSameBytes(as: "public") {
      self = .open
    } else if let moves = text.integer(after: "delayed-"),
      (1...SpectatorPolicy.longestDelay).contains(moves)
    {
      self = .delayed(moves)
    } else {
      throw TextError("expected none, link, public or delayed and a number of moves", at: 0)
    }
  }
}

extension MatchPolicies: TextRepresentable {
  /// `decline timeout spectators vacation group flags clock…`, flags `f` and `r` or `-`.
  public var text: String {
    let flags = (isFindable ? "f" : "") + (hasRoles ? "r" : "")
    return "\(decline.rawValue) \(timeout.rawValue) \(spectators.text) \(vacation) \(group)"
      + " \(flags.utf8.isEmpty ? "-" : flags) \(clock.text)"
  }

  /// Reads the text form.
  public init(text: String) throws(TextError) {
    var fields = Fields(text)
    let decline = String(decoding: fields.next(), as: UTF8.self)
    let timeout = String(decoding: fields.next(), as: UTF8.self)
    let spectators = try SpectatorPolicy(text: String(decoding: fields.next(), as: UTF8.self))
    let vacation = try fields.integer()
    let group = try fields.integer()
    let flags = fields.next()
    guard let decline = DeclinePolicy(name: decline), let timeout = TimeoutPolicy(name: timeout)
    else {
      throw TextError("expected what happens when somebody declines or is late", at: 0)
    }
    self.init(
      clock: try TimeControl(text: fields.rest()), vacation: Int64(vacation), decline: decline,
      timeout: timeout, spectators: spectators, group: group,
      isFindable: flags.contains(UInt8(ascii: "f")), hasRoles: flags.contains(UInt8(ascii: "r")))
    guard isSound, self.text.hasSameBytes(as: text) else {
      throw TextError("the policies are out of their limits", at: 0)
    }
  }
}

extension DeclinePolicy {
  /// The policy of this name, compared by its bytes.
  public init?(name: String) {
    guard let policy = DeclinePolicy.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) })
    else { return nil }
    self = policy
  }
}

extension TimeoutPolicy {
  /// The policy of this name, compared by its bytes.
  public init?(name: String) {
    guard let policy = TimeoutPolicy.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) })
    else { return nil }
    self = policy
  }
}

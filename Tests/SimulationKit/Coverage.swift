internal import Games
internal import Matches
internal import Service

/// What a simulation has reached, with counts.
package struct Coverage: Sendable, CustomStringConvertible {
  private var counts: [String: [String: Int]] = [:]
  /// The number of steps.
  package var steps = 0
  /// What each seed came to, by which two runs are compared.
  package var digests: [UInt64: UInt64] = [:]

  package init() {}

  mutating func note(_ kind: String, _ name: String, _ count: Int = 1) {
    counts[kind, default: [:]][name, default: 0] += count
  }

  package mutating func add(_ other: Coverage) {
    steps += other.steps
    digests.merge(other.digests) { first, _ in first }
    for (kind, names) in other.counts {
      for (name, count) in names { note(kind, name, count) }
    }
  }

  /// What could have been reached and was not.
  package var missing: [String] {
    Coverage.expected.flatMap { kind, names in
      names.filter { (counts[kind]?[$0] ?? 0) == 0 }.map { "\(kind) \($0)" }
    }.sorted()
  }

  package var description: String {
    var lines = ["\(steps) steps, \(digests.count) seeds"]
    for kind in counts.keys.sorted() {
      let names = (counts[kind] ?? [:]).sorted { $0.key < $1.key }
      lines.append("  \(kind): " + names.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    }
    if !missing.isEmpty { lines.append("  not reached: " + missing.joined(separator: ", ")) }
    return lines.joined(separator: "\n")
  }

  /// Everything that a simulation has to reach.
  static let expected: [String: [String]] = [
    "command": [
      "join", "joinAs", "decline", "invite", "seatBot", "open", "move", "turn", "quit", "quitAs",
      "abandon", "claim", "remind", "remove", "ask", "reply", "cancel", "resolve", "offer",
      "answer", "resume", "vacation", "rematch", "make", "find",
    ],
    "refusal": [
      "notMember", "notYourTurn", "illegalMove", "textTooLong", "dataTooLarge", "seatTaken",
      "invalidParticipant", "invalidState", "staleVersion", "exchangeUnresolved", "rateLimited",
    ],
    "error": [
      "keyReused", "tooManyMatches", "storageFull", "unavailable", "malformed", "unknownMatch",
      "unknownGame",
    ],
    "event": [
      "created", "invited", "seated", "botSeated", "declined", "opened", "moved",
      "forced", "left", "timedOut", "expired", "warned", "asked", "replied", "lapsed",
      "cancelled", "resolved", "offered", "accepted", "refused", "tookBack", "paused", "resumed",
      "away", "back", "reminded", "credited", "ended", "rematched", "removed",
    ],
    "timeout policy": TimeoutPolicy.allCases.map(\.rawValue),
    "timeout effect": TimeoutEffect.allCases.map(\.rawValue),
    "decline policy": DeclinePolicy.allCases.map(\.rawValue),
    "spectators": ["none", "link", "public", "delayed"],
    "clock": ["none", "perTurn", "fischer", "byoYomi", "absolute", "overall", "weekend"],
    "game": Table.games,
    "time": ["on", "months", "back", "frozen"],
    "node": ["crash", "crash while thinking", "both at once", "released"],
    "retry": ["same answer", "much later", "other body", "after an unknown outcome"],
    "check": [
      "exactly once", "stored before told", "one order", "never stuck", "resume by cursor",
      "time is data", "secrets stay", "replay",
    ],
  ]
}

extension PlayerCommand {
  /// The name of the case.
  var name: String {
    switch self {
    case .join: "join"
    case .joinAs: "joinAs"
    case .decline: "decline"
    case .invite: "invite"
    case .seatBot: "seatBot"
    case .open: "open"
    case .move: "move"
    case .turn: "turn"
    case .quit: "quit"
    case .quitAs: "quitAs"
    case .abandon: "abandon"
    case .claim: "claim"
    case .remind: "remind"
    case .remove: "remove"
    case .ask: "ask"
    case .reply: "reply"
    case .cancel: "cancel"
    case .resolve: "resolve"
    case .offer: "offer"
    case .answer: "answer"
    case .resume: "resume"
    case .vacation: "vacation"
    case .rematch: "rematch"
    }
  }
}

extension MatchEvent {
  /// The name of the case, with moves and answers by their kinds.
  var name: String {
    switch self {
    case .created: "created"
    case .invited: "invited"
    case .seated: "seated"
    case .botSeated: "botSeated"
    case .declined: "declined"
    case .opened: "opened"
    case .moved(_, _, let isForced): isForced ? "forced" : "moved"
    case .left: "left"
    case .timedOut: "timedOut"
    case .expired: "expired"
    case .warned: "warned"
    case .asked: "asked"
    case .replied: "replied"
    case .lapsed: "lapsed"
    case .cancelled: "cancelled"
    case .resolved: "resolved"
    case .offered: "offered"
    case .answered(_, let accepts): accepts ? "accepted" : "refused"
    case .tookBack: "tookBack"
    case .paused: "paused"
    case .resumed: "resumed"
    case .vacation(_, let begins): begins ? "away" : "back"
    case .reminded: "reminded"
    case .credited: "credited"
    case .ended: "ended"
    case .rematched: "rematched"
    case .removed: "removed"
    }
  }

  /// Whether time alone leads to it.
  var isTimed: Bool {
    switch self {
    case .timedOut, .expired, .warned, .lapsed: true
    default: false
    }
  }
}

extension ServiceError {
  /// The name of the case.
  var name: String {
    switch self {
    case .refused: "refused"
    case .notSignedIn: "notSignedIn"
    case .unknownMatch: "unknownMatch"
    case .unknownGame: "unknownGame"
    case .malformed: "malformed"
    case .keyReused: "keyReused"
    case .tooManyMatches: "tooManyMatches"
    case .unreadable: "unreadable"
    case .storageFull: "storageFull"
    case .unavailable: "unavailable"
    case .nameTaken, .hasAccount, .wrongPassword, .tooMany, .rateLimited, .notAllowed: "account"
    }
  }
}

extension TimeControl {
  /// The names of what it has.
  var names: [String] {
    let name =
      switch system {
      case .none: "none"
      case .perTurn: "perTurn"
      case .fischer: "fischer"
      case .byoYomi: "byoYomi"
      case .absolute: "absolute"
      }
    return [name] + (overall == nil ? [] : ["overall"]) + (weekend == nil ? [] : ["weekend"])
  }
}

public import Matches

/// One event of a match as it lies in the store.
public struct StoredEvent: Hashable, Sendable {
  /// The place in the match's log, from 1 without gaps.
  public let number: Int
  /// The event's bytes, in the service's wire form.
  ///
  /// The store does not look inside.
  public let body: [UInt8]
  /// The checksum over (match, number, previous checksum, body); see ``Checksum``.
  public let checksum: Checksum
  /// When the server received the command that caused it.
  public let receivedAt: Timestamp

  /// Creates an event as read from a store.
  public init(number: Int, body: [UInt8], checksum: Checksum, receivedAt: Timestamp) {
    self.number = number
    self.body = body
    self.checksum = checksum
    self.receivedAt = receivedAt
  }
}

/// What makes a command happen once: a key that its sender chose.
///
/// Keys are looked up by player, across matches, so that creating a match can be retried too.
public struct CommandKey: Hashable, Sendable {
  /// The longest key, in bytes.
  public static let maximumLength = 64

  /// Who sent the command.
  public let player: PlayerID
  /// The key, 1 to 64 bytes of printable ASCII.
  public let key: String

  /// Creates a key; `nil` when it is empty, too long or not printable ASCII.
  public init?(player: PlayerID, key: String) {
    guard (1...CommandKey.maximumLength).contains(key.utf8.count),
      key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
    else { return nil }
    self.player = player
    self.key = key
  }
}

/// A command's key together with what was asked and what was answered.
public struct StoredAnswer: Hashable, Sendable {
  /// The match that the command changed.
  public let match: MatchID
  /// The match's version after the command.
  public let version: Int
  /// A digest of what was asked: the same key with another digest is a conflict.
  public let digest: [UInt8]
  /// The answer's bytes, given again to every repetition.
  public let answer: [UInt8]

  /// Creates a stored answer.
  public init(match: MatchID, version: Int, digest: [UInt8], answer: [UInt8]) {
    self.match = match
    self.version = version
    self.digest = digest
    self.answer = answer
  }
}

/// One seat of a match, as the lists show it.
public struct SeatSummary: Hashable, Sendable {
  /// Who sits there, if anybody does.
  public var player: PlayerID?
  /// Where the seat stands.
  public var status: SeatStatus
  /// Whether the seat may act now.
  public var mayAct: Bool
  /// Whether the match stands in the player's list for this seat.
  public var isListed: Bool

  /// Creates the summary of a seat.
  public init(player: PlayerID?, status: SeatStatus, mayAct: Bool, isListed: Bool = true) {
    self.player = player
    self.status = status
    self.mayAct = mayAct
    self.isListed = isListed
  }
}

/// A match as the lists show it; written with every append, in the same transaction.
public struct MatchSummary: Hashable, Sendable {
  /// The longest name of a queue, in bytes.
  public static let longestQueue = 200

  /// The match.
  public var match: MatchID
  /// The game's identifier.
  public var game: String
  /// Where the match stands.
  public var status: MatchStatus
  /// The version: the number of events in the log.
  public var version: Int
  /// The seats in order, 1 to 16.
  public var seats: [SeatSummary]
  /// When the last event was received.
  public var updatedAt: Timestamp
  /// When the match needs the server: a deadline, or a bot that is to move.
  public var wakeAt: Timestamp?
  /// The matchmaking queue in which the match has open seats: 1 to 200 bytes of printable ASCII.
  public var queue: String?
  /// Whether anybody may find the match in the list of all.
  public var isPublic: Bool

  /// Creates a summary.
  public init(
    match: MatchID, game: String, status: MatchStatus, version: Int, seats: [SeatSummary],
    updatedAt: Timestamp, wakeAt: Timestamp? = nil, queue: String? = nil, isPublic: Bool = false
  ) {
    self.match = match
    self.game = game
    self.status = status
    self.version = version
    self.seats = seats
    self.updatedAt = updatedAt
    self.wakeAt = wakeAt
    self.queue = queue
    self.isPublic = isPublic
  }
}

/// How many matches may go on for a player who takes a seat by an append.
public struct MatchLimit: Hashable, Sendable {
  /// The player.
  public var player: PlayerID
  /// The most matches, that of the append among them.
  public var most: Int

  /// Creates a limit.
  public init(player: PlayerID, most: Int) {
    self.player = player
    self.most = most
  }

  /// How many of the player's matches, first those that go on, have to be looked at.
  package var looks: Int { 3 * max(most, 1) }

  /// Whether one more match may go on beside those of the player's list.
  package func allows(_ append: Append, beside listed: [MatchSummary]) -> Bool {
    listed.count { $0.match != append.match && $0.goesOn(for: player) } < most
  }
}

extension MatchSummary {
  /// Whether the match goes on with a player in it; an invitation alone is none.
  public func goesOn(for player: PlayerID) -> Bool {
    status != .ended && seats.contains { $0.player == player && $0.status == .active }
  }
}

/// Events to add to one match, all or none.
public struct Append: Sendable {
  /// The match; a first append with `expectedVersion` 0 makes it.
  public var match: MatchID
  /// The number of events that the sender has seen.
  public var expectedVersion: Int
  /// The bodies of the events, at least one.
  public var bodies: [[UInt8]]
  /// When the server received the command.
  public var receivedAt: Timestamp
  /// The command's key, or `nil` for events that no player's command caused.
  public var key: CommandKey?
  /// The digest of what was asked; ignored without a key.
  public var digest: [UInt8]
  /// The answer to keep for repetitions; ignored without a key.
  public var answer: [UInt8]
  /// What must not be exceeded by the append, or `nil` for no limit.
  public var limit: MatchLimit?
  /// What the lists show from now on; its version is `expectedVersion` plus the number of bodies.
  public var summary: MatchSummary

  /// Creates an append.
  public init(
    match: MatchID, expectedVersion: Int, bodies: [[UInt8]], receivedAt: Timestamp,
    key: CommandKey?, digest: [UInt8], answer: [UInt8], summary: MatchSummary,
    limit: MatchLimit? = nil
  ) {
    self.match = match
    self.expectedVersion = expectedVersion
    self.bodies = bodies
    self.receivedAt = receivedAt
    self.key = key
    self.digest = digest
    self.answer = answer
    self.summary = summary
    self.limit = limit
  }
}

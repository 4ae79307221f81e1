package import Matches

/// The part of a player's list that a match stands in.
package enum ListGroup: Int, Comparable, Sendable {
  /// The player may act.
  case mayAct
  /// The match goes on without waiting for the player, or seats are still being filled.
  case waiting
  /// The match is over.
  case ended

  /// Returns whether matches of group `a` stand before those of `b`.
  package static func < (a: ListGroup, b: ListGroup) -> Bool { a.rawValue < b.rawValue }
}

extension MatchSummary {
  /// The numbers of seats that a match can have.
  package static let seatCounts = 1...16

  /// The players in whose lists the match stands, each once.
  package var listedPlayers: Set<PlayerID> {
    Set(seats.lazy.filter(\.isListed).compactMap(\.player))
  }

  /// Whether the match stands in the list of all.
  package var isInPublicList: Bool { isPublic && status != .ended }

  /// Returns the group under which the match is listed for `player`.
  package func group(for player: PlayerID) -> ListGroup {
    if status == .ended { return .ended }
    return seats.contains { $0.player == player && $0.mayAct } ? .mayAct : .waiting
  }

  /// Returns whether this match stands before `other` in the list of `player`.
  ///
  /// Of two with the same group and time, the one with the lower identifier stands first.
  package func precedes(_ other: MatchSummary, for player: PlayerID) -> Bool {
    let (mine, others) = (group(for: player), other.group(for: player))
    if mine != others { return mine < others }
    if updatedAt != other.updatedAt { return updatedAt > other.updatedAt }
    return match < other.match
  }
}

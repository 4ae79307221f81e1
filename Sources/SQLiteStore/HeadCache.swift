internal import MatchStore
internal import Matches

/// Where the matches stand that were written last, so that the next turn of one reads nothing.
///
/// It belongs to the one connection that writes. Whatever undoes a write forgets all of it, and so does a write of
/// anybody else: what it held is then read again.
struct HeadCache {
  /// The last event of a match, and what the lists show of it.
  struct Head {
    let summary: MatchSummary
    let checksum: Checksum
  }

  /// The most matches; beyond, it begins anew.
  private static let limit = 4096

  private var heads: [MatchID: Head] = [:]

  /// Where a match stands, if that is known.
  func head(of match: MatchID) -> Head? { heads[match] }

  /// Notes where a match stands from now on.
  mutating func note(_ head: Head) {
    if heads.count >= HeadCache.limit { heads.removeAll(keepingCapacity: true) }
    heads[head.summary.match] = head
  }

  /// Forgets everything, because a write was undone.
  mutating func forget() {
    if !heads.isEmpty { heads.removeAll(keepingCapacity: true) }
  }
}

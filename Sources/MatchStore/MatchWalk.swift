public import Matches

/// A store whose matches can be walked one after the other, for checks of all of them.
public protocol MatchWalk: Sendable {
  /// Returns the identifiers of matches after `match` in a fixed order, at most `limit`; `nil` begins.
  ///
  /// A match that is made while somebody walks may be seen or not.
  func matchIdentifiers(
    after match: MatchID?, limit: Int
  ) async throws(StoreError) -> [MatchID]
}

internal import MatchStore
public import Matches

/// Why the service did not do what was asked.
public enum ServiceError: Error, Hashable, Sendable {
  /// The match or the rules refuse it.
  case refused(Refusal)
  /// Nobody is signed in.
  case notSignedIn
  /// There is no such match.
  case unknownMatch
  /// There is no such game.
  case unknownGame
  /// A field of the request is wrong, with the reason.
  case malformed(field: String, reason: String)
  /// The key was used before for something else.
  case keyReused
  /// The player has too many matches that go on.
  case tooManyMatches(limit: Int)
  /// The name, or one that looks like it, belongs to somebody else.
  case nameTaken
  /// The player has an account already.
  case hasAccount
  /// Name and password do not belong together.
  case wrongPassword
  /// There are as many as there may be.
  case tooMany(limit: Int)
  /// Too much was asked; it may be tried again after so many seconds.
  case rateLimited(seconds: Int)
  /// The session may not do this.
  case notAllowed
  /// A stored match cannot be read any more, because of damage or another version of its rules.
  case unreadable(MatchID, reason: String)
  /// The store has no room left.
  case storageFull
  /// The store failed; whether the command was stored is known only by asking with the same key.
  case unavailable(String)

  init(_ error: StoreError) {
    switch error {
    case .staleVersion(let current): self = .refused(.staleVersion(current: current))
    case .keyUsed: self = .keyReused
    case .nameTaken: self = .nameTaken
    case .tooMany(let limit): self = .tooMany(limit: limit)
    case .noSuchPlayer: self = .notSignedIn
    case .storageFull: self = .storageFull
    case .corrupt(let match, let number):
      self = .unreadable(match, reason: "the checksum of event \(number) does not fit")
    case .invalid(let reason): self = .unavailable(reason)
    case .unavailable(let reason): self = .unavailable(reason)
    }
  }
}

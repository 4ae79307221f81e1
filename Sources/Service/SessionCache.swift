internal import Hosting
internal import MatchStore
internal import Matches

/// Remembers for a moment whose token it was, so that a turn does not ask the store each time.
///
/// A token that was revoked through another server is refused when the moment is over; what this server revokes
/// counts at once.
final class SessionCache: Sendable {
  private struct Entry {
    let signedIn: SignedIn
    let until: UInt64
  }

  private struct State {
    var entries: [[UInt8]: Entry] = [:]
    /// Counts what was forgotten, so that an answer that was asked for before is not remembered after it.
    var age = 0
  }

  /// How long a token is remembered, in nanoseconds.
  private static let lifetime: UInt64 = 2_000_000_000
  private static let limit = 16_384

  private let state = Lock(State())
  private let time: any TimeSource

  init(time: any TimeSource) { self.time = time }

  /// Who is signed in by a token, if it is remembered, and what ``remember(_:for:asOf:)`` wants to know otherwise.
  func signedIn(_ digest: [UInt8]) -> (signedIn: SignedIn?, age: Int) {
    let now = time.monotonicNanoseconds
    return state.withLock { state in
      guard let entry = state.entries[digest], entry.until > now else { return (nil, state.age) }
      return (entry.signedIn, state.age)
    }
  }

  /// Remembers what the store said, unless something was forgotten since it was asked.
  func remember(_ signedIn: SignedIn, for digest: [UInt8], asOf age: Int) {
    let until = time.monotonicNanoseconds + SessionCache.lifetime
    state.withLock { state in
      guard state.age == age else { return }
      if state.entries.count >= SessionCache.limit { state.entries.removeAll() }
      state.entries[digest] = Entry(signedIn: signedIn, until: until)
    }
  }

  /// Forgets all tokens of a player, whose name or sessions have changed.
  func forget(_ player: PlayerID) {
    state.withLock { state in
      state.age += 1
      state.entries = state.entries.filter { $0.value.signedIn.player.id != player }
    }
  }
}

public import Hosting

/// How much of something may be asked for: a burst at once, and then so many in a span of time.
public struct Rate: Hashable, Sendable {
  /// The most at once.
  public var burst: Int
  /// How long it takes until one more is allowed, in milliseconds.
  public var milliseconds: Int64

  /// Creates a rate: `burst` at once, and after that one each `milliseconds`.
  public init(burst: Int, oneEach milliseconds: Int64) {
    self.burst = max(burst, 1)
    self.milliseconds = max(milliseconds, 1)
  }
}

/// What may be asked of a server by one address or one player.
///
/// They are there against floods and guessing, not against people: a class behind one address stays below.
public struct RateLimits: Hashable, Sendable {
  /// Guests made for one address.
  public var guests = Rate(burst: 60, oneEach: 10_000)
  /// Accounts made for one address.
  public var registrations = Rate(burst: 10, oneEach: 60_000)
  /// Passwords shown by one address, right or wrong.
  public var signIns = Rate(burst: 40, oneEach: 6_000)
  /// Wrong passwords for one name, from wherever; known devices have one each besides.
  public var wrongPasswords = Rate(burst: 10, oneEach: 60_000)
  /// Matches made by one player.
  public var matches = Rate(burst: 120, oneEach: 2_000)
  /// Commands on matches by one player.
  public var commands = Rate(burst: 2_400, oneEach: 50)
  /// Changes of a player's name, tokens and the like.
  public var changes = Rate(burst: 60, oneEach: 5_000)

  /// Creates the usual limits.
  public init() {}
}

/// Buckets of tokens by key, at most so many; the one that was longest out of use gives way.
///
/// A bucket that gives way would be full again soon: somebody who makes buckets give way by using very many keys
/// spends as many requests, each of which is counted by its own key.
public final class RateLimiter: Sendable {
  private struct Bucket {
    /// When the bucket is full again, in nanoseconds of the clock.
    var fullAt: UInt64
    /// The order in which it was last used.
    var use: UInt64
  }

  private struct State {
    var buckets: [Key: Bucket] = [:]
    var lastUse: UInt64 = 0
    /// The keys in the order of their use; entries that are out of date are skipped.
    var order: [(use: UInt64, key: Key)] = []
    var firstInOrder = 0
  }

  /// What is counted by: 16 bytes of a digest, so that a key costs the same however long its text is.
  public struct Key: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Creates a key from a kind and what somebody is known by.
    public init(_ kind: StaticString, _ text: String) { self.init(kind, Array(text.utf8)) }

    /// Creates a key from a kind and bytes that somebody is known by.
    public init(_ kind: StaticString, _ bytes: [UInt8]) {
      let digest = Secrets.digest(Array(kind.description.utf8) + [0] + bytes)
      high = digest[0..<8].reduce(0) { $0 << 8 | UInt64($1) }
      low = digest[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  /// The most buckets.
  public let capacity: Int
  private let time: any TimeSource
  private let state = Lock(State())

  /// Creates a limiter without buckets.
  public init(time: any TimeSource, capacity: Int = 65_536) {
    self.time = time
    self.capacity = max(capacity, 1)
  }

  /// The number of buckets now.
  public var count: Int { state.withLock { $0.buckets.count } }

  /// Takes one from a bucket.
  ///
  /// - Throws: ``ServiceError/rateLimited(seconds:)`` if it is empty; then nothing is taken.
  public func take(_ rate: Rate, for key: Key) throws(ServiceError) {
    if let wait = attempt(rate, for: key) {
      throw ServiceError.rateLimited(seconds: wait)
    }
  }

  /// Gives one back to a bucket that was taken from before.
  public func giveBack(_ rate: Rate, for key: Key) {
    state.withLock { state in
      guard var bucket = state.buckets[key] else { return }
      let one = UInt64(rate.milliseconds) * 1_000_000
      bucket.fullAt = bucket.fullAt > one ? bucket.fullAt - one : 0
      state.buckets[key] = bucket
    }
  }

  /// - Returns: the seconds to wait, or `nil` if there was one.
  private func attempt(_ rate: Rate, for key: Key) -> Int? {
    let now = time.monotonicNanoseconds
    let one = UInt64(rate.milliseconds) * 1_000_000
    return state.withLock { state in
      // A bucket is its time of being full: what lies between now and then has been taken.
      let start = max(state.buckets[key]?.fullAt ?? now, now)
      let full = start + one
      let room = now + one * UInt64(rate.burst)
      guard full <= room else {
        return Int(min((full - room + 999_999_999) / 1_000_000_000, 86_400))
      }
      state.lastUse += 1
      state.buckets[key] = Bucket(fullAt: full, use: state.lastUse)
      state.order.append((state.lastUse, key))
      shrink(&state)
      return nil
    }
  }

  private func shrink(_ state: inout State) {
    while state.buckets.count > capacity, state.firstInOrder < state.order.count {
      let oldest = state.order[state.firstInOrder]
      state.firstInOrder += 1
      if state.buckets[oldest.key]?.use == oldest.use { state.buckets[oldest.key] = nil }
    }
    // The order is written anew before it is much longer than there are buckets.
    if state.order.count > 2 * capacity + 64 {
      state.order = state.order[state.firstInOrder...].filter {
        state.buckets[$0.key]?.use == $0.use
      }
      state.firstInOrder = 0
    }
  }
}

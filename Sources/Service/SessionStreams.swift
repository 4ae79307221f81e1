internal import Hosting
public import MatchStore
internal import Matches

/// The streams that are open, by the session that opened them, so that they end with it.
///
/// What ends a session on this server ends its streams at once. For what ends it elsewhere, all sessions that have
/// a stream are looked up together every few seconds.
public final class SessionStreams: Sendable {
  /// How often sessions are looked up, in nanoseconds.
  public static let interval: UInt64 = 3_000_000_000
  /// The most that are looked up in one question.
  private static let batch = 500

  private struct Stream {
    let digest: [UInt8]
    let player: PlayerID
    let expiresAt: Timestamp?
    let end: @Sendable () -> Void
  }

  private struct State {
    var streams: [Int: Stream] = [:]
    var lastNumber = 0
    var isWatching = false
  }

  private let store: any MatchStore
  private let time: any TimeSource
  private let state = Lock(State())

  init(store: any MatchStore, time: any TimeSource) {
    self.store = store
    self.time = time
  }

  /// The number of open streams.
  public var count: Int { state.withLock { $0.streams.count } }

  /// Ends something when its session ends; until then, or until the returned listening is cancelled, it is kept.
  public func hold(_ session: SignedIn, end: @escaping @Sendable () -> Void) -> Listening {
    let (number, isFirst) = state.withLock { state in
      state.lastNumber += 1
      state.streams[state.lastNumber] = Stream(
        digest: session.session.digest, player: session.player.id,
        expiresAt: session.session.expiresAt, end: end)
      let isFirst = !state.isWatching
      state.isWatching = true
      return (state.lastNumber, isFirst)
    }
    if isFirst { watch() }
    return Listening { [weak self] in
      self?.state.withLock { _ = $0.streams.removeValue(forKey: number) }
    }
  }

  /// Ends the streams of some sessions.
  func end(_ digests: Set<[UInt8]>) { end { digests.contains($0.digest) } }

  /// Ends the streams of a player, but those of one session.
  func end(of player: PlayerID, except digest: [UInt8]?) {
    end { $0.player == player && $0.digest != digest }
  }

  private func end(where isOver: (Stream) -> Bool) {
    let ended = state.withLock { state in
      let numbers = state.streams.filter { isOver($0.value) }.keys
      return numbers.compactMap { state.streams.removeValue(forKey: $0) }
    }
    for stream in ended { stream.end() }
  }

  /// Looks sessions up again and again, as long as there are streams.
  private func watch() {
    Task(executorPreference: Background.executor) { [weak self, time] in
      while true {
        guard (try? await time.sleep(nanoseconds: SessionStreams.interval)) != nil,
          let self, await self.look()
        else { return }
      }
    }
  }

  /// - Returns: whether there is anything left to watch.
  private func look() async -> Bool {
    let digests = state.withLock { state in
      if state.streams.isEmpty { state.isWatching = false }
      return Array(Set(state.streams.values.map(\.digest)))
    }
    guard !digests.isEmpty else { return false }
    let now = Timestamp(milliseconds: time.wallMilliseconds)
    end { $0.expiresAt.map { $0 <= now } ?? false }
    for start in stride(from: 0, to: digests.count, by: SessionStreams.batch) {
      let some = Array(digests[start..<min(start + SessionStreams.batch, digests.count)])
      // While the store is away nobody can be told apart; the next look will.
      guard let present = try? await store.presentSessions(among: some) else { continue }
      end(Set(some).subtracting(present))
    }
    return true
  }
}

internal import Games
internal import Hosting
internal import MatchStore
internal import Matches

/// What the store was asked to write, and when it fails.
///
/// Whether a write fails depends on the seed, the step and the write alone, not on the order in which several come.
final class StoreJournal: Sendable {
  struct Batch: Sendable {
    let after: Int
    let count: Int
    let isPlayers: Bool
  }

  struct State {
    var seed: UInt64 = 0
    var step = 0
    /// One write in so many fails; none if 0.
    var rate = 0
    var tries: [String: Int] = [:]
    var durable: [MatchID: Int] = [:]
    var appends: [CommandKey: Int] = [:]
    var versions: [CommandKey: Int] = [:]
    var batches: [MatchID: [Batch]] = [:]
    var touched: Set<MatchID> = []
    var problems: [String] = []
  }

  private let state = Lock(State())

  init(seed: UInt64) { state.withLock { $0.seed = seed } }

  func begin(step: Int, faults rate: Int) {
    state.withLock { state in
      state.step = step
      state.rate = rate
      state.tries = [:]
    }
  }

  func appends(_ key: CommandKey) -> Int { state.withLock { $0.appends[key] ?? 0 } }
  func version(_ key: CommandKey) -> Int? { state.withLock { $0.versions[key] } }
  func durable(_ match: MatchID) -> Int { state.withLock { $0.durable[match] ?? 0 } }
  func takeTouched() -> Set<MatchID> {
    state.withLock { state in
      defer { state.touched = [] }
      return state.touched
    }
  }
  func batches(of match: MatchID, after count: Int) -> [Batch] {
    state.withLock { Array(($0.batches[match] ?? []).dropFirst(count)) }
  }
  func report(_ problem: String) { state.withLock { $0.problems.append(problem) } }
  var problem: String? { state.withLock { $0.problems.first } }

  private func draw(_ append: Append, _ salt: UInt64) -> Int? {
    state.withLock { state in
      guard state.rate > 0 else { return nil }
      let name = "\(append.match.raw.low) \(append.expectedVersion) \(salt)"
      state.tries[name, default: 0] += 1
      var chance = Chance(
        seed: state.seed ^ append.match.raw.low ^ salt << 40,
        move: state.step * 64 + append.expectedVersion * 7919 + (state.tries[name] ?? 0))
      return chance.below(state.rate)
    }
  }

  func open(_ old: InMemoryStore? = nil) async -> InMemoryStore {
    let before: InMemoryStore.Fault = { [self] write throws(StoreError) in
      guard case .append(let append) = write else { return }
      switch draw(append, 1) {
      case 0: throw .storageFull
      case 1: throw .unavailable("simulated, before the commit")
      default: break
      }
    }
    let after: InMemoryStore.Fault = { [self] write throws(StoreError) in
      guard case .append(let append) = write else { return }
      note(append)
      if draw(append, 2) == 0 { throw .unavailable("simulated, after the commit") }
    }
    guard let old else { return InMemoryStore(beforeWrite: before, afterWrite: after) }
    return await old.reopened(beforeWrite: before, afterWrite: after)
  }

  private func note(_ append: Append) {
    state.withLock { state in
      state.durable[append.match] = append.newVersion
      state.touched.insert(append.match)
      state.batches[append.match, default: []].append(
        Batch(
          after: append.expectedVersion, count: append.bodies.count, isPlayers: append.key != nil))
      guard let key = append.key else { return }
      state.appends[key, default: 0] += 1
      state.versions[key] = append.newVersion
    }
  }
}

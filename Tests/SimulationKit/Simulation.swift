internal import Games
internal import Hosting
internal import MatchStore
internal import Matches
internal import Reversi
internal import Service
internal import Story

/// Two servers on one store, and players, clocks and faults that are drawn from a seed.
///
/// Everything runs on one thread in one order, and all chance comes from the seed, so a failure is seen again by
/// running the same seed. After each step the guarantees of matches are checked.
package actor Simulation {
  /// What somebody asks for.
  struct Request: Sendable {
    enum Action: Sendable {
      case perform(PlayerCommand, MatchID)
      case make(NewMatch)
      case find(NewMatch)

      var name: String {
        switch self {
        case .perform(let command, _): command.name
        case .make: "make"
        case .find: "find"
        }
      }
    }
    var action: Action
    var player: PlayerRecord
    var key: CommandKey
    var expected: Int?
  }

  struct Ear {
    let listening: Listening
    let match: MatchID
    let player: PlayerID?
    let node: Int
    let heard: Heard
  }

  let seed: UInt64
  var chance: Chance
  let time: ManualTime
  let journal: StoreJournal
  let settings: ServiceSettings
  var store: InMemoryStore
  var nodes: [MatchService] = []
  var people: [PlayerRecord] = []
  var replicas: [MatchID: any Replica] = [:]
  var checkedBatches: [MatchID: Int] = [:]
  var recent: [MatchID] = []
  var answered: [(request: Request, answer: CommandAnswer)] = []
  var unknown: [Request] = []
  var ears: [Ear] = []
  /// The last reminder that was sent, after which another one is too soon.
  var reminder: Request?
  var coverage = Coverage()
  var step = 0

  private init(seed: UInt64) async {
    self.seed = seed
    chance = Chance(seed: seed)
    time = ManualTime(wallMilliseconds: 1_767_312_000_000 + Int64(chance.below(7 * 86_400_000)))
    journal = StoreJournal(seed: seed)
    settings = ServiceSettings(
      openMatchLimit: 10, bots: BotSettings(threads: 1, milliseconds: 60_000, nodes: 50),
      creditsOutages: chance.below(2) == 0)
    store = await journal.open()
  }

  /// Plays `steps` steps.
  ///
  /// - Throws: ``Failure`` for the first guarantee that does not hold.
  package static func run(seed: UInt64, steps: Int) async throws -> Coverage {
    let thread = OneThread()
    return try await Secrets.$simulation.withValue(SimulatedDraws(seed: seed)) {
      try await Background.$executor.withValue(thread) {
        try await withTaskExecutorPreference(thread) {
          let simulation = await Simulation(seed: seed)
          return try await simulation.play(steps)
        }
      }
    }
  }

  /// A guarantee that did not hold, and how to see it again.
  package struct Failure: Error, CustomStringConvertible {
    /// The seed of the run.
    package let seed: UInt64
    /// The step in which it was seen.
    package let step: Int
    /// What was seen.
    package let reason: String
    package var description: String {
      "seed \(seed), step \(step): \(reason)\n  again: make simulate SEED=\(seed) STEPS=\(step + 1)"
    }
  }

  private func play(_ steps: Int) async throws -> Coverage {
    do {
      try await begin()
      while step < steps {
        try await turn()
        step += 1
      }
      journal.begin(step: step, faults: 0)
      try await checkEverything()
    } catch {
      throw Failure(seed: seed, step: step, reason: "\(error)")
    }
    coverage.steps = steps
    coverage.digests[seed] = await digest()
    for ear in ears { ear.listening.cancel() }
    await store.close()
    return coverage
  }

  private func begin() async throws {
    makeNodes()
    for node in nodes { try await node.start() }
    for _ in 0..<7 {
      people.append(
        try await nodes[0].makeGuest(
          receivedAt: Timestamp(milliseconds: time.wallMilliseconds)
        ).player)
    }
  }

  private func makeNodes() {
    let registry = GameRegistry()
      .adding(Dash.self, bots: [.random]).adding(ReversiPosition.self, bots: [.random])
      .adding(Sealed.self, bots: [.random]).adding(StoryPosition.self).adding(Carried.self)
    nodes = (0..<2).map { _ in
      MatchService(
        store: store, registry: registry, time: time, settings: settings, roomLimit: 6)
    }
  }

  var now: Timestamp { Timestamp(milliseconds: time.wallMilliseconds) }

  private func turn() async throws {
    passTime()
    journal.begin(step: step, faults: chance.below(5) == 0 ? 8 : 0)
    switch chance.below(100) {
    case 0: try await crash(thinking: false)
    case 1 where chance.below(3) == 0: try await crashInJobs()
    case 1: try await crash(thinking: true)
    case 2...13: try await sweepNodes()
    case 14...18: try await repeatEarlier()
    case 19...22: try await otherBody()
    case 23...27: try await listenSomewhere()
    case 28...33: try await both()
    case 34...35: try await unknownThings()
    default: try await ask(makeRequest())
    }
    try await quiet()
    try await settleUnknown()
    try await checkTouched()
    _ = try? await store.beat(at: now)
  }

  /// Waits until the server's own players are done.
  func quiet() async throws {
    for node in nodes { await node.finishThinking() }
  }

  private func passTime() {
    switch chance.below(1000) {
    case 0...2:
      time.advance(milliseconds: Int64(20 + chance.below(80)) * 86_400_000)
      coverage.note("time", "months")
    case 3...6:
      time.setWall(milliseconds: time.wallMilliseconds - 3_600_000)
      coverage.note("time", "back")
    case 7...20:
      time.advance(milliseconds: Int64(1 + chance.below(72)) * 3_600_000)
      coverage.note("time", "on")
    case 21...80:
      time.advance(milliseconds: Int64(chance.below(3_600_000)))
      coverage.note("time", "on")
    case 81...600:
      time.advance(milliseconds: Int64(chance.below(30_000)))
      coverage.note("time", "on")
    default: coverage.note("time", "frozen")
    }
  }

  // MARK: Crashes

  private func crash(thinking: Bool) async throws {
    if thinking {
      // Somebody asks, and the server dies while it still thinks about what that led to.
      try await ask(makeRequest())
      coverage.note("node", "crash while thinking")
    } else {
      coverage.note("node", "crash")
    }
    try await restart()
    if chance.below(3) == 0 {
      time.advance(milliseconds: Int64(chance.below(6 * 3_600_000)))
    }
    for node in nodes { try await node.start() }
    try await release()
    for node in nodes { await node.sweep() }
  }

  private func restart() async throws {
    await store.close()
    try await quiet()
    store = await journal.open(store)
    journal.begin(step: step, faults: 0)
    ears = []
    makeNodes()
  }

  /// Crashes twice in everything that is due, so that it is left alone, and lets it run again.
  private func crashInJobs() async throws {
    time.advance(milliseconds: 3_600_000)
    let due = try await store.due(
      at: Timestamp(milliseconds: now.milliseconds - settings.grace), limit: 3)
    for _ in 0..<2 {
      for match in due { try await store.jobBegan(match, at: now) }
      try await restart()
    }
    for node in nodes { try await node.start() }
    for node in nodes {
      let left = await node.quarantinedMatches
      guard Set(due).isSubset(of: left) else {
        throw Broken(
          "never stuck", "\(due.count) jobs ended two processes, \(left.count) are left alone")
      }
    }
    try await release()
    for node in nodes { await node.sweep() }
  }

  private func release() async throws {
    for node in nodes {
      for match in await node.quarantinedMatches {
        try await node.release(match)
        coverage.note("node", "released")
      }
    }
  }

  private func sweepNodes() async throws {
    let (first, second) = (nodes[0], nodes[1])
    if chance.below(2) == 0 {
      async let one: Void = first.sweep()
      async let two: Void = second.sweep()
      _ = await (one, two)
      coverage.note("node", "both at once")
    } else {
      await nodes[chance.below(2)].sweep()
    }
    // A store that fails may have held it up; the next sweep is the one that is judged.
    journal.begin(step: step, faults: 0)
    try await quiet()
    await nodes[chance.below(2)].sweep()
    try await quiet()
    try await checkNothingDue()
  }

  /// A number by which two runs of one seed are compared.
  private func digest() async -> UInt64 {
    var digest: UInt64 = 14_695_981_039_346_656_037
    for match in replicas.keys.sorted() {
      let events = (try? await store.events(of: match, after: 0, limit: .max)) ?? []
      for byte in events.flatMap(\.body) { digest = (digest ^ UInt64(byte)) &* 1_099_511_628_211 }
    }
    return digest
  }
}

/// What one listener heard.
final class Heard: Sendable {
  struct State {
    var last: Int
    var isEnded = false
    var problem: String?
    var latest: [(number: Int, position: String, move: String?)] = []
  }
  private let state: Lock<State>
  let match: MatchID

  init(match: MatchID, after version: Int) {
    self.match = match
    state = Lock(State(last: version))
  }

  var last: Int { state.withLock { $0.last } }
  var isEnded: Bool { state.withLock { $0.isEnded } }
  var problem: String? { state.withLock { $0.problem } }

  func end() { state.withLock { $0.isEnded = true } }

  func hear(_ event: EventView, durable: Int) {
    state.withLock { state in
      if event.number > durable {
        state.problem = "stored before told: \(event.number) was told, \(durable) are stored"
      }
      if event.number != state.last + 1 {
        state.problem = "one order: \(event.number) was told after \(state.last)"
      }
      if state.isEnded { state.problem = "one order: told after the end" }
      state.last = event.number
      state.latest.append((event.number, event.match.position, event.move?.move))
    }
  }

  func takeLatest() -> [(number: Int, position: String, move: String?)] {
    state.withLock { state in
      defer { state.latest = [] }
      return state.latest
    }
  }
}

import Hosting
import MatchStore
import Matches
import Service
import Testing

/// A store that fails when a test says so.
final class Trouble: Sendable {
  private let before = Lock<StoreError?>(nil)
  private let after = Lock<StoreError?>(nil)
  private let countdown = Lock<Int>(0)

  /// Fails the append that follows after `appends` others, before or after it was stored.
  func fail(_ error: StoreError, after appends: Int = 0, whenStored: Bool = false) {
    countdown.withLock { $0 = appends }
    (whenStored ? after : before).withLock { $0 = error }
  }

  func makeStore() -> InMemoryStore {
    InMemoryStore(
      beforeWrite: { [self] write throws(StoreError) in try check(write, before) },
      afterWrite: { [self] write throws(StoreError) in try check(write, after) })
  }

  private func check(_ write: InMemoryStore.Write, _ fault: Lock<StoreError?>) throws(StoreError) {
    guard case .append = write, let error = fault.withLock({ $0 }) else { return }
    let isDue = countdown.withLock { count in
      count -= 1
      return count < 0
    }
    guard isDue else { return }
    fault.withLock { $0 = nil }
    throw error
  }
}

@Suite("A store that fails")
struct FailureTests {
  private func table(_ trouble: Trouble) async throws -> (Table, InMemoryStore) {
    let store = trouble.makeStore()
    let service = MatchService(store: store, registry: .forTests, time: ManualTime())
    return (try await Table(service), store)
  }

  @Test(
    "What could not be stored is told to nobody and changes nothing; later it works",
    arguments: [
      StoreError.storageFull, .unavailable("the disk is gone: /var/lib/secret"),
      .invalid("a reason"),
    ])
  func nobodyIsTold(error: StoreError) async throws {
    let trouble = Trouble()
    let (table, _) = try await table(trouble)
    let told = Journal<Int>()
    let ended = Journal<Bool>()
    let listening = try await table.service.listen(
      to: table.match, after: 3, as: nil, send: { told.add($0.number) }, end: { ended.add(true) })
    let listed = Journal<Bool>()
    let list = await table.service.listenToList(of: table.white.record.id) { listed.add(true) }
    trouble.fail(error)
    await #expect(throws: ServiceError.self) {
      try await table.black.perform(.move("d3"), on: table.match, table.service, key: "one")
    }
    #expect(try await table.version() == 3)
    #expect(told.entries.isEmpty)
    #expect(listed.entries.isEmpty)
    let view = try await table.service.view(of: table.match, for: nil)
    #expect(view.moves?.isEmpty == true)

    let answer = try await table.black.perform(
      .move("d3"), on: table.match, table.service, key: "one")
    #expect(answer.version == 4)
    #expect(listed.entries.count == 1)
    // A listener hears the event, or was asked to come back for it.
    #expect(told.entries == [4] || ended.entries == [true])
    listening.cancel()
    list.cancel()
  }

  @Test("A write whose outcome is unknown is settled by asking with the same key")
  func unknownOutcome() async throws {
    let trouble = Trouble()
    let (table, _) = try await table(trouble)
    let ended = Journal<Bool>()
    let listening = try await table.service.listen(
      to: table.match, after: 3, as: nil, send: { _ in }, end: { ended.add(true) })
    trouble.fail(.unavailable("the connection broke in the commit"), whenStored: true)
    await #expect(throws: ServiceError.self) {
      try await table.black.perform(
        .move("d3"), on: table.match, table.service, key: "one", version: 3)
    }
    #expect(ended.entries == [true], "a listener must come back, since an event may be there")
    // It was stored, and everybody sees so at once.
    #expect(try await table.version() == 4)
    let answer = try await table.black.perform(
      .move("d3"), on: table.match, table.service, key: "one", version: 3)
    #expect(answer.version == 4)
    #expect(try await table.version() == 4)
    listening.cancel()
  }

  @Test("A match that could not be made is not there; the same key makes it later")
  func making() async throws {
    let trouble = Trouble()
    let (table, _) = try await table(trouble)
    trouble.fail(.storageFull)
    await #expect(throws: ServiceError.storageFull) {
      try await table.black.make(table.service, key: "second")
    }
    #expect(try await table.service.matches(of: table.black.record.id).count == 1)
    _ = try await table.black.make(table.service, key: "second")
    #expect(try await table.service.matches(of: table.black.record.id).count == 2)
  }

  @Test("A damaged log names match and event, and other matches go on")
  func damage() async throws {
    let trouble = Trouble()
    let (table, store) = try await table(trouble)
    let other = try await table.black.make(table.service, key: "other")
    await store.damage(table.match, number: 2)
    let service = MatchService(store: store, registry: .forTests, time: ManualTime())
    for _ in 0..<2 {
      await #expect {
        try await service.view(of: table.match, for: nil)
      } throws: { error in
        guard case .unreadable(table.match, let reason)? = error as? ServiceError else {
          return false
        }
        return reason.contains("event 2")
      }
    }
    #expect(try await service.view(of: other, for: nil).version == 2)
  }

  @Test("A match of a game that is not hosted here cannot be read, and says so")
  func foreignGame() async throws {
    let store = InMemoryStore()
    let table = try await Table(
      MatchService(store: store, registry: .forTests, time: ManualTime()))
    let bare = MatchService(store: store, registry: GameRegistry(), time: ManualTime())
    await #expect(
      throws: ServiceError.unreadable(table.match, reason: "the game is not hosted here")
    ) { try await bare.view(of: table.match, for: nil) }
  }

  @Test("Readiness is the store's", arguments: [true, false])
  func ready(isOpen: Bool) async throws {
    let store = InMemoryStore()
    let service = MatchService(store: store, registry: .forTests, time: ManualTime())
    if isOpen {
      try await service.checkReady()
    } else {
      await store.close()
      await #expect(throws: ServiceError.self) { try await service.checkReady() }
    }
  }
}

@Suite("Two nodes over one store")
struct TwoNodesTests {
  @Test("Of two moves at once one commits, and the loser sees it", arguments: StoreKind.allCases)
  func race(kind: StoreKind) async throws {
    try await withBench(kind) { bench in
      for round in 0..<5 {
        let nodes = [await bench.service(), await bench.service()]
        let table = try await Table(nodes[0])
        #expect(try await nodes[1].view(of: table.match, for: nil).version == 3)
        let results = await withTaskGroup { group in
          for (index, move) in ["d3", "c4"].enumerated() {
            group.addTask { () -> Result<CommandAnswer, any Error> in
              do {
                return .success(
                  try await table.black.perform(
                    .move(move), on: table.match, nodes[index], key: "move-\(index)", version: 3))
              } catch {
                return .failure(error)
              }
            }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        let errors = results.compactMap { result -> ServiceError? in
          if case .failure(let error) = result { error as? ServiceError } else { nil }
        }
        #expect(errors == [.refused(.staleVersion(current: 4))], "round \(round)")
        let views = [
          try await nodes[0].view(of: table.match, for: nil),
          try await nodes[1].view(of: table.match, for: nil),
        ]
        // The loser's room has read the store again; the winner's knew.
        #expect(views[0] == views[1])
        #expect(views[0].version == 4)
      }
    }
  }

  @Test("A node that lost takes in what won, tells its listeners of it, and then tells on")
  func listenersOfTheLoser() async throws {
    try await withBench(.memory) { bench in
      let (first, second) = (await bench.service(), await bench.service())
      let table = try await Table(first)
      let heard = Journal<Int>()
      let ended = Journal<Bool>()
      let listening = try await second.listen(
        to: table.match, after: 3, as: nil, send: { heard.add($0.number) },
        end: { ended.add(true) })
      try await table.play(["d3"])
      await #expect(throws: ServiceError.refused(.staleVersion(current: 4))) {
        try await table.black.perform(.move("c4"), on: table.match, second, key: "x", version: 3)
      }
      #expect(heard.entries == [4])
      try await table.white.perform(.move("c3"), on: table.match, second, key: "y", version: 4)
      #expect(heard.entries == [4, 5])
      #expect(ended.entries.isEmpty)
      listening.cancel()
    }
  }

  @Test(
    "A copy that went through the other node gets the first answer", arguments: StoreKind.allCases)
  func copyThroughTheOther(kind: StoreKind) async throws {
    try await withBench(kind) { bench in
      let (first, second) = (await bench.service(), await bench.service())
      let table = try await Table(first)
      _ = try await second.view(of: table.match, for: nil)
      let answer = try await table.black.perform(
        .move("d3"), on: table.match, first, key: "one", version: 3)
      let copy = try await table.black.perform(
        .move("d3"), on: table.match, second, key: "one", version: 3)
      #expect(copy == answer)
    }
  }
}

extension TwoNodesTests {
  @Test("A copy that both nodes decide at the same instant gets the first answer, and both go on")
  func copyAtTheSameInstant() async throws {
    let base = InMemoryStore()
    let first = MatchService(store: base, registry: .forTests, time: ManualTime())
    let second = MatchService(
      store: BlindStore(base: base), registry: .forTests, time: ManualTime())
    let table = try await Table(first)
    _ = try await second.view(of: table.match, for: nil)
    let ended = Journal<Bool>()
    let listening = try await second.listen(
      to: table.match, after: 3, as: nil, send: { _ in }, end: { ended.add(true) })
    let answer = try await table.black.perform(
      .move("d3"), on: table.match, first, key: "one", version: 3)
    let copy = try await table.black.perform(
      .move("d3"), on: table.match, second, key: "one", version: 3)
    #expect(copy == answer)
    #expect(ended.entries == [true])
    #expect(try await second.view(of: table.match, for: nil).version == 4)
    await #expect(throws: ServiceError.keyReused) {
      try await table.white.perform(.move("c3"), on: table.match, second, key: "join", version: 4)
    }
    #expect(try await second.view(of: table.match, for: nil).version == 4)
    listening.cancel()
  }
}

/// A store that does not find a key before the append, as when the copy is stored in between.
struct BlindStore: MatchStore {
  let base: InMemoryStore
  func answer(for key: CommandKey) async throws(StoreError) -> StoredAnswer? { nil }

  func append(_ append: Append) async throws(StoreError) -> Int { try await base.append(append) }
  func remember(_ answer: StoredAnswer, for key: CommandKey) async throws(StoreError) {
    try await base.remember(answer, for: key)
  }
  func events(
    of match: MatchID, after version: Int, limit: Int
  ) async throws(StoreError) -> [StoredEvent] {
    try await base.events(of: match, after: version, limit: limit)
  }
  func summary(of match: MatchID) async throws(StoreError) -> MatchSummary? {
    try await base.summary(of: match)
  }
  func matches(of player: PlayerID, limit: Int) async throws(StoreError) -> [MatchSummary] {
    try await base.matches(of: player, limit: limit)
  }
  func due(at now: Timestamp, limit: Int) async throws(StoreError) -> [MatchID] {
    try await base.due(at: now, limit: limit)
  }
  func nextWake() async throws(StoreError) -> Timestamp? { try await base.nextWake() }
  func openMatches(in queue: String, limit: Int) async throws(StoreError) -> [MatchSummary] {
    try await base.openMatches(in: queue, limit: limit)
  }
  func publicMatches(limit: Int) async throws(StoreError) -> [MatchSummary] {
    try await base.publicMatches(limit: limit)
  }
  func matches(after match: MatchID?, limit: Int) async throws(StoreError) -> [MatchSummary] {
    try await base.matches(after: match, limit: limit)
  }
  func beat(at now: Timestamp) async throws(StoreError) -> Timestamp? {
    try await base.beat(at: now)
  }
  func jobBegan(_ match: MatchID, at now: Timestamp) async throws(StoreError) {
    try await base.jobBegan(match, at: now)
  }
  func jobEnded(_ match: MatchID) async throws(StoreError) { try await base.jobEnded(match) }
  func interruptedJobs() async throws(StoreError) -> [InterruptedJob] {
    try await base.interruptedJobs()
  }
  func forgetInterruptedJob(_ match: MatchID) async throws(StoreError) {
    try await base.forgetInterruptedJob(match)
  }
  func addPlayer(_ player: PlayerRecord, session: SessionRecord) async throws(StoreError) {
    try await base.addPlayer(player, session: session)
  }
  func player(_ id: PlayerID) async throws(StoreError) -> PlayerRecord? {
    try await base.player(id)
  }
  func player(session digest: [UInt8]) async throws(StoreError) -> PlayerRecord? {
    try await base.player(session: digest)
  }
  func rename(_ id: PlayerID, to name: String) async throws(StoreError) {
    try await base.rename(id, to: name)
  }
  func checkReady() async throws(StoreError) { try await base.checkReady() }
  func close() async { await base.close() }
}

import MatchStore
import SQLiteStore
import ScenarioKit
import Testing

/// The scenarios of the contract of matches; those on PostgreSQL are in its own tests.
@Suite("Scenarios of the contract")
struct ScenarioTests {
  @Test("There are all 21, each once")
  func numbers() {
    #expect(Scenario.all.map(\.number).sorted() == Array(1...21))
  }

  @Test("With two servers on one store in memory", arguments: Scenario.all)
  func memory(scenario: Scenario) async throws {
    let memory = Reopened()
    try await play(scenario) {
      let store = await memory.open()
      return [store, store]
    }
  }

  @Test("With a server on SQLite, which no second one can share", arguments: Scenario.all)
  func sqlite(scenario: Scenario) async throws {
    try await withTemporaryDirectory { path in
      try await play(scenario) { [try SQLiteStore(path: "\(path)/baton.db", readers: 2)] }
    }
  }

  private func play(
    _ scenario: Scenario, _ open: @escaping @Sendable () async throws -> [any MatchStore]
  ) async throws {
    let venue = try await ServiceVenue(openStores: open)
    do {
      try await scenario.play(at: venue)
    } catch {
      await venue.close()
      throw error
    }
    await venue.close()
  }
}

/// A store in memory that is opened again with what was in it.
private actor Reopened {
  private var store = InMemoryStore()
  private var isFirst = true

  func open() async -> InMemoryStore {
    if !isFirst { store = await store.reopened() }
    isFirst = false
    return store
  }
}

internal import MatchStore
internal import Matches
internal import SQLiteStore
internal import StoreTestKit
internal import Testing

@Suite("SQLiteStore")
struct SQLiteStoreTests {
  @Test("In a file it keeps the promises of a store", arguments: StoreContract.checks)
  func contractInFile(check: StoreCheck) async throws {
    try await withTemporaryDirectory { directory in
      try await check.run(
        on: StoreFixture { try SQLiteStore(path: directory + "/baton.sqlite") })
    }
  }

  @Test(
    "In memory it keeps the promises of a store", arguments: StoreContract.checksWithoutReopening)
  func contractInMemory(check: StoreCheck) async throws {
    try await check.run(on: StoreFixture { try SQLiteStore(path: ":memory:") })
  }
}

internal import MatchStore
internal import PostgresStore
internal import StoreTestKit
internal import Testing

extension PostgresTests {
  @Suite("Contract")
  struct ContractTests {
    @Test(
      "At every level of isolation it keeps the promises of a store",
      arguments: StoreContract.checks, Server.Isolation.allCases)
    func contract(check: StoreCheck, isolation: Server.Isolation) async throws {
      try await Server.withSchema(isolation) { url in
        // The level is what the URL says, or this would be one level three times.
        let level = try Server.connect(to: url).run(unsafeSQL: "SHOW transaction_isolation")
        try #require(level.text(0, 0) == isolation.rawValue)
        try await check.run(on: StoreFixture { try await PostgresStore.patient(url) })
      }
    }

    @Test("With a single connection it keeps the promises too", arguments: StoreContract.checks)
    func single(check: StoreCheck) async throws {
      try await Server.withSchema { url in
        try await check.run(
          on: StoreFixture { try await PostgresStore.patient(url, connections: 1) })
      }
    }
  }
}

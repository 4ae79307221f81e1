internal import MatchStore
internal import PostgresStore
internal import ScenarioKit
internal import Testing

extension PostgresTests {
  @Suite("Scenarios of the contract with two servers")
  struct ScenarioTests {
    @Test("On one database", arguments: Scenario.all)
    func play(scenario: Scenario) async throws {
      try await Server.withSchema { url in
        let venue = try await ServiceVenue {
          [try await PostgresStore.patient(url), try await PostgresStore.patient(url)]
        }
        do {
          try await scenario.play(at: venue)
        } catch {
          await venue.close()
          throw error
        }
        await venue.close()
      }
    }
  }
}

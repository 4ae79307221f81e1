import Hosting
import MatchStore
import Matches
import Reversi
import SQLiteStore
import Service
import Testing

@Suite("Positions that were stored")
struct StoredPositionTests {
  @Test("A log that leads elsewhere than when it was played is found, by loading and by a check")
  func divergence() async throws {
    let store = InMemoryStore()
    let service = MatchService(store: store, registry: .forTests, time: ManualTime())
    let table = try await Table(service)
    try await table.play(shortGame)
    let events = try await store.events(of: table.match, after: 0, limit: 100)
    let summary = try #require(try await store.summary(of: table.match))
    // The end carries a digest behind its line.
    let last = try #require(events.last)
    let place = try #require(last.body.firstIndex(of: 0x1F))
    #expect(last.body.count - place == 17)
    // The same log with another digest, as a release would find it that flips discs in another way.
    let other = InMemoryStore()
    var bodies = events.map { $0.body }
    bodies[bodies.count - 1][place + 1] ^= 1
    _ = try await other.append(
      Append(
        match: table.match, expectedVersion: 0, bodies: bodies,
        receivedAt: Timestamp(milliseconds: 0), key: nil, digest: [], answer: [],
        summary: summary))
    let later = MatchService(store: other, registry: .forTests, time: ManualTime())
    await #expect {
      _ = try await later.view(of: table.match, for: nil)
    } throws: { error in
      if case ServiceError.unreadable(_, let reason) = error {
        return reason.contains("leads to another position")
      }
      return false
    }
  }
}

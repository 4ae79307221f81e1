#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Hosting
internal import MatchStore
internal import Matches
internal import PostgresStore
internal import StoreTestKit
internal import Testing

extension PostgresTests {
  /// Figures, not judgements:
  /// `BATON_MEASURE=1 scripts/with-postgres.sh swift test -c release --filter MeasureTests`.
  @Suite("Measures of PostgreSQL", .enabled(if: getenv("BATON_MEASURE") != nil))
  struct MeasureTests {
    private let time = SystemTime()

    @Test("Appends a second by the number of callers, beside bare commits of one row")
    func appends() async throws {
      try await Server.withSchema { url in
        let bare = try Server.connect(to: url)
        _ = try bare.run(unsafeSQL: "CREATE TABLE bare (value bytea)")
        let value = PostgresValue.bytes([UInt8](repeating: 1, count: 100))
        try await measure("bare commits", 500) {
          for _ in 0..<500 {
            _ = try bare.run(unsafeSQL: "INSERT INTO bare (value) VALUES ($1)", [value])
          }
        }
        for connections in [4, 16] {
          let store = try await PostgresStore.patient(url, connections: connections)
          for callers in [1, 8, 64, 256] {
            let each = callers == 1 ? 300 : 4096 / callers
            try await measure("\(connections) connections, \(callers) callers", callers * each) {
              let tasks = (0..<callers).map { caller in
                Task {
                  let match = connections * 1_000_000 + callers * 1000 + caller
                  for version in 0..<each {
                    _ = try await store.append(
                      Sample.append(
                        match, after: version, bodies: [[UInt8](repeating: 9, count: 100)],
                        key: Sample.key(match, "\(version)"), acting: version % 2 + 1))
                  }
                }
              }
              for task in tasks { try await task.value }
            }
          }
          await store.close()
        }
      }
    }

    private func measure(_ name: String, _ count: Int, _ body: () async throws -> Void) async throws
    {
      let start = time.monotonicNanoseconds
      try await body()
      let seconds = Double(time.monotonicNanoseconds - start) / 1e9
      print("\(name): \(Int(Double(count) / seconds)) a second")
    }
  }
}

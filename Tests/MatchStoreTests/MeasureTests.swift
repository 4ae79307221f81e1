#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Hosting
internal import MatchStore
internal import Matches
internal import SQLiteStore
internal import StoreTestKit
internal import Testing

/// Figures, not judgements: run with `BATON_MEASURE=1 swift test -c release --filter MeasureTests`.
@Suite("Measures", .serialized, .enabled(if: getenv("BATON_MEASURE") != nil))
struct MeasureTests {
  private let time = SystemTime()

  @Test("Appends a second by the number of callers, beside bare commits of one row")
  func appends() async throws {
    try await withTemporaryDirectory { directory in
      let bare = try Connection(path: directory + "/bare.sqlite", role: .writer)
      try bare.startWriteAheadLog()
      try bare.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, value BLOB) STRICT")
      let value = SQLiteValue.bytes([UInt8](repeating: 1, count: 100))
      let store = try SQLiteStore(path: directory + "/baton.sqlite")
      for run in 1...2 {
        let commits = try await rate("bare commits", 300) {
          for _ in 0..<300 {
            try bare.execute("BEGIN IMMEDIATE")
            try bare.execute("INSERT INTO rows (value) VALUES (?)", value)
            try bare.execute("COMMIT")
          }
        }
        for callers in [1, 8, 64, 256] {
          let before = (store.commitCount, store.writeCount)
          let each = callers == 1 ? 300 : 4096 / callers
          let latencies = Lock<[UInt64]>([])
          let appends = try await rate("\(callers) callers", callers * each) {
            try await withThrowingTaskGroup(of: Void.self) { group in
              for caller in 0..<callers {
                group.addTask {
                  try await play(
                    store, match: run * 1_000_000 + callers * 1000 + caller, each, latencies)
                }
              }
              try await group.waitForAll()
            }
          }
          let sorted = latencies.withLock { $0.sorted() }
          let writes = Double(store.writeCount - before.1)
          print(
            "  \(Int(appends / commits * 100)) % of bare,",
            "\(writes / Double(store.commitCount - before.0)) appends a commit,",
            "p50 \(sorted[sorted.count / 2] / 1000) us, p99 \(sorted[sorted.count * 99 / 100] / 1000) us"
          )
        }
      }
      let match = Sample.match(1_000_000 + 1000)
      _ = try await rate("list of 50", 5000) {
        for _ in 0..<5000 { _ = try await store.matches(of: Sample.player(1), limit: 50) }
      }
      _ = try await rate("load of 60 events", 5000) {
        for _ in 0..<5000 { _ = try await store.events(of: match, after: 0, limit: 60) }
      }
      await store.close()
    }
  }

  private func play(
    _ store: SQLiteStore, match: Int, _ count: Int, _ latencies: Lock<[UInt64]>
  ) async throws {
    let body = [UInt8](repeating: 9, count: 100)
    for version in 0..<count {
      let append = Sample.append(
        match, after: version, bodies: [body], key: Sample.key(match, "\(version)"),
        acting: version % 2 + 1, at: Int64(version))
      let start = time.monotonicNanoseconds
      _ = try await store.append(append)
      let span = time.monotonicNanoseconds - start
      latencies.withLock { $0.append(span) }
    }
  }

  private func rate(
    _ name: String, _ count: Int, _ body: () async throws -> Void
  ) async throws -> Double {
    let start = time.monotonicNanoseconds
    try await body()
    let seconds = Double(time.monotonicNanoseconds - start) / 1e9
    let rate = Double(count) / seconds
    print("\(name): \(Int(rate)) a second")
    return rate
  }
}

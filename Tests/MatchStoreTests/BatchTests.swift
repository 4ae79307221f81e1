internal import MatchStore
internal import Matches
internal import SQLiteStore
internal import StoreTestKit
internal import Testing

@Suite("Writes that share a transaction")
struct BatchTests {
  @Test("A transaction takes as many writes as are worth its commit, and no more")
  func size() {
    var size = BatchSize()
    #expect(size.limit == BatchSize.range.lowerBound)
    // A disk that answers at once: two milliseconds of work.
    for _ in 0..<100 {
      size.note(writes: 50, work: .microseconds(50 * 40), commit: .microseconds(300))
    }
    #expect((45...50).contains(size.limit))
    // One that takes its time: three quarters of that.
    for _ in 0..<100 {
      size.note(writes: 50, work: .microseconds(50 * 40), commit: .milliseconds(8))
    }
    #expect((140...150).contains(size.limit))
    for _ in 0..<100 {
      size.note(writes: 1, work: .microseconds(40), commit: .milliseconds(500))
    }
    #expect(size.limit == BatchSize.range.upperBound)
    for _ in 0..<100 { size.note(writes: 1, work: .milliseconds(900), commit: .zero) }
    #expect(size.limit == BatchSize.range.lowerBound)
  }

  @Test("Of many at once the refused ones are undone by themselves, before and after they wrote")
  func refusedAmongOthers() async throws {
    try await withTemporaryDirectory { directory in
      let store = try SQLiteStore(path: directory + "/baton.sqlite")
      for match in 1...40 { _ = try await store.append(Sample.append(match, after: 0)) }
      let (good, bad) = try await withThrowingTaskGroup(of: Bool.self) { group in
        for match in 1...40 {
          group.addTask {
            do {
              let after = match % 4 == 0 ? 7 : 1
              return try await store.append(Sample.append(match, after: after)) == 2
            } catch StoreError.staleVersion { return false }
          }
          group.addTask {
            do {
              try await store.write { (connection) throws(SQLiteFailure) in
                try connection.execute("UPDATE readiness SET checks = checks + 1")
                throw .refused(.invalid("refused after it wrote"))
              }
              return true
            } catch StoreError.invalid { return false }
          }
        }
        var counts = (0, 0)
        for try await isStored in group {
          if isStored { counts.0 += 1 } else { counts.1 += 1 }
        }
        return counts
      }
      #expect(good == 30)
      #expect(bad == 50)
      for match in 1...40 {
        let version = match % 4 == 0 ? 1 : 2
        #expect(try await store.summary(of: Sample.match(match))?.version == version)
        #expect(
          try await store.events(of: Sample.match(match), after: 0, limit: 9).count == version)
      }
      let checks = try await store.read { (connection) throws(SQLiteFailure) in
        try connection.first("SELECT checks FROM readiness") { row throws(SQLiteFailure) in
          row.integer(0)
        }
      }
      #expect(checks == 0)
      await store.close()
    }
  }
}

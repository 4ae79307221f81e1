#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import MatchStore
internal import Matches
internal import SQLiteStore
internal import StoreTestKit
internal import Testing

@Suite("Work that a crash interrupts", .timeLimit(.minutes(2)))
struct JobFileTests {
  private let now = Timestamp(milliseconds: 1000)

  @Test("Each kill in the middle of a job counts once, and other jobs are not suspected")
  func kills() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      for count in 1...2 {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
          let store = try SQLiteStore(path: path)
          for match in 1...3 {
            try await store.jobBegan(Sample.match(match), at: Timestamp(milliseconds: 1))
          }
          try await store.jobEnded(Sample.match(1))
          try await store.jobEnded(Sample.match(3))
          kill(getpid(), SIGKILL)
        }
        let store = try SQLiteStore(path: path)
        #expect(
          try await store.interruptedJobs() == [
            InterruptedJob(match: Sample.match(2), interruptions: count)
          ])
        await store.close()
      }
    }
  }

  @Test(
    "A record that was damaged, cut off or moved is taken for none, and its place is used again")
  func damage() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      let store = try SQLiteStore(path: path)
      for match in 1...5 { try await store.jobBegan(Sample.match(match), at: now) }
      await store.close()
      let size = try fileSize(path + ".jobs")
      let length = size / 5
      let file = open(path + ".jobs", O_RDWR)
      var record = [UInt8](repeating: 0, count: length)
      // The second stands again in the place of the third; the first and the last are damaged.
      try #require(pread(file, &record, length, off_t(length)) == length)
      try #require(pwrite(file, record, length, off_t(2 * length)) == length)
      record = [0xff]
      try #require(pwrite(file, record, 1, 20) == 1)
      try #require(ftruncate(file, off_t(size - 1)) == 0)
      close(file)

      let again = try SQLiteStore(path: path)
      let left = [2, 4].map { InterruptedJob(match: Sample.match($0), interruptions: 1) }
      #expect(try await again.interruptedJobs() == left.sorted { $0.match < $1.match })
      for match in 6...8 { try await again.jobBegan(Sample.match(match), at: now) }
      await again.close()
      #expect(try fileSize(path + ".jobs") == size)
    }
  }

  @Test("Many jobs leave a small file")
  func size() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      let store = try SQLiteStore(path: path)
      for match in 1...500 {
        try await store.jobBegan(Sample.match(match), at: now)
        try await store.jobEnded(Sample.match(match))
      }
      #expect(try fileSize(path + ".jobs") < 100)
      // None of this was written to the database.
      #expect(store.commitCount == 0)
      await store.close()
    }
  }
}

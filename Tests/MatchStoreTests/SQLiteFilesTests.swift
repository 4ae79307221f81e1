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

@Suite("The files of a SQLiteStore", .timeLimit(.minutes(2)))
struct SQLiteFilesTests {
  @Test("Files and directories that it makes are its owner's alone")
  func modes() async throws {
    try await withTemporaryDirectory { directory in
      chmod(directory, 0o755)
      let path = directory + "/data/deep/baton.sqlite"
      let store = try SQLiteStore(path: path)
      _ = try await store.append(Sample.append(1, after: 0))
      #expect(try mode(of: directory) == 0o755)
      #expect(try mode(of: directory + "/data") == 0o700)
      #expect(try mode(of: directory + "/data/deep") == 0o700)
      for suffix in ["", "-wal", "-shm", ".lock", ".jobs"] {
        #expect(try mode(of: path + suffix) == 0o600)
      }
      await store.close()
    }
  }

  @Test("A second store on the same file is refused and told who has it")
  func inUse() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      let store = try SQLiteStore(path: path)
      symlink(path, directory + "/link.sqlite")
      for name in [path, directory + "/./baton.sqlite", directory + "/link.sqlite"] {
        let error = #expect(throws: SQLiteStoreError.inUse(processID: getpid())) {
          try SQLiteStore(path: name)
        }
        #expect(error?.description == "the database is in use by process \(getpid())")
      }
      _ = try await store.append(Sample.append(1, after: 0))
      await store.close()
      let next = try SQLiteStore(path: path)
      #expect(try await next.events(of: Sample.match(1), after: 0, limit: 9).count == 1)
      await next.close()
    }
  }

  @Test("Another process is refused and told who has the file")
  func inUseByAnotherProcess() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      let store = try SQLiteStore(path: path)
      let owner = getpid()
      await #expect(processExitsWith: .success) { [path = path as String, owner = owner as Int32] in
        #expect(throws: SQLiteStoreError.inUse(processID: owner)) { try SQLiteStore(path: path) }
      }
      await store.close()
    }
  }

  @Test("The lock of a process that was killed is free, whatever number it left")
  func killedOwner() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
        let store = try SQLiteStore(path: path)
        _ = try await store.append(Sample.append(1, after: 0))
        kill(getpid(), SIGKILL)
      }
      let store = try SQLiteStore(path: path)
      #expect(try await store.events(of: Sample.match(1), after: 0, limit: 9).count == 1)
      await store.close()
    }
  }

  @Test("A store that nobody closes lets its file go")
  func forgotten() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      do {
        let store = try SQLiteStore(path: path)
        _ = try await store.append(Sample.append(1, after: 0))
      }
      // Its threads end soon after, not at once.
      var next: SQLiteStore?
      while next == nil {
        do {
          next = try SQLiteStore(path: path)
        } catch SQLiteStoreError.inUse {
          await Task.yield()
        }
      }
      await next?.close()
    }
  }

  @Test(
    "When the file is removed or replaced, nothing more is acknowledged", arguments: [true, false])
  func replaced(byAnother: Bool) async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/baton.sqlite"
      let reasons = Reasons()
      let store = try SQLiteStore(path: path, onFailure: { reasons.add($0) })
      _ = try await store.append(Sample.append(1, after: 0))
      rename(path, directory + "/moved")
      if byAnother { close(open(path, O_CREAT | O_RDWR, 0o600)) }
      for call in 0..<3 {
        let error = await #expect(throws: StoreError.self) {
          if call == 1 {
            try await store.checkReady()
          } else {
            _ = try await store.append(Sample.append(1, after: 1))
          }
        }
        guard case .unavailable = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
      #expect(reasons.all == ["the database file was removed or replaced"])
      await store.close()
    }
  }

  @Test("What is no database of ours is refused and left alone")
  func foreignFiles() async throws {
    try await withTemporaryDirectory { directory in
      let text = directory + "/notes.txt"
      let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 5000)
      let descriptor = open(text, O_CREAT | O_RDWR, 0o600)
      write(descriptor, bytes, bytes.count)
      close(descriptor)
      #expect(throws: SQLiteStoreError.foreignFile) { try SQLiteStore(path: text) }
      #expect(try fileSize(text) == 5000)

      let other = directory + "/other.sqlite"
      do {
        let connection = try Connection(path: other, role: .writer)
        try connection.execute("CREATE TABLE theirs (x)")
      }
      let size = try fileSize(other)
      #expect(throws: SQLiteStoreError.foreignFile) { try SQLiteStore(path: other) }
      #expect(try fileSize(other) == size)
      let connection = try Connection(path: other, role: .reader)
      #expect(try connection.rows(unsafeSQL: "PRAGMA journal_mode") == [["delete"]])
    }
  }

  @Test(
    "A path that cannot be is refused with a reason", arguments: ["", "/dev/null/x/y", "/proc/x/y"])
  func impossiblePaths(path: String) {
    let error = #expect(throws: SQLiteStoreError.self) { try SQLiteStore(path: path) }
    guard case .cannotOpen = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}

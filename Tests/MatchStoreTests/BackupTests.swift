import Foundation
import Hosting
import MatchStore
import Matches
import SQLiteStore
import StoreTestKit
import Testing

@Suite("Backups of a file")
struct BackupTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "baton-backup-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  @discardableResult
  private func withStore<Result>(_ body: (SQLiteStore) async throws -> Result) async throws
    -> Result
  {
    let store = try SQLiteStore(path: folder + "/baton.sqlite")
    let result = try await body(store)
    await store.close()
    return result
  }

  private func append(_ count: Int, to store: SQLiteStore, seed: UInt64) async throws {
    let match = MatchID(Identifier128(high: seed, low: 1))
    for version in 0..<count {
      _ = try await store.append(
        Append(
          match: match, expectedVersion: version, bodies: [Array("moved 1 d3".utf8)],
          receivedAt: Timestamp(milliseconds: 1), key: nil, digest: [], answer: [],
          summary: MatchSummary(
            match: match, game: "reversi", status: .open, version: version + 1,
            seats: [SeatSummary(player: nil, status: .active, mayAct: true)],
            updatedAt: Timestamp(milliseconds: 1))))
    }
  }

  @Test("A copy has all that was stored when it began, and nothing lies beside it")
  func copy() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await withStore { store in
      try await append(30, to: store, seed: 1)
      try await append(20, to: store, seed: 2)
      let report = try await store.backUp(to: folder + "/copy")
      #expect((report.matches, report.events) == (2, 50))
      #expect(try SQLiteStore.verify(folder + "/copy") == report)
      #expect(try names.filter { !$0.hasPrefix("baton.sqlite") } == ["copy"])
    }
  }

  @Test("A copy that is made while others write is one state of it")
  func underLoad() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await withStore { store in
      try await withThrowingTaskGroup { group in
        for seed in 1...8 {
          group.addTask { try await append(100, to: store, seed: UInt64(seed)) }
        }
        for number in 0..<5 { _ = try await store.backUp(to: folder + "/copy\(number)") }
        try await group.waitForAll()
      }
      let last = try await store.backUp(to: folder + "/last")
      #expect(last.events == 800)
    }
  }

  @Test("A file that is there stays as it is")
  func existing() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("precious".utf8).write(to: URL(filePath: folder + "/there"))
    try await withStore { store in
      await #expect(throws: BackupFailure.exists(folder + "/there")) {
        try await store.backUp(to: folder + "/there")
      }
    }
    #expect(try Data(contentsOf: URL(filePath: folder + "/there")) == Data("precious".utf8))
  }

  @Test("A copy that is given up leaves no file")
  func cancelled() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await withStore { store in
      // More than one step of copying, so that there is a moment to give up at.
      let body = [UInt8](repeating: 65, count: 100_000)
      let match = MatchID(Identifier128(high: 9, low: 9))
      _ = try await store.append(
        Append(
          match: match, expectedVersion: 0, bodies: .init(repeating: body, count: 40),
          receivedAt: Timestamp(milliseconds: 1), key: nil, digest: [], answer: [],
          summary: MatchSummary(
            match: match, game: "reversi", status: .open, version: 40,
            seats: [SeatSummary(player: nil, status: .active, mayAct: true)],
            updatedAt: Timestamp(milliseconds: 1))))
      let path = folder + "/copy"
      let task = Task<BackupReport, any Error> {
        try await store.backUp(to: path)
      }
      task.cancel()
      await #expect(throws: BackupFailure.cancelled) { try await task.value }
      #expect(try names.allSatisfy { $0.hasPrefix("baton.sqlite") })
    }
  }

  @Test("Restoring brings the state of the copy back and keeps the other one")
  func restore() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let database = folder + "/baton.sqlite"
    try await withStore { store in
      try await append(5, to: store, seed: 1)
      _ = try await store.backUp(to: folder + "/copy")
      try await append(5, to: store, seed: 2)
      #expect(throws: BackupFailure.inUse(processID: getpid())) {
        try SQLiteStore.restore(
          from: folder + "/copy", to: database, replacing: true, stamp: "now")
      }
    }
    #expect(throws: BackupFailure.exists(try #require(realpath(database)))) {
      try SQLiteStore.restore(from: folder + "/copy", to: database, replacing: false, stamp: "now")
    }
    let restored = try SQLiteStore.restore(
      from: folder + "/copy", to: database, replacing: true, stamp: "now")
    #expect(restored.report.matches == 1)
    #expect(restored.kept?.hasSuffix("/baton.sqlite.before-now") == true)
    try await withStore { store in
      let matches = try await store.matchIdentifiers(after: nil, limit: 10)
      #expect(matches.count == 1)
    }
  }

  private func realpath(_ path: String) -> String? {
    guard let resolved = Foundation.realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  @Test("Walking gives every match once, in order, whatever the page", arguments: [1, 2, 3, 100])
  func walk(page: Int) async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await withStore { store in
      for seed in [5, 0x8000_0000_0000_0000, 1, 3] as [UInt64] {
        try await append(1, to: store, seed: seed)
      }
      var seen: [MatchID] = []
      while true {
        let next = try await store.matchIdentifiers(after: seen.last, limit: page)
        seen += next
        if next.isEmpty { break }
      }
      #expect(seen.count == 4)
      #expect(seen == seen.sorted())
    }
  }
}

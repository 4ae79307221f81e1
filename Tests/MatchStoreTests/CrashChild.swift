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

/// The lines that a child leaves before it is killed: what it was told, at once and by the kernel kept.
struct CrashLog: Sendable {
  /// One thing that a caller of the store learned.
  struct Line {
    let match: Int
    let version: Int
    /// The key of an acknowledged append, empty for what a reader saw.
    let key: String
  }

  private let descriptor: Int32

  init(path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND, 0o600)
    try #require(descriptor >= 0)
  }

  func add(match: Int, version: Int, key: String) {
    let line = Array("\(match) \(version) \(key)\n".utf8)
    write(descriptor, line, line.count)
  }

  func lines() throws -> [Line] {
    let size = Int(lseek(descriptor, 0, SEEK_END))
    var bytes = [UInt8](repeating: 0, count: size)
    try #require(pread(descriptor, &bytes, size, 0) == size)
    close(descriptor)
    return try String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      try #require(words.count == 3)
      return Line(
        match: try #require(Int(words[0])), version: try #require(Int(words[1])),
        key: String(words[2]))
    }
  }
}

/// A process that appends as fast as it can until it is killed.
struct CrashChild: Sendable {
  private let store: SQLiteStore
  private let log: CrashLog
  private let round: Int
  private let acknowledged = Counter()

  init(path: String, log: String, round: Int) throws {
    store = try SQLiteStore(path: path)
    self.log = try CrashLog(path: log)
    self.round = round
  }

  /// Plays until `target` appends were acknowledged and a little longer; does not return.
  func play(matches: Int, killAfter target: Int, spins: Int) async {
    await withTaskGroup(of: Void.self) { group in
      for match in 1...matches {
        group.addTask { await append(to: match) }
        group.addTask { await watch(match) }
      }
      group.addTask {
        while acknowledged.value < target { await Task.yield() }
        var value = UInt64(spins)
        for _ in 0..<spins { value = value &* 6_364_136_223_846_793_005 &+ 1 }
        // The result is used, so that the wait is not optimised away.
        if value != 42 { kill(getpid(), SIGKILL) }
      }
    }
  }

  private func append(to match: Int) async {
    var version = (try? await store.summary(of: Sample.match(match))?.version) ?? 0
    while true {
      let key = "\(round)-\(match)-\(version)"
      // Some appends have more events than the one that is looked for.
      let extra = (0..<(version % 3)).map { Array("\(key)-\($0)".utf8) }
      let append = Sample.append(
        match, after: version, bodies: extra + [Array(key.utf8)], key: Sample.key(match, key),
        players: [match, match + 1], at: Int64(version))
      guard let next = try? await store.append(append) else { return }
      log.add(match: match, version: next, key: key)
      acknowledged.increase()
      version = next
    }
  }

  private func watch(_ match: Int) async {
    var seen = 0
    while let events = try? await store.events(of: Sample.match(match), after: seen, limit: 100) {
      guard let last = events.last?.number else {
        await Task.yield()
        continue
      }
      log.add(match: match, version: last, key: "")
      seen = last
    }
  }
}

/// A number that several tasks increase.
private final class Counter: Sendable {
  private let count = Lock(0)
  var value: Int { count.withLock { $0 } }
  func increase() { count.withLock { $0 += 1 } }
}

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Hosting
internal import MatchStore
internal import PostgresStore
internal import StoreTestKit
internal import Testing

/// All tests that need a server; one after the other, since one of them stops it.
@Suite(
  "PostgreSQL", .serialized, .timeLimit(.minutes(5)),
  .enabled(if: Server.url != nil, "run the tests by scripts/with-postgres.sh"))
enum PostgresTests {}

/// The server that `scripts/with-postgres.sh` started.
enum Server {
  /// Its address, or `nil` without one.
  static let url = getenv("BATON_TEST_POSTGRES").map { String(cString: $0) }

  private static let lastSchema = Lock(0)

  /// What a new transaction is isolated by, unless it says otherwise itself.
  enum Isolation: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case readCommitted = "read committed"
    case repeatableRead = "repeatable read"
    case serializable = "serializable"

    var testDescription: String { rawValue }
  }

  /// Opens a connection past any store.
  static func connect(to url: String? = url) throws -> Connection {
    let time = SystemTime()
    return try Connection(
      url: #require(url), time: time, until: time.monotonicNanoseconds + 60_000_000_000)
  }

  /// Runs `body` with the URL of a new schema, in which nothing is yet.
  static func withSchema(
    _ isolation: Isolation = .readCommitted, _ body: (_ url: String) async throws -> Void
  ) async throws {
    let number = lastSchema.withLock { number in
      number += 1
      return number
    }
    let name = "test_\(getpid())_\(number)"
    _ = try connect().run(unsafeSQL: "CREATE SCHEMA \(name)")
    // A blank within an option stands after a backslash.
    let level = isolation.rawValue.split(separator: " ").joined(separator: "%5C%20")
    let options = "-csearch_path%3D\(name)%20-cdefault_transaction_isolation%3D\(level)"
    do {
      try await body("\(try #require(url))&options=\(options)")
    } catch {
      try? drop(name)
      throw error
    }
    try drop(name)
  }

  private static func drop(_ schema: String) throws {
    let connection = try connect()
    _ = try connection.run(unsafeSQL: "SET client_min_messages = error")
    _ = try connection.run(unsafeSQL: "DROP SCHEMA \(schema) CASCADE")
  }

  /// Stops or starts the server.
  static func control(_ arguments: String...) throws {
    let program = try #require(getenv("BATON_TEST_POSTGRES_CONTROL").map { String(cString: $0) })
    var words = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    try #require(posix_spawn(&process, program, nil, nil, words, environ) == 0)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { try #require(errno == EINTR) }
    try #require(status == 0, "\(arguments)")
  }

  /// Ends all connections of stores by force.
  ///
  /// - Returns: how many there were.
  @discardableResult
  static func endBackends(on connection: Connection) throws -> Int {
    try connection.run(
      unsafeSQL: """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'
        """
    ).count
  }
}

/// More than any machine needs, so that none is too slow for a test.
let patient: UInt64 = 120_000_000_000

extension PostgresStore {
  /// Opens a store that waits as long as a slow machine may need.
  static func patient(
    _ url: String, connections: Int = 4, time: any TimeSource = SystemTime(),
    onFailure: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> PostgresStore {
    try await PostgresStore(
      url: url, connections: connections, patience: PostgresStoreTests.patient, time: time,
      onFailure: onFailure)
  }
}

/// Collects what is told from any thread.
final class Collected<Element: Sendable>: Sendable {
  private let elements = Lock<[Element]>([])
  var all: [Element] { elements.withLock { $0 } }
  func add(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// Waits until something holds, which must happen by itself.
func eventually(_ condition: () async throws -> Bool) async throws {
  while try await !condition() {
    try Task.checkCancellation()
    await Task.yield()
  }
}

public import Hosting
public import MatchStore
internal import Matches

/// A store in PostgreSQL, for one server or several.
///
/// A few connections, each with a thread of its own, do one thing after the other; no thread that runs tasks
/// waits for the database. Keys of the tables decide every race, at whatever isolation level the database is
/// set to, so any number of servers may use one database at once.
///
/// ```swift
/// let store = try await PostgresStore(
///   url: "postgres://baton:secret@db.example.org/baton?sslmode=verify-full",
///   onFailure: { log($0) })
/// …
/// await store.close()
/// ```
///
/// While the database is away, calls throw ``StoreError/unavailable(_:)``; as soon as it is back they succeed
/// again. If the connection is lost in a commit, the store finds out on a new one whether the commit happened,
/// before it answers. Only when that cannot be found out in time is the answer
/// ``StoreError/unavailable(_:)`` with an open outcome: ask again with the same key then.
///
/// The database, or the schema that is first in the `search_path`, must be for this program alone.
public final class PostgresStore: MatchStore {
  /// How long a call waits for the database, in nanoseconds, unless the store was told otherwise.
  ///
  /// All calls for one request together wait no longer, where it has a `StoreWait`.
  public static let patience: UInt64 = 4_500_000_000

  /// A piece of work for a thread, with whoever waits for it.
  enum Job: Sendable {
    /// Something that is done by itself.
    case alone(@Sendable (_ session: Session) -> Void)
    /// An append, which is done together with others that wait.
    case append(AppendJob)
  }

  /// The most appends in one transaction.
  static let largestBatch = 64

  let time: any TimeSource
  let jobs: Mailbox<Job>
  let patience: UInt64
  private let ending: Ending
  private let gate: Gate
  let bulletin: Bulletin
  /// The random number of this store among all on the database.
  let node: Int64

  /// Connects to a database and brings its tables up to date.
  ///
  /// - Parameters:
  ///   - url: `postgres://user:password@host:port/database`, with the options of libpq.
  ///   - connections: The number of connections for reading and writing; one more listens.
  ///   - patience: How long a call waits for the database before it is refused, in nanoseconds.
  ///   - time: The clock for deadlines and for the waits between attempts to connect.
  ///   - onFailure: Called from a thread of the store each time that the database goes away, with the reason.
  /// - Throws: ``PostgresStoreError``.
  public convenience init(
    url: String, connections: Int = 4, patience: UInt64 = PostgresStore.patience,
    time: any TimeSource = SystemTime(),
    onFailure: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws(PostgresStoreError) {
    try await self.init(
      url: url, connections: connections, patience: patience, time: time, migrator: Migrator(),
      onFailure: onFailure)
  }

  package init(
    url: String, connections: Int = 4, patience: UInt64 = PostgresStore.patience,
    time: any TimeSource = SystemTime(), migrator: Migrator,
    onFailure: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws(PostgresStoreError) {
    precondition(connections > 0, "a store needs a connection")
    guard Connection.accepts(url: url) else { throw .invalidURL }
    let scope = try await PostgresStore.migrate(url, patience: patience, time: time, migrator)

    let jobs = Mailbox<Job>()
    let gate = Gate(time: time, onFailure: onFailure)
    let ending = Ending(threads: connections + 1)
    let node = Int64.random(in: .min ... .max)
    let bulletin = Bulletin(url: url, scope: scope, node: node, patience: patience, time: time)
    var started = startThread {
      bulletin.run()
      ending.finishOne()
    }
    for _ in 0..<connections where started {
      started = startThread {
        let session = Session(url: url, patience: patience, time: time, gate: gate)
        while let batch = jobs.take(atMost: PostgresStore.largestBatch, where: \.isAppend) {
          PostgresStore.run(batch, in: session)
        }
        session.close()
        ending.finishOne()
      }
    }
    guard started else {
      jobs.close()
      bulletin.close()
      throw .cannotConnect("no thread can be started")
    }
    self.time = time
    self.jobs = jobs
    self.patience = patience
    self.ending = ending
    self.gate = gate
    self.bulletin = bulletin
    self.node = node
  }

  deinit {
    // Without `close()` the threads still finish what was accepted, and end.
    jobs.close()
    bulletin.close()
  }

  /// Migrates on a thread of its own, and returns what tells notices of this schema from those of others.
  private static func migrate(
    _ url: String, patience: UInt64, time: any TimeSource, _ migrator: Migrator
  ) async throws(PostgresStoreError) -> String {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<String, PostgresStoreError>, Never>) in
      let isStarted = startThread {
        continuation.resume(
          returning: Result { () throws(PostgresStoreError) in
            try migrateNow(url, patience: patience, time: time, migrator)
          })
      }
      if !isStarted {
        continuation.resume(returning: .failure(.cannotConnect("no thread can be started")))
      }
    }
    return try result.get()
  }

  private static func migrateNow(
    _ url: String, patience: UInt64, time: any TimeSource, _ migrator: Migrator
  ) throws(PostgresStoreError) -> String {
    let connection: Connection
    do throws(PostgresFailure) {
      connection = try Connection(
        url: url, time: time, until: time.monotonicNanoseconds + patience)
    } catch {
      throw .cannotConnect(error.reason)
    }
    // Another node may be migrating, and large tables take their time.
    let deadline = time.monotonicNanoseconds + 600_000_000_000
    try migrator.run(on: connection, until: deadline)
    do throws(PostgresFailure) {
      return try connection.run(Command("SELECT md5(current_schema())"), until: deadline)
        .text(0, 0)
    } catch {
      throw .cannotConnect(error.reason)
    }
  }

  /// Finishes what was accepted, and closes.
  public func close() async {
    jobs.close()
    bulletin.close()
    await ending.wait()
  }
}

extension PostgresStore {
  /// Runs `body` on a connection; it may run several times, each time in a new transaction.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable (inout Session.Attempt) throws(PostgresFailure) -> Value
  ) async throws(StoreError) -> Value {
    let deadline = time.monotonicNanoseconds + (StoreWait.current?.left(of: patience) ?? patience)
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, StoreError>, Never>) in
      let isPosted = jobs.post(
        .alone { session in
          continuation.resume(returning: session.perform(until: deadline, body))
        })
      if !isPosted { continuation.resume(returning: .failure(.unavailable("the store is closed"))) }
    }
    return try result.get()
  }

  /// The number of connections that were made since the store was opened, without the one that listens.
  package var connectionCount: Int { gate.connections }
}

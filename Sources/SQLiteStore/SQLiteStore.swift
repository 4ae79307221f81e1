internal import Hosting
public import MatchStore

/// A store in one file of SQLite, for one server.
///
/// One thread with one connection writes: it commits all writes that wait together, and answers each after the
/// commit is on the disk. A few threads with connections of their own read, and neither wait for the writer nor
/// keep it waiting. Nothing waits for the disk on a thread that runs tasks.
///
/// ```swift
/// let store = try SQLiteStore(path: "/var/lib/baton/baton.sqlite", onFailure: { reason in
///   log("the store failed: \(reason)")  // then end the process; it starts again from disk
/// })
/// …
/// await store.close()
/// ```
///
/// After an I/O error nothing is certain but what lies on the disk: the store then refuses everything with
/// ``StoreError/unavailable(_:)`` until it is opened again. A full disk is no such error: writes throw
/// ``StoreError/storageFull``, reads go on, and writing works again as soon as there is room.
public final class SQLiteStore: MatchStore {
  typealias ReadJob = @Sendable (_ connection: Connection) -> Void

  private let writes: Mailbox<WriteJob>
  /// `nil` in memory, where only the writer's connection can see the database.
  private let reads: Mailbox<ReadJob>?
  private let health: Health
  private let statistics: Statistics
  /// The path and rights of the database; `nil` in memory.
  let files: DatabaseFiles?
  let jobs: JobFile
  private let ending: Ending

  /// Opens a database, making the file and its directory if they are missing.
  ///
  /// It waits for the disk, and for a lock of another process that is just ending up to a tenth of a second.
  ///
  /// - Parameters:
  ///   - path: The file, or `":memory:"` for one that ends with the store.
  ///   - readers: The number of threads that read.
  ///   - onFailure: Called once, from a thread of the store, when it becomes unavailable.
  /// - Throws: ``SQLiteStoreError``.
  public convenience init(
    path: String, readers: Int = 4, onFailure: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(SQLiteStoreError) {
    try self.init(path: path, readers: readers, migrator: Migrator(), onFailure: onFailure)
  }

  package init(
    path: String, readers: Int, migrator: Migrator,
    onFailure: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(SQLiteStoreError) {
    precondition(readers > 0, "a store needs a reader")
    let inMemory = path == ":memory:"
    let files = inMemory ? nil : try DatabaseFiles(path: path)
    let lock = Handover(
      try files.map { files throws(SQLiteStoreError) in try ProcessLock(files) })
    try files?.makeFile()
    let jobs = try JobFile(path: files.map { $0.path + ".jobs" })
    let health = Health(onFailure: onFailure)
    let writes = Mailbox<WriteJob>()
    let reads = inMemory ? nil : Mailbox<ReadJob>()
    let ending = Ending(threads: 1)
    let statistics = Statistics()

    let connection: Connection
    var readerConnections: [Handover<Connection>] = []
    do throws(SQLiteFailure) {
      connection = try Connection(path: files?.path ?? path, role: .writer)
    } catch {
      throw SQLiteStoreError(opening: error)
    }
    try migrator.run(on: connection)
    do throws(SQLiteFailure) {
      if let files {
        for _ in 0..<readers {
          readerConnections.append(Handover(try Connection(path: files.path, role: .reader)))
        }
      }
    } catch {
      throw SQLiteStoreError(opening: error)
    }

    let parts = WriterParts(
      connection: connection, files: files, health: health, statistics: statistics)
    try SQLiteStore.start(
      readers: readerConnections, reads: reads, writer: Handover(parts), writes: writes
    ) {
      // After the connections are closed, and not before.
      lock.end()
      ending.finishOne()
    }
    self.writes = writes
    self.reads = reads
    self.health = health
    self.statistics = statistics
    self.files = files
    self.jobs = jobs
    self.ending = ending
  }

  deinit {
    // Without `close()` the threads still finish what was accepted, and end.
    reads?.close()
    writes.close()
  }

  private static func start(
    readers: [Handover<Connection>], reads: Mailbox<ReadJob>?, writer: Handover<WriterParts>,
    writes: Mailbox<WriteJob>, atEnd: @escaping @Sendable () -> Void
  ) throws(SQLiteStoreError) {
    var threads: [WorkerThread] = []
    if let reads {
      for connection in readers {
        guard let thread = WorkerThread({ SQLiteStore.serve(reads, connection) }) else { break }
        threads.append(thread)
      }
    }
    if threads.count == readers.count {
      let thread = WorkerThread { [threads] in
        SQLiteStore.serve(writes, writer, readers: threads)
        atEnd()
      }
      if let thread {
        thread.detach()
        return
      }
    }
    reads?.close()
    for thread in threads { thread.join() }
    throw .cannotOpen("no thread can be started")
  }

  private static func serve(_ reads: Mailbox<ReadJob>, _ handover: Handover<Connection>) {
    while let connection = handover.value, let job = reads.take() { job(connection) }
    handover.end()
  }

  private static func serve(
    _ writes: Mailbox<WriteJob>, _ handover: Handover<WriterParts>, readers: [WorkerThread]
  ) {
    guard let parts = handover.value else { return }
    var writer = Writer(parts)
    writer.run(writes)
    for reader in readers { reader.join() }
    if parts.files != nil, parts.health.failure == nil { writer.checkpoint(emptying: true) }
    handover.end()
  }

  /// The number of transactions that were committed since the store was opened.
  public var commitCount: Int { statistics.commits }

  /// The number of writes that were handed over since then, the refused and the waiting ones too.
  public var writeCount: Int { writes.postedCount }

  /// Finishes what was accepted, moves all of it into the database file, and closes.
  public func close() async {
    reads?.close()
    writes.close()
    await ending.wait()
  }
}

extension SQLiteStore {
  /// Runs `body` in a transaction, perhaps together with others, and returns when it is durable.
  package func write<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws(SQLiteFailure) -> Result
  ) async throws(StoreError) -> Result {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Swift.Result<Result, StoreError>, Never>) in
      let job = WriteJob(
        perform: { connection in
          do throws(SQLiteFailure) {
            let value = try body(connection)
            return WriteJob.Attempt(failure: nil) { error in
              continuation.resume(returning: error.map(Swift.Result.failure) ?? .success(value))
            }
          } catch {
            return WriteJob.Attempt(failure: error) { other in
              continuation.resume(returning: .failure(other ?? error.storeError))
            }
          }
        },
        refuse: { continuation.resume(returning: .failure($0)) })
      if !writes.post(job) { job.refuse(.unavailable("the store is closed")) }
    }
    return try result.get()
  }

  /// Runs `body` on a connection that sees one state of the database, the newest one.
  package func read<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws(SQLiteFailure) -> Result
  ) async throws(StoreError) -> Result {
    guard let reads else { return try await write(body) }
    let health = health
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Swift.Result<Result, StoreError>, Never>) in
      let isPosted = reads.post { connection in
        continuation.resume(returning: SQLiteStore.read(body, connection, health))
      }
      if !isPosted { continuation.resume(returning: .failure(.unavailable("the store is closed"))) }
    }
    return try result.get()
  }

  private static func read<Result: Sendable>(
    _ body: @Sendable (Connection) throws(SQLiteFailure) -> Result, _ connection: Connection,
    _ health: Health
  ) -> Swift.Result<Result, StoreError> {
    if let failure = health.failure { return .failure(failure) }
    do throws(SQLiteFailure) {
      // Several statements in one transaction see one state.
      try connection.execute("BEGIN")
      let value = try body(connection)
      try connection.execute("COMMIT")
      return .success(value)
    } catch {
      do throws(SQLiteFailure) { try connection.rollBackIfNeeded() } catch { health.fail(error) }
      if error.isReadFatal { health.fail(error) }
      return .failure(error.storeError)
    }
  }

  /// Limits the size of the database, or lifts the limit with `nil`, so that tests can fill it.
  package func limit(pages: Int?) async throws(StoreError) {
    try await write { (connection) throws(SQLiteFailure) in
      // The least that SQLite accepts is the size that the database has.
      _ = try connection.rows(unsafeSQL: "PRAGMA max_page_count = \(pages ?? 1_073_741_823)")
    }
  }
}

internal import CSQLite
internal import Hosting
internal import MatchStore
internal import Matches

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension SQLiteStore {
  /// Copies the database as it is at one moment into a new file, while it is being used.
  ///
  /// The copy is made on a thread and a connection of its own, flushed, and verified as
  /// ``verify(_:)`` does; only then it gets its name. Cancelling the task gives it up.
  ///
  /// - Parameters:
  ///   - path: The new file; there must be none of this name.
  ///   - progress: Told how many pages of how many are copied, from another thread.
  /// - Returns: What the copy holds.
  /// - Throws: ``BackupFailure``; no file is left then.
  public func backUp(
    to path: String, progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) async throws(BackupFailure) -> BackupReport {
    guard let source = files?.path else { throw .failed("a database in memory has no backup") }
    let isCancelled = Lock(false)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<BackupReport, BackupFailure>, Never>) in
        let thread = WorkerThread {
          continuation.resume(
            returning: Result { () throws(BackupFailure) in
              try NewFile.make(path) { (file) throws(BackupFailure) in
                try SQLiteStore.copy(source, to: file, progress) { isCancelled.withLock { $0 } }
              }
            })
        }
        guard let thread else {
          continuation.resume(returning: .failure(.failed("no thread can be started")))
          return
        }
        thread.detach()
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
    return try result.get()
  }

  private static let pagesInStep: Int32 = 256

  private static func copy(
    _ source: String, to file: String, _ progress: (Int, Int) -> Void,
    _ isCancelled: () -> Bool
  ) throws(BackupFailure) {
    do throws(SQLiteFailure) {
      let reader = try Connection(path: source, role: .reader)
      // One state from the first page to the last: without it each write would begin the copy anew.
      try reader.execute("BEGIN")
      _ = try reader.first("SELECT count(*) FROM readiness") { row throws(SQLiteFailure) in
        row.integer(0)
      }
      let copy = try Connection(path: file, role: .copy)
      guard let backup = sqlite3_backup_init(copy.handle, "main", reader.handle, "main") else {
        throw copy.failure(sqlite3_extended_errcode(copy.handle))
      }
      var code: Int32
      repeat {
        code = sqlite3_backup_step(backup, pagesInStep)
        let all = Int(sqlite3_backup_pagecount(backup))
        progress(all - Int(sqlite3_backup_remaining(backup)), all)
        if code == SQLITE_BUSY || code == SQLITE_LOCKED {
          usleep(10_000)
          code = SQLITE_OK
        }
      } while code == SQLITE_OK && !isCancelled()
      sqlite3_backup_finish(backup)
      if code == SQLITE_OK { throw SQLiteFailure.refused(.unavailable("cancelled")) }
      guard code == SQLITE_DONE else {
        throw .database(code: code, message: String(cString: sqlite3_errstr(code)))
      }
    } catch {
      throw isCancelled() ? .cancelled : BackupFailure(error)
    }
  }

  /// Checks a file that nothing writes: its pages, its keys, and the chain of every match.
  ///
  /// It waits for the disk, and leaves nothing beside the file.
  ///
  /// - Returns: What the file holds.
  /// - Throws: ``BackupFailure``.
  public static func verify(_ path: String) throws(BackupFailure) -> BackupReport {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw .failed("\(path): \(String(cString: strerror(errno)))")
    }
    do throws(SQLiteFailure) {
      let connection = try Connection(path: path, role: .archive)
      let (matches, events) = try SQLiteStore.verify(connection)
      return BackupReport(matches: matches, events: events, bytes: Int(status.st_size))
    } catch {
      // A fault inside a file that does not change is damage, whatever SQLite calls it.
      let failure = BackupFailure(error)
      if case .failed(let reason) = failure { throw .damaged(reason) }
      throw failure
    }
  }
}

extension BackupFailure {
  init(_ failure: SQLiteFailure) {
    switch failure {
    case .refused(let error):
      switch error {
      case .corrupt(let match, let number):
        self = .damaged("event \(number) of match \(match.text) does not fit its chain")
      case .unavailable(let reason): self = .damaged(reason)
      default: self = .failed(failure.description)
      }
    case .database(let code, _) where code & 0xff == SQLITE_FULL: self = .full
    // SQLITE_NOTADB
    case .database(let code, _) where code & 0xff == 26: self = .damaged("it is no database")
    default: self = .failed(failure.description)
    }
  }

  init(systemError code: Int32, _ action: String) {
    self =
      code == ENOSPC || code == EDQUOT
      ? .full
      : .failed("cannot \(action): \(String(cString: strerror(code)))")
  }
}

internal import Hosting
internal import MatchStore

/// A piece of writing, with whoever waits for it.
struct WriteJob: Sendable {
  /// What came of one run of a job, to be told when it is durable.
  struct Attempt {
    /// Why the job changed nothing, if so.
    let failure: SQLiteFailure?
    /// Resumes who waits; with an error, that takes the place of what came of the run.
    let answer: (StoreError?) -> Void
  }

  /// Runs the job; it may run again, if the transaction around the first run was rolled back.
  let perform: @Sendable (Connection) -> Attempt
  /// Resumes who waits with an error, without a run.
  let refuse: @Sendable (StoreError) -> Void
}

/// What the writer works with.
struct WriterParts {
  let connection: Connection
  /// `nil` in memory.
  let files: DatabaseFiles?
  let health: Health
  let statistics: Statistics
}

/// The one place that writes: takes all jobs that wait, commits them together, and only then answers.
///
/// With one flush for many jobs, many callers cost little more than one; ``BatchSize`` says how many. A job that is
/// refused is undone by itself and harms no other. Nobody is answered before the commit, refusals neither: what they saw may be the
/// work of a job in the same transaction.
struct Writer {
  /// The length of the write-ahead log, in pages, from which on it is moved into the database.
  ///
  /// The same pages change again and again, and moving them costs as much as writing them did: a longer log moves each
  /// of them once for many changes.
  static let checkpointPages = 6000
  /// The length from which on the writer waits for readers to let all of it be moved.
  static let emptyingPages = 16_000

  private let connection: Connection
  private let files: DatabaseFiles?
  private let health: Health
  private let statistics: Statistics
  private let identities: [DatabaseFiles.Identity?]
  private var nextCheckpoint = Writer.checkpointPages
  private var size = BatchSize()

  init(_ parts: WriterParts) {
    connection = parts.connection
    files = parts.files
    health = parts.health
    statistics = parts.statistics
    identities = files?.identities ?? []
  }

  /// Works until the mailbox is closed and empty.
  mutating func run(_ mailbox: Mailbox<WriteJob>) {
    while let jobs = mailbox.take(atMost: size.limit) {
      commit(jobs)
      checkpointIfNeeded()
    }
  }

  private mutating func commit(_ jobs: [WriteJob]) {
    if let failure = health.failure {
      for job in jobs { job.refuse(failure) }
      return
    }
    let attempts: [WriteJob.Attempt]
    do throws(SQLiteFailure) {
      attempts = try performTogether(jobs)
    } catch {
      undo(after: error, jobs)
      return
    }
    statistics.countCommit()
    for attempt in attempts { attempt.answer(nil) }
  }

  private mutating func performTogether(
    _ jobs: [WriteJob]
  ) throws(SQLiteFailure) -> [WriteJob.Attempt] {
    try connection.execute("BEGIN IMMEDIATE")
    try connection.noticeOtherWriters()
    // From here on, so that waiting for somebody else's lock does not count as work.
    let start = ContinuousClock.now
    let attempts: [WriteJob.Attempt]
    if let all = try performPlainly(jobs) {
      attempts = all
    } else {
      try connection.rollBackIfNeeded()
      try connection.execute("BEGIN IMMEDIATE")
      try connection.noticeOtherWriters()
      attempts = try performWithSavepoints(jobs)
    }
    try files?.check(identities)
    let middle = ContinuousClock.now
    try connection.execute("COMMIT")
    size.note(writes: jobs.count, work: middle - start, commit: ContinuousClock.now - middle)
    return attempts
  }

  /// Performs the jobs without a way to undo one of them, or returns `nil` where that is needed.
  ///
  /// Almost every job succeeds, or is refused before it has changed anything, and a savepoint costs a copy of each page
  /// that a job changes.
  private func performPlainly(
    _ jobs: [WriteJob]
  ) throws(SQLiteFailure) -> [WriteJob.Attempt]? {
    var attempts: [WriteJob.Attempt] = []
    attempts.reserveCapacity(jobs.count)
    for job in jobs {
      let before = connection.totalChanges
      let attempt = job.perform(connection)
      if let failure = attempt.failure {
        guard !failure.endsBatch else { throw failure }
        guard case .refusal = failure.meaning, connection.isInTransaction,
          connection.totalChanges == before
        else { return nil }
      }
      attempts.append(attempt)
    }
    return attempts
  }

  /// Performs the jobs so that one which fails is undone by itself.
  private func performWithSavepoints(
    _ jobs: [WriteJob]
  ) throws(SQLiteFailure) -> [WriteJob.Attempt] {
    var attempts: [WriteJob.Attempt] = []
    attempts.reserveCapacity(jobs.count)
    for job in jobs {
      try connection.execute("SAVEPOINT job")
      let attempt = job.perform(connection)
      if let failure = attempt.failure {
        // Some errors end the whole transaction, and with it the jobs before this one.
        guard connection.isInTransaction, !failure.endsBatch else { throw failure }
        connection.heads.forget()
        try connection.execute("ROLLBACK TO job")
      }
      try connection.execute("RELEASE job")
      attempts.append(attempt)
    }
    return attempts
  }

  private mutating func undo(after failure: SQLiteFailure, _ jobs: [WriteJob]) {
    do throws(SQLiteFailure) {
      try connection.rollBackIfNeeded()
    } catch {
      health.fail(failure)
    }
    switch failure.meaning {
    case .fatal:
      health.fail(failure)
    case .full where jobs.count > 1 && health.failure == nil:
      // All of them have no room together; the small ones may have, one by one.
      for job in jobs { commit([job]) }
      return
    case .full, .busy, .refusal:
      break
    }
    let answer = health.failure ?? failure.storeError
    for job in jobs { job.refuse(answer) }
  }

  private mutating func checkpointIfNeeded() {
    guard files != nil, health.failure == nil else { return }
    let pages = connection.writeAheadLogPages
    // A commit that starts the log anew makes it short again.
    if pages < Writer.checkpointPages { nextCheckpoint = Writer.checkpointPages }
    guard pages >= nextCheckpoint else { return }
    checkpoint(emptying: pages >= Writer.emptyingPages)
    nextCheckpoint = pages + Writer.checkpointPages
  }

  /// Moves the log into the database; what was committed is safe in the log whether this succeeds or not.
  func checkpoint(emptying: Bool) {
    do throws(SQLiteFailure) {
      try connection.checkpoint(emptying: emptying)
    } catch {
      switch error.meaning {
      case .full, .busy, .refusal: break
      case .fatal: health.fail(error)
      }
    }
  }
}

extension SQLiteFailure {
  /// Whether the jobs of a transaction cannot go on after one of them failed like this.
  var endsBatch: Bool {
    switch meaning {
    case .refusal, .full: false
    case .busy, .fatal: true
    }
  }
}

internal import Hosting
public import MatchStore
internal import Matches

extension PostgresStore {
  /// Adds events to a match; see ``MatchStore/append(_:)``.
  ///
  /// A caller whose task is cancelled still waits: what was handed over is finished.
  public func append(_ append: Append) async throws(StoreError) -> Int {
    try append.validate()
    let deadline = time.monotonicNanoseconds + (StoreWait.current?.left(of: patience) ?? patience)
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Int, StoreError>, Never>) in
      let job = AppendJob(append: append, deadline: deadline) { continuation.resume(returning: $0) }
      if !jobs.post(.append(job)) { job.answer(.failure(.unavailable("the store is closed"))) }
    }
    let version = try result.get()
    bulletin.post(append.match, version: version)
    return version
  }

  /// Keeps the answer to a command that changed nothing; see ``MatchStore/remember(_:for:)``.
  public func remember(_ answer: StoredAnswer, for key: CommandKey) async throws(StoreError) {
    try await perform { (attempt) throws(PostgresFailure) in
      let (player, text) = (PostgresValue.bytes(key.player.raw.bytes), PostgresValue.text(key.key))
      if let earlier = try PostgresStore.answer(
        in: attempt.run(Command(Query.answer, player, text)))
      {
        // An earlier run may have stored it before its connection was lost.
        if attempt.isInDoubt, earlier == answer { return }
        throw .refused(.keyUsed(earlier))
      }
      let match = PostgresValue.bytes(answer.match.raw.bytes)
      guard try attempt.run(Command(Query.version, match)).count > 0 else {
        throw .refused(.invalid("there is no such match"))
      }
      // Of two at once the second one breaks the key, runs again, and finds the first one's answer.
      try attempt.commit([
        Command("BEGIN"),
        Command(
          """
          INSERT INTO commands (player, key, match, version, digest, answer)
          VALUES ($1, $2, $3, $4, $5, $6)
          """,
          player, text, match, .integer(answer.version), .bytes(answer.digest),
          .bytes(answer.answer)),
        Command("COMMIT"),
      ])
    }
  }

  /// Does what was taken from the mailbox.
  ///
  /// Appends that were taken together share a transaction if nothing is in their way. If anything is, each of
  /// them is done by itself, so that none harms the others.
  static func run(_ batch: [Job], in session: Session) {
    var waiting: [AppendJob] = []
    for job in batch {
      switch job {
      case .alone(let body): body(session)
      case .append(let append): waiting.append(append)
      }
    }
    while !waiting.isEmpty {
      let (together, later) = AppendJob.split(waiting)
      waiting = later
      store(together, in: session)
    }
  }

  private static func store(_ jobs: [AppendJob], in session: Session) {
    var isInDoubt = false
    // One whose caller waits no longer would end the wait of all.
    if jobs.count > 1, let deadline = jobs.map(\.deadline).min(), !session.isOver(deadline) {
      let outcome = session.performOnce(until: deadline) { (attempt) throws(PostgresFailure) in
        try store(jobs, in: &attempt)
      }
      if let results = outcome.result {
        for (job, result) in zip(jobs, results) { job.answer(result) }
        return
      }
      isInDoubt = outcome.isInDoubt
    }
    for job in jobs {
      job.answer(
        session.perform(until: job.deadline, isInDoubt: isInDoubt) {
          (attempt) throws(PostgresFailure) in try store(job, in: &attempt)
        })
    }
  }

  private static func store(
    _ job: AppendJob, in attempt: inout Session.Attempt
  ) throws(PostgresFailure) -> Int {
    do throws(PostgresFailure) {
      switch try store([job], in: &attempt)[0] {
      case .success(let version): return version
      case .failure(let error): throw .refused(error)
      }
    } catch {
      if error.isDuplicate(of: "events_pkey") {
        throw try misplaced(job.append, in: attempt) ?? error
      }
      guard attempt.isInDoubt, case .refusal = error.meaning,
        try isStored(job.append, writer: job.writer, in: attempt)
      else { throw error }
      return job.append.newVersion
    }
  }

  /// Returns whether the append's own events are there.
  private static func isStored(
    _ append: Append, writer: Int64, in attempt: Session.Attempt
  ) throws(PostgresFailure) -> Bool {
    // The refused run's transaction may see an old state.
    try attempt.connection.rollBackIfNeeded(until: attempt.deadline)
    let rows = try attempt.run(
      Command(
        Query.writer, .bytes(append.match.raw.bytes), .integer(append.expectedVersion + 1)))
    return rows.count == 1 && rows.integer(0, 0) == writer
  }

  /// Returns the error for an event in a place that the version says is free, or `nil` if it is gone.
  ///
  /// The match's row was locked and allowed the append, so it was not stored by us.
  private static func misplaced(
    _ append: Append, in attempt: Session.Attempt
  ) throws(PostgresFailure) -> PostgresFailure? {
    try attempt.connection.rollBackIfNeeded(until: attempt.deadline)
    let id = PostgresValue.bytes(append.match.raw.bytes)
    let version = try attempt.run(Command(Query.version, id))
    guard version.count == 0 || version.integer(0, 0) == append.expectedVersion else { return nil }
    let rows = try attempt.run(Command(Query.firstAfter, id, .integer(append.expectedVersion)))
    guard rows.count == 1 else { return nil }
    return .refused(.corrupt(match: append.match, number: Int(rows.integer(0, 0))))
  }
}

internal import Hosting
internal import MatchStore

/// What one thread of the store works with: a connection, made again when it is lost.
final class Session {
  /// The most times that a job runs because others were in its way.
  ///
  /// Whenever one transaction has to give way another one went ahead, so this is never reached but by a fault.
  static let mostConflicts = 200
  /// The most times that a job runs because its connection was lost.
  static let mostLosses = 5

  private let url: String
  private let patience: UInt64
  private let time: any TimeSource
  private let gate: Gate
  private var connection: Connection?
  /// The age of the gate when the connection was about to be made.
  private var age = 0

  init(url: String, patience: UInt64, time: any TimeSource, gate: Gate) {
    self.url = url
    self.patience = patience
    self.time = time
    self.gate = gate
  }

  /// A run of a job.
  struct Attempt {
    let connection: Connection
    /// When the caller wants to wait no longer.
    let deadline: UInt64
    /// Whether an earlier run may have been stored although its connection was lost.
    fileprivate(set) var isInDoubt: Bool

    func run(_ commands: [Command]) throws(PostgresFailure) -> [Rows] {
      try connection.run(commands, until: deadline)
    }

    func run(_ command: Command) throws(PostgresFailure) -> Rows {
      try connection.run(command, until: deadline)
    }

    /// Runs commands of which the last one commits, and notes if it cannot be known whether it did.
    mutating func commit(_ commands: [Command]) throws(PostgresFailure) {
      do throws(PostgresFailure) {
        let rows = try run(commands)
        guard rows.last?.tag != "ROLLBACK" else {
          throw .refused(.unavailable("the database undid the transaction"))
        }
      } catch {
        if case .lost = error.meaning { isInDoubt = true }
        throw error
      }
    }
  }

  /// Runs a job until it is done or refused, or until `deadline`.
  ///
  /// A conflict and a lost connection make it run again, with a new view of the database. After a loss in the
  /// middle of a commit the outcome is not known: the next run has to find it out, and without one the answer
  /// is ``StoreError/unavailable(_:)``, which leaves it open.
  ///
  /// - Parameters:
  ///   - deadline: When the caller wants to wait no longer.
  ///   - isInDoubt: Whether the job may have been stored already, by a run together with others.
  ///   - job: The job.
  /// - Returns: what came of it.
  func perform<Result>(
    until deadline: UInt64, isInDoubt: Bool = false,
    _ job: (inout Attempt) throws(PostgresFailure) -> Result
  ) -> Swift.Result<Result, StoreError> {
    var (conflicts, losses) = (0, 0)
    var isInDoubt = isInDoubt
    while true {
      guard time.monotonicNanoseconds < deadline else {
        return .failure(.unavailable("the database did not answer in time"))
      }
      do throws(PostgresFailure) {
        var attempt = Attempt(
          connection: try open(until: deadline), deadline: deadline, isInDoubt: isInDoubt)
        defer { isInDoubt = attempt.isInDoubt }
        return .success(try job(&attempt))
      } catch {
        switch error.meaning {
        case .refusal(let refusal):
          rollBack(until: deadline)
          return .failure(refusal)
        case .conflict:
          rollBack(until: deadline)
          conflicts += 1
          if conflicts > Session.mostConflicts { return .failure(.unavailable(error.description)) }
        case .lost:
          lose()
          losses += 1
          if losses > Session.mostLosses { return .failure(.unavailable(error.description)) }
        case .away:
          // Who knows that nothing was stored is told at once; who does not, waits to find out.
          guard isInDoubt, time.monotonicNanoseconds < deadline else {
            return .failure(.unavailable(error.description))
          }
          time.block(nanoseconds: gate.closed()?.nanoseconds ?? Gate.firstDelay)
        }
      }
    }
  }

  /// Whether a deadline is over.
  func isOver(_ deadline: UInt64) -> Bool { time.monotonicNanoseconds >= deadline }

  /// Runs a job once, on the connection that is there or a new one.
  ///
  /// - Returns: what came of it; `nil` if something was in its way, with whether it may have been stored all the same.
  func performOnce<Result>(
    until deadline: UInt64, _ job: (inout Attempt) throws(PostgresFailure) -> Result
  ) -> (result: Result?, isInDoubt: Bool) {
    var isInDoubt = false
    do throws(PostgresFailure) {
      var attempt = Attempt(
        connection: try open(until: deadline), deadline: deadline, isInDoubt: false)
      defer { isInDoubt = attempt.isInDoubt }
      return (try job(&attempt), false)
    } catch {
      switch error.meaning {
      case .refusal, .conflict: rollBack(until: deadline)
      case .lost: lose()
      case .away: break
      }
      return (nil, isInDoubt)
    }
  }

  private func rollBack(until deadline: UInt64) {
    do throws(PostgresFailure) {
      try connection?.rollBackIfNeeded(until: deadline)
    } catch {
      // The server ends the transaction of a connection that is gone.
      lose()
    }
  }

  /// Lets go of a connection that was found broken, and lets all others of its time be made anew.
  private func lose() {
    if connection != nil { gate.noteLoss(since: age) }
    connection = nil
  }

  private func open(until deadline: UInt64) throws(PostgresFailure) -> Connection {
    let now = gate.age
    if let connection, age == now { return connection }
    // Ended first, so that the database never has more connections than it was asked for.
    connection = nil
    if let closed = gate.closed() { throw .away(closed.reason) }
    age = now
    do throws(PostgresFailure) {
      let opened = try Session.connect(url, patience: patience, time: time, until: deadline)
      gate.noteSuccess()
      connection = opened
      return opened
    } catch {
      gate.noteFailure(error.reason)
      throw .away(error.reason)
    }
  }

  /// Ends the connection, on the thread that used it.
  func close() { connection = nil }

  /// Connects and sets what every connection of the store needs.
  static func connect(
    _ url: String, patience: UInt64, time: any TimeSource, until deadline: UInt64
  ) throws(PostgresFailure) -> Connection {
    let connection = try Connection(url: url, time: time, until: deadline)
    // The limits end what a vanished node left behind, so that its locks do not hold up the others. A
    // commit that is acknowledged must be on the disk, whatever the server's default is.
    _ = try connection.run(
      Command(
        """
        SELECT set_config('statement_timeout', $1, false), set_config('lock_timeout', $1, false),
          set_config('idle_in_transaction_session_timeout', $1, false),
          set_config('synchronous_commit', CASE current_setting('synchronous_commit')
            WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)
        """, .text(String(patience / 1_000_000))), until: deadline)
    return connection
  }
}

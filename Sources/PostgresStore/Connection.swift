internal import CPostgres
package import Hosting

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// One connection to a server.
///
/// It belongs to one thread at a time, and that thread waits, but never past a deadline: a server that was
/// unplugged gives no answer and no error either. Deadlines are on the monotonic clock of `time`.
package final class Connection {
  let handle: OpaquePointer
  private let time: any TimeSource

  /// Connects.
  ///
  /// - Throws: ``PostgresFailure/away(_:)``.
  package init(url: String, time: any TimeSource, until deadline: UInt64) throws(PostgresFailure) {
    self.time = time
    guard let started = Connection.start(url) else { throw .away("out of memory") }
    handle = started
    guard PQstatus(handle) != CONNECTION_BAD else { throw .away(message) }
    PQsetNoticeProcessor(handle, { _, _ in }, nil)
    do throws(PostgresFailure) {
      try finishConnecting(until: deadline)
    } catch {
      guard case .lost(let reason) = error else { throw error }
      throw .away(reason)
    }
  }

  deinit { PQfinish(handle) }

  /// Whether libpq can read the URL.
  static func accepts(url: String) -> Bool {
    guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://"), !url.utf8.contains(0),
      let options = PQconninfoParse(url, nil)
    else { return false }
    PQconninfoFree(options)
    return true
  }

  private static func start(_ url: String) -> OpaquePointer? {
    // What the URL says comes last and wins.
    let settings = [
      ("client_encoding", "UTF8"), ("fallback_application_name", "baton"),
      // Of several hosts, the one that can write.
      ("target_session_attrs", "read-write"),
      ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
      ("dbname", url),
    ]
    var names = settings.map { UnsafePointer(strdup($0.0)) }
    var values = settings.map { UnsafePointer(strdup($0.1)) }
    names.append(nil)
    values.append(nil)
    defer {
      for text in names + values { free(UnsafeMutablePointer(mutating: text)) }
    }
    return PQconnectStartParams(names, values, 1)
  }

  private func finishConnecting(until deadline: UInt64) throws(PostgresFailure) {
    var state = PGRES_POLLING_WRITING
    while state != PGRES_POLLING_OK {
      if state == PGRES_POLLING_FAILED { throw .lost(message) }
      try wait(for: state == PGRES_POLLING_READING ? POLLIN : POLLOUT, until: deadline)
      state = PQconnectPoll(handle)
    }
    guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else {
      throw .lost(message)
    }
  }

  /// What libpq says went wrong, in one line; it never contains the password.
  private var message: String {
    let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    let lines = text.split { $0 == "\n" || $0 == "\t" }.joined(separator: " ")
    return lines.isEmpty ? "the connection ended" : lines
  }

  /// The descriptor of the socket.
  var socket: Int32 { PQsocket(handle) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

  /// Waits until the socket can be read or written.
  private func wait(for events: Int32, until deadline: UInt64) throws(PostgresFailure) {
    while true {
      let now = time.monotonicNanoseconds
      guard now < deadline else { throw .lost("no answer in time") }
      let milliseconds = Int32(clamping: (deadline - now) / 1_000_000 + 1)
      var descriptor = pollfd(fd: socket, events: Int16(events), revents: 0)
      guard descriptor.fd >= 0 else { throw .lost(message) }
      let ready = poll(&descriptor, 1, milliseconds)
      if ready > 0 { return }
      guard ready == 0 || errno == EINTR else { throw .lost(String(cString: strerror(errno))) }
    }
  }
}

extension Connection {
  /// Runs commands one after the other, all sent together; after one that fails the others are not run.
  ///
  /// Without `BEGIN` they are one transaction.
  ///
  /// - Returns: what each command returned.
  /// - Throws: the failure of the first one that failed.
  package func run(
    _ commands: [Command], until deadline: UInt64
  ) throws(PostgresFailure) -> [Rows] {
    for command in commands {
      // A literal ends with a zero byte that does not count.
      let sql = UnsafeRawPointer(command.sql.utf8Start).assumingMemoryBound(to: CChar.self)
      try send(sql, command.values)
    }
    return try finish(count: commands.count, until: deadline)
  }

  /// Runs one command.
  package func run(
    _ command: Command, until deadline: UInt64
  ) throws(PostgresFailure) -> Rows {
    let rows = try run([command], until: deadline)
    guard let first = rows.first else { throw .lost("no result") }
    return first
  }

  /// Runs SQL that is no literal, for tests that look at a plan, damage a row or end a connection.
  package func run(
    unsafeSQL sql: String, _ values: [PostgresValue] = []
  ) throws(PostgresFailure) -> Rows {
    try send(sql, values)
    let rows = try finish(count: 1, until: .max)
    guard let first = rows.first else { throw .lost("no result") }
    return first
  }

  private func send(
    _ sql: UnsafePointer<CChar>?, _ values: [PostgresValue]
  ) throws(PostgresFailure) {
    let encoded = values.map(\.encoded)
    let all = encoded.flatMap { $0 }
    let sent = all.withUnsafeBytes { bytes in
      // An empty value still needs an address, or it would be NULL.
      let base = bytes.baseAddress ?? UnsafeRawPointer(handle)
      var pointers: [UnsafePointer<CChar>?] = []
      var offset = 0
      for (value, bytes) in zip(values, encoded) {
        pointers.append(
          value == .null ? nil : (base + offset).assumingMemoryBound(to: CChar.self))
        offset += bytes.count
      }
      return PQsendQueryParams(
        handle, sql, Int32(values.count), values.map(\.type), pointers,
        encoded.map { Int32($0.count) }, [Int32](repeating: 1, count: values.count), 1)
    }
    guard sent == 1 else { throw .lost(message) }
  }

  private func finish(count: Int, until deadline: UInt64) throws(PostgresFailure) -> [Rows] {
    guard PQpipelineSync(handle) == 1 else { throw .lost(message) }
    var rows: [Rows] = []
    var failure: PostgresFailure?
    for _ in 0..<count {
      while let result = try next(until: deadline) {
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: rows.append(Connection.rows(in: result))
        case PGRES_PIPELINE_ABORTED: break
        default: failure = failure ?? self.failure(in: result)
        }
        // Nothing comes after that, not even the end of the pipeline.
        if PQstatus(handle) == CONNECTION_BAD { throw .lost(message) }
      }
    }
    guard let end = try next(until: deadline) else { throw .lost(message) }
    defer { PQclear(end) }
    guard PQresultStatus(end) == PGRES_PIPELINE_SYNC else { throw .lost(message) }
    if let failure { throw failure }
    return rows
  }

  /// Returns the next result, `nil` at the end of those of one command.
  private func next(until deadline: UInt64) throws(PostgresFailure) -> OpaquePointer? {
    while true {
      let unsent = PQflush(handle)
      guard unsent >= 0 else { throw .lost(message) }
      if PQisBusy(handle) == 0 { return PQgetResult(handle) }
      try wait(for: unsent == 1 ? POLLIN | POLLOUT : POLLIN, until: deadline)
      guard PQconsumeInput(handle) == 1 else { throw .lost(message) }
    }
  }

  private func failure(in result: OpaquePointer) -> PostgresFailure {
    func field(_ code: Int32) -> String {
      PQresultErrorField(result, code).map { String(cString: $0) } ?? ""
    }
    let state = field(baton_pq_field_state())
    let words = field(baton_pq_field_message())
    // Without a state it is not the server that speaks, but libpq, of the connection.
    if state.isEmpty { return .lost(message) }
    return .database(
      state: state, message: words, constraint: field(baton_pq_field_constraint()))
  }

  private static func rows(in result: OpaquePointer) -> Rows {
    let (height, width) = (PQntuples(result), PQnfields(result))
    var cells: [[UInt8]?] = []
    cells.reserveCapacity(Int(height) * Int(width))
    for row in 0..<height {
      for column in 0..<width {
        if PQgetisnull(result, row, column) == 1 {
          cells.append(nil)
          continue
        }
        let value = UnsafeRawBufferPointer(
          start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        cells.append(Array(value))
      }
    }
    let tag = PQcmdStatus(result).map { String(cString: $0) } ?? ""
    return Rows(columns: Int(width), cells: cells, tag: tag)
  }

  /// Ends a transaction that failed or is not wanted.
  func rollBackIfNeeded(until deadline: UInt64) throws(PostgresFailure) {
    if isInTransaction { _ = try run(Command("ROLLBACK"), until: deadline) }
  }

  /// Returns the notices that have come, without waiting.
  func takeNotices() throws(PostgresFailure) -> [String] {
    guard PQconsumeInput(handle) == 1 else { throw .lost(message) }
    var notices: [String] = []
    while let notice = PQnotifies(handle) {
      if let text = notice.pointee.extra { notices.append(String(cString: text)) }
      PQfreemem(notice)
    }
    return notices
  }
}

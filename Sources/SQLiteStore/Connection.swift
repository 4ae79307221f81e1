internal import CSQLite

/// One connection to a database, with its prepared statements.
///
/// It belongs to one thread at a time. Statements are literals and values are always bound, so no text that
/// came from outside can become SQL.
package final class Connection {
  /// What a connection is for.
  package enum Role: Sendable {
    /// The one that writes and checkpoints.
    case writer
    /// One of those that read, and never write or checkpoint.
    case reader
    /// One that reads a file that nothing writes, and leaves no other file beside it.
    case archive
    /// One that fills a new file with a copy, whose durability is its maker's affair.
    case copy
  }

  let handle: OpaquePointer
  /// Prepared statements that nobody uses now, by the address of their literal.
  private var idle: [UnsafePointer<UInt8>: OpaquePointer] = [:]
  /// What the writer remembers of matches.
  var heads = HeadCache()
  /// The number by which SQLite tells that another connection has written.
  private var dataVersion = -1
  /// Where the commit hook notes the length of the write-ahead log.
  private let logPages: UnsafeMutablePointer<Int32>

  /// Opens the database at an absolute path, or a private one in memory for `":memory:"`.
  package init(path: String, role: Role) throws(SQLiteFailure) {
    let access =
      switch role {
      case .writer: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .copy: SQLITE_OPEN_READWRITE
      case .reader: SQLITE_OPEN_READONLY
      case .archive: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      role == .archive ? Connection.immutable(path) : path, &opened,
      access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE,
      nil)
    guard code == SQLITE_OK, let opened else {
      let message = String(cString: sqlite3_errstr(code))
      sqlite3_close_v2(opened)
      throw .database(code: code, message: message)
    }
    handle = opened
    logPages = .allocate(capacity: 1)
    logPages.initialize(to: 0)
    try configure(role)
  }

  deinit {
    for statement in idle.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
    logPages.deallocate()
  }

  private func configure(_ role: Role) throws(SQLiteFailure) {
    sqlite3_busy_timeout(handle, 5000)
    try execute("PRAGMA trusted_schema = OFF")
    try execute("PRAGMA cell_size_check = ON")
    try execute("PRAGMA temp_store = MEMORY")
    // A memory map turns an I/O error into a signal, and old versions lose writes beside one.
    try execute("PRAGMA mmap_size = 0")
    // The writer moves its log when it closes in good order. After an error nothing but the log is certain.
    baton_sqlite_set_switch(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    switch role {
    case .writer:
      try execute("PRAGMA foreign_keys = ON")
      try execute("PRAGMA synchronous = FULL")
      // Where `fsync` alone does not reach the disk (Darwin).
      try execute("PRAGMA fullfsync = ON")
      try execute("PRAGMA checkpoint_fullfsync = ON")
      try execute("PRAGMA cache_size = -32768")
      try execute("PRAGMA journal_size_limit = 67108864")
      // Takes the place of the automatic checkpoint, which would make a caller wait for it.
      sqlite3_wal_hook(
        handle,
        { context, _, _, pages in
          context?.assumingMemoryBound(to: Int32.self).pointee = pages
          return SQLITE_OK
        }, logPages)
    case .copy:
      try execute("PRAGMA journal_mode = OFF")
      try execute("PRAGMA synchronous = OFF")
    case .reader, .archive:
      try execute("PRAGMA query_only = ON")
      try execute("PRAGMA cache_size = -8192")
      // Before SQLite 3.51.3 two connections that checkpoint at the same instant can damage the file.
      sqlite3_wal_autocheckpoint(handle, 0)
    }
  }

  /// The name by which SQLite opens a file as one that never changes.
  private static func immutable(_ path: String) -> String {
    var name = "file:"
    for byte in path.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20)
        || [UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")]
          .contains(byte)
      let digits = String(byte, radix: 16)
      name +=
        isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.utf8.count < 2 ? "0" : "") + digits
    }
    return name + "?immutable=1"
  }

  /// Switches the database to a write-ahead log, if it has none yet.
  package func startWriteAheadLog() throws(SQLiteFailure) {
    let mode = try first("PRAGMA journal_mode = WAL") { row throws(SQLiteFailure) in row.text(0) }
    guard mode == "wal" || mode == "memory" else {
      throw .database(code: SQLITE_CANTOPEN, message: "the file system has no write-ahead log")
    }
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// The length of the write-ahead log after the last commit, in pages.
  package var writeAheadLogPages: Int { Int(logPages.pointee) }

  /// The number of rows that the last statement changed.
  package var changes: Int { Int(sqlite3_changes64(handle)) }

  /// The number of rows that all statements together have changed.
  var totalChanges: Int64 { sqlite3_total_changes64(handle) }

  func failure(_ code: Int32) -> SQLiteFailure {
    .database(code: code, message: String(cString: sqlite3_errmsg(handle)))
  }

  /// Returns a statement with its values bound, ready for its first step.
  package func prepare(
    _ sql: StaticString, _ values: SQLiteValue...
  ) throws(SQLiteFailure) -> Statement {
    try prepare(sql, values: values)
  }

  private func prepare(
    _ sql: StaticString, values: [SQLiteValue]
  ) throws(SQLiteFailure) -> Statement {
    let key = sql.utf8Start
    // Taken out while in use, so that a statement used within itself gets a second handle.
    let statement: Statement
    if let ready = idle.removeValue(forKey: key) {
      statement = Statement(handle: ready, key: key, connection: self)
    } else {
      let text = UnsafeRawPointer(key).assumingMemoryBound(to: CChar.self)
      var prepared: OpaquePointer?
      let code = sqlite3_prepare_v3(
        handle, text, Int32(sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &prepared,
        nil)
      guard code == SQLITE_OK, let prepared else { throw failure(code) }
      statement = Statement(handle: prepared, key: key, connection: self)
    }
    try statement.bind(values)
    return statement
  }

  func giveBack(_ statement: OpaquePointer, key: UnsafePointer<UInt8>) {
    if let other = idle.updateValue(statement, forKey: key) { sqlite3_finalize(other) }
  }

  /// Runs a statement to its end and ignores its rows.
  package func execute(
    _ sql: StaticString, _ values: SQLiteValue...
  ) throws(SQLiteFailure) {
    let statement = try prepare(sql, values: values)
    while try statement.step() {}
  }

  /// Returns what `read` makes of a statement's first row, or `nil` if it has none.
  package func first<Result>(
    _ sql: StaticString, _ values: SQLiteValue...,
    read: (borrowing Statement) throws(SQLiteFailure) -> Result
  ) throws(SQLiteFailure) -> Result? {
    let statement = try prepare(sql, values: values)
    guard try statement.step() else { return nil }
    return try read(statement)
  }

  /// Runs SQL that is no literal, for tests and tools that look at a plan or set a limit.
  ///
  /// - Returns: the rows, each value as text.
  package func rows(unsafeSQL sql: String) throws(SQLiteFailure) -> [[String]] {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
    guard code == SQLITE_OK else { throw failure(code) }
    defer { sqlite3_finalize(prepared) }
    var rows: [[String]] = []
    while true {
      switch sqlite3_step(prepared) {
      case SQLITE_ROW:
        rows.append(
          (0..<sqlite3_column_count(prepared)).map { column in
            sqlite3_column_text(prepared, column).map { String(cString: $0) } ?? ""
          })
      case SQLITE_DONE: return rows
      case let code: throw failure(code)
      }
    }
  }

  /// Forgets what is remembered of matches if somebody else has written, such as a host with a tool of SQLite.
  ///
  /// Call it in a transaction, in which nobody else can write.
  func noticeOtherWriters() throws(SQLiteFailure) {
    let version = try first("PRAGMA data_version") { row throws(SQLiteFailure) in row.integer(0) }
    if version != dataVersion {
      heads.forget()
      dataVersion = version ?? -1
    }
  }

  /// Rolls back, if a transaction is open; an error may have done so already.
  package func rollBackIfNeeded() throws(SQLiteFailure) {
    heads.forget()
    if isInTransaction { try execute("ROLLBACK") }
  }

  /// Moves the write-ahead log into the database, as far as readers let it.
  ///
  /// - Parameter emptying: Whether to wait for readers, move all of it and cut the log to nothing.
  /// - Throws: ``SQLiteFailure`` as SQLite tells it.
  package func checkpoint(emptying: Bool) throws(SQLiteFailure) {
    let mode = emptying ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }
}

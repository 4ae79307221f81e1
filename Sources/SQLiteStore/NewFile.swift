#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A database file that appears under its name whole, flushed and verified, or not at all.
enum NewFile {
  /// Makes a file at `path`, of which there must be none.
  ///
  /// - Parameters:
  ///   - path: The name that the file gets at the end.
  ///   - fill: Fills the file at another path in the same folder.
  /// - Returns: What the file holds.
  /// - Throws: ``BackupFailure``; no file is left then.
  static func make(
    _ path: String, filledBy fill: (_ file: String) throws(BackupFailure) -> Void
  ) throws(BackupFailure) -> BackupReport {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .failed("the path is empty") }
    guard access(path, F_OK) != 0 else { throw .exists(path) }
    let folder = DatabaseFiles.directory(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let file = "\(folder)/.\(name).\(getpid()).partial"
    let descriptor = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw BackupFailure(systemError: errno, "make \(file)") }
    close(descriptor)
    defer {
      unlink(file)
      unlink(file + "-journal")
    }
    try fill(file)
    try flush(file)
    let report = try SQLiteStore.verify(file)
    // A second name, since renaming would silently replace what somebody made meanwhile.
    if link(file, path) != 0 {
      guard errno != EEXIST else { throw .exists(path) }
      guard rename(file, to: path) else {
        throw BackupFailure(systemError: errno, "name \(path)")
      }
    }
    DatabaseFiles.flush(directory: folder)
    return report
  }

  private static func flush(_ file: String) throws(BackupFailure) {
    let descriptor = open(file, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw BackupFailure(systemError: errno, "open \(file)") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw BackupFailure(systemError: errno, "write \(file)") }
  }

  /// Renames a file, taking the place of another one if there is one.
  static func rename(_ path: String, to other: String) -> Bool {
    systemRename(path, other) == 0
  }

  /// Copies the bytes of a file.
  static func copy(_ source: String, to target: String) throws(BackupFailure) {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw BackupFailure(systemError: errno, "open \(source)") }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_CLOEXEC)
    guard output >= 0 else { throw BackupFailure(systemError: errno, "open \(target)") }
    defer { close(output) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(input, &buffer, buffer.count)
      if count == 0 { return }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw BackupFailure(systemError: errno, "read \(source)")
      }
      var written = 0
      while written < count {
        let part = buffer[written..<count].withUnsafeBytes {
          write(output, $0.baseAddress, $0.count)
        }
        guard part >= 0 else {
          if errno == EINTR { continue }
          throw BackupFailure(systemError: errno, "write \(target)")
        }
        written += part
      }
    }
  }
}

/// The system's `rename` under a name that no method hides.
private func systemRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }

extension SQLiteStore {
  /// Puts a verified copy of a backup where a database belongs, while no server uses that.
  ///
  /// - Parameters:
  ///   - backup: The file that a backup made.
  ///   - path: The database.
  ///   - replacing: Whether a database that is there gives way; it is kept beside under another name.
  ///   - stamp: What the kept database is called after; a time.
  /// - Returns: What the database now holds, and the name of the one that gave way, if there was one.
  /// - Throws: ``BackupFailure``; the database is then as it was.
  public static func restore(
    from backup: String, to path: String, replacing: Bool, stamp: String
  ) throws(BackupFailure) -> (report: BackupReport, kept: String?) {
    var log = stat()
    guard stat(backup + "-wal", &log) != 0 || log.st_size == 0 else {
      throw .damaged("it has a log beside it, so it is a database in use and no backup")
    }
    _ = try verify(backup)
    let files: DatabaseFiles
    let lock: ProcessLock
    do throws(SQLiteStoreError) {
      files = try DatabaseFiles(path: path)
      lock = try ProcessLock(files)
    } catch {
      if case .inUse(let process) = error { throw .inUse(processID: process) }
      throw .failed(error.description)
    }
    // Kept to the end: no server may start in between.
    defer { withExtendedLifetime(lock) {} }
    let isThere = access(files.path, F_OK) == 0
    guard !isThere || replacing else { throw .exists(files.path) }
    let fresh = files.path + ".restoring-\(stamp)"
    let report = try NewFile.make(fresh) { (file) throws(BackupFailure) in
      try NewFile.copy(backup, to: file)
    }
    var kept: String?
    if isThere {
      let old = files.path + ".before-\(stamp)"
      // What was committed last may be in the log alone, which belongs to its database by name.
      for ending in ["-wal", ""] where access(files.path + ending, F_OK) == 0 {
        guard NewFile.rename(files.path + ending, to: old + ending) else {
          let code = errno
          unlink(fresh)
          throw BackupFailure(systemError: code, "rename \(files.path + ending)")
        }
      }
      kept = old
    }
    unlink(files.path + "-wal")
    unlink(files.path + "-shm")
    guard NewFile.rename(fresh, to: files.path) else {
      throw BackupFailure(systemError: errno, "name \(files.path)")
    }
    DatabaseFiles.flush(directory: DatabaseFiles.directory(of: files.path))
    return (report, kept)
  }
}

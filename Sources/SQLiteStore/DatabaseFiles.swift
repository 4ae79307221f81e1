#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import MatchStore

/// The files of one database: made with narrow rights, and watched for being replaced.
struct DatabaseFiles: Sendable {
  /// The absolute path of the database, symbolic links resolved.
  let path: String

  /// Finds the database at `path`, and makes its directory if that is missing.
  init(path: String) throws(SQLiteStoreError) {
    self.path = try DatabaseFiles.prepare(path)
  }

  static func failure(_ action: String, _ path: String) -> SQLiteStoreError {
    .cannotOpen("\(action) \(path): \(String(cString: strerror(errno)))")
  }

  static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes the directory and returns the path that all names of the same file share.
  private static func prepare(_ path: String) throws(SQLiteStoreError) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .cannotOpen("the path is empty") }
    if let existing = resolve(path) { return existing }
    let parent = directory(of: path)
    try makeDirectory(parent)
    guard let resolved = resolve(parent) else { throw failure("cannot find", parent) }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return resolved == "/" ? "/" + name : resolved + "/" + name
  }

  private static func resolve(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func makeDirectory(_ path: String) throws(SQLiteStoreError) {
    var status = stat()
    if stat(path, &status) == 0 { return }
    let parent = directory(of: path)
    if parent != path { try makeDirectory(parent) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("cannot make", path) }
    flush(directory: parent)
  }

  /// Makes an empty database, unless there is one.
  func makeFile() throws(SQLiteStoreError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 {
      if errno == EEXIST { return }
      throw DatabaseFiles.failure("cannot make", path)
    }
    close(descriptor)
    DatabaseFiles.flush(directory: DatabaseFiles.directory(of: path))
  }

  /// Makes a new name in a directory survive a power cut.
  static func flush(directory path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

extension DatabaseFiles {
  /// What tells one file from another that took its name.
  struct Identity: Equatable {
    private let device: UInt64
    private let inode: UInt64

    fileprivate init?(path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  /// Which files carry the names of the database and its write-ahead log now.
  var identities: [Identity?] { [Identity(path: path), Identity(path: path + "-wal")] }

  /// Checks that the names still lead to the files that were opened; else what is written would be lost.
  func check(_ opened: [Identity?]) throws(SQLiteFailure) {
    guard identities == opened else {
      throw .filesChanged("the database file was removed or replaced")
    }
  }

  /// Checks that the process may still read and write the database.
  func checkAccess() throws(SQLiteFailure) {
    guard access(path, R_OK | W_OK) == 0 else {
      throw .refused(
        .unavailable("the database file may not be written: \(String(cString: strerror(errno)))"))
    }
  }
}

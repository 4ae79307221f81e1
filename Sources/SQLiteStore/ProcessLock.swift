#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Keeps a database for one process, for as long as the object is there.
final class ProcessLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock.
  ///
  /// - Throws: ``SQLiteStoreError/inUse(processID:)`` if another process, or this one, has it.
  init(_ files: DatabaseFiles) throws(SQLiteStoreError) {
    descriptor = try ProcessLock.lock(files.path + ".lock")
  }

  deinit {
    // Emptied first, so that nobody reads the number of a process that is gone.
    ftruncate(descriptor, 0)
    close(descriptor)
  }

  /// Takes the lock, which the system lets go when the process ends, however it ends.
  ///
  /// It is a file of its own: closing any descriptor of the database file would drop SQLite's own locks.
  private static func lock(_ path: String) throws(SQLiteStoreError) -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DatabaseFiles.failure("cannot open", path) }
    // Whoever has just taken the lock needs a moment to write its number, or is about to end.
    for _ in 0..<50 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        let text = Array("\(getpid())\n".utf8)
        ftruncate(descriptor, 0)
        pwrite(descriptor, text, text.count, 0)
        return descriptor
      }
      if let other = processID(in: descriptor), kill(other, 0) == 0 || errno == EPERM {
        close(descriptor)
        throw .inUse(processID: other)
      }
      usleep(2000)
    }
    close(descriptor)
    throw .inUse(processID: nil)
  }

  private static func processID(in descriptor: Int32) -> Int32? {
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    guard count > 1, buffer[count - 1] == UInt8(ascii: "\n") else { return nil }
    return Int32(String(decoding: buffer[..<(count - 1)], as: UTF8.self)).flatMap {
      $0 > 0 ? $0 : nil
    }
  }
}

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that is being written, and is there only when it is complete.
///
/// A replacement is written beside the old file and takes its name at the end; a file that is given up is removed.
final class NewFile {
  private let path: String
  private let target: String
  private let descriptor: Int32
  private var isFinished = false

  /// Begins a new file, or the replacement of one.
  init(_ path: String, replacing: Bool) throws(TextFile.Failure) {
    self.path = path
    target = replacing ? "\(path).\(getpid()).new" : path
    descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let code = errno
      // Nothing was made, so nothing is to be removed.
      isFinished = true
      throw TextFile.Failure(SystemError(code: code))
    }
  }

  deinit {
    guard descriptor >= 0, !isFinished else { return }
    close(descriptor)
    unlink(target)
  }

  /// Writes more of it.
  func append(_ bytes: some Sequence<UInt8>) throws(TextFile.Failure) {
    let code = Descriptors.write(bytes, to: descriptor)
    if code != 0 { throw TextFile.Failure(SystemError(code: code)) }
  }

  /// Makes it durable and gives it its name.
  func finish() throws(TextFile.Failure) {
    var code: Int32 = 0
    // EINVAL: what was opened cannot be synchronised, such as a pipe.
    if fsync(descriptor) != 0, errno != EINVAL { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, target != path, rename(target, path) != 0 { code = errno }
    isFinished = true
    guard code == 0 else {
      unlink(target)
      throw TextFile.Failure(SystemError(code: code))
    }
  }
}

/// A file that is read in pieces.
final class ReadFile {
  private let descriptor: Int32
  /// The length in bytes, or `nil` where there is none to tell, as of a pipe.
  let length: Int?

  /// Opens a file.
  init(_ path: String) throws(TextFile.Failure) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      length = nil
      throw TextFile.Failure(SystemError(code: errno))
    }
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    length = isFile ? Int(status.st_size) : nil
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The next bytes, at most `size`; none at the end.
  func next(_ size: Int = 1 << 20) throws(TextFile.Failure) -> [UInt8] {
    do throws(SystemError) {
      return try Descriptors.read(descriptor, size)
    } catch {
      throw TextFile.Failure(error)
    }
  }
}

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What may stand in front of a text in UTF-8, and means nothing.
let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

/// Small text files, read whole and written so that no failure leaves half of one.
enum TextFile {
  /// Why a file could not be read or written.
  struct Failure: Error, Equatable {
    /// What is wrong, as part of a sentence.
    let reason: String
    /// Whether a new file was to be written where one is already.
    let isBecauseItExists: Bool

    init(_ reason: String) {
      self.reason = reason
      isBecauseItExists = false
    }

    init(_ error: SystemError) {
      reason = error.reason
      isBecauseItExists = error.code == EEXIST
    }
  }

  /// Reads a file of at most `limit` bytes of UTF-8; `purpose` says in the message what it is too long for.
  static func read(
    _ path: String, limit: Int = 1 << 16, purpose: String = "a transcript"
  ) throws(Failure) -> String {
    let bytes = try readBytes(path, limit: limit, purpose: purpose)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("the file is not text in UTF-8")
    }
    return text
  }

  /// Whether there is a file, or anything else, at this path.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Reads a file of at most `limit` bytes; `purpose` says in the message what it is too long for.
  static func readBytes(
    _ path: String, limit: Int, purpose: String
  ) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(SystemError(code: errno)) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    do throws(SystemError) {
      while bytes.count <= limit {
        let part = try Descriptors.read(descriptor)
        if part.isEmpty { break }
        bytes += part
      }
    } catch {
      throw Failure(error)
    }
    guard bytes.count <= limit else { throw Failure("the file is too long for \(purpose)") }
    return bytes
  }

  /// Writes a new file, or replaces one as a whole.
  ///
  /// - Throws: ``Failure``; where a file is there and not to be replaced, it says so.
  static func write(_ text: String, to path: String, replacing: Bool) throws(Failure) {
    try write(bytes: text.utf8, to: path, replacing: replacing)
  }

  /// Writes bytes as a new file, or replaces one as a whole.
  ///
  /// - Throws: ``Failure``; where a file is there and not to be replaced, it says so.
  static func write(
    bytes: some Sequence<UInt8>, to path: String, replacing: Bool
  ) throws(Failure) {
    let file = try NewFile(path, replacing: replacing)
    try file.append(bytes)
    try file.finish()
  }
}

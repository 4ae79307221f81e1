#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reading and writing by file descriptors, with interruptions by signals hidden.
enum Descriptors {
  /// Writes all of `bytes`; returns 0 or the error number.
  static func write(_ bytes: some Sequence<UInt8>, to descriptor: Int32) -> Int32 {
    let bytes = Array(bytes)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { systemWrite(descriptor, $0) }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      written += count
    }
    return 0
  }

  /// Reads up to `size` bytes, none at the end.
  ///
  /// - Throws: the system's error number.
  static func read(_ descriptor: Int32, _ size: Int = 4096) throws(SystemError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var result = -1
      repeat {
        result = systemRead(descriptor, UnsafeMutableRawBufferPointer(buffer))
      } while result < 0 && errno == EINTR
      if result < 0 { code = errno }
      count = max(result, 0)
    }
    if code != 0 { throw SystemError(code: code) }
    return bytes
  }
}

/// An error number of the system.
struct SystemError: Error, Hashable {
  let code: Int32

  /// The system's words for it.
  var reason: String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }
}

/// The system's `write` under a name that no method hides; a signal handler may call it.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

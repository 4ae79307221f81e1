#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A socket in the file system, of which the rights of a file decide who may speak to the server.
enum UnixSocket {
  /// Why a socket cannot be made.
  struct Failure: Error, Equatable {
    /// The reason, as part of a sentence.
    let reason: String
    /// Whether another process answers at the path.
    var isInUse = false

    init(_ reason: String, isInUse: Bool = false) {
      self.reason = reason
      self.isInUse = isInUse
    }
  }

  /// Listens at a path, for this user only; a socket that nobody answers any more gives way.
  static func listen(at path: String) throws(Failure) -> Int32 {
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw Failure("\(path) is there and no socket")
      }
      if let other = connect(to: path) {
        close(other)
        throw Failure("another server answers at \(path)", isInUse: true)
      }
      unlink(path)
    }
    let descriptor = make()
    guard descriptor >= 0, var address = address(path) else {
      if descriptor >= 0 { close(descriptor) }
      throw Failure("the path \(path) is too long for a socket")
    }
    let isBound = withAddress(&address) { bind(descriptor, $0, $1) } == 0
    // Nobody can connect before it listens, so the rights are narrow in time.
    guard isBound, chmod(path, 0o600) == 0, systemListen(descriptor, 8) == 0 else {
      let reason = SystemError(code: errno).reason
      close(descriptor)
      throw Failure("cannot make \(path): \(reason)")
    }
    return descriptor
  }

  /// Connects to the socket at a path; `nil` if nobody answers there or it may not be used.
  static func connect(to path: String) -> Int32? {
    let descriptor = make()
    guard descriptor >= 0 else { return nil }
    guard var address = address(path),
      withAddress(&address, { systemConnect(descriptor, $0, $1) }) == 0
    else {
      let code = errno
      close(descriptor)
      errno = code
      return nil
    }
    return descriptor
  }

  private static func make() -> Int32 {
    #if canImport(Glibc)
      socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #else
      socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
  }

  private static func address(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
      guard bytes.count < place.count else { return false }
      place.copyBytes(from: bytes)
      return true
    }
    return fits ? address : nil
  }

  private static func withAddress(
    _ address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// Lets neither reading nor writing wait longer than some seconds.
  static func limitWaiting(_ descriptor: Int32, seconds: Int) {
    var span = timeval()
    span.tv_sec = seconds
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &span, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &span, size)
  }

  /// The process and the user at the other end, where the system tells them.
  static func peer(of descriptor: Int32) -> (process: Int, user: Int)? {
    #if canImport(Glibc)
      var words: [Int32] = [0, 0, 0]
      var size = socklen_t(MemoryLayout<Int32>.size * words.count)
      guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &words, &size) == 0 else { return nil }
      return (Int(words[0]), Int(UInt32(bitPattern: words[1])))
    #else
      return nil
    #endif
  }

  /// Reads a line without its end; `nil` at the end, after an error, or if it is too long.
  static func readLine(_ descriptor: Int32, rest: inout [UInt8], limit: Int) -> [UInt8]? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(rest[..<end])
        rest.removeFirst(end + 1)
        return line
      }
      guard rest.count <= limit, let part = try? Descriptors.read(descriptor), !part.isEmpty else {
        return nil
      }
      rest += part
    }
  }
}

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
  listen(descriptor, backlog)
}

private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 { connect(descriptor, address, length) }

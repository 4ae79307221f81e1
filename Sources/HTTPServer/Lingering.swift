internal import CMicroHTTPD
internal import Hosting
internal import Glibc

/// Sockets that were answered in the middle of a request.
///
/// Closing a socket with unread bytes resets the connection, and the reset may overtake the answer. So
/// their ends are read and thrown away for a while, on the acceptor's thread.
final class Lingering: Sendable {
  /// The most sockets at a time; beyond that they are closed at once.
  static let limit = 256
  /// The most bytes that are thrown away for one socket.
  static let byteLimit = 1_048_576
  static let milliseconds: Int64 = 2_000

  struct Socket {
    let descriptor: Int32
    let since: UInt64
    var discarded = 0
  }

  /// The descriptors that the acceptor has not seen yet, or `nil` when it is gone.
  private let added = Lock<[Int32]?>([])
  let wake: WakePipe

  init(wake: WakePipe) {
    self.wake = wake
  }

  /// Keeps a second descriptor of the socket open.
  func add(duplicateOf descriptor: Int32) {
    let copy = baton_duplicate(descriptor)
    if copy >= 0 { add(copy) }
  }

  /// Takes a descriptor over.
  func add(_ descriptor: Int32) {
    let isTaken = added.withLock { added in
      guard let list = added, list.count < Lingering.limit else { return false }
      added = list + [descriptor]
      return true
    }
    if isTaken { wake.signal() } else { close(descriptor) }
  }

  /// The descriptors added since the last call.
  func takeAdded() -> [Int32] {
    added.withLock { added in
      guard let list = added else { return [] }
      if !list.isEmpty { added = [] }
      return list
    }
  }

  /// Closes what waits, and from now on everything at once.
  func end() {
    let rest = added.withLock { $0.take() } ?? []
    for descriptor in rest { close(descriptor) }
  }
}

/// A pipe that ends a `poll`.
final class WakePipe: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    readEnd = ends[0]
    writeEnd = ends[1]
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func signal() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(readEnd, &bytes, bytes.count) > 0 {}
  }
}

internal import Hosting

/// The writing end of a response that goes on, such as server-sent events.
///
/// Bytes wait in an outbox until the peer takes them. A peer that falls behind by more than the limit is
/// dropped, so a slow reader costs a bounded amount of memory and delays nobody.
public final class ResponseStream: Sendable {
  /// Why a stream has ended.
  public enum CloseReason: Hashable, Sendable {
    /// ``ResponseStream/finish()`` was called and everything was sent.
    case finished
    /// The peer has closed the connection or is out of reach.
    case peerLeft
    /// The peer read too slowly.
    case fellBehind
    /// The server stops.
    case serverStopped
    /// The stream never reached a peer, for instance because it answered a HEAD request.
    case unused
  }

  /// What is sent when nothing else was for a while, so that both sides notice a dead connection.
  public struct Heartbeat: Sendable {
    /// The bytes to send; a comment in the format of the stream.
    public let bytes: [UInt8]

    /// The longest silence.
    public let milliseconds: Int64

    /// The bytes as a chunk of HTTP/1.1.
    let chunk: [UInt8]

    /// Creates a heartbeat.
    public init(bytes: [UInt8], milliseconds: Int64 = 15_000) {
      self.bytes = bytes
      self.milliseconds = milliseconds
      chunk = Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [0x0D, 0x0A]
    }

    var nanoseconds: UInt64 { UInt64(max(milliseconds, 1)) * 1_000_000 }

    /// An empty comment in a stream of server-sent events, every 15 s.
    public static let comment = Heartbeat(bytes: Array(":\n\n".utf8))

    /// An empty line in a stream of JSON lines, every 15 s.
    public static let emptyLine = Heartbeat(bytes: [0x0A])
  }

  private struct State {
    var outbox: [UInt8] = []
    var ending: CloseReason?
    var closed: CloseReason?
    var connection: Connection?
    var isWaiting = false
    var time: (any TimeSource)?
    var lastWrite: UInt64 = 0
  }

  private let limit: Int
  private let heartbeat: Heartbeat?
  private let farewell: [UInt8]
  private let onClose: @Sendable (CloseReason) -> Void
  private let state = Lock(State())

  /// Creates a stream that a handler returns in its response.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that may wait for the peer.
  ///   - heartbeat: What is sent in times of silence, or `nil` for nothing.
  ///   - farewell: What is sent last when the server stops.
  ///   - onClose: Told exactly once why the stream has ended. It may run on any thread, also inside
  ///     ``write(_:)``, and must not block.
  public init(
    limit: Int = 65_536, heartbeat: Heartbeat? = .comment, farewell: [UInt8] = [],
    onClose: @escaping @Sendable (CloseReason) -> Void = { _ in }
  ) {
    self.limit = limit
    self.heartbeat = heartbeat
    self.farewell = farewell
    self.onClose = onClose
  }

  deinit {
    // A stream that no server ever took; its owner waits for the end nevertheless.
    close(.unused)
  }

  /// Whether bytes that are written may still reach the peer.
  public var isOpen: Bool {
    state.withLock { $0.closed == nil && $0.ending == nil }
  }

  /// The number of bytes that wait for the peer.
  public var waitingBytes: Int {
    state.withLock { $0.outbox.count }
  }

  /// Hands bytes to the peer, after all that was written before.
  ///
  /// Returns whether the stream took them. If the outbox would grow beyond its limit the peer is dropped.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Bool {
    enum Result { case taken, refused, overflow }
    let result: Result = state.withLock { state in
      guard state.closed == nil, state.ending == nil else { return .refused }
      guard state.outbox.count + bytes.count <= limit else { return .overflow }
      state.outbox.append(contentsOf: bytes)
      if let time = state.time { state.lastWrite = time.monotonicNanoseconds }
      wake(&state)
      return .taken
    }
    if result == .overflow { close(.fellBehind) }
    return result == .taken
  }

  /// Hands a text to the peer, in UTF-8.
  @discardableResult
  public func write(_ text: String) -> Bool {
    write(Array(text.utf8))
  }

  /// Ends the stream after everything that was written.
  public func finish() {
    end(as: .finished)
  }

  // MARK: The connection's side

  /// Ends the stream after everything that was written, for this reason unless there is one already.
  func end(as reason: CloseReason) {
    state.withLock { state in
      if state.ending == nil {
        state.ending = reason
        if reason == .serverStopped, state.closed == nil { state.outbox += farewell }
      }
      wake(&state)
    }
  }

  /// Gives the stream the connection it writes to, unless it is closed already.
  func attach(to connection: Connection, time: any TimeSource) -> Bool {
    state.withLock { state in
      guard state.closed == nil else { return false }
      state.connection = connection
      state.time = time
      state.lastWrite = time.monotonicNanoseconds
      return true
    }
  }

  /// Moves waiting bytes into the library's buffer, on its thread.
  ///
  /// Returns their number, 0 after having suspended the connection, or -1 at the end. A stream that broke
  /// ends in the same way, with its socket shut down: told of an error, libmicrohttpd 0.9.75 would forget
  /// the socket until its peer closes it.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { state in
      if state.closed != nil { return -1 }
      if state.outbox.isEmpty {
        if state.ending != nil { return -1 }
        // Under the stream's lock, so that no write falls between the look and the suspension.
        guard let connection = state.connection, connection.suspend() else { return -1 }
        state.isWaiting = true
        return 0
      }
      let count = min(buffer.count, state.outbox.count)
      state.outbox.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[..<count])) }
      if count == state.outbox.count {
        // An idle stream keeps no buffer: that is most of what it would cost.
        state.outbox = []
      } else {
        state.outbox.removeFirst(count)
      }
      return count
    }
  }

  /// Ends the stream at once and tells its owner, if nobody did before.
  func close(_ reason: CloseReason) {
    let isNew = state.withLock { state in
      guard state.closed == nil else { return false }
      state.closed = reason
      state.outbox = []
      // Under the stream's lock, so that the peer cannot take the break for a proper end.
      if reason != .finished { state.connection?.abort() }
      state.connection = nil
      return true
    }
    if isNew { onClose(reason) }
  }

  /// Ends the stream because its response is over: well if all was sent, otherwise because the peer left.
  func responseEnded(completely: Bool) {
    let ending = state.withLock { $0.outbox.isEmpty ? $0.ending : nil }
    close(completely ? ending ?? .peerLeft : .peerLeft)
  }

  /// When the first heartbeat may be due, or `nil` if there is none.
  func firstBeat(after now: UInt64) -> UInt64? { heartbeat.map { now + $0.nanoseconds } }

  /// Sends a heartbeat if nothing was written for long enough.
  ///
  /// - Returns: when to look again, or `nil` for never.
  func tick(now: UInt64) -> UInt64? {
    guard let heartbeat else { return nil }
    return state.withLock { state in
      guard state.closed == nil, state.ending == nil else { return nil }
      let due = state.lastWrite + heartbeat.nanoseconds
      guard due <= now else { return due }
      state.lastWrite = now
      if state.outbox.isEmpty, !sendsPast(heartbeat.chunk, state) {
        state.outbox = heartbeat.bytes
        wake(&state)
      }
      return now + heartbeat.nanoseconds
    }
  }

  /// Sends a chunk to the socket by itself; waking the library for it costs several times as much.
  ///
  /// That can be done only while the library waits with nothing of its own to send, and it does until ``wake(_:)``
  /// is called under the lock that is held here.
  private func sendsPast(_ chunk: [UInt8], _ state: State) -> Bool {
    state.isWaiting && state.connection?.sendsPast(chunk) == true
  }

  private func wake(_ state: inout State) {
    guard state.isWaiting else { return }
    state.isWaiting = false
    state.connection?.resume()
  }
}

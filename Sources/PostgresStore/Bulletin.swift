#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Hosting
internal import Matches

/// Tells other nodes what was appended here, and hears what was appended there, on one connection.
///
/// A notice goes out after the commit, never in it: a `NOTIFY` within the transaction would make all commits of
/// the database wait for each other. What is to be told while another notice is on its way goes together in the
/// next one. Nothing depends on a notice: they are dropped while the connection is away.
final class Bulletin: Sendable {
  /// The most matches that wait to be told.
  static let mostPending = 10_000
  /// The most bytes in one notice; the server takes fewer than 8000.
  static let longestNotice = 7900
  private static let firstDelay: UInt64 = 100_000_000
  private static let longestDelay: UInt64 = 2_000_000_000

  private struct State {
    var pending: [MatchID: Int] = [:]
    var onChange: [@Sendable (MatchID, Int) -> Void] = []
    var isClosed = false
    var isListening = false
  }

  private let url: String
  private let patience: UInt64
  private let time: any TimeSource
  /// What the notices of this store start with: the schema, and then this node.
  private let scope: String
  private let node: String
  private let nodeNumber: Int64
  private let state = Lock(State())
  private let wake = Wake()

  init(url: String, scope: String, node: Int64, patience: UInt64, time: any TimeSource) {
    self.url = url
    self.scope = scope
    self.patience = patience
    self.time = time
    self.node = String(UInt64(bitPattern: node), radix: 16)
    nodeNumber = node
  }

  /// Notes that a match has a new version here.
  func post(_ match: MatchID, version: Int) {
    let isFirst = state.withLock { state in
      guard state.pending.count < Bulletin.mostPending || state.pending[match] != nil else {
        return false
      }
      let isFirst = state.pending.isEmpty
      state.pending[match] = max(version, state.pending[match] ?? 0)
      return isFirst
    }
    if isFirst { wake.ring() }
  }

  /// Adds somebody who is told what other nodes append.
  func add(_ onChange: @escaping @Sendable (MatchID, Int) -> Void) {
    state.withLock { $0.onChange.append(onChange) }
  }

  /// Whether notices of other nodes arrive now.
  var isListening: Bool { state.withLock { $0.isListening } }

  func close() {
    state.withLock { $0.isClosed = true }
    wake.ring()
  }

  private var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Works on the calling thread until closed.
  func run() {
    var delay = Bulletin.firstDelay
    while !isClosed {
      do throws(PostgresFailure) {
        let connection = try connect()
        delay = Bulletin.firstDelay
        try exchange(on: connection)
      } catch {
        let isClosed = state.withLock { state in
          state.isListening = false
          state.pending = [:]
          return state.isClosed
        }
        if isClosed { return }
        rest(nanoseconds: delay)
        delay = min(delay * 2, Bulletin.longestDelay)
      }
    }
  }

  private func connect() throws(PostgresFailure) -> Connection {
    let deadline = time.monotonicNanoseconds + patience
    let connection = try Session.connect(url, patience: patience, time: time, until: deadline)
    // A notice need not survive anything, so it waits for no disk.
    _ = try connection.run(Command("SET synchronous_commit = off"), until: deadline)
    // It lasts as long as the connection, so others see by it whether this node lives. Shared, since the
    // server may not have noticed yet that an earlier connection of this node is gone.
    _ = try connection.run(
      Command("SELECT pg_advisory_lock_shared($1)", .integer(nodeNumber)), until: deadline)
    _ = try connection.run(Command("LISTEN baton_changes"), until: deadline)
    state.withLock { $0.isListening = true }
    return connection
  }

  private func exchange(on connection: Connection) throws(PostgresFailure) {
    while true {
      let (pending, isClosed) = state.withLock { state in
        defer { state.pending = [:] }
        return (state.pending, state.isClosed)
      }
      if !pending.isEmpty {
        _ = try connection.run(
          Command(
            "SELECT pg_notify('baton_changes', notice) FROM unnest($1::text[]) AS notice",
            .texts(notices(of: pending))), until: time.monotonicNanoseconds + patience)
      }
      for notice in try connection.takeNotices() { tell(notice) }
      if isClosed {
        // At once, and not when the server notices that the connection is gone.
        _ = try connection.run(
          Command("SELECT pg_advisory_unlock_all()"), until: time.monotonicNanoseconds + patience)
        return
      }
      if state.withLock({ $0.pending.isEmpty && !$0.isClosed }) {
        wake.wait(with: connection.socket)
      }
      wake.silence()
    }
  }

  /// Waits, but not when the store is closed meanwhile.
  private func rest(nanoseconds: UInt64) {
    let (wake, time) = (wake, time)
    let alarm = Lock(false)
    Task {
      try? await time.sleep(nanoseconds: nanoseconds)
      alarm.withLock { $0 = true }
      wake.ring()
    }
    while !isClosed, !alarm.withLock({ $0 }) {
      wake.wait(with: -1)
      wake.silence()
    }
  }
}

extension Bulletin {
  /// Returns as few notices as possible: `schema node match version match version …`.
  private func notices(of pending: [MatchID: Int]) -> [String] {
    let head = "\(scope) \(node)"
    var notices: [String] = []
    var current = head
    for (match, version) in pending {
      let part = " \(match.text) \(version)"
      if current.utf8.count + part.utf8.count > Bulletin.longestNotice {
        notices.append(current)
        current = head
      }
      current += part
    }
    return notices + [current]
  }

  private func tell(_ notice: String) {
    let words = notice.split(separator: " ")
    guard words.count >= 4, words[0] == scope, words[1] != node else { return }
    let handlers = state.withLock { $0.onChange }
    for index in stride(from: 2, to: words.count - 1, by: 2) {
      guard let match = try? MatchID(text: String(words[index])),
        let version = Int(words[index + 1])
      else { return }
      for handler in handlers { handler(match, version) }
    }
  }
}

/// A bell that wakes a thread which waits for a socket.
final class Wake: Sendable {
  private let reading: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // Without descriptors nothing is heard and nothing is told, and the store works all the same.
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    if reading >= 0 { close(reading) }
    if writing >= 0 { close(writing) }
  }

  /// Wakes the thread, now or as soon as it waits.
  func ring() {
    var byte: UInt8 = 1
    // A full pipe will wake it too.
    _ = write(writing, &byte, 1)
  }

  /// Forgets earlier rings.
  func silence() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reading, &bytes, bytes.count) > 0 {}
  }

  /// Waits until somebody rings, or something comes from the socket.
  func wait(with socket: Int32) {
    var descriptors = [
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&descriptors, 2, -1)
  }
}

internal import Hosting

/// What a line means for a search that runs when it arrives.
enum Urgency: Sendable {
  /// It is the last line, and waits for its turn.
  case last
  /// It waits for its turn.
  case waits
  /// It is a mark in the dialogue: what was said before it is about what was asked before it.
  case fence
  /// It asks for something else, so that the search is of no use any more.
  case replaces
}

/// The lines that wait to be obeyed, and the end of the input.
///
/// The reader notes each line before the worker can see it, so a search that looks here knows of every line that
/// came after its own.
final class Arrivals: Sendable {
  /// What a search may still take after the end of the input, when its answer may go to nobody.
  static let patience: UInt64 = 10_000_000_000

  private struct State {
    var waiting: [Urgency] = []
    var end: UInt64?
  }

  private let state = Lock(State())

  /// Notes a line that was read.
  func note(_ urgency: Urgency) { state.withLock { $0.waiting.append(urgency) } }

  /// Notes that the worker took the line that waited longest.
  func takeFirst() {
    state.withLock { if !$0.waiting.isEmpty { $0.waiting.removeFirst() } }
  }

  /// Notes the end of the input.
  func noteEnd(at time: UInt64) { state.withLock { $0.end = time } }

  /// The first line that waits and is one of some kinds.
  func first(of kinds: Set<Urgency>) -> Urgency? {
    state.withLock { $0.waiting.first { kinds.contains($0) } }
  }

  /// Whether a search that began at `start` has had its time after the end of the input.
  func isImpatient(with start: UInt64, now: UInt64) -> Bool {
    guard let end = state.withLock({ $0.end }) else { return false }
    return now >= max(start, end) &+ Arrivals.patience
  }
}

/// Reads lines and obeys them one after the other on a thread of its own, so that reading goes on meanwhile.
///
/// - Parameters:
///   - io: Where the lines come from.
///   - arrivals: Where each line is noted.
///   - urgency: What a line means for a running search.
///   - makeSession: Makes, on that thread, what obeys a line; `false` ends the session.
func obeyLines<IO: ToolIO>(
  io: IO, arrivals: Arrivals, urgency: (String) -> Urgency,
  makeSession: @escaping @Sendable () -> (String) -> Bool
) async {
  let inbox = Mailbox<String>()
  async let worker: Void = onOwnThread {
    let obey = makeSession()
    while let line = inbox.take() {
      arrivals.takeFirst()
      if !obey(line) || io.outputFailure != nil { break }
    }
    inbox.close()
  }
  while let line = await io.readLine() {
    let kind = urgency(line)
    arrivals.note(kind)
    if !inbox.post(line) || kind == .last { break }
  }
  arrivals.noteEnd(at: io.time.monotonicNanoseconds)
  inbox.close()
  await worker
}

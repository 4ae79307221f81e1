internal import Dispatch
internal import Hosting

/// How much the server's own players may use.
public struct BotSettings: Sendable {
  /// How many of them think at once.
  public var threads: Int
  /// The longest that one thinks about a move, in milliseconds.
  public var milliseconds: Int
  /// The most positions that one looks at for a move.
  public var nodes: Int

  /// Creates settings: one thread and a second a move unless told otherwise; the positions are usually left to what
  /// the player itself allows.
  public init(threads: Int = 1, milliseconds: Int = 1000, nodes: Int = .max) {
    self.threads = threads
    self.milliseconds = milliseconds
    self.nodes = nodes
  }
}

/// Where the server's own players think: on threads of their own that give way to all others, so that turns of
/// people never wait for them.
final class BotDesk: Sendable {
  private struct Job {
    let body: @Sendable (BotLimits) -> String?
    let answer: CheckedContinuation<String?, Never>
  }

  private struct State {
    /// First come, first served.
    var jobs: [Job] = []
    var threads = 0
  }

  /// What the threads hold on to; the desk itself may go while they sleep.
  private struct Office: Sendable {
    let state = Lock(State())
    let jobs = DispatchSemaphore(value: 0)
    let settings: BotSettings
    let time: any TimeSource

    /// Does one job after another until the desk is closed.
    func work() {
      yieldToOthers()
      while true {
        jobs.wait()
        let job = state.withLock { state in
          state.jobs.isEmpty ? nil : state.jobs.removeFirst()
        }
        guard let job else { return }
        job.answer.resume(returning: job.body(limits()))
      }
    }

    /// The limits of a move whose thinking begins now.
    func limits() -> BotLimits {
      let end = time.monotonicNanoseconds + UInt64(max(settings.milliseconds, 1)) * 1_000_000
      return BotLimits(nodes: settings.nodes) { [time] in time.monotonicNanoseconds >= end }
    }
  }

  private let office: Office

  init(_ settings: BotSettings, time: any TimeSource) {
    office = Office(settings: settings, time: time)
  }

  deinit {
    // A thread that is woken without a job ends.
    for _ in 0..<office.state.withLock({ $0.threads }) { office.jobs.signal() }
  }

  /// Runs the thinking of one move when a thread is free, first come first served.
  ///
  /// Whoever waits holds the desk, so it is not closed while something is to be done.
  func think(_ body: @escaping @Sendable (BotLimits) -> String?) async -> String? {
    let office = office
    // A simulation has one thread for everything.
    if Background.executor != nil { return body(office.limits()) }
    return await withCheckedContinuation { continuation in
      let needsThread = office.state.withLock { state in
        state.jobs.append(Job(body: body, answer: continuation))
        guard state.threads < max(office.settings.threads, 1) else { return false }
        state.threads += 1
        return true
      }
      if needsThread, !startThread({ office.work() }) {
        let hasNone = office.state.withLock { state in
          state.threads -= 1
          return state.threads == 0
        }
        // The system has no thread left: better a move on a shared one than none.
        if hasNone {
          DispatchQueue.global(qos: .utility).async {
            let job = office.state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
            if let job { job.answer.resume(returning: job.body(office.limits())) }
          }
          return
        }
      }
      office.jobs.signal()
    }
  }
}

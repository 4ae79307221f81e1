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

  /// Creates settings: one thread, a second and a million positions a move unless told otherwise.
  public init(threads: Int = 1, milliseconds: Int = 1000, nodes: Int = 1_000_000) {
    self.threads = threads
    self.milliseconds = milliseconds
    self.nodes = nodes
  }
}

/// Where the server's own players think: on threads of their own, so that turns of people never wait for them.
final class BotDesk: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let settings: BotSettings
  private let time: any TimeSource
  private let state: Lock<State>
  private let queue = DispatchQueue(
    label: "baton.bots", qos: .utility, attributes: .concurrent)

  init(_ settings: BotSettings, time: any TimeSource) {
    self.settings = settings
    self.time = time
    state = Lock(State(free: max(settings.threads, 1)))
  }

  /// Runs the thinking of one move when a thread is free, first come first served.
  func think(_ body: @escaping @Sendable (BotLimits) -> String?) async -> String? {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
    defer {
      let next = state.withLock { state in
        if state.waiting.isEmpty {
          state.free += 1
          return CheckedContinuation<Void, Never>?.none
        }
        return state.waiting.removeFirst()
      }
      next?.resume()
    }
    let end = time.monotonicNanoseconds + UInt64(max(settings.milliseconds, 1)) * 1_000_000
    let limits = BotLimits(nodes: settings.nodes) { [time] in time.monotonicNanoseconds >= end }
    return await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body(limits)) }
    }
  }
}

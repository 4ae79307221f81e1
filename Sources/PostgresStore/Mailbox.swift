#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Hosting
internal import MatchStore

/// A queue between tasks, which post, and threads, which wait.
///
/// Whoever talks to a server waits for it, and the threads that run tasks must not.
final class Mailbox<Element: Sendable>: @unchecked Sendable {
  // Sendable although it changes: the variables are only touched while `mutex` is held.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var elements: [Element] = []
  private var taken = 0
  private var isClosed = false

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Adds an element at the end.
  ///
  /// - Returns: whether somebody will take it; `false` once the mailbox is closed.
  func post(_ element: Element) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isClosed else { return false }
    elements.append(element)
    pthread_cond_signal(condition)
    return true
  }

  /// Waits for an element and takes it; `nil` once the mailbox is closed and empty.
  func take() -> Element? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while elements.count == taken {
      if isClosed { return nil }
      pthread_cond_wait(condition, mutex)
    }
    let element = elements[taken]
    taken += 1
    // Removing from the front moves what is behind, so it is done rarely.
    if taken == elements.count || taken >= 1024 {
      elements.removeFirst(taken)
      taken = 0
    }
    return element
  }

  /// Lets nobody post any more; what is in the mailbox is still taken.
  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }
}

extension TimeSource {
  /// Keeps the calling thread waiting; for threads of the store only, never for one that runs tasks.
  func block(nanoseconds: UInt64) {
    let alarm = Mailbox<Void>()
    Task {
      try? await sleep(nanoseconds: nanoseconds)
      alarm.close()
    }
    _ = alarm.take()
  }
}

/// The end of some threads, for which any number of callers may wait.
final class Ending: Sendable {
  private struct State {
    var running: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Lock<State>

  init(threads: Int) { state = Lock(State(running: threads)) }

  /// Notes that one of the threads has ended.
  func finishOne() {
    let waiting = state.withLock { state in
      state.running -= 1
      guard state.running == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.running > 0 { state.waiting.append(continuation) }
        return state.running == 0
      }
      if isOver { continuation.resume() }
    }
  }
}

/// Starts a thread that runs `body` and cleans up after itself.
///
/// Signals go to other threads, so that a server's handlers do not run here.
///
/// - Returns: whether the system had a thread left.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Start {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    var everything = sigset_t()
    sigfillset(&everything)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP] { sigdelset(&everything, fault) }
    pthread_sigmask(SIG_BLOCK, &everything, nil)
    Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
    return nil
  }
  let context = Unmanaged.passRetained(Start(body)).toOpaque()
  #if canImport(Darwin)
    var thread: pthread_t?
    let code = pthread_create(&thread, nil, { run($0) }, context)
    if code == 0, let thread { pthread_detach(thread) }
  #else
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, { run($0) }, context)
    if code == 0 { pthread_detach(thread) }
  #endif
  if code != 0 { Unmanaged<Start>.fromOpaque(context).release() }
  return code == 0
}

/// The first of several answers to one question.
final class FirstAnswer: Sendable {
  private struct State {
    var answer: Result<Void, StoreError>?
    var asking: CheckedContinuation<Result<Void, StoreError>, Never>?
  }

  private let state = Lock(State())

  /// Gives an answer; only the first one counts.
  func give(_ answer: Result<Void, StoreError>) {
    let asking = state.withLock {
      state -> CheckedContinuation<Result<Void, StoreError>, Never>? in
      guard state.answer == nil else { return nil }
      state.answer = answer
      defer { state.asking = nil }
      return state.asking
    }
    asking?.resume(returning: answer)
  }

  /// Waits for the first answer; to be called once.
  func wait() async -> Result<Void, StoreError> {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state in
        if state.answer == nil { state.asking = continuation }
        return state.answer
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}

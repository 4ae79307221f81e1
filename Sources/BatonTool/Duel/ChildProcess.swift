internal import Hosting

#if canImport(Glibc)
  // `environ` is a global variable of C, which is only read.
  @preconcurrency internal import Glibc
#elseif canImport(Darwin)
  @preconcurrency internal import Darwin
#endif

/// A program that runs beside this one and is spoken to in lines.
///
/// It is never trusted: nothing waits for it without a limit, and nothing it writes can fill the memory.
final class ChildProcess {
  /// What came of waiting for a line.
  enum Reply: Equatable {
    case line(String)
    /// Its output is at its end.
    case ended
    case timeout
    /// Whoever waited was told to stop.
    case stopped
  }

  /// A line longer than this is dropped.
  private static let longestLine = 1 << 16

  private let id: pid_t
  private var input: Int32
  private let output: Int32
  private var pending: [UInt8] = []
  private var isAtEnd = false
  private var status: Int32?

  /// Starts a program, found as a shell finds it, in a process group of its own.
  ///
  /// What it writes to standard error is dropped.
  init(_ command: [String]) throws(SystemError) {
    // A write to a program that has ended then fails, instead of ending this process.
    signal(SIGPIPE, SIG_IGN)
    let made = ChildProcess.starting.withLock { _ in ChildProcess.make(command) }
    guard made.code == 0 else { throw SystemError(code: made.code) }
    (id, input, output) = (made.id, made.input, made.output)
    // A program that does not read must not keep us waiting.
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
  }

  /// Programs are started one after the other: between a pipe and its mark another one would inherit it.
  private static let starting = Lock(())

  /// Starts a program between two pipes; `code` is 0 or the error number.
  private static func make(
    _ command: [String]
  ) -> (code: Int32, id: pid_t, input: Int32, output: Int32) {
    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    guard makePipe(&toChild) else { return (errno, 0, -1, -1) }
    guard makePipe(&fromChild) else {
      let code = errno
      for end in toChild { close(end) }
      return (code, 0, -1, -1)
    }
    let (code, id) = start(command, input: toChild[0], output: fromChild[1])
    close(toChild[0])
    close(fromChild[1])
    if code != 0 {
      close(toChild[1])
      close(fromChild[0])
    }
    return (code, id, toChild[1], fromChild[0])
  }

  deinit {
    kill()
    close(output)
  }

  private static func makePipe(_ ends: inout [Int32]) -> Bool {
    guard pipe(&ends) == 0 else { return false }
    // Not inherited by other programs; the ends of this one are handed over by name.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return true
  }

  private static func start(
    _ command: [String], input: Int32, output: Int32
  ) -> (code: Int32, id: pid_t) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // Signals as a program expects them: this process ignores some, and its threads block some.
    var none = sigset_t()
    sigemptyset(&none)
    var usual = sigset_t()
    sigemptyset(&usual)
    for number in [SIGPIPE, SIGINT, SIGTERM] { sigaddset(&usual, number) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var words = command.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var id = pid_t()
    let code = posix_spawnp(&id, command[0], &actions, &attributes, words, environ)
    return (code, id)
  }

  /// Sends a line.
  ///
  /// - Returns: whether it could be written; a program that is gone or does not read gets nothing.
  func send(_ line: String) -> Bool {
    guard input >= 0 else { return false }
    return Descriptors.write((line + "\n").utf8, to: input) == 0
  }

  /// Waits for a line, without its end.
  func receive(until deadline: UInt64, now: () -> UInt64, shouldStop: () -> Bool) -> Reply {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        var line = pending[..<end]
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        let text = String(decoding: line, as: UTF8.self)
        pending.removeFirst(end + 1)
        return .line(text)
      }
      // What it started may have its output open still when it has ended itself.
      if isAtEnd || hasEnded { return .ended }
      if pending.count > ChildProcess.longestLine { pending = [] }
      if shouldStop() { return .stopped }
      let time = now()
      if time >= deadline { return .timeout }
      // Never long, so that a wish to stop is heard.
      let wait = min((deadline - time) / 1_000_000 + 1, 50)
      var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, Int32(wait)) > 0 {
        let new = (try? Descriptors.read(output)) ?? []
        if new.isEmpty { isAtEnd = true }
        pending += new
      } else {
        reap(WNOHANG)
      }
    }
  }

  /// Ends the program: asks it, closes its input, and after half a second ends it by force.
  func end(asking words: String) {
    guard status == nil else { return }
    _ = send(words)
    closeInput()
    _ = waitBriefly()
    kill()
  }

  /// How the program ended, in words; it is ended if it goes on, which is what `words` are for.
  func endInWords(otherwise words: String) -> String {
    guard let status = waitBriefly() else {
      kill()
      return words
    }
    let signal = status & 0x7F
    return signal == 0
      ? "ended with exit code \((status >> 8) & 0xFF)" : "was ended by signal \(signal)"
  }

  /// Ends the program and all that it started at once.
  func kill() {
    closeInput()
    guard status == nil else { return }
    systemKill(-id, SIGKILL)
    reap(0)
  }

  /// Whether the program is known to have ended.
  private var hasEnded: Bool { status != nil }

  /// Notes the end of the program, if it has come, and ends what it started.
  private func reap(_ options: Int32) {
    guard status == nil else { return }
    var result: Int32 = 0
    var code: pid_t
    repeat { code = waitpid(id, &result, options) } while code < 0 && errno == EINTR
    guard code != 0 else { return }
    status = result
    systemKill(-id, SIGKILL)
  }

  private func closeInput() {
    guard input >= 0 else { return }
    close(input)
    input = -1
  }

  private func waitBriefly() -> Int32? {
    for _ in 0..<50 where status == nil {
      reap(WNOHANG)
      if status == nil { usleep(10_000) }
    }
    return status
  }
}

/// The system's `kill` under a name that no method hides.
private func systemKill(_ id: pid_t, _ number: Int32) { _ = kill(id, number) }

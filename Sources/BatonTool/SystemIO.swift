#if canImport(Glibc)
  // `environ` is a global variable of C, which only the start of the program reads here.
  @preconcurrency internal import Glibc
#elseif canImport(Darwin)
  @preconcurrency internal import Darwin
#endif
public import Hosting

/// Standard input, output and error of this process.
public final class SystemIO: ToolIO {
  private struct State {
    var input: [UInt8] = []
    var isAtEnd = false
    var outputFailure: OutputFailure?
  }

  private let state = Lock(State())

  /// Creates the input and output of the process, which from now on survives a closed pipe.
  public init() {
    // A write to a closed pipe then fails with EPIPE, which `write` notes, instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
  }

  /// The environment of the process.
  public static var environment: [String: String] {
    var result: [String: String] = [:]
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    while let entry = next?.pointee {
      let text = String(cString: entry)
      if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
        result[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      next = next?.successor()
    }
    return result
  }

  /// What the terminal is like now.
  public var terminal: TerminalFacts {
    var facts = TerminalFacts(
      inputIsTerminal: isatty(STDIN_FILENO) == 1, outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1)
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 {
      facts.columns = Int(size.ws_col)
      facts.rows = Int(size.ws_row)
    }
    return facts
  }

  /// The clock of the system.
  public var time: any TimeSource { SystemTime() }

  /// Why output could not be written, once that has happened.
  public var outputFailure: OutputFailure? { state.withLock { $0.outputFailure } }

  /// Writes to standard output.
  public func write(_ text: String) {
    guard outputFailure == nil else { return }
    let code = Descriptors.write(text.utf8, to: STDOUT_FILENO)
    guard code != 0 else { return }
    let failure: OutputFailure =
      code == EPIPE ? .closed : .failed(SystemError(code: code).reason)
    state.withLock { $0.outputFailure = failure }
  }

  /// Writes to standard error; there is nobody to tell if that fails.
  public func writeError(_ text: String) {
    _ = Descriptors.write(text.utf8, to: STDERR_FILENO)
  }

  /// Reads a line on a thread of its own, since reading blocks.
  public func readLine() async -> String? {
    await onOwnThread { self.nextLine() }
  }

  private func nextLine() -> String? {
    while true {
      let line = state.withLock { state -> String? in
        if let end = state.input.firstIndex(of: UInt8(ascii: "\n")) {
          defer { state.input.removeFirst(end + 1) }
          return Self.text(of: state.input[..<end])
        }
        guard state.isAtEnd, !state.input.isEmpty else { return nil }
        defer { state.input = [] }
        return Self.text(of: state.input[...])
      }
      if let line { return line }
      if state.withLock({ $0.isAtEnd }) {
        // A terminal may go on after Ctrl-D, but whoever asked was told of an end.
        return nil
      }
      readMore()
    }
  }

  /// Reads all that is left of the input, on a thread of its own.
  public func readAll(limit: Int) async -> [UInt8]? {
    await onOwnThread {
      var bytes = self.state.withLock { state in
        defer { state.input = [] }
        return state.input
      }
      while bytes.count <= limit {
        let new = (try? Descriptors.read(STDIN_FILENO)) ?? []
        if new.isEmpty { return bytes }
        bytes += new
      }
      return nil
    }
  }

  private static func text(of bytes: ArraySlice<UInt8>) -> String {
    var line = bytes.prefix(longestLine)
    if line.count < longestLine, line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  private func readMore() {
    // A terminal that cannot be read any more is as good as at its end.
    let new = (try? Descriptors.read(STDIN_FILENO)) ?? []
    state.withLock { state in
      guard !new.isEmpty else {
        state.isAtEnd = true
        return
      }
      // What goes beyond the longest line is dropped up to the next line end.
      let hasRoom = state.input.count <= longestLine
      if hasRoom || new.contains(UInt8(ascii: "\n")) { state.input += new }
    }
  }

  /// Makes Ctrl-C and a request to terminate end the process with 128 and the signal's number.
  public func exitOnInterrupt() {
    let handler: @convention(c) (Int32) -> Void =
      terminal.outputIsTerminal
      ? { number in
        // Only what a signal handler may call: no Swift value is made here.
        let reset: StaticString = "\u{1b}[0m\n"
        _ = systemWrite(
          STDOUT_FILENO,
          UnsafeRawBufferPointer(start: reset.utf8Start, count: reset.utf8CodeUnitCount))
        _exit(128 + number)
      }
      : { number in _exit(128 + number) }
    signal(SIGINT, handler)
    signal(SIGTERM, handler)
  }
}

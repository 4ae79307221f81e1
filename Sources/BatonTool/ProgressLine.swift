internal import Hosting

/// A line on standard error that says how far something is, where somebody waits at a terminal.
final class ProgressLine: Sendable {
  private let isThere = Lock(false)

  /// Writes the line each second, until the task is cancelled; then it is taken away.
  ///
  /// - Parameters:
  ///   - io: Where it is written.
  ///   - text: What the line says after so many nanoseconds.
  func show(io: some ToolIO, _ text: @Sendable (UInt64) -> String) async {
    guard io.terminal.errorIsTerminal else { return }
    let begin = io.time.monotonicNanoseconds
    while (try? await io.time.sleep(nanoseconds: 1_000_000_000)) != nil {
      let line = text(io.time.monotonicNanoseconds - begin)
      isThere.withLock { $0 = true }
      io.writeError("\r\(line) ")
    }
    clear(io: io)
  }

  /// Takes the line away, so that something else can be written.
  func clear(io: some ToolIO) {
    let wasThere = isThere.withLock { isThere in
      defer { isThere = false }
      return isThere
    }
    if wasThere { io.writeError("\r" + String(repeating: " ", count: 60) + "\r") }
  }
}

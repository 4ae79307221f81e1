import BatonTool
import Hosting
import Testing

/// Input that waits for output: the other side of a protocol, with the clock of the system.
///
/// A script is lines of two kinds: `> TEXT` is said to the tool, `< TEXT` waits for a line that begins with TEXT,
/// after the one that was waited for before.
final class DialogueIO: ToolIO {
  private struct State {
    var steps: [Substring]
    var lines: [String] = []
    var begun = ""
    var heard = 0
    var missing: String?
  }

  /// The longest wait for a line; a busy machine is slow.
  private static let patience: UInt64 = 60_000_000_000

  private let state: Lock<State>

  init(_ script: String) {
    state = Lock(State(steps: script.split(separator: "\n")))
  }

  var terminal: TerminalFacts { TerminalFacts() }
  var time: any TimeSource { SystemTime() }
  var outputFailure: OutputFailure? { nil }
  /// All lines of output.
  var lines: [String] { state.withLock { $0.lines } }
  /// The line that never came.
  var missing: String? { state.withLock { $0.missing } }

  func write(_ text: String) {
    state.withLock { state in
      var parts = (state.begun + text).split(separator: "\n", omittingEmptySubsequences: false)
      state.begun = parts.popLast().map(String.init) ?? ""
      state.lines += parts.map(String.init)
    }
  }

  func writeError(_ text: String) {}

  func readLine() async -> String? {
    while let step = state.withLock({ $0.steps.isEmpty ? nil : $0.steps.removeFirst() }) {
      let text = step.dropFirst(2)
      if step.hasPrefix("> ") { return String(text) }
      guard await hears(String(text)) else { return nil }
    }
    return nil
  }

  private func hears(_ beginning: String) async -> Bool {
    let end = time.monotonicNanoseconds + DialogueIO.patience
    while time.monotonicNanoseconds < end {
      let isHeard = state.withLock { state in
        while state.heard < state.lines.count {
          state.heard += 1
          if state.lines[state.heard - 1].hasPrefix(beginning) { return true }
        }
        return false
      }
      if isHeard { return true }
      try? await Task.sleep(nanoseconds: 1_000_000)
    }
    state.withLock { $0.missing = beginning }
    return false
  }
}

/// Leads a dialogue with the tool to its end.
///
/// - Returns: all lines that the tool wrote.
func dialogue(
  _ arguments: [String], _ script: String, sourceLocation: SourceLocation = #_sourceLocation
) async -> [String] {
  let io = DialogueIO(script)
  let code = await BatonTool.run(arguments: arguments, environment: [:], io: io)
  #expect(code == 0, sourceLocation: sourceLocation)
  #expect(io.missing == nil, "\(io.lines)", sourceLocation: sourceLocation)
  return io.lines
}

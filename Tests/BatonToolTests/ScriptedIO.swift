import BatonTool
import Hosting

/// A clock on which every wait is over at once, and which remembers how long the waits were to be.
final class ScriptedTime: TimeSource {
  private let sleeps = Lock<[UInt64]>([])

  var wallMilliseconds: Int64 { 0 }
  var monotonicNanoseconds: UInt64 { 0 }

  /// The waits so far, in nanoseconds.
  var waits: [UInt64] { sleeps.withLock { $0 } }

  func sleep(nanoseconds: UInt64) async throws {
    try Task.checkCancellation()
    sleeps.withLock { $0.append(nanoseconds) }
  }
}

/// Input from a list of lines, and output that is kept.
final class ScriptedIO: ToolIO {
  private struct State {
    var lines: [String]
    var output = ""
    var error = ""
    var failure: OutputFailure?
    var failsAfter: Int?
    var failsWith = OutputFailure.closed
  }

  private let state: Lock<State>
  let terminal: TerminalFacts
  let scriptedTime = ScriptedTime()

  init(_ lines: [String] = [], terminal: TerminalFacts = TerminalFacts()) {
    state = Lock(State(lines: lines))
    self.terminal = terminal
  }

  var time: any TimeSource { scriptedTime }
  var output: String { state.withLock { $0.output } }
  var error: String { state.withLock { $0.error } }
  var outputFailure: OutputFailure? { state.withLock { $0.failure } }
  /// The lines that nobody read.
  var unreadLines: [String] { state.withLock { $0.lines } }

  /// Makes output fail from the write after the next `count` on.
  func failOutput(after count: Int, with failure: OutputFailure) {
    state.withLock {
      $0.failsAfter = count
      $0.failsWith = failure
    }
  }

  func write(_ text: String) {
    state.withLock { state in
      if let left = state.failsAfter {
        if left == 0 { state.failure = state.failsWith }
        state.failsAfter = max(left - 1, 0)
      }
      if state.failure == nil { state.output += text }
    }
  }

  func writeError(_ text: String) { state.withLock { $0.error += text } }

  func readLine() async -> String? {
    state.withLock { $0.lines.isEmpty ? nil : $0.lines.removeFirst() }
  }
}

/// What a run of the tool came to.
struct ToolResult: Equatable {
  var code: Int32
  var output: String
  var error: String
}

/// A terminal of the usual size with colours and UTF-8.
let screenTerminal = TerminalFacts(
  inputIsTerminal: true, outputIsTerminal: true, errorIsTerminal: true)
let screenEnvironment = ["TERM": "xterm-256color", "LANG": "en_GB.UTF-8"]

/// Runs the tool in this process, without a terminal unless one is given.
func tool(
  _ arguments: [String], lines: [String] = [], environment: [String: String] = [:],
  terminal: TerminalFacts = TerminalFacts()
) async -> ToolResult {
  let io = ScriptedIO(lines, terminal: terminal)
  let code = await BatonTool.run(arguments: arguments, environment: environment, io: io)
  return ToolResult(code: code, output: io.output, error: io.error)
}

/// The screens that a terminal showed one after the other.
func frames(of output: String) -> [String] {
  output.split(separator: "\u{1b}[H\u{1b}[2J").map(String.init)
}

/// A text without the sequences that set colours.
func withoutColors(_ text: String) -> String {
  var result = ""
  var isSequence = false
  for scalar in text.unicodeScalars {
    if scalar == "\u{1b}" {
      isSequence = true
    } else if !isSequence {
      result.unicodeScalars.append(scalar)
    } else if scalar == "m" {
      isSequence = false
    }
  }
  return result
}

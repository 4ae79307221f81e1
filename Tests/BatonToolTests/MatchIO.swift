import BatonTool
import Hosting

/// Output that is kept, with the clock of the system.
final class MatchIO: ToolIO {
  private let kept = Lock((output: "", error: ""))

  var terminal: TerminalFacts { TerminalFacts() }
  var time: any TimeSource { SystemTime() }
  var outputFailure: OutputFailure? { nil }
  var output: String { kept.withLock { $0.output } }
  var error: String { kept.withLock { $0.error } }

  func write(_ text: String) { kept.withLock { $0.output += text } }
  func writeError(_ text: String) { kept.withLock { $0.error += text } }
  func readLine() async -> String? { nil }
}

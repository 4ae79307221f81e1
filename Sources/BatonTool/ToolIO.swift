public import Hosting

/// What the tool knows of the terminal that it runs in, if it runs in one.
public struct TerminalFacts: Hashable, Sendable {
  /// Whether standard input is a terminal.
  public var inputIsTerminal: Bool
  /// Whether standard output is a terminal.
  public var outputIsTerminal: Bool
  /// Whether standard error is a terminal.
  public var errorIsTerminal: Bool
  /// The number of columns of the terminal.
  public var columns: Int
  /// The number of rows of the terminal.
  public var rows: Int

  /// Creates the facts; without arguments, those of pipes and files.
  public init(
    inputIsTerminal: Bool = false, outputIsTerminal: Bool = false, errorIsTerminal: Bool = false,
    columns: Int = 80, rows: Int = 24
  ) {
    self.inputIsTerminal = inputIsTerminal
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.columns = columns
    self.rows = rows
  }
}

/// Why output could not be written.
public enum OutputFailure: Hashable, Sendable {
  /// Whoever read it left, as `head` does; that is no error.
  case closed
  /// The system refused, for the reason given.
  case failed(String)
}

/// The world around the tool, so that a test can stand in for it.
public protocol ToolIO: Sendable {
  /// What the terminal is like now; it is asked again before each screen, since windows change.
  var terminal: TerminalFacts { get }

  /// The clock.
  var time: any TimeSource { get }

  /// Why output could not be written, once that has happened; everything after it is dropped.
  var outputFailure: OutputFailure? { get }

  /// Writes to standard output, at once.
  func write(_ text: String)

  /// Writes to standard error, at once.
  func writeError(_ text: String)

  /// Reads a line from standard input without its end, cut at ``longestLine``; `nil` at the end of input.
  func readLine() async -> String?

  /// Reads all of standard input; `nil` when it is longer than `limit` bytes.
  func readAll(limit: Int) async -> [UInt8]?

  /// Makes Ctrl-C end the process with code 130, the terminal's colours put back.
  ///
  /// Without this the system's own handling applies, which suits commands that only print.
  func exitOnInterrupt()
}

/// How many bytes of a line are read, so that a stream without line ends cannot fill the memory.
let longestLine = 1 << 16

extension ToolIO {
  /// Does nothing, where no signals come from.
  public func exitOnInterrupt() {}

  /// Puts the lines together, where input comes in lines.
  public func readAll(limit: Int) async -> [UInt8]? {
    var bytes: [UInt8] = []
    while let line = await readLine() {
      bytes += line.utf8
      bytes.append(UInt8(ascii: "\n"))
      if bytes.count > limit { return nil }
    }
    return bytes
  }
}

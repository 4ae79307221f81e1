/// What a server tells the person who runs it: events with fields, one on a line.
///
/// An event's name never changes with what happened, so that logs can be searched and counted. Values are
/// escaped, shortened, and stripped of passwords and of whatever looks like a token; see ``Secrecy``. Each event
/// has a budget of lines, so that a broken disk does not fill itself with the news of it.
///
///     log.warning("storeFailed", ["reason": .text(error.description)])
public struct Log: Sendable {
  /// How much an event matters.
  public enum Level: Int, Comparable, Sendable, CaseIterable {
    /// Each request, for looking for a fault.
    case debug
    /// What a day brings: start, stop, administration.
    case info
    /// What somebody should look at.
    case warning
    /// What ended something that should have gone on.
    case error

    /// The word in a line of the log.
    public var name: String {
      switch self {
      case .debug: "debug"
      case .info: "info"
      case .warning: "warning"
      case .error: "error"
      }
    }

    /// Creates a level from its word.
    public init?(name: String) {
      guard let level = Level.allCases.first(where: { $0.name == name }) else { return nil }
      self = level
    }

    /// Returns whether `a` matters less than `b`.
    public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// How a line is written.
  public enum Format: String, Sendable, CaseIterable {
    /// Time, level, event, and fields as `name=value`.
    case text
    /// A JSON object.
    case json
  }

  /// The value of a field.
  public enum Value: Hashable, Sendable {
    /// A text from anywhere; it is made safe when it is written.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A span of time; written in seconds, cut to milliseconds.
    case nanoseconds(UInt64)
    /// Yes or no.
    case flag(Bool)
    /// The identifier of a match: an invitation, of which only the first characters are written.
    case match(String)
  }

  /// The most lines of one event at once; after that one a second.
  public static let burst = 20
  /// The longest value, in characters.
  static let longestValue = 500
  private static let secondsPerLine: UInt64 = 1

  private struct Budget {
    var lines = Log.burst
    var refilledAt: UInt64
    var suppressed = 0
  }

  private final class Budgets: Sendable {
    let byEvent = Lock<[String: Budget]>([:])
  }

  private let level: Level
  private let format: Format
  private let time: any TimeSource
  private let write: @Sendable (String) -> Void
  private let budgets = Budgets()

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - level: The least that is written.
  ///   - format: How it is written.
  ///   - time: Where the times of the lines come from.
  ///   - write: Writes a whole line with its end, from any thread.
  public init(
    level: Level = .info, format: Format = .text, time: any TimeSource,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.level = level
    self.format = format
    self.time = time
    self.write = write
  }

  /// A log that nobody reads.
  public static let none = Log(level: .error, time: SystemTime()) { _ in }

  /// Whether events of a level are written, for those who would have to work for their fields.
  public func writes(_ level: Level) -> Bool { level >= self.level }

  /// Writes an event that only matters when looking for a fault; it has no budget.
  public func debug(
    _ event: StaticString, _ fields: @autoclosure () -> KeyValuePairs<StaticString, Value> = [:]
  ) {
    guard writes(.debug) else { return }
    put(.debug, event, fields(), suppressed: 0)
  }

  /// Writes an event of a usual day.
  public func info(_ event: StaticString, _ fields: KeyValuePairs<StaticString, Value> = [:]) {
    bounded(.info, event, fields)
  }

  /// Writes an event that somebody should look at.
  public func warning(_ event: StaticString, _ fields: KeyValuePairs<StaticString, Value> = [:]) {
    bounded(.warning, event, fields)
  }

  /// Writes the failure of something that should have gone on.
  public func error(_ event: StaticString, _ fields: KeyValuePairs<StaticString, Value> = [:]) {
    bounded(.error, event, fields)
  }

  /// Writes what an administrator did, whatever the level and however often.
  public func audit(_ event: StaticString, _ fields: KeyValuePairs<StaticString, Value> = [:]) {
    put(.info, event, fields, suppressed: 0)
  }

  private func bounded(
    _ level: Level, _ event: StaticString, _ fields: KeyValuePairs<StaticString, Value>
  ) {
    guard writes(level) else { return }
    let now = time.monotonicNanoseconds
    let suppressed: Int? = budgets.byEvent.withLock { budgets in
      var budget = budgets[event.description] ?? Budget(refilledAt: now)
      defer { budgets[event.description] = budget }
      let seconds = (now &- budget.refilledAt) / (Log.secondsPerLine * 1_000_000_000)
      if seconds > 0 {
        budget.lines = min(budget.lines + Int(clamping: seconds), Log.burst)
        budget.refilledAt = now
      }
      guard budget.lines > 0 else {
        budget.suppressed += 1
        return nil
      }
      budget.lines -= 1
      defer { budget.suppressed = 0 }
      return budget.suppressed
    }
    if let suppressed { put(level, event, fields, suppressed: suppressed) }
  }

  private func put(
    _ level: Level, _ event: StaticString, _ fields: KeyValuePairs<StaticString, Value>,
    suppressed: Int
  ) {
    let line = LogLine(
      time: time.wallMilliseconds, level: level.name, event: event.description,
      fields: fields.map { ($0.key.description, $0.value) }
        + (suppressed > 0 ? [("suppressed", .integer(suppressed))] : []))
    write((format == .json ? line.json : line.text) + "\n")
  }
}

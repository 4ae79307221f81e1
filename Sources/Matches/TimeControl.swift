public import Games

/// How much time the seats of a match have, as agreed when it was made; all spans are in milliseconds.
public struct TimeControl: Hashable, Sendable {
  /// How time is given.
  public enum System: Hashable, Sendable {
    /// As much as everybody likes.
    case none
    /// The same span for each turn.
    case perTurn(Int64)
    /// A span at the start, and an increment after each turn; never more than the cap.
    case fischer(initial: Int64, increment: Int64, cap: Int64)
    /// A span at the start; after it, periods that come back whole if a turn ends within one.
    case byoYomi(initial: Int64, period: Int64, count: Int)
    /// A span for the whole game.
    case absolute(Int64)
  }

  /// How time is given.
  public let system: System
  /// How long the whole match may last from its start, whoever is to act; `nil` for as long as it likes.
  public let overall: Int64?
  /// The days on which no time runs.
  public let weekend: Weekend?

  /// The shortest span that a turn or a period may have: a second.
  public static let shortest: Int64 = 1000
  /// The longest span: 90 days.
  public static let longest: Int64 = 90 * 86_400_000

  /// No clock at all.
  public static let unlimited = TimeControl(uncheckedSystem: .none, overall: nil, weekend: nil)
  /// Seven days for each turn, what a match has if nobody says otherwise.
  public static let usual = TimeControl(
    uncheckedSystem: .perTurn(7 * 86_400_000), overall: nil, weekend: nil)

  /// Creates a time control.
  ///
  /// - Returns: `nil` if a span is shorter than a second or longer than 90 days, an increment is negative or
  ///   longer than the cap, the cap is below the initial span, or there are not 1 to 99 periods.
  public init?(_ system: System, overall: Int64? = nil, weekend: Weekend? = nil) {
    guard TimeControl.isSound(system), overall.map({ TimeControl.isSpan($0) }) ?? true else {
      return nil
    }
    self.init(uncheckedSystem: system, overall: overall, weekend: weekend)
  }

  private init(uncheckedSystem system: System, overall: Int64?, weekend: Weekend?) {
    self.system = system
    self.overall = overall
    self.weekend = weekend
  }

  /// How long before a deadline somebody is told, or `nil` for clocks too quick for that.
  var warningLead: Int64? {
    let span: Int64? =
      switch system {
      case .none: nil
      case .perTurn(let span), .absolute(let span): span
      case .fischer(let initial, _, _), .byoYomi(let initial, _, _): initial
      }
    return span.flatMap { $0 >= 3_600_000 ? $0 / 6 : nil }
  }

  private static func isSpan(_ span: Int64) -> Bool { (shortest...longest).contains(span) }

  private static func isSound(_ system: System) -> Bool {
    switch system {
    case .none: true
    case .perTurn(let span), .absolute(let span): isSpan(span)
    case .fischer(let initial, let increment, let cap):
      isSpan(initial) && isSpan(cap) && cap >= initial && (0...cap).contains(increment)
    case .byoYomi(let initial, let period, let count):
      (initial == 0 || isSpan(initial)) && isSpan(period) && (1...99).contains(count)
    }
  }
}

/// The two days of a week on which no time runs, Saturday and Sunday, where the match says it is.
public struct Weekend: Hashable, Sendable {
  /// How far the match's days are ahead of UTC, in minutes, -840 to 840.
  public let offsetMinutes: Int

  /// Creates a weekend by an offset; `nil` outside -840 to 840 minutes.
  public init?(offsetMinutes: Int) {
    guard (-840...840).contains(offsetMinutes) else { return nil }
    self.offsetMinutes = offsetMinutes
  }

  private static let day: Int64 = 86_400_000

  /// Returns the weekend that holds an instant or else the next one: from its first instant to the one after.
  func span(at instant: Int64) -> Range<Int64> {
    let shift = Int64(offsetMinutes) * 60_000
    let local = instant + shift
    var days = local / Weekend.day
    if local % Weekend.day < 0 { days -= 1 }
    // 1970-01-01 was a Thursday; counted from a Saturday it is day 5.
    var weekday = (days + 5) % 7
    if weekday < 0 { weekday += 7 }
    let saturday = weekday < 2 ? days - weekday : days + 7 - weekday
    let start = saturday * Weekend.day - shift
    return start..<(start + 2 * Weekend.day)
  }
}

extension TimeControl: TextRepresentable {
  /// The system with its spans, then `overall` and `weekend` where they apply.
  ///
  /// `none`, `per-turn 604800000`, `fischer 300000 3000 600000`, `byo-yomi 600000 30000 5`,
  /// `absolute 900000 overall 86400000 weekend 60`.
  public var text: String {
    var text =
      switch system {
      case .none: "none"
      case .perTurn(let span): "per-turn \(span)"
      case .fischer(let initial, let increment, let cap): "fischer \(initial) \(increment) \(cap)"
      case .byoYomi(let initial, let period, let count): "byo-yomi \(initial) \(period) \(count)"
      case .absolute(let span): "absolute \(span)"
      }
    if let overall { text += " overall \(overall)" }
    if let weekend { text += " weekend \(weekend.offsetMinutes)" }
    return text
  }

  /// Reads the text form.
  public init(text: String) throws(TextError) {
    var words = Array(text.utf8).split(separator: 0x20, omittingEmptySubsequences: false)[...]
    func number() throws(TextError) -> Int64 {
      guard let word = words.popFirst(), let value = Int(decimal: word) else {
        throw TextError("expected a number", at: 0)
      }
      return Int64(value)
    }
    func takes(_ word: StaticString) -> Bool {
      guard let next = words.first, next.elementsEqual(word.bytes) else { return false }
      words.removeFirst()
      return true
    }
    let system: System
    if takes("none") {
      system = .none
    } else if takes("per-turn") {
      system = .perTurn(try number())
    } else if takes("fischer") {
      system = .fischer(initial: try number(), increment: try number(), cap: try number())
    } else if takes("byo-yomi") {
      system = .byoYomi(
        initial: try number(), period: try number(), count: Int(clamping: try number()))
    } else if takes("absolute") {
      system = .absolute(try number())
    } else {
      throw TextError("not a time control", at: 0)
    }
    let overall = takes("overall") ? try number() : nil
    let offset = takes("weekend") ? try number() : nil
    let weekend = offset.flatMap { Weekend(offsetMinutes: Int(clamping: $0)) }
    guard words.isEmpty, (offset == nil) == (weekend == nil),
      let control = TimeControl(system, overall: overall, weekend: weekend),
      control.text.hasSameBytes(as: text)
    else { throw TextError("not a time control", at: 0) }
    self = control
  }
}

extension StaticString {
  fileprivate var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}

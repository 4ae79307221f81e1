/// One line of a log, and how it is written.
struct LogLine {
  let time: Int64
  let level: String
  let event: String
  let fields: [(name: String, value: Log.Value)]

  /// The line for people.
  var text: String {
    var line = "\(UTCText.text(milliseconds: time)) \(level) \(event)"
    for (name, value) in fields { line += " \(name)=\(LogLine.text(of: value))" }
    return line
  }

  /// The line for programs.
  var json: String {
    var line = "{\"time\":\"\(UTCText.text(milliseconds: time))\""
    line += ",\"level\":\"\(level)\",\"event\":\(LogLine.quoted(event))"
    for (name, value) in fields {
      line += ",\(LogLine.quoted(name)):\(LogLine.json(of: value))"
    }
    return line + "}"
  }

  private static func text(of value: Log.Value) -> String {
    switch value {
    case .text(let text):
      let text = safe(text)
      // Bare words stay bare; what could be read as two fields gets quotation marks.
      let isBare =
        !text.isEmpty
        && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "=") && $0 != 0x22 }
      return isBare ? text : quoted(text)
    case .integer(let number): return "\(number)"
    case .nanoseconds(let span): return seconds(span) + "s"
    case .flag(let flag): return "\(flag)"
    case .match(let identifier): return safe(shortened(identifier))
    }
  }

  private static func json(of value: Log.Value) -> String {
    switch value {
    case .text(let text): quoted(safe(text))
    case .integer(let number): "\(number)"
    case .nanoseconds(let span): seconds(span)
    case .flag(let flag): "\(flag)"
    case .match(let identifier): quoted(safe(shortened(identifier)))
    }
  }

  private static func shortened(_ identifier: String) -> String {
    String(decoding: identifier.utf8.prefix(Secrecy.shownCharacters), as: UTF8.self)
  }

  private static func seconds(_ nanoseconds: UInt64) -> String {
    let milliseconds = nanoseconds / 1_000_000
    return "\(milliseconds / 1_000).\(padded(Int(milliseconds % 1_000), to: 3))"
  }

  /// A text without secrets and without anything that a terminal or a reader of lines might obey.
  private static func safe(_ text: String) -> String {
    var result = ""
    var count = 0
    // Cut before anything else looks at it: what comes from outside may be long.
    let cut = String(decoding: text.utf8.prefix(Log.longestValue * 4), as: UTF8.self)
    for scalar in Secrecy.withoutTokens(cut).unicodeScalars {
      count += 1
      if count > Log.longestValue { return result + "…" }
      let isUnsafe: Bool =
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse:
          true
        default: false
        }
      if isUnsafe {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// Instants as text: `2026-11-30T06:05:20.123Z`.
public enum UTCText {
  /// Returns an instant, given in milliseconds since 1970, as RFC 3339 writes it in UTC.
  public static func text(milliseconds: Int64) -> String {
    let day: Int64 = 86_400_000
    var days = milliseconds / day
    var rest = milliseconds % day
    if rest < 0 {
      rest += day
      days -= 1
    }
    let (year, month, dayOfMonth) = civil(days: days)
    let hour = Int(rest / 3_600_000)
    let minute = Int(rest / 60_000 % 60)
    let second = Int(rest / 1_000 % 60)
    let date = "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(dayOfMonth, to: 2))"
    let clock = "\(padded(hour, to: 2)):\(padded(minute, to: 2)):\(padded(second, to: 2))"
    return "\(date)T\(clock).\(padded(Int(rest % 1_000), to: 3))Z"
  }

  /// The Gregorian date of a day counted from 1970-01-01.
  ///
  /// Years are counted from March here, so that the odd day of a leap year is the last of its year.
  private static func civil(days: Int64) -> (year: Int, month: Int, day: Int) {
    let daysOfEra: Int64 = 146_097
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - daysOfEra + 1) / daysOfEra
    let dayOfEra = shifted - era * daysOfEra
    let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (Int(year), Int(month), Int(day))
  }
}

private func padded(_ number: Int, to width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
}

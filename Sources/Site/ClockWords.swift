internal import Matches
internal import Service

/// Time as the pages write it.
///
/// The page's script writes running clocks in the same form, so that nothing jumps when it takes over.
enum ClockWords {
  /// How much time is left: `6 d 23 h`, `5 h 12 min`, `4:09`.
  static func left(_ milliseconds: Int64) -> String {
    // A part of a second counts as one until it is over.
    let seconds = (max(milliseconds, 0) + 999) / 1000
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400)
    if days > 0 { return "\(days) d \(hours % 24) h" }
    if hours > 0 { return "\(hours) h \(minutes % 60) min" }
    return "\(minutes):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }

  /// A span that somebody chose, in its largest unit that fits: `7 days`, `90 minutes`, `30 seconds`.
  static func span(_ milliseconds: Int64) -> String {
    let units: [(length: Int64, one: String, many: String)] = [
      (86_400_000, "day", "days"), (3_600_000, "hour", "hours"), (60_000, "minute", "minutes"),
      (1000, "second", "seconds"),
    ]
    for unit in units where milliseconds >= unit.length && milliseconds % unit.length == 0 {
      let count = milliseconds / unit.length
      return "\(count) \(count == 1 ? unit.one : unit.many)"
    }
    return "\(milliseconds) milliseconds"
  }

  /// A time control in words, such as `7 days a turn`.
  static func words(_ control: TimeControl) -> String {
    var words =
      switch control.system {
      case .none: "No clock"
      case .perTurn(let turn): "\(span(turn)) a turn"
      case .fischer(let initial, let increment, _):
        "\(span(initial)) each, and \(span(increment)) more for every turn"
      case .byoYomi(let initial, let period, let count):
        "\(span(initial)) each, then \(count) periods of \(span(period))"
      case .absolute(let whole): "\(span(whole)) each for the whole game"
      }
    if let overall = control.overall { words += ", \(span(overall)) in all" }
    if control.weekend != nil { words += ", weekends off" }
    return words
  }

  /// The choices of the form that makes a match, each as the text of its time control and as people say it.
  static let choices: [(control: String, words: String)] = [
    ("none", "No clock"),
    ("per-turn 86400000", "1 day a turn"), ("per-turn 259200000", "3 days a turn"),
    ("per-turn 604800000", "7 days a turn"),
    ("fischer 180000 2000 360000", "3 min + 2 s a turn"),
    ("fischer 300000 3000 600000", "5 min + 3 s a turn"),
    ("fischer 900000 10000 1800000", "15 min + 10 s a turn"),
    ("absolute 1800000", "30 min for the game"),
  ]
}

/// The clock of one seat.
struct SeatClock {
  /// The text to show.
  let text: String
  /// When it is over, in milliseconds since 1970, while it runs.
  let until: Int64?

  /// Reads the clock of a seat; `nil` if it has none.
  init?(_ view: MatchView, seat: Int, now: Int64) {
    guard let clock = view.clock, view.status != "ended", seat <= clock.remaining.count,
      let left = clock.remaining[seat - 1]
    else { return nil }
    guard clock.running.contains(seat), !clock.isPaused, !clock.away.contains(seat) else {
      text = ClockWords.left(left)
      until = nil
      return
    }
    // A deadline knows of weekends; the others' clocks only say what they had.
    let end =
      clock.deadlineSeat == seat ? clock.deadline ?? clock.at + left : clock.at + left
    text = ClockWords.left(min(end - now, max(left, 0)))
    until = end
  }

  /// The place of a clock that may come once all seats are filled.
  static func none(seat: Int) -> HTML {
    "<span class=\"clock\" data-own data-seat=\"\(seat)\" aria-hidden=\"true\"></span>"
  }

  /// The element that the script lets run; an echo of a clock that stands elsewhere has no name of its own.
  func html(seat: Int, isEcho: Bool = false) -> HTML {
    if isEcho {
      return
        "<span class=\"clock\" data-own data-seat=\"\(seat)\" aria-hidden=\"true\">\(text)</span>"
    }
    // The script writes what runs, and leaves alone what stands.
    let end: HTML = until.map { " data-own data-until=\"\(String($0))\"" as HTML } ?? .none
    return
      "<span class=\"time\"><span class=\"unseen\">time left </span><span class=\"clock\" data-seat=\"\(seat)\"\(end)>\(text)</span></span>"
  }
}

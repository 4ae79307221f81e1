import Games
import Matches
import Testing

@Suite("Clocks of a match")
struct MatchClockTests {
  static let hour: Int64 = 3_600_000
  static let day: Int64 = 24 * hour
  /// 2026-01-02 00:00 UTC, a Friday.
  static let friday: Int64 = 1_767_312_000_000

  static func time(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  static let systems: [TimeControl.System] = [
    .none, .perTurn(3 * day), .fischer(initial: 2 * day, increment: 6 * hour, cap: 3 * day),
    .byoYomi(initial: day, period: 8 * hour, count: 3), .byoYomi(initial: 0, period: day, count: 1),
    .absolute(5 * day),
  ]

  @Test("A turn of three days is over after three days, and the next one begins whole")
  func perTurn() throws {
    let control = try #require(TimeControl(.perTurn(3 * Self.day)))
    var clock = MatchClock(control, seatCount: 2, at: Self.time(0))
    #expect(clock.deadline() == nil)
    clock.run(SeatSet(.first), at: Self.time(0))
    #expect(clock.deadline()?.at == Self.time(3 * Self.day))
    #expect(clock.deadline()?.seat == .first)
    clock.run(SeatSet(.second), at: Self.time(2 * Self.day))
    #expect(clock.deadline()?.at == Self.time(5 * Self.day))
    #expect(clock.remaining(of: .first, at: Self.time(4 * Self.day)) == 3 * Self.day)
    #expect(clock.expired(at: Self.time(5 * Self.day - 1)) == [])
    #expect(clock.expired(at: Self.time(5 * Self.day)) == SeatSet(.second))
  }

  @Test("Fischer adds after each turn, up to the cap, and nothing to a clock that ran out")
  func fischer() throws {
    let control = try #require(
      TimeControl(.fischer(initial: 60_000, increment: 5000, cap: 62_000)))
    var clock = MatchClock(control, seatCount: 2, at: Self.time(0))
    clock.run(SeatSet(.first), at: Self.time(0))
    clock.run(SeatSet(.second), at: Self.time(1000))
    #expect(clock.remaining(of: .first, at: Self.time(1000)) == 62_000)
    clock.run(SeatSet(.first), at: Self.time(61_000))
    #expect(clock.remaining(of: .second, at: Self.time(61_000)) == 0)
  }

  @Test("In byo-yomi a period comes back whole if the turn ends within it, and is lost otherwise")
  func byoYomi() throws {
    let control = try #require(TimeControl(.byoYomi(initial: 10_000, period: 5000, count: 2)))
    var clock = MatchClock(control, seatCount: 2, at: Self.time(0))
    clock.run(SeatSet(.first), at: Self.time(0))
    #expect(clock.remaining(of: .first, at: Self.time(0)) == 20_000)
    clock.run(SeatSet(.second), at: Self.time(13_000))
    #expect(clock.remaining(of: .first, at: Self.time(13_000)) == 10_000)
    clock.run(SeatSet(.first), at: Self.time(14_000))
    clock.run(SeatSet(.second), at: Self.time(20_000))
    // Six seconds: one period is gone, and of the last one a second, which comes back.
    #expect(clock.remaining(of: .first, at: Self.time(20_000)) == 5000)
  }

  @Test("A clock that jumps back counts nothing, gives nothing, and is never negative")
  func jumpingClock() throws {
    let control = try #require(TimeControl(.absolute(10_000)))
    var clock = MatchClock(control, seatCount: 2, at: Self.time(100_000))
    clock.run(SeatSet(.first), at: Self.time(100_000))
    clock.run(SeatSet(.first), at: Self.time(104_000))
    #expect(clock.remaining(of: .first, at: Self.time(50_000)) == 6000)
    clock.run(SeatSet(.first), at: Self.time(0))
    #expect(clock.remaining(of: .first, at: Self.time(104_000)) == 6000)
    #expect(clock.remaining(of: .first, at: Self.time(.max)) == 0)
  }

  @Test("A weekend is free, by the match's own days")
  func weekend() throws {
    let control = try #require(
      TimeControl(.perTurn(2 * Self.day), weekend: Weekend(offsetMinutes: 60)))
    var clock = MatchClock(control, seatCount: 2, at: Self.time(Self.friday))
    clock.run(SeatSet(.first), at: Self.time(Self.friday))
    // Saturday begins at 23:00 UTC on Friday; 23 hours are used, 25 are left on Monday.
    let monday = Self.friday + 3 * Self.day - Self.hour
    #expect(clock.deadline()?.at == Self.time(monday + 25 * Self.hour))
    #expect(clock.remaining(of: .first, at: Self.time(Self.friday + Self.day)) == 25 * Self.hour)
    #expect(clock.remaining(of: .first, at: Self.time(monday)) == 25 * Self.hour)
  }

  @Test("A vacation stops its seat alone, spends the bank, and ends by itself")
  func vacation() throws {
    let control = try #require(TimeControl(.perTurn(Self.day)))
    var clock = MatchClock(control, seatCount: 2, vacation: 2 * Self.day, at: Self.time(0))
    clock.run(SeatSet(.first), at: Self.time(0))
    let begins = clock.beginVacation(of: .first, at: Self.time(Self.hour))
    let beginsAgain = clock.beginVacation(of: .first, at: Self.time(Self.hour))
    #expect(begins)
    #expect(!beginsAgain)
    #expect(clock.deadline()?.at == Self.time(3 * Self.day))
    clock.endVacation(of: .first, at: Self.time(Self.hour + Self.day))
    #expect(clock.accounts[0].vacation == Self.day)
    #expect(clock.deadline()?.at == Self.time(2 * Self.day))
  }

  @Test("A pause stops everybody and the match, for as long as it lasts")
  func pause() throws {
    let control = try #require(TimeControl(.perTurn(Self.day), overall: 2 * Self.day))
    var clock = MatchClock(control, seatCount: 2, at: Self.time(0))
    clock.run(SeatSet(.first), at: Self.time(0))
    clock.pause(at: Self.time(Self.hour))
    #expect(clock.deadline() == nil)
    #expect(clock.expired(at: Self.time(100 * Self.day)) == [])
    clock.resume(at: Self.time(10 * Self.day + Self.hour))
    #expect(clock.deadline()?.at == Self.time(11 * Self.day))
    #expect(!clock.isOverallExpired(at: Self.time(12 * Self.day - 1)))
    #expect(clock.isOverallExpired(at: Self.time(12 * Self.day)))
  }

  @Test("Spans that make no sense are no time control")
  func unsound() {
    #expect(TimeControl(.perTurn(0)) == nil)
    #expect(TimeControl(.perTurn(999)) == nil)
    #expect(TimeControl(.perTurn(91 * Self.day)) == nil)
    #expect(TimeControl(.fischer(initial: 60_000, increment: -1, cap: 60_000)) == nil)
    #expect(TimeControl(.fischer(initial: 60_000, increment: 0, cap: 59_000)) == nil)
    #expect(TimeControl(.byoYomi(initial: 0, period: 1000, count: 0)) == nil)
    #expect(TimeControl(.none, overall: 0) == nil)
    #expect(Weekend(offsetMinutes: 841) == nil)
  }

  @Test("The text of every control reads back, and nothing else is read", arguments: systems)
  func text(system: TimeControl.System) throws {
    for overall in [nil, 30 * Self.day] {
      for weekend in [nil, Weekend(offsetMinutes: -330)] {
        let control = try #require(TimeControl(system, overall: overall, weekend: weekend))
        #expect(try TimeControl(text: control.text) == control)
        for damaged in [control.text + " ", " " + control.text, control.text + " 1", "", "x"] {
          #expect(throws: TextError.self) { try TimeControl(text: damaged) }
        }
      }
    }
    for text in ["per-turn", "per-turn 01000", "per-turn 0", "none weekend 9999", "fischer 1 2"] {
      #expect(throws: TextError.self) { try TimeControl(text: text) }
    }
  }

  // MARK: Against a clock that ticks

  @Test(
    "Every system under every kind of pause agrees with a clock that ticks",
    arguments: systems, [0, 1, 2, 3, 4, 5, 6, 7])
  func againstTicks(system: TimeControl.System, kinds: Int) throws {
    for seed in 1...12 as ClosedRange<UInt64> {
      var chance = Chance(seed: seed, move: kinds)
      let weekend = kinds & 1 == 0 ? nil : Weekend(offsetMinutes: 30 * (chance.below(41) - 20))
      let overall = chance.below(3) == 0 ? 12 * Self.day : nil
      let control = try #require(TimeControl(system, overall: overall, weekend: weekend))
      let seats = 2 + chance.below(2)
      let bank = kinds & 2 == 0 ? 0 : Int64(chance.below(10)) * Self.day / 2
      var clock = MatchClock(control, seatCount: seats, vacation: bank, at: Self.time(Self.friday))
      var ticking = TickingClock(control, seats: seats, vacation: bank, at: Self.friday)
      for step in 0..<25 {
        let now = ticking.advance(by: chance.below(60))
        let context: Comment = "seed \(seed), step \(step), \(control.text)"
        switch chance.below(kinds == 0 ? 1 : 6) {
        case 1 where kinds & 4 != 0:
          clock.pause(at: Self.time(now))
          ticking.isPaused = true
        case 2 where kinds & 4 != 0:
          clock.resume(at: Self.time(now))
          ticking.isPaused = false
        case 3 where kinds & 2 != 0:
          let seat = try #require(Seat(chance.below(seats)))
          let begins = clock.beginVacation(of: seat, at: Self.time(now))
          let expected = ticking.beginVacation(seat.index)
          #expect(begins == expected, context)
        case 4 where kinds & 2 != 0:
          let seat = try #require(Seat(chance.below(seats)))
          clock.endVacation(of: seat, at: Self.time(now))
          ticking.isAway[seat.index] = false
        default:
          let next = SeatSet(rawValue: UInt16(chance.below(1 << seats)))
          clock.run(next, at: Self.time(now))
          ticking.run(next)
        }
        for index in 0..<seats {
          let seat = try #require(Seat(index))
          #expect(clock.remaining(of: seat, at: Self.time(now)) == ticking.left(index), context)
        }
        let due = ticking.firstExpiry()
        #expect(clock.deadline()?.at == due.map { Self.time($0) }, context)
        if let due {
          let late = Self.time(due)
          let early = Self.time(due - 1)
          #expect(clock.expired(at: late) != [] || clock.isOverallExpired(at: late), context)
          if due > now {
            #expect(clock.expired(at: early) == [] && !clock.isOverallExpired(at: early), context)
          }
        }
      }
    }
  }
}

/// The obvious clock: it goes on by half an hour at a time and looks at everything at each tick.
private struct TickingClock {
  static let tick: Int64 = 1_800_000

  let control: TimeControl
  var now: Int64
  var main: [Int64]
  var periods: [Int]
  var period: [Int64]
  var vacation: [Int64]
  var isAway: [Bool]
  var running: SeatSet = []
  var isPaused = false
  var overall: Int64?

  init(_ control: TimeControl, seats: Int, vacation: Int64, at start: Int64) {
    self.control = control
    now = start
    var initial: Int64 = 0
    var count = 0
    var span: Int64 = 0
    switch control.system {
    case .none: break
    case .perTurn(let turn), .absolute(let turn): initial = turn
    case .fischer(let main, _, _): initial = main
    case .byoYomi(let main, let length, let number): (initial, span, count) = (main, length, number)
    }
    main = .init(repeating: initial, count: seats)
    periods = .init(repeating: count, count: seats)
    period = .init(repeating: span, count: seats)
    self.vacation = .init(repeating: vacation, count: seats)
    isAway = .init(repeating: false, count: seats)
    overall = control.overall
  }

  private var isWeekend: Bool {
    guard let weekend = control.weekend else { return false }
    let local = now + Int64(weekend.offsetMinutes) * 60_000
    // Day 0 was a Thursday, so Saturday and Sunday are days 2 and 3 after it.
    let weekday = (local / 86_400_000) % 7
    return weekday == 2 || weekday == 3
  }

  mutating func step() {
    if !isPaused {
      for index in main.indices where running.contains(seat(index)) && !isAway[index] && !isWeekend
      {
        if main[index] > 0 {
          main[index] -= Self.tick
        } else if periods[index] > 0 {
          period[index] -= Self.tick
          if period[index] == 0 {
            periods[index] -= 1
            if periods[index] > 0, case .byoYomi(_, let span, _) = control.system {
              period[index] = span
            }
          }
        }
      }
      if !isWeekend, let left = overall { overall = max(left - Self.tick, 0) }
      for index in main.indices where isAway[index] {
        vacation[index] -= Self.tick
        if vacation[index] == 0 { isAway[index] = false }
      }
    }
    now += Self.tick
  }

  private func seat(_ index: Int) -> Seat { Seat(index) ?? .first }

  mutating func advance(by ticks: Int) -> Int64 {
    for _ in 0..<ticks { step() }
    return now
  }

  mutating func beginVacation(_ index: Int) -> Bool {
    guard vacation[index] > 0, !isAway[index] else { return false }
    isAway[index] = true
    return true
  }

  mutating func run(_ next: SeatSet) {
    for index in main.indices where running.contains(seat(index)) && !next.contains(seat(index)) {
      switch control.system {
      case .none, .absolute: break
      case .perTurn(let turn): main[index] = turn
      case .fischer(_, let increment, let cap):
        if main[index] > 0 { main[index] = min(main[index] + increment, cap) }
      case .byoYomi(_, let span, _):
        if periods[index] > 0 { period[index] = span }
      }
    }
    running = next
  }

  func left(_ index: Int) -> Int64? {
    switch control.system {
    case .none: nil
    case .byoYomi(_, let span, _):
      periods[index] == 0
        ? main[index] : main[index] + period[index] + Int64(periods[index] - 1) * span
    default: main[index]
    }
  }

  private var isExpired: Bool {
    if overall == 0 { return true }
    return main.indices.contains { running.contains(seat($0)) && left($0) == 0 }
  }

  /// When somebody's time is first over if nothing else happens; `nil` if that never comes.
  func firstExpiry() -> Int64? {
    if isPaused { return nil }
    let runs = main.indices.contains { running.contains(seat($0)) && left($0) != nil }
    guard runs || overall != nil else { return nil }
    var copy = self
    while !copy.isExpired { copy.step() }
    return copy.now
  }
}

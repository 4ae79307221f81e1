import Games
import Matches
import Testing

/// What outages, takebacks and warnings do to any clock in any state.
@Suite("Clocks under outages, takebacks and warnings")
struct ClockLawTests {
  private static let systems = MatchClockTests.systems

  /// A clock to which random things have happened, and the instant of the last one.
  private func worn(
    _ system: TimeControl.System, _ chance: inout Chance, seats: Int
  ) throws -> (clock: MatchClock, now: Int64) {
    let control = try #require(
      TimeControl(
        system, overall: chance.below(3) == 0 ? 40 * day : nil,
        weekend: chance.below(3) == 0 ? Weekend(offsetMinutes: 30 * (chance.below(41) - 20)) : nil))
    var now = noon.milliseconds + Int64(chance.below(7 * 24)) * hour
    var clock = MatchClock(
      control, seatCount: seats, vacation: Int64(chance.below(5)) * day,
      at: Timestamp(milliseconds: now))
    for _ in 0..<chance.below(20) {
      now += Int64(chance.below(9 * 60)) * minute
      let at = Timestamp(milliseconds: now)
      let seat = try #require(Seat(chance.below(seats)))
      switch chance.below(8) {
      case 0: clock.pause(at: at)
      case 1: clock.resume(at: at)
      case 2: clock.beginVacation(of: seat, at: at)
      case 3: clock.endVacation(of: seat, at: at)
      default:
        clock.run(SeatSet(rawValue: UInt16(chance.below(1 << seats))), at: at)
      }
    }
    return (clock, now)
  }

  @Test("After an outage everybody has what it had, once, however long it was", arguments: systems)
  func credit(system: TimeControl.System) throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var chance = Chance(seed: seed)
      let seats = 2 + chance.below(3)
      let (before, start) = try worn(system, &chance, seats: seats)
      let (down, up) = (
        start + Int64(chance.below(100)) * minute,
        start + Int64(100 + chance.below(40 * 24 * 60)) * minute
      )
      var after = before
      after.credit(up - down, at: Timestamp(milliseconds: up))
      let context: Comment = "seed \(seed), \(before.control.text)"
      for index in 0..<seats {
        let seat = try #require(Seat(index))
        let left = before.remaining(of: seat, at: Timestamp(milliseconds: down))
        #expect(after.remaining(of: seat, at: Timestamp(milliseconds: up)) == left, context)
        #expect((left ?? 0) >= 0, context)
        #expect(
          after.accounts[index].vacation <= before.accounts[index].vacation, context)
      }
      #expect(after.running == before.running, context)
      #expect(after.pausedSince == before.pausedSince, context)
      if before.control.weekend == nil,
        !before.accounts.contains(where: { $0.vacationSince != nil }),
        let deadline = before.deadline(), deadline.at.milliseconds > down
      {
        #expect(
          after.deadline()?.at.milliseconds == deadline.at.milliseconds + up - down, context)
      }
      // The same outage given back twice, or nothing, changes nothing more.
      var again = after
      again.credit(up - down, at: Timestamp(milliseconds: up))
      #expect(again == after, context)
      again.credit(0, at: Timestamp(milliseconds: up))
      #expect(again == after, context)
      // A span that no clock can hold does no harm.
      again.credit(.max, at: Timestamp(milliseconds: up))
      #expect(again == after, context)
    }
  }

  @Test("A takeback brings back what everybody had, and starts nobody", arguments: systems)
  func restore(system: TimeControl.System) throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var chance = Chance(seed: seed)
      let seats = 2 + chance.below(3)
      let (earlier, start) = try worn(system, &chance, seats: seats)
      var clock = earlier
      var now = start
      for _ in 0..<8 {
        now += Int64(chance.below(600)) * minute
        clock.run(
          SeatSet(rawValue: UInt16(chance.below(1 << seats))), at: Timestamp(milliseconds: now))
      }
      now += Int64(chance.below(600)) * minute
      let before = clock
      let at = Timestamp(milliseconds: now)
      clock.restore(earlier, at: at)
      let context: Comment = "seed \(seed), \(earlier.control.text)"
      #expect(clock.running.isEmpty, context)
      #expect(clock.pausedSince == nil, context)
      for index in 0..<seats {
        let seat = try #require(Seat(index))
        let had = earlier.remaining(of: seat, at: Timestamp(milliseconds: start))
        if case .perTurn(let span) = system {
          #expect(clock.remaining(of: seat, at: at) == span, context)
        } else {
          #expect(clock.remaining(of: seat, at: at) == had, context)
        }
        #expect(clock.accounts[index].vacation <= before.accounts[index].vacation, context)
      }
      // Nobody's time runs, so that of the match alone is ever due.
      #expect(clock.deadline()?.seat == nil, context)
      let later = Timestamp(milliseconds: now + 9 * day)
      for index in 0..<seats {
        let seat = try #require(Seat(index))
        #expect(clock.remaining(of: seat, at: later) == clock.remaining(of: seat, at: at), context)
      }
    }
  }

  @Test("A warning comes when a sixth is left, never after the deadline", arguments: systems)
  func warning(system: TimeControl.System) throws {
    var warnings = 0
    for seed in 1...200 as ClosedRange<UInt64> {
      var chance = Chance(seed: seed)
      let seats = 2 + chance.below(3)
      let (clock, now) = try worn(system, &chance, seats: seats)
      let context: Comment = "seed \(seed), \(clock.control.text)"
      var told: SeatSet = []
      var last = Int64.min
      while let warning = clock.warning(except: told) {
        warnings += 1
        #expect(!told.contains(warning.seat), context)
        #expect(clock.running.contains(warning.seat), context)
        #expect(warning.at.milliseconds >= last, context)
        last = warning.at.milliseconds
        told.formUnion(SeatSet(warning.seat))
        let lead = try #require(Self.lead(system))
        let left = try #require(clock.remaining(of: warning.seat, at: warning.at))
        #expect(left <= lead, context)
        #expect(left > 0, "\(context): it is not over yet")
        if warning.at.milliseconds > now { #expect(left == lead, context) }
      }
      if clock.pausedSince != nil { #expect(told.isEmpty, context) }
    }
    #expect((warnings > 0) == (Self.lead(system) != nil))
  }

  /// A sixth of the time for a turn or at the start, of clocks that give an hour or more.
  private static func lead(_ system: TimeControl.System) -> Int64? {
    switch system {
    case .none: nil
    case .perTurn(let span), .absolute(let span): span / 6
    case .fischer(let initial, _, _), .byoYomi(let initial, _, _):
      initial >= hour ? initial / 6 : nil
    }
  }
}

public import Games

/// The clocks of a match: a value that follows from the time control and what happened, and from nothing else.
///
/// Time comes in with each call; the value never asks for it. A clock that is asked with an earlier time than
/// before, because somebody's clock jumped, counts nothing rather than giving time back, and no remaining time is
/// ever negative. What is due is a stored deadline, not a waiting thread.
public struct MatchClock: Hashable, Sendable {
  /// What one seat has left.
  public struct Account: Hashable, Sendable {
    /// The time left before periods, or the time left in this turn; `nil` without a clock.
    public internal(set) var main: Int64?
    /// The whole periods left, of byo-yomi.
    public internal(set) var periods: Int
    /// The time left in the present period, of byo-yomi.
    public internal(set) var period: Int64
    /// The time of vacation left.
    public internal(set) var vacation: Int64
    /// When the present vacation began.
    public internal(set) var vacationSince: Int64?
  }

  /// What the match agreed on.
  public let control: TimeControl
  /// The seats' accounts, in seat order.
  public private(set) var accounts: [Account]
  /// The seats whose time runs, pauses aside.
  public private(set) var running: SeatSet = []
  /// When all agreed to pause, if they have.
  public private(set) var pausedSince: Int64?
  /// Up to when time was counted.
  private var countedTo: Int64
  /// What is left of the time for the whole match.
  private var overall: Int64?

  /// Creates the clocks of `seatCount` seats at the start of a match, with nobody's time running.
  ///
  /// `vacation` is what each seat may spend on vacations in all.
  public init(_ control: TimeControl, seatCount: Int, vacation: Int64 = 0, at start: Timestamp) {
    self.control = control
    var account = Account(
      main: nil, periods: 0, period: 0, vacation: max(vacation, 0), vacationSince: nil)
    switch control.system {
    case .none: break
    case .perTurn(let span), .absolute(let span): account.main = span
    case .fischer(let initial, _, _): account.main = initial
    case .byoYomi(let initial, let period, let count):
      account.main = initial
      account.periods = count
      account.period = period
    }
    accounts = .init(repeating: account, count: max(seatCount, 0))
    countedTo = start.milliseconds
    overall = control.overall
  }

  // MARK: What happens

  /// Says whose time runs from now on; a seat that ran and does not any more has ended its turn.
  ///
  /// A seat that acts twice in a row ends a turn in between: name it in `endingTurn`.
  public mutating func run(
    _ seats: SeatSet, endingTurn ended: SeatSet = [], at now: Timestamp
  ) {
    count(to: now)
    for seat in running.subtracting(seats).union(ended).seats { endTurn(of: seat) }
    running = seats
  }

  /// Begins the pause that all agreed on; nobody's time runs, nor that of the whole match.
  public mutating func pause(at now: Timestamp) {
    count(to: now)
    if pausedSince == nil { pausedSince = countedTo }
  }

  /// Ends the pause.
  public mutating func resume(at now: Timestamp) {
    count(to: now)
    pausedSince = nil
  }

  /// Begins a vacation of one seat, whose time does not run while it lasts.
  ///
  /// - Returns: `false` if the seat has no vacation left, or is on one.
  @discardableResult
  public mutating func beginVacation(of seat: Seat, at now: Timestamp) -> Bool {
    count(to: now)
    guard seat.index < accounts.count, accounts[seat.index].vacation > 0,
      accounts[seat.index].vacationSince == nil
    else { return false }
    accounts[seat.index].vacationSince = countedTo
    return true
  }

  /// Ends a vacation; it ends by itself when none is left.
  public mutating func endVacation(of seat: Seat, at now: Timestamp) {
    count(to: now)
    guard seat.index < accounts.count else { return }
    accounts[seat.index].vacationSince = nil
  }

  /// Counts nothing of the span before `now`, which was nobody's fault to lose.
  ///
  /// Everybody has what it had when the span began, however little that was: periods, weekends and vacations too.
  public mutating func credit(_ span: Int64, at now: Timestamp) {
    let (start, overflow) = now.milliseconds.subtractingReportingOverflow(max(span, 0))
    if !overflow { count(to: Timestamp(milliseconds: start)) }
    countedTo = max(countedTo, now.milliseconds)
  }

  /// Goes back to what everybody had at an earlier turn, with nobody's time running.
  ///
  /// The time for the whole match and the vacations do not come back.
  public mutating func restore(_ earlier: MatchClock, at now: Timestamp) {
    count(to: now)
    for index in accounts.indices where index < earlier.accounts.count {
      accounts[index].main = earlier.accounts[index].main
      accounts[index].periods = earlier.accounts[index].periods
      accounts[index].period = earlier.accounts[index].period
      if case .perTurn(let span) = control.system { accounts[index].main = span }
    }
    running = []
    pausedSince = nil
  }

  // MARK: What it says

  /// When somebody whose time runs should be told that little of it is left; `nil` if nobody should.
  ///
  /// That is a sixth of the time for a turn or at the start, for clocks that give an hour or more.
  ///
  /// Seats of `told` are left out.
  public func warning(except told: SeatSet = []) -> (at: Timestamp, seat: Seat)? {
    guard pausedSince == nil, let lead = control.warningLead else { return nil }
    var earliest: (at: Int64, seat: Seat)?
    for seat in running.subtracting(told).seats {
      guard seat.index < accounts.count, let left = left(seat), left > 0 else { continue }
      let due = instant(after: left - lead, from: countedTo, vacationOf: seat)
      if earliest.map({ due < $0.at }) ?? true { earliest = (due, seat) }
    }
    return earliest.map { (Timestamp(milliseconds: $0.at), $0.seat) }
  }

  /// The time that a seat has left in all at an instant, periods included; `nil` if it has no clock.
  public func remaining(of seat: Seat, at now: Timestamp) -> Int64? {
    guard seat.index < accounts.count else { return nil }
    var copy = self
    copy.count(to: now)
    return copy.left(seat)
  }

  /// The next deadline: when time runs out if nothing happens before, and for whom.
  ///
  /// `nil` for the seat means that the time of the whole match is over. Nothing is due while everything pauses, or
  /// if nobody that runs has a clock.
  public func deadline() -> (at: Timestamp, seat: Seat?)? {
    var earliest: (at: Int64, seat: Seat?)?
    if pausedSince != nil { return nil }
    for seat in running.seats {
      guard seat.index < accounts.count, let left = left(seat) else { continue }
      let due = instant(after: left, from: countedTo, vacationOf: seat)
      if earliest.map({ due < $0.at }) ?? true { earliest = (due, seat) }
    }
    if let overall {
      let due = instant(after: overall, from: countedTo, vacationOf: nil)
      if earliest.map({ due < $0.at }) ?? true { earliest = (due, nil) }
    }
    return earliest.map { (Timestamp(milliseconds: $0.at), $0.seat) }
  }

  /// The seats whose time is over at an instant.
  public func expired(at now: Timestamp) -> SeatSet {
    var copy = self
    copy.count(to: now)
    return running.seats.reduce(into: SeatSet()) { set, seat in
      if let left = copy.left(seat), left <= 0 { set.formUnion(SeatSet(seat)) }
    }
  }

  /// Whether the time of the whole match is over at an instant.
  public func isOverallExpired(at now: Timestamp) -> Bool {
    var copy = self
    copy.count(to: now)
    return copy.overall.map { $0 <= 0 } ?? false
  }

  // MARK: Counting

  private func left(_ seat: Seat) -> Int64? {
    let account = accounts[seat.index]
    guard let main = account.main else { return nil }
    guard case .byoYomi(_, let period, _) = control.system else { return main }
    return account.periods == 0
      ? main : main + account.period + Int64(account.periods - 1) * period
  }

  /// Counts the time up to `now` against everybody whose time runs.
  private mutating func count(to now: Timestamp) {
    let end = now.milliseconds
    guard end > countedTo else { return }
    if pausedSince == nil {
      for seat in running.seats where seat.index < accounts.count {
        spend(working(from: countedTo, to: end, vacationOf: seat), of: seat)
      }
      overall = overall.map { max($0 - working(from: countedTo, to: end, vacationOf: nil), 0) }
    }
    for index in accounts.indices where accounts[index].vacationSince != nil {
      let spent = pausedSince == nil ? end - countedTo : 0
      accounts[index].vacation -= min(spent, accounts[index].vacation)
      if accounts[index].vacation == 0 { accounts[index].vacationSince = nil }
    }
    countedTo = end
  }

  private mutating func spend(_ span: Int64, of seat: Seat) {
    guard let main = accounts[seat.index].main else { return }
    var rest = span
    let fromMain = min(rest, main)
    accounts[seat.index].main = main - fromMain
    rest -= fromMain
    guard case .byoYomi(_, let period, _) = control.system else { return }
    while rest > 0, accounts[seat.index].periods > 0 {
      let fromPeriod = min(rest, accounts[seat.index].period)
      accounts[seat.index].period -= fromPeriod
      rest -= fromPeriod
      guard accounts[seat.index].period == 0 else { break }
      accounts[seat.index].periods -= 1
      accounts[seat.index].period = accounts[seat.index].periods > 0 ? period : 0
    }
  }

  private mutating func endTurn(of seat: Seat) {
    guard seat.index < accounts.count, let main = accounts[seat.index].main else { return }
    switch control.system {
    case .none, .absolute: break
    case .perTurn(let span): accounts[seat.index].main = span
    case .fischer(_, let increment, let cap):
      // Time that is over does not come back: whoever ends a turn after that has lost it already.
      if main > 0 { accounts[seat.index].main = min(main + increment, cap) }
    case .byoYomi(_, let period, _):
      if accounts[seat.index].periods > 0 { accounts[seat.index].period = period }
    }
  }

  /// The time between two instants that counts: without weekends, and without the vacation of a seat.
  private func working(from start: Int64, to end: Int64, vacationOf seat: Seat?) -> Int64 {
    var instant = start
    if let seat, let rest = vacationEnd(of: seat) { instant = min(max(instant, rest), end) }
    var total: Int64 = 0
    while instant < end {
      guard let weekend = control.weekend?.span(at: instant) else { return total + end - instant }
      total += max(min(weekend.lowerBound, end) - instant, 0)
      instant = max(weekend.upperBound, instant)
    }
    return total
  }

  /// The instant at which `span` of counting time has passed.
  private func instant(after span: Int64, from start: Int64, vacationOf seat: Seat?) -> Int64 {
    if span <= 0 { return start }
    var instant = start
    var rest = span
    if let seat, let end = vacationEnd(of: seat) { instant = max(instant, end) }
    while true {
      guard let weekend = control.weekend?.span(at: instant) else { return instant + rest }
      if instant < weekend.lowerBound {
        let free = weekend.lowerBound - instant
        if rest <= free { return instant + rest }
        rest -= free
      }
      instant = weekend.upperBound
    }
  }

  private func vacationEnd(of seat: Seat) -> Int64? {
    let account = accounts[seat.index]
    return account.vacationSince == nil ? nil : countedTo + account.vacation
  }
}

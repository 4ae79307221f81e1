/// What a clock says before a move, in nanoseconds.
public struct ChessClock: Hashable, Sendable {
  /// What is left.
  public var remaining: UInt64
  /// What each move adds.
  public var increment: UInt64
  /// The moves until time is added, if that is known.
  public var movesToGo: Int?

  /// Creates the state of a clock.
  public init(remaining: UInt64, increment: UInt64 = 0, movesToGo: Int? = nil) {
    self.remaining = remaining
    self.increment = increment
    self.movesToGo = movesToGo
  }
}

/// How long a search may take: until when another depth is begun, and when it ends in any case.
///
/// A value without a clock of its own; whoever has one asks it.
public struct ChessAllowance: Hashable, Sendable {
  /// About how long to think, in nanoseconds.
  public var soft: UInt64
  /// How long at most.
  public var hard: UInt64

  /// The time for a move from what the clock says, less what the way to the clock takes.
  ///
  /// - Parameters:
  ///   - clock: what is left.
  ///   - overhead: the nanoseconds for each move that are lost on the way to whoever holds the clock.
  public init(_ clock: ChessClock, overhead: UInt64) {
    let millisecond: UInt64 = 1_000_000
    let moves = UInt64(min(max(clock.movesToGo ?? 40, 1), 40))
    let reserve = overhead &* min(moves, 4)
    let left = clock.remaining > reserve + millisecond ? clock.remaining - reserve : millisecond
    // All that the moves to come will have.
    let horizon = clock.movesToGo == nil ? 26 : moves
    let all = left + clock.increment.multipliedClamped(by: horizon - 1)
    let share = all / horizon
    // No move may take so much that the others have nothing.
    let most = clock.movesToGo == 1 ? left / 100 * 90 : left / 100 * 55
    soft = max(min(share / 100 * 90, most), 1)
    hard = max(min(share.multipliedClamped(by: 4), most), 1)
    if clock.movesToGo == 1 { hard = max(most, 1) }
  }

  /// The same time for each move.
  public init(fixed: UInt64, overhead: UInt64) {
    hard = max(fixed > overhead ? fixed - overhead : fixed / 2, 1)
    soft = hard
  }

  /// Whether to begin another depth after so many nanoseconds: the sooner not, the surer the best move is.
  public func goesOn(after elapsed: UInt64, _ report: ChessReport) -> Bool {
    if elapsed >= hard { return false }
    if soft == hard { return true }
    var percent: UInt64 =
      report.stability > 7 ? 65 : report.stability > 3 ? 80 : report.stability > 1 ? 100 : 125
    if report.fall > 0 { percent += UInt64(min(report.fall, 80)) }
    if report.effort > 900 { percent = percent * 2 / 3 }
    if report.effort < 500 { percent = percent * 5 / 4 }
    return elapsed < soft / 100 * percent
  }
}

extension UInt64 {
  fileprivate func multipliedClamped(by other: UInt64) -> UInt64 {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max / 4 : Swift.min(product, .max / 4)
  }
}

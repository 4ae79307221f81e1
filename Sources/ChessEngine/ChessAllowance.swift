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
    let remaining = Double(clock.remaining)
    let increment = Double(clock.increment)
    let overhead = Double(overhead)
    let moves = Double(min(max(clock.movesToGo ?? 40, 1), 40))
    // What is never planned with, so that a moment in which the machine does something else loses no game.
    let reserve = overhead * min(moves, 10) + 1
    let usable = max(remaining - reserve, 0)
    let horizon = clock.movesToGo == nil ? 26 : moves
    // Of what a move adds a part refills the reserve, the more of it the emptier it is.
    let added = increment * 0.75 * min(remaining / reserve, 1)
    var share = usable / horizon
    if moves > 1 { share += min(added, remaining / 4) }
    share = max(share, remaining / 60)
    // No move may take so much that the others have nothing.
    let most = moves == 1 ? max(usable * 0.9, remaining / 2) : usable * 0.55 + remaining * 0.1
    let least = 1_000_000.0
    soft = UInt64(max(min(share * 0.9, most), least))
    hard = UInt64(max(min(moves == 1 ? most : share * 4, most), least))
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
